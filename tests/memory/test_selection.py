"""Of the best scored turns, what is brought up."""

from datetime import UTC, datetime, timedelta

import pytest

from custom_components.mirae_story.memory.model import Found, RecallRules, Turn
from custom_components.mirae_story.memory.relevance import Background
from custom_components.mirae_story.memory.selection import SPEAKER, Grounds, select
from custom_components.mirae_story.memory.text import turn_token_set

BACKGROUND = Background(mean=0, deviation=0.1)
AT = datetime(2026, 11, 1, tzinfo=UTC)


def one(turn_id, question, score=0.5, *, speaker=None, vector=0.5):
    turn = Turn(
        turn_id=turn_id,
        workspace="home",
        question=question,
        answer="",
        at=AT + timedelta(days=turn_id),
        speaker=speaker,
    )
    return Found(turn=turn, score=score, vector=vector, text=0, fade=1)


def chosen(query, found, later=(), *, weights=None, cosines=None, timely=None, **rules):
    grounds = Grounds(
        query=query,
        rules=RecallRules(**rules),
        weights={} if weights is None else weights,
        cosines=cosines or {},
        timely=timely or {},
        background=BACKGROUND,
        tokens_of=turn_token_set,
    )
    return select(found, later, grounds)


def ids(*args, **more):
    return [found.turn.turn_id for found in chosen(*args, **more)]


def test_no_more_than_the_limit():
    words = ("bread", "paper", "house", "tiger", "green", "snowy", "round", "metal")
    some = [one(number, word, 1 - number / 99) for number, word in enumerate(words)]
    assert ids("?", some, gated=False) == [0, 1, 2, 3, 4]
    assert ids("?", some, gated=False, limit=2) == [0, 1]


def test_orders_and_questions_are_less_like_a_question():
    asked, told = one(1, "What is a lamp?", 0.5), one(2, "The lamp is mine", 0.48)
    assert ids("lamp", [asked, told], gated=False) == [2, 1]
    (_, second) = chosen("lamp", [asked, told], gated=False)
    assert second.vector == pytest.approx(0.4)
    assert second.score == pytest.approx(0.45)


def test_a_named_speaker_counts():
    some = [one(1, "I like tea", 0.5), one(2, "I like tin", 0.48, speaker="Naomi")]
    assert ids("What does naomi like?", some, gated=False) == [2, 1]
    first = chosen("What does Naomi like?", some, gated=False)[0]
    assert first.score == pytest.approx(0.48 + SPEAKER)
    assert ids("What do I like?", some, gated=False) == [1, 2]


def test_the_gate_takes_away_what_has_nothing_to_do_with_it():
    some = [one(1, "The tea is green", 0.5), one(2, "Rain", 0.4), one(3, "Sun", 0.3)]
    weights = {"tea": 2.0, "pot": 1.0}
    assert ids("tea pot", some, weights=weights) == [1]
    assert ids("tea pot", some, weights=weights, cosines={2: 0.1, 3: 0.01}) == [1, 2]
    assert ids("tea pot", some[1:], weights=weights, cosines={2: 0.1}) == []


def test_small_talk_brings_up_nothing():
    assert ids("Hello", [one(1, "Hello")], cosines={1: 1.0}) == []


def test_a_question_for_a_time_alone_brings_up_what_was_told_then():
    some = [
        one(1, "Good night"),
        one(2, "What is a lamp?"),
        one(3, "The tea is green"),
        one(4, "I like rain"),
    ]
    timely = dict.fromkeys((1, 2, 3, 4), 0.5)
    assert ids("What did I say last week?", some, timely=timely) == [3, 4, 1, 2]


def test_a_named_time_speaks_for_a_turn():
    some = [one(1, "The tea is green"), one(2, "The tea is black")]
    more = {"weights": {"tea": 1.0, "night": 3.0}}
    assert ids("tea last night", some, **more) == []
    assert set(ids("tea last night", some, timely={1: 1.0}, **more)) == {1, 2}


def test_what_was_not_listed_only_corrects():
    old = one(1, "The trip at New Year goes to Izu", 0.5)
    new = one(9, "It's not Izu, it's Atami", 0.0)
    rain = one(8, "Rain at New Year", 0.0)
    more = {"weights": {"trip": 3.0, "year": 2.0}}
    assert ids("trip New Year", [old], [rain, new], **more) == [9, 1]


def test_a_correction_of_something_relevant_passes_the_gate():
    old = one(1, "The trip at New Year goes to Izu", 0.5)
    new = one(9, "It's not Izu, it's Atami", 0.1)
    found = chosen("trip New Year", [old, new], weights={"trip": 3.0, "year": 2.0})
    assert [each.turn.turn_id for each in found] == [9, 1]
    assert found[1].superseded_by == 9
