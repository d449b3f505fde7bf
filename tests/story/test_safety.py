"""What is unsafe, what is an exit, and how many harmless sentences look like that."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import (
    DeathPolicy,
    HouseRules,
    Language,
)
from custom_components.mirae_story.story.safety import (
    CONTACTS,
    HARMS,
    harm_in,
    is_unsafe,
)

from .crews import crew

HARMLESS_EN = [
    "Mina cut the bread with a long knife and passed it around.",
    "Theo hurt himself on a thorn, and Lulu licked his paw.",
    "They killed time by counting gulls.",
    "A drop of red jam fell on her sleeve.",
    "The pirate drew his wooden sword and bowed.",
    "Mina shot him a smile.",
    "The old man drank a cup of warm milk.",
    '"I am so tired," yawned Theo, "I could sleep for a week."',
    "The wind whipped them along.",
    "The crab waved its claws and pulled its legs in.",
    "Lulu caught a fish by the tail.",
    "Mina lit the lamp and smoked some herring.",
    "The gun-metal sky turned blue.",
    "At twelve Bell Lane there lived a clock.",
    "The lighthouse was built in 1845, and there were 3-4 rooms.",
    "Mina counted 1, 2, 3, 4, 5 stars.",
    '"I want to stay here for ever," said Theo.',
    "Mina left the harbour at dawn, and the sea was calm.",
    "Mina and Theo sailed away from the island and never came back to it.",
    "Mina nearly died laughing.",
    "Mina was dead tired.",
    "Theo played dead on the carpet, and Lulu poked him.",
    '"If I died," said Theo, "you would get my hat."',
    "Theo thought for a moment that Mina had left for good, but she was behind the sail.",
    "Theo dreamed that he died.",
    "The flowers died in winter.",
    "The doctor gave Theo two spoons of medicine, and he felt better.",
    "She swallowed the pill with a glass of water and made a face.",
    "They threw stones into the water.",
    "They threw pebbles at the moon's reflection.",
    "The boys laughed as the puppy chased its tail.",
    "Don't tell anyone, it is a surprise party!",
    "Mina kissed Lulu on the nose.",
    "Theo kicked the ball over the rail.",
    "Lulu scratched at the door with her paw.",
    "Mina beat the eggs with a whisk.",
    "The drum beat softly.",
    "Mina hit the drum again and again.",
    "She had a scratch on her arm from the rosebush.",
    "The planet Venus shone above the mast like a fairy lamp.",
    "A spell of rain kept them in.",
    "Theo was a wizard with knots.",
    '"Call me at nine," said Theo.',
    "Mina took off her coat and jumped into the naked sunshine.",
    "The old clock had stopped for good.",
    "Lulu disappeared under the bed and never came back until supper.",
    "Theo's heart stopped for a moment, then he laughed.",
    "They left the lamp on for ever.",
    "The thief stole the moon, but he gave it back.",
    "A storm was coming, and the waves hit the ship again and again.",
    "Theo cut his finger on a shell, and Mina put a plaster on it.",
    '"Don\'t be afraid," said Mina, and held his hand in the dark.',
    "A huge shadow moved, and Lulu hid, but it was only a coat.",
    "The dragon breathed fire on the marshmallows.",
    "Mina fell into the water, and Theo pulled her out.",
    "They were lost and hungry, and Theo cried a little.",
    "The witch locked the door, and Mina found another way out.",
    "The wolf wanted to eat them, but they gave it soup.",
    "He pulled off his boots and put his feet in the sea.",
    "Theo took the medicine, and soon his tummy felt warm.",
    "The pirates waved their swords and shouted.",
    '"I wish I could disappear," said Theo, blushing.',
    "Mina threw a rope to the drowning beetle and saved it.",
    "The bee stung Theo on the nose.",
    "A wounded bird lay on the deck, and Mina bandaged its wing.",
    "The hunter aimed his bow at the target and hit the middle.",
    "Mina left the cabin for a moment.",
    "Mina went to bed and slept like a stone.",
    '"We will never come back here," said Theo.',
    "Mina never came back late.",
    "Theo lay dead still and listened.",
    "The fire died, and they went to bed.",
    "The old king had died long ago.",
    "Mina said goodbye to the island for ever, and the ship sailed on.",
    "Nobody knew the number, not even 12 or 13.",
    "She gave the goldfish a new bowl at 3 o'clock.",
    "They drank hot chocolate until they were full.",
    "Lulu scratched herself behind the ear.",
    "Theo burned himself on the stove, and it hurt a little.",
]
HARMLESS_JA = [
    "ミナはナイフでパンを切った。",
    "蜂がテオの鼻を刺した。",
    "息を殺して、みんなは待った。",
    "赤いジャムが袖についた。",
    "テオは笑いころげて、おかしくて死ぬかと思った。",
    "「もうずっとここにいたいな」とテオが言った。",
    "ミナは朝早く港を出た。",
    "ミナたちは島をはなれ、もう二度と戻らなかった。",
    "テオは死んだふりをした。",
    "ルルは夢の中で死んだ。",
    "花が枯れて、冬が来た。",
    "テオは薬を飲んで、早く寝た。",
    "川に石を投げて遊んだ。",
    "ルルは自分のしっぽを追いかけた。",
    "ミナは服を脱いで、川にとびこんだ。",
    "テオは裸足で走った。",
    "これはみんなにはないしょのパーティーだ。",
    "ミナはルルのおでこにキスをした。",
    "テオはボールを蹴った。",
    "ばらのとげで、腕をひっかいた。",
    "いじめられていたかめを、ミナが助けた。",
    "熱いお湯をたらいに入れて、足をあたためた。",
    "火が消えたので、ミナはランプをつけた。",
    "ミナは杖をついたおばあさんに道をゆずった。",
    "血のつながった兄弟のように、ふたりは仲がいい。",
    "必死に坂をのぼった。",
    "テオは目をさまし、もう起きなければいけないと思った。",
    "ミナは「消えたいくらいはずかしい」と笑った。",
    "朝になれば、目がさめる。",
    "テオはもう泣かなかった。",
    "三丁目の角に、ねこがいた。",
    "星が12個、山の上に光った。",
    "魔法のようにきれいな夕やけだった。",
    "ガロは去年亡くなったのだった。",
    "「もしぼくが死んだら」とテオは言いかけて、やめた。",
    "ミナはテオがもう戻らないのではないかと心配した。",
    "ルルは毛布にもぐって、もう朝まで戻らなかった。",
    "嵐が来て、波が何度も船をたたいた。",
    "テオは貝がらで指を切ったので、ミナがばんそうこうをはった。",
    "大きな影が動いて、ルルはかくれたが、それはただのコートだった。",
    "竜は火をふいて、マシュマロを焼いた。",
    "ミナは海に落ちたが、テオが引きあげた。",
    "海賊たちは剣をふりまわしてさけんだ。",
    "「はずかしくて消えてしまいそう」とテオは赤くなった。",
    "けがをした鳥が甲板にいたので、ミナは羽に包帯をまいた。",
    "狩人は弓で的をねらった。",
    "ミナはすこしのあいだ、船長室をはなれた。",
    "ミナは石のようにぐっすり眠った。",
    "「ここにはもう来ないね」とテオが言った。",
    "火がしずかに消えた。",
    "むかし、王さまが亡くなった。",
    "みんなはあたたかいココアを飲んだ。",
    "ルルは耳のうしろをひっかいた。",
    "テオはなべで指をやけどして、ちょっと泣いた。",
    "ミナは夜おそくまで帰ってこなかった。",
    "テオはおなかをかかえて、笑い死にしそうだった。",
    "ミナは薬草を煮て、テオに飲ませた。",
    "ルルは、ねずみを追いかけたが、つかまえなかった。",
    "虫の羽の音が聞こえる。",
    "ミナは自分の手を見た。",
    "魚をつって、みんなで食べた。",
    "かえるがぴょんととんで、テオの頭にのった。",
]
WRONG = [
    (Language.EN, "Mina stabbed him.", "unsafe"),
    (Language.EN, "He pulled the wings off the fly and laughed.", "unsafe"),
    (Language.EN, "The guards strangled the old man.", "unsafe"),
    (Language.EN, "He pointed his gun at the captain.", "unsafe"),
    (Language.EN, "Blood ran down his arm.", "unsafe"),
    (Language.EN, '"I want to die," said Theo.', "unsafe"),
    (Language.EN, "Theo cut himself with a razor because he was sad.", "unsafe"),
    (Language.EN, "They got drunk on rum.", "unsafe"),
    (Language.EN, "Call 555-0134 now.", "unsafe"),
    (Language.EN, "Write to me at kid@mail.com.", "unsafe"),
    (Language.EN, "Come to 12 Baker Street alone.", "unsafe"),
    (Language.EN, "They threw stones at the frog until it stopped moving.", "unsafe"),
    (Language.EN, "He tied a can to the cat's tail and laughed.", "unsafe"),
    (Language.EN, "They made love all night.", "unsafe"),
    (Language.EN, "She smoked a cigarette.", "unsafe"),
    (Language.EN, "Mina died in the night.", "protagonist_exits"),
    (Language.EN, "Mina left the ship for good.", "protagonist_exits"),
    (Language.EN, "Mina moved to the city and never came back.", "protagonist_exits"),
    (Language.EN, "Mina passed away peacefully.", "protagonist_exits"),
    (Language.EN, "Theo died that evening.", "death_told:Theo"),
    (Language.EN, "Theo drew his last breath.", "death_told:Theo"),
    (Language.EN, "The kraken killed Theo.", "death_told:Theo"),
    (Language.EN, "Lulu was dead.", "death_told:Lulu"),
    (
        Language.EN,
        "He poked the turtle with a stick again and again, for fun.",
        "unsafe",
    ),
    (Language.EN, '"Nobody would miss me," he said.', "unsafe"),
    (Language.EN, "Don't tell your parents about it.", "unsafe"),
    (Language.JA, "ミナはナイフで男の腕を刺した。", "unsafe"),
    (Language.JA, "男は銃をつきつけた。", "unsafe"),
    (Language.JA, "血が流れて、床が赤くなった。", "unsafe"),
    (Language.JA, "「もう死にたい」とテオは言った。", "unsafe"),
    (Language.JA, "テオは自分の腕を切った。", "unsafe"),
    (Language.JA, "みんなで酒を飲んで、酔っぱらった。", "unsafe"),
    (Language.JA, "電話番号は090-1234-5678だよ。", "unsafe"),
    (Language.JA, "子どもたちは、かえるに石を投げつけた。", "unsafe"),
    (Language.JA, "テオは虫の羽をむしりとった。", "unsafe"),
    (Language.JA, "テオは弟をなぐった。", "unsafe"),
    (Language.JA, "お母さんにはないしょで、ひとりでおいで。", "unsafe"),
    (Language.JA, "ミナは静かに息を引き取った。", "protagonist_exits"),
    (Language.JA, "ミナは遠くの国へ旅立ち、二度と戻らなかった。", "protagonist_exits"),
    (Language.JA, "ミナはみんなに永遠の別れをつげた。", "protagonist_exits"),
    (Language.JA, "その夜、テオは亡くなりました。", "death_told:テオ"),
    (Language.JA, "テオは波にのまれて、この世を去った。", "death_told:テオ"),
    (Language.JA, "ルルはもう死んでいた。", "death_told:ルル"),
    (Language.EN, "The man hit Theo in the face until his nose bled.", "unsafe"),
    (Language.EN, "She plunged the dagger into his chest.", "unsafe"),
    (Language.EN, "He cut off the pirate's hand with a sword.", "unsafe"),
    (Language.EN, "Theo swallowed a handful of pills and lay down.", "unsafe"),
    (Language.EN, "Theo held the blade against his wrist.", "unsafe"),
    (Language.EN, '"I don\'t want to live any more," whispered Theo.', "unsafe"),
    (Language.EN, "They set the cat's tail on fire and cheered.", "unsafe"),
    (Language.EN, "He whipped the donkey until it fell.", "unsafe"),
    (Language.EN, "The soldiers shot the prisoners one by one.", "unsafe"),
    (Language.EN, "Mina drank wine until the room spun.", "unsafe"),
    (Language.EN, "They buried him alive and laughed at his screams.", "unsafe"),
    (Language.EN, "He locked Lulu in a box without food and laughed.", "unsafe"),
    (Language.EN, "They took off their clothes and kissed in bed.", "unsafe"),
    (Language.EN, "His head rolled across the floor.", "unsafe"),
    (Language.EN, "You can reach me at 020 7946 0958.", "unsafe"),
    (Language.EN, "Theo smoked the strange leaves and saw colours.", "unsafe"),
    (Language.EN, "They drowned the kitten in a bucket.", "unsafe"),
    (Language.EN, "The giant ripped the man's arm off.", "unsafe"),
    (Language.EN, "Theo wished he had never been born.", "unsafe"),
    (
        Language.EN,
        "That winter Mina closed her eyes for the last time.",
        "protagonist_exits",
    ),
    (
        Language.EN,
        "Mina packed her bag, said goodbye to everyone, and left the ship forever.",
        "protagonist_exits",
    ),
    (
        Language.EN,
        "And so Mina went away, and she was never seen again.",
        "protagonist_exits",
    ),
    (Language.EN, "Mina drowned in the storm.", "protagonist_exits"),
    (Language.EN, "Captain Mina would never return.", "protagonist_exits"),
    (
        Language.EN,
        "Theo fell asleep in the snow and never woke again.",
        "death_told:Theo",
    ),
    (Language.EN, "Old Theo breathed his last as the sun rose.", "death_told:Theo"),
    (Language.EN, "Lulu had died.", "death_told:Lulu"),
    (Language.JA, "男はミナの顔を何度もなぐった。", "unsafe"),
    (Language.JA, "海賊は刀をふりおろし、男の腕を切りおとした。", "unsafe"),
    (Language.JA, "テオはナイフを自分の手首にあてた。", "unsafe"),
    (Language.JA, "「もう生きていたくない」とテオはつぶやいた。", "unsafe"),
    (Language.JA, "みんなでねこのしっぽに火をつけて、笑った。", "unsafe"),
    (Language.JA, "ろばがたおれるまで、むちで打った。", "unsafe"),
    (Language.JA, "兵隊が、つぎつぎに人を撃った。", "unsafe"),
    (Language.JA, "テオは青いつぶを飲んで、頭がふわふわした。", "unsafe"),
    (Language.JA, "ふたりは服をぬいで、ベッドで抱きあった。", "unsafe"),
    (Language.JA, "子ねこをバケツの水にしずめた。", "unsafe"),
    (Language.JA, "ぼくの家は、みどり市さくら町2-3-4だよ。", "unsafe"),
    (Language.JA, "弟を暗い物置に閉じこめて、泣く声を聞いて笑った。", "unsafe"),
    (Language.JA, "ミナはワインを何ばいも飲んで、ふらふらになった。", "unsafe"),
    (Language.JA, "ミナは、眠るように亡くなりました。", "protagonist_exits"),
    (Language.JA, "ミナは船をおりて、もう帰ってきませんでした。", "protagonist_exits"),
    (Language.JA, "ミナは遠い町へ引っ越しました。", "protagonist_exits"),
    (Language.JA, "ミナはみんなと別れ、永遠に旅立っていった。", "protagonist_exits"),
    (Language.JA, "テオは、波にさらわれて死んでしまいました。", "death_told:テオ"),
    (Language.JA, "ルルの心臓が、しずかに止まった。", "death_told:ルル"),
    (Language.JA, "テオは息をひきとった。", "death_told:テオ"),
]


def codes(language, text):
    rules = HouseRules(death_policy=DeathPolicy.NEVER)
    gate = Gate(crew(language), language, rules, genre="everyday_life")
    return {str(violation) for violation in gate.check_line(text)}


@pytest.mark.parametrize("text", HARMLESS_EN)
def test_harmless_en(text):
    assert codes(Language.EN, text) == set()


@pytest.mark.parametrize("text", HARMLESS_JA)
def test_harmless_ja(text):
    assert codes(Language.JA, text) == set()


@pytest.mark.parametrize(("language", "text", "expected"), WRONG)
def test_wrong(language, text, expected):
    assert codes(language, text) == {expected}


@pytest.mark.parametrize(
    ("language", "before", "text"),
    [
        (Language.EN, "He had blue pills.", "Theo swallowed two and began to giggle."),
        (Language.JA, "男は青い錠剤を出した。", "テオが飲むと、体がふわふわした。"),
    ],
)
def test_what_only_two_sentences_tell(language, before, text):
    assert not is_unsafe(before, language)
    assert not is_unsafe(text, language)
    assert is_unsafe(text, language, before)
    assert not is_unsafe("Good.", language, f"{before}\n{text}")


@pytest.mark.parametrize("policy", [DeathPolicy.ALLOW, DeathPolicy.ASK])
def test_a_death_may_be_told_where_the_family_allows_it(policy):
    rules = HouseRules(death_policy=policy)
    gate = Gate(crew(Language.EN), Language.EN, rules)
    assert not gate.check_line("Theo died that evening.")
    assert gate.check_line("Mina died that evening.")


def test_an_exit_in_a_dream_is_none():
    gate = Gate(crew(Language.EN), Language.EN, HouseRules())
    assert not gate.check_line("Theo dreamed a sad dream. Mina left the ship for good.")


def test_every_list_says_why_it_is():
    groups = [*CONTACTS, *(harm for harms in HARMS.values() for harm in harms)]

    assert len({harm.name for harm in groups}) < len(groups)
    for harm in groups:
        assert harm.patterns or harm.carried
        assert harm.reason.endswith(".")


def test_it_says_which_list_spoke():
    found = harm_in("write to me@example.org", Language.EN)

    assert found is not None
    assert found.name == "link"
