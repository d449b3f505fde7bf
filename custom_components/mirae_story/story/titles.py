"""Titles, honorifics and other words that stand beside a name, as folded text.

They are taken off a name only where what remains is known: `くまさん` and `Captain Gantz` may be whole names.
"""

from .wordlist import word_list

EN_TITLES = frozenset(
    word_list("""
    the mr mr. mrs mrs. ms ms. miss mister missus mistress master madam madame ma'am sir dame lord lady dr dr. doctor
    prof prof. professor captain capt capt. cap'n skipper commander admiral commodore lieutenant major colonel general
    sergeant sgt. corporal private officer constable inspector detective sheriff marshal chief boss mayor president
    governor minister judge king queen prince princess emperor empress duke duchess baron baroness count countess
    earl knight squire sultan pharaoh saint st st. father mother brother sister reverend abbot monk nun uncle aunt
    auntie aunty grandma grandpa granny grandad granddad grandfather grandmother nana papa mama mum mom dad daddy
    mummy mommy cousin nurse coach chef farmer old little young big tiny small tall
    dear poor good kind wise brave great gentle sweet silly sleepy late lovely dearest beloved elder ghost
    """)
)
"""Words before (and after `the`) a name in English."""

EN_SUFFIXES = frozenset(
    {"jr", "jr.", "sr", "sr.", "san", "chan", "kun", "sama", "esq."}
)

JA_TITLES = word_list("""
        船長 せんちょう 副船長 艦長 機長 隊長 たいちょう 団長 班長 社長 店長 園長 校長 村長 町長 市長 会長 部長 課長 院長 館長
        駅長 所長 局長 室長 組長 座長 番長 長老 族長 酋長 首領 頭領 大将 将軍 大佐 中佐 少佐 大尉 中尉 少尉 軍曹 提督 司令官
        総督 大臣 大統領 総理 博士 はかせ 教授 先生 せんせい 先輩 後輩 師匠 ししょう 親方 おやかた 監督 コーチ 選手 棟梁
        王 王様 王さま おうさま 大王 国王 女王 女王様 女王さま じょおうさま 王子 王子様 王子さま おうじさま 王女 王女様 王女さま
        姫 ひめ 姫様 姫さま ひめさま お姫様 お姫さま おひめさま 皇帝 皇后 皇子 皇女 殿下 陛下 閣下 公爵 侯爵 伯爵 子爵 男爵
        騎士 勇者 仙人 和尚 神父 牧師 シスター ブラザー 巫女 探偵 刑事 警部 巡査 医師 看護師 料理長 航海士 コック シェフ
        キャプテン ドクター プロフェッサー ミスター ミス ミセス マダム レディ レディー サー ロード マスター マイスター
        プリンス プリンセス キング クイーン ボス リーダー チーフ ジェネラル セニョール ムッシュ マドモアゼル
        じい じいさん じいちゃん じいじ 爺 爺さん 爺や おじい おじいさん おじいちゃん お爺さん
        ばあ ばあさん ばあちゃん ばあば 婆 婆さん 婆や おばあ おばあさん おばあちゃん お婆さん
        おじさん おじちゃん おじさま 叔父さん 伯父さん おばさん おばちゃん おばさま 叔母さん 伯母さん
        兄 兄さん 兄ちゃん 兄貴 お兄さん お兄ちゃん おにいさん おにいちゃん にいさん にいちゃん
        姉 姉さん 姉ちゃん 姉貴 お姉さん お姉ちゃん おねえさん おねえちゃん ねえさん ねえちゃん
        坊 坊や ぼうや 坊ちゃん ぼっちゃん 嬢 嬢ちゃん お嬢さん お嬢様 お嬢さま 父さん 母さん お父さん お母さん
        おとうさん おかあさん パパ ママ 卿
        """)
"""Titles in Japanese that may stand before or after a name, longest first."""

JA_HONORIFICS = word_list(
    "さん ちゃん くん 君 様 さま 殿 どの たん ちん っち 氏 師 っぺ"
)
"""Honorifics in Japanese that follow a name, longest first."""

JA_EPITHETS = word_list("""
        小さな ちいさな 小さい ちいさい 大きな おおきな 大きい 年老いた 老いた 老 若い 若き 幼い やさしい 優しい かわいい
        いとしい 亡き 今は亡き 天国の 故 ちび ちびの 年寄りの としよりの のっぽの ふとっちょの
        """)
"""Describing words in Japanese that may stand before a name, longest first."""

JA_TIME_WORDS = tuple(
    word_list("""
    今日 昨日 明日 今夜 昨夜 今朝 今晩 翌朝 翌日 翌晩 毎朝 毎日 毎晩 毎年 先日 当時 以前 以来 最後 最初 最近 今 昔 朝 昼 夜 夕方 晩
    突然 結局 一方 実際 早速 直後 途中 後 前 間 時 日 中 翌年 去年 今年 来年 深夜 真夜中 夜中 午前 午後 全員 全部 普段 本当 当然 勿論
    """)
)
"""Kanji words that stand before a name without a mark between them."""
