"""A telling that is read sentence by sentence: its pauses, its faults, and speech that was made beforehand."""

import asyncio

import pytest
from homeassistant.components import media_source, tts
from homeassistant.components.media_source import Unresolvable
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import async_mock_service

from custom_components.mirae_story import reading
from custom_components.mirae_story.parts import Parts
from custom_components.mirae_story.playing import Speaker, async_play, voice_of_story
from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.voices import Voice
from custom_components.mirae_story.wave import read_wave
from tests.living_home import PROSE
from tests.speaking_home import VOICE, WaveVoice, wave_file

PLAYER = Speaker("media_player.nursery", is_satellite=False)
TEXT = "One small ship. Two tall masts! Three sails.\n"
TENTH = b"\x01" * 200
REST = b"\x00" * 1000
"""Half a second."""


@pytest.fixture
async def wave_voice(hass, voice):
    """A voice whose sound is WAV."""
    assert await async_setup_component(hass, "media_source", {})
    speaks = WaveVoice()
    await hass.data[tts.DATA_COMPONENT].async_add_entities([speaks])
    return speaks


async def pieces(*texts):
    for text in texts:
        yield text


async def sound_of(hass, client, media_id):
    """Return what a player fetches."""
    found = await media_source.async_resolve_media(hass, media_id, None)
    assert found.mime_type == "audio/wav"
    response = await client.get(found.url)
    assert (response.status, response.content_type) == (200, "audio/wav")
    return await response.read()


async def played(hass, client, voice, *texts):
    """Return the sound of a text on a player."""
    calls = async_mock_service(hass, "media_player", "play_media")
    async with asyncio.timeout(10):
        await async_play(hass, pieces(*texts), voice, PLAYER)
    media_id = calls[-1].data["media"]["media_content_id"]
    return await sound_of(hass, client, media_id), media_id


async def test_there_is_silence_between_sentences(
    hass, entry, wave_voice, hass_client_no_auth
):
    client = await hass_client_no_auth()
    voice = Voice("tts.wave", "en", pause_s=0.5)
    sound, media_id = await played(hass, client, voice, TEXT, " \n")
    assert read_wave(sound).samples == TENTH + REST + TENTH + REST + TENTH
    assert wave_voice.heard == ["One small ship.", "Two tall masts!", "Three sails."]
    # Players ask twice, and rooms come late.
    assert await sound_of(hass, client, media_id) == sound
    assert (await client.get("/api/mirae_story/reading/unknown")).status == 404
    with pytest.raises(Unresolvable):
        await media_source.async_resolve_media(
            hass, "media-source://mirae_story/reading/unknown", None
        )


async def test_it_is_heard_while_it_is_written(hass, entry, wave_voice):
    coming = asyncio.Event()

    async def slowly():
        yield "One small ship. "
        await coming.wait()
        yield "Two tall masts!"

    read = reading.Reading(
        hass, Parts(slowly(), Language.EN).whole(), Voice("tts.wave", "en")
    )
    assert await read.async_begin()
    sound = read.listen()
    head = await anext(sound)
    assert head.endswith(TENTH)
    rest = asyncio.create_task(anext(sound))
    await asyncio.sleep(0.05)
    assert not rest.done()
    coming.set()
    assert await asyncio.wait_for(rest, 5) == TENTH
    assert [piece async for piece in sound if piece] == []


async def test_a_sentence_that_cannot_be_spoken_is_left_out(
    hass, entry, wave_voice, hass_client_no_auth
):
    wave_voice.unspeakable = "Two"
    voice = Voice("tts.wave", "en", pause_s=0.5)
    sound, _ = await played(hass, await hass_client_no_auth(), voice, TEXT)
    assert read_wave(sound).samples == TENTH + REST + TENTH


@pytest.mark.parametrize("engine", [VOICE, "tts.wave"])
async def test_a_voice_that_cannot_be_heard_so_reads_as_ever(
    hass, entry, voice, wave_voice, nursery, engine
):
    wave_voice.unspeakable = "One"
    satellite, _ = nursery
    speaker = Speaker(satellite.entity_id, is_satellite=True)
    async with asyncio.timeout(10):
        await async_play(hass, pieces(TEXT), Voice(engine, "en", pause_s=0.5), speaker)
    assert len(satellite.announced) == 1
    if engine == VOICE:
        assert voice.text.endswith(TEXT)
    else:
        assert wave_voice.heard == ["One small ship.", TEXT]


