"""One thread, one connection."""

import sqlite3

import pytest

from custom_components.mirae_story.store.worker import Worker
from custom_components.mirae_story.story.errors import StoreError


async def test_connects_once_and_in_its_thread():
    made = []

    def connect():
        made.append(sqlite3.connect(":memory:", check_same_thread=False))
        return made[-1]

    worker = Worker("test", connect)
    first = await worker.call(lambda own: own)
    assert await worker.call(lambda own: own) is first
    assert made == [first]
    await worker.end()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        first.execute("SELECT 1")


async def test_ends_without_having_connected():
    worker = Worker("test", lambda: pytest.fail("nobody asked for a connection"))
    await worker.end()


@pytest.mark.parametrize(
    "error", [sqlite3.OperationalError("disk I/O error"), PermissionError("no")]
)
async def test_failures_become_store_errors(error):
    def fail(_):
        raise error

    worker = Worker("test", lambda: sqlite3.connect(":memory:"))
    with pytest.raises(StoreError) as raised:
        await worker.call(fail)
    assert raised.value.__cause__ is error
    await worker.end()
