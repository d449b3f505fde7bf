"""One living story: the state in memory, the night that is being told, and the notes that are still to come.

Every step is journaled first, then becomes the state in memory, then goes to the store: whatever kills the
process in between, the journal knows.
"""

import logging
from asyncio import Lock, Task, shield, sleep
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from time import monotonic

from .continuity import review
from .derive import derive_recap, derive_situation
from .errors import AlreadyToldError, MiraeError
from .evening import Tonight, this_evening, told_count_after, tonight
from .gate import Gate
from .invariants import check_step
from .model import (
    Decision,
    Episode,
    HouseRules,
    Language,
    Notes,
    NotesStatus,
    Outcome,
    Review,
    Situation,
    StoryState,
)
from .notetaker import RETRY_AFTER_S, take_notes
from .ports import Journal, JsonRepair, Now, SentenceCutter, Spawn, StateStore
from .prompt import PROMPT_BUDGET, Prompt, prose_messages
from .recap import opening, plain_recap, recap
from .replay import EDITED
from .teller import Prose, Teller, Writer
from .telling import Telling

_LOGGER = logging.getLogger(__name__)

RECAPS = 7
"""Nights whose recaps may stand in the prompt; their first sentences are compared for sameness too."""


class Happening(StrEnum):
    """What can happen to a story; each becomes an event of Home Assistant."""

    NIGHT_TOLD = "night_told"
    NIGHT_NOTED = "night_noted"
    NOTES_LATE = "notes_late"
    NIGHT_FAILED = "night_failed"
    DECISION_NEEDED = "decision_needed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The ports that a story lives by."""

    journal: Journal
    states: StateStore
    cutter: Callable[[Language], SentenceCutter]
    repair: JsonRepair
    now: Now
    spawn: Spawn
    notify: Callable[[Happening, int], None]
    retry_after_s: Sequence[float] = RETRY_AFTER_S


