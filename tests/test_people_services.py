"""The actions with which a person changes a story: retell, undo, decide, edit."""

import asyncio
import json
from pathlib import Path

import pytest
import yaml
from homeassistant.core import Context
from homeassistant.exceptions import (
    HomeAssistantError,
    ServiceValidationError,
    Unauthorized,
)

import custom_components.mirae_story as integration
from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.story.state import canonical_json, state_to_dict
from tests.living_home import PROSE, SECOND, STORY_ID
from tests.test_conversation import AGENT, told
from tests.test_services import tell

pytestmark = pytest.mark.usefixtures("entry")

FAREWELL = PROSE.replace(
    "Lulu purred when they came back.",
    "Theo hugged Mina, said goodbye and left the ship for good.",
)


async def act(hass, action, *, context=None, **data):
    return await hass.services.async_call(
        DOMAIN,
        action,
        {"story": AGENT} | data,
        blocking=True,
        return_response=True,
        context=context,
    )


def home_story(entry):
    return next(iter(entry.runtime_data.stories.values()))


@pytest.fixture
async def waiting(hass, entry, model):
    """One night in which it waits whether Theo left."""
    model.prose.append(FAREWELL)
    await tell(hass)
    await told(hass, entry)
    return home_story(entry)


async def replayed(entry):
    """Every state that the journal holds, and the one that replaying it gives."""
    journal = entry.runtime_data.journal
    steps = await journal.steps(STORY_ID)
    state = await journal.replay(STORY_ID)
    assert steps[-1].state == canonical_json(state_to_dict(state))
    assert state == home_story(entry).story.state
    return steps


async def test_the_last_night_is_told_anew(hass, entry, waiting, model):
    assert hass.states.get("sensor.the_star_ship_cast").attributes[
        "waiting_for_decision"
    ] == ["Theo"]
    model.prose.append(SECOND)
    response = await act(hass, "retell", softer=True)
    assert (response["night"], response["told_now"]) == (1, True)
    assert SECOND in response["text"]
    assert "more softly" in str(model.prose_calls[-1])
    await told(hass, entry)
    assert hass.states.get("sensor.the_star_ship_night").state == "1"
    attributes = hass.states.get("sensor.the_star_ship_cast").attributes
    assert attributes["waiting_for_decision"] == []
    await replayed(entry)


async def test_without_response_nothing_is_returned(hass, waiting):
    assert (
        await hass.services.async_call(
            DOMAIN, "retell", {"story": AGENT}, blocking=True
        )
        is None
    )


async def test_a_retelling_that_is_stopped_is_a_clear_error(
    hass, entry, waiting, model
):
    model.gate.clear()
    acting = hass.async_create_task(act(hass, "retell"))
    story = waiting.story
    for _ in range(500):
        if story.is_telling:
            break
        await asyncio.sleep(0.01)
    story.telling.stop()
    model.gate.set()
    with pytest.raises(HomeAssistantError) as failed:
        await acting
    assert failed.value.translation_key == "story_not_told"
    assert hass.states.get("sensor.the_star_ship_night").state == "1"


async def test_the_last_night_is_undone(hass, entry, waiting):
    response = await act(hass, "undo")
    assert response == {
        "story": "The Star Ship",
        "night": 1,
        "title": "The green island",
        "recap": "Mina lit the lamp of the green island.",
    }
    await hass.async_block_till_done()
    assert hass.states.get("sensor.the_star_ship_night").state == "0"
    happened = hass.states.get("event.the_star_ship_episode").attributes
    assert (happened["event_type"], happened["night"]) == ("night_undone", 1)
    with pytest.raises(ServiceValidationError) as refused:
        await act(hass, "undo")
    assert refused.value.translation_key == "nothing_to_undo"
    assert (await tell(hass))["told_now"] is True


async def test_undoing_keeps_what_the_options_say(hass, entry, waiting):
    data = dict(waiting.subentry.data) | {"title": "The Lamp Ship", "audience_age": 4}
    hass.config_entries.async_update_subentry(
        entry, waiting.subentry, data=data, title="The Lamp Ship"
    )
    await hass.async_block_till_done()
    await act(hass, "edit", genre="fairy_tale", confirm=True)
    await hass.async_block_till_done()
    await act(hass, "undo")
    await hass.async_block_till_done()
    state = waiting.story.state
    assert (state.night, state.title) == (0, "The Lamp Ship")
    assert state.reference.audience_age == 4
    assert state.reference.genre == "adventure_at_sea"
    assert waiting.subentry.data["genre"] == "adventure_at_sea"
    await replayed(entry)


@pytest.mark.parametrize(
    ("accept", "status", "since"), [(True, "departed", 1), (False, "active", 1)]
)
async def test_what_waits_is_decided(hass, entry, waiting, accept, status, since):
    response = await act(hass, "decide", character="theo", accept=accept)
    assert response == {
        "story": "The Star Ship",
        "character": "Theo",
        "accepted": accept,
        "status": status,
        "since": since,
        "why": (
            "A person decides whether Theo left on night 1: the story tells it, but "
            "the model's notes left it out."
        ),
    }
    await hass.async_block_till_done()
    happened = hass.states.get("event.the_star_ship_episode").attributes
    assert happened["event_type"] == "decided"
    attributes = hass.states.get("sensor.the_star_ship_cast").attributes
    assert attributes["waiting_for_decision"] == []
    assert ("Theo" in attributes["departed"]) is accept
    assert (await replayed(entry))[-1].kind == "decided"


