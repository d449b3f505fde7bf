"""Which words are foreign to a genre: a sea story does not turn into science fiction overnight.

The families are in `data/genres.toml`: each entry is one word with all its forms, in English and in Japanese. A
listed genre has its foreign families. A night in the family's own genre is free; only a wish for horror is bent there,
unless the genre's own words speak of it.
"""

import re

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
_FOREIGN_TO = {
    genre: tuple(
        tuple(word for name in names for word in _FAMILIES[name]) for names in together
    )
    for genre, together in _FILE["foreign_to"].items()
}
"""For each genre the words that are foreign to it, by what counts together."""


def foreign_words(genre: str, text: str, material: str) -> tuple[str, ...]:
    """Return the words of a text that are foreign to a genre, as they stand there; those in `material` are not."""
    found = [
        hit[0]
        for family in _bent_in(genre)
        for word in family
        if (hit := word.search(text)) and not word.search(material)
    ]
    return tuple(dict.fromkeys(found))


def _bent_in(genre: str) -> tuple[tuple[re.Pattern[str], ...], ...]:
    """Return what a wish cannot bring into a genre as it is."""
    if genre in _FOREIGN_TO:
        return _FOREIGN_TO[genre]
    scary = genre and any(word.search(genre) for word in _FAMILIES["horror"])
    return () if scary or not genre else (_FAMILIES["horror"],)


class GenreSigns:
    """Counts the words in a night that do not belong into one story."""

    def __init__(self, genre: str, material: str) -> None:
        """Leave out the words that the story's own material has: premise, cast, summary, situation, wish."""
        self._foreign = tuple(
            tuple(word for word in family if not word.search(material))
            for family in _FOREIGN_TO.get(genre, ())
        )
        words = [word.pattern for family in self._foreign for word in family]
        self._any = re.compile("|".join(words), re.IGNORECASE) if words else None

    def is_touched(self, text: str) -> bool:
        """Tell whether a sentence (`names.visible`) has any foreign word: only then can it turn the night away."""
        return self._any is not None and self._any.search(text) is not None

    def drifts(self, text: str) -> bool:
        """Tell whether a text (`names.visible`) has left the genre."""
        return any(
            sum(word.search(text) is not None for word in family) >= FOREIGN
            for family in self._foreign
        )
