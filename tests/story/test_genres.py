"""Words that do not belong into a genre."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.genres import GenreSigns, foreign_families
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
    ("genre", "families"),
    [
        ("adventure_at_sea", ("space", "horror")),
        ("a heist among cats", ("horror",)),
        ("ねこたちの怪盗団", ("horror",)),
        ("a school for young vampires", ()),
        ("ゾンビのパン屋さん", ()),
        ("", ()),
    ],
)
def test_to_a_genre_in_the_familys_own_words_only_horror_is_foreign(genre, families):
    assert foreign_families(genre) == families
    text = "A ghost, a vampire and a skeleton danced."
    assert GenreSigns(genre, "").drifts(text) is ("horror" in families)


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
