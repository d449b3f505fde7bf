"""Vectors in their file: a table for each model, whose rows never move.

SQLite moves rows when others grow or go, and leaves bytes of theirs where they were. So
vectors are only ever added at the end, or overwritten in place with as many zeros.
"""

import json
from collections.abc import Sequence
from sqlite3 import Connection, Row

import numpy as np

from ..memory.ports import Halves, Ids, StoredModel, VectorBlock
from ..memory.relevance import Background


def find_model(connection: Connection, name: str) -> StoredModel | None:
    """Return what is known of a model."""
    row = connection.execute("SELECT * FROM models WHERE name = ?", (name,)).fetchone()
    return None if row is None else _model(row)


def add_model(
    connection: Connection, name: str, dimension: int, background: Background
) -> StoredModel:
    """Make room for the vectors of a model, in place of those it had."""
    known = find_model(connection, name)
    if known is not None:
        drop_model(connection, known.number)
    row = connection.execute(
        "INSERT INTO models (name, dimension, mean, deviation) VALUES (?, ?, ?, ?)"
        " RETURNING *",
        (name, dimension, background.mean, background.deviation),
    ).fetchone()
    model = _model(row)
    table = (
        "CREATE TABLE vectors_N (slot INTEGER PRIMARY KEY, mark INTEGER NOT NULL,"
        " f16 BLOB NOT NULL) STRICT"
    )
    connection.execute(_named(table, model.number))
    index = "CREATE INDEX vectors_N_by_mark ON vectors_N (mark)"
    connection.execute(_named(index, model.number))
    return model


def drop_model(connection: Connection, number: int) -> None:
    """Delete a model and its vectors."""
    connection.execute(_named("DROP TABLE vectors_N", number))
    connection.execute("DELETE FROM models WHERE number = ?", (number,))


def model_numbers(connection: Connection) -> list[int]:
    """Return the numbers of all models."""
    return [number for (number,) in connection.execute("SELECT number FROM models")]


def insert(
    connection: Connection, model: StoredModel, marks: Sequence[int], rows: Halves
) -> list[int]:
    """Add vectors; return their slots."""
    statement = _named("INSERT INTO vectors_N (mark, f16) VALUES (?, ?)", model.number)
    slots = []
    for mark, row in zip(marks, rows, strict=True):
        slots.append(connection.execute(statement, (mark, row.tobytes())).lastrowid)
    return [slot for slot in slots if slot is not None]


def erase(connection: Connection, marks: Sequence[int]) -> None:
    """Overwrite the vectors of any model that bear these marks."""
    for number in model_numbers(connection):
        connection.executemany(
            _named(
                "UPDATE vectors_N SET mark = -mark, f16 = zeroblob(length(f16))"
                " WHERE mark = ?",
                number,
            ),
            [(mark,) for mark in marks],
        )


def block(
    connection: Connection, model: StoredModel, after: int, limit: int
) -> VectorBlock:
    """Return the next vectors after a slot, overwritten ones left out."""
    found = connection.execute(
        _named(
            "SELECT slot, mark, f16 FROM vectors_N WHERE slot > ? AND mark > 0"
            " ORDER BY slot LIMIT ?",
            model.number,
        ),
        (after, limit),
    ).fetchall()
    return VectorBlock(
        slots=np.array([row[0] for row in found], np.int64),
        marks=np.array([row[1] for row in found], np.int64),
        rows=_halves([row[2] for row in found], model),
    )


def sample(connection: Connection, model: StoredModel, count: int) -> Halves:
    """Return about `count` vectors from all over the table."""
    last = _named("SELECT coalesce(max(slot), 0) FROM vectors_N", model.number)
    (slots,) = connection.execute(last).fetchone()
    wanted = np.arange(1, slots + 1, max(slots // count, 1), np.int64)
    found = read(connection, model, wanted)
    return found[np.any(found != 0, axis=1)]


def read(connection: Connection, model: StoredModel, slots: Ids) -> Halves:
    """Return the vectors of slots, in their order; of one that there is not, zeros."""
    cursor = connection.cursor()
    cursor.row_factory = None
    rows: dict[int, bytes] = dict(
        cursor.execute(
            _named(
                "SELECT slot, f16 FROM json_each(?)"
                " CROSS JOIN vectors_N ON slot = value",
                model.number,
            ),
            (json.dumps(slots.tolist()),),
        )
    )
    none = bytes(2 * model.dimension)
    return _halves([rows.get(slot, none) for slot in slots.tolist()], model)


def _halves(rows: Sequence[bytes], model: StoredModel) -> Halves:
    joined = np.frombuffer(b"".join(rows), np.float16)
    return joined.reshape(len(rows), model.dimension)


def _model(row: Row) -> StoredModel:
    return StoredModel(
        number=row["number"],
        name=row["name"],
        dimension=row["dimension"],
        background=Background(mean=row["mean"], deviation=row["deviation"]),
    )


def _named(statement: str, number: int) -> str:
    """Return the statement with the table of a model: names cannot be parameters."""
    return statement.replace("_N", f"_{number}")
