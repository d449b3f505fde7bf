"""What no server expects, and every server gets one day: each case against a server."""

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray
from wyoming.client import AsyncClient

from .asking import Reply, ask, describe, raw, reply, send
from .clips import Clip, Sound

RATE = 16_000
LEAVERS = 5
IDLERS = 200

type Case = Callable[[str, Clip], Awaitable[str]]
type Floats = NDArray[np.float64]


def _mono(samples: Floats) -> Sound:
    audio = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
    return Sound(audio=audio, rate=RATE, width=2, channels=1)


def _floats(clip: Clip) -> Floats:
    sound = clip.sound
    samples = np.frombuffer(sound.audio, "<i2").astype(float) / 32768
    samples = samples.reshape(-1, sound.channels).mean(axis=1)
    return _at(samples, sound.rate, RATE)


def _at(samples: Floats, rate: int, wanted: int) -> Floats:
    if rate == wanted:
        return samples
    count = round(len(samples) * wanted / rate)
    return np.interp(np.arange(count) * rate / wanted, np.arange(len(samples)), samples)


def _formed(samples: Floats, rate: int, kind: str, channels: int) -> Sound:
    samples = _at(samples, RATE, rate)
    samples = np.repeat(samples[:, None], channels, axis=1).reshape(-1)
    if kind == "u8":
        audio, width = (samples * 127 + 128).astype(np.uint8).tobytes(), 1
    elif kind == "i24":
        wide = (samples * (2**31 - 1)).astype("<i4").view(np.uint8).reshape(-1, 4)
        audio, width = wide[:, 1:].tobytes(), 3
    elif kind == "f32":
        audio, width = samples.astype("<f4").tobytes(), 4
    elif kind == "i32":
        audio, width = (samples * (2**31 - 1)).astype("<i4").tobytes(), 4
    else:
        audio, width = (samples * 32767).astype("<i2").tobytes(), 2
    return Sound(audio=audio, rate=rate, width=width, channels=channels)


def _quiet(
    seconds: float, lang: str | None, loud: float = 0.0, hum: float = 0.0
) -> Case:
    async def case(uri: str, _: Clip) -> str:
        count = int(seconds * RATE)
        noise = (
            np.random.default_rng(1).normal(0, loud, count) if loud else np.zeros(count)
        )
        noise = noise + hum * np.sin(2 * np.pi * 50 * np.arange(count) / RATE)
        return str(await ask(uri, _mono(noise), lang=lang))

    return case


def _form(rate: int, kind: str, channels: int) -> Case:
    async def case(uri: str, clip: Clip) -> str:
        sound = _formed(_floats(clip), rate, kind, channels)
        return str(await ask(uri, sound, lang=clip.lang))

    return case


def _pieces(chunk: int, drop: int = 0) -> Case:
    async def case(uri: str, clip: Clip) -> str:
        sound = _mono(_floats(clip))
        audio = sound.audio[: len(sound.audio) - drop]
        torn = Sound(audio=audio, rate=RATE, width=2, channels=1)
        return str(await ask(uri, torn, lang=clip.lang, chunk=chunk))

    return case


def _language(lang: str) -> Case:
    async def case(uri: str, clip: Clip) -> str:
        return str(await ask(uri, _mono(_floats(clip)), lang=lang))

    return case


async def _tail(uri: str, clip: Clip) -> str:
    sound = _mono(np.concatenate([_floats(clip), np.zeros(8 * RATE)]))
    return str(await ask(uri, sound, lang=clip.lang))


def _short(count: int) -> Case:
    async def case(uri: str, clip: Clip) -> str:
        return str(await ask(uri, _mono(np.full(count, 0.1)), lang=clip.lang))

    return case


def _events(*events: tuple[str, object, bytes | None]) -> Case:
    """Return a case that sends events whose data are wrong."""

    async def case(uri: str, _: Clip) -> str:
        async with AsyncClient.from_uri(uri) as client:
            with contextlib.suppress(OSError):
                for kind, data, payload in events:
                    event = raw(kind, data)
                    event.payload = payload
                    await client.write_event(event)
            return str(await reply(client, 20))

    return case


def _bytes(sent: bytes) -> Case:
    """Return a case that sends what is no event."""

    async def case(uri: str, _: Clip) -> str:
        address = urlsplit(uri)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        began = time.perf_counter()
        said = b""
        with contextlib.suppress(OSError, TimeoutError):
            writer.write(sent)
            async with asyncio.timeout(10):
                while b'"code"' not in said and (more := await reader.read(2000)):
                    said += more
        writer.close()
        took = time.perf_counter() - began
        code = re.search(rb'"code": *"([a-z-]+)"', said)
        if code is not None:
            return f"error {code[1].decode()}, {took:.2f} s"
        answer = "closed without an answer" if took < 9 else "no answer"  # noqa: PLR2004
        return f"{answer}, {took:.2f} s, describe {_ms(await describe(uri))}"

    return case


def _ms(seconds: float | None) -> str:
    return "none" if seconds is None else f"{seconds * 1000:.0f} ms"


async def _idle(uri: str, clip: Clip) -> str:
    clients = [AsyncClient.from_uri(uri) for _ in range(IDLERS)]
    try:
        for client in clients:
            with contextlib.suppress(OSError):
                await client.connect()
        waited = _ms(await describe(uri))
        heard = await ask(uri, clip.sound, lang=clip.lang)
    finally:
        for client in clients:
            with contextlib.suppress(OSError):
                await client.disconnect()
    return f"describe {waited}, then {heard}"


