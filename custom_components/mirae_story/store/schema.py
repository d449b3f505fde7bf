"""The tables, as named migrations: each is applied once, in this order, and never edited after a release."""

from collections.abc import Callable, Sequence
from datetime import datetime
from sqlite3 import Connection

from .worker import transact

type Migration = Callable[[Connection], None]
"""Changes the schema inside a transaction that is not its own; its function name is what is recorded."""


def applied_migrations(connection: Connection) -> set[str]:
    """Return the names of the migrations that this database went through."""
    known = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'"
    if connection.execute(known).fetchone() is None:
        return set()
    return {name for (name,) in connection.execute("SELECT name FROM migrations")}


def migrate(
    connection: Connection, migrations: Sequence[Migration], now: Callable[[], datetime]
) -> None:
    """Apply what is missing, in order, each in one transaction with its record."""
    connection.execute("""
        CREATE TABLE IF NOT EXISTS migrations (
            name TEXT PRIMARY KEY,
            applied_at TEXT NOT NULL
        ) STRICT
    """)
    applied = applied_migrations(connection)

    def apply(own: Connection) -> None:
        migration(own)
        own.execute(
            "INSERT INTO migrations (name, applied_at) VALUES (?, ?)",
            (migration.__name__, now().isoformat()),
        )

    for migration in migrations:
        if migration.__name__ not in applied:
            transact(connection, apply)


def m001_stories_and_steps(connection: Connection) -> None:
    """Create the journal proper: a story, and the steps that made it what it is."""
    connection.execute("""
        CREATE TABLE stories (
            story_id TEXT PRIMARY KEY,
            begun_at TEXT NOT NULL
        ) STRICT
    """)
    connection.execute("""
        CREATE TABLE steps (
            story_id TEXT NOT NULL REFERENCES stories ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            kind TEXT NOT NULL,
            night INTEGER NOT NULL,
            at TEXT NOT NULL,
            detail TEXT NOT NULL,
            state TEXT NOT NULL,
            PRIMARY KEY (story_id, revision)
        ) STRICT
    """)
    connection.execute("""
        CREATE TRIGGER steps_stay BEFORE UPDATE ON steps
        BEGIN SELECT RAISE(ABORT, 'what is journaled is never rewritten'); END
    """)
    connection.execute("""
        CREATE TRIGGER steps_go_with_story BEFORE DELETE ON steps
        WHEN EXISTS (SELECT 1 FROM stories WHERE story_id = OLD.story_id)
        BEGIN SELECT RAISE(ABORT, 'what is journaled goes only with its story'); END
    """)


def m002_episodes(connection: Connection) -> None:
    """Create the told nights. What was heard of them is never rewritten."""
    connection.execute("""
        CREATE TABLE episodes (
            story_id TEXT NOT NULL REFERENCES stories ON DELETE CASCADE,
            night INTEGER NOT NULL,
            version INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            reviewed INTEGER,
            title TEXT NOT NULL,
            recap TEXT NOT NULL,
            lead TEXT NOT NULL,
            prose TEXT NOT NULL,
            began_from TEXT NOT NULL,
            situation TEXT NOT NULL,
            told_on TEXT NOT NULL,
            told_at TEXT NOT NULL,
            wish TEXT NOT NULL,
            notes TEXT NOT NULL,
            notes_raw TEXT NOT NULL,
            calm_ending INTEGER NOT NULL,
            retellings INTEGER NOT NULL,
            first_delta_ms REAL NOT NULL,
            prose_s REAL NOT NULL,
            notes_s REAL NOT NULL,
            PRIMARY KEY (story_id, night, version)
        ) STRICT
    """)
    connection.execute("""
        CREATE TRIGGER episodes_stay BEFORE UPDATE OF
            story_id, night, version, revision, lead, prose, began_from, told_on, told_at, wish
        ON episodes
        BEGIN SELECT RAISE(ABORT, 'what is journaled is never rewritten'); END
    """)
    connection.execute("""
        CREATE TRIGGER episodes_go_with_story BEFORE DELETE ON episodes
        WHEN EXISTS (SELECT 1 FROM stories WHERE story_id = OLD.story_id)
        BEGIN SELECT RAISE(ABORT, 'what is journaled goes only with its story'); END
    """)


