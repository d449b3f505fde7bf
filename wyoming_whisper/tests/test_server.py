"""A real server with a real model, asked by the real Wyoming client."""

import asyncio
import contextlib
import dataclasses
import logging
import time
from itertools import pairwise

import numpy as np
import pytest
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming_whisper import listening, texts
from wyoming_whisper.ear import Wanted
from wyoming_whisper.errors import GoneError, TooLongError
from wyoming_whisper.sound import RATE, Format
from wyoming_whisper.voice import FRAME, Voice

from conftest import Running, floats, free_port, make_ear, pcm  # isort: skip

FORM = {"rate": RATE, "width": 2, "channels": 1}


async def send(client, sound, form=None, chunk=2048, *, stop=True, **asked):
    form = form or FORM
    await client.write_event(Transcribe(**asked).event())
    await client.write_event(AudioStart(**form).event())
    for start in range(0, len(sound), chunk):
        piece = sound[start : start + chunk]
        await client.write_event(AudioChunk(**form, audio=piece).event())
    if stop:
        await client.write_event(AudioStop().event())


async def answer(client):
    event = await asyncio.wait_for(client.read_event(), 30)
    if event is not None and Transcript.is_type(event.type):
        return Transcript.from_event(event)
    if event is not None and Error.is_type(event.type):
        return Error.from_event(event)
    return event


async def ask(uri, sound, form=None, **asked):
    async with AsyncClient.from_uri(uri) as client:
        await send(client, sound, form, **asked)
        return await answer(client)


async def test_the_server_says_what_it_truly_is(running):
    async with AsyncClient.from_uri(running.uri) as client:
        await client.write_event(Describe().event())
        info = Info.from_event(await client.read_event())
        await client.write_event(Ping(text="here").event())
        assert Pong.from_event(await client.read_event()).text == "here"
        await client.write_event(Event(type="of-the-future", payload=b"x" * 50_000))
        await client.write_event(Describe().event())
        assert Info.is_type((await client.read_event()).type)
    (program,) = info.asr
    assert program.version
    assert program.requires_external_vad
    assert not program.supports_transcript_streaming
    (model,) = program.models
    assert (model.name, model.languages) == ("whisper-base", ["ja", "en"])


@pytest.mark.parametrize("name", ["en_2.wav", "ja_1.wav", "ja_2.wav"])
async def test_clips_are_heard(running, clips, name):
    sound, _, language, text = clips[name]
    heard = await ask(running.uri, sound, language=f"{language.upper()}-XX")
    assert texts.bare(heard.text) == texts.bare(text)
    assert heard.text == heard.text.strip()
    assert heard.language == language
    assert heard.context is None


async def test_the_language_is_found_out_among_those_served(running, clips):
    for name in ("en_2.wav", "ja_1.wav"):
        sound, _, language, _ = clips[name]
        heard = await ask(running.uri, sound)
        assert heard.language == language


async def test_no_speech_is_no_text_at_once(running):
    noise = np.random.default_rng(1).normal(0, 0.1, 5 * RATE)
    hum = 0.3 * np.sin(2 * np.pi * 50 * np.arange(5 * RATE) / RATE)
    for samples in (np.zeros(10 * RATE), noise, hum, np.zeros(0), np.zeros(1)):
        for language in ("ja", "en", None):
            began = time.monotonic()
            heard = await ask(running.uri, pcm(samples), language=language)
            assert heard.text == ""
            assert time.monotonic() - began < 1


async def test_sound_of_any_form(running, clips):
    sound, form, language, text = clips["ja_3.wav"]
    samples = floats(sound, form)
    stereo = np.repeat(samples[:, None], 2, axis=1).reshape(-1)
    wide = (stereo * (2**31 - 1)).astype("<i4").view(np.uint8).reshape(-1, 4)
    cases = (
        (wide[:, 1:].tobytes(), {"rate": RATE, "width": 3, "channels": 2}),
        (samples.astype("<f4").tobytes(), {"rate": RATE, "width": 4, "channels": 1}),
    )
    for audio, other in cases:
        heard = await ask(running.uri, audio, other, language=language, chunk=1001)
        assert heard.text == text


