"""The file: who writes when, what survives, and what is moved out of the way."""

import asyncio
import sqlite3
import stat
import threading
import time
from contextlib import closing
from datetime import UTC, datetime

import pytest

from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.store.schema import MIGRATIONS
from custom_components.mirae_story.story.errors import StoreError, StoreNewerError

from .nights import BEGUN_AT, first_state, long_story, whole_night, write_night

NOW = datetime(2026, 11, 30, 20, 15, 1, 5, tzinfo=UTC)


def folder(path):
    return sorted(file.name for file in path.parent.iterdir())


def add_word(word):
    def work(connection):
        connection.execute("INSERT INTO words VALUES (?)", (word,))

    return work


def words(connection):
    return [word for (word,) in connection.execute("SELECT word FROM words")]


@pytest.fixture
async def wordy(database):
    """Return a database with a table to write to."""
    await database.write(lambda own: own.execute("CREATE TABLE words (word TEXT)"))
    return database


async def test_a_new_file_is_private_and_durable(database, path):
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def settings(connection):
        names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        return [connection.execute(f"PRAGMA {n}").fetchone()[0] for n in names]

    assert await database.write(settings) == ["wal", 2, 1, 1]
    assert database.recovered_from is None


async def test_work_runs_in_its_own_threads(database):
    def thread(connection):
        return threading.current_thread().name

    writer = await database.write(thread)
    reader = await database.read(thread)
    assert writer.startswith("mirae_story writer")
    assert reader.startswith("mirae_story reader")


async def test_a_closed_file_is_one_whole_file_without_threads(path):
    before = set(threading.enumerate())
    database = Database(path)
    await database.open()
    await database.write(lambda own: own.execute("CREATE TABLE words (word TEXT)"))
    assert "story.db-wal" in folder(path)
    await database.close()
    assert folder(path) == ["story.db"]
    names = {thread.name for thread in set(threading.enumerate()) - before}
    assert not [name for name in names if name.startswith("mirae_story")]
    await database.close()
    await database.open()
    assert await database.read(words) == []
    await database.close()


async def test_nothing_is_done_on_a_closed_database(path):
    database = Database(path)
    for use in (database.read(words), database.write(words), database.compact()):
        with pytest.raises(StoreError, match="not open"):
            await use
    with pytest.raises(StoreError, match="not open"):
        async with database.pause_writes(1):
            pass


async def test_failed_work_leaves_nothing_behind(wordy):
    def half(connection):
        add_word("half")(connection)
        raise KeyError

    with pytest.raises(KeyError):
        await wordy.write(half)
    with pytest.raises(StoreError, match="no such table"):
        await wordy.write(lambda own: own.execute("INSERT INTO nowhere VALUES (1)"))
    assert await wordy.read(words) == []
    await wordy.write(add_word("whole"))
    assert await wordy.read(words) == ["whole"]


async def test_work_that_sqlite_has_undone_itself_is_told_as_it_failed(wordy):
    def full_disk(connection):
        add_word("lost")(connection)
        connection.execute("ROLLBACK")
        raise sqlite3.OperationalError

    with pytest.raises(StoreError):
        await wordy.write(full_disk)
    await wordy.write(add_word("kept"))
    assert await wordy.read(words) == ["kept"]


async def test_the_reader_cannot_write(wordy):
    with pytest.raises(StoreError, match="readonly"):
        await wordy.read(add_word("sneaked"))
    assert await wordy.read(words) == []


async def test_reading_sees_one_state_while_writing_goes_on(wordy):
    """A reader in the middle of its work does not see what was written meanwhile, and holds nobody up."""
    reading, go_on = threading.Event(), threading.Event()

    def slow_read(connection):
        first = words(connection)
        reading.set()
        assert go_on.wait(10)
        return first, words(connection)

    await wordy.write(add_word("one"))
    slow = asyncio.create_task(wordy.read(slow_read))
    assert await asyncio.to_thread(reading.wait, 10)
    await wordy.write(add_word("two"))
    go_on.set()
    assert await slow == (["one"], ["one"])
    assert await wordy.read(words) == ["one", "two"]


