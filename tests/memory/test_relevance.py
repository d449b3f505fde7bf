"""What has nothing to do with a question is told by model."""

import numpy as np
import pytest

from custom_components.mirae_story.memory.relevance import (
    BESIDE,
    COVERED_ALONE,
    LIKE_ALONE,
    NOT_ASKED,
    ONE_WORD,
    PROBE_QUESTIONS,
    PROBE_TURNS,
    TIMELY,
    Background,
    calibrate,
    evidence,
    relevant,
)

LOW = Background(mean=0.05, deviation=0.1)
HIGH = Background(mean=0.79, deviation=0.02)


@pytest.mark.parametrize("background", [LOW, HIGH])
def test_likeness_counts_by_the_background(background):
    def found(deviations):
        return evidence(
            cosine=background.mean + deviations * background.deviation,
            covered=0,
            background=background,
            timely=0,
        )

    assert found(LIKE_ALONE) == pytest.approx(1)
    assert found(-9) == 0


def test_words_alone_are_enough_where_there_is_no_vector():
    more = {"cosine": None, "background": None, "timely": 0}
    assert evidence(covered=COVERED_ALONE, **more) == pytest.approx(1)
    assert evidence(covered=0, **more) == 0


def test_all_grounds_add_up():
    found = evidence(
        cosine=LOW.mean + LIKE_ALONE * LOW.deviation / 2,
        covered=COVERED_ALONE / 4,
        background=LOW,
        timely=0.5,
    )
    assert found == pytest.approx(0.5 + 0.25 + TIMELY / 2)


def test_a_single_word_has_to_show_more():
    assert relevant({1: 1.5}, terms=2) == {1}
    assert relevant({1: 1.5}, terms=1) == set()
    assert relevant({1: ONE_WORD}, terms=1) == {1}


def test_beside_a_turn_with_enough_a_part_will_do():
    assert relevant({1: 1.0, 2: BESIDE, 3: BESIDE - 0.01}, terms=2) == {1, 2}
    assert relevant({2: 0.9, 3: 0.5}, terms=2) == set()


def test_babble_has_to_show_more():
    assert relevant({1: NOT_ASKED - 0.1}, terms=2, babbled=True) == set()
    assert relevant({1: NOT_ASKED}, terms=2, babbled=True) == {1}
    assert relevant({1: NOT_ASKED}, terms=1, babbled=True) == set()


def test_nothing_is_relevant_to_small_talk():
    assert relevant({1: 9.0}, terms=0) == set()
    assert relevant({}, terms=2) == set()


def test_the_background_is_that_of_all_pairs():
    questions = np.eye(2, 3, dtype=np.float32)
    turns = np.array([[1, 0, 0], [0, 0, 1]], np.float32)
    assert calibrate(questions, turns) == Background(
        mean=0.25, deviation=pytest.approx(0.4330127)
    )


def test_probes_are_in_both_languages_and_differ():
    for probes in (PROBE_QUESTIONS, PROBE_TURNS):
        assert len(set(probes)) == len(probes) >= 12
        japanese = [probe for probe in probes if not probe.isascii()]
        assert len(japanese) == len(probes) / 2
