"""What may be read aloud is judged as the gate judges it, whoever is in the story by now."""

import pytest

from custom_components.mirae_story.starters import STARTERS
from custom_components.mirae_story.story.hearable import Hearing
from custom_components.mirae_story.story.model import Language
from tests.living_home import PROSE, PROSE_JA, SECOND

from .tales import SEA_CAST, SEA_CAST_JA

CASTS = {Language.EN: SEA_CAST, Language.JA: SEA_CAST_JA}


def may_hear(text, language=Language.EN):
    return Hearing(CASTS[language], language).may_hear(text)


def test_told_nights_may_be_heard_whoever_is_dead_by_now():
    assert may_hear(PROSE)
    assert may_hear(SECOND)
    assert may_hear("Elda smiled and waved. Garo cooked soup.")
    assert may_hear(PROSE_JA, Language.JA)
    assert may_hear("")


@pytest.mark.parametrize("language", list(Language))
def test_premises_may_be_heard(language):
    premises = [starter.premise for starter in STARTERS[language].values()]
    assert all(may_hear(premise, language) for premise in premises)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.EN, "Mina slept. {{ states('lock.door') }}"),
        (Language.EN, "Mina slept. Call 555-0134 now. Theo slept."),
        (Language.EN, "The floor was covered in blood."),
        (Language.EN, f"{'All slept well. ' * 400}See https://example.com now."),
        (Language.JA, "ミナは眠りました。<b>テオ</b>も眠りました。"),
        (Language.JA, "ミナは眠りました。電話は03-1234-5678です。"),
        (Language.JA, "ミナは血まみれになりました。"),
    ],
)
def test_what_no_child_should_hear_may_not_be_heard(language, text):
    assert not may_hear(text, language)
