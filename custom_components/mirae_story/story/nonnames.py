"""Words that a model writes where a name should be: pronouns, groups, words for nobody, roles alone. All folded."""

from .wordlist import word_list

NOBODY = frozenset(
    word_list("""
    none nobody no-one noone nothing null nil nan n/a na - -- unknown undefined empty false true tbd todo unnamed nameless
    なし 無し ナシ 無 ない いない 居ない 該当なし 該当者なし 特になし 特に無し とくになし 不明 未定 無名 名無し 名なし ななし
    誰も だれも 誰もいない だれもいない いません ありません なにも 何も 空 空欄 変化なし 変更なし
    """)
) | {"no one", "no name", "no change", "no changes", "not applicable", "no character"}
"""Words that mean an empty list."""

PRONOUNS = frozenset(
    word_list("""
    i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours
    ourselves they them their theirs themselves this that these those who whom someone somebody anyone anybody everyone
    everybody something anything everything one other another each both
    彼 彼女 かれ かのじょ わたし 私 わたくし あたし ぼく 僕 ボク おれ 俺 オレ わし 儂 おいら うち 自分 じぶん あなた 貴方 きみ 君 おまえ お前
    これ それ あれ こいつ そいつ あいつ この人 その人 あの人 この子 その子 あの子 こちら そちら あちら 誰 だれ 誰か だれか どなたか 何者か
    何か なにか ある人 ひとり 一人 本人 相手
    """)
)

GROUPS = frozenset(
    word_list("""
    all everyone everybody others friends family crew team group people villagers children kids animals folks
    townspeople townsfolk neighbours neighbors guests visitors crowd gang company party companions sailors pirates
    twins parents brothers sisters siblings
    みんな 皆 みな 皆さん みなさん 皆様 全員 一同 一行 仲間 なかま 家族 ふたり 二人 三人 四人 五人 六人 七人 八人 九人 十人 2人 3人 4人 5人
    人々 ひとびと 人びと 住人 住民 村人 町人 町の人 村の人 町の人々 村の人々 動物 どうぶつ 友だち ともだち 友達 お客さん 客 親子 兄弟
    姉妹 夫婦 双子 ふたご 乗組員 船員 クルー メンバー ほかの人 他の人 その他 ほか 子どもたち 子供たち
    """)
)

ROLES = frozenset(
    word_list("""
    narrator storyteller author reader listener user assistant protagonist hero heroine main-character character
    newcomer stranger traveller traveler child kid boy girl baby man woman person friend animal guest visitor captain
    navigator sailor pirate cook chef baker king queen prince princess knight wizard witch fairy doctor nurse teacher
    professor mayor farmer fisherman merchant shopkeeper innkeeper lamplighter clockmaker guard soldier detective
    inventor painter musician messenger gardener carpenter tailor blacksmith librarian mother father mum mom dad
    brother sister uncle aunt cousin neighbour neighbor villager leader helper guide monster creature ghost dragon
    name role string text example placeholder
    語り手 ナレーター 作者 読者 聞き手 主人公 ヒーロー ヒロイン キャラクター 登場人物 新しい仲間 新人 旅人 見知らぬ人 子ども 子供 こども 男の子
    女の子 少年 少女 赤ちゃん 赤ん坊 男 女 男の人 女の人 おとこ おんな 人 大人 若者 老人 友人 お客 船長 副船長 航海士 船乗り 海賊 料理人 料理長 コック
    パン屋 パン職人 王様 王さま 女王 女王様 女王さま 王子 王子様 王子さま 王女 姫 お姫さま お姫様 騎士 魔法使い 魔女 妖精 医者 お医者さん 看護師
    先生 博士 教授 村長 町長 市長 隊長 団長 農夫 漁師 商人 店主 店長 宿屋 門番 兵士 探偵 発明家 画家 音楽家 配達人 庭師 大工 仕立屋 鍛冶屋 司書
    隣人 案内人 道案内 怪物 おばけ お化け 幽霊 竜 ドラゴン 名前 役割 例
    """)
) | {"main character", "new character", "new friend", "old man", "old woman"}
"""Roles, kinds and placeholders that are no name by themselves. `Grandma` and `おばあさん` may be names."""

NUMBER_WORDS = frozenset(
    word_list("""
    two three four five six seven eight nine ten eleven twelve some several many few all both various most other
    """)
)
"""First words of a group in English (`two sailors`)."""
