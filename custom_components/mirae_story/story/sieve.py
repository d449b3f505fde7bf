"""Many patterns at once: a text is searched only for those of which it has a piece."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import add

from .needles import branches

_FEW = 60
"""So many needles are looked for one by one."""

type _Index = dict[str, tuple[tuple[str, int], ...]]
"""For a piece of text the needles that have it, each with the number of its pattern."""


class Sieve:
    """Patterns, each of which belongs to something: a group, a word, a family."""

    def __init__(
        self, patterns: Iterable[tuple[str, int]], *, verbose: bool = False
    ) -> None:
        """Take patterns and the number of what each belongs to.

        They are compared without regard to capitals. Alternatives are looked for one by one.
        """
        self.patterns: list[tuple[str, int]] = []
        self._compiled: dict[int, re.Pattern[str]] = {}
        """Those that a text came near to; most never meet one."""
        self._always: list[int] = []
        wanted: list[tuple[str, int]] = []
        for whole, owner in patterns:
            for pattern, needles in branches(whole, verbose=verbose):
                at = len(self.patterns)
                self.patterns.append((pattern, owner))
                if needles is None:
                    self._always.append(at)
                wanted += ((needle, at) for needle in needles or ())
        if len(wanted) <= _FEW:
            self._short, self._latin, self._other = wanted, {}, {}
            return
        self._short = [each for each in wanted if len(each[0]) < _size(each[0])]
        long = [each for each in wanted if len(each[0]) >= _size(each[0])]
        self._latin = _indexed(each for each in long if each[0].isascii())
        self._other = _indexed(each for each in long if not each[0].isascii())

    def likely(self, text: str) -> Iterator[tuple[re.Pattern[str], int]]:
        """Yield the patterns that may be in a text, each with its owner, in their order."""
        low = text.casefold()
        near = list(self._short)
        for index, size in ((self._latin, _LATIN), (self._other, _OTHER)):
            if index and (size == _LATIN or not low.isascii()):
                for gram in index.keys() & _grams(low, size):
                    near += index[gram]
        found = {at for needle, at in near if needle in low}
        for at in sorted(found.union(self._always)):
            yield self._pattern(at), self.patterns[at][1]

    def owners(self, text: str) -> Iterator[int]:
        """Yield the owners of the patterns that are found in a text, in the order of the patterns."""
        for pattern, owner in self.likely(text):
            if pattern.search(text) is not None:
                yield owner

    def _pattern(self, at: int) -> re.Pattern[str]:
        if at not in self._compiled:
            self._compiled[at] = re.compile(self.patterns[at][0], re.IGNORECASE)
        return self._compiled[at]


_LATIN, _OTHER = 3, 2
"""Letters by which needles are looked up: a kanji tells more than a Latin letter."""


def _size(needle: str) -> int:
    return _LATIN if needle.isascii() else _OTHER


def _indexed(needles: Iterable[tuple[str, int]]) -> _Index:
    """Return the needles by that piece of each which the fewest of them have."""
    pieces = [(needle, at, _grams(needle, _size(needle))) for needle, at in needles]
    common = Counter(gram for *_, grams in pieces for gram in grams)
    found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for needle, at, grams in pieces:
        found[min(grams, key=lambda gram: (common[gram], gram))].append((needle, at))
    return {gram: tuple(each) for gram, each in found.items()}


@lru_cache(maxsize=64)
def _grams(text: str, size: int) -> frozenset[str]:
    """Return all pieces of two or three letters; several sieves look at the same sentence."""
    pairs = map(add, text, text[1:], strict=False)
    return frozenset(
        pairs if size == _OTHER else map(add, pairs, text[2:], strict=False)
    )
