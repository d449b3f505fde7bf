"""What prose plainly tells of deaths and farewells: other names and wordings than the cases have."""

import pytest

from custom_components.mirae_story.story.evidence import (
    Told,
    death_of,
    farewell_of,
    tells_death,
    tells_farewell,
)
from custom_components.mirae_story.story.masks import found_in, mask, spellings
from custom_components.mirae_story.story.model import Cast, Character, Language

EN = Cast(
    (
        Character(name="Nora", role="gardener", protagonist=True),
        Character(name="Pip", role="robin", aliases=("Redbreast",)),
        Character(name="Otto", role="beekeeper"),
        Character(name="Uncle Finn", role="postman"),
    )
)
JA = Cast(
    (
        Character(name="そら", role="花屋", protagonist=True),
        Character(name="ゲンさん", role="大工", aliases=("ゲン",)),
        Character(name="モモ", role="うさぎ"),
        Character(name="健太", role="パン屋"),
    )
)
MORE_EN = Cast(
    (
        Character(name="Wren", role="tailor", protagonist=True),
        Character(name="Basil", role="fox"),
        Character(name="Grandpa Moe", role="fisherman"),
        Character(name="Ivy", role="mole", aliases=("Digger",)),
    )
)
MORE_JA = Cast(
    (
        Character(name="アキ", role="郵便屋", protagonist=True),
        Character(name="ゴロウ", role="くま"),
        Character(name="すず", role="ねずみ"),
        Character(name="トキ婆", role="織り手", aliases=("婆さま",)),
    )
)
CASTS = (
    (EN, Language.EN),
    (MORE_EN, Language.EN),
    (JA, Language.JA),
    (MORE_JA, Language.JA),
)
REFUTED = {Told.NOT_REAL, Told.THERE_AFTERWARDS}


