"""Which words are foreign to a genre: a sea story does not turn into science fiction overnight.

The families are in `data/genres.toml`: each entry is one word with all its forms, in English and in Japanese. A
listed genre has its foreign families. A night in the family's own genre is free; only a wish for horror is bent there,
unless the genre's own words speak of it.
"""

import itertools
import re
from collections import Counter

from .own_words import own_sieve, words_in
from .sieve import Sieve
from .wordlist import word_file

FOREIGN = 3
"""Different words of one family that make a drift."""


def _word(entry: dict[str, str]) -> re.Pattern[str]:
    english, japanese = entry.get("en"), entry.get("ja")
    forms = [rf"\b(?:{english})\b" if english else None, japanese]
    return re.compile("|".join(filter(None, forms)), re.IGNORECASE)


_FILE = word_file("genres")
_FAMILIES = {
    name: tuple(map(_word, entries)) for name, entries in _FILE["families"].items()
}
_FOREIGN_TO: dict[str, tuple[tuple[str, ...], ...]] = {
    genre: tuple(map(tuple, together))
    for genre, together in _FILE["foreign_to"].items()
}
"""For each genre the families that are foreign to it, by what counts together."""
_WORDS = tuple((name, word) for name, words in _FAMILIES.items() for word in words)
SIEVE = Sieve((word.pattern, at) for at, (_, word) in enumerate(_WORDS))


def foreign_words(
    genre: str, text: str, material: str, own: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the words of a text that are foreign to a genre, as they stand there; those in `material` are not.

    The family's `own` words come as the family wrote them.
    """
    found = [
        hit[0]
        for name in _bent_in(genre)
        for word in _FAMILIES[name]
        if (hit := word.search(text)) and not word.search(material)
    ]
    if own:
        at_home = words_in(material, own)
        found += [word for word in words_in(text, own) if word not in at_home]
    return tuple(dict.fromkeys(found))


def _bent_in(genre: str) -> tuple[str, ...]:
    """Return the families that a wish cannot bring into a genre as they are."""
    if genre in _FOREIGN_TO:
        return tuple(itertools.chain(*_FOREIGN_TO[genre]))
    scary = genre and any(word.search(genre) for word in _FAMILIES["horror"])
    return () if scary or not genre else ("horror",)


class GenreSigns:
    """Counts the words in a night that do not belong into one story."""

    def __init__(self, genre: str, material: str, own: tuple[str, ...] = ()) -> None:
        """Leave out the words that the story's own material has: premise, cast, summary, situation, wish.

        Of the family's `own` words one is a drift.
        """
        at_home = words_in(material, own) if own else ()
        self._own = tuple(word for word in own if word not in at_home)
        self._foreign_to = {
            family: at
            for at, together in enumerate(_FOREIGN_TO.get(genre, ()))
            for family in together
        }
        self._at_home = frozenset(SIEVE.owners(material) if self._foreign_to else ())

    def is_touched(self, text: str) -> bool:
        """Tell whether a sentence (`names.visible`) has any foreign word: only then can it turn the night away."""
        return self._has_own(text) or bool(self._foreign(text))

    def drifts(self, text: str) -> bool:
        """Tell whether a text (`names.visible`) has left the genre."""
        if self._has_own(text):
            return True
        found = Counter(self._foreign_to[_WORDS[at][0]] for at in self._foreign(text))
        return any(number >= FOREIGN for number in found.values())

    def _has_own(self, text: str) -> bool:
        own = own_sieve(self._own).owners(text) if self._own else ()
        return next(iter(own), None) is not None

    def _foreign(self, text: str) -> set[int]:
        """Return the numbers of the foreign words in a text."""
        if not self._foreign_to:
            return set()
        found = set(SIEVE.owners(text)) - self._at_home
        return {at for at in found if _WORDS[at][0] in self._foreign_to}
