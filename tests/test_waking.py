"""Sleeping model servers in a real Home Assistant: who is called, and who tells meanwhile."""

import asyncio
from unittest.mock import patch

import pytest
from homeassistant.core import SupportsResponse
from homeassistant.exceptions import HomeAssistantError
from pytest_homeassistant_custom_component.common import async_mock_service

from custom_components.mirae_story.servers import failover
from custom_components.mirae_story.story.errors import ServerUnreachableError
from custom_components.mirae_story.waking import waker
from tests.living_home import (
    NOTES,
    PROSE,
    SECOND,
    SERVER_DATA,
    STORY_DATA,
    set_up,
    story_entry,
)
from tests.story.fakes import ScriptedModel
from tests.test_conversation import say, speech, told

MAC = "00:1a:2b:3c:4d:5e"


class Sleeper(ScriptedModel):
    """A model that is not there until it is woken."""

    awake = False

    def _look(self):
        if not self.awake:
            raise ServerUnreachableError(url="http://sleeper")

    async def check(self):
        self._look()
        return await super().check()

    async def stream_text(self, messages, sampling):
        self._look()
        async for text in super().stream_text(messages, sampling):
            yield text


@pytest.fixture
def sleeper(monkeypatch):
    monkeypatch.setattr(failover, "LOOK_S", 0.01)
    monkeypatch.setattr(failover, "WAKE_S", 0.3)
    return Sleeper(default_prose=PROSE, default_notes=NOTES)


@pytest.fixture
def script(hass, sleeper):
    """The family's script: it wakes the server."""
    calls = []

    async def wake(call):
        calls.append(call)
        await asyncio.sleep(0.1)
        sleeper.awake = True

    hass.services.async_register(
        "script", "turn_on", wake, supports_response=SupportsResponse.NONE
    )
    return calls


@pytest.fixture
async def home(hass, evenings, tmp_path, sleeper, model):
    """A home with a server that sleeps, and one that does not."""
    hass.config.config_dir = str(tmp_path)
    servers = {"http://sleeper": sleeper, "http://other": model}
    both = (
        SERVER_DATA | {"url": "http://sleeper", "wake_script": "script.wake"},
        SERVER_DATA | {"url": "http://other", "order": 2},
    )
    with patch(
        "custom_components.mirae_story.writers.server_from_data",
        side_effect=lambda _, data: servers[data["url"]],
    ):
        entry = await set_up(hass, story_entry(STORY_DATA, servers=both))
        yield entry
        await hass.config_entries.async_unload(entry.entry_id)
        await hass.async_block_till_done()


async def test_when_a_story_is_asked_for_a_sleeper_is_woken_and_another_tells(
    hass, home, script, sleeper, model, evenings
):
    assert PROSE in speech(await say(hass, "continue the story"))
    assert model.prose_calls
    assert not sleeper.prose_calls
    assert script[0].data["entity_id"] == "script.wake"
    await told(hass, home)
    evenings.next()
    sleeper.default_prose = SECOND
    assert SECOND in speech(await say(hass, "continue the story"))
    assert len(sleeper.prose_calls) == 1
    assert len(script) == 1


async def test_it_can_be_woken_before_the_hour(hass, home, script, sleeper, model):
    assert await home.runtime_data.async_wake()
    assert sleeper.awake
    assert PROSE in speech(await say(hass, "continue the story"))
    assert not model.prose_calls


async def test_a_magic_packet_is_sent_by_home_assistant(hass):
    calls = async_mock_service(hass, "wake_on_lan", "send_magic_packet")
    await waker(hass, {"wake_mac": MAC})()
    assert calls[0].data == {"mac": MAC}
    assert waker(hass, {}) is None


async def test_what_cannot_be_sent_keeps_nobody_waiting(hass, caplog):
    with patch(
        "custom_components.mirae_story.waking.async_setup_component",
        return_value=False,
    ) as set_up_wake_on_lan:
        await waker(hass, {"wake_mac": MAC})()
    assert set_up_wake_on_lan.call_args[0][1] == "wake_on_lan"
    assert "could not be woken" in caplog.text


async def test_a_script_that_fails_keeps_nobody_waiting(hass, caplog):
    async def fail(_):
        raise HomeAssistantError("no")

    hass.services.async_register("script", "turn_on", fail)
    await waker(hass, {"wake_script": "script.wake"})()
    assert "could not be woken" in caplog.text
