"""Whatever code says passes the gate, like any other sentence."""

from dataclasses import replace
from datetime import timedelta

import pytest

from custom_components.mirae_story.story import answers
from custom_components.mirae_story.story.ending import (
    bridge,
    calm_ending,
    closing,
    entrance,
)
from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import (
    DeathPolicy,
    HouseRules,
    Language,
)
from custom_components.mirae_story.story.recap import opening, plain_recap, recap

from .saga import FIRST_EVENING, alone, of_genre, saga, told
from .test_ending import GENRES
from .test_recap import EPISODES

BOTH = pytest.mark.parametrize("language", list(Language))
NEVER = HouseRules(death_policy=DeathPolicy.NEVER)
NIGHTS = range(1, 61)


def gate_of(state):
    return Gate(
        state.cast, state.reference.language, NEVER, genre=state.reference.genre
    )


def refused(state, *texts):
    """Return what the gate refuses of these texts."""
    gate = gate_of(state)
    return [found for text in texts for found in gate.check_line(text)]


@BOTH
@pytest.mark.parametrize("genre", GENRES)
def test_endings_and_bridges_pass(language, genre):
    state = of_genre(saga(language), genre)
    for tale in (state, alone(state)):
        assert not refused(tale, *(closing(tale, night=night) for night in NIGHTS))
        assert not refused(tale, *(bridge(tale, night, 0) for night in NIGHTS))
        assert not refused(tale, *(entrance(tale, night=night) for night in NIGHTS))
        assert tale.cast.protagonist.name in entrance(tale, night=1)


@BOTH
@pytest.mark.parametrize("genre", GENRES)
def test_a_calm_night_is_a_whole_night(language, genre):
    state = of_genre(saga(language), genre)
    for night in range(1, 36):
        assert not gate_of(state).check_prose(calm_ending(state, prose="", night=night))


@BOTH
def test_recaps_and_openings_pass(language):
    for night in range(1, 16):
        state = saga(language, night)
        for days in (-1, 0, 1, 3, 20, 90):
            text = recap(
                state,
                EPISODES[language],
                today=FIRST_EVENING + timedelta(days=days),
                told_on=FIRST_EVENING,
            )
            assert not refused(state, text)
        assert not refused(state, plain_recap(state))
        assert not refused(state, opening(replace(state, night=0)))


@BOTH
def test_answers_pass(language):
    state = saga(language)
    fixed = [
        answers.already_told,
        answers.one_more_offer,
        answers.one_more_refused,
        answers.nothing_to_stop,
        answers.stopped,
        answers.good_night,
        answers.comfort,
        answers.answer_who,
    ]
    assert not refused(state, *(say(state) for say in fixed))
    assert not refused(
        state, *(answers.answer_is_with(state, m) for m in state.cast.members)
    )
    assert not refused(
        state,
        answers.not_told(language),
        answers.server_trouble(language),
        answers.answer_last(state, EPISODES[language]),
        answers.answer_so_far(state, EPISODES[language]),
    )


@BOTH
def test_what_brings_back_the_dead_is_refused(language):
    state = saga(language)
    line = (
        "「おはよう」とエルダが言って、スープをはこんできた。"
        if language is Language.JA
        else "Elda laughs and carries the soup to the table."
    )
    text = recap(
        state,
        [told(12, line)],
        today=FIRST_EVENING,
        told_on=FIRST_EVENING - timedelta(days=1),
    )
    assert line in text.replace("\n", "")
    assert refused(state, text)
    assert not refused(state, plain_recap(state))