async def test_the_form_may_change_within_an_utterance(running, clips):
    sound, form, language, text = clips["ja_3.wav"]
    half = len(sound) // 4 * 2
    rest = floats(sound[half:], form).astype("<f4").tobytes()
    async with AsyncClient.from_uri(running.uri) as client:
        await send(client, sound[:half], language=language, stop=False)
        other = {"rate": RATE, "width": 4, "channels": 1}
        await client.write_event(AudioChunk(**other, audio=rest).event())
        await client.write_event(AudioStop().event())
        assert (await answer(client)).text == text


async def test_many_utterances_on_one_connection(running, clips):
    async with AsyncClient.from_uri(running.uri) as client:
        for name in ("ja_3.wav", "en_2.wav"):
            sound, _, language, text = clips[name]
            await send(client, sound, language=language)
            await client.write_event(Ping().event())
            seen = [await answer(client), await answer(client)]
            (heard,) = [event for event in seen if isinstance(event, Transcript)]
            assert texts.bare(heard.text) == texts.bare(text)
        await client.write_event(AudioStop().event())
        assert (await answer(client)).text == ""


async def test_names_are_told_and_given_back(running, clips, cast):
    sound, _, language, text = clips["ja_2.wav"]
    heard = await ask(
        running.uri, sound, language=language, transcript_names=["女の子"]
    )
    assert heard.context == {"names": ["女の子"]}
    cast.write_text("女の子\tおんなのこ\n", "utf-8")
    try:
        heard = await ask(running.uri, sound, language=language)
        assert heard.context == {"names": ["女の子"]}
        heard = await ask(running.uri, sound, language=language, transcript_names=[])
        assert heard.context is None
    finally:
        cast.unlink()
    unsaid = {"names": ["ガルガル"], "terms": ["竜", 5]}
    heard = await ask(running.uri, sound, language=language, context=unsaid)
    assert heard.context is None
    assert texts.bare(heard.text) == texts.bare(text)


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([("transcribe", {"language": "xx"}, None)], "unsupported-language"),
        ([("audio-start", {**FORM, "rate": 0}, None)], "bad-audio"),
        ([("audio-chunk", {"width": 2}, b"\0" * 20)], "bad-audio"),
    ],
)
async def test_what_is_wrong_is_said_once_and_forgotten(running, clips, events, code):
    sound, _, language, text = clips["ja_3.wav"]
    async with AsyncClient.from_uri(running.uri) as client:
        for kind, data, payload in events:
            await client.write_event(Event(type=kind, data=data, payload=payload))
        assert (await answer(client)).code == code
        await client.write_event(AudioChunk(**FORM, audio=b"\0" * 2000).event())
        await client.write_event(AudioStop().event())
        await send(client, sound, language=language)
        assert (await answer(client)).text == text


