"""Is all well? A clip that comes with the server is decoded, here or by a running one."""

import asyncio
import sys
import time
import wave
from pathlib import Path
from urllib.parse import urlsplit

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.error import Error

from .ear import Ear, Wanted
from .options import Options
from .sound import Format
from .texts import bare

CLIPS = Path(__file__).parent / "clips"
LONGEST_PROBE = 60.0


def clip(language: str) -> tuple[bytes, Format, str]:
    """Return the sound of the clip to check with, its form, and what is said in it."""
    for line in (CLIPS / "manifest.tsv").read_text("utf-8").splitlines():
        name, spoken, text = line.split("\t")
        if spoken == language:
            return (*read_wav(CLIPS / name), text)
    message = f"There is no clip in {language}."
    raise LookupError(message)


def read_wav(path: Path) -> tuple[bytes, Format]:
    """Return the sound of a WAV file, and its form."""
    with wave.open(str(path), "rb") as file:
        form = Format(
            rate=file.getframerate(),
            width=file.getsampwidth(),
            channels=file.getnchannels(),
        )
        return file.readframes(file.getnframes()), form


def _check_language(served: tuple[str, ...]) -> str:
    return next((known for known in served if known in {"en", "ja"}), "en")


async def check(ear: Ear) -> int:
    """Decode a clip, say what was heard and how long that took; 0 if it was right."""
    language = _check_language(ear.languages)
    sound, form, text = clip(language)
    utterance = ear.utterance(form)
    utterance.feed(sound)
    utterance.finish()
    began = time.monotonic()
    asked = language if language in ear.languages else None
    heard = await ear.hear(utterance, ear.request(asked, ()), "", Wanted())
    took = time.monotonic() - began
    seconds = utterance.count / 16_000
    right = bare(heard.text) == bare(text)
    sys.stdout.write(
        f"Heard {heard.text!r} ({heard.language}) in {took:.2f} s; the clip of "
        f"{seconds:.1f} s says {text!r}: {'all is well' if right else 'NOT the same'}.\n"
        f"Model {ear.model.name}, smallest window {ear.model.window:g} s, "
        f"beam {ear.options.beam_size}.\n"
    )
    ear.turns.close()
    return 0 if right else 1


async def probe(options: Options) -> int:
    """Have the running server decode a clip; 0 if it answers with words."""
    language = _check_language(options.served)
    sound, form, _ = clip(language)
    uri = urlsplit(options.uri)
    target = options.uri
    if uri.scheme == "tcp" and uri.hostname in {"0.0.0.0", "::"}:  # noqa: S104
        target = f"tcp://127.0.0.1:{uri.port}"
    began = time.monotonic()
    try:
        said = await asyncio.wait_for(
            _ask(target, sound, form, language), LONGEST_PROBE
        )
    except (TimeoutError, OSError) as err:
        said = f"{type(err).__name__}: {err}"
        right = False
    else:
        right = bool(bare(said)) and not said.startswith("error")
    sys.stdout.write(
        f"{'Well' if right else 'NOT well'}: {said!r} after "
        f"{time.monotonic() - began:.2f} s\n"
    )
    return 0 if right else 1


async def _ask(uri: str, sound: bytes, form: Format, language: str) -> str:
    shape = {"rate": form.rate, "width": form.width, "channels": form.channels}
    async with AsyncClient.from_uri(uri) as client:
        await client.write_event(Transcribe(language=language).event())
        await client.write_event(AudioStart(**shape).event())
        await client.write_event(AudioChunk(**shape, audio=sound).event())
        await client.write_event(AudioStop().event())
        while (event := await client.read_event()) is not None:
            if Transcript.is_type(event.type):
                return Transcript.from_event(event).text
            if Error.is_type(event.type):
                return f"error {Error.from_event(event).code}"
    return ""
