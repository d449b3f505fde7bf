"""One connection: what a client asks, and what it is answered."""

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass
from typing import Any

from wyoming.asr import Transcript
from wyoming.error import Error
from wyoming.event import Event, async_write_event
from wyoming.ping import Pong

from .ear import Answer, Ear, Utterance, Wanted
from .errors import BadEventError, EarError, IdleError
from .languages import choose
from .listening import Request
from .sound import Format
from .wire import BUFFER, Incoming, Reader, read_event, read_payload

_LOGGER = logging.getLogger(__name__)

EARLY_AFTER = 0.3
"""Seconds of silence after which an answer is begun."""
GRACE = 0.005
"""Seconds in which a client that hung up is noticed before the model is asked."""
PATIENCE = {"relaxed": 1.6, "aggressive": 0.5}
LINGER = 0.5
"""Seconds in which a client may still read why it is hung up on."""
NOBODY_SPEAKS = 10.0
"""Seconds after which a command that was not begun is over."""
SOUND = frozenset({"audio-start", "audio-chunk", "audio-stop"})


@dataclass(frozen=True, slots=True)
class Early:
    """An answer that was begun in a pause."""

    upto: int
    answer: "asyncio.Task[Answer]"


class Session:
    """A connection that is read event by event until the client leaves."""

    def __init__(
        self,
        ear: Ear,
        info: Event,
        reader: Reader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """Take over a connection."""
        self._ear = ear
        self._info = info
        self._reader = reader
        self._writer = writer
        self._host = _host(writer)
        self._coming: asyncio.Task[Incoming | None] | None = None
        self._request: Request | None = None
        self._patience = ear.options.endpointing
        self._form: Format | None = None
        self._utterance: Utterance | None = None
        self._early: Early | None = None
        self._over = False
        self.heard_from = time.monotonic()

    @property
    def resting(self) -> bool:
        """Whether the client is in the middle of nothing."""
        return self._utterance is None

    async def run(self) -> None:
        """Answer until the client leaves, or sends what cannot be read."""
        try:
            while (event := await self._next()) is not None:
                await self._take(event)
        except EarError as err:
            await self.turn_away(err)
            await self._linger()
        except ConnectionError:
            _LOGGER.debug("A client hung up")
        finally:
            self._drop()
            if self._coming is not None:
                self._coming.cancel()

    async def turn_away(self, err: EarError) -> None:
        """Say why the client is not served."""
        await self._say(Error(text=str(err), code=err.code).event())

    async def _linger(self) -> None:
        """Read on for a moment: a hasty close would take the error from the client."""
        self._drop()
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(LINGER):
                if self._coming is not None:
                    await asyncio.wait({self._coming})
                while not self._reader.left:
                    await self._reader.read(BUFFER)

    async def _next(self) -> Incoming | None:
        """Return the next event. Raises IdleError."""
        coming = self._read_on()
        seconds = self._ear.options.idle_seconds
        await asyncio.wait({coming}, timeout=seconds)
        if not coming.done():
            message = f"Nothing came for {seconds:g} seconds."
            raise IdleError(message)
        self._coming = None
        self.heard_from = time.monotonic()
        return coming.result()

    def _read_on(self) -> "asyncio.Task[Incoming | None]":
        if self._coming is None:
            self._coming = asyncio.create_task(read_event(self._reader))
        return self._coming

    async def _take(self, event: Incoming) -> None:
        """Act on one event; what is wrong with an utterance is said, and it is over."""
        try:
            if event.kind == "audio-chunk":
                await self._take_sound(event)
            elif event.kind == "audio-start":
                self._drop()
                self._over = False
                self._begin(Format.read(event.data))
            elif event.kind == "audio-stop":
                await self._stop()
            elif event.kind == "transcribe":
                self._drop()
                self._over = False
                self._ask(event.data)
            else:
                await self._answer_at_once(event)
        except (BadEventError, ConnectionError):
            raise
        except EarError as err:
            await self._refuse(err)
        except Exception as err:
            _LOGGER.exception("An utterance could not be heard")
            await self._refuse(EarError(f"Hearing failed: {type(err).__name__}."))
        async for _ in read_payload(self._reader, event):
            self.heard_from = time.monotonic()

    async def _answer_at_once(self, event: Incoming) -> bool:
        """Answer what needs no model; return whether that was it."""
        if event.kind == "describe":
            await self._say(self._info)
        elif event.kind == "ping":
            text = event.data.get("text")
            await self._say(Pong(text=text if isinstance(text, str) else None).event())
        else:
            return False
        return True

    async def _refuse(self, err: EarError) -> None:
        self._drop()
        self._over = True
        await self.turn_away(err)

    def _ask(self, data: dict[str, Any]) -> None:
        """Read what the client wants of the utterance that comes."""
        self._request = None
        language = choose(data.get("language"), self._ear.languages)
        self._request = self._ear.request(language, _names(data))
        sensitivity = data.get("vad_sensitivity")
        patience = PATIENCE.get(sensitivity, 1.0) if isinstance(sensitivity, str) else 1
        self._patience = self._ear.options.endpointing * patience

    def _begin(self, form: Format) -> Utterance:
        self._form = form
        self._utterance = self._ear.utterance(form)
        return self._utterance

    async def _take_sound(self, event: Incoming) -> None:
        if self._over:
            return
        form = Format.read(event.data, self._form)
        utterance = self._utterance or self._begin(form)
        utterance.reform(form)
        async for piece in read_payload(self._reader, event):
            self.heard_from = time.monotonic()
            if self._reader.left:  # nobody will read the answer
                raise ConnectionAbortedError
            utterance.feed(piece)
            self._follow(utterance)
            await asyncio.sleep(0)  # others are read too
        if self._patience and self._ended(utterance):
            await self._answer()
            self._over = True

    def _ended(self, utterance: Utterance) -> bool:
        voice = utterance.voice
        if voice.turns:
            return voice.silence >= self._patience
        return voice.silence >= NOBODY_SPEAKS

    def _follow(self, utterance: Utterance) -> None:
        """Begin an answer in a pause, and drop it when the speaker goes on."""
        voice = utterance.voice
        upto = voice.turns[-1][1] if voice.turns else 0
        if self._early is not None and self._early.upto != upto:
            self._drop_early()
        if (
            self._early is None
            and upto
            and self._ear.options.early
            and voice.silence >= EARLY_AFTER
            and utterance.live
            and self._ear.turns.idle
        ):
            self._early = Early(upto, asyncio.create_task(self._hear(utterance)))

    async def _hear(self, utterance: Utterance) -> Answer:
        request = self._request or self._ear.request(
            choose(None, self._ear.languages), None
        )
        wanted = Wanted()
        try:
            return await self._ear.hear(utterance, request, self._host, wanted)
        finally:
            wanted.still = False

    async def _stop(self) -> None:
        """Answer at the end of the sound, unless that was done."""
        if self._over:
            self._over = False
            self._request = None
            return
        await self._answer()
        self._request = None

    async def _answer(self) -> None:
        """Say what was heard; a client that hangs up meanwhile stops the work."""
        utterance = self._utterance
        if utterance is None:
            await self._say(Transcript(text="").event())
            return
        utterance.finish()
        self._follow_end(utterance)
        early, self._early = self._early, None
        self._utterance = None
        coming = self._read_on()
        if early is None and utterance.voice.turns:
            await asyncio.wait({coming}, timeout=GRACE)
        answer = early.answer if early else asyncio.create_task(self._hear(utterance))
        try:
            await self._while_waiting(answer)
        finally:
            if not answer.done():
                answer.cancel()
        if answer.cancelled():
            return
        await self._say(self._transcript(answer.result()).event())

    def _follow_end(self, utterance: Utterance) -> None:
        turns = utterance.voice.turns
        if self._early is not None and (not turns or self._early.upto != turns[-1][1]):
            self._drop_early()

    async def _while_waiting(self, answer: "asyncio.Task[Answer]") -> None:
        """Wait for an answer; meanwhile notice who hangs up, and answer what is quick."""
        while not answer.done():
            coming = self._read_on()
            await asyncio.wait({answer, coming}, return_when=asyncio.FIRST_COMPLETED)
            if not coming.done() or answer.done():
                continue
            event = coming.result()
            if event is None:
                _LOGGER.debug("A client hung up before it was answered")
                raise ConnectionAbortedError
            if event.kind in {"describe", "ping"} and not event.left:
                self._coming = None
                await self._answer_at_once(event)
                continue
            await asyncio.wait({answer})

    def _transcript(self, answer: Answer) -> Transcript:
        context: dict[str, Any] = {}
        if answer.raw != answer.text:
            context["raw"] = answer.raw
        if answer.names:
            context["names"] = list(answer.names)
        if self._ear.options.log_transcripts:
            _LOGGER.info("Heard (%s): %s", answer.language, answer.text)
        else:
            _LOGGER.debug("Heard %d characters", len(answer.text))
        return Transcript(
            text=answer.text, language=answer.language, context=context or None
        )

    async def _say(self, event: Event) -> None:
        with contextlib.suppress(ConnectionError):
            await async_write_event(event, self._writer)

    def _drop(self) -> None:
        self._drop_early()
        self._utterance = None
        self._form = None

    def _drop_early(self) -> None:
        if self._early is not None:
            self._early.answer.cancel()
            self._early.answer.add_done_callback(_seen)
            self._early = None


def _seen(answer: "asyncio.Task[Answer]") -> None:
    if not answer.cancelled():
        answer.exception()


def _names(data: dict[str, Any]) -> list[str] | None:
    """Return the names that came with the request; None if none did."""
    context = data.get("context")
    context = context if isinstance(context, dict) else {}
    lists = (
        data.get("transcript_names"),
        data.get("transcript_terms"),
        context.get("names"),
        context.get("terms"),
    )
    given = [found for found in lists if isinstance(found, list)]
    if not given:
        return None
    return [name for found in given for name in found if isinstance(name, str)]


def _host(writer: asyncio.StreamWriter) -> str:
    peer = writer.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""
