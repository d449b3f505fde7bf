"""A companion with a model server on a real socket and a real memory: what goes over the wire."""

import pytest
from homeassistant.components.homeassistant.exposed_entities import (
    async_should_expose,
)
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.mirae_story.memory.lines import ENGLISH
from tests.companions import SWITCH, add_companion, converse, speech
from tests.living_home import set_up, story_entry
from tests.scripted.script import Fault, Script

pytest_plugins = ["tests.scripted.fixtures"]


@pytest.fixture
def owner(hass):
    return MockUser(name="Ken").add_to_hass(hass)


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
        Script.of("Once there was a cat.", fault=Fault.ABORT, fault_after=3)
    )
    said = speech(await converse(hass, "Tell me of a cat", owner))
    assert said.startswith("Once")
    assert said.endswith(ENGLISH.broke_off)
    assert await served.memory.turns(served.workspace) == []


async def test_temporary_mode_is_no_business_of_voice_assistants(hass, served):
    assert not async_should_expose(hass, "conversation", SWITCH)