async def test_many_reads_and_writes_at_once(wordy):
    async def write(n):
        def pair(connection):
            add_word(f"{n} left")(connection)
            time.sleep(0.001)
            add_word(f"{n} right")(connection)

        await wordy.write(pair)

    async def read():
        found = await wordy.read(words)
        assert len(found) % 2 == 0
        return len(found)

    writing = [asyncio.create_task(write(n)) for n in range(100)]
    counts = []
    while not all(task.done() for task in writing):
        counts.append(await read())
    await asyncio.gather(*writing)
    found = await wordy.read(words)
    assert len(found) == 200
    assert len(set(counts)) > 2, "reads must have happened between the writes"
    assert found == [f"{n} {side}" for n in range(100) for side in ("left", "right")]


async def test_a_cancelled_caller_neither_tears_nor_loses_a_write(wordy):
    writing, go_on = threading.Event(), threading.Event()

    def slow(connection):
        add_word("first")(connection)
        writing.set()
        assert go_on.wait(10)
        add_word("second")(connection)

    running = asyncio.create_task(wordy.write(slow))
    queued = asyncio.create_task(wordy.write(add_word("third")))
    assert await asyncio.to_thread(writing.wait, 10)
    for task in (running, queued):
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    go_on.set()
    await wordy.write(add_word("fourth"))
    assert await wordy.read(words) == ["first", "second", "third", "fourth"]


async def test_closing_finishes_what_was_asked_for(path):
    database = Database(path)
    await database.open()
    await database.write(lambda own: own.execute("CREATE TABLE words (word TEXT)"))
    tasks = [asyncio.create_task(database.write(add_word(str(n)))) for n in range(20)]
    await asyncio.sleep(0)
    await database.close()
    await asyncio.gather(*tasks)
    with closing(sqlite3.connect(path)) as own:
        assert len(words(own)) == 20


async def test_another_writer_is_waited_for(wordy, path, monkeypatch):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(wordy.write(add_word("late")))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        other.execute("COMMIT")
    await waiting
    assert await wordy.read(words) == ["late"]


async def test_a_lasting_lock_is_a_store_error(path, monkeypatch):
    monkeypatch.setattr(
        "custom_components.mirae_story.store.database.BUSY_TIMEOUT_S", 0.1
    )
    database = Database(path)
    await database.open()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"):
            await database.write(words)
        other.execute("ROLLBACK")
        other.execute("BEGIN")
        other.execute("SELECT * FROM stories").fetchall()
        await database.write(lambda own: own.execute("CREATE TABLE words (word)"))
        with pytest.raises(StoreError, match="in use"):
            await database.compact()
        other.execute("ROLLBACK")
    await database.compact()
    await database.close()


# Backups -----------------------------------------------------------------------------------------------


async def test_a_pause_keeps_the_file_still_and_whole(wordy, path, tmp_path):
    await wordy.write(add_word("before"))
    async with wordy.pause_writes(30):
        waiting = asyncio.create_task(wordy.write(add_word("during")))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        assert await wordy.read(words) == ["before"]
        assert (path.parent / "story.db-wal").stat().st_size == 0
        copy = tmp_path / "copy.db"
        copy.write_bytes(path.read_bytes())
    await waiting
    assert await wordy.read(words) == ["before", "during"]
    with closing(sqlite3.connect(copy)) as own:
        assert words(own) == ["before"]


async def test_a_pause_has_a_limit(wordy, caplog):
    async with wordy.pause_writes(0.1):
        await wordy.write(add_word("after the limit"))
        assert await wordy.read(words) == ["after the limit"]
    assert "lasted over 0.1 s" in caplog.text


async def test_a_pause_that_fails_lets_writing_go_on(wordy):
    with pytest.raises(RuntimeError):
        async with wordy.pause_writes(30):
            raise RuntimeError
    await wordy.write(add_word("on"))


