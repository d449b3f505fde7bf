"""Evening after evening: say "continue the story", hear the night, wait for its notes, keep what came of it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from time import monotonic

from .client import HomeClient
from .errors import NotToldError
from .websocket import Json

NOTES_LIMIT_S = 300.0
NOTED = frozenset({"night_noted", "notes_late", "night_failed"})
"""What ends the waiting for a night's notes."""

NIGHT_KEYS = (
    "night",
    "prose",
    "notes_raw",
    "decisions",
    "first_delta_ms",
    "prose_s",
    "notes_s",
    "calm_ending",
    "retellings",
)
DECISION_KEYS = ("name", "change", "outcome", "reason")


class Evening:
    """One evening, from the request to the notes on the night."""

    def __init__(
        self, night: int, run: AsyncGenerator[Json], happenings: AsyncGenerator[Json]
    ) -> None:
        """Take the events of the pipeline's run, which begins with `hear`, and of the story."""
        self.night = night
        self.first_delta_ms = 0.0
        """From the request to the first text, as the listener has it."""
        self._run = run
        self._happenings = happenings

    async def hear(self, heard: Callable[[str], None]) -> None:
        """Ask for the night, and pass its text on as it streams. Raises `NotToldError`."""
        asked = monotonic()
        async for event in self._run:
            if event["type"] == "error":
                raise NotToldError(event["data"]["message"])
            if text := _delta(event):
                self.first_delta_ms = self.first_delta_ms or 1000 * (
                    monotonic() - asked
                )
                heard(text)

    async def noted(self) -> bool:
        """Wait until the night's notes are settled; tell whether they were usable and in time."""
        try:
            async with asyncio.timeout(NOTES_LIMIT_S):
                async for happening in self._happenings:
                    if happening["night"] == self.night and happening["event"] in NOTED:
                        return bool(happening["event"] == "night_noted")
        except TimeoutError:
            pass
        return False


class Evenings:
    """The nights of one story as a listener has them."""

    def __init__(
        self, client: HomeClient, agent: str, pipeline: str, words: str
    ) -> None:
        """Name the story's agent, the pipeline to talk to, and the sentence that asks for a night."""
        self._client = client
        self._agent = agent
        self.pipeline = pipeline
        self._words = words
        self._nights: dict[int, Json] = {}
        self._first_delta_ms: dict[int, float] = {}
        self.state: Json = {}

    @asynccontextmanager
    async def begin(self) -> AsyncGenerator[Evening]:
        """Give the next evening; keep what came of it. Raises `NotToldError`, `CommandError`."""
        await self.look()
        night = self.state["night"] + 1
        subscription = self._client.websocket.subscribe(
            "mirae_story/subscribe", entity_id=self._agent
        )
        async with subscription as happenings:
            run = self._client.say(self._words, self.pipeline)
            evening = Evening(night, run, happenings)
            yield evening
        self._first_delta_ms[night] = evening.first_delta_ms
        await self.look()
        if night not in self._nights:
            raise NotToldError(night)

    async def look(self) -> None:
        """Bring state and nights up to date."""
        answer = await self._client.story(self._agent)
        self.state = answer["state"]
        self._nights |= {episode["night"]: episode for episode in answer["episodes"]}

    @property
    def nights(self) -> list[Json]:
        """The told nights, oldest first."""
        return [episode for _, episode in sorted(self._nights.items())]

    @property
    def last(self) -> Json:
        """The last told night."""
        return self.nights[-1]

    def report(self) -> list[Json]:
        """Return the nights as the demo's file has them; `first_delta_ms` is what the listener measured."""
        return [
            {key: episode[key] for key in NIGHT_KEYS}
            | {
                "decisions": [_documented(each) for each in episode["decisions"]],
                "first_delta_ms": round(self._first_delta_ms.get(night, 0.0), 1),
            }
            for night, episode in sorted(self._nights.items())
        ]


def _documented(decision: Json) -> Json:
    """Return of a decision what the demo's file has; cards get more."""
    return {key: decision[key] for key in DECISION_KEYS}


def _delta(event: Json) -> str:
    """Return the text that an event of a pipeline brings, if any."""
    if event["type"] != "intent-progress":
        return ""
    delta = event["data"].get("chat_log_delta") or {}
    text: str = delta.get("content") or ""
    return text
