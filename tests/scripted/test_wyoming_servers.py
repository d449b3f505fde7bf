"""The official client understands the ear and the voice: so they are like the real ones."""

import pytest
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.info import Describe, Info
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeStopped,
)

from .wyoming_servers import Ear, Voice, sound_of

pytestmark = pytest.mark.usefixtures("socket_enabled")
SOUND = {"rate": 16_000, "width": 2, "channels": 1}


async def events_until(client, kind):
    events = []
    while not events or not kind.is_type(events[-1].type):
        event = await client.read_event()
        assert event is not None, "the server hung up"
        events.append(event)
    return events


async def test_both_say_what_they_are():
    async with Ear().serving() as ear, Voice().serving() as voice:
        infos = []
        for server in (ear, voice):
            async with AsyncTcpClient("127.0.0.1", server.port) as client:
                await client.write_event(Describe().event())
                (event,) = await events_until(client, Info)
                infos.append(Info.from_event(event))
            await server.at_rest()
    assert infos[0].asr[0].models[0].languages == ["en", "ja"]
    assert infos[1].tts[0].supports_synthesize_streaming is True
    assert ear.utterances == voice.speeches == []


async def test_the_ear_hears_the_whole_audio_and_then_answers():
    async with Ear().serving() as ear:
        ear.understands = "続きを聞かせて"
        async with AsyncTcpClient("127.0.0.1", ear.port) as client:
            await client.write_event(Transcribe(language="ja").event())
            await client.write_event(AudioStart(**SOUND).event())
            for part in (b"ab", b"cd"):
                await client.write_event(AudioChunk(audio=part, **SOUND).event())
            await client.write_event(AudioStop().event())
            (event,) = await events_until(client, Transcript)
        await ear.at_rest()
    assert Transcript.from_event(event).text == "続きを聞かせて"
    (heard,) = ear.utterances
    assert (heard.language, heard.audio, heard.ended) == ("ja", b"abcd", True)
    assert heard.format == (16_000, 2, 1)


async def test_the_voice_speaks_each_piece_before_the_next_one_comes():
    async with Voice().serving() as voice:
        async with AsyncTcpClient("127.0.0.1", voice.port) as client:
            await client.write_event(SynthesizeStart().event())
            sound = b""
            for text in ("The sea ", "is calm."):
                await client.write_event(SynthesizeChunk(text=text).event())
                *_, chunk = await events_until(client, AudioChunk)
                sound += AudioChunk.from_event(chunk).audio
            await client.write_event(Synthesize(text="The sea is calm.").event())
            await client.write_event(SynthesizeStop().event())
            kinds = [
                each.type for each in await events_until(client, SynthesizeStopped)
            ]
        await voice.at_rest()
    assert kinds == ["audio-stop", "synthesize-stopped"]
    assert sound == sound_of("The sea is calm.")
    (speech,) = voice.speeches
    assert speech.text == speech.whole == "The sea is calm."
    assert (speech.streamed, speech.ended, len(speech.pieces)) == (True, True, 2)


async def test_the_voice_speaks_a_whole_text_at_once():
    async with Voice().serving() as voice:
        async with AsyncTcpClient("127.0.0.1", voice.port) as client:
            await client.write_event(Synthesize(text="おやすみ").event())
            events = await events_until(client, AudioStop)
        await voice.at_rest()
    assert [each.type for each in events] == [
        "audio-start",
        "audio-chunk",
        "audio-stop",
    ]
    (speech,) = voice.speeches
    assert (speech.text, speech.streamed, speech.ended) == ("おやすみ", False, True)


async def test_a_listener_who_leaves_is_noted():
    async with Voice().serving() as voice:
        client = AsyncTcpClient("127.0.0.1", voice.port)
        await client.connect()
        await client.write_event(SynthesizeStart().event())
        await client.write_event(SynthesizeChunk(text="The sea ").event())
        await events_until(client, AudioChunk)
        await client.disconnect()
        await voice.at_rest()
    (speech,) = voice.speeches
    assert speech.ended is False
