"""What other agents can do with the story, and a telling that plays in a room."""

import asyncio

import pytest
import voluptuous as vol
from homeassistant.components.assist_pipeline import (
    async_get_pipeline,
    async_update_pipeline,
)
from homeassistant.core import Context
from homeassistant.helpers import llm

from custom_components.mirae_story.const import DOMAIN
from tests.living_home import PROSE

CONTINUE = "mirae_story__continue_story"
ASK = "mirae_story__ask_story"


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
