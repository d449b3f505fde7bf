"""A real database in a folder of its own."""

import pytest

from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal

from .nights import BEGUN_AT, first_state


@pytest.fixture
def path(tmp_path):
    return tmp_path / "mirae_story" / "story.db"


@pytest.fixture
async def database(path):
    database = Database(path)
    await database.open()
    yield database
    await database.close()


@pytest.fixture
def journal(database):
    return SqliteJournal(database)


@pytest.fixture
async def begun(journal):
    """Return the state of a story that has begun."""
    state = first_state()
    await journal.begin(state, BEGUN_AT)
    return state
