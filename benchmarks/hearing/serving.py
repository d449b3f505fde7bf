"""Servers under test: started, found ready, weighed by what they use, ended."""

import asyncio
import os
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from .asking import describe

START = 120.0
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A running server; its process if it is ours to weigh."""

    name: str
    uri: str
    pid: int | None = None

    def cpu(self) -> float | None:
        """Return the seconds of processor that it used, with its children."""
        if self.pid is None:
            return None
        total = 0
        for pid in _family(self.pid):
            fields = _stat(pid)
            total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def memory(self) -> float | None:
        """Return the megabytes that it has in memory now, with its children."""
        if self.pid is None:
            return None
        pages = 0
        for pid in _family(self.pid):
            try:
                pages += int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
            except OSError:
                continue
        return pages * PAGE / 2**20


def _stat(pid: int) -> list[str]:
    try:
        text = Path(f"/proc/{pid}/stat").read_text("ascii")
    except OSError:
        return ["0"] * 20
    return text.rpartition(") ")[2].split()


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    except OSError:
        return
    for child in children.split():
        yield from _family(int(child))


def free_uri() -> str:
    """Return an address that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{found.getsockname()[1]}"


@asynccontextmanager
async def started(name: str, command: str) -> AsyncGenerator[Server]:
    """Start a server by its command, in which {uri} is where it must listen."""
    uri = free_uri()
    words = [word.replace("{uri}", uri) for word in shlex.split(command)]
    if "{uri}" not in command:
        words += ["--uri", uri]
    process = subprocess.Popen(  # noqa: ASYNC220, S603 - named by who measures
        words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        deadline = time.monotonic() + START
        while await describe(uri, 2) is None:
            if process.poll() is not None or time.monotonic() > deadline:
                process.kill()
                said = (process.communicate()[1] or "")[-800:]
                message = f"{name} did not start: {said}"
                raise RuntimeError(message)
            await asyncio.sleep(0.2)
        drained = asyncio.create_task(asyncio.to_thread(_drain, process))
        yield Server(name=name, uri=uri, pid=process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if "drained" in locals():
            await drained


def _drain(process: subprocess.Popen[str]) -> None:
    """Read what a server says, so that it does not stand still for a full pipe."""
    if process.stderr is not None:
        for _ in process.stderr:
            pass


def own_command(model: str, more: str) -> str:
    """Return the command of the server of this project, in an environment that has it."""
    root = Path(__file__).parents[2]
    python = root / ".cache" / "ear" / "bin" / "python"
    program = str(python) if python.exists() else sys.executable
    return shlex.join([program, "-m", "wyoming_whisper", "--model", model]) + (
        f" {more}" if more else ""
    )
