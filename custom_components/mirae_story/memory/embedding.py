"""What every embedder does with texts before, and with numbers after."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from .ports import Vectors

_UNSENDABLE = re.compile("[\x00\ud800-\udfff]+")
"""NUL ends a text for a program in C, and half a surrogate pair is no character."""


def clip(text: str, longest: int) -> str:
    """Return the text as a model can read it: never empty, at most `longest` characters, whole characters only."""
    return _UNSENDABLE.sub(" ", text[:longest]).strip() or "…"


def batches[T](items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield the items in order, at most `size` at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def unit_rows(rows: ArrayLike) -> Vectors:
    """Return the rows as float32 of length 1 each; raise ValueError where they are no vectors."""
    vectors = np.array(rows, dtype=np.float64, ndmin=2)
    if vectors.ndim != 2 or not vectors.shape[1]:  # noqa: PLR2004 - rows and columns
        msg = "no rows of numbers"
        raise ValueError(msg)
    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        msg = "a row has no direction"
        raise ValueError(msg)
    unit: Vectors = (vectors / lengths).astype(np.float32)
    return unit
