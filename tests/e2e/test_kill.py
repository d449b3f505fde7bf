"""Home Assistant is killed in the middle of a night, at ten points of the flow, and started again."""

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.story.state import state_to_dict
from demo.client import HomeClient
from demo.errors import ConnectionGoneError
from demo.evenings import Evenings
from demo.home import Home, furnish
from demo.processes import free_port
from tests.scripted.openai_server import ScriptedOpenAI

from .deadly_launcher import KILL_FILE
from .harbours import VISITORS, Harbours

TOLD_ANEW = (
    "before_first_delta",
    "after_recap",
    "middle_of_prose",
    "before_add_told",
    "inside_transaction",
)
COUNTS_AS_TOLD = (
    "before_told_saved",
    "after_told_saved",
    "during_notes",
    "before_add_reviewed",
    "before_reviewed_saved",
)
WORDS = "Continue the story."
CATCH_UP_S = 30

STORY = {
    "language": "en",
    "starter": "own",
    "title": "The Marigold",
    "genre": "adventure_at_sea",
    "premise": "Mia sails a small boat from harbour to harbour and looks for the singing lighthouse.",
    "protagonist_name": "Mia",
    "protagonist_role": "a ship's girl",
    "audience_age": 6,
    "minutes": 1,
    "max_active": 20,
    # Nights are told live here: it is their telling that is killed.
    "prepare_when": [],
}


class Household:
    """A Home Assistant that can be killed and started again, and its listener."""

    def __init__(self, folder: Path, server: str):
        self.server = server
        port = free_port()
        furnish(folder, port)
        self.home = Home(folder, port, Path(__file__).with_name("deadly_launcher.py"))
        self.client = HomeClient(self.home.url)
        self.evenings = None
        self.moved_on = 0

    async def move_in(self):
        await self.home.start()
        await self.client.onboard("en")
        wishes = STORY | {"kind": "openai", "url": self.server, "model": "tiny:latest"}
        await self.client.add_integration(wishes, lambda _: None)
        agent = await self.client.story_entity()
        pipeline = await self.client.make_pipeline(agent, "en")
        self.evenings = Evenings(self.client, agent, pipeline, WORDS)
        # Home Assistant writes its own registries late, but at the latest when it is told to stop.
        await self.home.stop()
        await self.start_again()

    async def start_again(self):
        (self.home.folder / KILL_FILE).unlink(missing_ok=True)
        await self.client.disconnect()
        await self.home.start()
        await self.client.connect()
        await self.evenings.look()

    async def hear_night(self):
        """Hear the next night of this evening; return its text as it was heard."""
        heard = []
        async with self.evenings.begin() as evening:
            await evening.hear(heard.append)
            assert await evening.noted()
        return "".join(heard)

    async def next_evening(self):
        self.moved_on += 1
        self.home.move_on(self.moved_on)

    async def ask_until_killed(self, point):
        """Ask for a night; return what was heard before Home Assistant died at this point."""
        (self.home.folder / KILL_FILE).write_text(point)
        heard = []
        with pytest.raises(ConnectionGoneError):  # noqa: PT012 - any of these may be the last word
            async with self.evenings.begin() as evening:
                await evening.hear(heard.append)
                await evening.noted()
        assert await asyncio.wait_for(self.home.child.wait(), 10) == -9
        return "".join(heard)

    async def ask_again(self):
        """Say the words once more on the same evening; return the answer."""
        run = self.client.say(WORDS, self.evenings.pipeline)
        texts = []
        async with aclosing(run) as events:
            async for event in events:
                if event["type"] == "intent-end":
                    response = event["data"]["intent_output"]["response"]
                    texts.append(response["speech"]["plain"]["speech"])
        return "".join(texts)

    async def caught_up(self):
        """Wait until the notes of the last night are used."""
        async with asyncio.timeout(CATCH_UP_S):
            while self.evenings.last["notes"] != "used":
                await asyncio.sleep(0.1)
                await self.evenings.look()


@pytest.fixture
async def household(socket_enabled, tmp_path):
    scripted = ScriptedOpenAI(answer=Harbours(), context_tokens=32768)
    async with scripted.serving() as server:
        household = Household(tmp_path / "config", f"{server.url}/v1")
        try:
            async with household.client:
                yield household
        finally:
            await household.home.stop()


def visitors_of(state):
    return [member["name"] for member in state["cast"] if not member["protagonist"]]


def visitors_of_told_nights(episodes):
    return [
        visitor
        for episode in episodes
        for place, visitor in VISITORS.items()
        if place in episode["prose"]
    ]


async def test_a_night_survives_a_kill_at_any_point(household):
    """Each point is one evening; what follows from it is checked after the next start."""
    await household.move_in()
    await household.hear_night()
    evenings = household.evenings
    night = 1
    for point in (*TOLD_ANEW, *COUNTS_AS_TOLD):
        await household.next_evening()
        stored = evenings.last
        heard = await household.ask_until_killed(point)
        await household.start_again()
        assert evenings.last["prose"] or night == 0, point
        if point in TOLD_ANEW:
            assert evenings.state["night"] == night, point
            assert evenings.last == stored, point
            assert await household.hear_night() != heard
        else:
            assert evenings.state["night"] == night + 1, point
            assert evenings.last["prose"] in heard
            await household.caught_up()
            assert evenings.last["title"].startswith("The lights of"), point
            await household.ask_again()
            await evenings.look()
        night += 1
        assert evenings.state["night"] == night, point
        assert [told["night"] for told in evenings.nights] == [*range(1, night + 1)]
        assert visitors_of(evenings.state) == visitors_of_told_nights(evenings.nights)
    await household.home.stop()
    await assert_journal_leads_to(evenings.state, household.home.folder)


async def assert_journal_leads_to(state, folder):
    """Replaying every step of the journal gives the state that Home Assistant showed."""
    database = Database(folder / "mirae_story" / "story.db")
    await database.open()
    try:
        replayed = await SqliteJournal(database).replay(state["story_id"])
    finally:
        await database.close()
    assert state_to_dict(replayed) == state
