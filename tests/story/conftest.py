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


@pytest.fixture
def nursery(database):
    """The surroundings of a story with a shelf."""
    from tests.story.shelf_world import three_nights  # noqa: PLC0415 - as above

    return three_nights(database)


@pytest.fixture
async def story(nursery):
    """A story with a shelf, on its second evening."""
    from tests.story.shelf_world import second_evening  # noqa: PLC0415 - as above

    return await second_evening(nursery)