def _gone(times: int, *, after_stop: bool) -> Case:
    async def case(uri: str, clip: Clip) -> str:
        alone = await ask(uri, clip.sound, lang=clip.lang)
        for _ in range(times):
            client = AsyncClient.from_uri(uri)
            await client.connect()
            if after_stop:
                await send(client, clip.sound, lang=clip.lang)
            else:
                await client.write_event(raw("transcribe", {"language": clip.lang}))
                form = {"rate": RATE, "width": 2, "channels": 1}
                await client.write_event(raw("audio-start", form))
            await client.disconnect()
        after = await ask(uri, clip.sound, lang=clip.lang)
        return f"alone {alone.seconds:.2f} s, after them {after}"

    return case


async def _twice(uri: str, clip: Clip) -> str:
    async with AsyncClient.from_uri(uri) as client:
        replies: list[Reply] = []
        for _ in range(2):
            with contextlib.suppress(OSError):
                await send(client, clip.sound, lang=clip.lang)
            replies.append(await reply(client, 30))
    return " | ".join(map(str, replies))


async def _ping(uri: str, _: Clip) -> str:
    async with AsyncClient.from_uri(uri) as client:
        await client.write_event(raw("ping", {"text": "here"}))
        try:
            async with asyncio.timeout(3):
                event = await client.read_event()
        except TimeoutError:
            return "no answer"
        return "closed" if event is None else event.type


async def _long(uri: str, clip: Clip) -> str:
    floats = _floats(clip)
    times = int(600 * RATE / len(floats)) + 1
    sound = _mono(np.tile(floats, times)[: 600 * RATE])
    answer = asyncio.create_task(ask(uri, sound, lang=clip.lang, patience=900))
    slowest = 0.0
    while not answer.done():
        slowest = max(slowest, await describe(uri) or 10.0)
        await asyncio.sleep(0.3)
    said = answer.result()
    text = f"{len(said.text)} characters" if said.text is not None else f"{said}"
    return f"{text}, {said.seconds:.1f} s, describe at most {_ms(slowest)}"


_FORM = {"rate": RATE, "width": 2, "channels": 1}
_NOISE = bytes(np.random.default_rng(2).integers(0, 256, 2**20, dtype=np.uint8))

CASES: dict[str, Case] = {
    **{
        f"silence {seconds} s {lang or 'auto'}": _quiet(seconds, lang)
        for seconds in (1, 3, 10)
        for lang in ("ja", "en", None)
    },
    "noise soft 5 s": _quiet(5, "ja", loud=0.003),
    "noise loud 5 s": _quiet(5, "ja", loud=0.1),
    "hum 5 s": _quiet(5, "en", hum=0.2),
    "speech and 8 s of silence": _tail,
    "no sound": _short(0),
    "one sample": _short(1),
    "chunks of 1001 bytes": _pieces(1001),
    "chunks of 20 bytes": _pieces(20),
    "one chunk": _pieces(2**26),
    "a torn sample": _pieces(2048, drop=1),
    "44.1 kHz stereo": _form(44_100, "i16", 2),
    "48 kHz 24 bit stereo": _form(48_000, "i24", 2),
    "16 kHz 32 bit": _form(16_000, "i32", 1),
    "16 kHz float": _form(16_000, "f32", 1),
    "8 kHz 8 bit": _form(8_000, "u8", 1),
    "6 channels": _form(16_000, "i16", 6),
    "rate 0": _events(
        ("audio-start", {**_FORM, "rate": 0}, None),
        ("audio-chunk", {**_FORM, "rate": 0}, b"\0" * 2000),
        ("audio-stop", {}, None),
    ),
    "chunk without a rate": _events(
        ("audio-chunk", {"width": 2, "channels": 1}, b"\0" * 2000),
        ("audio-stop", {}, None),
    ),
    "language of a wrong type": _events(("transcribe", {"language": 5}, None)),
    **{
        f"language {lang}": _language(lang)
        for lang in ("xx", "ja-JP", "en-US", "JA", "auto")
    },
    "a list": _bytes(b"[1, 2]\n"),
    "an empty object": _bytes(b"{}\n"),
    "1 MB of noise": _bytes(_NOISE),
    "1 MB without an end of line": _bytes(b"a" * 2**20),
    "HTTP": _bytes(b"GET / HTTP/1.1\r\nHost: ear\r\n\r\n"),
    "a payload of 4 GB": _bytes(
        b'{"type": "audio-chunk", "payload_length": 4294967296}\n' + _NOISE
    ),
    "200 idle connections": _idle,
    "gone in mid-stream": _gone(10, after_stop=False),
    "5 gone after the end": _gone(LEAVERS, after_stop=True),
    "two utterances on a connection": _twice,
    "ping": _ping,
    "10 minutes": _long,
}


async def abuse(uri: str, clip: Clip, names: Sequence[str] = ()) -> dict[str, str]:
    """Return how the server bore each case; ends with whether it still hears."""
    seen = {}
    for name, case in CASES.items():
        if names and name not in names:
            continue
        try:
            async with asyncio.timeout(1000):
                seen[name] = await case(uri, clip)
        except (OSError, TimeoutError) as err:
            seen[name] = f"{type(err).__name__}"
    seen["and then"] = str(await ask(uri, clip.sound, lang=clip.lang))
    return seen
