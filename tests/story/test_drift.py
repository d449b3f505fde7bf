"""Names that are nearly the protagonist's."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import (
    Character,
    HouseRules,
    Language,
)

from .crews import crew

DRIFTED = [
    (Language.EN, "Minna looked at the map and smiled."),
    (Language.JA, "ミーナは、海を見た。"),
    (Language.JA, "ミナァ船長はうなずいた。"),
    (Language.JA, "船長のミーナが言った。"),
    (Language.EN, "Tina turned the wheel and smiled."),
    (Language.EN, "Minna's hat flew off."),
    (Language.EN, "Captain Mima looked at Mina."),
    (Language.JA, "ミカは、かじを回した。"),
    (Language.JA, "ミナは、ミマ船長を見た。"),
]
OTHERS = [
    (Language.EN, "Mina met a girl named Nina. Nina laughed."),
    (Language.EN, "Nina was a small seal. They liked her."),
    (Language.EN, "Mina waved. Nina waved back."),
    (Language.EN, "Mine is bigger, said the crab."),
    (Language.EN, "Minty air came in. Mind the step."),
    (Language.JA, "ミカという女の子が、手をふった。"),
    (Language.JA, "ミナは手をふった。リナも手をふった。"),
    (Language.JA, "ミナミの島は、まだ遠い。ミナはねむった。"),
]


def drift(language, text, *more):
    gate = Gate(crew(language, *more), language, HouseRules())
    return [str(v) for v in gate.check_line(text) if v.code == "name_drift"]


@pytest.mark.parametrize(("language", "text"), DRIFTED)
def test_drifted(language, text):
    assert len(drift(language, text)) == 1


@pytest.mark.parametrize(("language", "text"), OTHERS)
def test_others(language, text):
    assert drift(language, text) == []


def test_a_member_of_that_name_is_no_drift():
    nina = Character(name="Nina", role="seal")
    assert drift(Language.EN, "Nina turned the wheel.", nina) == []
    assert drift(Language.EN, "Nina turned the wheel.") == ["name_drift:Nina"]


def test_without_a_role_beside_only_slips_count_after_the_name():
    nobody = Character(name="Odile", role="", protagonist=True)
    gate = Gate(type(crew(Language.EN))((nobody,)), Language.EN, HouseRules())
    assert gate.check_line("Odile sat. Odille sang.")
    assert gate.check_line("Odile sat. Odele sang.")
    assert not gate.check_line("Odile sat. Adile sang.")