@pytest.mark.parametrize(
    ("action", "data", "key"),
    [
        ("decide", {"character": "Pip", "accept": True}, "character_unknown"),
        ("decide", {"character": "Lulu", "accept": True}, "nothing_pending"),
        ("edit", {}, "nothing_to_edit"),
        ("edit", {"premise": "A balloon flies."}, "confirmation_needed"),
        ("edit", {"character": "Pip", "role": "cook"}, "character_unknown"),
        ("edit", {"character": "Lulu", "rename": "everybody"}, "name_refused"),
        ("edit", {"character": "Lulu", "rename": "THEO"}, "name_taken"),
        ("edit", {"character": "Mina", "status": "departed"}, "protagonist_stays"),
        ("edit", {"situation": ""}, "text_refused"),
        ("undo", {"story": "conversation.home_assistant"}, "story_not_found"),
        ("retell", {"story": "conversation.home_assistant"}, "story_not_found"),
    ],
)
async def test_what_cannot_be_is_a_clear_error(hass, waiting, action, data, key):
    before = waiting.story.state
    with pytest.raises(ServiceValidationError) as refused:
        await act(hass, action, **data)
    assert refused.value.translation_key == key
    assert "{" not in str(refused.value)
    assert waiting.story.state is before


async def test_nothing_is_changed_while_a_night_is_told(hass, entry, model, evenings):
    await tell(hass)
    await told(hass, entry)
    evenings.next()
    model.gate.clear()
    telling = home_story(entry).story.tell()
    for action, data in (
        ("retell", {}),
        ("undo", {}),
        ("decide", {"character": "Theo", "accept": True}),
        ("edit", {"summary": "x"}),
    ):
        with pytest.raises(ServiceValidationError) as refused:
            await act(hass, action, **data)
        assert refused.value.translation_key == "story_busy"
    model.gate.set()
    await telling.ended()
    await told(hass, entry)


async def test_a_story_is_edited(hass, entry, waiting, model, evenings):
    response = await act(
        hass,
        "edit",
        character="Mina",
        rename="Lara",
        role="young captain",
        premise="A small balloon flies from tower to tower.",
        genre="balloons and towers",
        situation="Lara sleeps in the basket.",
        confirm=True,
        reason="The child wants it so.",
    )
    await hass.async_block_till_done()
    assert response["state"]["cast"][0]["name"] == "Lara"
    assert response["state"]["cast"][0]["aliases"] == ["Mina"]
    assert waiting.subentry.data["genre"] == "balloons and towers"
    assert waiting.subentry.data["protagonist_name"] == "Lara"
    assert (await replayed(entry))[-1].detail["reason"] == "The child wants it so."
    happened = hass.states.get("event.the_star_ship_episode").attributes
    assert happened["event_type"] == "edited"
    cast = hass.states.get("sensor.the_star_ship_cast").attributes
    assert cast["protagonist"] == "Lara"
    evenings.next()
    night = await tell(hass)
    assert "Lara sleeps in the basket." in night["text"]
    assert "from tower to tower" in str(model.prose_calls[-1])


async def test_an_edit_survives_a_restart(hass, entry, waiting):
    await act(hass, "edit", add_character="Pip", role="parrot", summary="They sailed.")
    state = waiting.story.state
    await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done()
    assert home_story(entry).story.state == state
    assert state.cast.named("Pip").role == "parrot"


@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("undo", {}),
        ("decide", {"character": "Theo", "accept": True}),
        ("edit", {"summary": "x"}),
    ],
)
async def test_only_administrators_and_automations_change_a_story(
    hass, waiting, hass_read_only_user, hass_admin_user, action, data
):
    reader = Context(user_id=hass_read_only_user.id)
    with pytest.raises(Unauthorized):
        await act(hass, action, context=reader, **data)
    await act(hass, action, context=Context(user_id=hass_admin_user.id), **data)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_choice_has_a_text(language):
    folder = Path(integration.__file__).parent
    texts = json.loads((folder / f"translations/{language}.json").read_text())
    services = yaml.safe_load((folder / "services.yaml").read_text())
    selects = [
        field["selector"]["select"]
        for service in services.values()
        for field in service["fields"].values()
        if "select" in field["selector"]
    ]
    assert len(selects) == 2
    for select in selects:
        options = texts["selector"][select["translation_key"]]["options"]
        assert options.keys() == set(select["options"])


async def test_the_websocket_says_why(hass, hass_ws_client, waiting):
    client = await hass_ws_client(hass)
    await client.send_json_auto_id({"type": "mirae_story/story", "entity_id": AGENT})
    answer = (await client.receive_json())["result"]
    (decision,) = answer["episodes"][0]["decisions"]
    assert decision["why"].startswith("A person decides whether Theo left on night 1")
