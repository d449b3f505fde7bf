"""Vectors in a forty-eighth of their size: the sign of each number, relative to the mean of all.

All vectors of one model lie more or less in one direction (of some models, very much so):
only what is left after the mean is taken away tells them apart. Two numbers for each
vector keep what that leaves out, so the estimates are of the cosine itself.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .ports import Vectors
from .scoring import Floats

NO_VECTOR: Final = -9.0
"""The cosine of a row that has no vector: below all others."""
_WORD_BITS: Final = 64
_BLOCK: Final = 4_096
"""Places that are compared at once: so many stay in the processor's cache."""

type Places = NDArray[np.intp]


class Signs:
    """The signs of vectors, one a place, and what a query's cosines with them are about."""

    def __init__(self, mean: Floats) -> None:
        """Begin without a place; `mean` is that of (a sample of) the vectors."""
        self._mean = mean
        self._words = np.empty((-(-len(mean) // _WORD_BITS), 0), np.uint64)
        self._offset = np.empty(0, np.float32)
        self._length = np.empty(0, np.float32)
        self._scale = np.empty(0, np.float32)
        angles = np.pi * np.arange(len(mean) + 1) / len(mean)
        self._by_distance = np.cos(angles).astype(np.float32)

    def make_room(self, places: int) -> None:
        """Have at least so many places; new ones have no vector."""
        more = places - len(self._offset)
        self._words = np.pad(self._words, ((0, 0), (0, more)))
        self._offset = np.pad(self._offset, (0, more), constant_values=NO_VECTOR)
        self._length = np.pad(self._length, (0, more))
        self._scale = np.pad(self._scale, (0, more))

    def put(self, places: Places | slice, vectors: Vectors) -> None:
        """Keep the signs of vectors."""
        centred = vectors - self._mean
        squared = np.einsum("ij,ij->i", centred, centred)
        self._words[:, places] = _packed(centred)
        self._offset[places] = vectors @ self._mean - self._mean @ self._mean
        self._length[places] = np.sqrt(squared)
        self._scale[places] = squared / np.maximum(np.abs(centred).sum(axis=1), 1e-9)

    def move(self, source: int, target: int) -> None:
        """Take a place's vector elsewhere; the place has none then."""
        self._words[:, target] = self._words[:, source]
        self._words[:, source] = 0
        for column, empty in (
            (self._offset, NO_VECTOR),
            (self._length, 0),
            (self._scale, 0),
        ):
            column[target], column[source] = column[source], empty

    def roughly(self, query: Floats, count: int) -> Floats:
        """Return very roughly the cosines of the first `count` places, by half of the signs."""
        centred = query - self._mean
        half = -(-len(self._words) // 2)
        unlike = self._unlike(_packed(centred[None]), slice(half), count)
        length = np.float32(np.linalg.norm(centred))
        bits = min(half * _WORD_BITS, len(centred))
        cosines = unlike.astype(np.float32)
        cosines *= -2 * length / np.float32(bits)
        cosines += length
        cosines *= self._length[:count]
        cosines += self._offset[:count]
        return cosines

    def estimate(self, query: Floats, places: Places) -> Floats:
        """Return about the cosines of some places, by the signs of both sides."""
        centred = query - self._mean
        unlike = np.bitwise_count(self._words[:, places] ^ _packed(centred[None]))
        distance = np.add.reduce(unlike, axis=0, dtype=np.uint16)
        cosines: Floats = self._by_distance.take(distance)
        cosines *= self._length[places] * np.float32(np.linalg.norm(centred))
        cosines += self._offset[places] + self._mean @ query
        return cosines

    def refine(self, query: Floats, places: Places) -> Floats:
        """Return the cosines of some places less roughly, by the query itself and their signs."""
        centred = query - self._mean
        packed = np.ascontiguousarray(self._words[:, places].T).view(np.uint8)
        bits = np.unpackbits(packed, axis=1, count=len(centred)).astype(np.float32)
        product = (2 * (bits @ centred) - centred.sum()) * self._scale[places]
        cosines: Floats = product + self._offset[places] + self._mean @ query
        return cosines

    def _unlike(
        self, own: NDArray[np.uint64], words: slice, count: int
    ) -> NDArray[np.uint16]:
        """Return how many signs of some words are other than the query's."""
        distance = np.empty(count, np.uint16)
        for first in range(0, count, _BLOCK):
            some = slice(first, min(first + _BLOCK, count))
            unlike = np.bitwise_count(self._words[words, some] ^ own[words])
            np.add.reduce(unlike, axis=0, dtype=np.uint16, out=distance[some])
        return distance


def best(values: Floats, count: int) -> Places:
    """Return the places of the `count` greatest values, in no order; all if there are no more."""
    if len(values) <= count:
        return np.arange(len(values))
    wanted = max(count * 3 // 2, count + 600)
    sample = values[::16]
    if wanted < len(values) // 4:
        # Cheaper than parting all: a sample tells about where the best begin.
        cut = len(sample) - wanted // 16
        some = np.flatnonzero(values >= np.partition(sample, cut)[cut])
        if len(some) >= count:
            return some[np.argpartition(values[some], -count)[-count:]]
    return np.argpartition(values, -count)[-count:]


def _packed(centred: Vectors) -> NDArray[np.uint64]:
    """Return the signs of rows, 64 a word, word by word."""
    packed = np.packbits(centred > 0, axis=1)
    whole = -(-centred.shape[1] // _WORD_BITS) * (_WORD_BITS // 8)
    padded = np.pad(packed, ((0, 0), (0, whole - packed.shape[1])))
    return np.ascontiguousarray(padded).view(np.uint64).T
