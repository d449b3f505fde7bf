"""A thread with a SQLite connection of its own, and what SQLite's errors become."""

import asyncio
import sqlite3
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from sqlite3 import Connection

from ..story.errors import StoreError


class Worker:
    """One thread, one connection, one piece of work after the other."""

    def __init__(self, name: str, connect: Callable[[], Connection]) -> None:
        """Name the thread; `connect` is called in it, before the first piece of work."""
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._connect = connect
        self._connection: Connection | None = None

    async def call[T](self, work: Callable[[Connection], T]) -> T:
        """Run `work` in the thread, to its end even if the caller is cancelled. Raises StoreError."""

        def run() -> T:
            with told_as_store_errors():
                if self._connection is None:
                    self._connection = self._connect()
                return work(self._connection)

        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._executor, run))

    async def end(self) -> None:
        """Do what was asked for so far, close the connection and end the thread."""
        self._executor.submit(self._disconnect)
        await asyncio.shield(asyncio.to_thread(self._executor.shutdown))

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def transact[T](
    connection: Connection, work: Callable[[Connection], T], kind: str = "IMMEDIATE"
) -> T:
    """Run `work` in one transaction of this kind; if it raises, nothing of it is kept."""
    connection.execute(f"BEGIN {kind}")
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


@contextmanager
def told_as_store_errors() -> Generator[None]:
    """Turn what SQLite and the file system raise into StoreError; their words hold no story text."""
    try:
        yield
    except (sqlite3.Error, OSError) as err:
        message = f"the database failed: {err}"
        raise StoreError(message) from err
