"""A memory frames what is told of the one whom it is about, and of nobody else who comes in."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    HouseRules,
    Language,
    Status,
)


def gate(language):
    names = {
        Language.EN: ("Luna", "Odile", "Pip"),
        Language.JA: ("ルナ", "オディール", "ピップ"),
    }[language]
    hero, gone, waiting = names
    cast = Cast(
        (
            Character(name="Tom", role="x"),
            Character(name=hero, role="x", protagonist=True),
            Character(name=gone, role="x", joined=1, since=2, status=Status.DEAD),
            Character(name=waiting, role="x", joined=1, since=2, pending=Change.LEFT),
        )
    )
    return Gate(cast, language, HouseRules())


def refused(language, *sentences):
    """Return whether the last of the sentences is refused; the others must pass."""
    checked = gate(language)
    *before, last = sentences
    for sentence in before:
        assert checked.offer(sentence).violations == ()
    return bool(checked.offer(last).violations or checked.settle().violations)


EN_MEMORY = "Luna remembered how Odile had sung while the bread was rising."
JA_MEMORY = (
    "ルナは、オディールがパンのふくらむあいだによく歌っていたのを思い出しました。"
)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (Language.EN, (EN_MEMORY, "Pip rolled out of the cupboard, white with flour.")),
        (Language.EN, (EN_MEMORY, "Just then Pip opened the door and laughed.")),
        (
            Language.JA,
            (JA_MEMORY, "戸だなの中から、粉だらけのピップがころがり出てきました。"),
        ),
        (Language.JA, (JA_MEMORY, "ピップが窓をあけました。")),
        (Language.JA, (JA_MEMORY, "ルナはピップと手をつなぎました。")),
        (Language.EN, (EN_MEMORY, "Luna will never come home again.")),
        (Language.EN, (EN_MEMORY, "Luna died that night.")),
        (Language.JA, (JA_MEMORY, "ルナとオディールが、スープを飲んでいます。")),
        (Language.EN, ("Luna remembered the old days.", "Luna died that night.")),
        (Language.EN, ("Long ago Tom had carved a star.", "Odile winked at Luna.")),
        (Language.JA, (JA_MEMORY, "夜が明ける前に、ルナはしずかに亡くなりました。")),
    ],
)
def test_a_memory_of_one_is_none_of_another(language, sentences):
    assert refused(language, *sentences)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (Language.EN, (EN_MEMORY, "Odile clapped her hands and danced.")),
        (Language.EN, (EN_MEMORY, "Pip and Odile laughed together.")),
        (Language.EN, ("Luna remembered the old days.", "Pip opened the door.")),
        (Language.EN, ("Long ago Luna lived in a tower.", "Luna left it for ever.")),
        (Language.JA, (JA_MEMORY, "オディールは手をたたきました。")),
        (
            Language.JA,
            ("ルナはむかしのことを思い出しました。", "ピップが窓をあけました。"),
        ),
    ],
)
def test_a_memory_goes_on_for_whom_it_is_about(language, sentences):
    assert not refused(language, *sentences)


def two_departed(language):
    """Return a gate of a story that two have left."""
    hero, first, second = {
        Language.EN: ("Luna", "Dorian", "Nadia"),
        Language.JA: ("ルナ", "ドリアン", "ナディア"),
    }[language]
    cast = Cast(
        (
            Character(name=hero, role="x", protagonist=True),
            *(
                Character(
                    name=name, role="x", joined=1, since=2, status=Status.DEPARTED
                )
                for name in (first, second)
            ),
        )
    )
    return Gate(cast, language, HouseRules())


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            Language.EN,
            (
                "Soon Nadia fell asleep beside Luna.",
                "After so many nights Dorian came back, browner and taller.",
                '"I have missed you all," said Dorian.',
            ),
        ),
        (
            Language.JA,
            (
                "ナディアはルナのとなりで眠りました。",
                "長い旅のあと、ドリアンが帰ってきました。",
                "「ただいま」とドリアンは言いました。",
            ),
        ),
    ],
)
def test_the_return_of_one_explains_nobody_else(language, sentences):
    checked = two_departed(language)
    found = [checked.offer(sentence).violations for sentence in sentences]
    assert any(found) or checked.settle().violations


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            Language.EN,
            (
                "Nadia stood in the doorway.",
                '"Welcome back!" said Luna.',
            ),
        ),
        (
            Language.JA,
            ("戸口にナディアが立っていました。", "「おかえり」とルナが言いました。"),
        ),
    ],
)
def test_a_greeting_explains_who_stands_there(language, sentences):
    checked = two_departed(language)
    assert not any(checked.offer(sentence).violations for sentence in sentences)
    assert not checked.settle().violations
