"""Reads rows of numbers into an array for each column.

Little by little: a large piece of memory that is given back is often kept by the process.
"""

from collections.abc import Iterable, Sequence
from itertools import batched
from sqlite3 import Connection
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

_AT_ONCE: Final = 2_048


def select(
    connection: Connection, statement: str, parameters: Sequence[int] = ()
) -> Iterable[tuple[Any, ...]]:
    """Return rows as bare tuples."""
    cursor = connection.cursor()
    cursor.row_factory = None
    return cursor.execute(statement, parameters)


def columns(
    rows: Iterable[tuple[Any, ...]], *types: DTypeLike
) -> tuple[NDArray[Any], ...]:
    """Return the columns of rows."""
    parts = [[np.empty(0, kind)] for kind in types]
    for some in batched(rows, _AT_ONCE, strict=False):
        for part, values in zip(parts, zip(*some, strict=True), strict=True):
            part.append(np.array(values, part[0].dtype))
    return tuple(np.concatenate(part) for part in parts)
