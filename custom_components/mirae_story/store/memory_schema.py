"""The tables of the memory: turns and their full text in one file, their vectors in another.

Vectors can always be made anew and are most of what is stored: in a file of their own
they neither slow down what rewrites the other one, nor take it along when damaged.
"""

from sqlite3 import Connection

from .schema import Migration


def m001_turns(connection: Connection) -> None:
    """Create workspaces and their turns; the full text of each workspace comes with it."""
    connection.execute("""
        CREATE TABLE workspaces (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE
        ) STRICT
    """)
    connection.execute("""
        CREATE TABLE turns (
            turn_id INTEGER PRIMARY KEY AUTOINCREMENT,
            workspace INTEGER NOT NULL REFERENCES workspaces,
            question TEXT NOT NULL,
            answer TEXT NOT NULL,
            at TEXT NOT NULL,
            at_s REAL NOT NULL,
            speaker TEXT,
            pinned INTEGER NOT NULL,
            length INTEGER NOT NULL,
            mark INTEGER NOT NULL
        ) STRICT
    """)
    connection.execute("CREATE INDEX turns_by_time ON turns (workspace, at_s, turn_id)")
    connection.execute("""
        CREATE TABLE facts (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT
    """)


def m001_models(connection: Connection) -> None:
    """Create the models; the vectors of each come with it, in a table of its own."""
    connection.execute("""
        CREATE TABLE models (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            dimension INTEGER NOT NULL,
            mean REAL NOT NULL,
            deviation REAL NOT NULL
        ) STRICT
    """)


MEMORY_MIGRATIONS: tuple[Migration, ...] = (m001_turns,)
VECTOR_MIGRATIONS: tuple[Migration, ...] = (m001_models,)
