"""English words of one family have one form."""

import pytest

from custom_components.mirae_story.memory.stem import stem


@pytest.mark.parametrize(
    "family",
    [
        "hike hikes hiked hiking",
        "pony ponies",
        "caress caresses",
        "agree agreed",
        "plan plans planned planning",
        "hope hopes hoped hoping",
        "conflate conflated",
        "size sized",
        "relational relate",
        "hopeful hopefulness",
        "electric electrical electricity",
        "adopt adoption adopted",
        "control controlling controller",
        "buy buys bought buying",
        "child children",
        "go goes went gone",
        "ski skiing skied",
        "formal formally",
        "allow allowance",
        "roll rolling",
        "probate probated",
    ],
)
def test_words_of_a_family_have_one_stem(family):
    assert len({stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("universe", "uniform"),
        ("feed", "feel"),
        ("need", "new"),
        ("station", "state"),
        ("hope", "hop"),
        ("sing", "s"),
    ],
)
def test_others_stay_apart(one, other):
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    "word", ["sky", "犬", "2024", "café", "fly2", "bus", "union", "sing"]
)
def test_short_and_other_words_stay(word):
    assert stem(word) == word


def test_an_ending_that_would_leave_too_little_stays():
    assert stem("conditional") == "condit"
    assert stem("rational") == "ration"
    assert stem("opinion") == stem("opinions")
