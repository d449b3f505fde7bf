"""How turns stand in their table, and back."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from math import inf
from secrets import randbelow
from sqlite3 import Connection, Row
from typing import Final

import numpy as np

from ..memory.model import Turn, days_of
from ..memory.ports import Document, Roll
from ..memory.text import embedded_text
from . import words
from .columns import columns, select
from .rows import plain_text

_LEAST_MARK: Final = 1 << 56
_MARKS: Final = 1 << 61


def workspace_number(connection: Connection, name: str) -> int | None:
    """Return the number of a workspace; None if there is nothing in it."""
    row = connection.execute(
        "SELECT number FROM workspaces WHERE name = ?", (plain_text(name),)
    ).fetchone()
    return None if row is None else row["number"]


def make_workspace(connection: Connection, name: str) -> int:
    """Return the number of a workspace, which is made if need be."""
    known = workspace_number(connection, name)
    if known is not None:
        return known
    (number,) = connection.execute(
        "INSERT INTO workspaces (name) VALUES (?) RETURNING number",
        (plain_text(name),),
    ).fetchone()
    words.create(connection, number)
    return int(number)


def plain(turn: Turn) -> Turn:
    """Return the turn as a file can hold it."""
    return replace(
        turn,
        workspace=plain_text(turn.workspace),
        question=plain_text(turn.question),
        answer=plain_text(turn.answer),
        speaker=None if turn.speaker is None else plain_text(turn.speaker),
    )


def insert(connection: Connection, number: int, turn: Turn, length: int) -> Turn:
    """Store a turn that is indexed by so many tokens; return it with its id."""
    done = connection.execute(
        "INSERT INTO turns"
        " (workspace, question, answer, at, at_s, speaker, pinned, length, mark)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            turn.question,
            turn.answer,
            turn.at.isoformat(),
            turn.at.timestamp(),
            turn.speaker,
            turn.pinned,
            length,
            _new_mark(),
        ),
    )
    return replace(turn, turn_id=done.lastrowid or 0)


def reword(connection: Connection, turn: Turn, length: int) -> None:
    """Write another question and answer; what belonged to the old ones no longer fits the turn's mark."""
    connection.execute(
        "UPDATE turns SET question = ?, answer = ?, length = ?, mark = ?"
        " WHERE turn_id = ?",
        (turn.question, turn.answer, length, _new_mark(), turn.turn_id),
    )


def delete(connection: Connection, turn_ids: Sequence[int]) -> None:
    """Delete turns."""
    connection.execute(
        "DELETE FROM turns WHERE turn_id IN (SELECT value FROM json_each(?))",
        (as_json(turn_ids),),
    )


def delete_workspace(connection: Connection, number: int) -> None:
    """Delete a workspace with all that is in it."""
    words.drop(connection, number)
    connection.execute("DELETE FROM turns WHERE workspace = ?", (number,))
    connection.execute("DELETE FROM workspaces WHERE number = ?", (number,))


def all_workspaces(connection: Connection) -> list[tuple[str, int]]:
    """Return all workspaces, name and number."""
    rows = connection.execute("SELECT name, number FROM workspaces ORDER BY name")
    return [(row["name"], row["number"]) for row in rows]


def set_lengths(connection: Connection, lengths: Mapping[int, int]) -> None:
    """Note by how many tokens turns are indexed now."""
    connection.executemany(
        "UPDATE turns SET length = ? WHERE turn_id = ?",
        ((length, turn_id) for turn_id, length in lengths.items()),
    )


def is_known(connection: Connection, number: int, turn: Turn) -> bool:
    """Tell whether the same was said at the same time already."""
    found = connection.execute(
        "SELECT 1 FROM turns WHERE workspace = ? AND at_s = ? AND question = ?"
        " AND answer = ?",
        (number, turn.at.timestamp(), turn.question, turn.answer),
    )
    return found.fetchone() is not None


def by_ids(connection: Connection, workspace: str, ids: Sequence[int]) -> list[Turn]:
    """Return those turns of a workspace that there are."""
    rows = connection.execute(
        "SELECT turn_id, name, question, answer, at, speaker, pinned, mark"
        " FROM json_each(?) CROSS JOIN turns ON turn_id = value"
        " CROSS JOIN workspaces ON number = workspace WHERE name = ?",
        (as_json(ids), plain_text(workspace)),
    )
    return [turn_of(row) for row in rows]


