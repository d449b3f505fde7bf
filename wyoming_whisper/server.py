"""The server: where it listens, who it is, and how it ends."""

import asyncio
import contextlib
import logging
import signal
import stat
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from wyoming.info import AsrModel, AsrProgram, Attribution, Info

from . import __version__
from .ear import Ear
from .errors import BusyError, EarError
from .session import Session
from .wire import BUFFER, Reader

_LOGGER = logging.getLogger(__name__)

PROGRAM = "wyoming-whisper"
HOME = "https://github.com/mirae-story/mirae-story"
CLOSING = 1.0


def describe(ear: Ear) -> Info:
    """Return what this server truly is."""
    return Info(
        asr=[
            AsrProgram(
                name=PROGRAM,
                attribution=Attribution(name="Mirae Story", url=HOME),
                installed=True,
                description="Whisper for a child's story",
                version=__version__,
                requires_external_vad=not ear.options.endpointing,
                models=[
                    AsrModel(
                        name=ear.model.name,
                        attribution=Attribution(
                            name="OpenAI", url="https://github.com/openai/whisper"
                        ),
                        installed=True,
                        description=f"Whisper {ear.model.name}",
                        version=None,
                        languages=list(ear.languages),
                    )
                ],
            )
        ]
    )


class Server:
    """A listening socket and its connections."""

    def __init__(self, ear: Ear) -> None:
        """Serve this ear."""
        self._ear = ear
        self._info = describe(ear).event()
        self._sessions: dict[asyncio.Task[None], Session] = {}

    async def run(self, ready: asyncio.Event | None = None) -> None:
        """Serve until told to stop."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, stop.set)
        server = await self._listen()
        found = await self._announce()
        _LOGGER.info(
            "Ready: %s, %s, window %g s, at %s",
            self._ear.model.name,
            ", ".join(self._ear.languages),
            self._ear.model.window,
            self._ear.options.uri,
        )
        if ready is not None:
            ready.set()
        try:
            await stop.wait()
        finally:
            server.close()
            if found is not None:
                await found.async_close()
            for task in list(self._sessions):
                task.cancel()
            if self._sessions:
                await asyncio.wait(list(self._sessions), timeout=CLOSING)
            self._ear.turns.close()

    async def _listen(self) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        uri = urlsplit(self._ear.options.uri)
        if uri.scheme == "unix":
            path = Path(f"{uri.netloc}{uri.path}")
            _clear(path)
            return await loop.create_unix_server(self._protocol, path)
        return await loop.create_server(self._protocol, uri.hostname, uri.port or 0)

    def _protocol(self) -> asyncio.StreamReaderProtocol:
        return asyncio.StreamReaderProtocol(Reader(limit=BUFFER), self._connected)

    async def _announce(self) -> Any:  # noqa: ANN401 - an optional package's class
        """Tell the network where this server is; return what must be closed."""
        options = self._ear.options
        if not options.zeroconf:
            return None
        uri = urlsplit(options.uri)
        if uri.scheme != "tcp" or uri.port is None:
            _LOGGER.warning("Only a tcp:// server can be found by zeroconf")
            return None
        from wyoming.zeroconf import HomeAssistantZeroconf  # noqa: PLC0415 - optional

        everywhere = uri.hostname in {"0.0.0.0", "::", None}  # noqa: S104
        announced = HomeAssistantZeroconf(
            uri.port, options.zeroconf, None if everywhere else uri.hostname
        )
        await announced.register_server()
        return announced._aiozc  # noqa: SLF001 - it cannot be closed otherwise

    async def _connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        assert isinstance(reader, Reader)  # noqa: S101 - see _protocol
        session = Session(self._ear, self._info, reader, writer)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - asyncio runs this as a task
        self._sessions[task] = session
        try:
            if len(self._sessions) > self._ear.options.most_connections:
                self._make_room(task)
            await session.run()
        except EarError as err:
            await session.turn_away(err)
        except asyncio.CancelledError:
            pass
        finally:
            del self._sessions[task]
            writer.close()

    def _make_room(self, newcomer: "asyncio.Task[None]") -> None:
        """Hang up on who has been at rest longest. Raises BusyError if nobody is."""
        resting = [
            (session.heard_from, id(task), task)
            for task, session in self._sessions.items()
            if session.resting and task is not newcomer
        ]
        if not resting:
            message = "Too many are connected; please try again in a moment."
            raise BusyError(message)
        min(resting)[2].cancel()


def _clear(path: Path) -> None:
    """Remove a socket that a killed server left: it would keep the next one out."""
    if path.exists() and stat.S_ISSOCK(path.stat().st_mode):
        path.unlink()
