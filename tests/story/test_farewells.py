"""What prose plainly tells of farewells for good."""

import pytest

from custom_components.mirae_story.story.evidence import (
    Told,
    farewell_of,
)

from .partings import REFUTED, told


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


def test_a_last_wave_is_part_of_a_farewell():
    prose = "Otto left the valley for good. Otto waved from the hill."

    assert told(farewell_of, "Otto", prose) is Told.PLAIN


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        ("Otto", "Otto is not coming back; he lives on the moon now."),
        ("Otto", "Otto isn't coming back."),
        ("Otto", "Otto said goodbye to Nora for ever."),
        ("Otto", "Otto said farewell to all of them forever."),
        (
            "Otto",
            "Otto left Little Thistle for good that evening, on the last train, and never came back.",
        ),
        ("Otto", "Otto left them for good."),
        ("Otto", "Otto was not coming back."),
        ("Otto", "Otto hugged Nora and left the ship for good."),
        (
            "Otto",
            "Otto said goodbye to Nora and Uncle Finn and moved to the moon for good.",
        ),
        ("Otto", "Nora wept as Otto left the ship for good."),
        ("Otto", "Nora and Uncle Finn waved while Otto sailed away for ever."),
        (
            "Pip",
            "Pip left Little Thistle for good that evening, on the last train, and never came back.",
        ),
        ("健太", "健太とは、もう二度と会えない。"),
        ("健太", "健太とは、もう二度と会えなかった。"),
        ("健太", "健太には、もう会えません。"),
        ("健太", "そらは健太にさよならを言って、健太は遠い町へ引っ越していった。"),
        ("健太", "健太はそらにさよならを言って、遠い町へ引っ越していった。"),
        ("健太", "健太は町を永遠に去った。"),
        ("健太", "健太はそらとモモを残して、町を永遠に去った。"),
        ("健太", "そのまま、健太は帰ってこなかった。"),
        ("健太", "健太は、そのまま帰ってこなかった。"),
        ("健太", "それきり、健太はもどってこなかった。"),
        ("健太", "健太はモモに鍵をわたし、二度ともどらなかった。"),
        ("健太", "健太はモモの手をにぎると、二度と帰ってこなかった。"),
        ("健太", "健太は二度と学校に戻らなかった。"),
        ("健太", "健太はみんなと永遠に別れた。"),
        (
            "健太",
            "健太はモモにあえて、うれしかった。それから健太は森へ引っ越していった。",
        ),
        ("そら", "そらは健太にさよならを言って、遠い町へ引っ越していった。"),
        ("そら", "そのまま、そらは帰ってこなかった。"),
        ("そら", "そらは健太とモモを残して、町を永遠に去った。"),
        ("そら", "そらは健太に鍵をわたし、二度ともどらなかった。"),
        (
            "Otto",
            "With his suitcase in his hand, Otto said goodbye to the village for ever.",
        ),
        ("Otto", "Otto is never coming back."),
        ("Otto", "Before anybody could stop him, Otto left the island for good."),
        (
            "Otto",
            "If it hurt, nobody could see it, and Otto left the village for good.",
        ),
        ("Otto", "When the play was over, Otto left the town for good."),
        ("Otto", "The mechanic, Otto, left the ship for good."),
        ("Otto", "Otto said farewell for ever."),
        ("Otto", "Otto said goodbye to everyone for good."),
        ("健太", "健太とは、それが最後で、もう二度と会えなかった。"),
        ("健太", "健太には、もう二度と会えないのだ。"),
        ("健太", "健太とはもう会うことはありませんでした。"),
        ("健太", "健太は手をふって、それきり帰ってこなかった。"),
        ("健太", "健太は船に乗り、そのまま帰ってこなかった。"),
        ("健太", "そしてそれきり、健太は村にもどってこなかった。"),
    ],
)
def test_a_farewell_in_any_plain_wording_is_told(who, prose):
    assert told(farewell_of, who, prose) is Told.PLAIN


