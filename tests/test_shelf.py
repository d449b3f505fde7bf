"""Prepared nights in a real home: actions, entities, events, and what a listener hears of them."""

import pytest
from homeassistant.components.homeassistant.exposed_entities import async_should_expose
from homeassistant.core import Context
from homeassistant.exceptions import (
    HomeAssistantError,
    ServiceValidationError,
    Unauthorized,
)
from homeassistant.helpers import entity_registry as er

from custom_components.mirae_story.bedtime import bedtime_of
from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.diagnostics import (
    async_get_config_entry_diagnostics,
)
from custom_components.mirae_story.store.shelf import SqliteShelf
from custom_components.mirae_story.story.errors import (
    ServerUnreachableError,
    StoreError,
)
from custom_components.mirae_story.story.prepared import Fallback
from tests.living_home import PROSE, SECOND, STORY_DATA
from tests.story.shelf_world import THIRD
from tests.test_conversation import AGENT, say, speech, told

READY = "binary_sensor.the_star_ship_ready"
APPROVAL = "switch.the_star_ship_approval"
EPISODE = "event.the_star_ship_episode"


@pytest.fixture
def home_story(entry, model):
    """The home's story; its model has three nights to tell."""
    model.prose.extend([PROSE, SECOND, THIRD])
    return next(iter(entry.runtime_data.stories.values()))


@pytest.fixture
async def second_evening(hass, entry, evenings, home_story):
    """The evening after the first night was told."""
    await say(hass, "continue the story")
    await told(hass, entry)
    evenings.next()
    return home_story


async def set_options(hass, entry, **options):
    subentry = next(s for s in entry.subentries.values() if s.subentry_type == "story")
    hass.config_entries.async_update_subentry(
        entry, subentry, data={**subentry.data, **options}
    )
    await hass.async_block_till_done(wait_background_tasks=True)


async def act(hass, action, context=None, **data):
    return await hass.services.async_call(
        DOMAIN,
        action,
        {"story": AGENT} | data,
        blocking=True,
        return_response=True,
        context=context,
    )


async def press(hass, button):
    await hass.services.async_call(
        "button",
        "press",
        {"entity_id": f"button.the_star_ship_{button}"},
        blocking=True,
    )
    await hass.async_block_till_done(wait_background_tasks=True)


def event_type(hass):
    return hass.states.get(EPISODE).attributes["event_type"]


async def test_a_night_is_prepared_and_told_without_a_server(
    hass, entry, model, second_evening
):
    assert hass.states.get(READY).state == "off"
    prepared = await act(hass, "prepare")
    assert prepared["text"].startswith(SECOND)
    assert prepared["title"] == "Night 2"
    assert prepared["recap"].startswith("Soft rain fell")
    assert (prepared["story"], prepared["night"]) == ("The Star Ship", 2)
    assert (prepared["status"], prepared["wish"]) == ("ready", "")
    assert prepared["length"] == len(prepared["text"].split())
    assert prepared["minutes"] == round(prepared["length"] / 140, 1)
    await hass.async_block_till_done()
    state = hass.states.get(READY)
    assert (state.state, state.attributes["prepared_night"]) == ("on", 2)
    assert event_type(hass) == "tonight_ready"
    assert hass.states.get("sensor.the_star_ship_night").state == "1"
    model.prose.clear()
    model.prose.append(ServerUnreachableError())
    assert prepared["text"] in speech(await say(hass, "continue the story"))
    assert len(model.prose_calls) == 2
    await told(hass, entry)
    assert hass.states.get(READY).state == "off"
    assert hass.states.get("sensor.the_star_ship_night").state == "2"


async def test_it_is_written_anew_only_if_that_is_asked_for(hass, second_evening):
    first = await act(hass, "prepare")
    assert (await act(hass, "prepare"))["text"] == first["text"]
    assert (await act(hass, "prepare", anew=True))["text"].startswith(THIRD)


async def test_what_cannot_be_prepared_is_said(hass, model, second_evening):
    model.prose.clear()
    model.prose.append(ServerUnreachableError())
    with pytest.raises(HomeAssistantError) as failed:
        await act(hass, "prepare")
    assert failed.value.translation_key == "not_prepared"
    with pytest.raises(ServiceValidationError) as failed:
        await act(hass, "approve")
    assert failed.value.translation_key == "nothing_prepared"