class Story:
    """One story of the home."""

    def __init__(
        self,
        state: StoryState,
        rules: HouseRules,
        writer: Writer | None,
        around: Surroundings,
    ) -> None:
        """Take up a story where its state is; `rules` and `writer` may be replaced at any time."""
        self.state = state
        self.rules = rules
        self.writer = writer
        self.telling: Telling | None = None
        self._around = around
        self._steps = Lock()
        self._notes: Task[None] | None = None
        self._night: Task[None] | None = None

    @property
    def tonight(self) -> Tonight:
        """What "continue the story" means now."""
        return tonight(self.state, self.rules, self._around.now())

    @property
    def is_telling(self) -> bool:
        """Whether a night is being told."""
        return self.telling is not None and not self.telling.finished

    async def resume(self) -> None:
        """Catch up the notes of a night that was told before the last shutdown."""
        episode = await self._waiting()
        if episode is not None:
            self._ask_for_notes(episode)

    def tell(self, wish: str = "") -> Telling:
        """Start the next night in the background, or join the one that is being told.

        Raises AlreadyToldError when this evening's nights are told.
        """
        if self.telling is not None and self.is_telling:
            return self.telling
        if self.tonight is Tonight.ALL_TOLD:
            raise AlreadyToldError(night=str(self.state.night))
        telling = self.telling = Telling(self.state.night + 1)
        self._night = self._around.spawn(
            self._tell(telling, wish), f"mirae_story night {telling.night}"
        )
        return telling

    async def last_episodes(self, count: int | None = None) -> list[Episode]:
        """Return the newest told nights, oldest first."""
        return await self._around.journal.episodes(self.state.story_id, last=count)

    async def last_episode(self) -> Episode | None:
        """Return the last told night."""
        return await self._around.journal.episode(self.state.story_id, self.state.night)

    async def passages(self, words: Sequence[str]) -> list[Episode]:
        """Return told nights in which one of these words stands, newest first."""
        return await self._around.journal.passages(self.state.story_id, words)

    async def edit(self, *, title: str, audience_age: int) -> None:
        """Change what a family may change of a begun story in its options; journaled, if anything changes."""
        async with self._steps:
            reference = replace(self.state.reference, audience_age=audience_age)
            if (title, reference) == (self.state.title, self.state.reference):
                return
            state = self.state.advanced(title=title, reference=reference)
            detail = {"title": title, "audience_age": audience_age}
            await self._around.journal.add_edit(
                EDITED, detail, state, self._around.now()
            )
            self.state = state
        await self._around.states.save(state)

    async def close(self) -> None:
        """End all that runs in the background; what is not stored yet is told anew another time."""
        for task in (self._night, self._notes):
            if task is not None:
                task.cancel()

    # A night -------------------------------------------------------------------------------------------

    async def _tell(self, telling: Telling, wish: str) -> None:
        try:
            episode = await self._tell_and_store(telling, wish)
        except MiraeError as err:
            _LOGGER.warning("Night %d could not be kept: %s", telling.night, err)
            self._around.notify(Happening.NIGHT_FAILED, telling.night)
            return
        except Exception:
            _LOGGER.exception("Night %d broke off", telling.night)
            self._around.notify(Happening.NIGHT_FAILED, telling.night)
            return
        finally:
            telling.finish()
        if episode is not None:
            self._ask_for_notes(episode)

    async def _tell_and_store(self, telling: Telling, wish: str) -> Episode | None:
        episodes = await self._ready_for_next()
        gate = self._gate(episodes, wish)
        lead = self._lead(gate, episodes)
        telling.say(lead)
        teller = Teller(
            self.writer,
            self._around.cutter,
            state=self.state,
            rules=self.rules,
            gate=gate,
            telling=telling,
        )
        prose = await teller.write(self._prompt(episodes, wish))
        if prose.stopped and not teller.half_told:
            return None
        return await self._store_told(telling, prose, lead=lead.strip(), wish=wish)

    async def _ready_for_next(self) -> list[Episode]:
        """Close last night's notes and return the newest nights; what the store cannot do keeps nobody waiting."""
        try:
            await self._settle_notes()
            return await self.last_episodes(RECAPS)
        except MiraeError as err:
            _LOGGER.warning("The story goes on without its journal: %s", err)
            return []

    def _gate(self, episodes: Sequence[Episode], wish: str) -> Gate:
        reference = self.state.reference
        situation = self.state.situation.text
        return Gate(
            self.state.cast,
            reference.language,
            self.rules,
            recent_openings=[episode.prose[:200] for episode in episodes],
            genre=reference.genre,
            material=(reference.premise, reference.summary, situation, wish),
        )

    def _lead(self, gate: Gate, episodes: Sequence[Episode]) -> str:
        """Return what the code says at once, before the model's first word."""
        if self.state.night == 0:
            return opening(self.state)
        today = this_evening(self.state, self.rules, self._around.now())
        text = recap(self.state, episodes, today=today, told_on=self.state.told_on)
        return plain_recap(self.state) if gate.check_line(text) else text

    def _prompt(self, episodes: Sequence[Episode], wish: str) -> Prompt:
        recaps = [(episode.night, episode.recap) for episode in episodes]
        return prose_messages(
            self.state, recaps, self.rules, wish=wish, budget=self._budget()
        )

    def _budget(self) -> int:
        """Return the tokens that the prompt may cost, so that prompt and reply fit into the model's context."""
        if self.writer is None:
            return PROMPT_BUDGET
        room = self.writer.context_tokens - (self.writer.prose.max_tokens or 0)
        return min(PROMPT_BUDGET, room)

    async def _store_told(
        self, telling: Telling, prose: Prose, *, lead: str, wish: str
    ) -> Episode:
        """Store the night in one transaction; from here on it counts as told."""
        now = self._around.now()
        evening = this_evening(self.state, self.rules, now)
        language = self.state.reference.language
        situation = derive_situation(prose.text, language, self.state.cast)
        state = self.state.advanced(
            night=telling.night,
            situation=Situation(text=situation, night=telling.night),
            told_on=evening,
            told_count=told_count_after(self.state, evening),
        )
        episode = Episode(
            story_id=state.story_id,
            night=telling.night,
            title="",
            recap=derive_recap(prose.text, language),
            lead=lead,
            prose=prose.text,
            began_from=self.state.situation.text,
            situation=situation,
            told_on=evening,
            told_at=now,
            wish=wish,
            calm_ending=prose.calm_ending,
            retellings=prose.retellings,
            first_delta_ms=1000 * (telling.first_said_s or 0),
            prose_s=prose.seconds,
        )
        async with self._steps:
            check_step(self.state, state)
            await shield(self._around.journal.add_told(episode, state))
            self.state = state
            telling.stored = True
        await self._around.states.save(state)
        self._around.notify(Happening.NIGHT_TOLD, telling.night)
        return episode

    # Notes ---------------------------------------------------------------------------------------------

    def _ask_for_notes(self, episode: Episode) -> None:
        self._notes = self._around.spawn(
            self._take_notes(episode), f"mirae_story notes {episode.night}"
        )

    async def _take_notes(self, episode: Episode) -> None:
        try:
            await self._ask_until_usable(episode)
        except MiraeError as err:
            _LOGGER.warning("Notes on night %d were lost: %s", episode.night, err)

    async def _ask_until_usable(self, episode: Episode) -> None:
        """Ask until there are usable notes, with growing pauses; the next night ends the waiting."""
        started = monotonic()
        for attempt, pause in enumerate(self._around.retry_after_s):
            await sleep(pause)
            if self.writer is None:
                break
            notes, raw = await take_notes(
                self.writer,
                self.state,
                episode.prose,
                self.rules,
                self._around.repair,
                attempt=attempt,
            )
            if notes.usable:
                noted = replace(episode, notes_raw=raw, notes_s=monotonic() - started)
                await shield(self._settle(noted, notes, NotesStatus.USED))
                return
            await self._keep_useless(episode, raw)
            if attempt == 1:
                self._around.notify(Happening.NOTES_LATE, episode.night)
        _LOGGER.info("No usable notes on night %d", episode.night)

    async def _keep_useless(self, episode: Episode, raw: str) -> None:
        await self._around.journal.keep_raw_notes(
            episode.story_id, episode.night, raw, NotesStatus.WAITING
        )

    async def _settle_notes(self) -> None:
        """Close last night's notes before the next night begins: what is not there by now is derived."""
        if self._notes is not None and not self._notes.done():
            self._notes.cancel()
        episode = await self._waiting()
        if episode is not None:
            await self._settle(episode, Notes(), NotesStatus.DERIVED)

    async def _waiting(self) -> Episode | None:
        """Return the last night if its notes are still waited for."""
        async with self._steps:
            if self.state.night == 0:
                return None
            episode = await self.last_episode()
        if episode is None or episode.notes is not NotesStatus.WAITING:
            return None
        return episode

    async def _settle(
        self, episode: Episode, notes: Notes, status: NotesStatus
    ) -> None:
        """Decide about the notes and journal the outcome, in one transaction; then the store."""
        async with self._steps:
            if self.state.night != episode.night:
                return
            result = review(
                notes,
                state=self.state,
                previous=episode.began_from,
                prose=episode.prose,
                night=episode.night,
                rules=self.rules,
            )
            state = self._reviewed(result)
            check_step(self.state, state)
            noted = replace(
                episode,
                title=result.title,
                recap=result.recap,
                situation=result.situation,
                notes=status,
            )
            await self._around.journal.add_reviewed(
                noted, result.decisions, state, self._around.now()
            )
            self.state = state
        await self._around.states.save(state)
        self._announce(episode.night, result.decisions)

    def _reviewed(self, result: Review) -> StoryState:
        return self.state.advanced(
            cast=result.cast,
            reference=replace(self.state.reference, summary=result.summary),
            situation=Situation(text=result.situation, night=self.state.night),
        )

    def _announce(self, night: int, decisions: Sequence[Decision]) -> None:
        self._around.notify(Happening.NIGHT_NOTED, night)
        if any(decision.outcome is Outcome.PENDING for decision in decisions):
            self._around.notify(Happening.DECISION_NEEDED, night)
