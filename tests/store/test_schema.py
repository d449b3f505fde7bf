"""Older files are brought up to date, once, and keep what they hold."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.store.schema import (
    MIGRATIONS,
    applied_migrations,
    m001_stories_and_steps,
)
from custom_components.mirae_story.story.errors import StoreError
from custom_components.mirae_story.story.state import canonical_json, state_to_dict

from .nights import first_state, whole_night, write_night

FIRST_SCHEMA = Path(__file__).parent / "fixtures" / "first_schema.sql"
NOW = datetime(2027, 1, 1, tzinfo=UTC)


@pytest.fixture
def old_file(path):
    """Return a file of the first schema, in which a story has begun."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as own:
        own.executescript(FIRST_SCHEMA.read_text("utf-8"))
    return path


async def test_an_older_file_is_migrated_and_keeps_its_story(old_file):
    database = Database(old_file, now=lambda: NOW)
    await database.open()
    journal = SqliteJournal(database)
    begun = first_state()
    assert await journal.state(begun.story_id) == begun
    night = whole_night(begun)
    await write_night(journal, night)
    assert await journal.episodes(begun.story_id) == [night.noted]
    assert await journal.replay(begun.story_id) == night.state
    rows = await database.read(
        lambda own: own.execute("SELECT * FROM migrations ORDER BY name").fetchall()
    )
    assert [tuple(row) for row in rows] == [
        ("m001_stories_and_steps", "2026-01-01T19:30:00+00:00"),
        ("m002_episodes", NOW.isoformat()),
        ("m003_decisions", NOW.isoformat()),
        ("m004_standing", NOW.isoformat()),
        ("m005_chapters", NOW.isoformat()),
        ("m006_dropped_wishes", NOW.isoformat()),
        ("m007_shelf", NOW.isoformat()),
    ]
    await database.close()


async def test_the_old_file_is_what_the_first_migration_made(old_file, tmp_path):
    """The fixture stands for files out there: the first migration may never change any more."""
    new = tmp_path / "new.db"
    with closing(sqlite3.connect(new)) as own:
        m001_stories_and_steps(own)
        made = set(own.execute("SELECT type, name, sql FROM sqlite_master"))
    with closing(sqlite3.connect(old_file)) as own:
        kept = set(own.execute("SELECT type, name, sql FROM sqlite_master"))
        (state,) = own.execute("SELECT state FROM steps").fetchone()
    assert {(kind, name, _words(sql)) for kind, name, sql in made} == {
        (kind, name, _words(sql))
        for kind, name, sql in kept
        if "migrations" not in name
    }
    assert state == canonical_json(state_to_dict(first_state()))


def _words(sql):
    return sql and " ".join(sql.split())


async def test_a_migration_and_its_record_are_one(path):
    def m900_half(connection):
        connection.execute("CREATE TABLE half (word TEXT)")
        connection.execute("CREATE TABLE half (word TEXT)")

    def m901_never(connection):
        pytest.fail("nothing comes after a migration that failed")

    database = Database(path, migrations=(*MIGRATIONS, m900_half, m901_never))
    with pytest.raises(StoreError, match="already exists"):
        await database.open()
    with closing(sqlite3.connect(path)) as own:
        tables = own.execute("SELECT name FROM sqlite_master WHERE name = 'half'")
        assert tables.fetchall() == []
        assert applied_migrations(own) == {m.__name__ for m in MIGRATIONS}
    healthy = Database(path)
    await healthy.open()
    await healthy.close()


def test_migrations_are_named_in_their_order():
    names = [migration.__name__ for migration in MIGRATIONS]
    assert names == sorted(set(names))
