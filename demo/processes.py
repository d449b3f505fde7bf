"""Child processes that never outlive the demo."""

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

import aiohttp

from .errors import ProcessEndedError

HERE = Path(__file__).parent
START_LIMIT_S = 180.0
STOP_LIMIT_S = 30.0
POLL_S = 0.2


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Child:
    """A Python program with a web server, in its own process group, tied to this process."""

    def __init__(self, script: Path, log: Path, url: str) -> None:
        """Name the program, the file for its messages, and an address that answers once it is ready."""
        self._script = script
        self._log = log
        self._url = url
        self._process: Process | None = None

    @property
    def running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    async def start(
        self, arguments: Sequence[str], extra: Mapping[str, str] | None = None
    ) -> None:
        """Start it and wait until it answers. Raises `ProcessEndedError`, `TimeoutError`.

        Python sees neither the caller's folder nor the project's: only what the program puts on its path.
        """
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        tether = [str(HERE / "tether.py"), str(os.getpid())]
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *[sys.executable, *tether, "-P", str(self._script), *arguments],
                stdin=DEVNULL,
                stdout=log,
                stderr=log,
                env=environment | dict(extra or {}),
                start_new_session=True,
            )
        async with asyncio.timeout(START_LIMIT_S), aiohttp.ClientSession() as session:
            while not await self._answers(session):
                if not self.running:
                    raise self.ended()
                await asyncio.sleep(POLL_S)

    async def _answers(self, session: aiohttp.ClientSession) -> bool:
        try:
            async with session.get(self._url) as response:
                return response.status != HTTPStatus.SERVICE_UNAVAILABLE
        except aiohttp.ClientError:
            return False

    async def wait(self) -> int | None:
        """Wait for its end and return how it ended: minus the signal's number if killed."""
        return await self._process.wait() if self._process else None

    async def stop(self) -> None:
        """Ask it to end, and end its group when it does not in time."""
        if self._process is not None and self.running:
            self._process.send_signal(signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.wait(), STOP_LIMIT_S)
        self.kill()
        await self.wait()

    def kill(self) -> None:
        """End it and whatever it started, at once."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def ended(self) -> ProcessEndedError:
        """Return the error for a program that ended unasked."""
        status = self._process.returncode if self._process else None
        tail = self._log.read_text(errors="replace").splitlines()[-15:]
        return ProcessEndedError(self._script.stem, status, "\n".join(tail))
