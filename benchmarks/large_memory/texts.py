"""Turns of made-up words in two languages, some of them common, most of them rare (Zipf's law)."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

WORDS = 60_000
"""Different words of each language."""
_KANJI = [chr(code) for code in range(0x4E00, 0x4E00 + 1_800)]
_KATAKANA = [chr(code) for code in range(0x30A2, 0x30F0)]
_GLUE_JA = ("は", "が", "を", "に", "で", "の", "と", "も")
_ENDS_JA = ("です。", "でした。", "しました。", "があります。")
_ASK_JA = ("はいつですか。", "はどこですか。", "は何でしたか。")
_GLUE_EN = ("the", "a", "of", "in", "and", "to", "with", "for")
_ASK_EN = ("When was {}?", "Where is {}?", "What about {}?")
_SYLLABLES = [
    c + v + e for c in "bdfghklmnprstvw" for v in "aeiou" for e in ("", "n", "r")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A turn's words in its language, and as they were said."""

    japanese: bool
    words: tuple[str, ...]
    question: str
    answer: str


class Talk:
    """Draws turns, and questions about them."""

    def __init__(self, draw: Generator) -> None:
        """Make up both languages."""
        self._draw = draw
        self._words = (
            [self._english() for _ in range(WORDS)],
            [self._japanese() for _ in range(WORDS)],
        )
        chances = 1 / (np.arange(WORDS) + 8.0)
        self._edges = np.cumsum(chances / chances.sum())

    def turn(self) -> Said:
        """Draw a turn of four to thirteen words that say something."""
        japanese = bool(self._draw.integers(2))
        words = self._some(japanese, int(self._draw.integers(4, 14)))
        half = len(words) // 2
        return Said(
            japanese=japanese,
            words=words,
            question=self._sentence(words[:half], japanese),
            answer=self._sentence(words[half:], japanese),
        )

    def question(self, said: Said) -> str:
        """Draw a question about a turn: some of its words, and one of any."""
        count = min(len(said.words), int(self._draw.integers(2, 6)))
        own = self._draw.permutation(len(said.words))[:count]
        words = (*(said.words[place] for place in own), *self._some(said.japanese, 1))
        if said.japanese:
            return self._joined(words) + self._one(_ASK_JA)
        return self._one(_ASK_EN).format(" ".join(words))

    def _some(self, japanese: bool, count: int) -> tuple[str, ...]:  # noqa: FBT001 - which language
        places = np.searchsorted(self._edges, self._draw.random(count))
        return tuple(self._words[japanese][min(place, WORDS - 1)] for place in places)

    def _sentence(self, words: tuple[str, ...], japanese: bool) -> str:  # noqa: FBT001 - which language
        if japanese:
            return self._joined(words) + self._one(_ENDS_JA)
        parts = [f"{self._one(_GLUE_EN)} {word}" for word in words]
        return " ".join(parts).capitalize() + "."

    def _joined(self, words: tuple[str, ...]) -> str:
        glued = [word + self._one(_GLUE_JA) for word in words[:-1]]
        return "".join(glued) + (words[-1] if words else "")

    def _english(self) -> str:
        return "".join(self._one(_SYLLABLES) for _ in range(self._draw.integers(2, 4)))

    def _japanese(self) -> str:
        signs = _KATAKANA if self._draw.integers(4) == 0 else _KANJI
        length = self._draw.integers(2, 5 if signs is _KATAKANA else 4)
        return "".join(self._one(signs) for _ in range(length))

    def _one[T](self, things: tuple[T, ...] | list[T]) -> T:
        return things[int(self._draw.integers(len(things)))]