async def test_a_satellite_hears_it_as_well(hass, entry, wave_voice, nursery):
    satellite, _ = nursery
    speaker = Speaker(satellite.entity_id, is_satellite=True)
    async with asyncio.timeout(10):
        await async_play(
            hass, pieces(TEXT), Voice("tts.wave", "en", pause_s=0.5), speaker
        )
    assert "/api/mirae_story/reading/" in satellite.announced[0]


async def test_a_reading_without_words_is_none(hass, entry, wave_voice):
    silent = reading.Reading(hass, pieces(" ", "\n"), Voice("tts.wave", "en"))
    assert await silent.async_begin() is None
    assert "".join([text async for text in silent.texts()]).strip() == ""


async def test_a_reading_is_forgotten_in_time(hass, entry, wave_voice, monkeypatch):
    monkeypatch.setattr(reading, "KEPT_S", 0.01)
    read = reading.Reading(
        hass, Parts(pieces(TEXT), Language.EN).whole(), Voice("tts.wave", "en")
    )
    token = (await read.async_begin()).rpartition("/")[2]
    assert reading.url_of_reading(hass, token)
    await asyncio.wait_for(read.ended.wait(), 5)
    await asyncio.sleep(0.1)
    assert reading.url_of_reading(hass, token) is None


def change(hass, entry, **options):
    (subentry,) = (s for s in entry.subentries.values() if s.subentry_type == "story")
    data = {**subentry.data, "voice": "tts.wave|en", **options}
    hass.config_entries.async_update_subentry(entry, subentry, data=data)


async def test_the_speech_of_a_prepared_night_is_made_before_it_is_told(
    hass, entry, wave_voice, model
):
    async_mock_service(hass, "media_player", "play_media")
    hass.states.async_set(PLAYER.entity_id, "idle")
    change(hass, entry, speech_ahead=True)
    await hass.async_block_till_done()
    (home_story,) = entry.runtime_data.stories.values()
    assert voice_of_story(hass, home_story).ahead
    await home_story.story.shelf.prepare()
    await hass.async_block_till_done(wait_background_tasks=True)
    ahead = list(wave_voice.heard)
    assert " ".join(ahead) == PROSE
    # What stands there is looked at again, and made once.
    home_story.keeper._show()
    await hass.async_block_till_done(wait_background_tasks=True)
    assert wave_voice.heard == ahead
    telling = home_story.story.tell()
    async with asyncio.timeout(10):
        await async_play(
            hass, telling.listen(), voice_of_story(hass, home_story), PLAYER
        )
    assert telling.stored
    new = wave_voice.heard[len(ahead) :]
    # The lead is not known before bedtime; of the night itself nothing is made again.
    assert new
    assert not set(new) & set(ahead)


@pytest.mark.parametrize(
    "options", [{"speech_ahead": False}, {"voice": "tts.gone|en"}, {"voice": ""}]
)
async def test_speech_that_is_not_wanted_or_cannot_be_made_is_not_missed(
    hass, entry, wave_voice, model, caplog, options
):
    calls = async_mock_service(hass, "media_player", "play_media")
    hass.states.async_set(PLAYER.entity_id, "idle")
    change(hass, entry, **({"speech_ahead": True} | options))
    await hass.async_block_till_done()
    (home_story,) = entry.runtime_data.stories.values()
    await home_story.story.shelf.prepare()
    await hass.async_block_till_done(wait_background_tasks=True)
    assert wave_voice.heard == []
    change(hass, entry)
    await hass.async_block_till_done()
    telling = home_story.story.tell()
    async with asyncio.timeout(10):
        await async_play(
            hass, telling.listen(), voice_of_story(hass, home_story), PLAYER
        )
    assert calls
    assert telling.stored


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"ID3 and more",
        wave_file(1)[:30],
        b"RIFF    WAVEdata    ",
        wave_file(0)[:36],
    ],
)
def test_other_sound_is_no_wave(data):
    with pytest.raises(ValueError, match="WAV"):
        read_wave(data)


def test_a_wave_of_unknown_length_is_read_to_its_end():
    whole = wave_file(0.1, width=1)
    known = read_wave(whole)
    for size in (b"\x00" * 4, b"\xff" * 4):
        assert read_wave(whole[:40] + size + whole[44:]) == known
    assert read_wave(known.head + known.samples) == known
    assert known.silence(0.01) == b"\x80" * 10
    assert len(wave_file(0.1)) == len(known.head) + 200