async def test_a_night_waits_until_it_is_approved(hass, entry, second_evening):
    await hass.services.async_call(
        "switch", "turn_on", {"entity_id": APPROVAL}, blocking=True
    )
    await hass.async_block_till_done(wait_background_tasks=True)
    assert hass.states.get(APPROVAL).state == "on"
    assert second_evening.subentry.data["approval"] is True
    assert (await act(hass, "prepare"))["status"] == "waits_for_approval"
    await hass.async_block_till_done()
    state = hass.states.get(READY)
    assert (state.state, state.attributes["waits_for_approval"]) == ("off", True)
    assert event_type(hass) == "approval_needed"
    loved = await act(hass, "tell")
    assert (loved["night"], loved["told_now"], loved["loved"]) == (1, True, True)
    assert loved["title"] == "The green island"
    assert PROSE in loved["text"]
    assert hass.states.get("sensor.the_star_ship_night").state == "1"
    assert (await act(hass, "approve"))["status"] == "ready"
    await hass.async_block_till_done()
    assert hass.states.get(READY).state == "on"
    assert event_type(hass) == "tonight_ready"
    tonight = await act(hass, "tell")
    assert (tonight["night"], tonight["told_now"]) == (2, True)
    assert tonight["loved"] is False
    assert SECOND in tonight["text"]


async def test_the_switch_is_the_option(hass, entry, home_story):
    assert hass.states.get(APPROVAL).state == "off"
    await set_options(hass, entry, approval=True)
    assert hass.states.get(APPROVAL).state == "on"
    await hass.services.async_call(
        "switch", "turn_off", {"entity_id": APPROVAL}, blocking=True
    )
    assert hass.states.get(APPROVAL).state == "off"
    await hass.async_block_till_done(wait_background_tasks=True)
    assert home_story.subentry.data["approval"] is False


async def test_only_an_admin_approves(hass, hass_read_only_user, second_evening):
    await act(hass, "prepare")
    with pytest.raises(Unauthorized):
        await act(hass, "approve", Context(user_id=hass_read_only_user.id))


async def test_the_buttons(hass, entry, second_evening):
    await press(hass, "prepare")
    assert hass.states.get(READY).state == "on"
    await press(hass, "retell")
    await told(hass, entry)
    assert (await second_evening.story.last_episode()).version == 2
    assert hass.states.get(READY).state == "off"
    registry = er.async_get(hass)
    undo = registry.async_get("button.the_star_ship_undo")
    assert undo.disabled_by is er.RegistryEntryDisabler.INTEGRATION


async def test_the_undo_button(hass, entry, second_evening):
    er.async_get(hass).async_update_entity(
        "button.the_star_ship_undo", disabled_by=None
    )
    assert await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done()
    await press(hass, "undo")
    assert hass.states.get("sensor.the_star_ship_night").state == "0"
    with pytest.raises(ServiceValidationError) as failed:
        await press(hass, "undo")
    assert failed.value.translation_key == "nothing_to_undo"


async def test_the_prepare_button_says_what_is_in_its_way(hass, model, second_evening):
    model.gate.clear()
    telling = second_evening.story.tell()
    with pytest.raises(ServiceValidationError) as failed:
        await press(hass, "prepare")
    assert failed.value.translation_key == "story_busy"
    model.gate.set()
    await telling.ended()
    second_evening.story.writer = None
    with pytest.raises(HomeAssistantError) as failed:
        await press(hass, "prepare")
    assert failed.value.translation_key == "not_prepared"


async def test_what_is_private_is_not_exposed(hass, home_story):
    assert not async_should_expose(hass, "conversation", APPROVAL)
    assert async_should_expose(hass, "conversation", "todo.the_star_ship_wishes")


async def test_a_card_reads_the_shelf(hass, hass_ws_client, second_evening):
    client = await hass_ws_client(hass)

    async def shelf():
        await client.send_json_auto_id(
            {"type": "mirae_story/shelf", "entity_id": AGENT}
        )
        return (await client.receive_json())["result"]

    assert await shelf() == {
        "prepared": None,
        "ready": False,
        "preparing": False,
        "approval": False,
        "wishes": [],
    }
    await second_evening.story.shelf.wish_for("a whale")
    prepared = await act(hass, "prepare")
    answer = await shelf()
    assert answer["prepared"] == prepared
    assert answer["ready"]
    assert answer["wishes"] == [{"text": "a whale", "done": False, "told_night": None}]
    await client.send_json_auto_id(
        {"type": "mirae_story/shelf", "entity_id": "conversation.nobody"}
    )
    assert not (await client.receive_json())["success"]


