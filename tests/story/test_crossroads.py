"""The choice before a night: its questions, and what an answer makes of tonight."""

from dataclasses import replace

import pytest

from custom_components.mirae_story.story.crossroads import crossroads
from custom_components.mirae_story.story.model import HouseRules, Language
from custom_components.mirae_story.story.staging import gate_for

from .saga import alone, saga


def choice_of(state):
    return crossroads(state, gate_for(state, HouseRules(), (), ""))


def choices(language, change=lambda state: state):
    """Return the choices of three nights."""
    return [choice_of(change(saga(language, night))) for night in range(12, 15)]


@pytest.mark.parametrize("language", Language)
def test_every_night_has_another_choice_that_the_gate_lets_through(language):
    found = choices(language)
    assert len({each.question for each in found}) == 3
    for each in found:
        assert each.question.endswith(("?", "？"))
        for answer, wish in zip(each.answers, each.wishes, strict=True):
            assert each.wish(answer) == wish
            assert each.wish(f"{answer}!") == wish


@pytest.mark.parametrize("language", Language)
def test_who_is_alone_chooses_the_way(language):
    found = choices(language, alone)
    assert len({each.question for each in found}) == 2
    hero = saga(language).cast.protagonist.name
    assert all(hero in each.question for each in found)


@pytest.mark.parametrize("language", Language)
def test_nobody_who_is_away_is_offered(language):
    gone = [member.name for member in saga(language).cast.off_stage]
    assert gone
    for each in choices(language):
        assert not any(name in each.question for name in gone)


@pytest.mark.parametrize(
    ("language", "said", "wish"),
    [
        (Language.EN, "left please", "the way to the left"),
        (Language.EN, "the second one", "the way to the right"),
        (Language.EN, "no", ""),
        (Language.EN, "with a dragon, please", "with a dragon"),
        (Language.JA, "左がいい", "左の道"),
        (Language.JA, "みぎ", "右の道"),
        (Language.JA, "いらない", ""),
        (Language.JA, "ドラゴン", "ドラゴン"),
    ],
)
def test_an_answer_makes_a_wish(language, said, wish):
    assert choice_of(saga(language)).wish(said) == wish


def test_a_long_answer_is_cut():
    assert len(choice_of(saga()).wish("moon " * 100)) <= 200


def test_a_question_that_the_gate_refuses_is_not_asked():
    state = saga()
    gate = gate_for(state, HouseRules(foreign_words=("left",)), (), "")
    assert crossroads(replace(state), gate) is None