def told(find, who, prose):
    cast, language = next(each for each in CASTS if each[0].named(who))
    return find(cast.named(who), prose, cast, language)


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        ("Otto", "Otto died in the night."),
        ("Otto", "That night Otto died peacefully in his sleep. Nora wept."),
        (
            "Otto",
            "In the early hours old Otto passed away, and the bees were told. Nora stayed with the hives.",
        ),
        ("Otto", "Otto, who had been ill since spring, died on Sunday."),
        ("Otto", "Otto the beekeeper was dead. Nora sat down on the step."),
        ("Otto", "When Nora came back, Otto was dead."),
        ("Otto", "Nora found that Otto had died in his chair."),
        ("Otto", "Otto smiled once more, closed his eyes and died."),
        ("Otto", "Otto drew his last breath as the sun rose."),
        ("Otto", "Otto breathed his last just before dawn."),
        ("Pip", "Pip and Otto were asleep. Redbreast died before the snow melted."),
        ("Uncle Finn", "Uncle Finn drowned in the river that spring."),
        ("Otto", "Otto lost his life in the flood."),
        ("Otto", "Otto did not survive the winter."),
        ("Otto", "Otto was killed by a falling tree."),
        ("Otto", "On the third day Captain Otto died."),
        ("Otto", "Nora held his hand until Otto died."),
        ("Otto", "It was then that Otto died."),
        (
            "Otto",
            '"Goodnight," said Otto, and he closed his eyes. By morning Otto had died.',
        ),
        (
            "Otto",
            "Otto died. Nora remembered how Otto used to laugh. She planted a rose for Otto.",
        ),
        (
            "Otto",
            "Otto died. In her dream that night, Otto waved to her from the hill. Nora woke up smiling.",
        ),
        ("Otto", "Nora dreamed of apples. In the morning Otto died."),
        ("ゲンさん", "その夜、ゲンさんは静かに息を引き取りました。"),
        ("ゲンさん", "ゲンさんは、春を待たずに亡くなった。そらは花をそなえた。"),
        ("モモ", "朝になると、モモは死んでいた。"),
        ("モモ", "モモは眠るように死んでしまいました。"),
        ("健太", "健太は病気で亡くなりました。"),
        ("健太", "冬のおわりに、健太はこの世を去った。"),
        ("ゲンさん", "ゲンはみんなに見守られながら、静かになくなりました。"),
        ("ゲンさん", "大工のゲンさんが死んだ。"),
        ("モモ", "モモは川に落ちて、命を落とした。"),
        ("健太", "健太は最後に笑って、それから息絶えた。"),
        ("健太", "健太は、花の咲く朝に亡くなり、みんなは泣きました。"),
        ("モモ", "モモの命は、雪の夜に尽きた。"),
        (
            "モモ",
            "モモは死んだ。その夜、そらは夢を見た。夢の中でモモが手をふった。そらは目をさまし、泣いた。",
        ),
        ("Basil", "Basil fell asleep by the fire and died before morning."),
        ("Basil", "One cold evening, with Wren beside him, Basil died."),
        ("Basil", "Basil, the old fox, passed away on the first day of spring."),
        (
            "Basil",
            "Basil passed away peacefully. Wren kissed Basil on the forehead. They buried Basil beneath the oak.",
        ),
        (
            "Basil",
            'Basil died that evening. "Basil was the best of us," said Ivy. Ivy told stories about Basil.',
        ),
        (
            "Basil",
            'Basil died. Ivy carried his lantern home. The stars came out. "Goodnight, Basil," whispered Wren.',
        ),
        ("Basil", "After a long illness, Basil died at home."),
        ("Basil", "Basil died a hero."),
        ("Basil", "And so Basil died, as quietly as he had lived."),
        ("Basil", "Basil is dead. Wren could not believe it."),
        ("Basil", "Digger sobbed. Basil had died while they slept."),
        ("Ivy", "Digger died when the frost came."),
        ("Grandpa Moe", "Grandpa Moe breathed his last as the tide went out."),
        ("Grandpa Moe", "Old Grandpa Moe died in his boat."),
        ("ゴロウ", "その晩、ゴロウは眠ったまま息を引きとった。"),
        ("ゴロウ", "くまのゴロウは、雪のふる朝に死にました。"),
        (
            "ゴロウ",
            "ゴロウは、アキに手をにぎられて亡くなった。アキはゴロウをだきしめて泣いた。",
        ),
        ("すず", "すずは、花のさく丘で静かにこの世を去りました。"),
        ("すず", "すずちゃんは熱が下がらず、三日目の夜に亡くなりました。"),
        ("トキ婆", "婆さまは、みんなに見守られて息を引き取った。"),
        ("トキ婆", "トキ婆が亡くなった。村じゅうが泣いた。"),
    ],
)
def test_a_death_is_plainly_told(who, prose):
    assert told(death_of, who, prose) is Told.PLAIN


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        ("Otto", "Otto nearly died of laughter. He wiped his eyes."),
        ("Otto", "Otto died laughing. Then Otto poured the tea."),
        ("Otto", "Nora dreamed that Otto died. Then she woke up."),
        (
            "Otto",
            "In the play Otto died on the stage. The audience clapped. Otto bowed and grinned.",
        ),
        ("Otto", '"If Otto falls, he will die," said Nora.'),
        (
            "Otto",
            "Everyone thought Otto was dead. Then Otto climbed out of the well, grinning.",
        ),
        ("Otto", "Otto was dead tired, so he slept. Nora blew out the lamp."),
        ("Otto", "Otto was dead. Then Otto opened one eye and laughed."),
        ("Otto", "Otto was dead. But it was only a dream."),
        ("Otto", "Nora feared that Otto had died. She ran through the rain."),
        ("Otto", "Otto cried because his old dog died. Then Otto went home."),
        ("Otto", "Otto's father died long ago. Otto lit a candle."),
        ("Otto", "The wind died down, and Otto steered home."),
        ("Otto", "Otto steered. Nora sang. Otto tied the rope. Otto waved goodnight."),
        ("Otto", "Pip said that Otto was dead, but it was a joke."),
        ("Otto", "Otto would have died without the soup. Nora smiled."),
        ("Otto", "Otto almost died that winter. He told the story every year."),
        ("Otto", "Otto pretended to be dead. Nora tickled him."),
        ("モモ", "モモは死んだふりをした。そらはくすぐった。"),
        ("モモ", "モモは笑いすぎて死にそうだった。"),
        ("モモ", "「モモが落ちたら死んでしまうよ」とそらは言った。"),
        ("モモ", "そらは夢を見た。モモが死んだ。はっと目をさますと、朝だった。"),
        ("モモ", "モモが死ぬ夢を見た。そらは泣いた。"),
        ("モモ", "お芝居で、モモは死んだ。拍手がおこった。モモはおじぎをした。"),
        ("モモ", "モモは死んだと思われていた。ところが、モモはひょっこり帰ってきた。"),
        ("モモ", "モモは必死に走った。そらは待った。"),
        ("モモ", "モモは死ななかった。そらはほっとした。"),
        ("モモ", "モモのおばあさんが亡くなった。モモは泣いた。"),
        ("健太", "お金がなくなった。健太はこまった。そらは笑った。"),
        ("モモ", "モモが死んだら、どうしよう。そらは思った。"),
        ("モモ", "昔、モモの父は死んだ。モモはお墓に花をおいた。"),
        (
            "Basil",
            '"Basil died," lied the crow. But Basil was only hiding, and out he jumped.',
        ),
        (
            "Basil",
            "The crow told everyone that Basil had died. That evening Basil walked in with a basket of plums.",
        ),
        ("Basil", "Basil played dead. Ivy giggled."),
        ("Basil", '"I could die of shame," said Basil.'),
        ("Basil", "Wren imagined that Basil died. She shook her head."),
        ("Basil", "In the story that Wren read aloud, a fox named Basil died."),
        ("Basil", "Basil would die if he ate the red berries, so Ivy hid them."),
        ("Basil", "Basil was dead to the world, snoring on the rug. Ivy tiptoed past."),
        ("Basil", "Basil was dead on time. Wren clapped. They ate. They slept."),
        ("Basil", "Basil did not die. Wren hugged him."),
        ("ゴロウ", "ゴロウは「死ぬかと思った」と笑った。"),
        ("ゴロウ", "ゴロウは死んだまねをした。すずは笑った。"),
        (
            "ゴロウ",
            "ゴロウが死んだと聞いて、アキは走った。けれどゴロウは元気に手をふっていた。",
        ),
        ("ゴロウ", "物語の中で、ゴロウは死んだ。アキは本をとじた。"),
        (
            "ゴロウ",
            "「ゴロウは死んだ」とからすはうそをついた。ゴロウがひょっこり顔を出した。",
        ),
        ("ゴロウ", "ゴロウは、死んだように眠っていた。アキは毛布をかけた。"),
        ("ゴロウ", "ゴロウの友だちが死んだ。ゴロウは花をそなえた。"),
        ("ゴロウ", "もしゴロウが死んだら、とアキは思った。"),
        ("すず", "すずは亡くなった母を思い出した。すずは歌った。"),
    ],
)
def test_a_death_is_refuted_or_only_a_manner_of_speaking(who, prose):
    assert told(death_of, who, prose) in REFUTED


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        ("Otto", "Otto became a star that night. Nora looked up."),
        ("Otto", "Otto went on his last journey. Nora looked up at the sky."),
        (
            "Otto",
            "The fire died while Otto slept. Nora smiled. The moon rose. They were warm. All was quiet. The end was near.",
        ),
        ("Otto", "Otto died a little inside when the cake fell. He laughed."),
        (
            "Otto",
            "Nora and Pip sang. The bees slept. The moon rose. It was late. The house was quiet.",
        ),
        ("モモ", "モモはお星さまになった。そらは空を見た。"),
        ("モモ", "モモは遠い国へ旅立った。そらは手をふった。空は青かった。"),
        ("健太", "健太はいなくなった。みんなでさがした。"),
        (
            "健太",
            "健太の姿が見えなくなった。そらは待った。夜になった。星が出た。静かだった。",
        ),
        ("モモ", "そらは歌った。夜になった。星が出た。花がゆれた。家は静かだった。"),
        (
            "Basil",
            "Snow fell all night. In the morning they found Basil under the oak, and he was dead.",
        ),
        ("Basil", "Wren and Ivy sat with Basil until he died."),
        ("Basil", "Basil has gone to sleep forever."),
        ("Basil", "Basil had died a thousand deaths waiting for the post. He laughed."),
        ("ゴロウ", "ゴロウは天国へ旅立った。"),
        ("ゴロウ", "ゴロウは虹の橋をわたった。"),
        ("すず", "すずは、亡くなったおじいさんの歌を歌った。"),
    ],
)
def test_a_death_is_not_told(who, prose):
    assert told(death_of, who, prose) is Told.NOT_TOLD


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        ("Otto", "In the morning Otto left the valley for good."),
        ("Otto", "Otto moved away to live with his sister."),
        ("Otto", "Otto said goodbye and went to live in the mountains."),
        ("Otto", "Otto sailed away, never to return."),
        ("Otto", "Otto waved, and he was gone for ever. Otto left for ever."),
        ("Otto", "Otto would not come back."),
        ("Otto", "Otto rode away and never came back."),
        ("Otto", "Otto moved to the coast to live near the sea."),
        ("Otto", '"I will never come back," said Otto, and he walked over the hill.'),
        ("Otto", "With his bag on his back, Otto left the town forever."),
        ("ゲンさん", "ゲンさんは海の町へ引っ越していった。"),
        ("ゲンさん", "ゲンさんは遠い島に引っこしました。そらは手をふった。"),
        ("モモ", "モモは森へ帰り、もう二度と戻らなかった。"),
        ("モモ", "モモは山へ行って、もう帰ってこなかった。"),
        ("健太", "健太はみんなに永遠の別れを告げた。"),
        ("健太", "そらは健太と、永遠の別れをした。"),
        ("健太", "健太は南の島に移り住んだ。"),
        ("健太", "「もう戻らないよ。」と言って、健太は坂をおりていった。"),
        ("Basil", "Basil moved to the city to live with his cousins."),
        ("Basil", "The next morning Basil left the forest forever."),
        ("Basil", "Basil packed his bag and left for good."),
        ("Basil", "Basil would never come back to the forest."),
        ("Basil", "Basil sailed off across the sea and would not return."),
        ("Basil", "Basil went away forever, and Wren kept his scarf."),
        (
            "Basil",
            "Basil waved until the train was out of sight. Basil was gone for good.",
        ),
        ("Basil", "It was goodbye for ever, and Wren hugged Basil."),
        ("ゴロウ", "ゴロウは山のむこうへ引っ越していきました。"),
        ("ゴロウ", "ゴロウは、もう二度と帰ってこなかった。"),
        ("ゴロウ", "春になると、ゴロウは遠い町に引っ越した。"),
        ("すず", "それが、すずとの永遠の別れになった。"),
        ("すず", "すずは海をわたり、もう戻ってきませんでした。"),
        ("すず", "すずは永遠に森を去った。"),
        ("すず", "すずは「もうここには戻りません」と言って、舟に乗っていった。"),
        ("Otto", "Otto hugged Nora, said goodbye and left the garden for good."),
        ("Otto", "Otto shook hands with Nora and Pip and moved away to the city."),
    ],
)
def test_a_farewell_for_good_is_plainly_told(who, prose):
    assert told(farewell_of, who, prose) is Told.PLAIN


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        ("Otto", "Otto went to the market. He would be back by supper."),
        ("Otto", 'Otto waved goodbye. "See you tomorrow!"'),
        ("Otto", "Otto left the house to fetch water."),
        ("Otto", "Otto would not come back until spring."),
        ("Otto", "Otto moved away from the fire."),
        ("Otto", "In her dream Otto left the valley for good. Nora woke up."),
        ("Otto", "If Otto left for good, Nora would cry."),
        ("Otto", "Otto thought of leaving for good. He stayed."),
        ("Otto", "Otto left his old hat behind for good measure."),
        ("健太", "健太は市場へ行った。夕方には帰る。"),
        ("健太", "健太は手をふった。「また明日！」"),
        ("健太", "健太は夜まで帰らなかった。"),
        ("健太", "もし健太が引っ越したら、そらは泣くだろう。"),
        ("健太", "健太は引っ越したいと思った。"),
        ("健太", "健太は引っ越さなかった。"),
        ("モモ", "夢の中で、モモは月へ引っ越していった。"),
        ("モモ", "モモはもう戻らない時間を思った。"),
        ("モモ", "モモの友だちが引っ越していった。モモは手をふった。"),
        (
            "Basil",
            "Basil said that he was leaving for good, and he walked away down the lane.",
        ),
        ("Basil", "Basil left for the market and never forgot the eggs."),
        ("Basil", 'Basil went to the well for water. "Back soon!" he called.'),
        ("Basil", "Basil left his scarf behind forever."),
        ("Basil", "Basil never came back late."),
        ("Basil", "Basil promised to stay forever."),
        ("Basil", "Basil would love Wren forever."),
        ("Basil", "They played that Basil left forever. Then Basil came running back."),
        ("Basil", "Basil moved to the window to live out his grumpy mood."),
        (
            "Basil",
            "Basil settled into a cottage by the sea, where he would live for the rest of his days.",
        ),
        ("ゴロウ", "ゴロウは引っ越しの手伝いに行った。夜には帰った。"),
        ("ゴロウ", "ゴロウは「引っ越したいな」とつぶやいた。"),
        ("ゴロウ", "ゴロウは川へ行った。「すぐもどるよ。」"),
        ("ゴロウ", "ゴロウはもう戻らない夏を思って、ため息をついた。"),
        ("ゴロウ", "ゴロウの家が引っ越していった夢を見た。"),
        ("ゴロウ", "ゴロウは旅に出た。一週間で帰るつもりだ。"),
        (
            "ゴロウ",
            "アキは引っ越していったとなりの子に手紙を書いた。ゴロウも字をかいた。",
        ),
        ("Otto", "Otto helped Pip, who packed and left the garden for good."),
        ("Otto", "Otto waved to Nora, and Pip flew off and left for good."),
        ("Otto", "Otto knew that Pip packed and left the garden for good."),
    ],
)
def test_no_farewell_for_good_is_told(who, prose):
    assert told(farewell_of, who, prose) is Told.NOT_TOLD


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        (
            "Otto",
            "Otto left for good. A week later Otto came back and knocked on the door.",
        ),
        (
            "健太",
            "健太は遠い町へ引っ越していった。ところが次の日、健太が店に帰ってきた。",
        ),
    ],
)
def test_who_comes_back_has_not_left_for_good(who, prose):
    assert told(farewell_of, who, prose) in REFUTED


@pytest.mark.parametrize(
    ("text", "cast", "death", "farewell"),
    [
        ("Otto died at dawn.", EN, True, False),
        ("Otto left the valley for good.", EN, False, True),
        ("Otto went to the market.", EN, False, False),
        ("モモは静かに息を引き取った。", JA, True, False),
        ("モモは海の町へ引っ越していった。", JA, False, True),
        ("モモは市場へ行った。", JA, False, False),
    ],
)
def test_single_sentences_can_be_asked_about(text, cast, death, farewell):
    language = Language.EN if cast is EN else Language.JA
    who = cast.named("Otto") or cast.named("モモ")
    view = mask(text, found_in(text, spellings(cast)), who)

    assert tells_death(view, language) is death
    assert tells_farewell(view, language) is farewell


def test_somebody_who_is_not_in_the_cast_yet_can_be_asked_about():
    guest = Character(name="Ember", role="moth")

    found = death_of(guest, "Near midnight Ember died.", EN, Language.EN)

    assert found is Told.PLAIN


def test_a_last_wave_is_part_of_a_farewell():
    prose = "Otto left the valley for good. Otto waved from the hill."

    assert told(farewell_of, "Otto", prose) is Told.PLAIN
