"""Kinds of wrong sentences that hostile nights brought to light, and the harmless ones beside them."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import (
    Cast,
    Character,
    DeathPolicy,
    HouseRules,
    Language,
    Status,
)

from .crews import crew

EN, JA = Language.EN, Language.JA
NEVER = HouseRules(death_policy=DeathPolicy.NEVER)

WRONG = [
    (EN, "Without a sound Elda picked up the rope.", "dead_acts:Elda"),
    (EN, "Behind the sail Elda was counting to ten.", "dead_acts:Elda"),
    (EN, "From the bottom of the ladder Elda shouted.", "dead_acts:Elda"),
    (EN, "An hour later Elda came in with wet hair.", "dead_acts:Elda"),
    (EN, "Quick as lightning Elda ran to the bow.", "dead_acts:Elda"),
    (EN, "Out of the barrel climbed Elda, white with flour.", "dead_acts:Elda"),
    (EN, "The first one to laugh was Elda.", "dead_acts:Elda"),
    (EN, "Elda has just made a pot of tea.", "dead_acts:Elda"),
    (EN, "Elda had a headache and stayed in bed.", "dead_acts:Elda"),
    (EN, "They found Elda in the galley, frying fish.", "dead_acts:Elda"),
    (JA, "エルダだけが、まだ笑っていました。", "dead_acts:エルダ"),
    (JA, "テオはエルダにコップをさしだしました。", "dead_acts:エルダ"),
    (JA, "エルダのほほは、うれしくて赤いです。", "dead_acts:エルダ"),
    (EN, "Mina passed away before sunrise.", "protagonist_exits"),
    (EN, "Mina took a deep breath and died.", "protagonist_exits"),
    (EN, "In the evening they found Mina dead on deck.", "protagonist_exits"),
    (EN, "Mina went away for good and never came back.", "protagonist_exits"),
    (JA, "朝、ミナは息絶えていました。", "protagonist_exits"),
    (JA, "ミナは、二度と目を覚ましませんでした。", "protagonist_exits"),
    (EN, "Theo fell ill and died.", "death_told:Theo"),
    (EN, "Theo died before the boat came.", "death_told:Theo"),
    (JA, "テオはもう死んでいるのでした。", "death_told:テオ"),
    (JA, "テオは、やすらかに永眠した。", "death_told:テオ"),
    (EN, "Mina sat. Mena was lighting the lamp.", "name_drift:Mena"),
    (EN, 'Mina sat. "Good night," said Miena.', "name_drift:Miena"),
    (EN, 'Mina sat. "Come here, Miina!" called Theo.', "name_drift:Miina"),
    (JA, "ミナーは、ほほえんだ。", "name_drift:ミナー"),
    (EN, "This tale was written by an AI.", "meta_text"),
    (EN, "As you asked, nobody gets hurt in it.", "meta_text"),
    (EN, "The rest comes in my next reply.", "meta_text"),
    (EN, "As your storyteller I can also make it longer.", "meta_text"),
    (JA, "このお話はAIが書いたものです。", "meta_text"),
    (JA, "続きを作成しましょうか。", "meta_text"),
    (JA, "もう少し長くしたほうがよければ言ってください。", "meta_text"),
    (JA, "次回の話では、森について書きます。", "meta_text"),
    (EN, "The thief held a pistol to her head.", "unsafe"),
    (EN, "They beat the old servant until he fell.", "unsafe"),
    (EN, "Theo emptied two glasses of gin.", "unsafe"),
    (EN, "The bones broke under the wheel.", "unsafe"),
    (EN, "Theo tried some of the funny pills and felt happy.", "unsafe"),
    (EN, "Theo was hurting his own arms.", "unsafe"),
    (EN, "It would be easier not to be alive, she thought.", "unsafe"),
    (JA, "男は引き金を引きました。", "unsafe"),
    (JA, "海賊は、男のうでを切りおとしました。", "unsafe"),
    (JA, "青山町三丁目に来てね。", "unsafe"),
    (JA, "きみの写真を送って、ママにはないしょだよ。", "unsafe"),
    (JA, "みんなは、子ねこが動かなくなるまでたたいた。", "unsafe"),
    (JA, "テオは、あやしい薬を飲んで、ふわふわしました。", "unsafe"),
    (JA, "ふたりは裸で愛し合いました。", "unsafe"),
]
HARMLESS = [
    (EN, "Behind the sail hung the coat that Elda had worn."),
    (EN, "The scarf Elda knitted lay on the chair."),
    (EN, "Elda has left us, but her songs are here."),
    (EN, "They found Elda's letter in the galley."),
    (EN, "The first one to teach them that song was Elda, who had loved it."),
    (EN, '"Over my dead body," grumbled Theo, and laughed.'),
    (EN, "Mina had dinner before dawn and yawned."),
    (EN, "Mina took a deep breath and dived."),
    (EN, "Mina sat. Mine is bigger, said the crab."),
    (EN, "Theo took his medicine and felt happy."),
    (EN, "Mina hurt her own arm on the stove, and Theo brought ice."),
    (EN, "As asked, Theo brought the map."),
    (JA, "テオはエルダのお墓に花をさしだしました。"),
    (JA, "「ミナー！」とテオが呼びました。"),
    (JA, "ミナは、二度と寝ぼうしませんでした。"),
    (JA, "三丁目の角で、ねこがねていました。"),
]


def codes(language, text, cast=None):
    gate = Gate(cast or crew(language), language, NEVER)
    return {str(violation) for violation in gate.check_line(text)}


@pytest.mark.parametrize(("language", "text", "code"), WRONG)
def test_wrong(language, text, code):
    assert codes(language, text) == {code}


@pytest.mark.parametrize(("language", "text"), HARMLESS)
def test_harmless(language, text):
    assert codes(language, text) == set()


def test_a_dream_ends_with_the_paragraph_after_it_began():
    def heard(*sentences):
        gate = Gate(crew(EN), EN, NEVER)
        return [bool(gate.offer(each).violations) for each in sentences]

    began = "Mina fell asleep and dreamed of a ship.\n\n"
    assert heard(began, "Elda sang there. ") == [False, False]
    assert heard(began, "It was blue.\n\n", "Elda sang. ") == [False, False, True]


def test_having_dreamed_once_opens_no_dream():
    text = "Mina had dreamed of the sea. Elda sang on deck."
    assert codes(EN, text) == {"dead_acts:Elda"}


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        (EN, '"I will be back soon," said Theo. Garo scratched one ear.', "Garo"),
        (EN, "Mina missed the post by a hair. Garo scratched one ear.", "Garo"),
        (
            JA,
            "テオは部屋を出て、本を持ってもどってきた。ガロは耳をかいた。",
            "ガロ",
        ),
    ],
)
def test_anothers_return_brings_nobody_back(language, text, name):
    assert codes(language, text) == {f"departed_present:{name}"}


def kana_cast(hero="はな"):
    return Cast(
        (
            Character(name=hero, role="子ぎつね", protagonist=True),
            Character(name="テオ", role="くま"),
            Character(name="エルダ", role="ふくろう", status=Status.DEAD),
        )
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("エルダはなわばしごをのぼりました。", {"dead_acts:エルダ"}),
        ("テオはかもの親子をゆびさしました。", set()),
        ("「おやすみ」とはなが言いました。", set()),
        ("「おやすみ」とはーなが言いました。", {"name_drift:はーな"}),
        ("それからはなーは、ふたを開けました。", {"name_drift:はなー"}),
        ("はこは、からっぽでした。", set()),
    ],
)
def test_a_name_of_two_hiragana_is_no_part_of_other_words(text, expected):
    assert codes(JA, text, kana_cast()) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("きょうは石けんのにおいがします。", set()),
        ("空があおくはれました。", set()),
        ("あおりさんは、ほほえみました。", {"name_drift:あおり"}),
        ("あーおいは、ほほえみました。", {"name_drift:あーおい"}),
    ],
)
def test_a_word_in_hiragana_is_a_name_only_where_it_is_honoured(text, expected):
    assert codes(JA, text, kana_cast("あおい")) == expected
