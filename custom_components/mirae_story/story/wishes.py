"""What becomes of a listener's wish: it is material, never an order, and a bad one is quietly left out."""

import logging

from .genres import foreign_words
from .model import Language, StoryState
from .names import visible
from .safety import harm_in

_LOGGER = logging.getLogger(__name__)


def is_fit(wish: str) -> bool:
    """Tell whether a wish passes the check that prose has to pass, in every language: a home may speak several."""
    text = visible(wish)
    harms = (harm_in(text, language) for language in Language)
    harm = next(filter(None, harms), None)
    if harm is not None:
        _LOGGER.debug("A wish was left out: %s", harm.name)
    return harm is None


def out_of_place(wish: str, state: StoryState) -> tuple[str, ...]:
    """Return the words of a wish that do not belong into the story's genre, as they were said."""
    reference = state.reference
    return foreign_words(reference.genre, visible(wish), visible(reference.premise))
