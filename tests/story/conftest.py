"""A living story on a real journal, for every test that needs one."""

import pytest

from custom_components.mirae_story.store.database import Database


@pytest.fixture
async def database(tmp_path):
    database = Database(tmp_path / "story.db")
    await database.open()
    yield database
    await database.close()


@pytest.fixture
def world(database, model):
    from tests.story.test_story import World  # noqa: PLC0415 - it is a test module

    return World(database, model)
