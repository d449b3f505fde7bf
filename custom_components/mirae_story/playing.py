"""A telling that plays in a room without a run of its own: on a satellite, or on a player.

Announcing on a satellite whose run is still going would cancel that run, and from inside the run it would wait for
itself for ever. So a telling always plays in a task of its own, once the satellite is at rest.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import NamedTuple

from homeassistant.const import Platform
from homeassistant.core import Event, EventStateChangedData, HomeAssistant, callback
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.event import async_track_state_change_event

from .const import CONF_SENTENCE_PAUSE, CONF_SPEECH_AHEAD, CONF_VOICE
from .home import HomeStory
from .parts import Parts
from .reading import Reading
from .story.errors import NoSpeakerError, NoVoiceError
from .story.model import Language
from .voices import Voice, async_begin_speech, voice_from_text

_LOGGER = logging.getLogger(__name__)

_SATELLITE = Platform.ASSIST_SATELLITE
_ANNOUNCES = 1
"""The feature bit of satellites that announce."""
_RESTING = "idle"
REST_LIMIT_S = 60.0
"""A run that is not over by then is taken to be stuck."""


class Speaker(NamedTuple):
    """Where a telling can play."""

    entity_id: str
    is_satellite: bool


def speaker_of_device(hass: HomeAssistant, device_id: str | None) -> Speaker:
    """Return the satellite, or else the player, of a device. Raises NoSpeakerError."""
    entities = (
        er.async_entries_for_device(er.async_get(hass), device_id) if device_id else []
    )
    for domain in (_SATELLITE, Platform.MEDIA_PLAYER):
        for entity in entities:
            state = hass.states.get(entity.entity_id)
            if entity.domain != domain or state is None:
                continue
            if domain is _SATELLITE and not (
                int(state.attributes.get("supported_features", 0)) & _ANNOUNCES
            ):
                continue
            return Speaker(entity.entity_id, domain is _SATELLITE)
    raise NoSpeakerError


def voice_of_story(hass: HomeAssistant, home_story: HomeStory) -> Voice:
    """Return the story's own voice, else that of the home's preferred pipeline. Raises NoVoiceError."""
    data = home_story.subentry.data
    return _voice_of_story(hass, home_story)._replace(
        pause_s=float(data.get(CONF_SENTENCE_PAUSE, 0.0)),
        ahead=bool(data.get(CONF_SPEECH_AHEAD, False)),
    )


def _voice_of_story(hass: HomeAssistant, home_story: HomeStory) -> Voice:
    if text := home_story.subentry.data.get(CONF_VOICE):
        return voice_from_text(text)
    if "assist_pipeline" in hass.config.components:
        # Imported where a pipeline runs: a home without one may lack what the component requires.
        from homeassistant.components.assist_pipeline.pipeline import (  # noqa: PLC0415
            async_get_pipeline,
        )

        pipeline = async_get_pipeline(hass)
        if pipeline.tts_engine:
            return Voice(
                pipeline.tts_engine,
                pipeline.tts_language or pipeline.language,
                pipeline.tts_voice,
            )
    raise NoVoiceError


async def async_play(
    hass: HomeAssistant, pieces: AsyncGenerator[str], voice: Voice, speaker: Speaker
) -> None:
    """Speak the pieces as they come, once the speaker's own run is over; on a satellite in parts, if they are long."""
    japanese = voice.language.startswith(Language.JA)
    parts = Parts(pieces, Language.JA if japanese else Language.EN)
    if not speaker.is_satellite:
        await _async_play_whole(hass, parts, voice, speaker)
        return
    while await parts.more():
        await async_at_rest(hass, speaker.entity_id)
        await _async_announce(hass, parts.part(), voice, speaker)


async def _async_play_whole(
    hass: HomeAssistant, parts: Parts, voice: Voice, speaker: Speaker
) -> None:
    media_id, ended = await _async_speech(hass, parts.whole(), voice)
    await hass.services.async_call(
        Platform.MEDIA_PLAYER,
        "play_media",
        {
            "media": {
                "media_content_id": media_id,
                "media_content_type": "music",
            },
            "announce": True,
        },
        target={"entity_id": speaker.entity_id},
        blocking=True,
    )
    await ended.wait()


async def _async_announce(
    hass: HomeAssistant, part: AsyncGenerator[str], voice: Voice, speaker: Speaker
) -> None:
    media_id, ended = await _async_speech(hass, part, voice)
    await hass.services.async_call(
        _SATELLITE,
        "announce",
        {"media_id": media_id, "preannounce": False},
        target={"entity_id": speaker.entity_id},
        blocking=True,
    )
    # Some satellites say that they have played it long before they have.
    await ended.wait()


class _Text:
    """Text on its way to a voice."""

    def __init__(self, pieces: AsyncGenerator[str]) -> None:
        self._pieces = pieces
        self.ended = asyncio.Event()
        """Set when the voice has got all of it, or will take no more."""

    async def read(self) -> AsyncGenerator[str]:
        try:
            async with aclosing(self._pieces) as pieces:
                async for piece in pieces:
                    yield piece
        finally:
            self.ended.set()


async def _async_speech(
    hass: HomeAssistant, pieces: AsyncGenerator[str], voice: Voice
) -> tuple[str, asyncio.Event]:
    """Return the media id of a text that is spoken while it is written, and what is set at its end."""
    if voice.pause_s or voice.ahead:
        reading = Reading(hass, pieces, voice)
        if (media_id := await reading.async_begin()) is not None:
            return media_id, reading.ended
        pieces = reading.texts()
    text = _Text(pieces)
    stream = async_begin_speech(hass, voice)
    stream.async_set_message_stream(text.read())
    return stream.media_source_id, text.ended


async def async_at_rest(hass: HomeAssistant, entity_id: str) -> None:
    """Wait until a satellite's run is over."""
    resting = asyncio.Event()

    @callback
    def changed(event: Event[EventStateChangedData]) -> None:
        state = event.data["new_state"]
        if state is None or state.state == _RESTING:
            resting.set()

    stop = async_track_state_change_event(hass, [entity_id], changed)
    try:
        state = hass.states.get(entity_id)
        if state is None or state.state == _RESTING:
            return
        async with asyncio.timeout(REST_LIMIT_S):
            await resting.wait()
    except TimeoutError:
        _LOGGER.debug("%s is not at rest; the telling plays all the same", entity_id)
    finally:
        stop()
