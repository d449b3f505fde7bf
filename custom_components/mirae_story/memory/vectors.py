"""Vectors in a forty-eighth of their size: the sign of each number, relative to the mean of all.

All vectors of one model lie more or less in one direction (of some models, very much so):
only what is left after the mean is taken away tells them apart. Two numbers for each
vector keep what that leaves out, so the estimates are of the cosine itself.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .ports import Halves, Vectors
from .scoring import Floats

NO_VECTOR: Final = -9.0
"""The cosine of a row that has no vector: below all others."""
_WORD_BITS: Final = 64
_UNPACKED: Final = 256
"""Places whose signs are unpacked at once: the memory for more would be kept."""
_MANTISSA_SHIFT: Final = 13
_WITHOUT_COPIED_SIGN: Final = np.int32(~0x7000_0000)
_EXPONENT_SHIFT: Final = np.float32(2.0**112)
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

    def estimate(self, query: Floats, count: int) -> Floats:
        """Return about the cosines of the first `count` places, by half of the signs of both sides."""
        centred = query - self._mean
        half = -(-len(self._words) // 2)
        own = _packed(centred[None])[:half]
        length = np.linalg.norm(centred)
        step = np.float32(-2 * length / min(half * _WORD_BITS, len(centred)))
        common = self._mean @ query
        cosines = np.empty(count, np.float32)
        for first in range(0, count, _BLOCK):
            some = slice(first, min(first + _BLOCK, count))
            unlike = np.bitwise_count(self._words[:half, some] ^ own)
            part = cosines[some]
            part[:] = np.add.reduce(unlike, axis=0, dtype=np.uint16)
            part *= step
            part += length
            part *= self._length[some]
            part += self._offset[some]
            part += common
        return cosines

    def refine(self, query: Floats, places: Places) -> Floats:
        """Return the cosines of some places less roughly, by the query itself and their signs."""
        centred = query - self._mean
        products = np.empty(len(places), np.float32)
        for first in range(0, len(places), _UNPACKED):
            some = slice(first, first + _UNPACKED)
            packed = np.ascontiguousarray(self._words[:, places[some]].T)
            bits = np.unpackbits(packed.view(np.uint8), axis=1, count=len(centred))
            products[some] = bits.astype(np.float32) @ centred
        products *= 2
        products -= centred.sum()
        products *= self._scale[places]
        products += self._offset[places]
        products += self._mean @ query
        return products


def floats(halves: Halves) -> Vectors:
    """Return the same numbers as float32: five times as fast as numpy, which takes them one by one."""
    bits = np.ascontiguousarray(halves).view(np.int16).astype(np.int32)
    bits <<= _MANTISSA_SHIFT
    bits &= _WITHOUT_COPIED_SIGN
    numbers = bits.view(np.float32)
    numbers *= _EXPONENT_SHIFT
    return numbers


def joined(*some: Places) -> Places:
    """Return all places, each once."""
    places = np.sort(np.concatenate(some))
    once: Places = places[np.append(places[:1] >= 0, places[1:] != places[:-1])]
    return once


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


def peaks(values: Floats, count: int) -> Places:
    """Return the places of about `count` great values, the greatest among them: that of each stretch."""
    stretch = -(-len(values) // count)
    whole = len(values) // stretch * stretch
    found = values[:whole].reshape(-1, stretch).argmax(axis=1)
    found += np.arange(0, whole, stretch)
    if whole < len(values):
        found = np.append(found, np.intp(whole + values[whole:].argmax()))
    greatest: Places = found
    return greatest


def _packed(centred: Vectors) -> NDArray[np.uint64]:
    """Return the signs of rows, 64 a word, word by word."""
    packed = np.packbits(centred > 0, axis=1)
    spare = -packed.shape[1] % (_WORD_BITS // 8)
    if spare:
        packed = np.pad(packed, ((0, 0), (0, spare)))
    return packed.view(np.uint64).T
