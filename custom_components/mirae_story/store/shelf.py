"""The shelf in SQLite: prepared nights, and the wishes for the nights to come."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from sqlite3 import Connection, Row
from typing import Any, override

from ..story.errors import WishNotFoundError
from ..story.model import Episode
from ..story.ports import ShelfStore
from ..story.prepared import Prepared, Wish
from .database import Database
from .rows import plain_text

DONE_KEPT = 50
"""Wishes that were told stay on the list for a while."""


class SqliteShelf(ShelfStore):
    """A shelf in a database."""

    def __init__(self, database: Database) -> None:
        """Write to this database, which is open as long as the shelf is in use."""
        self._database = database

    # Nights --------------------------------------------------------------------------------------------

    @override
    async def prepared(self, story_id: str) -> list[Prepared]:
        def work(connection: Connection) -> list[Prepared]:
            rows = connection.execute(
                "SELECT * FROM prepared WHERE story_id = ? ORDER BY night", (story_id,)
            )
            return [_prepared_from_row(row) for row in rows]

        return await self._database.read(work)

    @override
    async def put(self, prepared: Prepared) -> None:
        def work(connection: Connection) -> None:
            connection.execute(
                """
                INSERT OR REPLACE INTO prepared (
                    story_id, night, key, wish, prose, written, retellings, prose_s, writing, prepared_at, approved
                ) VALUES (
                    :story_id, :night, :key, :wish, :prose, :written, :retellings, :prose_s, :writing, :prepared_at,
                    :approved
                )
                """,
                _prepared_values(prepared),
            )

        await self._database.write(work)

    @override
    async def approve(self, prepared: Prepared) -> None:
        def work(connection: Connection) -> None:
            connection.execute(
                "UPDATE prepared SET approved = 1"
                " WHERE story_id = ? AND night = ? AND key = ? AND writing = ?",
                (prepared.story_id, prepared.night, prepared.key, prepared.writing),
            )

        await self._database.write(work)

    @override
    async def clear(self, story_id: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM prepared WHERE story_id = ?", (story_id,))

        await self._database.write(work)
        await self._database.checkpoint()

    # Wishes --------------------------------------------------------------------------------------------

    @override
    async def wishes(self, story_id: str) -> list[Wish]:
        def work(connection: Connection) -> list[Wish]:
            return [_wish_from_row(row) for row in _rows(connection, story_id)]

        return await self._database.read(work)

    @override
    async def add_wish(
        self, story_id: str, text: str, at: datetime, *, first: bool = False
    ) -> None:
        def work(connection: Connection) -> None:
            rows = _rows(connection, story_id)
            order = [row["wish_id"] for row in rows]
            known = [
                row["wish_id"]
                for row in rows
                if row["text"] == text and not row["done"]
            ]
            if not known:
                added = connection.execute(
                    "INSERT INTO wishes (story_id, place, text, wished_at)"
                    " VALUES (?, ?, ?, ?)",
                    (story_id, len(rows), plain_text(text), at.isoformat()),
                )
                order.append(added.lastrowid)
                known = order[-1:]
            if first:
                order.remove(known[0])
                order.insert(0, known[0])
            _put_in_order(connection, order)
            _drop_old(connection, story_id)

        await self._database.write(work)

    @override
    async def change_wish(self, story_id: str, wish: Wish) -> None:
        def work(connection: Connection) -> bool:
            changed = connection.execute(
                "UPDATE wishes SET text = ?, done = ?, told_night = ?"
                " WHERE story_id = ? AND wish_id = ?",
                (
                    plain_text(wish.text),
                    int(wish.done),
                    wish.told_night if wish.done else None,
                    story_id,
                    wish.wish_id,
                ),
            )
            return changed.rowcount == 1

        if not await self._database.write(work):
            raise WishNotFoundError

    @override
    async def remove_wishes(self, story_id: str, wish_ids: Sequence[str]) -> None:
        def work(connection: Connection) -> None:
            connection.executemany(
                "DELETE FROM wishes WHERE story_id = ? AND wish_id = ?",
                [(story_id, wish_id) for wish_id in wish_ids],
            )

        await self._database.write(work)
        await self._database.checkpoint()

    @override
    async def move_wish(self, story_id: str, wish_id: str, after: str | None) -> None:
        def work(connection: Connection) -> bool:
            order = [str(row["wish_id"]) for row in _rows(connection, story_id)]
            with suppress(ValueError):
                order.remove(wish_id)
                place = 0 if after is None else order.index(after) + 1
                order.insert(place, wish_id)
                _put_in_order(connection, order)
                return True
            return False

        if not await self._database.write(work):
            raise WishNotFoundError


def take_off(connection: Connection, episode: Episode) -> None:
    """Take a night that was told off the shelf, and tick off its wish."""
    connection.execute(
        "DELETE FROM prepared WHERE story_id = ? AND night <= ?",
        (episode.story_id, episode.night),
    )
    connection.execute(
        "UPDATE wishes SET done = 1, told_night = ?"
        " WHERE story_id = ? AND done = 0 AND text = ?",
        (episode.night, episode.story_id, plain_text(episode.wish)),
    )


def open_wish_again(connection: Connection, episode: Episode) -> None:
    """Let the wish of a night that was undone wait again."""
    connection.execute(
        "UPDATE wishes SET done = 0, told_night = NULL"
        " WHERE story_id = ? AND told_night = ?",
        (episode.story_id, episode.night),
    )


def _rows(connection: Connection, story_id: str) -> list[Row]:
    return connection.execute(
        "SELECT * FROM wishes WHERE story_id = ? ORDER BY place, wish_id", (story_id,)
    ).fetchall()


def _put_in_order(connection: Connection, order: Sequence[int | str]) -> None:
    connection.executemany(
        "UPDATE wishes SET place = ? WHERE wish_id = ?",
        [(place, int(wish_id)) for place, wish_id in enumerate(order)],
    )


def _drop_old(connection: Connection, story_id: str) -> None:
    """Forget the wishes that were done longest ago."""
    connection.execute(
        "DELETE FROM wishes WHERE story_id = :story AND done = 1 AND wish_id NOT IN ("
        " SELECT wish_id FROM wishes WHERE story_id = :story AND done = 1"
        " ORDER BY wish_id DESC LIMIT :most)",
        {"story": story_id, "most": DONE_KEPT},
    )


def _prepared_values(prepared: Prepared) -> dict[str, Any]:
    return {
        "story_id": prepared.story_id,
        "night": prepared.night,
        "key": prepared.key,
        "wish": plain_text(prepared.wish),
        "prose": plain_text(prepared.prose),
        "written": plain_text(prepared.written),
        "retellings": prepared.retellings,
        "prose_s": float(prepared.prose_s),
        "writing": prepared.writing,
        "prepared_at": prepared.prepared_at.isoformat(),
        "approved": int(prepared.approved),
    }


def _prepared_from_row(row: Row) -> Prepared:
    return Prepared(
        story_id=row["story_id"],
        night=row["night"],
        key=row["key"],
        wish=row["wish"],
        prose=row["prose"],
        written=row["written"],
        retellings=row["retellings"],
        prose_s=row["prose_s"],
        writing=row["writing"],
        prepared_at=datetime.fromisoformat(row["prepared_at"]),
        approved=bool(row["approved"]),
    )


def _wish_from_row(row: Row) -> Wish:
    return Wish(
        wish_id=str(row["wish_id"]),
        text=row["text"],
        done=bool(row["done"]),
        told_night=row["told_night"],
    )
