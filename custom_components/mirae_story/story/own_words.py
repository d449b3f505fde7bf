"""Words that do not belong into one story's world, as the family gave them: one of them is one too many."""

import re
from collections.abc import Iterable
from functools import lru_cache

from .content import is_little
from .languages import is_small_word
from .names import visible
from .scripts import Script, script_of
from .sieve import Sieve

MOST_WORDS = 40
LONGEST_WORD = 30
_SEPARATORS = re.compile(r"[,、，;；\n]+")
_MARKS = frozenset('<>{}[]()|`*_#@\\/"“”「」『』')
_LATIN_LETTER = "[0-9a-zà-ɏ]"
_KATAKANA = "[ァ-ヺー]"
_TWO = 2
"""Letters that a word in Latin letters or kana must have; one kanji is a word."""


def read_words(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the words in some fields of a form, each once; a field may hold several, parted by commas or lines."""
    words: dict[str, str] = {}
    for text in texts:
        for piece in _SEPARATORS.split(text):
            word = " ".join(piece.split())
            words.setdefault(_plain(word), word)
    words.pop("", None)
    return tuple(words.values())


def word_error(word: str) -> str | None:
    """Return why a word cannot be looked for, if it cannot: the key of an error."""
    if len(word) > LONGEST_WORD:
        return "word_too_long"
    if not _MARKS.isdisjoint(word) or not any(map(str.isalpha, word)):
        return "word_odd"
    return "word_too_common" if is_too_common(word) else None


def is_too_common(word: str) -> bool:
    """Tell whether hardly a sentence could do without this word."""
    plain = _plain(word)
    is_short = len(plain) < _TWO and script_of(plain) is not Script.HAN
    return is_short or is_small_word(plain) or is_little(plain)


def words_in(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return which of these words stand in a text (`names.visible`), as the family wrote them."""
    found = frozenset(own_sieve(words).owners(text))
    return tuple(word for at, word in enumerate(words) if at in found)


@lru_cache(maxsize=16)
def own_sieve(words: tuple[str, ...]) -> Sieve:
    """Return what looks for these words; the owner of each is its place."""
    return Sieve((_forms(word), at) for at, word in enumerate(words))


def _plain(word: str) -> str:
    return visible(word).casefold()


def _forms(word: str) -> str:
    """Return a pattern of a word: in Latin letters a whole word, also in the plural; katakana no part of a longer word."""
    plain = _plain(word)
    kinds = {script_of(char) for char in plain} - {Script.NONE}
    if kinds <= {Script.LATIN}:
        return f"(?<!{_LATIN_LETTER}){_or_plural(plain)}(?!{_LATIN_LETTER})"
    if kinds == {Script.KATAKANA}:
        return f"(?<!{_KATAKANA}){re.escape(plain)}(?!{_KATAKANA})"
    return re.escape(plain)


_REGULAR = "(?:e?s)?"
_PLURALS = (
    (r"(?<=\w\w)ies|(?<=\w[^aeiou\W])y", "(?:y|ies)"),
    (r"(?<=\w[aeilnor])ves|(?<=\w[aeilnor])fe?", "(?:fe?|ves)"),
    (r"(?:(?<=[sxz])|(?<=[cs]h))es|(?<=[sx]s)|(?<=us)|(?<=x)|(?<=[cs]h)", "(?:es)?"),
    (r"(?<=\w\w)s", _REGULAR),
)
"""Endings of English words, and what takes their place: a word given in the plural is meant in the singular too."""


def _or_plural(word: str) -> str:
    for ending, forms in _PLURALS:
        found = re.search(f"(?:{ending})$", word)
        if found is not None:
            return re.escape(word[: found.start()]) + forms
    return re.escape(word) + _REGULAR
