"""What prose plainly tells of deaths: other names and wordings than the cases have."""

import pytest

from custom_components.mirae_story.story.evidence import (
    Told,
    death_of,
    tells_death,
    tells_farewell,
)
from custom_components.mirae_story.story.masks import found_in, mask, spellings
from custom_components.mirae_story.story.model import Character, Language

from .partings import EN, JA, REFUTED, told


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


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        ("Otto", "Before anybody could make cocoa, Otto died in his sleep."),
        ("Otto", "If there is a quiet way to go, Otto found it: he died in his chair."),
        ("Otto", "Otto died as the play on the radio ended."),
        ("Otto", "Nora could not sleep, and at dawn Otto died."),
        ("Otto", "When the play was over, Otto died in his chair."),
        ("Otto", "Though nobody would say so aloud, Otto was dead."),
        ("Otto", "They had never seen such snow; that night Otto died."),
        ("Otto", "While the children played outside, Otto died in his chair."),
        ("Otto", "They found Otto dead in his bed."),
        ("Otto", "In the morning they found Otto dead in his bed."),
        ("Otto", "At sunrise Uncle Finn found old Otto lying dead beside the stove."),
        ("Otto", "Otto passed on peacefully."),
        ("Otto", "Otto passed on in his sleep."),
        ("Otto", "That night Otto peacefully passed on."),
        ("Otto", "Otto took one last breath and died."),
        ("Otto", "Otto had a fever and died of it."),
        ("Otto", "By morning Otto was gone; he had died in his sleep."),
        ("Otto", "Otto was gone; he had died in his sleep."),
        ("Otto", "Otto fell ill in March: he died before the snow was gone."),
        ("Otto", "Otto died out there among the stars, with one hand on the ladder."),
        ("Otto", "Old Otto died out on the ice."),
        ("Otto", "Otto died away from home."),
        ("Otto", "Otto died down in the valley."),
        ("Otto", "Otto, the mechanic, died at noon."),
        ("Otto", "The mechanic, Otto, had died."),
        ("Otto", "Otto lay dead in the snow."),
        (
            "Otto",
            "The captain held Otto's hand. Otto could not speak any more. He smiled at Nora, and Otto died.",
        ),
        ("Otto", "Otto, who had been ill all winter, died at dawn."),
        ("Otto", "Otto fell from the tower and died."),
        ("Otto", "Otto fell off the roof, hit his head and died."),
        ("Otto", "Otto kissed Nora, lay back on the pillow and died."),
        ("Otto", "Otto fell asleep, and he died before dawn."),
        ("Otto", "Otto died as quietly as if he were falling asleep."),
        ("Nora", "Nora fell from the tower and died."),
        ("Nora", "Nora, who had been ill all winter, died at dawn."),
        ("Nora", "The captain, Nora, had died."),
        ("Nora", "Nora died out there among the stars."),
        ("健太", "健太は、もし生まれ変わるなら鳥になりたいと言って、死んでいった。"),
        ("健太", "健太は夢を見るように静かに息を引き取った。"),
        ("健太", "健太は、夢を見るように、静かに息を引き取った。"),
        ("健太", "健太は夢中で走りつづけ、ゴールで息を引き取った。"),
        ("健太", "健太は空を見あげ、静かに天に召された。"),
        ("健太", "健太は天に召されました。"),
        ("健太", "健太が死んだのは、夜明けのことだった。"),
        ("健太", "健太が亡くなったころ、外では雪がふっていた。"),
        ("健太", "健太が亡くなったとき、外では雪がふっていた。"),
        ("健太", "健太は、お亡くなりになりました。"),
        ("健太", "健太さんが、今朝お亡くなりになりました。"),
        ("健太", "健太の命は、そこで尽きた。"),
        ("健太", "健太がモモの腕の中で静かに亡くなりました。"),
        ("健太", "健太はモモに見守られて、この世を去った。"),
        ("健太", "目をとじた健太は、モモの腕のなかで亡くなった。"),
        ("健太", "健太は、モモに見守られながら死んでいった。"),
        ("健太", "健太は、もう死んでいた。"),
        ("健太", "健太はモモの手をにぎったまま、息を引き取った。"),
        ("健太", "健太は、モモの声を聞きながら、静かに息を引き取りました。"),
        ("健太", "劇が終わるころ、健太は息を引き取った。"),
        ("健太", "もしもの時のための薬も間に合わず、健太は亡くなった。"),
        ("健太", "健太は「ありがとう」と言って、息を引き取った。"),
        ("健太", "健太は、ありがとうとモモに言って、息を引き取った。"),
        ("健太", "健太が死んだのは夜明けだった。"),
        ("健太", "健太が亡くなったのは、春のことでした。"),
        ("健太", "健太が息を引き取ったのは、朝だった。"),
        ("健太", "明け方、健太はモモの手をにぎったまま、息を引き取った。"),
        ("そら", "そらは健太に見守られて、この世を去った。"),
        ("そら", "そらの命は、そこで尽きた。"),
        ("そら", "そらさんが、お亡くなりになりました。"),
        ("Otto", "Nobody could have done more, but Otto died."),
        ("Otto", "As the clock struck nine, Otto died."),
        (
            "Otto",
            "Even if he had lived a hundred years it would have been too short, and Otto died too soon.",
        ),
        ("Otto", "Uncle Finn could hear the wind; Otto had died an hour ago."),
        ("Otto", "If ever a cat was loved, it was he, and on Sunday Otto died."),
        ("Otto", "When the puppet show was over, Otto died."),
        ("Otto", "While Nora was playing the flute, Otto died."),
        ("Otto", "Pip might have barked, had he known; but Otto was dead."),
        ("Otto", "After they had played cards for an hour, Otto died."),
        ("Otto", "The old mechanic, Otto, passed away at dawn."),
        ("Otto", "Her best friend, Otto, was dead."),
        ("Otto", "Otto grew weaker, and at last he died."),
        ("Otto", "Otto coughed all night, and by morning he was dead."),
        ("Otto", "Otto was ill for a week; then he died."),
        ("Otto", "The next morning Nora found Otto cold and dead."),
        ("Otto", "Otto closed his eyes, and he died."),
        ("Otto", "The fire went out, and Otto died out in the cold."),
        ("Otto", "Nobody saw it, but Otto was dead."),
        ("Otto", "Nora never forgot that night, for Otto died in it."),
        ("Otto", "Otto died before Nora could reach him."),
        ("Otto", "Otto died, and nobody could say a word."),
        ("Otto", "Otto died as if he were only falling asleep."),
        (
            "Otto",
            "Otto died in the night, and Nora wished she could have said goodbye.",
        ),
        ("Otto", "Otto died while the others played outside."),
        ("Otto", "Otto died while the game was on the radio."),
        ("健太", "健太は幸せそうに笑って、息を引き取った。"),
        ("健太", "健太はまるで眠るように、静かに息を引き取った。"),
        ("健太", "健太は苦しそうな顔もせず、静かに亡くなった。"),
        ("健太", "健太は、また会えたらいいねとモモに言って、死んでいった。"),
        ("健太", "健太が亡くなった朝、鳥がたくさん鳴いていた。"),
        ("健太", "健太が亡くなった日、町じゅうが泣いた。"),
        ("健太", "健太が息を引き取ったとき、外はまだ暗かった。"),
        ("健太", "健太が死んだのは、モモが水をくみに行ったあいだのことだった。"),
        ("健太", "健太が亡くなったのは、星のきれいな夜だった。"),
        ("健太", "健太は夢をかなえて、静かに息を引き取った。"),
        ("健太", "健太は長い夢のような旅のあと、息を引き取った。"),
        ("健太", "健太は、もう思い残すことはないとつぶやいて、息を引き取った。"),
        ("健太", "健太は神さまに召された。"),
        ("健太", "健太は家族みんなに見守られて、天に召されていった。"),
        ("健太", "健太がそらに手をにぎられて亡くなった。"),
        ("健太", "健太はモモを見つめ、モモの手の中で死んだ。"),
        ("健太", "モモが手をにぎると、健太は静かに息を引き取った。"),
        ("健太", "モモがもどったとき、健太は死んでいた。"),
        ("健太", "みんなが夢中で走っているあいだに、健太は亡くなった。"),
        ("健太", "健太はお亡くなりになった。"),
    ],
)
def test_a_death_in_any_plain_wording_is_told(who, prose):
    assert told(death_of, who, prose) is Told.PLAIN


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        ("Otto", "The fire died down, and Otto yawned."),
        ("Otto", "Otto's voice died away."),
        ("Otto", "Otto's laughter died out on the stairs."),
        ("Otto", "If Otto died, who would cook?"),
        ("Otto", "Nora feared that the boat had sunk and that Otto was dead."),
        ("Otto", "Before Otto could die, the medicine came."),
        ("Otto", "In the play that they put on, Otto died."),
        ("Otto", "As Nora dreamed, Otto died."),
        ("Otto", "Nora dreamed of a storm, and in it Otto died. She woke up."),
        ("Otto", "The play began. Otto died with a loud groan. Everyone clapped."),
        ("Otto", "Nora imagined that the ship sank, and Otto died."),
        ("Otto", "Long ago, before the war, Otto died. No: that was his uncle."),
        ("Otto", "They found Otto dead asleep in his bed."),
        ("Otto", "Otto passed on the bread."),
        ("Otto", "Otto passed on the message peacefully."),
        ("Otto", "Otto passed on to the next room."),
        ("Otto", "They found Otto dead tired in his bed."),
        ("Otto", "Otto became a star."),
        ("Otto", "Otto went on the last journey."),
        ("Otto", "Otto passed on."),
        ("Otto", "Otto had a hamster; he died in spring."),
        ("Otto", "Otto held the old dog; it died at noon."),
        ("Otto", "Otto talked about his grandfather: he had died at sea."),
        ("Otto", "Nora told them how Otto died."),
        ("Otto", "If the well is deep, Otto died in it, they thought."),
        ("Otto", "Otto's hope died out on the ice."),
        ("Otto", "Otto loved his father; he died in the war."),
        ("Otto", "Otto met an old king; he died that winter."),
        ("Otto", "They thought they had found Otto dead in his bed."),
        ("Otto", "Otto missed Pip; he had died in spring."),
        ("健太", "健太は飼っていた金魚が死んだとき、泣いた。"),
        ("健太", "健太はモモが死んだと聞いた。"),
        ("健太", "健太は、モモが死んだあと、旅に出た。"),
        ("健太", "健太は夢を見た。夢の中でモモが死んだ。"),
        ("健太", "夢の中で、健太は死んだ。"),
        ("健太", "夢で健太が死んだ。"),
        ("健太", "健太が死んだのは夢の中だった。"),
        ("健太", "健太が死んだのは、去年のことだった。"),
        ("健太", "健太が死んだのは、もう何年も前のことだ。"),
        ("健太", "もし健太が亡くなったころに戻れたら、とそらは思った。"),
        ("健太", "もし薬がなければ、健太は死んでいた。"),
        ("健太", "健太は星になった。"),
        ("健太", "健太は、最後の旅に出た。"),
        ("健太", "健太の友だちが死んだころ、雪がふっていた。"),
        ("健太", "健太が死んだのは劇の中だ。"),
        ("健太", "健太が死んだころの話を、そらは思い出した。"),
        ("健太", "お芝居の中で健太は死んだ。"),
        ("健太", "健太のろうそくの命は、そこで尽きた。"),
        ("健太", "健太はモモの父が死んだとき、そばにいた。"),
        ("健太", "健太が死んだのはうそだった。健太は笑った。"),
        ("健太", "健太はモモの犬が死んだので、泣いた。"),
        ("健太", "健太が死んだなら、とそらは思った。"),
        ("そら", "そらは飼っていた金魚が死んだとき、泣いた。"),
        ("そら", "そらは本を読んで、主人公が死んでしまったところで泣いた。"),
        ("そら", "そらの朝顔が死んでしまった。"),
        ("Otto", "Unless help came, Otto would die."),
        ("Otto", "If the letter was true, Otto was dead."),
        ("Otto", "Nora almost believed that Otto was dead."),
        ("Otto", "The children played that the ship sank and Otto died."),
        ("Otto", "It was as if Otto had died."),
        ("Otto", "It could not be that Otto was dead."),
        (
            "Otto",
            "Uncle Finn whispered that perhaps, if the storm went on, Otto had died.",
        ),
        ("Otto", "Nora wrote a story: Otto died in it."),
        ("Otto", "Nobody had told Nora that Otto was dead. Otto laughed."),
        ("Otto", "In the film Otto died."),
        ("Otto", "They say Otto died three times. Otto grinned."),
        ("Otto", "Otto told a joke, and he died laughing."),
        ("Otto", "Otto had a cold; he was dead tired."),
        ("Otto", "Otto looked at Pip; he was dead."),
        ("Otto", "Otto's dog was old; he died in spring."),
        ("Otto", "Otto buried the bird, and he was dead tired."),
        ("Otto", "Otto dreamed; he died in it."),
        ("Otto", "Otto acted the king, and he died in the last act."),
        ("Otto", "Otto sat with the king; he died at noon."),
        ("Otto", "Otto was sure; he was dead certain."),
        ("健太", "健太が死んだのは本当だろうか。"),
        ("健太", "健太が死んだとき、どうしようとそらは思った。"),
        ("健太", "健太が死んだのではないかと思った。"),
        ("健太", "健太が死んだころの夢を見た。"),
        ("健太", "健太が死んだというのはうそだった。"),
        ("健太", "健太は飼っていた犬が亡くなったころ、小さかった。"),
        ("健太", "健太は犬に死なれて泣いた。"),
        ("健太", "健太の犬が死んだのは、春のことだった。"),
        ("健太", "健太はモモに、犬が死んだのは春だと言った。"),
        ("健太", "健太は死んだように眠っていた。"),
        ("健太", "もし健太が天に召されたら、とそらは思った。"),
        ("健太", "健太は夢を見ているように死んだふりをした。"),
        ("健太", "そらは、健太が死んだのを夢で見た。"),
        ("健太", "健太が死んだところで、お芝居は終わった。"),
        ("健太", "健太は、モモは死んだと言って泣いた。"),
        ("健太", "健太が死んだ、とからすはうそを言って笑った。"),
    ],
)
def test_what_only_sounds_like_a_death_is_not_one(who, prose):
    assert told(death_of, who, prose) is not Told.PLAIN


@pytest.mark.parametrize(
    ("name", "prose"),
    [
        (
            "Otto",
            "They gave a play. The play was over at nine. Otto died in the night.",
        ),
        ("Otto", "On stage Otto was a king. That night Otto died in his sleep."),
        ("Otto", "Nora talked about a play. Otto passed away at noon."),
        ("健太", "学校で劇があった。劇が終わった。健太は息を引きとった。"),
        ("健太", "そらは芝居のポスターを見た。健太は死んでしまった。"),
        ("健太", "鬼ごっこをした。その夜、健太は死んでしまった。"),
    ],
)
def test_a_play_does_not_last_all_night(name, prose):
    assert told(death_of, name, prose) is Told.PLAIN


@pytest.mark.parametrize(
    ("name", "prose"),
    [
        ("Otto", "They gave a play. Otto was a king. Otto died with a sigh."),
        ("健太", "学校で劇があった。健太は王さまだった。健太は死んでしまった。"),
    ],
)
def test_a_play_goes_on_until_it_ends(name, prose):
    assert told(death_of, name, prose) is not Told.PLAIN
