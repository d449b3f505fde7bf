"""Full-text search over told nights."""

from custom_components.mirae_story.story.lookback import look_back

TOLD = [
    (5, "The ship met a WHALE at dawn."),
    (4, "The ship carried a lantern."),
    (3, "The ship found the old lantern and a whale."),
    (2, "The ship slept."),
    (1, "ｼﾙｸの帆とスープ。"),
]


def nights(*words, told=TOLD):
    return [each.night for each in look_back(told, words)]


def test_rare_words_come_first_then_the_newest():
    assert nights("whale", "lantern") == [3, 5, 4]
    assert nights("whale") == [5, 3]


def test_what_stands_in_most_nights_says_nothing():
    assert nights("ship") == []
    assert [each.words for each in look_back(TOLD, ["ship", "whale"])] == [
        frozenset({"whale"}),
        frozenset({"whale"}),
    ]


def test_width_and_case_make_no_difference():
    assert nights("シルク") == [1]
    assert nights("Whale") == [5, 3]


def test_nothing_is_found_of_nothing():
    assert nights() == nights("", " ") == nights("whale", told=[]) == []


def test_at_most_five_nights():
    told = [(n, "a whale" if n <= 20 else "calm") for n in range(50, 0, -1)]
    assert nights("whale", told=told) == [20, 19, 18, 17, 16]
