"""Whether a night begins, or ends, as a recent one did."""

from difflib import SequenceMatcher

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
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE
