"""One utterance over Wyoming, as Home Assistant sends it, and what comes back."""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe

from .clips import Sound

PATIENCE = 120.0
CHUNK = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """How a server answered: with text, an error event, a closed socket, or not at all."""

    text: str | None = None
    error: str | None = None
    closed: bool = False
    seconds: float = 0.0
    """From the end of the sound to the answer."""

    def __str__(self) -> str:
        """Return it as the report shows it."""
        if self.text is not None:
            what = f"text {self.text!r}"
        elif self.error is not None:
            what = f"error {self.error}"
        else:
            what = "closed without an answer" if self.closed else "no answer"
        return f"{what}, {self.seconds:.2f} s"


async def send(
    client: AsyncClient,
    sound: Sound,
    *,
    lang: str | None = None,
    names: Sequence[str] | None = None,
    chunk: int = CHUNK,
) -> None:
    """Send one utterance."""
    form = {"rate": sound.rate, "width": sound.width, "channels": sound.channels}
    await client.write_event(
        Transcribe(
            language=lang, transcript_names=list(names) if names else None
        ).event()
    )
    await client.write_event(AudioStart(**form).event())
    for start in range(0, len(sound.audio), chunk):
        piece = sound.audio[start : start + chunk]
        await client.write_event(AudioChunk(**form, audio=piece).event())
    await client.write_event(AudioStop().event())


async def reply(client: AsyncClient, patience: float = PATIENCE) -> Reply:
    """Wait for the answer."""
    began = time.perf_counter()

    def took() -> float:
        return time.perf_counter() - began

    try:
        async with asyncio.timeout(patience):
            while (event := await client.read_event()) is not None:
                if Transcript.is_type(event.type):
                    text = Transcript.from_event(event).text
                    return Reply(text=text, seconds=took())
                if Error.is_type(event.type):
                    error = Error.from_event(event)
                    return Reply(error=error.code or error.text, seconds=took())
    except TimeoutError:
        return Reply(seconds=took())
    except OSError, ValueError:
        pass
    return Reply(closed=True, seconds=took())


async def ask(
    uri: str,
    sound: Sound,
    *,
    lang: str | None = None,
    names: Sequence[str] | None = None,
    chunk: int = CHUNK,
    patience: float = PATIENCE,
) -> Reply:
    """Send one utterance on a connection of its own, and return the answer."""
    try:
        async with AsyncClient.from_uri(uri) as client:
            with contextlib.suppress(OSError):  # it may have answered before it left
                await send(client, sound, lang=lang, names=names, chunk=chunk)
            return await reply(client, patience)
    except OSError:
        return Reply(closed=True)


async def describe(uri: str, patience: float = 10.0) -> float | None:
    """Return the seconds until the server says who it is; None if it does not."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(patience), AsyncClient.from_uri(uri) as client:
            await client.write_event(Describe().event())
            while (event := await client.read_event()) is not None:
                if event.type == "info":
                    return time.perf_counter() - began
    except OSError, TimeoutError, ValueError:
        pass
    return None


def raw(kind: str, data: object = None) -> Event:
    """Return an event whose data need not be right."""
    return Event(type=kind, data=data)  # type: ignore[arg-type]
