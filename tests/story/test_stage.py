"""Who is there in a sentence: acting, speaking, met; or only remembered, dreamed, told of."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import HouseRules, Language

from .crews import crew, shop

THERE_EN = [
    "Elda smiled and poured the tea.",
    '"Good morning," said Elda.',
    '"Good morning!" Elda said.',
    "Elda was sitting by the stove.",
    "Then Elda came in with a basket.",
    "On the deck stood old Elda.",
    "Mina and Elda sailed on.",
    "Elda and Mina sailed on.",
    "Mina sat beside Elda and listened.",
    "Theo hugged Elda.",
    "Elda, the fortune teller, looked into her ball.",
    "Grandma Elda laughed loudly.",
    "Elda's eyes twinkled as she shuffled the cards.",
    "Mina took Elda's hand.",
    '"Look!" cried Theo, and Elda looked.',
    "Elda waved and Mina remembered the key.",
    "Mina remembered the key, and Elda waved at her.",
    "The Tide Witch stirred her pot.",
    "Suddenly, Elda appeared at the door.",
    "Elda's voice called from below.",
    "Mina asked Elda about the stars.",
    "Elda nodded.",
    "With a smile, Elda handed her the map.",
    "Elda slowly opened the box.",
    '"I have missed you," whispered Elda, holding her close.',
    "The door opened and in walked Elda.",
    "Elda, smiling, gave her a shell.",
    "Mina gave the cup to Elda.",
    "Elda is here to help them tonight.",
    "Mina, Theo, and Elda danced on the deck.",
    "Just then Elda jumped up.",
    '"Elda is coming up the ladder!" cried Theo.',
    "When Elda came into the room, everybody cheered.",
    "Lulu curled up on Elda's lap.",
    "ELDA SMILED.",
    "It was Elda who opened the door.",
    "There was Elda, with a lantern.",
    "As Elda stirred the soup, Mina sang.",
    "Elda told them a story about the moon.",
    "Elda's ghost floated over the deck and giggled.",
    "Elda had a cup of tea in her hand and smiled at Mina.",
    "Elda dreamed of the sea and smiled.",
    "Everyone, even Elda, sang along.",
    "Elda will lead them through the fog tonight, she said.",
    "Mina saw Elda on the pier.",
    "Elda the fortune teller shuffled her cards.",
    "Captain Mina and Elda were walking along the beach.",
    '"We are here," Elda said softly.',
    'Elda replied, "It is time."',
    "Elda: Come with me.",
    "Elda's smile was warm, and she held out a shell.",
    "With the help of Elda, Mina found the way.",
    "Mina followed Elda down the path.",
    "Elda ran to the rail.",
    "Elda couldn't believe her eyes.",
    "Elda began to sing.",
    "Elda tries to read the map.",
]
SPOKEN_OF_EN = [
    "Mina remembered how Elda used to smile.",
    "They put flowers on Elda's grave.",
    "Elda's portrait hung above the stove.",
    "Elda had taught her the song.",
    "The song that Elda sang was about the sea.",
    "The cup Elda gave her was blue.",
    "In her dream Elda smiled and waved.",
    "Mina dreamed that Elda came back.",
    '"Elda taught me this knot," said Mina.',
    '"Elda would have loved this," said Theo.',
    "Elda would have laughed.",
    "Years ago, Elda read the cards on this very deck.",
    "She thought of Elda.",
    "Mina missed Elda.",
    "It was the lamp that Elda had lit every night.",
    "Before she died, Elda wrote a letter.",
    "The letter from Elda said that the sea is kind.",
    "When Elda was alive, she sang every evening.",
    "The old song of Elda floated over the waves.",
    "Mina told Lulu a story about Elda.",
    "Elda died on night eight.",
    "Elda was gone, and the stove was cold.",
    "They named the island after Elda.",
    "As Elda always said, the sea is wide.",
    '"What would Elda do?" asked Mina.',
    "Without Elda the galley was quiet.",
    "They sang in memory of Elda.",
    "Mina imagined Elda laughing at them.",
    "Elda's old shawl lay on the chair.",
    "Elda's recipe book was on the shelf.",
    "Everybody loved Elda.",
    "Mina wished that Elda were here.",
    "It sounded as if Elda laughed in the wind.",
    "Theo wept for Elda.",
    "The way Elda laughed was like bells.",
    "Elda had always known the way.",
    '"Thank you, Elda," Mina whispered to the stars.',
    "The statue of Elda smiled down at the square.",
    "Once, Elda had hidden a shell here.",
    "Mina looked at Elda's empty chair.",
    "That was where Elda used to sit.",
    "The photograph showed Elda, smiling, with a parrot on her shoulder.",
    "Mina opened the book in which Elda had drawn the stars.",
    '"I miss Elda," said Lulu.',
    "They lit a candle for Elda.",
    "They talked about Elda until the moon rose.",
    "It was a note from Elda.",
    "Elda's stories were still told on the ship.",
    "She read the letter that Elda wrote.",
    "Elda is no longer with them.",
    "Elda is not here any more.",
    "Mina heard Elda's voice in her heart.",
    "The compass had belonged to Elda.",
    "Mina still wore the ring of Elda.",
    "Elda never came back, but her song stayed.",
]
THERE_JA = [
    "エルダは笑って、お茶をついだ。",
    "「おはよう」とエルダが言った。",
    "エルダが「おはよう」と言いました。",
    "エルダはうなずいた。",
    "甲板にエルダがいた。",
    "エルダとミナは、海を見た。",
    "ミナとエルダは、海を見た。",
    "ミナはエルダのとなりにすわった。",
    "テオはエルダに話しかけた。",
    "エルダおばあさんが、水晶玉をみがいている。",
    "占い師のエルダは、カードをならべた。",
    "エルダの目がきらりと光った。",
    "ルルはエルダのひざにのった。",
    "エルダが手をふると、ミナは思い出した。",
    "潮の魔女は、なべをかきまぜた。",
    "とつぜん、エルダがあらわれた。",
    "エルダさんも、いっしょに歌いました。",
    "ミナはエルダと手をつないで歩いた。",
    "「こっちだよ。」エルダが言いました。",
    "エルダ「こっちだよ」",
    "そこに立っていたのは、エルダだった。",
    "「うん」と、エルダ。",
    "エルダは水晶玉をのぞきこんで、「明日は晴れるよ」と言った。",
    "エルダも、テオも、声をあげて笑いました。",
    "ミナは、エルダが笑うのを見た。",
    "エルダたちは、島についた。",
    "「エルダが来たよ！」とテオがさけんだ。",
    "エルダがやってきて、スープをよそってくれた。",
    "ミナはエルダを抱きしめた。",
    "エルダは、ミナの手をにぎった。",
    "エルダの声がした。",
    "テオが歌うと、エルダがおどりだした。",
    "エルダはだまって海をながめている。",
    "夜になると、エルダは星の話をしてくれた。",
    "ミナ、テオ、エルダの三人は、甲板に出た。",
    "エルダはびっくりして、目をまるくしました。",
    "エルダは甲板で、みんなといっしょに歌を歌った。",
    "エルダは言った。「さあ、行こう。」",
]
SPOKEN_OF_JA = [
    "ミナは、エルダが笑っていたのを思い出した。",
    "エルダのお墓に、花をそなえた。",
    "エルダが教えてくれた歌を、みんなで歌った。",
    "エルダがくれたお守りが、光った。",
    "昔、エルダはこの船で歌っていた。",
    "エルダは、いつもここで星を見ていた。",
    "夢の中で、エルダが笑っていた。",
    "「エルダなら、なんと言うかな」とテオが言った。",
    "「エルダは星がすきだったね」とミナが言った。",
    "エルダは第八夜に亡くなりました。",
    "エルダはもういない。",
    "ミナはエルダに会いたくなった。",
    "壁には、エルダの絵がかかっている。",
    "エルダの手紙には、「海はやさしい」と書いてあった。",
    "エルダの思い出を、みんなで話した。",
    "エルダはやさしい人だった。",
    "まるでエルダが笑っているようだった。",
    "エルダも、きっと空から見ているだろう。",
    "エルダの古いショールが、いすにかかっていた。",
    "エルダのすきだった歌を、ひとつ歌った。",
    "エルダが生きていたころ、この船はもっとにぎやかだった。",
    "エルダという名前の島があった。",
    "エルダがよく作ってくれたスープのにおいがした。",
    "「ありがとう、エルダ」と、ミナは星に言った。",
    "エルダのいない夜は、すこしさびしい。",
    "これは、エルダが残した水晶玉だ。",
    "エルダに教わった結び方で、ロープを結んだ。",
    "エルダにもらった貝がらを、ミナは耳にあてた。",
    "もしエルダがいたら、笑っただろう。",
    "エルダのことを思うと、胸があたたかくなった。",
    "エルダは、みんなの心の中にいる。",
    "テオは、エルダの話をルルにしてあげた。",
    "エルダが言っていたとおり、風が変わった。",
    "エルダの水晶玉が、ぽうっと光った。",
    "エルダのために、ろうそくをともした。",
    "エルダが座っていたいすは、空っぽのままだ。",
    "「エルダが教えてくれたんだ」とミナは言った。",
    "ミナは、エルダが昔くれた地図をひろげた。",
    "エルダを思って、みんなは目をとじた。",
]
BACK_EN = [
    'Garo climbed over the rail with a sack. "I am back!" he called.',
    'A boat came near. In it sat Garo. Mina laughed. "Welcome home, Garo!"',
    "Garo came back that evening. He stirred the soup. Garo sang.",
    "The old cook had returned. Garo stood at the stove.",
    "At last Garo returned to the ship. Garo cooked beans.",
    '"Ahoy!" called a voice. It was Garo, home from his village. Garo hugged Mina.',
    "Garo had come to visit them. Garo told them all about his turnips.",
    "Mina thought of Garo, far away in his village.",
    "A letter from Garo lay on the table. Garo wrote that his goats were well.",
    "Garo had left them last spring. Mina still had his ladle.",
    '"I wonder what Garo is doing," said Theo.',
    "They all missed Garo and his soup.",
    "Far away, Garo was stirring his own pot.",
    "Garo used to sit here.",
    "Mina cooked the soup as Garo had taught her.",
    'Someone knocked. "Garo!" cried Mina. "You came back!" Garo grinned.',
    "In her dream Garo was stirring a pot. Garo gave her a spoon. It was full of stars. Garo winked.",
    "Mina remembered the day when Garo came aboard. He had a big hat. Garo sang all day. Garo never stopped.",
]
NOT_BACK_EN = [
    "Garo stirred the soup. It was good. They ate. They slept.",
    "Mina came back to the kitchen. Garo handed her a spoon. They ate. They slept.",
    "Garo laughed. Theo returned with the map. Lulu slept. Night fell.",
    "Mina woke. Garo was asleep in his hammock. Lulu purred. Theo sang.",
    "The mother bird came back. Garo fed her. She ate. All was well.",
]
BACK_JA = [
    "ガロが小舟にのってやってきた。「ただいま！」と、ガロは笑った。",
    "桟橋にガロが立っていた。ミナはかけよった。「おかえりなさい！」",
    "その日、ガロが船に帰ってきた。ガロはスープを作った。",
    "なつかしい声がした。ガロだった。ひさしぶりに会う料理人は、日にやけていた。",
    "ガロからの手紙がとどいた。ガロは村で元気に暮らしているらしい。",
    "「ガロは今ごろ、どうしているかな」とテオが言った。",
    "ガロがよく作ってくれたスープを、ミナは思い出した。",
    "ガロは去年の春、村へ帰っていった。",
    "村に着くと、ガロが手をふって出むかえてくれた。「みんな、ひさしぶりだなあ。」",
    "ミナは夢を見た。ガロが大きななべをかきまぜていた。ガロはにっこり笑って、おたまをさしだした。そこで目がさめた。",
    "ガロに教わったとおりに、テオは豆を煮た。",
    "ガロがいないので、料理は当番で作ることになった。",
    "遠くの村で、ガロも同じ月を見ているだろう。",
]
NOT_BACK_JA = [
    "ガロはスープをよそった。みんなで食べた。おいしかった。夜になった。",
    "ミナが帰ってきた。ガロはお茶をいれた。みんなで飲んだ。夜になった。",
    "ガロとテオは、いかりをあげた。船はすすんだ。星が出た。ルルはねむった。",
    "朝になると、ガロが目をさました。ルルがないた。テオが歌った。ミナはうなずいた。",
]

SHOP_THERE_EN = [
    "Corin was already at his bench, humming.",
    "Old Tick wound the big clock and winked at Bram.",
    '"You are late," grumbled Corin from behind the counter.',
    "Together, Odile and Corin opened the case.",
    "Corin's laugh filled the shop.",
    "She turned, and Corin was standing there.",
    "Corin offered her a biscuit.",
    "Bram waved to Corin across the square.",
    '"Well done," Corin told her.',
    "Odile showed Corin the tiny gear.",
    "Behind the counter, Corin polished a spring.",
    "It was Corin's turn to make tea, so he put the kettle on.",
    "Corin, who had been asleep, opened one eye.",
    '"Tick, tock," sang Corin.',
    "Corin and Bram played cards until midnight.",
    "Corin yawned, stretched, and went to bed.",
    "Odile sat between Bram and Corin on the bench.",
    "Corin joined them at the table.",
    "Everyone was there: Bram, Odile, and even Corin.",
    "Corin shook his head slowly.",
    "Next to her, Corin snored.",
    "Later that night Corin knocked at the door.",
    "Professor Corin explained how the gears worked.",
    "Corin's hands trembled as he lifted the lid.",
    "Corin is waiting at the gate.",
]
SHOP_SPOKEN_OF_EN = [
    "Odile wound the clock that Corin had made for the mayor.",
    "Corin's old tools hung in a row above the bench.",
    "She could almost hear Corin say that a clock needs patience.",
    '"Corin said a clock needs patience," Odile told Bram.',
    '"Corin always put the small screws in the blue tin," said Bram.',
    "It was Corin's favourite chair, and nobody sat in it.",
    "Under the floor they found a box with Corin's name on it.",
    "The watch had once been Corin's.",
    "Corin had been her teacher for nine years.",
    "On the wall hung a picture of Corin holding a very large key.",
    "She did it just the way Corin had shown her.",
    "They told the children about Corin and his hundred clocks.",
    "Since Corin died, the tower clock had been slow.",
    "In Corin's diary there was a drawing of a moon.",
    '"I wish Corin could see this," said Odile.',
    "If Corin were here, he would laugh.",
    "Nobody had opened the drawer since Corin's time.",
    "Corin would have been proud.",
    "She put the flowers where Corin lay.",
    "They named the new clock Corin.",
    "Bram hummed the tune that Corin used to whistle.",
    "When Odile was small, Corin had let her hold the lamp.",
    "Corin was buried under the lime tree.",
    "There was no one like Corin.",
    "The bell rang nine times, once for every year with Corin.",
    '"Who was Corin?" asked the boy.',
    "Corin's clock struck nine.",
    "The shop still smelled of Corin's tobacco.",
    'Odile read from Corin\'s letter: "Be kind to the small wheels."',
    "That night the stars over Corin's grave were very bright.",
    "Odile missed Corin most in the evenings.",
    "It reminded her of Corin.",
]
SHOP_THERE_JA = [
    "源じいは、いすにすわってパイプをくゆらせていた。",
    "げんさんが粉のふくろをかついできた。",
    "さくらは花たばをかかえて、店に入ってきた。",
    "さくらちゃんが「はい、どうぞ」と花をくれた。",
    "はなは源じいといっしょにパンを焼いた。",
    "もくは、さくらの肩にとまった。",
    "「おはよう」源じいがあくびをしながら言いました。",
    "源じいがにっこりうなずきました。",
    "そのとき、さくらが走ってきた。",
    "源じいは、はなの頭をなでた。",
    "さくらと、はなと、もくは、川へ行きました。",
    "はなが戸をあけると、そこにはさくらが立っていました。",
    "「わしにまかせておけ」と、源じいは胸をたたいた。",
    "さくらは、にこにこしています。",
    "源じいも目を細めて笑いました。",
    "源じいの手が、そっとはなの手をにぎった。",
    "さくら「いっしょに行こう」",
    "夕方、源じいがスープを作ってくれました。",
    "はなはさくらに手をふった。",
    "源じいは空を見上げて、「明日は雨だな」とつぶやいた。",
]
SHOP_SPOKEN_OF_JA = [
    "源じいのいすは、今も窓べにある。",
    "源じいが作ったうすで、もくは粉をひいた。",
    "「源じいに見せたかったね」と、はなは言った。",
    "さくらの花が、いっせいに咲いた。",
    "さくらの木の下で、みんなはおにぎりを食べた。",
    "源じいがいなくなってから、店は静かになった。",
    "「源じいはいつも、ゆっくりでいいと言っていたよ」ともくが言った。",
    "はなは、さくらのことを思い出して、すこし泣いた。",
    "源じいの歌を、もくが口ずさんだ。",
    "源じいが亡くなって、もう三年になる。",
    "さくらのお墓に、二人は花をかざった。",
    "棚には、源じいの写真がかざってある。",
    "もし源じいが生きていたら、なんと言うだろう。",
    "それは、源じいがはなに残した手紙だった。",
    "源じいに教わったとおりに、生地をこねた。",
    "はなは、源じいの言葉を胸の中でくりかえした。",
    "源じいのパンの作り方が、ノートに書いてあった。",
    "昔、さくらはこの橋の上で歌っていた。",
    "源じいのように、はなはゆっくり粉をふるった。",
    "星になった源じいが、空で光っている。",
    "さくらが好きだった黄色い花が、風にゆれた。",
    "源じいがよくすわっていた石に、ねこがねている。",
    "「さくらちゃんの花、きれいだね」ともくが言った。",
    "源じいゆずりの歌を、みんなで歌った。",
]


def codes(language, text, check="check_line", cast=crew):
    gate = Gate(cast(language), language, HouseRules())
    found = {str(violation) for violation in getattr(gate, check)(text)}
    return found - {"too_short", "protagonist_missing"}


@pytest.mark.parametrize("text", THERE_EN)
def test_the_dead_may_not_act_en(text):
    assert codes(Language.EN, text) == {"dead_acts:Elda"}


@pytest.mark.parametrize("text", THERE_JA)
def test_the_dead_may_not_act_ja(text):
    assert codes(Language.JA, text) == {"dead_acts:エルダ"}


@pytest.mark.parametrize("text", SPOKEN_OF_EN)
def test_the_dead_may_be_remembered_en(text):
    assert codes(Language.EN, text) == set()


@pytest.mark.parametrize("text", SPOKEN_OF_JA)
def test_the_dead_may_be_remembered_ja(text):
    assert codes(Language.JA, text) == set()


@pytest.mark.parametrize("text", BACK_EN)
def test_the_departed_may_return_or_be_spoken_of_en(text):
    assert codes(Language.EN, text, "check_prose") == set()


@pytest.mark.parametrize("text", BACK_JA)
def test_the_departed_may_return_or_be_spoken_of_ja(text):
    assert codes(Language.JA, text, "check_prose") == set()


@pytest.mark.parametrize("text", NOT_BACK_EN)
def test_the_departed_may_not_simply_be_there_en(text):
    assert codes(Language.EN, text, "check_prose") == {"departed_present:Garo"}


@pytest.mark.parametrize("text", NOT_BACK_JA)
def test_the_departed_may_not_simply_be_there_ja(text):
    assert codes(Language.JA, text, "check_prose") == {"departed_present:ガロ"}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (Language.EN, "Mina dreamed of the sea. Elda smiled. Elda sang.", False),
        (Language.EN, "Mina dreamed of the sea. Then she woke. Elda smiled.", True),
        (Language.EN, "Theo told them an old story. Elda sang in it.", False),
        (Language.EN, "Theo told them an old story. Suddenly Elda sang.", True),
        (Language.EN, "Theo told an old story. So. So. So. So. Elda sang.", True),
        (Language.JA, "ミナは夢を見た。エルダが笑った。", False),
        (Language.JA, "ミナは夢を見た。そこで目がさめた。エルダが笑った。", True),
        (Language.JA, "ミナは昔のことを思い出した。エルダが笑った。", False),
        (Language.JA, "ミナは昔のことを思い出した。とつぜん、エルダが笑った。", True),
    ],
)
def test_dreams_and_memories_go_on_for_a_while(language, text, expected):
    assert bool(codes(language, text, "check_prose")) is expected


def test_a_memory_ends_with_its_paragraph():
    gate = Gate(crew(Language.EN), Language.EN, HouseRules())
    assert not gate.offer("Theo told them an old story.\n\n").violations
    assert gate.offer("Elda sang.").violations


@pytest.mark.parametrize("text", SHOP_THERE_EN)
def test_another_cast_there_en(text):
    assert codes(Language.EN, text, cast=shop) == {"dead_acts:Corin"}


@pytest.mark.parametrize("text", SHOP_SPOKEN_OF_EN)
def test_another_cast_spoken_of_en(text):
    assert codes(Language.EN, text, cast=shop) == set()


@pytest.mark.parametrize("text", SHOP_THERE_JA)
def test_another_cast_there_ja(text):
    assert len(codes(Language.JA, text, cast=shop)) == 1


@pytest.mark.parametrize("text", SHOP_SPOKEN_OF_JA)
def test_another_cast_spoken_of_ja(text):
    assert codes(Language.JA, text, cast=shop) == set()