async def test_what_is_no_event_is_told_before_the_end(running):
    for raw in (b"GET / HTTP/1.1\r\n\r\n", b"{}\n", b"a" * 10**6):
        port = int(running.uri.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(raw)
        said = await asyncio.wait_for(reader.read(), 5)
        assert b"bad-event" in said
        writer.close()


async def test_who_leaves_costs_the_next_nothing(running, clips, monkeypatch):
    sound, _, language, text = clips["ja_3.wav"]
    heard = []
    real = running.ear.model.decode

    def decode(*args, **kwargs):
        heard.append(1)
        return real(*args, **kwargs)

    monkeypatch.setattr(running.ear.model, "decode", decode)
    for _ in range(3):
        client = AsyncClient.from_uri(running.uri)
        await client.connect()
        await send(client, sound, language=language)
        await client.disconnect()
    got = await ask(running.uri, sound, language=language)
    assert got.text == text
    assert len(heard) <= 2  # the pass of one that left may have begun
    await asyncio.sleep(0.05)
    assert running.ear.turns.idle


async def test_eight_at_once_and_who_asks_who_it_is(running, clips):
    sound, _, language, text = clips["ja_3.wav"]
    asked = [
        asyncio.create_task(ask(running.uri, sound, language=language))
        for _ in range(8)
    ]
    slowest = 0
    while not all(task.done() for task in asked):
        began = time.monotonic()
        async with AsyncClient.from_uri(running.uri) as client:
            await client.write_event(Describe().event())
            await client.read_event()
        slowest = max(slowest, time.monotonic() - began)
        await asyncio.sleep(0.02)
    assert {task.result().text for task in asked} == {text}
    assert slowest < 0.5  # 0.1 on a machine that does nothing else


async def test_an_answer_is_begun_in_the_pause(running, clips):
    sound, _, language, text = clips["ja_3.wav"]
    quiet = bytes(2 * RATE // 20)
    async with AsyncClient.from_uri(running.uri) as client:
        await send(client, b"", language=language, stop=False)
        for piece in [
            *(sound[i : i + RATE] for i in range(0, len(sound), RATE)),
            *[quiet] * 20,
        ]:
            await client.write_event(AudioChunk(**FORM, audio=piece).event())
            await asyncio.sleep(len(piece) / 2 / RATE)
        await client.write_event(AudioStop().event())
        began = time.monotonic()
        assert (await answer(client)).text == text
        assert time.monotonic() - began < 0.1


@contextlib.contextmanager
def other_options(running, **changes):
    before = running.ear.options
    running.ear.options = dataclasses.replace(before, **changes)
    try:
        yield
    finally:
        running.ear.options = before


async def test_limits(running, clips, caplog):
    sound, _, language, text = clips["ja_3.wav"]
    with other_options(running, most_seconds=1.0):
        refused = await ask(running.uri, sound, language=language)
        assert refused.code == "too-long"
    with other_options(running, idle_seconds=0.2):
        async with AsyncClient.from_uri(running.uri) as client:
            assert (await answer(client)).code == "timeout"
            assert await client.read_event() is None
    with other_options(running, most_connections=2):
        resting = AsyncClient.from_uri(running.uri)
        await resting.connect()
        async with AsyncClient.from_uri(running.uri) as speaking:
            await send(speaking, sound, language=language, stop=False)
            heard = await ask(running.uri, sound, language=language)
            assert heard.text == text
            assert await resting.read_event() is None
            async with AsyncClient.from_uri(running.uri) as also:
                await send(also, sound, language=language, stop=False)
                await asyncio.sleep(0.3)
                third = await ask(running.uri, b"")
                assert third.code == "busy"


async def test_words_are_not_logged_unless_wanted(running, clips, caplog):
    sound, _, language, text = clips["ja_3.wav"]
    caplog.set_level(logging.DEBUG)
    await ask(running.uri, sound, language=language)
    assert text not in caplog.text
    with other_options(running, log_transcripts=True):
        await ask(running.uri, sound, language=language)
    assert text in caplog.text


async def test_a_fault_is_told_and_the_next_is_heard(
    running, clips, monkeypatch, caplog
):
    sound, _, language, text = clips["ja_3.wav"]
    with monkeypatch.context() as patch:
        patch.setattr(running.ear.model, "encode", lambda *_: 1 / 0)
        assert (await ask(running.uri, sound, language=language)).code == "internal"
    assert (await ask(running.uri, sound, language=language)).text == text


async def test_the_server_ends_a_command_itself(clips, tmp_path):
    sound, _, language, text = clips["ja_3.wav"]
    phrases = tmp_path / "phrases.txt"
    phrases.write_text("続きを聞かせて\nnext\n", "utf-8")
    uri = f"unix://{tmp_path}/ear.socket"
    ear = make_ear("--uri", uri, "--endpointing", "0.8", "--phrases", str(phrases))
    assert {p.text for p in ear.request("en", None).phrases["en"]} == {"next"}
    server = Running(ear)
    try:
        async with AsyncClient.from_uri(uri) as client:
            await client.write_event(Describe().event())
            info = Info.from_event(await client.read_event())
            assert not info.asr[0].requires_external_vad
            asked = {"language": language, "vad_sensitivity": "aggressive"}
            await send(client, sound + bytes(2 * RATE), stop=False, **asked)
            assert (await answer(client)).text == text
            await client.write_event(AudioStop().event())
            await send(client, bytes(2 * 11 * RATE), stop=False, language=language)
            assert (await answer(client)).text == ""
    finally:
        server.stop()


async def test_a_server_is_found_by_zeroconf(monkeypatch):
    from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415

    seen = []

    class Network(AsyncZeroconf):
        def __init__(self):
            super().__init__(interfaces=["127.0.0.1"])

        async def async_register_service(self, info, *args, **kwargs):
            seen.append(info)
            return await super().async_register_service(info, *args, **kwargs)

    monkeypatch.setattr("wyoming.zeroconf.AsyncZeroconf", Network)
    port = free_port()
    uri = f"tcp://127.0.0.1:{port}"
    server = Running(make_ear("--uri", uri, "--zeroconf", "nursery", "--no-snap"))
    server.stop()
    (info,) = seen
    assert (info.name, info.port) == ("nursery._wyoming._tcp.local.", port)


def test_long_sound_is_cut_where_nobody_speaks(ear):
    voice = Voice(ear.detector)
    second = RATE // FRAME
    voice.turns = [(second, 10 * second), (12 * second, 25 * second)]
    voice.turns += [(40 * second, 45 * second), (100 * second, 170 * second)]
    cut = listening.pieces(voice, 200 * RATE)
    assert all(end - start <= listening.LONGEST_PIECE * RATE for start, end in cut)
    assert all(a[1] <= b[0] for a, b in pairwise(cut))
    assert cut[0][0] < RATE
    assert cut[-1][1] > 165 * RATE
    assert listening.pieces(Voice(ear.detector), RATE) == []


async def test_long_sound_is_heard_whole(ear, clips):
    first, form, _, text = clips["ja_2.wav"]
    second = clips["ja_1.wav"][0]
    gap = bytes(2 * 15 * RATE)
    utterance = ear.utterance(form)
    utterance.feed(first + gap + second)
    utterance.finish()
    heard = await ear.hear(utterance, ear.request("ja", []), "", Wanted())
    assert text in heard.text
    assert "昨日は雨が降っていました" in heard.text
    assert not utterance.live


def test_work_that_nobody_wants_ends(ear, clips):
    sound, form, *_ = clips["ja_3.wav"]
    with pytest.raises(GoneError):
        listening.hear(
            ear.model,
            floats(sound, form),
            ear.request("ja", None),
            spoken=1,
            whole=True,
            wanted=lambda: False,
        )


def test_doubtful_hearing_is_done_again(ear, clips, monkeypatch):
    sound, form, *_ = clips["ja_3.wav"]
    real, asked = ear.model.decode, []

    def decode(encoded, language, **how):
        heard = real(encoded, language, **how)
        asked.append((encoded.frames, how["prompt"], how["temperature"]))
        loop = "続きを聞かせて" * (5 if len(asked) < 4 else 1)
        return dataclasses.replace(heard, text=loop)

    monkeypatch.setattr(ear.model, "decode", decode)
    heard = listening.hear(
        ear.model,
        floats(sound, form),
        ear.request("ja", ["ルナ"]),
        spoken=1,
        whole=False,
        wanted=lambda: True,
    )
    assert heard.text == "続きを聞かせて"
    assert [frames for frames, *_ in asked] == [1000, 1000, 3000, 3000]
    assert [told for _, told, _ in asked] == ["ルナ。", "", "", ""]
    assert [warm for *_, warm in asked] == [0, 0, 0, listening.WARMER]


@pytest.mark.parametrize(
    ("text", "silent", "score", "spoken", "heard"),
    [
        ("ご視聴ありがとうございました", 0.1, -0.3, 2.0, True),
        ("ご視聴ありがとうございました", 0.5, -0.3, 2.0, False),
        ("ご視聴ありがとうございました", 0.1, -1.2, 2.0, False),
        ("ご視聴ありがとうございました", 0.1, -0.3, 0.1, False),
        ("ルナはどこ", 0.5, -0.3, 2.0, True),
        ("ルナはどこ", 0.9, -1.5, 2.0, False),
        ("...", 0.0, -0.1, 2.0, False),
    ],
)
def test_phantoms_are_dropped_in_doubt_only(
    ear, monkeypatch, text, silent, score, spoken, heard
):
    def decode(*_, **__):
        return listening.Heard(tokens=(1,), text=text, score=score, silent=silent)

    monkeypatch.setattr(ear.model, "decode", decode)
    piece = listening.hear(
        ear.model,
        np.zeros(RATE, np.float32),
        ear.request("ja", None),
        spoken=spoken,
        whole=False,
        wanted=lambda: True,
    )
    assert bool(piece.text) is heard


def test_an_utterance_has_a_limit(ear):
    utterance = ear.utterance(Format(rate=8000, width=1, channels=1))
    with pytest.raises(TooLongError, match="120 seconds"):
        utterance.feed(bytes(8000 * 130))
