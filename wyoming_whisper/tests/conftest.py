"""One model and one running server for all tests."""

import asyncio
import contextlib
import socket
import threading
from pathlib import Path

import numpy as np
import pytest
from wyoming_whisper.ear import Ear
from wyoming_whisper.options import read_options
from wyoming_whisper.probing import CLIPS, read_wav
from wyoming_whisper.server import Server
from wyoming_whisper.sound import RATE, Stream

ROOT = Path(__file__).parents[2]
MODEL = ROOT / ".cache" / "whisper-base"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def make_ear(*arguments, model=MODEL, environment=None):
    options, _ = read_options(
        ["--model", str(model), "--beam-size", "5", "--offline", *arguments],
        environment or {},
    )
    return Ear(options)


class Running:
    """A server in a thread of its own, with options that a test may change."""

    def __init__(self, ear):
        self.ear = ear
        self.uri = ear.options.uri
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(20)

    def _run(self):
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self._serve())

    async def _serve(self):
        self._loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        self._task = asyncio.create_task(Server(self.ear).run(ready))
        await asyncio.wait(
            {self._task, asyncio.create_task(ready.wait())},
            return_when=asyncio.FIRST_COMPLETED,
        )
        self._ready.set()
        await self._task

    def stop(self):
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(10)


@pytest.fixture(scope="session")
def cast(tmp_path_factory):
    return tmp_path_factory.mktemp("cast") / "cast.txt"


@pytest.fixture(scope="session")
def ear(cast):
    return make_ear("--uri", f"tcp://127.0.0.1:{free_port()}", "--cast", str(cast))


@pytest.fixture(scope="session")
def running(ear):
    server = Running(ear)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def clips():
    """The clips that come with the server, by name: sound, form, language, text."""
    read = {}
    for line in (CLIPS / "manifest.tsv").read_text("utf-8").splitlines():
        name, language, text = line.split("\t")
        sound, form = read_wav(CLIPS / name)
        read[name] = (sound, form, language, text)
    return read


def floats(sound, form) -> np.ndarray:
    stream = Stream(form)
    return np.concatenate([stream.feed(sound), stream.finish()])


def pcm(samples) -> bytes:
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


__all__ = ["MODEL", "RATE", "ROOT", "Running", "floats", "free_port", "make_ear", "pcm"]
