"""What has nothing to do with a question is told by model."""

import numpy as np
import pytest

from custom_components.mirae_story.memory.relevance import (
    COVERED_ALONE,
    LIKE_ALONE,
    PROBE_QUESTIONS,
    PROBE_TURNS,
    Background,
    calibrate,
    is_relevant,
)

LOW = Background(mean=0.05, deviation=0.1)
HIGH = Background(mean=0.79, deviation=0.02)


@pytest.mark.parametrize("background", [LOW, HIGH])
def test_likeness_counts_by_the_background(background):
    def relevant(deviations):
        return is_relevant(
            cosine=background.mean + deviations * background.deviation,
            covered=0,
            background=background,
            terms=3,
        )

    assert relevant(LIKE_ALONE + 0.1)
    assert not relevant(LIKE_ALONE - 0.1)
    assert not relevant(-9)


def test_words_alone_are_enough_where_there_is_no_vector():
    more = {"cosine": None, "background": None, "terms": 2}
    assert is_relevant(covered=COVERED_ALONE, **more)
    assert not is_relevant(covered=COVERED_ALONE - 0.01, **more)


def test_both_add_up():
    cosine = LOW.mean + LIKE_ALONE * LOW.deviation / 2
    more = {"cosine": cosine, "background": LOW, "terms": 2}
    assert is_relevant(covered=COVERED_ALONE / 2 + 0.01, **more)
    assert not is_relevant(covered=COVERED_ALONE / 2 - 0.01, **more)


def test_a_single_word_has_to_show_more():
    cosine = LOW.mean + 1.5 * LIKE_ALONE * LOW.deviation
    more = {"cosine": cosine, "covered": 0, "background": LOW}
    assert is_relevant(terms=2, **more)
    assert not is_relevant(terms=1, **more)
    assert is_relevant(cosine=None, covered=1, background=None, terms=1)


def test_nothing_is_relevant_to_small_talk():
    assert not is_relevant(cosine=1, covered=1, background=LOW, terms=0)


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
