"""The action `tell`, the intent and the websocket commands."""

import pytest
from homeassistant.core import Context
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import intent

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.intent import INTENT_CONTINUE_STORY
from custom_components.mirae_story.story.errors import StoreError
from tests.living_home import PROSE, STORY_DATA, STORY_JA_DATA
from tests.test_conversation import AGENT, told
from tests.test_init import subentry

pytestmark = pytest.mark.usefixtures("entry")


async def tell(hass, **data):
    return await hass.services.async_call(
        DOMAIN,
        "tell",
        {"story": AGENT} | data,
        blocking=True,
        return_response=True,
    )


async def test_tell_returns_the_night(hass, entry, model):
    response = await tell(hass, wish="a friendly whale")
    assert (response["story"], response["night"]) == ("The Star Ship", 1)
    assert PROSE in response["text"]
    assert response["told_now"] is True
    assert response["calm_ending"] is False
    assert "a friendly whale" in str(model.prose_calls[0])
    await told(hass, entry)
    again = await tell(hass)
    assert again["told_now"] is False
    assert PROSE in again["text"]
    assert again["title"] == "The green island"
    assert len(model.prose_calls) == 1


async def test_one_more_needs_the_familys_leave(hass):
    await tell(hass)
    with pytest.raises(ServiceValidationError) as refused:
        await tell(hass, one_more=True)
    assert refused.value.translation_key == "already_told"


async def test_one_more_where_the_family_allows_it(hass, entry):
    next(iter(entry.runtime_data.stories.values())).story.rules = rules_with(2)
    await tell(hass)
    assert (await tell(hass, one_more=True))["night"] == 2


def rules_with(nights):
    from custom_components.mirae_story.story.model import HouseRules  # noqa: PLC0415

    return HouseRules(minutes=0.5, nights_a_day=nights)


async def test_without_response_nothing_is_returned(hass):
    assert (
        await hass.services.async_call(DOMAIN, "tell", {"story": AGENT}, blocking=True)
        is None
    )
    assert hass.states.get("sensor.the_star_ship_night").state == "1"


async def test_an_unknown_story_is_a_clear_error(hass):
    with pytest.raises(ServiceValidationError) as refused:
        await tell(hass, story="conversation.home_assistant")
    assert refused.value.translation_key == "story_not_found"


async def test_a_night_that_cannot_be_stored_is_told_but_not_counted(
    hass, entry, monkeypatch
):
    async def full_disk(*_):
        raise StoreError

    monkeypatch.setattr(entry.runtime_data.journal, "add_told", full_disk)
    with pytest.raises(HomeAssistantError) as failed:
        await tell(hass)
    assert failed.value.translation_key == "story_not_told"
    assert hass.states.get("sensor.the_star_ship_night").state == "0"
    happened = hass.states.get("event.the_star_ship_episode")
    assert happened.attributes["event_type"] == "night_failed"


async def handle(hass, language="en", **slots):
    return await intent.async_handle(
        hass,
        "test",
        INTENT_CONTINUE_STORY,
        {name: {"value": value} for name, value in slots.items()},
        context=Context(),
        language=language,
    )


async def test_the_intent_tells(hass, model):
    response = await handle(hass, wish="a small dragon")
    assert PROSE in response.speech["plain"]["speech"]
    assert "a small dragon" in str(model.prose_calls[0])


async def test_the_intent_takes_the_story_of_the_language(hass, entry):
    other = STORY_DATA | {"story_id": "01JOTHER000000000000000000", "title": "Other"}
    for data in (STORY_JA_DATA, other):
        hass.config_entries.async_add_subentry(entry, subentry(data))
        await hass.async_block_till_done()
    await handle(hass, language="ja-JP")
    assert hass.states.get("sensor.mina_adventure_at_sea_night").state == "1"
    with pytest.raises(intent.IntentError):
        await handle(hass)
    await tell(hass)
    await handle(hass)


async def test_the_websocket_shows_a_story(hass, hass_ws_client, entry):
    await tell(hass)
    await told(hass, entry)
    client = await hass_ws_client(hass)
    await client.send_json_auto_id({"type": "mirae_story/story", "entity_id": AGENT})
    answer = (await client.receive_json())["result"]
    assert answer["state"]["night"] == 1
    assert answer["telling"] is False
    assert [night["title"] for night in answer["episodes"]] == ["The green island"]
    assert answer["episodes"][0]["notes"] == "used"


async def test_the_websocket_tells_what_happens(hass, hass_ws_client, entry):
    client = await hass_ws_client(hass)
    await client.send_json_auto_id(
        {"type": "mirae_story/subscribe", "entity_id": AGENT}
    )
    assert (await client.receive_json())["success"]
    await tell(hass)
    events = [(await client.receive_json())["event"] for _ in range(2)]
    assert events == [
        {"event": "night_told", "night": 1},
        {"event": "night_noted", "night": 1},
    ]


@pytest.mark.parametrize("command", ["story", "subscribe"])
async def test_the_websocket_refuses_what_is_no_story(hass, hass_ws_client, command):
    client = await hass_ws_client(hass)
    await client.send_json_auto_id(
        {"type": f"mirae_story/{command}", "entity_id": "sun.sun"}
    )
    answer = await client.receive_json()
    assert not answer["success"]
    assert answer["error"]["translation_key"] == "story_not_found"
