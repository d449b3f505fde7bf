"""Stand-ins for the gate and the validator: one that measures, and one that lets everything pass."""

from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from time import thread_time_ns
from typing import Any, override
from unittest.mock import patch

from custom_components.mirae_story.story import staging
from custom_components.mirae_story.story import story as story_module
from custom_components.mirae_story.story.chapters import Chapter
from custom_components.mirae_story.story.gate import Gate, Ruling
from custom_components.mirae_story.story.lookback import Recalled
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    Decision,
    Episode,
    Notes,
    NotesStatus,
    Outcome,
    Proposal,
    Reason,
    Review,
    Status,
    StoryState,
)
from custom_components.mirae_story.story.violations import Violation


class Watch:
    """What the gates of a run cost (ms of CPU time a sentence) and refused."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.costs_ms: list[float] = []
        self.refused: list[Violation] = []


@contextmanager
def guards(watch: Watch, *, gate: bool, validator: bool) -> Generator[None]:
    """Tell stories with a watched gate, or without a gate; without a validator all notes are believed."""

    class WatchedGate(Gate):
        @override
        def offer(self, sentence: str) -> Ruling:
            began = thread_time_ns()
            ruling = super().offer(sentence)
            watch.costs_ms.append((thread_time_ns() - began) / 1e6)
            watch.refused += ruling.violations
            return ruling if gate else self._passed(sentence, ruling)

        @override
        def settle(self) -> Ruling:
            ruling = super().settle()
            watch.refused += ruling.violations
            return ruling if gate else Ruling()

        @property
        @override
        def protagonist_named(self) -> bool:
            return super().protagonist_named or not gate

        @override
        def check_line(self, text: str) -> tuple[Violation, ...]:
            return super().check_line(text) if gate else ()

        def _passed(self, sentence: str, ruling: Ruling) -> Ruling:
            """Let a sentence pass; after a refusal the gate reads on, so that it counts every one."""
            if ruling.violations:
                self.restart()
            return Ruling(released=(sentence,))

    with ExitStack() as stack:
        enter = stack.enter_context
        enter(patch.object(staging, "Gate", WatchedGate))
        if not validator:
            enter(patch.object(staging, "review", believe))
            enter(patch.object(story_module, "check_step", lambda *_: None))
        yield


def believe(
    notes: Notes,
    *,
    state: StoryState,
    night: int,
    **_: Any,  # noqa: ANN401 - what a review is given
) -> Review:
    """Return what becomes of notes if everything in them is believed."""
    cast, decisions = state.cast, []
    for proposal in notes.proposals:
        cast = _believed(cast, proposal, night)
        decisions.append(
            Decision(
                name=proposal.name,
                proposed=proposal.change,
                change=proposal.change,
                outcome=Outcome.ACCEPTED,
                reason=Reason.TOLD_IN_PROSE,
                night=night,
            )
        )
    if notes.protagonist:
        hero = cast.protagonist
        renamed = replace(hero, name=notes.protagonist)
        cast = Cast(tuple(renamed if m is hero else m for m in cast.members))
    return Review(
        decisions=tuple(decisions),
        cast=cast,
        title=notes.title,
        recap=notes.recap,
        summary=notes.summary,
        situation=notes.situation,
        recap_from_notes=True,
        summary_from_notes=True,
        situation_from_notes=True,
    )


def _believed(cast: Cast, proposal: Proposal, night: int) -> Cast:
    member = cast.named(proposal.name)
    if member is None:
        if proposal.change is not Change.JOINED:
            return cast
        newcomer = Character(
            name=proposal.name, role=proposal.role, joined=night, since=night
        )
        return Cast((*cast.members, newcomer))
    status = {Change.LEFT: Status.DEPARTED, Change.DIED: Status.DEAD}.get(
        proposal.change, Status.ACTIVE
    )
    role = proposal.role or member.role
    return cast.with_member(replace(member, status=status, since=night, role=role))


class LooseJournal:
    """A journal in memory that refuses nothing; for runs without a validator, whose states no store would take."""

    def __init__(self) -> None:
        """Begin empty."""
        self._states: dict[str, StoryState] = {}
        self._episodes: dict[tuple[str, int], Episode] = {}

    async def begin(self, state: StoryState, at: object) -> None:
        """Keep the first state."""
        del at
        self._states[state.story_id] = state

    async def state(self, story_id: str) -> StoryState | None:
        """Return the newest state."""
        return self._states.get(story_id)

    async def add_told(self, episode: Episode, state: StoryState) -> None:
        """Keep a told night."""
        self._states[state.story_id] = state
        self._episodes[state.story_id, episode.night] = episode

    async def add_reviewed(
        self,
        episode: Episode,
        decisions: Sequence[Decision],
        state: StoryState,
        at: object,
    ) -> None:
        """Keep what was decided on a night."""
        del at
        kept = replace(episode, decisions=tuple(decisions))
        await self.add_told(kept, state)

    async def add_edit(
        self, kind: str, detail: object, state: StoryState, at: object
    ) -> None:
        """Keep a person's step."""
        del kind, detail, at
        self._states[state.story_id] = state

    async def episode(self, story_id: str, night: int) -> Episode | None:
        """Return one night."""
        return self._episodes.get((story_id, night))

    async def episodes(
        self, story_id: str, *, last: int | None = None
    ) -> list[Episode]:
        """Return the newest nights, oldest first."""
        told = [e for (each, _), e in self._episodes.items() if each == story_id]
        return told if last is None else told[-last:]

    async def state_before(self, story_id: str, night: int) -> StoryState | None:
        """Return no state: no night is taken back."""
        del story_id, night
        return None

    async def undo(self, episode: Episode, state: StoryState, at: object) -> None:
        """Do nothing: no night is taken back."""
        del episode, state, at

    async def versions(self, story_id: str, night: int | None = None) -> list[Episode]:
        """Return the only versions there are."""
        told = await self.episodes(story_id)
        return [each for each in told if night in {None, each.night}]

    async def passages(self, story_id: str, words: Sequence[str]) -> list[Episode]:
        """Return nothing."""
        del story_id, words
        return []

    async def recalled(
        self, story_id: str, words: Sequence[str], *, before: int
    ) -> list[Recalled]:
        """Return nothing."""
        del story_id, words, before
        return []

    async def recaps(self, story_id: str) -> list[tuple[int, str]]:
        """Return the recaps of all nights."""
        return [(each.night, each.recap) for each in await self.episodes(story_id)]

    async def chapters(self, story_id: str) -> list[Chapter]:
        """Return nothing."""
        del story_id
        return []

    async def add_chapter(
        self, chapter: Chapter, state: StoryState, at: object
    ) -> None:
        """Keep the state that a chapter leads to."""
        del chapter, at
        self._states[state.story_id] = state

    async def keep_raw_notes(
        self, story_id: str, night: int, raw: str, status: NotesStatus
    ) -> None:
        """Forget useless notes."""
        del story_id, night, raw, status
