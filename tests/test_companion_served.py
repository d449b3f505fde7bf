"""A companion with a model server on a real socket and a real memory: what goes over the wire."""

import pytest
from homeassistant.components.homeassistant.exposed_entities import (
    async_should_expose,
)
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.mirae_story.memory.lines import ENGLISH
from tests.companions import SWITCH, add_companion, converse, speech
from tests.controlled_home import TURN_ON, put_lamp
from tests.living_home import set_up, story_entry
from tests.scripted.script import Fault, Script

pytest_plugins = ["tests.scripted.fixtures"]


@pytest.fixture
def owner(hass):
    return MockUser(name="Ken", is_owner=True).add_to_hass(hass)


async def lamp_by_wire(hass, server, owner, **data):
    """Ask a companion whose model is on a scripted server to switch a real lamp; return what was answered."""
    lamp = await put_lamp(hass)
    entry = await set_up(
        hass, story_entry(servers=({"model": "tiny:latest", "url": server.url} | data,))
    )
    await add_companion(hass, entry, owner, llm_hass_api=["assist"])
    calls = [(TURN_ON, {"name": "reading lamp"})]
    server.plays(Script(pieces=(), calls=calls), Script.of("The lamp is on."))
    said = speech(await converse(hass, "Turn on the reading lamp", owner))
    await hass.config_entries.async_unload(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    return lamp, said


@pytest.mark.parametrize("kind", ["ollama", "openai"])
async def test_a_real_lamp_by_either_protocol(
    hass, scripted_ollama, scripted_openai, evenings, owner, tmp_path, kind
):
    hass.config.config_dir = str(tmp_path)
    server = scripted_ollama if kind == "ollama" else scripted_openai
    server.context_tokens = 16384
    lamp, said = await lamp_by_wire(
        hass, server, owner, kind=kind, context_tokens=16384
    )
    assert lamp.is_on
    assert said == "The lamp is on."
    path = "/api/chat" if kind == "ollama" else "/v1/chat/completions"
    asked, told = server.asked(path)
    names = {tool["function"]["name"] for tool in asked["tools"]}
    assert TURN_ON in names
    assert not [name for name in names if name.startswith("mirae_story")]
    assert [message["role"] for message in told["messages"]] == [
        "system",
        "user",
        "assistant",
        "tool",
    ]
    assert "Reading lamp" in told["messages"][-1]["content"]


@pytest.fixture
async def served(hass, scripted_ollama, evenings, owner, tmp_path):
    hass.config.config_dir = str(tmp_path)
    server = {
        "kind": "ollama",
        "url": scripted_ollama.url,
        "model": "tiny:latest",
        "embedding_model": "nomic-embed-text:latest",
        "order": 1,
        "context_tokens": 4096,
        "keep_alive": "30m",
        "first_token_timeout": 5,
        "next_token_timeout": 5,
    }
    entry = await set_up(hass, story_entry(servers=(server,)))
    companion = await add_companion(hass, entry, owner, workspace="Wire")
    yield companion
    await hass.config_entries.async_unload(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)


async def test_the_wire(hass, served, scripted_ollama, owner):
    scripted_ollama.plays(Script.of("**Pochi** is a *lovely* name."))
    first = await converse(hass, "The name of my dog is Pochi", owner)
    assert speech(first) == "Pochi is a lovely name."
    await converse(hass, "What is the name of my dog?", owner)
    one, two = scripted_ollama.asked("/api/chat")
    system, said = one["messages"]
    assert (system["role"], said["role"]) == ("system", "user")
    assert two["messages"][0]["content"].startswith(system["content"])
    assert "Ken: The name of my dog is Pochi" in two["messages"][0]["content"]
    assert one["options"]["num_ctx"] == 4096
    assert one["options"]["num_predict"] == 1024
    assert one["keep_alive"] == "30m"


async def test_a_stream_that_breaks_is_ended_softly(
    hass,
    served,
    scripted_ollama,
    owner,
):
    scripted_ollama.plays(
        Script.of("There was a cat. It sat on", fault=Fault.ABORT, fault_after=6)
    )
    said = speech(await converse(hass, "Tell me of a cat", owner))
    assert said == f"There was a cat. {ENGLISH.broke_off}"
    assert await served.memory.turns(served.workspace) == []


async def test_temporary_mode_is_no_business_of_voice_assistants(hass, served):
    assert not async_should_expose(hass, "conversation", SWITCH)
