"""Whether a night begins, or ends, as a recent one did."""

from collections import Counter
from difflib import SequenceMatcher
from functools import lru_cache

from .model import Language
from .names import fold
from .sentences import sentences

_ALIKE = 0.82
_SHORTEST = {Language.EN: 24, Language.JA: 10}
"""A shorter first sentence is a stock phrase."""


def first_sentence(text: str, language: Language) -> str:
    """Return the first sentence of a text, folded for comparing; empty if it is too short to tell nights apart."""
    first = fold(next(iter(sentences(text, language)), ""))
    return first if len(first) >= _SHORTEST[language] else ""


def last_sentence(text: str, language: Language) -> str:
    """Return the last sentence of a text, as `first_sentence` does the first."""
    whole = sentences(text, language)
    return first_sentence(whole[-1], language) if whole else ""


def is_repeated(one: str, other: str) -> bool:
    """Tell whether two folded sentences are nearly identical."""
    if not one or not other:
        return False
    if _most_alike(one, other) < _ALIKE:
        return False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE


def _most_alike(one: str, other: str) -> float:
    """Return what the likeness of two texts can't exceed: the share of the letters that both have."""
    shared = _letters(one) & _letters(other)
    return 2 * shared.total() / (len(one) + len(other))


@lru_cache(maxsize=512)
def _letters(text: str) -> Counter[str]:
    return Counter(text)
