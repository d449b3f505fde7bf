"""A telling read sentence by sentence, as one sound: with pauses, and with speech that was made beforehand.

A voice that gets a whole night decides itself how long it rests between sentences, and Home Assistant keeps no speech
of a text that streams. A sentence of its own can be followed by silence, and its speech is kept and found again.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import datetime
from http import HTTPStatus
from secrets import token_urlsafe

from aiohttp import web
from homeassistant.core import HassJob, HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.event import async_call_later
from homeassistant.helpers.http import KEY_HASS, HomeAssistantView
from homeassistant.util.hass_dict import HassKey

from .const import DOMAIN
from .voices import Voice, async_begin_speech
from .wave import Wave, read_wave
from .which import loaded_home

_LOGGER = logging.getLogger(__name__)

PLACE = "reading"
CONTENT_TYPE = "audio/wav"
SENTENCE_LIMIT_S = 60.0
"""A voice that needs longer for one sentence is taken to be lost."""
KEPT_S = 600.0
"""How long after its end a reading can still be fetched."""
_WITHOUT_SPEECH = (HomeAssistantError, NotImplementedError, OSError, ValueError)
"""What goes wrong in voices and their conversion; a TimeoutError is an OSError."""
_READINGS: HassKey[dict[str, Reading]] = HassKey(f"{DOMAIN}_readings")


async def async_speak_sentence(hass: HomeAssistant, text: str, voice: Voice) -> Wave:
    """Return the speech of one sentence; the home's text-to-speech keeps it for the next time.

    Raises one of `_WITHOUT_SPEECH`.
    """
    stream = async_begin_speech(hass, voice, wave=True)
    stream.async_set_message(text)
    async with asyncio.timeout(SENTENCE_LIMIT_S):
        sound = b"".join([piece async for piece in stream.async_stream_result()])
    return read_wave(sound)


async def async_make_ahead(
    hass: HomeAssistant, texts: AsyncGenerator[str], voice: Voice
) -> bool:
    """Make the speech of all texts that is not kept yet; tell whether all of it could be made."""
    async with aclosing(texts) as each:
        async for text in each:
            if not (said := text.strip()):
                continue
            try:
                await async_speak_sentence(hass, said, voice)
            except _WITHOUT_SPEECH as err:
                _LOGGER.info("No speech was made beforehand: %s", type(err).__name__)
                return False
    return True


class Reading:
    """The sound of one telling, shared by all who fetch it."""

    def __init__(
        self, hass: HomeAssistant, texts: AsyncGenerator[str], voice: Voice
    ) -> None:
        """Wait for `async_begin`; the texts are sentences."""
        self.ended = asyncio.Event()
        """Set when all of it is made."""
        self._hass = hass
        self._texts = texts
        self._voice = voice
        self._first = ""
        self._sound: list[bytes] = []
        self._changed = asyncio.Event()

    async def async_begin(self) -> str | None:
        """Read the first sentence, and the others in the background; return the media id.

        None where the voice cannot be heard so: then `texts` still yields all of the text.
        """
        while not self._first.strip():
            if (text := await anext(self._texts, None)) is None:
                return None
            self._first += text
        try:
            wave = await async_speak_sentence(
                self._hass, self._first.strip(), self._voice
            )
        except _WITHOUT_SPEECH as err:
            _LOGGER.info("Read without pauses: %s", type(err).__name__)
            return None
        self._add(wave.head + wave.samples)
        token = token_urlsafe(16)
        self._hass.data.setdefault(_READINGS, {})[token] = self
        loaded_home(self._hass).entry.async_create_background_task(
            self._hass, self._read(token, wave), f"{DOMAIN} reading"
        )
        return f"media-source://{DOMAIN}/{PLACE}/{token}"

    async def texts(self) -> AsyncGenerator[str]:
        """Yield the text from its start."""
        if self._first:
            yield self._first
        async with aclosing(self._texts) as texts:
            async for text in texts:
                yield text

    async def listen(self) -> AsyncGenerator[bytes]:
        """Yield the sound from its start, as it is made."""
        heard = 0
        while True:
            changed = self._changed
            while heard < len(self._sound):
                heard += 1
                yield self._sound[heard - 1]
            if self.ended.is_set():
                return
            await changed.wait()

    async def _read(self, token: str, first: Wave) -> None:
        rest = first.silence(self._voice.pause_s)
        try:
            async with aclosing(self._texts) as texts:
                async for text in texts:
                    if said := text.strip():
                        await self._read_sentence(said, first, rest)
        finally:
            self.ended.set()
            self._add(b"")
            self._forget_later(token)

    async def _read_sentence(self, text: str, first: Wave, rest: bytes) -> None:
        """Add a sentence; one that cannot be spoken is left out, since silence would last for ever."""
        try:
            wave = await async_speak_sentence(self._hass, text, self._voice)
        except _WITHOUT_SPEECH as err:
            _LOGGER.warning("A sentence could not be spoken: %s", type(err).__name__)
            return
        if wave.form == first.form:
            self._add(rest + wave.samples)

    def _add(self, sound: bytes) -> None:
        self._sound.append(sound)
        self._changed.set()
        self._changed = asyncio.Event()

    def _forget_later(self, token: str) -> None:
        readings = self._hass.data[_READINGS]

        @callback
        def forget(_: datetime) -> None:
            readings.pop(token, None)

        async_call_later(self._hass, KEPT_S, HassJob(forget, cancel_on_shutdown=True))


def url_of_reading(hass: HomeAssistant, token: str) -> str | None:
    """Return where a reading can be fetched, while it can be."""
    known = token in hass.data.get(_READINGS, {})
    return f"/api/{DOMAIN}/{PLACE}/{token}" if known else None


class ReadingView(HomeAssistantView):
    """The sound of a reading, for players: they know its secret name, and no user."""

    url = f"/api/{DOMAIN}/{PLACE}/{{token}}"
    name = f"api:{DOMAIN}:{PLACE}"
    requires_auth = False

    async def get(self, request: web.Request, token: str) -> web.StreamResponse:
        """Return the sound as it is made."""
        reading = request.app[KEY_HASS].data.get(_READINGS, {}).get(token)
        if reading is None:
            return web.Response(status=HTTPStatus.NOT_FOUND)
        response = web.StreamResponse(
            headers={"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"}
        )
        await response.prepare(request)
        async with aclosing(reading.listen()) as sound:
            async for piece in sound:
                await response.write(piece)
        await response.write_eof()
        return response
