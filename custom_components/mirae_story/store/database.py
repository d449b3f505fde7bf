"""One SQLite file, written by one thread and read by another.

All writes go through one thread in the order in which they were asked for, each in one transaction that is on the
disk when the caller goes on. A caller that is cancelled while it waits changes nothing about that.
"""

import asyncio
import glob
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import Connection
from threading import Event

from ..story.errors import StoreError, StoreNewerError
from .schema import MIGRATIONS, Migration, applied_migrations, migrate
from .worker import Worker, transact

_LOGGER = logging.getLogger(__name__)

BUSY_TIMEOUT_S = 10.0
_BROKEN = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_SIDE_FILES = ("", "-wal", "-shm")
_DAMAGED = ".corrupt-"


class _BrokenFileError(Exception):
    """The file is no database, or a damaged one."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Database:
    """The project's SQLite file. Every method raises StoreError where SQLite cannot do what is asked."""

    def __init__(
        self,
        path: Path,
        *,
        migrations: Sequence[Migration] = MIGRATIONS,
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        """Name the file; nothing is touched before `open`."""
        self.path = path
        self.recovered_from: Path | None = None
        """Where a damaged file was moved to when this one was opened; a new one stands in its place."""
        self._migrations = migrations
        self._now = now
        self._writer: Worker | None = None
        self._reader: Worker | None = None
        self._pauses: set[Event] = set()

    async def open(self) -> None:
        """Open the file, make or migrate its schema; a damaged file is first moved aside.

        Raises StoreNewerError, with nothing written, if a newer version has migrated the file.
        """
        writer = Worker("mirae_story writer", self._connect_writer)
        reader = Worker("mirae_story reader", self._connect_reader)
        try:
            await writer.call(self._migrate)
            await reader.call(applied_migrations)
        except BaseException:
            await reader.end()
            await writer.end()
            raise
        self._writer, self._reader = writer, reader

    async def close(self) -> None:
        """Finish all writes that were asked for, leave one whole file behind, and close it."""
        writer, reader = self._writer, self._reader
        self._writer = self._reader = None
        for pause in self._pauses:
            pause.set()
        if writer is None or reader is None:
            return
        await reader.end()
        try:
            await writer.call(_checkpoint)
        finally:
            await writer.end()

    async def write[T](self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction and return its result once it is durable.

        Once asked for it runs to its end, whether or not the caller still waits; if `work` raises, nothing of
        it is kept.
        """
        return await _opened(self._writer).call(lambda own: transact(own, work))

    async def read[T](self, work: Callable[[Connection], T]) -> T:
        """Run `work` on one unchanging view of the data and return its result."""
        reader = _opened(self._reader)
        return await reader.call(lambda own: transact(own, work, "DEFERRED"))

    async def compact(self) -> None:
        """Rewrite the file so that nothing of what was deleted is left in it or beside it."""
        await _opened(self._writer).call(_compact)

    async def checkpoint(self) -> None:
        """Leave nothing beside the file: what was overwritten in it is overwritten there too."""
        await _opened(self._writer).call(_settle)

    async def drop_damaged(self) -> None:
        """Delete the damaged files that were set aside: what is deleted here is not to stay in them."""
        await _opened(self._writer).call(lambda _: self._drop_damaged())

    @asynccontextmanager
    async def pause_writes(self, limit_s: float) -> AsyncGenerator[None]:
        """Keep the file still and whole, for a backup: writes wait until the end, at most `limit_s` seconds.

        Reading goes on. Whoever writes inside the context waits for the limit.
        """
        writer = _opened(self._writer)
        loop = asyncio.get_running_loop()
        still, over = loop.create_future(), Event()
        self._pauses.add(over)

        def hold(connection: Connection) -> None:
            try:
                _checkpoint(connection)
            finally:
                loop.call_soon_threadsafe(still.set_result, None)
            if not over.wait(limit_s):
                _LOGGER.warning("A pause in writing lasted over %s s: it ends", limit_s)

        holding = asyncio.ensure_future(writer.call(hold))
        try:
            await asyncio.shield(still)
            yield
        finally:
            self._pauses.discard(over)
            over.set()
            await holding

    # In the threads ------------------------------------------------------------------------------------

    def _connect_writer(self) -> Connection:
        self._prepare_file()
        connection = _connect(self.path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA recursive_triggers = ON")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
        return connection

    def _connect_reader(self) -> Connection:
        connection = _connect(self.path)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _migrate(self, connection: Connection) -> None:
        migrate(connection, self._migrations, self._now)

    def _prepare_file(self) -> None:
        """Leave a healthy file that is ours to write, or a new one that only its owner may read."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            applied = _inspect(self.path)
        except _BrokenFileError:
            self.recovered_from = self._set_aside()
            _LOGGER.exception(
                "The database is damaged; it was moved to %s", self.recovered_from
            )
            applied = set()
        if applied - {migration.__name__ for migration in self._migrations}:
            message = "the database was migrated by a newer version"
            raise StoreNewerError(message)
        self.path.touch(mode=0o600)

    def _drop_damaged(self) -> None:
        pattern = glob.escape(self.path.name + _DAMAGED) + "*"
        for copy in list(self.path.parent.glob(pattern)):
            copy.unlink(missing_ok=True)

    def _set_aside(self) -> Path:
        """Move the damaged file and what belongs to it out of the way; return its new path."""
        mark = f"{_DAMAGED}{self._now().astimezone(UTC):%Y%m%dT%H%M%S%fZ}"
        aside = self.path.with_name(self.path.name + mark)
        for suffix in _SIDE_FILES:
            old = self.path.with_name(self.path.name + suffix)
            if old.exists():
                old.rename(aside.with_name(aside.name + suffix))
        return aside


def _opened(worker: Worker | None) -> Worker:
    if worker is None:
        message = "the database is not open"
        raise StoreError(message)
    return worker


def _connect(path: Path) -> Connection:
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


def _inspect(path: Path) -> set[str]:
    """Return the migrations that a file went through, without writing to it; none if there is no file.

    Raises _BrokenFileError if it is damaged.
    """
    if not path.exists() or not path.stat().st_size:
        return set()
    address = f"{path.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT_S)) as own:
            (health,) = own.execute("PRAGMA quick_check(1)").fetchone()
            applied = applied_migrations(own)
    except sqlite3.DatabaseError as err:
        if err.sqlite_errorcode & 0xFF in _BROKEN:
            raise _BrokenFileError from err
        raise
    if health != "ok":
        raise _BrokenFileError
    return applied


def _checkpoint(connection: Connection) -> bool:
    """Move all that is written into the main file; return whether the file beside it is empty now."""
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def _compact(connection: Connection) -> None:
    connection.execute("VACUUM")
    _settle(connection)


def _settle(connection: Connection) -> None:
    if not _checkpoint(connection):
        message = "the database is in use: what was deleted is not overwritten yet"
        raise StoreError(message)
