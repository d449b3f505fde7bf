"""A telling that plays in a room: on satellites in parts, on players in one piece, never into a run that is going on."""

import asyncio

import pytest
from homeassistant.exceptions import HomeAssistantError
from pytest_homeassistant_custom_component.common import async_mock_service

from custom_components.mirae_story import parts, playing
from custom_components.mirae_story.parts import PART_S, Parts
from custom_components.mirae_story.playing import (
    Speaker,
    async_play,
    speaker_of_device,
)
from custom_components.mirae_story.story.errors import NoSpeakerError
from custom_components.mirae_story.story.length import speech_s
from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.voices import Voice
from tests.living_home import PROSE, PROSE_JA
from tests.speaking_home import VOICE

EN = Voice(VOICE, "en")
PLAYER = Speaker("media_player.nursery", is_satellite=False)
LONG = {Language.EN: f"{PROSE} \n" * 10, Language.JA: f"{PROSE_JA}\n" * 16}
"""About six minutes of speech."""


async def pieces(*texts):
    for text in texts:
        yield text


async def in_parts(language, *texts):
    cut, found = Parts(pieces(*texts), language), []
    while await cut.more():
        found.append("".join([text async for text in cut.part()]))
    return found


@pytest.mark.parametrize("language", Language)
async def test_a_long_night_is_cut_between_sentences(language):
    text = LONG[language]
    found = await in_parts(language, text)
    assert len(found) == 2
    assert "".join(found) == text
    assert all(part.rstrip().endswith((".", "。")) for part in found)
    assert PART_S <= speech_s(found[0], language) < 300


async def test_no_part_is_empty():
    sentence = "moon " * 700
    assert await in_parts(Language.EN, sentence) == [sentence]
    assert await in_parts(Language.EN, "", "Good night.") == ["Good night."]


@pytest.fixture
def loud(nursery):
    """A satellite that plays an announcement until the voice has ended."""
    satellite, _ = nursery
    return Speaker(satellite.entity_id, is_satellite=True), satellite


async def test_a_satellite_gets_a_long_night_in_parts(hass, loud, voice):
    speaker, satellite = loud
    async with asyncio.timeout(10):
        await async_play(hass, pieces(LONG[Language.EN]), EN, speaker)
    await voice.is_silent.wait()
    assert len(set(satellite.announced)) == 2
    assert voice.begun == voice.ended == 2
    assert voice.text == LONG[Language.EN]


async def test_parts_follow_one_another_only_when_the_voice_has_ended(
    hass, loud, voice, monkeypatch
):
    monkeypatch.setattr(playing, "Parts", ShortParts)
    speaker, satellite = loud
    coming = asyncio.Event()

    async def slowly():
        yield "One two three four five. "
        await coming.wait()
        yield "Six seven eight nine ten. "

    play = asyncio.create_task(async_play(hass, slowly(), EN, speaker))
    await asyncio.wait_for(satellite.played.wait(), 5)
    await asyncio.sleep(0.05)
    assert len(satellite.announced) == 1
    coming.set()
    await asyncio.wait_for(play, 5)
    assert len(satellite.announced) == 2


class ShortParts(Parts):
    def part(self, limit_s=1.0):
        return super().part(limit_s)


async def test_a_japanese_voice_is_reckoned_in_characters(hass, loud, voice):
    speaker, satellite = loud
    ja = Voice(VOICE, "ja")
    await async_play(hass, pieces(LONG[Language.JA]), ja, speaker)
    assert len(satellite.announced) == 2


@pytest.mark.parametrize("engine", [VOICE, "tts.whole"])
async def test_a_player_gets_it_in_one_piece(hass, entry, voice, whole_voice, engine):
    calls = async_mock_service(hass, "media_player", "play_media")
    async with asyncio.timeout(10):
        await async_play(
            hass, pieces(LONG[Language.EN]), Voice(engine, "en", None), PLAYER
        )
    (call,) = calls
    assert call.data["entity_id"] == PLAYER.entity_id
    assert call.data["announce"] is True
    if engine == VOICE:
        await voice.is_silent.wait()
        assert voice.text == LONG[Language.EN]


async def test_a_busy_satellite_is_waited_for(hass, loud, voice):
    speaker, satellite = loud
    hass.states.async_set(speaker.entity_id, "responding")
    play = asyncio.create_task(async_play(hass, pieces("Good night."), EN, speaker))
    await asyncio.sleep(0.05)
    assert satellite.announced == []
    hass.states.async_set(speaker.entity_id, "processing")
    await asyncio.sleep(0.05)
    assert satellite.announced == []
    hass.states.async_set(speaker.entity_id, "idle")
    await asyncio.wait_for(play, 5)
    assert len(satellite.announced) == 1


async def test_a_satellite_that_is_never_at_rest_is_spoken_to_all_the_same(
    hass, loud, voice, monkeypatch
):
    monkeypatch.setattr(playing, "REST_LIMIT_S", 0.05)
    speaker, satellite = loud
    hass.states.async_set(speaker.entity_id, "responding")
    await asyncio.wait_for(async_play(hass, pieces("Good night."), EN, speaker), 5)
    assert len(satellite.announced) == 1


async def test_a_telling_that_hangs_is_ended(hass, loud, voice, monkeypatch):
    monkeypatch.setattr(parts, "PIECE_LIMIT_S", 0.05)

    async def hanging():
        yield "Once upon a time. "
        await asyncio.Event().wait()

    await asyncio.wait_for(async_play(hass, hanging(), EN, loud[0]), 5)
    await voice.is_silent.wait()
    assert voice.ended == voice.begun


async def test_a_satellite_that_vanishes_leaves_no_voice_open(hass, loud, voice):
    speaker, satellite = loud

    async def gone(_):
        raise HomeAssistantError

    satellite.async_announce = gone
    with pytest.raises(HomeAssistantError):
        await async_play(hass, pieces("One. ", "Two. "), EN, speaker)
    await asyncio.wait_for(voice.is_silent.wait(), 5)
    assert voice.ended == voice.begun == 1


async def test_the_satellite_of_a_device_comes_before_its_player(hass, nursery):
    satellite, device = nursery
    assert speaker_of_device(hass, device.id) == Speaker(
        satellite.entity_id, is_satellite=True
    )
    hass.states.async_remove(satellite.entity_id)
    with pytest.raises(NoSpeakerError):
        speaker_of_device(hass, device.id)
    with pytest.raises(NoSpeakerError):
        speaker_of_device(hass, None)
