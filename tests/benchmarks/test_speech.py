"""The speech benchmark counts right, asks right, and says which limit is missed."""

import asyncio
import wave

import pytest
from wyoming.asr import Transcript
from wyoming.error import Error
from wyoming.info import Info
from wyoming.server import AsyncEventHandler, AsyncTcpServer

from benchmarks.hearing import abuse as abusing
from benchmarks.hearing.asking import Reply, ask, describe
from benchmarks.hearing.clips import Clip, Errors, Sound, errors, read_manifest
from benchmarks.hearing.serving import Server, free_uri
from benchmarks.speech import Measured, missed, ratios, read_cast, summary

SOUND = Sound(audio=bytes(3200), rate=16_000, width=2, channels=1)


def clip(text, lang):
    return Clip(name="x", lang=lang, text=text, sound=SOUND)


@pytest.mark.parametrize(
    ("heard", "said", "lang", "expected"),
    [
        ("Go forward 10 meters.", "go forward ten meters", "en", Errors(0, 4)),
        ("Mr. John's here", "mister johns there", "en", Errors(1, 3)),
        ("", "he was", "en", Errors(2, 2)),
        ("「ルナ」、 1枚！", "るな一枚", "ja", Errors(0, 4)),
        ("次のケージ", "次のページ", "ja", Errors(1, 5)),
    ],
)
def test_errors_are_counted(heard, said, lang, expected):
    assert errors(heard, clip(said, lang)) == expected


def test_a_manifest_is_read(tmp_path):
    with wave.open(str(tmp_path / "a.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(32_000))
    manifest = tmp_path / "m.tsv"
    manifest.write_text("# file\tlang\ttext\n\na.wav\tja\tはい\n", "utf-8")
    (read,) = read_manifest(manifest)
    assert (read.lang, read.text, read.sound.seconds) == ("ja", "はい", 1)
    manifest.write_text("a.wav\tja\n", "utf-8")
    with pytest.raises(ValueError, match="line 1"):
        read_manifest(manifest)
    manifest.write_text("# cast\nルナ\tLuna\nPopo\n", "utf-8")
    assert read_cast(manifest) == {"ja": ["ルナ"], "en": ["Popo"]}


class Scripted(AsyncEventHandler):
    """Answers by what the language says; the one called xx is hung up on."""

    async def handle_event(self, event):
        if event.type == "describe":
            await self.write_event(Info().event())
        if event.type == "transcribe":
            self.language = (event.data or {}).get("language")
        if event.type == "audio-stop":
            if self.language == "de":
                await self.write_event(Error(text="no", code="bad").event())
            elif self.language != "xx":
                await self.write_event(Transcript(text="はい").event())
            return False
        return True


async def test_servers_are_asked(socket_enabled):
    uri = free_uri()
    server = AsyncTcpServer.from_uri(uri)
    await server.start(Scripted)
    try:
        assert (await describe(uri)) < 1
        assert (await ask(uri, SOUND, lang="ja")).text == "はい"
        assert (await ask(uri, SOUND, lang="de")).error == "bad"
        assert (await ask(uri, SOUND, lang="xx")).closed
        cases = ("one sample", "an empty object", "ping")
        seen = await abusing.abuse(uri, clip("はい", "ja"), cases)
        assert set(seen) == {*cases, "and then"}
        assert seen["one sample"].startswith("text 'はい'")
    finally:
        await server.stop()
    assert await describe(free_uri(), 1) is None
    assert str(Reply(seconds=1)) == "no answer, 1.00 s"
    await asyncio.sleep(0)


def test_limits_that_are_missed_are_named():
    ours, peer = Measured(), Measured()
    ours.add(Errors(9, 100), 1.0)
    peer.add(Errors(1, 100), 1.0)
    ours.cpu, peer.cpu, ours.unanswered = [0.5], [1.0], 1
    nobody = Server(name="x", uri="tcp://x:1")
    servers = {
        "ours": summary({"ja": ours}, nobody),
        "peer": summary({"ja": peer}, nobody),
    }
    report = {"servers": servers, "ratio": ratios(servers)}
    report["clients"] = {"ours": [{"clients": 8, "describe_max_s": 0.2}]}
    report["chaos"] = {
        "silence 1 s": {"ours": "text ' You', 1.00 s"},
        "HTTP": {"ours": "closed without an answer, 0.00 s"},
        "rate 0": {"ours": "error bad-audio, 0.00 s"},
    }
    assert report["ratio"] == {"latency_median_s_ja": 1.0, "cpu_s_ja": 0.5}
    said = "\n".join(missed(report))
    assert len(missed(report)) == 6
    for part in (
        "latency_median_s_ja",
        "not answered",
        "9 wrong",
        "8 clients",
        "You",
        "HTTP",
    ):
        assert part in said
