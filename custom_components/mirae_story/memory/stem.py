"""Brings English words of one family to one form, so that "hiked" finds "hiking".

The steps are Porter's (1980); before them, irregular forms become their plain word.
"""

import re
from functools import lru_cache
from typing import Final

from .irregular import PLAIN_FORMS

SHORTEST: Final = 3
"""Words up to this length stay as they are."""
_VOWEL: Final = "(?:[aeiou]|(?<=[^aeiou])y)"
_CONSONANT: Final = "(?:[^aeiouy]|(?<![^aeiou])y)"
_MEASURE: Final = re.compile(f"{_VOWEL}+{_CONSONANT}+")
_HAS_VOWEL: Final = re.compile(_VOWEL)
_DOUBLE: Final = re.compile(r"([^aeiouylsz])\1$")
_SHORT_END: Final = re.compile(f"{_CONSONANT}[aeiouy][^aeiouywx]$")
_SOFT_END: Final = re.compile("(?<=[^aeiou])y$")
_ENGLISH: Final = re.compile(r"[a-z]+")
_LONG_ENDINGS: Final = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance",
    "izer": "ize", "abli": "able", "alli": "al", "entli": "ent", "eli": "e",
    "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate",
    "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous",
    "aliti": "al", "iviti": "ive", "biliti": "ble",
}  # fmt: skip
_MIDDLE_ENDINGS: Final = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic",
    "ful": "", "ness": "",
}  # fmt: skip
_LAST_ENDINGS: Final = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate",
    "iti", "ous", "ive", "ize", "ion", "al", "er", "ic", "ou",
)  # fmt: skip


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return the stem of a case-folded word; other than English words stay."""
    if _ENGLISH.fullmatch(word) is None:
        return word
    word = PLAIN_FORMS.get(word, word)
    if len(word) <= SHORTEST:
        return word
    word = _without_past(_without_plural(word))
    if _SOFT_END.search(word):
        word = word[:-1] + "i"
    word = _replaced(word, _LONG_ENDINGS)
    word = _replaced(word, _MIDDLE_ENDINGS)
    return _tidied(_without_last(word))


def _measure(part: str) -> int:
    return len(_MEASURE.findall(part))


def _without_plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _without_past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        part = word.removesuffix(ending)
        if part != word and _HAS_VOWEL.search(part):
            return _restored(part)
    return word


def _restored(part: str) -> str:
    """Give back the letter that an ending took, or take the one that it doubled."""
    if part.endswith(("at", "bl", "iz")):
        return part + "e"
    if _DOUBLE.search(part):
        return part[:-1]
    if _measure(part) == 1 and _SHORT_END.search(part):
        return part + "e"
    return part


def _replaced(word: str, endings: dict[str, str]) -> str:
    for ending, other in endings.items():
        if word.endswith(ending):
            part = word[: -len(ending)]
            return part + other if _measure(part) > 0 else word
    return word


def _without_last(word: str) -> str:
    for ending in _LAST_ENDINGS:
        if word.endswith(ending):
            part = word[: -len(ending)]
            bound = ending == "ion" and not part.endswith(("s", "t"))
            return word if bound or _measure(part) <= 1 else part
    return word


def _tidied(word: str) -> str:
    if word.endswith("e"):
        part = word[:-1]
        measure = _measure(part)
        if measure > 1 or (measure == 1 and not _SHORT_END.search(part)):
            word = part
    if word.endswith("ll") and _measure(word[:-1]) > 1:
        word = word[:-1]
    return word