def m003_decisions(connection: Connection) -> None:
    """Create what the code decided about each told night, in the order of deciding."""
    connection.execute("""
        CREATE TABLE decisions (
            story_id TEXT NOT NULL,
            night INTEGER NOT NULL,
            version INTEGER NOT NULL,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            proposed TEXT NOT NULL,
            change TEXT NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT NOT NULL,
            role TEXT NOT NULL,
            PRIMARY KEY (story_id, night, version, position),
            FOREIGN KEY (story_id, night, version)
                REFERENCES episodes ON DELETE CASCADE
        ) STRICT
    """)
    connection.execute("""
        CREATE TRIGGER decisions_stay BEFORE UPDATE ON decisions
        BEGIN SELECT RAISE(ABORT, 'what is journaled is never rewritten'); END
    """)
    connection.execute("""
        CREATE TRIGGER decisions_go_with_story BEFORE DELETE ON decisions
        WHEN EXISTS (SELECT 1 FROM stories WHERE story_id = OLD.story_id)
        BEGIN SELECT RAISE(ABORT, 'what is journaled goes only with its story'); END
    """)


def m004_standing(connection: Connection) -> None:
    """Let a version of a night be void or superseded: it is kept, but no longer counts."""
    connection.execute(
        "ALTER TABLE episodes ADD COLUMN standing TEXT NOT NULL DEFAULT 'told'"
    )


def m005_chapters(connection: Connection) -> None:
    """Create the chapters, each a line for seven nights and one for the book so far; a recap they stand on stays."""
    connection.execute("""
        CREATE TABLE chapters (
            story_id TEXT NOT NULL REFERENCES stories ON DELETE CASCADE,
            number INTEGER NOT NULL,
            source TEXT NOT NULL,
            text TEXT NOT NULL,
            made_by TEXT NOT NULL,
            book TEXT NOT NULL,
            book_made_by TEXT NOT NULL,
            made_at TEXT NOT NULL,
            PRIMARY KEY (story_id, number, source)
        ) STRICT
    """)
    connection.execute("""
        CREATE TRIGGER chapters_stay BEFORE UPDATE ON chapters
        BEGIN SELECT RAISE(ABORT, 'what is journaled is never rewritten'); END
    """)
    connection.execute("""
        CREATE TRIGGER chapters_go_with_story BEFORE DELETE ON chapters
        WHEN EXISTS (SELECT 1 FROM stories WHERE story_id = OLD.story_id)
        BEGIN SELECT RAISE(ABORT, 'what is journaled goes only with its story'); END
    """)
    connection.execute("""
        CREATE TRIGGER recaps_stay BEFORE UPDATE OF recap ON episodes
        WHEN OLD.reviewed IS NOT NULL
        BEGIN SELECT RAISE(ABORT, 'what is journaled is never rewritten'); END
    """)


def m006_dropped_wishes(connection: Connection) -> None:
    """Let a told night say that its wish was left out."""
    connection.execute(
        "ALTER TABLE episodes ADD COLUMN wish_dropped INTEGER NOT NULL DEFAULT 0"
    )


def m007_shelf(connection: Connection) -> None:
    """Create the shelf of prepared nights, and the list of wishes. Neither is journaled."""
    connection.execute("""
        CREATE TABLE prepared (
            story_id TEXT NOT NULL REFERENCES stories ON DELETE CASCADE,
            night INTEGER NOT NULL,
            key TEXT NOT NULL,
            wish TEXT NOT NULL,
            prose TEXT NOT NULL,
            written TEXT NOT NULL,
            retellings INTEGER NOT NULL,
            prose_s REAL NOT NULL,
            writing INTEGER NOT NULL,
            prepared_at TEXT NOT NULL,
            approved INTEGER NOT NULL,
            PRIMARY KEY (story_id, night)
        ) STRICT
    """)
    connection.execute("""
        CREATE TABLE wishes (
            wish_id INTEGER PRIMARY KEY,
            story_id TEXT NOT NULL REFERENCES stories ON DELETE CASCADE,
            place INTEGER NOT NULL,
            text TEXT NOT NULL,
            done INTEGER NOT NULL DEFAULT 0,
            told_night INTEGER,
            wished_at TEXT NOT NULL
        ) STRICT
    """)


MIGRATIONS: tuple[Migration, ...] = (
    m001_stories_and_steps,
    m002_episodes,
    m003_decisions,
    m004_standing,
    m005_chapters,
    m006_dropped_wishes,
    m007_shelf,
)
