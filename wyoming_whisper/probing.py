"""Does a running server hear? It is given a clip, and has to answer with words.

This needs none of the model's libraries, so that it can be asked every few minutes.
"""

import asyncio
import os
import sys
import time
import wave
from pathlib import Path
from urllib.parse import urlsplit

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.error import Error

from .options import ENVIRONMENT, Options
from .sound import Format
from .texts import bare

CLIPS = Path(__file__).parent / "clips"
LONGEST_PROBE = 60.0


def clip(served: tuple[str, ...]) -> tuple[bytes, Format, str, str]:
    """Return sound in one of these languages, its form, language and text."""
    lines = (CLIPS / "manifest.tsv").read_text("utf-8").splitlines()
    clips = [line.split("\t") for line in lines]
    fitting = [found for found in clips if found[1] in served] or clips
    name, language, text = fitting[0]
    return (*read_wav(CLIPS / name), language, text)


def read_wav(path: Path) -> tuple[bytes, Format]:
    """Return the sound of a WAV file, and its form."""
    with wave.open(str(path), "rb") as file:
        form = Format(
            rate=file.getframerate(),
            width=file.getsampwidth(),
            channels=file.getnchannels(),
        )
        return file.readframes(file.getnframes()), form


async def probe(options: Options) -> int:
    """Have the running server decode a clip; 0 if it answers with words."""
    sound, form, language, _ = clip(options.served)
    uri = urlsplit(options.uri)
    target = options.uri
    if uri.scheme == "tcp" and uri.hostname in {"0.0.0.0", "::"}:  # noqa: S104
        target = f"tcp://127.0.0.1:{uri.port}"
    began = time.monotonic()
    try:
        said, right = await asyncio.wait_for(
            _ask(target, sound, form, language), LONGEST_PROBE
        )
    except (OSError, asyncio.TimeoutError) as err:  # noqa: UP041 - two in Python 3.10
        said, right = f"{type(err).__name__} {err}".strip(), False
    sys.stdout.write(
        f"{'Well' if right else 'NOT well'}: {said!r} after "
        f"{time.monotonic() - began:.2f} s\n"
    )
    return 0 if right else 1


async def _ask(uri: str, sound: bytes, form: Format, language: str) -> tuple[str, bool]:
    shape = {"rate": form.rate, "width": form.width, "channels": form.channels}
    async with AsyncClient.from_uri(uri) as client:
        await client.write_event(Transcribe(language=language).event())
        await client.write_event(AudioStart(**shape).event())
        await client.write_event(AudioChunk(**shape, audio=sound).event())
        await client.write_event(AudioStop().event())
        while (event := await client.read_event()) is not None:
            if Transcript.is_type(event.type):
                text = Transcript.from_event(event).text
                return text, bool(bare(text))
            if Error.is_type(event.type):
                return f"error {Error.from_event(event).code}", False
    return "hung up", False


if __name__ == "__main__":
    asked = Options(
        uri=os.environ.get(f"{ENVIRONMENT}URI", "tcp://127.0.0.1:10300"),
        languages=os.environ.get(f"{ENVIRONMENT}LANGUAGES", "ja,en"),
    )
    raise SystemExit(asyncio.run(probe(asked)))
