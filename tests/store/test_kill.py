"""What is on the disk when the process is killed in the middle of writing."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal

from .nights import first_state, long_story, whole_night, write_night

ID = first_state().story_id
ROOT = Path(__file__).parents[2]
WRITER = """
import asyncio, sys
from pathlib import Path
from types import ModuleType

# The store needs no Home Assistant: the package is entered without its adapters, which load slowly.
package = ModuleType("custom_components.mirae_story")
package.__path__ = ["custom_components/mirae_story"]
sys.modules[package.__name__] = package

from tests.store.nights import BEGUN_AT, first_state, tell_night, review_night, happenings
from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal

async def main():
    database = Database(Path(sys.argv[1]))
    await database.open()
    journal = SqliteJournal(database)
    state = await journal.state(first_state().story_id)
    if state is None:
        state = first_state()
        await journal.begin(state, BEGUN_AT)
    while True:
        print(state.revision, flush=True)
        told = await journal.episode(state.story_id, state.night)
        if told is None or told.notes == "used":
            told, state = tell_night(state)
            await journal.add_told(told, state)
            print(state.revision, flush=True)
        noted, state = review_night(told, state, list(happenings(state)))
        await journal.add_reviewed(noted, noted.decisions, state, told.told_at)

asyncio.run(main())
"""


def write_and_kill(path, seconds):
    """Let a process write nights as fast as it can, kill it, and return the last revision that it was sure of."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    first = process.stdout.readline()
    time.sleep(seconds)
    assert process.poll() is None, "the writer must be at work"
    os.kill(process.pid, signal.SIGKILL)
    acknowledged = [first, *process.stdout]
    process.wait()
    process.stdout.close()
    return max(int(line) for line in acknowledged if line.endswith("\n"))


@pytest.mark.parametrize("seconds", [0.0, 0.013, 0.1, 0.37])
def test_no_night_is_lost_or_torn_by_a_kill(path, seconds, full):
    path.parent.mkdir()
    for _ in range(40 if full else 2):
        sure = write_and_kill(path, seconds)
        with closing(sqlite3.connect(path)) as own:
            assert own.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert own.execute("PRAGMA foreign_key_check").fetchone() is None
            (last,) = own.execute("SELECT max(revision) FROM steps").fetchone()
            steps = own.execute("SELECT count(*) FROM steps").fetchone()[0]
            told = own.execute("SELECT count(*) FROM episodes").fetchone()[0]
            noted = own.execute(
                "SELECT count(*) FROM episodes WHERE notes = 'used'"
            ).fetchone()[0]
        assert last in {sure, sure + 1}, "what was acknowledged is there"
        assert steps == last
        assert (told, noted) == (last // 2, (last - 1) // 2)


async def test_a_killed_story_goes_on(path):
    path.parent.mkdir()
    write_and_kill(path, 0.2)
    database = Database(path)
    await database.open()
    assert database.recovered_from is None
    journal = SqliteJournal(database)
    state = await journal.state(ID)
    assert await journal.replay(ID) == state
    nights = [episode.night for episode in await journal.episodes(ID)]
    assert nights == list(range(1, state.night + 1))
    expected = list(long_story(state.night))
    kept = await journal.episodes(ID)
    assert kept[:-1] == [night.noted for night in expected[:-1]]
    if kept[-1] == expected[-1].noted:
        await write_night(journal, whole_night(state))
    else:
        last = expected[-1]
        assert kept[-1] == last.told
        await journal.add_reviewed(
            last.noted, last.decisions, last.state, last.told.told_at
        )
    await database.close()
