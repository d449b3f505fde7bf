"""What other agents can do with the story, and a telling that plays in a room."""

import asyncio

import pytest
import voluptuous as vol
from homeassistant.components.assist_pipeline import (
    async_get_pipeline,
    async_update_pipeline,
)
from homeassistant.components.assist_satellite import (
    AssistSatelliteConfiguration,
    AssistSatelliteEntity,
    AssistSatelliteEntityFeature,
)
from homeassistant.components.assist_satellite.const import DATA_COMPONENT
from homeassistant.core import Context
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import llm
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.mirae_story.const import DOMAIN
from tests.living_home import PROSE
from tests.speaking_home import VOICE

CONTINUE = "mirae_story__continue_story"
ASK = "mirae_story__ask_story"


class Satellite(AssistSatelliteEntity):
    """A satellite that fetches what it is to announce."""

    _attr_name = "Nursery"
    _attr_unique_id = "nursery"
    _attr_supported_features = AssistSatelliteEntityFeature.ANNOUNCE

    def __init__(self):
        self.announced = []
        self.played = asyncio.Event()

    def on_pipeline_event(self, event):
        """Nothing is shown."""

    def async_get_configuration(self):
        return AssistSatelliteConfiguration([], [], 0)

    async def async_set_configuration(self, config):
        """Nothing can be set."""

    async def async_announce(self, announcement):
        stream = announcement.tts_token or announcement.media_id
        self.announced.append(stream)
        self.played.set()


@pytest.fixture
async def nursery(hass, entry, voice):
    """A satellite with its device; the home's preferred pipeline speaks with the recording voice."""
    assert await async_setup_component(hass, "assist_satellite", {})
    assert await async_setup_component(hass, "media_source", {})
    other = MockConfigEntry(domain="furniture")
    other.add_to_hass(hass)
    device = dr.async_get(hass).async_get_or_create(
        config_entry_id=other.entry_id, identifiers={("furniture", "nursery")}
    )
    await async_update_pipeline(
        hass, async_get_pipeline(hass), tts_engine=VOICE, tts_language="en"
    )
    satellite = Satellite()
    await hass.data[DATA_COMPONENT].async_add_entities([satellite])
    er.async_get(hass).async_update_entity(satellite.entity_id, device_id=device.id)
    return satellite, device


async def tools(hass, device_id=None, api=llm.LLM_API_ASSIST):
    """The tools of the home's own API, as an agent has them."""
    context = llm.LLMContext(
        platform="test",
        context=Context(),
        language="en",
        assistant="conversation",
        device_id=device_id,
    )
    return await llm.async_get_api(hass, api, context)


async def call(api, name, **arguments):
    result = await api.async_call_tool(llm.ToolInput(name, arguments))
    return result.data if isinstance(result, llm.ToolResult) else result


async def test_any_agent_gets_the_tools_with_a_stable_prompt(hass, entry):
    api = await tools(hass)
    names = [tool.name for tool in api.tools]
    assert {CONTINUE, ASK} <= set(names)
    assert CONTINUE in api.api_prompt
    assert (await tools(hass)).api_prompt == api.api_prompt


async def test_no_tools_without_a_story(hass, entry):
    assert await hass.config_entries.async_unload(entry.entry_id)
    assert not any(tool.name.startswith(DOMAIN) for tool in (await tools(hass)).tools)


async def test_questions_are_answered_by_code_and_prose_is_not_given(
    hass, entry, model
):
    api = await tools(hass)
    assert "Mina" in (await call(api, ASK, question="Who is in the story?"))["answer"]
    refused = await call(api, ASK, question="Continue the story")
    assert refused["answer"] == ""
    assert CONTINUE in refused["hint"]
    assert not model.prose_calls
    with pytest.raises(vol.Invalid):
        await call(api, ASK, question="x" * 301)


async def test_the_telling_plays_on_the_satellite_that_asked(
    hass, entry, nursery, voice, model
):
    satellite, device = nursery
    api = await tools(hass, device.id)
    answer = await call(api, CONTINUE, wish="a friendly whale")
    assert PROSE not in str(answer)
    assert "error" not in answer
    await asyncio.wait_for(satellite.played.wait(), 5)
    await asyncio.wait_for(voice.is_silent.wait(), 5)
    assert PROSE in voice.text
    story = next(iter(entry.runtime_data.stories.values())).story
    assert (await story.last_episode()).wish == "a friendly whale"


async def test_without_a_voice_it_says_so(hass, entry, nursery, model):
    _, device = nursery
    await async_update_pipeline(hass, async_get_pipeline(hass), tts_engine=None)
    answer = await call(await tools(hass, device.id), CONTINUE)
    assert "no voice" in answer["error"]


async def test_without_a_speaker_it_says_so_and_tells_nothing(
    hass, entry, voice, model
):
    answer = await call(await tools(hass), CONTINUE)
    assert "can play the story" in answer["error"]
    assert not model.prose_calls
