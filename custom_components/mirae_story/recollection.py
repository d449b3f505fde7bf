"""What actions and cards ask of a memory: one place for who may, and for the shape of what comes back."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from homeassistant.core import HomeAssistant

from . import clock
from .companion import HomeCompanion
from .home import HomeStory
from .memory.memory import Memory
from .memory.model import DEFAULT_LIMIT, Found, Turn
from .story.errors import (
    ForgetWhatError,
    MemoryImportRefusedError,
    MemoryNotYoursError,
)
from .which import loaded_home, rememberer_of
from .whose import Asker

_DAY_S = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """What to forget: turns by id, or by text and period, or everything."""

    ids: Sequence[int] | None = None
    text: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    everything: bool = False

    def check(self) -> None:
        """Raise ForgetWhatError unless exactly one of the three is named."""
        searched = any(part is not None for part in (self.text, self.since, self.until))
        blank = self.text is not None and not self.text.strip()
        if sum((self.ids is not None, searched, self.everything)) != 1 or blank:
            raise ForgetWhatError


class Recollection:
    """The memory of one agent, in the hands of one person. Raises MemoryNotYoursError where it may not be."""

    def __init__(self, hass: HomeAssistant, agent: str, asker: Asker) -> None:
        """Find the memory. Raises MemoryNotFoundError, or StoryNotFoundError when nothing is set up."""
        self._owner: HomeStory | HomeCompanion = rememberer_of(hass, agent)
        self._memory: Memory = loaded_home(hass).memory
        self._asker = asker

    async def recall(
        self, query: str, *, limit: int = DEFAULT_LIMIT, gated: bool = True
    ) -> dict[str, Any]:
        """Return what is found, best first, with its scores."""
        now = clock.local_now()
        rules = replace(self._owner.rules, limit=limit, gated=gated)
        found = await self._memory.recall(self._read(), query, now=now, rules=rules)
        return {
            "found": [found_to_dict(each, now) for each in found],
            "embedding": asdict(self._memory.status),
        }

    async def turns(self, before: int | None, limit: int) -> dict[str, Any]:
        """Return turns, newest first."""
        turns = await self._memory.turns(self._read(), before=before, limit=limit)
        return {
            "turns": [turn_to_dict(turn) for turn in turns],
            "embedding": asdict(self._memory.status),
        }

    async def remember(
        self, text: str, *, answer: str = "", pinned: bool = True
    ) -> dict[str, Any]:
        """Add something to remember. All who may read may add."""
        turn = Turn(
            workspace=self._read(),
            question=text.strip(),
            answer=answer.strip(),
            at=clock.local_now(),
            speaker=self._asker.name,
            pinned=pinned,
        )
        return turn_to_dict(await self._memory.remember(turn))

    async def forget(self, what: Forgetting, *, dry_run: bool) -> dict[str, Any]:
        """Delete turns, or return those that would be."""
        what.check()
        workspace = self._change()
        if what.ids is not None:
            found = [await self._memory.turn(workspace, one) for one in what.ids]
            turns = [turn for turn in found if turn is not None]
        else:
            turns = await self._memory.matching(
                workspace, text=what.text, since=what.since, until=what.until
            )
        if dry_run:
            return {
                "dry_run": True,
                "count": len(turns),
                "turns": [turn_to_dict(turn) for turn in turns],
            }
        if isinstance(self._owner, HomeStory):
            said = None if what.everything else [turn.question for turn in turns]
            await self._owner.story.shelf.forget(said)
        if what.everything:
            return {"dry_run": False, "count": await self._memory.wipe(workspace)}
        ids = [turn.turn_id for turn in turns]
        return {"dry_run": False, "count": await self._memory.forget(workspace, ids)}

    async def pin(self, turn_id: int, *, pinned: bool) -> dict[str, Any]:
        """Let a turn fade or not. Raises TurnNotFoundError."""
        return turn_to_dict(await self._memory.pin(self._change(), turn_id, pinned))

    async def edit(
        self, turn_id: int, *, question: str | None, answer: str | None
    ) -> dict[str, Any]:
        """Reword a turn. Raises TurnNotFoundError."""
        turn = await self._memory.edit(
            self._change(), turn_id, question=question, answer=answer
        )
        return turn_to_dict(turn)

    async def export(self) -> dict[str, Any]:
        """Return everything as data."""
        return await self._memory.export(self._read())

    def check_may_change(self) -> None:
        """Raise MemoryNotYoursError before anything is read on somebody's behalf."""
        self._change()

    async def import_(self, data: object) -> dict[str, Any]:
        """Add exported turns. Raises MemoryImportRefusedError."""
        report = await self._memory.import_(self._change(), data)
        if report.unreadable is not None:
            raise MemoryImportRefusedError(reason=report.unreadable)
        return {
            "added": report.added,
            "known": report.known,
            "refused": [asdict(refusal) for refusal in report.refused],
        }

    def _read(self) -> str:
        """Return the workspace for reading."""
        if not self._owner.may_read(self._asker):
            raise MemoryNotYoursError
        return self._owner.workspace

    def _change(self) -> str:
        """Return the workspace for changing."""
        if not self._owner.may_change(self._asker):
            raise MemoryNotYoursError
        return self._owner.workspace


def turn_to_dict(turn: Turn) -> dict[str, Any]:
    """Return a turn as JSON."""
    return {
        "id": turn.turn_id,
        "question": turn.question,
        "answer": turn.answer,
        "at": turn.at.isoformat(),
        "speaker": turn.speaker,
        "pinned": turn.pinned,
    }


def found_to_dict(found: Found, now: datetime) -> dict[str, Any]:
    """Return a turn that was found as JSON, with why: vector, text, age, pin."""
    why: Mapping[str, Any] = {
        "score": round(found.score, 4),
        "vector": round(found.vector, 4),
        "text": round(found.text, 4),
        "fade": round(found.fade, 4),
        "age_days": round((now - found.turn.at).total_seconds() / _DAY_S, 2),
        "superseded_by": found.superseded_by,
    }
    return {**turn_to_dict(found.turn), **why}
