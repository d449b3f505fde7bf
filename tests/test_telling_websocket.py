"""What a card does around a telling, through a real websocket client."""

import asyncio
from itertools import pairwise

import pytest

from tests.living_home import PROSE, SECOND
from tests.test_conversation import AGENT, told
from tests.test_people_services import FAREWELL

SATELLITE = "assist_satellite.nursery"
EVERYBODY = (
    {"type": "tell"},
    {"type": "again", "speaker": SATELLITE},
    {"type": "stop"},
    {"type": "wish", "text": "a whale"},
    {"type": "live"},
    {"type": "story"},
)
THE_FAMILYS = (
    {"type": "decide", "character": "Theo", "accept": True},
    {"type": "approve"},
)


class Card:
    """A card of a dashboard."""

    def __init__(self, client):
        self.client = client
        self.events = []

    async def ask(self, command, **more):
        """Send a command; return the whole answer, and keep the events that come before it."""
        message = {"type": f"mirae_story/{command}", "entity_id": AGENT} | more
        await self.client.send_json_auto_id(message)
        while (answer := await self.client.receive_json())["type"] != "result":
            self.events.append(answer["event"])
        return answer

    async def result(self, command, **more):
        answer = await self.ask(command, **more)
        assert answer["success"], answer
        return answer["result"]

    async def refused(self, command, **more):
        """The key of the error."""
        error = (await self.ask(command, **more))["error"]
        return error.get("translation_key") or error["code"]

    async def event(self):
        if self.events:
            return self.events.pop(0)
        return (await self.client.receive_json())["event"]

    async def until_end(self):
        """All that comes of a telling."""
        events = [await self.event()]
        while events[-1]["kind"] != "ends":
            events.append(await self.event())
        return events


@pytest.fixture
def story(entry):
    return next(iter(entry.runtime_data.stories.values())).story


@pytest.fixture
async def card(hass, entry, hass_ws_client):
    return Card(await hass_ws_client(hass))


@pytest.fixture
async def childs_card(hass, entry, hass_ws_client, hass_read_only_access_token):
    return Card(await hass_ws_client(hass, hass_read_only_access_token))


def sentences(events):
    return [event for event in events if event["kind"] == "sentence"]


async def announced(satellite):
    await asyncio.wait_for(satellite.played.wait(), 5)


async def test_a_card_reads_along_sentence_by_sentence(hass, entry, card, story):
    await card.result("live")
    assert await card.result("tell") == {"night": 1, "telling": True}
    events = await card.until_end()
    assert (events[0]["kind"], events[0]["night"]) == ("begins", 1)
    assert events[0]["elapsed_s"] < 5
    assert events[-1]["stored"]
    assert not events[-1]["stopped"]
    told_ones = sentences(events)
    assert "".join(each["text"] for each in told_ones) == story.telling.text
    assert [each["index"] for each in told_ones] == list(range(len(told_ones)))
    assert f"{PROSE.partition('.')[0]}." in [each["text"].strip() for each in told_ones]
    for before, after in pairwise(told_ones):
        end = before["start_s"] + before["seconds"]
        assert after["start_s"] == pytest.approx(end, abs=0.02)
        assert before["seconds"] > 0
    await told(hass, entry)
    assert await card.result("tell") == {"night": 1, "telling": False}
    assert await card.refused("tell", one_more=True) == "already_told"


async def test_a_card_that_comes_late_has_it_from_the_start(
    hass, entry, card, story, model
):
    model.gate.clear()
    await card.result("tell", wish="a whale")
    await anext(story.telling.listen(reads=True))
    await card.result("live")
    begins = await card.event()
    assert (begins["kind"], begins["night"]) == ("begins", 1)
    first = await card.event()
    assert (first["kind"], first["index"]) == ("sentence", 0)
    # Who only reads along hears nothing: no silence is bridged for a card.
    assert not story.telling.is_heard
    assert await card.result("stop") == {"stopped": True}
    model.gate.set()
    assert (await card.until_end())[-1]["stopped"]
    assert await card.result("stop") == {"stopped": False}


