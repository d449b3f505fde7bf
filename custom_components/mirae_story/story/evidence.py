"""What tonight's prose plainly tells of deaths and farewells (contract rules 5 and 15)."""

from enum import StrEnum

from .model import Cast, Character, Language


class Told(StrEnum):
    """How a text tells of an end."""

    PLAIN = "plain"
    NOT_TOLD = "not_told"
    NOT_REAL = "not_real"
    """Only in a dream, a play, a lie, a condition or an idiom."""
    THERE_AFTERWARDS = "there_afterwards"
    """The character acts afterwards, or is there at the end."""


def death_of(who: Character, prose: str, cast: Cast, language: Language) -> Told:
    """Return how the prose tells of this character's death."""
    return Told.NOT_TOLD


def farewell_of(who: Character, prose: str, cast: Cast, language: Language) -> Told:
    """Return how the prose tells of this character's going away for good."""
    return Told.NOT_TOLD
