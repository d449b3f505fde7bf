"""What may stand on the list of wishes."""

from .errors import WishRefusedError
from .phrases.wording import one_line
from .wishes import is_fit

LONGEST_WISH = 200
MOST_WISHES = 50
"""Wishes that wait at the same time."""


def checked_wish(text: str) -> str:
    """Return a wish on one line; raise WishRefusedError where it is no wish for this story's listeners."""
    wish = one_line(text)
    if not wish or len(wish) > LONGEST_WISH or not is_fit(wish):
        raise WishRefusedError
    return wish