async def test_a_card_that_is_gone_is_sent_nothing(hass, entry, card, story, model):
    live = await card.ask("live")
    model.gate.clear()
    await card.result("tell")
    await card.client.send_json_auto_id(
        {"type": "unsubscribe_events", "subscription": live["id"]}
    )
    while (await card.client.receive_json())["type"] != "result":
        pass
    card.events.clear()
    model.gate.set()
    await told(hass, entry)
    assert (await card.result("story"))["state"]["night"] == 1
    assert card.events == []


async def test_a_night_is_heard_in_its_room_and_again(
    hass, entry, nursery, card, story
):
    satellite, _ = nursery
    assert await card.result("tell", speaker=SATELLITE) == {"night": 1, "telling": True}
    await announced(satellite)
    await told(hass, entry)
    for command in ("tell", "again"):
        satellite.played.clear()
        answer = await card.result(command, speaker=SATELLITE)
        assert answer["night"] == 1
        await announced(satellite)
    assert len(satellite.announced) == 3
    assert story.state.night == 1


async def test_what_cannot_be_heard_is_told_at_once(hass, entry, voice, card, story):
    for command in ("tell", "again"):
        assert await card.refused(command, speaker=SATELLITE) == "no_speaker"
    assert story.state.night == 0
    assert not story.is_telling


async def test_no_night_yet_to_be_told_again(hass, entry, nursery, card, caplog):
    await card.result("again", speaker=SATELLITE)
    await hass.async_block_till_done(wait_background_tasks=True)
    assert "could not be heard" in caplog.text


async def test_wishes(hass, entry, card, story):
    await card.result("wish", text="a whale")
    assert [wish.text for wish in story.shelf.wishes] == ["a whale"]
    assert await card.refused("wish", text=" ") == "wish_refused"


async def test_what_waits_is_decided(hass, entry, card, story, model):
    model.prose.append(FAREWELL)
    await card.result("tell")
    await told(hass, entry)
    answer = await card.result("decide", character="theo", accept=True)
    assert answer == {"character": "Theo", "status": "departed"}
    again = await card.refused("decide", character="Theo", accept=True)
    assert again == "nothing_pending"


async def test_a_prepared_night_is_approved(hass, entry, card, story):
    assert await card.refused("approve") == "nothing_prepared"
    await story.shelf.prepare()
    assert (await card.result("approve"))["status"] == "ready"


async def test_nights_come_in_pages(hass, entry, card, story, model, evenings):
    model.prose += [PROSE, SECOND, PROSE.replace("Mina stood", "At dusk Mina stood")]
    for _ in range(3):
        await card.result("tell")
        await told(hass, entry)
        evenings.next()

    async def page(**more):
        answer = await card.result("story", last=2, **more)
        return [night["night"] for night in answer["episodes"]]

    assert await page() == [2, 3]
    assert await page(before=2) == [1]
    assert await page(before=1) == []
    assert await page(before=1000) == [2, 3]


async def test_everybody_listens_and_the_family_says_who_changes(
    hass, entry, nursery, childs_card
):
    for command in EVERYBODY:
        await childs_card.result(**_named(command))
    keys = [await childs_card.refused(**_named(each)) for each in THE_FAMILYS]
    assert keys == ["unauthorized", "unauthorized"]
    subentry = next(s for s in entry.subentries.values() if s.subentry_type == "story")
    hass.config_entries.async_update_subentry(
        entry, subentry, data={**subentry.data, "all_change": True}
    )
    await hass.async_block_till_done()
    keys = [await childs_card.refused(**_named(each)) for each in THE_FAMILYS]
    assert keys == ["nothing_pending", "nothing_prepared"]


def _named(command):
    return {"command" if key == "type" else key: command[key] for key in command}


@pytest.mark.parametrize("command", [*EVERYBODY, *THE_FAMILYS])
async def test_what_is_no_story_is_refused(hass, entry, card, command):
    refused = card.refused(**_named(command), entity_id="sun.sun")
    assert await refused == "story_not_found"
