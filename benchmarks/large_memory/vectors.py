"""Vectors like those of texts: topics of uneven size, a spectrum that falls like a power, one direction common to all."""

from collections.abc import Iterator

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

type Vectors = NDArray[np.float32]

BLOCK = 10_000
TOPICS = 2_000
_COMMON = 0.6
_TOPIC = 0.8
_QUERY_NOISE = 0.9


class Meanings:
    """Draws vectors of a dimension, and queries near to one of them."""

    def __init__(self, draw: Generator, dimension: int) -> None:
        """Draw the directions that all have in common."""
        self._draw = draw
        spectrum = np.arange(1, dimension + 1, dtype=np.float32) ** -0.4
        turned, _ = np.linalg.qr(draw.standard_normal((dimension, dimension)))
        self._axes = (turned * spectrum[:, None] / np.linalg.norm(spectrum)).astype(
            np.float32
        )
        self._common = _unit(self._noise(1))[0]
        self._topics = self._noise(TOPICS)
        sizes = 1 / (np.arange(TOPICS) + 10.0)
        self._edges = np.cumsum(sizes / sizes.sum())

    def blocks(self, count: int) -> Iterator[Vectors]:
        """Yield so many vectors, in blocks."""
        for first in range(0, count, BLOCK):
            size = min(BLOCK, count - first)
            places = np.searchsorted(self._edges, self._draw.random(size))
            topics = self._topics[np.minimum(places, TOPICS - 1)]
            yield _unit(_COMMON * self._common + _TOPIC * topics + self._noise(size))

    def near(self, vector: Vectors) -> Vectors:
        """Return the vector of a question that this vector's text answers."""
        noise = _unit(self._noise(1))[0]
        query: Vectors = _unit((vector + _QUERY_NOISE * noise)[None])[0]
        return query

    def _noise(self, count: int) -> Vectors:
        plain = self._draw.standard_normal((count, len(self._axes)), dtype=np.float32)
        noise: Vectors = plain @ self._axes
        return noise


def _unit(rows: Vectors) -> Vectors:
    unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit
