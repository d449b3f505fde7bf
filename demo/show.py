"""What the demo prints: progress of long steps, the prose as it streams, the state after each night."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from time import monotonic

from .texts import TEXTS
from .websocket import Json

TICK_S = 1.0
QUIET_TICK_S = 10.0


class Show:
    """The demo's screen. On a terminal a step's line counts its seconds; elsewhere it is printed at times."""

    def __init__(self, language: str, *, terminal: bool) -> None:
        """Choose the words, and whether lines may be rewritten."""
        self._words = TEXTS[language]
        self._terminal = terminal

    def text(self, key: str, **fields: object) -> str:
        """Return one of the demo's texts."""
        return self._words[key].format(**fields)

    def say(self, key: str, **fields: object) -> None:
        """Print one of the demo's texts as a line."""
        self.line(self.text(key, **fields))

    def line(self, text: str = "") -> None:
        """Print a line."""
        print(text, flush=True)

    def prose(self, text: str) -> None:
        """Print a piece of the story."""
        print(text, end="", flush=True)

    def error(self, text: str) -> None:
        """Print what went wrong."""
        print(text, file=sys.stderr, flush=True)

    @asynccontextmanager
    async def step(self, key: str) -> AsyncGenerator[None]:
        """Show that something long goes on, with its seconds."""
        text, begun = self.text(key), monotonic()
        if not self._terminal:
            self.line(f"{text} …")
        ticker = asyncio.create_task(self._tick(text, begun))
        done = False
        try:
            yield
            done = True
        finally:
            ticker.cancel()
            mark = "✓" if done else "✗"
            start = "\r" if self._terminal else ""
            self.line(f"{start}{mark} {text} ({monotonic() - begun:.1f} s)")

    async def _tick(self, text: str, begun: float) -> None:
        while True:
            if self._terminal:
                print(f"\r… {text} ({monotonic() - begun:.0f} s)", end="", flush=True)
            await asyncio.sleep(TICK_S if self._terminal else QUIET_TICK_S)
            if not self._terminal:
                self.line(f"… {text} ({monotonic() - begun:.0f} s)")

    def speed(self, step: Json) -> None:
        """Print what the config flow says of the model's speed."""
        if step.get("step_id") not in {"live", "slow"}:
            return
        fields = dict(step["description_placeholders"])
        seconds = 60 * float(fields.pop("night"))
        night = f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.1f} min"  # noqa: PLR2004
        self.line()
        self.say("speed", night=night, **fields)

    def night(self, episode: Json, state: Json) -> None:
        """Print cast, situation and decisions after a night."""
        if episode["calm_ending"]:
            self.say("calm")
        self.line()
        self.say("cast", night=episode["night"])
        for member in state["cast"]:
            self.line(f"  {self._member(member)}")
        self.line(f"{self.text('situation')}: {state['situation']['text']}")
        self.line(f"{self.text('decisions')}:")
        for decision in episode["decisions"]:
            self.line("  {name}: {change} → {outcome} ({reason})".format(**decision))
        if not episode["decisions"]:
            self.line(f"  {self.text('none')}")
        self.line()

    def _member(self, member: Json) -> str:
        notes = [member["role"], member["status"]]
        notes += [self.text("protagonist")] if member.get("protagonist") else []
        notes += [self.text("pending")] if member.get("pending") else []
        return f"{member['name']} ({', '.join(note for note in notes if note)})"
