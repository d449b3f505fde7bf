"""What becomes of a listener's wish: it is material, never an order, and a bad one is quietly left out."""

import logging

from .genres import foreign_words
from .model import Language, StoryState
from .names import visible
from .safety import YOUNGEST, harm_in

_LOGGER = logging.getLogger(__name__)


def is_fit(wish: str, age: int = YOUNGEST) -> bool:
    """Tell whether a wish passes the check that prose has to pass, in every language: a home may speak several."""
    text = visible(wish)
    harms = (harm_in(text, language, age=age) for language in Language)
    harm = next(filter(None, harms), None)
    if harm is not None:
        _LOGGER.debug("A wish was left out: %s", harm.name)
    return harm is None


def out_of_place(
    wish: str, state: StoryState, own: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the words of a wish that do not belong into the story's genre, nor, by the family's `own` words, its world."""
    reference = state.reference
    return foreign_words(
        reference.genre, visible(wish), visible(reference.premise), own
    )
