"""Home Assistant's own wyoming integration hears with the real speech server.

The server runs in its own environment (`scripts/setup_ear` makes it), as in a home.
"""

import asyncio
import socket
import subprocess
import wave
from ipaddress import ip_address
from pathlib import Path

import pytest
from homeassistant.components import stt
from homeassistant.config_entries import SOURCE_USER, SOURCE_ZEROCONF
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers.service_info.zeroconf import ZeroconfServiceInfo
from homeassistant.setup import async_setup_component

from benchmarks.hearing.abuse import CASES, abuse
from benchmarks.hearing.clips import read_manifest

ROOT = Path(__file__).parents[1]
PYTHON = ROOT / ".cache" / "ear" / "bin" / "python"
MODEL = ROOT / ".cache" / "whisper-base"
CLIPS = ROOT / "wyoming_whisper" / "clips"


@pytest.fixture
def port(socket_enabled):
    if not PYTHON.exists():
        pytest.skip("scripts/setup_ear has not been run")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        free = found.getsockname()[1]
    command = [PYTHON, "-m", "wyoming_whisper", "--model", MODEL, "--offline"]
    server = subprocess.Popen(
        [*command, "--uri", f"tcp://127.0.0.1:{free}"],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert "Ready" in server.stderr.readline()
    yield free
    server.terminate()
    server.wait(10)
    server.stderr.close()


async def hear(hass: HomeAssistant, name: str, language: str) -> stt.SpeechResult:
    (entity_id,) = hass.states.async_entity_ids("stt")
    entity = stt.async_get_speech_to_text_entity(hass, entity_id)
    assert {"en", "ja"} == set(entity.supported_languages)
    metadata = stt.SpeechMetadata(
        language=language,
        format=stt.AudioFormats.WAV,
        codec=stt.AudioCodecs.PCM,
        bit_rate=stt.AudioBitRates.BITRATE_16,
        sample_rate=stt.AudioSampleRates.SAMPLERATE_16000,
        channel=stt.AudioChannels.CHANNEL_MONO,
    )
    with wave.open(str(CLIPS / name)) as file:
        sound = file.readframes(file.getnframes())

    async def stream():
        for start in range(0, len(sound), 2048):
            yield sound[start : start + 2048]

    return await entity.internal_async_process_audio_stream(metadata, stream())


@pytest.mark.parametrize("source", [SOURCE_USER, SOURCE_ZEROCONF])
async def test_home_assistant_finds_the_server_and_hears(
    hass: HomeAssistant, port: int, source: str
):
    assert await async_setup_component(hass, "homeassistant", {})
    data = None
    if source == SOURCE_ZEROCONF:
        data = ZeroconfServiceInfo(
            ip_address=ip_address("127.0.0.1"),
            ip_addresses=[ip_address("127.0.0.1")],
            port=port,
            hostname="ear.local.",
            type="_wyoming._tcp.local.",
            name="wyoming-whisper._wyoming._tcp.local.",
            properties={},
        )
    flow = hass.config_entries.flow
    result = await flow.async_init("wyoming", context={"source": source}, data=data)
    asked = {} if data else {"host": "127.0.0.1", "port": port}
    result = await flow.async_configure(result["flow_id"], asked)
    assert result["type"] is FlowResultType.CREATE_ENTRY, result
    assert result["title"] == "wyoming-whisper"
    await hass.async_block_till_done()

    async with asyncio.timeout(30):
        japanese = await hear(hass, "ja_3.wav", "ja")
        english = await hear(hass, "en_2.wav", "en")
    assert (japanese.result, japanese.text) == ("success", "続きを聞かせて")
    assert english.text == "Please turn on the light in the kitchen."


async def test_the_server_bears_what_no_server_expects(port: int):
    (clip,) = (c for c in read_manifest(CLIPS / "manifest.tsv") if c.name == "ja_3.wav")
    names = [name for name in CASES if name != "10 minutes"]
    seen = await abuse(f"tcp://127.0.0.1:{port}", clip, names)
    assert len(seen) == len(CASES)
    for name, borne in seen.items():
        assert "closed" not in borne, (name, borne)
        assert "no answer" not in borne, (name, borne)
        assert "Error" not in borne, (name, borne)
    heard = [name for name, borne in seen.items() if "続きを聞かせて" in borne]
    assert len(heard) > 15
    quiet = ("silence", "noise", "hum", "no sound", "one sample")
    assert all(seen[n].startswith("text ''") for n in names if n.startswith(quiet))
