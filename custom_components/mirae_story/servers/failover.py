"""Several model servers as one: the first in order that works is asked, and the next where it fails.

Until a reply has begun, the next server is asked at once. After that only who asked knows from which sentence to go on:
the error is raised, and `move_on` lets the next call go to another server. Every night begins with the first one again.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any

from ..story.errors import ServerError, ServerUnreachableError
from ..story.ports import (
    CallReport,
    Health,
    Message,
    ModelInfo,
    ModelServer,
    Sampling,
    TalkServer,
    Tool,
    ToolCall,
)

CHECK_S = 5.0
"""A server that does not say within that what it offers is not well."""
WAKE_S = 120.0
"""What a server has for waking up ..."""
LOOK_S = 3.0
"""... and how often is looked whether it did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One of the servers."""

    server: TalkServer
    adapt: Callable[[Sampling], Sampling] = lambda sampling: sampling
    """Gives a call the options that belong to this server."""
    on_error: Callable[[ServerError], None] = lambda _: None
    """Hears why it was passed over."""
    wake: Callable[[], Awaitable[None]] | None = None
    """Sends what wakes it, if it sleeps at times."""


class Failover:
    """The servers in their order, as one `ports.TalkServer`."""

    def __init__(self, members: Sequence[Member], away: set[int] | None = None) -> None:
        """Ask the first of at least one; `away` holds the places of those that did not answer when they were looked for.

        Talks of the same members may share it: each fails over by itself, but none has to find out anew who is away.
        """
        self._members = tuple(members)
        self._failed: set[int] = set()
        self._away = set() if away is None else away
        self._woken: dict[int, asyncio.Event] = {}

    @property
    def reports(self) -> Sequence[CallReport]:
        """The last calls of the server that is asked now, oldest first."""
        return self._member.server.reports

    def begin(self) -> None:
        """Give every server its chance again: a night begins."""
        self._failed.clear()

    def move_on(self, _: ServerError | None = None) -> bool:
        """Ask another server from now on; tell whether there is one."""
        if len(self._failed) + 1 == len(self._members):
            return False
        self._failed.add(self._place)
        return True

    def report(self, err: ServerError) -> None:
        """Say why the server that is asked now failed."""
        self._member.on_error(err)

    async def look_after(self) -> bool:
        """See which servers answer, and wake those that sleep; return whether one answers at the end."""
        awake = await asyncio.gather(*map(self._look_after, range(len(self._members))))
        return any(awake)

    async def stream_text(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[str]:
        """Yield the reply's text as it comes."""

        def ask(member: Member) -> AsyncGenerator[str]:
            return member.server.stream_text(messages, member.adapt(sampling))

        async with aclosing(self._stream(ask)) as texts:
            async for text in texts:
                yield text

    async def stream_turn(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool],
        sampling: Sampling,
    ) -> AsyncGenerator[str | ToolCall]:
        """Yield the reply's text as it comes, and its calls."""

        def ask(member: Member) -> AsyncGenerator[str | ToolCall]:
            return member.server.stream_turn(messages, tools, member.adapt(sampling))

        async with aclosing(self._stream(ask)) as parts:
            async for part in parts:
                yield part

    async def _stream[T](
        self, ask: Callable[[Member], AsyncGenerator[T]]
    ) -> AsyncGenerator[T]:
        while True:
            stream, begun = ask(self._member), False
            try:
                async with aclosing(stream):
                    async for part in stream:
                        begun = True
                        yield part
            except ServerError as err:
                if begun or not await self._goes_on(err):
                    raise
            else:
                return

    async def ask_json(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        sampling: Sampling,
    ) -> str:
        """Return the raw reply to a request for JSON."""
        while True:
            member = self._member
            try:
                return await member.server.ask_json(
                    messages, schema, member.adapt(sampling)
                )
            except ServerError as err:
                if not await self._goes_on(err):
                    raise

    def complete(
        self, prompt: str, sampling: Sampling, suffix: str = ""
    ) -> AsyncGenerator[str]:
        """Yield a continuation of raw text."""
        member = self._member
        return member.server.complete(prompt, member.adapt(sampling), suffix)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector a text."""
        return await self._member.server.embed(texts)

    async def list_models(self) -> list[ModelInfo]:
        """Return what the server offers."""
        return await self._member.server.list_models()

    async def check(self) -> Health:
        """Return whether the server answers."""
        return await self._member.server.check()

    @property
    def _place(self) -> int:
        """The first server that did not fail and is there; one that seems away is better than none."""
        left = [i for i in range(len(self._members)) if i not in self._failed]
        return next((i for i in left if i not in self._away), left[0])

    @property
    def _member(self) -> Member:
        return self._members[self._place]

    async def _goes_on(self, err: ServerError) -> bool:
        """Move on after an error before the first word; the last server that is only just waking is waited for."""
        place, member = self._place, self._member
        if self.move_on():
            member.on_error(err)
            return True
        woken = self._woken.get(place)
        if woken is None or not isinstance(err, ServerUnreachableError):
            return False
        await woken.wait()
        return place not in self._away

    async def _look_after(self, place: int) -> bool:
        member = self._members[place]
        if member.wake is None:
            self._note(place, well=await answers(member.server))
            return place not in self._away
        woken = self._woken[place] = asyncio.Event()
        try:
            self._note(place, well=await answers(member.server))
            if place in self._away:
                await member.wake()
                self._note(place, well=await answers_within(member.server, WAKE_S))
        finally:
            woken.set()
            self._woken.pop(place, None)
        return place not in self._away

    def _note(self, place: int, *, well: bool) -> None:
        if well:
            self._away.discard(place)
        else:
            self._away.add(place)


async def answers(server: ModelServer) -> bool:
    """Tell whether a server says what it offers."""
    with suppress(ServerError, TimeoutError):
        async with asyncio.timeout(CHECK_S):
            await server.check()
        return True
    return False


async def answers_within(server: ModelServer, limit_s: float) -> bool:
    """Look again and again whether a server answers."""
    with suppress(TimeoutError):
        async with asyncio.timeout(limit_s):
            while True:
                if await answers(server):
                    return True
                await asyncio.sleep(LOOK_S)
    return False