async def test_a_cancelled_pause_lets_writing_go_on(wordy):
    go_on = threading.Event()
    busy = asyncio.create_task(wordy.write(lambda _: go_on.wait(10)))

    async def pause():
        async with wordy.pause_writes(30):
            pytest.fail("the writer is not free yet")

    pausing = asyncio.create_task(pause())
    await asyncio.sleep(0.05)
    pausing.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await pausing
    await busy
    await wordy.write(add_word("on"))


async def test_closing_ends_a_pause(path):
    database = Database(path)
    await database.open()
    async with database.pause_writes(60):
        await asyncio.wait_for(database.close(), 10)


# Damage ------------------------------------------------------------------------------------------------


async def told_story(path, nights=3):
    database = Database(path)
    await database.open()
    journal = SqliteJournal(database)
    state = first_state()
    await journal.begin(state, BEGUN_AT)
    for night in long_story(nights, state):
        await write_night(journal, night)
        state = night.state
    await database.close()
    return state


def garbage(path):
    path.write_bytes(b"This is not the file that you are looking for. " * 999)


def torn_page(path):
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 6] = b"\xa5" * 4096 * 3
    path.write_bytes(data)


def cut_short(path):
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def torn_schema(path):
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\x00" * 3996
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [garbage, torn_page, cut_short, torn_schema])
async def test_a_damaged_file_is_moved_aside(path, damage, caplog):
    last = await told_story(path)
    damage(path)
    damaged = path.read_bytes()
    wal = path.with_name("story.db-wal")
    wal.write_bytes(b"left over")
    database = Database(path, now=lambda: NOW)
    await database.open()
    aside = path.with_name("story.db.corrupt-20261130T201501000005Z")
    assert database.recovered_from == aside
    assert aside.read_bytes() == damaged
    assert aside.with_name(f"{aside.name}-wal").exists()
    assert "damaged" in caplog.text

    journal = SqliteJournal(database)
    assert await journal.stories() == []
    await journal.add_edit("adopted", {}, last, BEGUN_AT)
    following = whole_night(last)
    await write_night(journal, following)
    await database.close()
    await database.open()
    assert await journal.state(last.story_id) == following.state
    await database.close()


async def test_a_damaged_index_is_found(path):
    await told_story(path, nights=20)

    def tear(connection):
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET rootpage = 3 WHERE name = 'decisions'"
        )

    with closing(sqlite3.connect(path)) as own:
        tear(own)
        own.commit()
    database = Database(path)
    await database.open()
    assert database.recovered_from is not None
    await database.close()


async def test_an_empty_file_is_a_new_one(path):
    path.parent.mkdir()
    path.touch()
    database = Database(path)
    await database.open()
    assert database.recovered_from is None
    assert await SqliteJournal(database).stories() == []
    await database.close()


async def test_a_file_without_tables_gets_them(path):
    """The process was killed between making the file and its first table."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as own:
        own.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size
    database = Database(path)
    await database.open()
    assert database.recovered_from is None
    assert await SqliteJournal(database).stories() == []
    await database.close()


@pytest.mark.parametrize("target", ["folder", "parent"])
async def test_a_place_that_cannot_hold_a_file_is_a_store_error(path, target):
    if target == "folder":
        path.mkdir(parents=True)
        (path / "something").touch()
    else:
        path.parent.touch()
    database = Database(path)
    with pytest.raises(StoreError):
        await database.open()
    with pytest.raises(StoreError, match="not open"):
        await database.read(words)
    assert database.recovered_from is None


# Versions ----------------------------------------------------------------------------------------------


async def test_a_newer_file_is_left_alone(path):
    def m999_future(connection):
        connection.execute("CREATE TABLE dreams (text TEXT)")

    newer = Database(path, migrations=(*MIGRATIONS, m999_future))
    await newer.open()
    await newer.close()
    before = path.read_bytes()
    database = Database(path)
    with pytest.raises(StoreNewerError):
        await database.open()
    assert path.read_bytes() == before
    await newer.open()
    await newer.close()


async def test_opening_again_changes_nothing(path):
    last = await told_story(path)
    database = Database(path)
    await database.open()
    await database.close()
    before = path.read_bytes()
    await database.open()
    assert await SqliteJournal(database).state(last.story_id) == last
    await database.close()
    assert path.read_bytes() == before