def newest(
    connection: Connection, workspace: str, before: int | None, limit: int
) -> list[Turn]:
    """Return turns of a workspace, newest first; only those before a known one."""
    rows = connection.execute(
        "SELECT turn_id, name, question, answer, at, speaker, pinned, mark"
        " FROM turns JOIN workspaces ON number = workspace"
        " WHERE name = :name AND (:before IS NULL OR (at_s, turn_id) <"
        " (SELECT at_s, turn_id FROM turns WHERE turn_id = :before))"
        " ORDER BY at_s DESC, turn_id DESC LIMIT :limit",
        {"name": plain_text(workspace), "before": before, "limit": limit},
    )
    return [turn_of(row) for row in rows]


def between(
    connection: Connection,
    workspace: str,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Iterator[Turn]:
    """Yield the turns of a workspace that were said in [since, until), newest first."""
    rows = connection.execute(
        "SELECT turn_id, name, question, answer, at, speaker, pinned, mark"
        " FROM turns JOIN workspaces ON number = workspace"
        " WHERE name = ? AND at_s >= ? AND at_s < ? ORDER BY at_s DESC, turn_id DESC",
        (
            plain_text(workspace),
            since.timestamp() if since else -inf,
            until.timestamp() if until else inf,
        ),
    )
    return map(turn_of, rows)


def marks_of(connection: Connection, turn_ids: Sequence[int]) -> list[int]:
    """Return the marks of turns."""
    rows = connection.execute(
        "SELECT mark FROM json_each(?) CROSS JOIN turns ON turn_id = value",
        (as_json(turn_ids),),
    )
    return [mark for (mark,) in rows]


def known_marks(connection: Connection, marks: Sequence[int]) -> set[int]:
    """Return which of the marks a turn bears."""
    rows = connection.execute(
        "SELECT mark FROM turns WHERE mark IN (SELECT value FROM json_each(?))",
        (as_json(marks),),
    )
    return {mark for (mark,) in rows}


def documents(connection: Connection, turn_ids: Sequence[int]) -> list[Document]:
    """Return what is to be embedded of those turns that there are."""
    rows = connection.execute(
        "SELECT turn_id, name, question, answer, at, speaker, pinned, mark"
        " FROM json_each(?) CROSS JOIN turns ON turn_id = value"
        " CROSS JOIN workspaces ON number = workspace",
        (as_json(turn_ids),),
    )
    return [
        Document(
            turn_id=row["turn_id"],
            mark=row["mark"],
            text=embedded_text(turn_of(row)),
        )
        for row in rows
    ]


def roll(connection: Connection) -> Roll:
    """Return all turns there are, without their words."""
    names = connection.execute("SELECT number, name FROM workspaces ORDER BY number")
    by_number = dict(tuple(row) for row in names)
    rows = select(
        connection,
        "SELECT turn_id, mark, workspace, at_s, pinned FROM turns ORDER BY turn_id",
    )
    turn_ids, marks, workspaces, at_s, pinned = columns(
        rows, np.int64, np.int64, np.int64, np.float64, np.bool_
    )
    return Roll(
        turn_ids=turn_ids,
        marks=marks,
        workspaces=np.searchsorted([*by_number], workspaces),
        days=days_of(at_s),
        pinned=pinned,
        names=tuple(by_number.values()),
    )


def turn_of(row: Row) -> Turn:
    """Return the turn of a row that begins as all queries here do."""
    turn_id, name, question, answer, at, speaker, pinned, *_ = row
    return Turn(
        turn_id=turn_id,
        workspace=name,
        question=question,
        answer=answer,
        at=datetime.fromisoformat(at),
        speaker=speaker,
        pinned=bool(pinned),
    )


def as_json(numbers: Sequence[int]) -> str:
    """Return numbers as SQL can unfold them."""
    return json.dumps([int(number) for number in numbers])


def _new_mark() -> int:
    """Return a number that no other turn has; all take eight bytes."""
    return _LEAST_MARK + randbelow(_MARKS)
