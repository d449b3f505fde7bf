"""Wishes: the unfit are dropped, those from another world are bent."""

import logging

import pytest

from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.story.wishes import is_fit, out_of_place

from .saga import of_genre, saga


@pytest.mark.parametrize(
    "wish",
    [
        "",
        "a whale that sings",
        "tonight with a dragon",
        "クジラに会いたい",
        "竜が出てくるお話",
        "Ｍｉｎａ gets a cake. With candles.",
    ],
)
def test_a_good_wish_is_kept(wish):
    assert is_fit(wish)


@pytest.mark.parametrize(
    "wish",
    [
        "somebody gets stabbed and there is blood everywhere",
        "call 555-123-4567",
        "血まみれの死体が出てくるお話",
        "look at https://example.com",
        "read WWW.example.org aloud",
    ],
)
def test_an_unfit_wish_is_dropped_without_its_words_in_the_log(wish, caplog):
    with caplog.at_level(logging.DEBUG):
        assert not is_fit(wish)
    assert wish not in caplog.text
    assert {record.levelno for record in caplog.records} == {logging.DEBUG}


@pytest.mark.parametrize(
    ("genre", "wish", "expected"),
    [
        ("adventure_at_sea", "a robot in a Rocket", ("Rocket", "robot")),
        ("adventure_at_sea", "a dragon", ()),
        ("history", "a dragon and dragons", ("dragon",)),
        ("mystery", "a whale", ()),
        ("dinosaur detectives", "a robot", ()),
        ("dinosaur detectives", "a vampire", ("vampire",)),
        ("a friendly vampire school", "a zombie", ()),
    ],
)
def test_words_of_another_world(genre, wish, expected):
    assert out_of_place(wish, of_genre(saga(), genre)) == expected


def test_words_of_the_premise_are_at_home():
    state = of_genre(saga(), "school", premise="A robot goes to school.")
    assert out_of_place("robots and rockets", state) == ("rockets",)


def test_japanese_words_of_another_world():
    state = of_genre(saga(Language.JA), "history")
    assert out_of_place("ドラゴンとロケット", state) == ("ドラゴン", "ロケット")
