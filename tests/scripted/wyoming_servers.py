"""A speech-to-text server and a streaming voice that speak Wyoming, as Whisper's and Piper's do; they note what they get.

The official client drives them in `test_wyoming_servers.py`: so they are like the real ones.
"""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event, async_read_event, async_write_event
from wyoming.info import (
    AsrModel,
    AsrProgram,
    Attribution,
    Describe,
    Info,
    TtsProgram,
    TtsVoice,
)
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeStopped,
)

RATE, WIDTH, CHANNELS = 22_050, 2, 1
LANGUAGES = ["en", "ja"]
_ABOUT = {
    "attribution": Attribution(name="Mirae Story", url="https://example.org"),
    "installed": True,
    "version": "1",
}


class WyomingServer:
    """Serves one kind of speech on any free port."""

    def __init__(self):
        self.port = 0
        self.connections = 0
        """How many are open now."""
        self._tasks = set()
        self._at_rest = asyncio.Event()
        self._at_rest.set()

    @asynccontextmanager
    async def serving(self):
        """Serve until the end of the block."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def at_rest(self, limit_s=5):
        """Wait until no connection is open; raises TimeoutError where one never ends."""
        async with asyncio.timeout(limit_s):
            await self._at_rest.wait()

    async def _serve(self, reader, writer):
        task = asyncio.current_task()
        self._tasks.add(task)
        self.connections += 1
        self._at_rest.clear()
        hearing = self.hearing()
        try:
            while (event := await async_read_event(reader)) is not None:
                if Describe.is_type(event.type):
                    await async_write_event(self.info().event(), writer)
                    continue
                for reply in hearing.take(event):
                    await async_write_event(reply.event(), writer)
        except ConnectionError:
            hearing.broken = True
        finally:
            self._tasks.discard(task)
            self.connections -= 1
            if not self.connections:
                self._at_rest.set()
            writer.close()

    def info(self):
        """Say what is offered."""
        raise NotImplementedError

    def hearing(self):
        """Return what listens to one connection."""
        raise NotImplementedError


@dataclass
class Utterance:
    """What the ear got on one connection."""

    ear: Ear
    language: str | None = None
    format: tuple[int, int, int] | None = None
    audio: bytes = b""
    ended: bool = False
    broken: bool = False

    def take(self, event: Event):
        """Take an event; yield what is answered."""
        if Transcribe.is_type(event.type):
            self.language = Transcribe.from_event(event).language
        elif AudioStart.is_type(event.type):
            start = AudioStart.from_event(event)
            self.format = (start.rate, start.width, start.channels)
            self.ear.utterances.append(self)
        elif AudioChunk.is_type(event.type):
            self.audio += AudioChunk.from_event(event).audio
        elif AudioStop.is_type(event.type):
            self.ended = True
            yield Transcript(text=self.ear.understands)


class Ear(WyomingServer):
    """Understands whatever it is told to, once the audio is over."""

    def __init__(self):
        super().__init__()
        self.understands = ""
        self.utterances = []

    def info(self):
        model = AsrModel(name="ear", description="Ear", languages=LANGUAGES, **_ABOUT)
        program = AsrProgram(name="Ear", description="Ear", models=[model], **_ABOUT)
        return Info(asr=[program])

    def hearing(self):
        return Utterance(self)


@dataclass
class Speech:
    """One text that the voice reads aloud, with the moment at which each piece came."""

    voice: Voice
    pieces: list[tuple[float, str]] = field(default_factory=list)
    whole: str | None = None
    """The text as it is sent once more at the end, for voices that cannot stream."""
    streamed: bool = False
    ended: bool = False
    broken: bool = False
    _speaks: bool = False

    @property
    def text(self):
        return "".join(text for _, text in self.pieces)

    @property
    def seconds(self):
        """How long the text took to come."""
        return self.pieces[-1][0] - self.pieces[0][0] if self.pieces else 0.0

    def take(self, event: Event):
        """Take an event; yield what is answered: sound for each piece, as soon as it is there."""
        if SynthesizeStart.is_type(event.type):
            self.streamed = True
            self.voice.speeches.append(self)
        elif SynthesizeChunk.is_type(event.type):
            yield from self._sound(SynthesizeChunk.from_event(event).text)
        elif Synthesize.is_type(event.type):
            self.whole = Synthesize.from_event(event).text
            if not self.streamed:
                self.voice.speeches.append(self)
                yield from self._sound(self.whole)
                yield from self._end()
        elif SynthesizeStop.is_type(event.type):
            yield from self._end()
            yield SynthesizeStopped()

    def _sound(self, text):
        self.pieces.append((monotonic(), text))
        form = {"rate": RATE, "width": WIDTH, "channels": CHANNELS}
        if not self._speaks:
            self._speaks = True
            yield AudioStart(**form)
        yield AudioChunk(audio=sound_of(text), **form)

    def _end(self):
        self.ended = True
        yield AudioStop()


def sound_of(text):
    """Return the sound of a text: its letters, so that it can be read in the sound what was said."""
    return text.encode("utf-16-le")


class Voice(WyomingServer):
    """A voice that begins to speak with the first piece of a text."""

    def __init__(self):
        super().__init__()
        self.speeches = []

    def info(self):
        voice = TtsVoice(
            name="voice", description="Voice", languages=LANGUAGES, **_ABOUT
        )
        program = TtsProgram(
            name="Voice",
            description="Voice",
            voices=[voice],
            supports_synthesize_streaming=True,
            **_ABOUT,
        )
        return Info(tts=[program])

    def hearing(self):
        return Speech(self)
