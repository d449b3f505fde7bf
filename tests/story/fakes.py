"""Scripted surroundings for the story's own tests: a model that says what a test wants, and a clock that obeys."""

import asyncio
from collections import deque
from contextlib import aclosing
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from custom_components.mirae_story.story.errors import ServerError
from custom_components.mirae_story.story.ports import Health, ToolCall

TOKYO = ZoneInfo("Asia/Tokyo")


class ScriptedModel:
    """A model server that gives one scripted reply a call.

    A reply is text (streamed in small chunks), an exception, or a list of text, exceptions and calls of tools. When the
    script is over, `default` is said again and again.
    """

    def __init__(self, prose=(), notes=(), default_prose="", default_notes="{}"):
        self.prose, self.notes = deque(prose), deque(notes)
        self.default_prose, self.default_notes = default_prose, default_notes
        self.prose_calls, self.notes_calls = [], []
        self.tools_offered = []
        self.reports = ()
        self.gate = asyncio.Event()
        self.gate.set()
        self.closed = 0

    async def stream_text(self, messages, sampling):
        self.prose_calls.append(list(messages))
        reply = self.prose.popleft() if self.prose else self.default_prose
        try:
            for part in reply if isinstance(reply, list) else [reply]:
                if isinstance(part, BaseException):
                    raise part
                if isinstance(part, ToolCall):
                    yield part
                    continue
                for start in range(0, len(part), 7):
                    await self.gate.wait()
                    await asyncio.sleep(0)
                    yield part[start : start + 7]
        finally:
            self.closed += 1

    async def stream_turn(self, messages, tools, sampling):
        self.tools_offered.append([tool.name for tool in tools])
        async with aclosing(self.stream_text(messages, sampling)) as parts:
            async for part in parts:
                yield part

    async def ask_json(self, messages, schema, sampling):
        self.notes_calls.append((list(messages), sampling))
        reply = self.notes.popleft() if self.notes else self.default_notes
        await asyncio.sleep(0)
        if isinstance(reply, ServerError):
            raise reply
        return reply

    async def complete(self, prompt, sampling, suffix=""):
        yield ""

    async def embed(self, texts):
        return [[0.0] for _ in texts]

    async def list_models(self):
        return []

    async def check(self):
        return Health(version=None, models=())


class Clock:
    """A clock in a home in Tokyo."""

    def __init__(self, start=datetime(2026, 11, 30, 20, tzinfo=TOKYO)):
        self.moment = start

    def __call__(self):
        return self.moment

    def next_evening(self, days=1):
        self.moment += timedelta(days=days)
