"""What a scripted server does, whatever its protocol."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from aiohttp import web


class Fault(StrEnum):
    """What goes wrong after some pieces of a reply."""

    STALL = "stall"  # silence until the client leaves
    END = "end"  # the reply ends in good order, but unfinished
    ABORT = "abort"  # the connection breaks
    GARBAGE = "garbage"  # a line that is not JSON
    ERROR = "error"  # an error object in the stream


@dataclass(frozen=True, kw_only=True)
class Script:
    """How one request for text is answered."""

    pieces: Sequence[str] = ("Once ", "upon ", "a ", "time.")
    thinking: Sequence[str] = ()
    calls: Sequence[tuple[str, Mapping[str, Any]]] = ()
    """Tools that are called after the pieces: names and arguments."""
    done_reason: str = "stop"
    prompt_tokens: int = 30
    cached_tokens: int = 0
    first_delay: float = 0.0
    delay: float = 0.0
    fault: Fault | None = None
    fault_after: int = 0
    error: str = "llama runner process has terminated"
    status: int = 200
    body: str = ""
    content_type: str = "application/json"
    bytes_a_write: int | None = None
    newline: str = "\n"
    pings: int = 0
    farewell: bool = True

    @classmethod
    def of(cls, text: str, **changes: Any) -> Self:
        """Say this text in small pieces."""
        return cls(pieces=re.findall(r"\s*\S{1,6}\s*", text), **changes)

    @classmethod
    def refusal(cls, status: int, body: object, **changes: Any) -> Self:
        """Answer with an HTTP error."""
        text = body if isinstance(body, str) else json.dumps(body)
        return cls(status=status, body=text, **changes)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A request that came."""

    path: str
    payload: Mapping[str, Any]
    headers: Mapping[str, str]


type Answer = Callable[[Mapping[str, Any]], Script]


@dataclass(kw_only=True)
class ScriptedServer:
    """A server that answers requests for text by script; the last script repeats."""

    models: list[str] = field(default_factory=lambda: ["tiny:latest"])
    embedders: list[str] = field(default_factory=lambda: ["nomic-embed-text:latest"])
    key: str | None = None
    refuses: set[str] = field(default_factory=set)
    context_tokens: int = 4096
    answer: Answer | None = None
    seen: list[Seen] = field(default_factory=list)
    faults: dict[str, Script] = field(default_factory=dict)
    disconnects: int = 0
    url: str = ""

    def __post_init__(self) -> None:
        self._scripts: list[Script] = [Script()]
        self._left = asyncio.Event()
        self._arrived = asyncio.Event()

    def plays(self, *scripts: Script) -> None:
        """Answer with these, one a request."""
        self._scripts = list(scripts)

    def asked(self, path: str) -> list[Mapping[str, Any]]:
        """Return the payloads that came for this path."""
        return [seen.payload for seen in self.seen if seen.path == path]

    async def arrived(self) -> None:
        """Wait until a request has come."""
        await self._arrived.wait()

    async def left(self) -> None:
        """Wait until a client has left in the middle of a reply; it has two seconds."""
        await asyncio.wait_for(self._left.wait(), 2)

    def next_script(self, payload: Mapping[str, Any]) -> Script:
        if self.answer:
            return self.answer(payload)
        return self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]

    @asynccontextmanager
    async def serving(self, port: int = 0):
        """Serve on this machine, on any free port."""
        app = web.Application(middlewares=[self._watch], client_max_size=1 << 24)
        self.route(app.router)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
            self.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
            yield self
        finally:
            await runner.cleanup()

    def route(self, router: web.UrlDispatcher) -> None:
        raise NotImplementedError

    def complaint(self, status: int, message: str) -> web.Response:
        raise NotImplementedError

    @web.middleware
    async def _watch(self, request: web.Request, handler):
        body = await request.text()
        payload = json.loads(body) if body else {}
        seen = Seen(path=request.path, payload=payload, headers=request.headers.copy())
        self.seen.append(seen)
        self._arrived.set()
        request["payload"] = payload
        if fault := self.faults.get(request.path):
            return await as_error(fault)
        if self.key and request.headers.get("Authorization") != f"Bearer {self.key}":
            return self.complaint(401, "unauthorized")
        try:
            return await handler(request)
        except asyncio.CancelledError:
            self.disconnects += 1
            self._left.set()
            raise

    def has(self, model: str) -> bool:
        known = {*self.models, *self.embedders}
        return model in known or f"{model}:latest" in known

    def too_long(self, payload: Mapping[str, Any], size: int) -> bool:
        text = json.dumps(payload.get("messages", payload.get("prompt", "")))
        return len(text) // 4 > size

    async def stream(
        self,
        request: web.Request,
        script: Script,
        content_type: str,
        events: Mapping[str, Any],
    ) -> web.StreamResponse:
        """Send thoughts, pieces and what comes at the end, or the script's fault.

        `events`: makers `thought`, `piece` and `error` (text → wire text), `calls` and `final` (lists of wire
        texts), `ping` (wire text).
        """
        response = web.StreamResponse(headers={"Content-Type": content_type})
        response.enable_chunked_encoding()
        await response.prepare(request)

        async def send(text: str) -> None:
            raw = text.replace("\n", script.newline).encode()
            step = script.bytes_a_write or len(raw)
            for start in range(0, len(raw), step):
                await response.write(raw[start : start + step])
                await asyncio.sleep(0)

        await asyncio.sleep(script.first_delay)
        for text in _healthy(script, events):
            await send(text)
            await asyncio.sleep(script.delay)
        match script.fault:
            case Fault.STALL:
                await asyncio.Event().wait()
            case Fault.ABORT:
                request.transport.abort()
                return response
            case Fault.GARBAGE:
                await send(events["garbage"])
            case Fault.ERROR:
                await send(events["error"](script.error))
            case None:
                for text in (*events["calls"], *events["final"]):
                    await send(text)
        await response.write_eof()
        return response


def _healthy(script: Script, events: Mapping[str, Any]) -> list[str]:
    """Return what is sent before the end or the fault."""
    pieces = script.pieces[: script.fault_after if script.fault else None]
    return [
        *[events["ping"]] * script.pings,
        *map(events["thought"], script.thinking),
        *map(events["piece"], pieces),
    ]


async def as_error(script: Script) -> web.Response:
    """Answer with the script's status and body."""
    await asyncio.sleep(script.first_delay)
    return web.Response(
        status=script.status, text=script.body, content_type=script.content_type
    )


def vector(text: str, dimension: int = 4) -> list[float]:
    """Return a vector that depends on the text alone."""
    numbers = text.encode().ljust(dimension, b" ")[:dimension]
    return [round(number / 256, 4) for number in numbers]
