"""Ready-made beginnings, the same genres in every language."""

from collections.abc import Mapping

from .en import STARTERS as ENGLISH
from .ja import STARTERS as JAPANESE
from .starter import Starter

__all__ = ["GENRES", "STARTERS", "Starter"]

STARTERS: Mapping[str, Mapping[str, Starter]] = {
    "en": {starter.genre: starter for starter in ENGLISH},
    "ja": {starter.genre: starter for starter in JAPANESE},
}
GENRES = tuple(STARTERS["en"])
"""Keys of the listed genres, in the order in which they are offered."""