async def test_diagnostics_tell_of_the_shelf_without_its_words(
    hass, entry, second_evening
):
    await second_evening.story.shelf.wish_for("a whale")
    await act(hass, "prepare")
    facts = await async_get_config_entry_diagnostics(hass, entry)
    shelf = facts["stories"][0]["shelf"]
    assert (shelf["ready"], shelf["open_wishes"], shelf["live"]) == (True, 1, True)
    assert shelf["prepared"]["night"] == 2
    assert "whale" not in str(facts)
    assert SECOND[:30] not in str(facts)


async def test_an_unreadable_shelf_is_unavailable(
    hass, entry, monkeypatch, second_evening
):
    read = SqliteShelf.wishes

    async def broken(*_):
        raise StoreError

    monkeypatch.setattr(SqliteShelf, "wishes", broken)
    await set_options(hass, entry, minutes=1.0)
    for entity in (READY, "todo.the_star_ship_wishes"):
        assert hass.states.get(entity).state == "unavailable"
    monkeypatch.setattr(SqliteShelf, "wishes", read)
    await set_options(hass, entry, minutes=0.5)
    assert hass.states.get(READY).state == "off"


async def test_the_shelf_outlives_a_restart(hass, entry, second_evening):
    await act(hass, "prepare")
    assert await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    assert hass.states.get(READY).state == "on"
    assert SECOND in speech(await say(hass, "continue the story"))


@pytest.mark.parametrize(
    ("server", "live", "depth"),
    [
        ({}, True, 1),
        ({"tokens_per_s": 0.0}, True, 1),
        ({"tokens_per_s": 6.0}, True, 1),
        ({"tokens_per_s": 5.9}, False, 1),
        ({"tokens_per_s": 1.0, "wake_mac": "00:1a:2b:3c:4d:5e"}, False, 2),
        ({"wake_script": "script.wake"}, True, 2),
    ],
)
def test_the_servers_speed_says_what_is_told_live(server, live, depth):
    bedtime = bedtime_of(STORY_DATA, server)
    assert (bedtime.live, bedtime.depth) == (live, depth)


def test_the_familys_choices_count():
    bedtime = bedtime_of(STORY_DATA | {"approval": True, "not_ready": "live"}, {})
    assert (bedtime.approval, bedtime.fallback) == (True, Fallback.LIVE)
    other = bedtime_of(STORY_DATA | {"seed": 3}, {})
    assert other.made_with != bedtime.made_with
    measured = bedtime_of(STORY_DATA, {"tokens_per_s": 9.0})
    assert measured.made_with == bedtime.made_with


async def test_forgetting_takes_down_what_is_prepared(hass, entry, second_evening):
    shelf = second_evening.story.shelf
    await shelf.wish_for("a kite")
    await say(hass, "continue the story with a whale")
    await told(hass, entry)
    await shelf.wish_for("a whale")
    await act(hass, "prepare")

    async def forget(**what):
        await hass.services.async_call(
            DOMAIN,
            "forget",
            {"agent": AGENT} | what,
            blocking=True,
            return_response=True,
        )

    await forget(text="whale", dry_run=True)
    assert shelf.ready
    await forget(text="whale")
    assert not shelf.ready
    assert [wish.text for wish in shelf.wishes if not wish.done] == ["a kite"]
    database = entry.runtime_data.database.path
    files = list(database.parent.glob("story.db*"))
    await forget(everything=True)
    assert list(shelf.wishes) == []
    assert not [file for file in files if b"a kite" in file.read_bytes()]


async def test_forgetting_by_voice_takes_down_what_is_prepared(
    hass, entry, monkeypatch, second_evening
):
    await set_options(hass, entry, voice_forget=True)
    await act(hass, "prepare")
    await say(hass, "remember that my dog is called Pochi", conversation_id="x")
    await say(hass, "forget that", conversation_id="x")
    assert not second_evening.story.shelf.ready

    async def broken(*_):
        raise StoreError

    await act(hass, "prepare")
    monkeypatch.setattr(SqliteShelf, "clear", broken)
    await say(hass, "remember that my dog is called Pochi", conversation_id="x")
    assert speech(await say(hass, "forget that", conversation_id="x"))
    assert second_evening.story.shelf.ready
