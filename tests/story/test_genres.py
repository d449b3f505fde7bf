"""Words that do not belong into a genre."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.genres import GenreSigns, foreign_words
from custom_components.mirae_story.story.model import HouseRules, Language

from .crews import crew


@pytest.mark.parametrize(
    ("genre", "text", "expected"),
    [
        ("adventure_at_sea", "A robot in a spaceship fired a laser.", True),
        ("adventure_at_sea", "A robot met robots in a spaceship.", False),
        ("adventure_at_sea", "A wizard cast a spell on a fairy.", False),
        ("science_fiction", "A wizard cast a spell on a fairy.", True),
        ("science_fiction", "A robot in a spaceship fired a laser.", False),
        ("school", "A wizard met a robot and a zombie.", False),
        ("mystery", "A ghost, a vampire and a skeleton danced.", True),
        ("fairy_tale", "魔法使いが呪文をとなえると、妖精が出た。", False),
        ("history", "魔法使いが呪文をとなえると、妖精が出た。", True),
        ("forest_animals", "宇宙船からロボットと宇宙人が出てきた。", True),
        ("forest_animals", "宇宙船と宇宙服は宇宙にある。", True),
        ("a heist among cats", "A robot in a spaceship fired a laser.", False),
        ("", "A robot in a spaceship fired a laser.", False),
    ],
)
def test_drifts(genre, text, expected):
    assert GenreSigns(genre, "").drifts(text) is expected


@pytest.mark.parametrize(
    ("genre", "expected"),
    [
        ("a heist among cats", ("vampire",)),
        ("ねこたちの怪盗団", ("vampire",)),
        ("a school for young vampires", ()),
        ("ゾンビのパン屋さん", ()),
        ("", ()),
        ("science_fiction", ("wizard", "vampire")),
    ],
)
def test_what_a_wish_cannot_bring_as_it_is(genre, expected):
    wish = "a vampire, a wizard and a robot"
    assert foreign_words(genre, wish, "") == expected


def test_a_night_in_the_familys_own_genre_is_free():
    text = "A ghost, a vampire and a skeleton danced."
    assert not GenreSigns("a heist among cats", "").drifts(text)


def test_the_storys_own_words_are_not_foreign():
    signs = GenreSigns("school", "Mina builds a robot for the Rocket Club.")
    assert not signs.drifts("The robot and the rocket flew to another planet.")
    assert signs.drifts("The robot saw an alien, a laser and a planet.")


def test_the_gate_takes_material_and_cast():
    text = "Mina met a robot, an alien and a martian on the planet Mars."
    for material, expected in (((), True), (("A robot and aliens",), False)):
        gate = Gate(
            crew(Language.EN),
            Language.EN,
            HouseRules(),
            genre="adventure_at_sea",
            material=material,
        )
        codes = {violation.code for violation in gate.check_prose(text)}
        assert ("genre_drift" in codes) is expected
