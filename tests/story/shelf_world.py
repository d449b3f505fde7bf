"""A story with a shelf: what the tests of prepared nights and of wishes share."""

import asyncio
from dataclasses import replace

from custom_components.mirae_story.store.shelf import SqliteShelf
from custom_components.mirae_story.story.prepared import Bedtime
from custom_components.mirae_story.story.story import Story
from tests.living_home import NOTES, PROSE, SECOND
from tests.story.fakes import ScriptedModel

from .test_story import World, night

THIRD = PROSE.replace("Mina stood at the wheel", "Morning came, and Mina woke").replace(
    "everybody went to sleep under the stars",
    "they all slept in the warm cabin",
)
SLOW = Bedtime(live=False)


class ShelfWorld(World):
    """A story with a shelf."""

    def __init__(self, database, model):
        super().__init__(database, model)
        self.kept = SqliteShelf(database)

    def story(self, state, **kwargs):
        story = super().story(state, **kwargs)
        around = replace(story._around, shelf=self.kept)
        return Story(state, self.rules, story.writer, around)


def three_nights(database):
    """Return the surroundings of a story with a shelf; its model has three nights to tell."""
    return ShelfWorld(
        database,
        ScriptedModel(prose=[PROSE, SECOND, THIRD], default_notes=NOTES),
    )


async def second_evening(nursery):
    """Return a story of which one night is told and noted."""
    story = await nursery.begin()
    await night(nursery, story)
    nursery.clock.next_evening()
    nursery.happened.clear()
    return story


async def written(nursery):
    return await nursery.kept.prepared("01JSTARSH1P000000000000000")


async def begun(nursery):
    """Wait until the second night is being written."""
    for _ in range(1000):
        if len(nursery.model.prose_calls) > 1:
            return
        await asyncio.sleep(0.01)
    raise AssertionError
