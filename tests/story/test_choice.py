"""What is meant by an answer to "which one would you like?"."""

import pytest

from custom_components.mirae_story.story.choice import Chosen, choice

EN = ("The Lantern Ship", "Foxes", "The Ship")
JA = ("ほしの船", "森のきつね")


@pytest.mark.parametrize(
    ("said", "titles", "wanted"),
    [
        ("Foxes, please", EN, 1),
        ("the one with the foxes", EN, 1),
        ("the lantern ship", EN, 0),
        ("I want lantern ship", EN, 0),
        ("The ship!", EN, 2),
        ("the second one", EN, 1),
        ("number three", EN, 2),
        ("the last one", EN, 2),
        ("the fourth", EN, Chosen.UNCLEAR),
        ("a new one", EN, Chosen.NEW),
        ("no, never mind", EN, Chosen.NONE),
        ("banana", EN, Chosen.UNCLEAR),
        ("yes", EN, Chosen.UNCLEAR),
        ("yes please", ("Foxes",), 0),
        ("ほしの船がいい", JA, 0),
        ("森のきつね", JA, 1),
        ("ふたつ目のお話", JA, 1),
        ("最初の", JA, 0),
        ("さいご", JA, 1),
        ("新しいお話がいい", JA, Chosen.NEW),
        ("いいえ、いらない", JA, Chosen.NONE),
        ("うん", ("森のきつね",), 0),
        ("うん", JA, Chosen.UNCLEAR),
        ("", JA, Chosen.UNCLEAR),
        ("the first", (), Chosen.UNCLEAR),
    ],
)
def test_what_is_chosen(said, titles, wanted):
    assert choice(said, titles) == wanted
