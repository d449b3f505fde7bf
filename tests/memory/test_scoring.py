"""Scores add what was normalised, fade, and know neighbours and named times."""

import numpy as np
import pytest

from custom_components.mirae_story.memory.model import Fading, RecallRules
from custom_components.mirae_story.memory.scoring import (
    NEIGHBOUR,
    Candidates,
    best_neighbours,
    faded,
    named_time,
    normalised_bm25,
    normalised_cosines,
    score,
    weights,
)

PLAIN = RecallRules(fading=Fading(half_life_days=None))


def floats(*values):
    return np.array(values, np.float32)


def candidates(cosines, bm25, ages, *, ids=None, pinned=None, **more):
    return Candidates(
        turn_ids=np.array(ids or [10 * place for place in range(len(cosines))]),
        cosines=floats(*cosines),
        bm25=floats(*bm25),
        ages_days=floats(*ages),
        pinned=np.array(pinned or [False] * len(cosines)),
        **{"cosine_low": 0.0, "cosine_high": 1.0} | more,
    )


def test_both_parts_count_alike():
    scored = score(candidates([0.5, 0.1], [0, 8], [1, 2]), PLAIN)
    assert scored.vector == pytest.approx([0.5, 0.1])
    assert scored.text == pytest.approx([0, 1])
    assert list(scored.order) == [1, 0]
    assert scored.score[0] == pytest.approx(0.25 / (1 + NEIGHBOUR))


def test_a_turn_without_a_vector_is_found_by_its_words():
    scored = score(candidates([np.nan, 0.3], [5, 0], [1, 1]), PLAIN)
    assert scored.vector[0] == 0
    assert scored.order[0] == 0


def test_the_newer_one_stands_first_where_they_are_equal():
    scored = score(candidates([0.5, 0.5, 0.5], [0, 0, 0], [9, 1, 9]), PLAIN)
    assert list(scored.order) == [1, 2, 0]


def test_nothing_is_a_score_too():
    scored = score(candidates([], [], []), PLAIN)
    assert len(scored.order) == 0


def test_cosines_lie_within_the_span_of_the_workspace():
    assert normalised_cosines(floats(0.8, 0.85, 0.9, 0.7), 0.8, 0.9) == pytest.approx(
        [0, 0.5, 1, 0], abs=1e-4
    )
    assert list(normalised_cosines(floats(0.8), 0.8, 0.8)) == [0]


def test_words_count_by_the_best_and_less_where_that_is_poor():
    assert list(normalised_bm25(floats(0, 0))) == [0, 0]
    assert normalised_bm25(floats(1, 4)) == pytest.approx([0.25, 1])
    assert normalised_bm25(floats(1, 4), sought=4) == pytest.approx([0.25, 1])
    assert normalised_bm25(floats(1, 4), sought=40)[1] < 0.1


def test_fading_halves_down_to_the_floor_and_spares_the_pinned():
    fade = faded(
        floats(0, 30, 3000, 3000, -1),
        np.array([False, False, False, True, False]),
        Fading(half_life_days=30, floor=0.8),
    )
    assert fade == pytest.approx([1, 0.9, 0.8, 1, 1])


def test_neighbours_of_one_conversation_lift_each_other():
    total = floats(0.9, 0.1, 0.2, 0.3)
    found = best_neighbours(total, np.array([1, 2, 3, 4]), floats(5, 5, 5, 4.9))
    assert found == pytest.approx([0.1, 0.9, 0.1, 0])


def test_neighbours_are_told_by_id_not_place():
    found = best_neighbours(floats(0.9, 0.5, 0.1), np.array([7, 3, 8]), floats(5, 9, 5))
    assert found == pytest.approx([0.1, 0, 0.9])


def test_a_named_day_counts_more_than_a_named_month():
    ages = floats(0.5, 1.5, 5, 20, 50)
    gain = named_time(ages, ((1, 2), (3, 9), (10, 40)))
    assert gain == pytest.approx([0, 1, 2 / 3, 1 / 3, 0])


def test_a_named_time_counts_in_the_score():
    plain = candidates([0.5, 0.45], [0, 0], [1, 8])
    named = candidates([0.5, 0.45], [0, 0], [1, 8], spans=((7.5, 8.5),))
    assert score(plain, PLAIN).order[0] == 0
    assert score(named, PLAIN).order[0] == 1


def test_words_count_more_where_a_turn_has_most_of_what_is_sought():
    rules = RecallRules()
    assert weights(rules, floats(0.0), 0.0) == pytest.approx((0.5, 0.5))
    assert weights(rules, floats(4.0), 10.0) == pytest.approx((0.5, 0.5))
    likeness, words = weights(rules, floats(1.0, 10.0), 10.0)
    assert likeness < 0.4
    assert likeness + words == pytest.approx(1)
    assert weights(RecallRules(vector_weight=0), floats(10.0), 10.0)[0] == 0
