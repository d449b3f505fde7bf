"""A night that an action tells aloud in a room."""

import pytest
from homeassistant.components.assist_pipeline import (
    async_get_pipeline,
    async_update_pipeline,
)
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import async_mock_service

from custom_components.mirae_story import room
from custom_components.mirae_story.story.length import speech_s
from custom_components.mirae_story.story.model import Language
from tests.living_home import PROSE
from tests.test_services import tell

PLAYER = "media_player.bedroom"


@pytest.fixture
def slept(monkeypatch):
    """How long an action waited for a player, which is not waited for in truth."""
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    monkeypatch.setattr(room, "sleep", sleep)
    return waits


async def test_a_satellite_reads_the_night_while_it_is_told(
    hass, entry, nursery, voice, model, slept
):
    satellite, _ = nursery
    response = await tell(hass, speaker=satellite.entity_id, wish="a friendly whale")
    assert len(satellite.announced) == 1
    await voice.is_silent.wait()
    assert voice.text == response["text"]
    assert PROSE in voice.text
    assert response["told_now"] is True
    assert slept == []


async def test_a_told_night_is_read_again(hass, entry, nursery, voice, model):
    satellite, _ = nursery
    first = await tell(hass)
    again = await tell(hass, speaker=satellite.entity_id)
    await voice.is_silent.wait()
    assert again["told_now"] is False
    assert voice.text == again["text"]
    assert PROSE in first["text"]
    assert len(model.prose_calls) == 1


async def test_a_player_is_given_the_time_to_play(hass, entry, nursery, slept):
    calls = async_mock_service(hass, "media_player", "play_media")
    hass.states.async_set(PLAYER, "idle")
    response = await tell(hass, speaker=PLAYER)
    (call,) = calls
    assert call.data["entity_id"] == PLAYER
    assert call.data["media"]["media_content_id"].startswith("media-source://tts/")
    (waited,) = slept
    assert waited == pytest.approx(speech_s(response["text"], Language.EN), abs=5)


@pytest.mark.parametrize("state", [None, "unavailable"])
async def test_nothing_is_told_to_a_speaker_that_is_not_there(
    hass, entry, nursery, model, state
):
    if state:
        hass.states.async_set(PLAYER, state)
    with pytest.raises(HomeAssistantError) as refused:
        await tell(hass, speaker=PLAYER)
    assert refused.value.translation_key == "no_speaker"
    assert not model.prose_calls


async def test_nothing_is_told_without_a_voice(hass, entry, nursery, model):
    satellite, _ = nursery
    await async_update_pipeline(hass, async_get_pipeline(hass), tts_engine=None)
    with pytest.raises(HomeAssistantError) as refused:
        await tell(hass, speaker=satellite.entity_id)
    assert refused.value.translation_key == "no_voice"
    assert not model.prose_calls


async def test_a_light_is_no_speaker(hass, entry):
    assert await async_setup_component(hass, "assist_satellite", {})
    with pytest.raises(Exception, match=r"light\.lamp"):
        await tell(hass, speaker="light.lamp")


async def test_one_more_is_refused_before_anything_is_heard(
    hass, entry, nursery, model
):
    satellite, _ = nursery
    await tell(hass)
    with pytest.raises(ServiceValidationError):
        await tell(hass, speaker=satellite.entity_id, one_more=True)
    assert satellite.announced == []