@pytest.mark.parametrize(
    ("who", "prose"),
    [
        ("Otto", "Nora and Otto left the cold island for good."),
        ("Otto", "Otto and Nora left the cold island for good."),
        ("Otto", "Nora, Uncle Finn and Otto left the cold island for good."),
        ("Otto", "Otto said goodbye to his fear for ever."),
        ("Otto", "Otto is not coming back until spring."),
        ("Otto", "Otto is not coming back to bed."),
        ("Otto", "Otto is not coming back empty-handed."),
        ("Otto", "If Otto is not coming back, who will cook?"),
        ("Otto", "Nora feared that Otto was not coming back."),
        ("Otto", "Otto, Uncle Finn and Nora sailed away for ever."),
        ("そら", "そらはもう戻らない夏を思った。"),
        ("健太", "健太はもう戻らない夏を思った。"),
        ("健太", "健太は、もう会えない夏のモモを思った。"),
        ("健太", "健太には、もう会えない友だちがいた。"),
        ("健太", "健太とは、もう会えないと思った。"),
        ("健太", "もし健太と二度と会えないなら、とそらは思った。"),
        ("健太", "健太は夜まで帰ってこなかった。"),
        ("健太", "健太は二度と泣かなかった。"),
        ("健太", "健太はモモが引っ越してしまったと聞いた。"),
        ("健太", "健太は、モモが引っ越していったあと、泣いた。"),
        ("健太", "健太の犬は帰ってこなかった。"),
        ("健太", "健太とそらは、島を永遠に去った。"),
        ("健太", "そらと健太は、二度とその島に戻らなかった。"),
        ("健太", "健太は、そのまま帰ってこなかった時計のことを思った。"),
        ("健太", "夕方まで、そのまま健太は帰ってこなかった。"),
        ("健太", "健太とそらは遠い町へ引っ越していった。"),
        ("健太", "そらと健太は遠い町へ引っ越していった。"),
        ("Otto", "Otto was not coming back from the shop until noon."),
        ("Otto", "Otto and Nora said goodbye to the island for ever."),
        ("Otto", "Nora and Otto packed their bags and left the old house for good."),
        ("Otto", "Nora, Pip, and Otto moved away to live by the sea."),
        ("Otto", "Otto promised that he was not coming back late."),
        ("Otto", "Otto is not coming."),
        ("Otto", "Nora thought that Otto was not coming back."),
        ("Otto", "Otto isn't coming to bed."),
        ("Otto", "Nora, with Otto, left the island for good."),
        ("Otto", "Otto, Nora and Uncle Finn left for good."),
        ("Otto", "Otto dreamed that he said goodbye to Nora for ever."),
        ("健太", "健太とは今日はもう会えない。"),
        ("健太", "健太とは夜までもう会えない。"),
        ("健太", "健太は、それきりだまってしまった。"),
        ("健太", "健太がいない町には、もう戻らないとモモは思った。"),
        ("健太", "そらと健太は、もう二度と島に帰らなかった。"),
        ("健太", "健太やそらは、町を永遠に去った。"),
        ("健太", "健太の声は、そのまま帰ってこなかった。"),
        ("健太", "その夜、健太はそのまま帰ってこなかった。"),
    ],
)
def test_what_only_sounds_like_a_farewell_is_none(who, prose):
    assert told(farewell_of, who, prose) is not Told.PLAIN


@pytest.mark.parametrize(
    ("names", "prose"),
    [
        (("Otto", "Pip"), "Otto and Pip left for good."),
        (("Otto", "Pip", "Uncle Finn"), "Otto, Pip and Uncle Finn left for good."),
        (("健太", "モモ"), "健太やモモは、町を永遠に去った。"),
        (("ゴロウ", "すず"), "ゴロウとすずは、もう二度と戻らなかった。"),
    ],
)
def test_who_leave_together_without_the_protagonist_leave(names, prose):
    assert {told(farewell_of, name, prose) for name in names} == {Told.PLAIN}
