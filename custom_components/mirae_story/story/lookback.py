"""Which told nights a few words recall: plain full text, rare words first."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

MOST = 5
"""Nights that are looked at more closely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """A told night in which some of the words stand."""

    night: int
    prose: str
    words: frozenset[str]
    """Those of the words that are rare in the story and stand here, folded."""


def folded(text: str) -> str:
    """Return the text as it is compared: without differences of width or case."""
    return unicodedata.normalize("NFKC", text).casefold()


def look_back(told: Iterable[tuple[int, str]], words: Sequence[str]) -> list[Recalled]:
    """Return at most five nights in which these words stand, the one with the rarest first, then the newest.

    `told` are nights with their prose. A word of more than half of them says nothing.
    """
    wanted = {key for word in words if (key := folded(word).strip())}
    nights, uses = 0, Counter[str]()
    found: list[Recalled] = []
    for night, prose in told:
        nights += 1
        text = folded(prose)
        here = frozenset(word for word in wanted if word in text)
        uses.update(here)
        if here:
            found.append(Recalled(night=night, prose=prose, words=here))
    weights = {
        word: log((nights + 1) / count)
        for word, count in uses.items()
        if 2 * count <= nights + 1
    }
    telling = [
        Recalled(night=each.night, prose=each.prose, words=rare)
        for each in found
        if (rare := each.words & weights.keys())
    ]
    telling.sort(
        key=lambda each: (-sum(weights[word] for word in each.words), -each.night)
    )
    return telling[:MOST]
