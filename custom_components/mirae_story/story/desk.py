"""The desk at which a person changes a story: undo, decide, edit.

Each action is one journaled step. While a night is told, nothing here is possible.
"""

from asyncio import shield
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from . import people
from .model import Character, Decision, Episode, Outcome, StoryState
from .names import names_of
from .replay import DECIDED, EDITED
from .story import Story
from .surroundings import Happening, Surroundings


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What a person decided: about whom, and the decision that had waited, if the journal knows it."""

    member: Character
    waited: Decision | None


class Desk:
    """What a person may do to one story."""

    def __init__(self, story: Story, around: Surroundings) -> None:
        """Work on this story, in the surroundings in which it lives."""
        self._story = story
        self._around = around

    async def undo(self) -> Episode:
        """Make the last night void and go back to the state before it; return that night.

        Its text stays in the journal. Raises StoryBusyError or NothingToUndoError.
        """
        story = self._story
        async with story.by_hand():
            before, episode = await story.before_last()
            story.hush_notes()
            state = people.undo(story.state, before)
            await self._keep(
                state, self._around.journal.undo(episode, state, self._around.now())
            )
        self._around.notify(Happening.NIGHT_UNDONE, episode.night)
        return episode

    async def decide(self, name: str, *, accept: bool) -> Decided:
        """Apply or drop the change of a character that waits for a person.

        Raises StoryBusyError, NothingPendingError, or what `people.find` raises.
        """
        story = self._story
        async with story.by_hand():
            member = people.find(name, story.state.cast)
            waited = await self._waited(member)
            ruling = people.decide(
                story.state,
                member,
                accept=accept,
                night=None if waited is None else waited.night,
                rules=story.rules,
            )
            await self._journal(DECIDED, ruling)
        self._around.notify(Happening.DECIDED, story.state.night)
        decided = story.state.cast.named(member.name)
        assert decided is not None  # noqa: S101 - nobody is ever removed
        return Decided(member=decided, waited=waited)

    async def edit(self, wanted: people.Edit) -> StoryState:
        """Change what a person may change; raises StoryBusyError or what `people.edit` raises."""
        story = self._story
        async with story.by_hand():
            await self._journal(EDITED, people.edit(story.state, wanted, story.rules))
        self._around.notify(Happening.EDITED, story.state.night)
        return story.state

    async def _waited(self, member: Character) -> Decision | None:
        """Return the newest decision that let a change of this member wait."""
        if member.pending is None:
            return None
        names = names_of(member)
        for episode in reversed(await self._story.last_episodes()):
            for decision in episode.decisions:
                if decision.outcome is Outcome.PENDING and decision.name in names:
                    return decision
        return None

    async def _journal(self, kind: str, ruling: people.Ruling) -> None:
        writing = self._around.journal.add_edit(
            kind, ruling.detail, ruling.state, self._around.now()
        )
        await self._keep(ruling.state, writing)

    async def _keep(
        self, state: StoryState, writing: Coroutine[Any, Any, None]
    ) -> None:
        """Journal first, then memory, then the store: as every step of a story."""
        await shield(writing)
        self._story.state = state
        await self._around.states.save(state)
