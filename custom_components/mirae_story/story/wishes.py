"""What becomes of a listener's wish: it is material, never an order, and a bad one is quietly left out."""

import logging
import re

from .genres import foreign_words
from .model import Language, StoryState
from .names import visible
from .safety import is_unsafe

_LOGGER = logging.getLogger(__name__)

_LINK = re.compile(r"https?://|www\.\w|\w\.(?:com|net|org|jp)\b", re.IGNORECASE)


def is_fit(wish: str) -> bool:
    """Tell whether a wish passes the check that prose has to pass, in every language: a home may speak several."""
    text = visible(wish)
    if _LINK.search(text) or any(is_unsafe(text, each) for each in Language):
        _LOGGER.debug("A wish was left out")
        return False
    return True


def out_of_place(wish: str, state: StoryState) -> tuple[str, ...]:
    """Return the words of a wish that do not belong into the story's genre, as they were said."""
    reference = state.reference
    return foreign_words(reference.genre, visible(wish), visible(reference.premise))
