"""One living story: the state in memory, the night that is being told, and the notes that are still to come.

Every step is journaled first, then becomes the state in memory, then goes to the store: whatever kills the
process in between, the journal knows.
"""

import logging
from asyncio import (
    FIRST_COMPLETED,
    CancelledError,
    Event,
    Lock,
    Task,
    create_task,
    gather,
    shield,
    sleep,
    wait,
)
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from time import monotonic

from .answers import good_night
from .bedside import keep_wish, plan_night, take_from_shelf, tell_loved
from .bookkeeper import due_chapters, is_chapter_due
from .chapters import Chapter, begin_anew
from .crossroads import Crossroads, led_in
from .derive import derive_recap
from .errors import (
    AlreadyToldError,
    MiraeError,
    NothingToUndoError,
    StoryBusyError,
)
from .evening import Tonight, this_evening, tonight
from .faults import log_fault
from .invariants import check_step
from .model import (
    Decision,
    Episode,
    HouseRules,
    Notes,
    NotesStatus,
    Outcome,
    StoryState,
)
from .notetaker import take_notes
from .prepared import Bedtime, Stage
from .replay import EDITED, GENTLE
from .retelling import Retelling, in_other_words
from .shelf import Plan, Shelf
from .staging import RECAPS, gate_for, lead_for, reviewed, settled, told
from .surroundings import Happening, Surroundings
from .teller import Prose, Writer
from .telling import Telling
from .wishes import is_fit
from .writing import write_night

__all__ = ["Happening", "Retelling", "Story", "Surroundings"]

_LOGGER = logging.getLogger(__name__)

GENTLE_NIGHTS = 3
"""Nights that are told more gently after somebody was scared."""


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
        self.bedtime = Bedtime()
        """How nights come about; may be replaced at any time as well."""
        self.telling: Telling | None = None
        self.began: Callable[[Telling], None] = lambda _: None
        """Called with each telling that begins."""
        self.shelf = Shelf(self, around)
        self._around = around
        self._steps = Lock()
        self._held = False
        self._notes: Task[None] | None = None
        self._notes_pause = Event()
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
        """Catch up what was not done before the last shutdown: notes, and chapters that are due."""
        episode = await self._waiting()
        story_id = self.state.story_id
        if episode or await is_chapter_due(self._around.journal, story_id):
            self._ask_for_notes(episode)

    async def catch_up(self) -> None:
        """Have the notes on the last night, and its chapter, if the model can give them now. Raises StoreError."""
        if await self._waiting() is not None:
            self.hush_notes()
            await self.resume()
        if self._notes is None:
            return
        pause = create_task(self._notes_pause.wait())
        try:
            await wait({self._notes, pause}, return_when=FIRST_COMPLETED)
        finally:
            pause.cancel()

    def tell(self, wish: str = "") -> Telling:
        """Start the next night in the background, or join the one that is being told.

        Raises AlreadyToldError when this evening's nights are told, StoryBusyError in the moment in which a
        person changes the story.
        """
        if self.telling is not None and self.is_telling:
            return self.telling
        if self._held:
            raise StoryBusyError
        if self.tonight is Tonight.ALL_TOLD:
            raise AlreadyToldError(night=str(self.state.night))
        return self._begin(Telling(self.state.night + 1), wish)

    async def lead(self) -> tuple[str, Crossroads | None]:
        """Return what the next night begins with if it begins now, and a choice that may follow."""
        episodes = await self._ready_for(self.state.night + 1, None)
        return led_in(self.state, self.rules, episodes, self._around.now())

    async def retell(self, *, softer: bool = False) -> Telling:
        """Start to tell the last night anew, whatever was told this evening, with the wish that it had.

        Raises StoryBusyError while a night is told, NothingToUndoError without a night.
        """
        async with self.by_hand():
            before, old = await self.before_last()
            before = replace(
                before,
                title=self.state.title,
                reference=replace(
                    before.reference, audience_age=self.state.reference.audience_age
                ),
                gentle_until=self.state.gentle_until,
            )
            self.hush_notes()
        anew = Retelling(before=before, version=old.version, softer=softer)
        return self._begin(Telling(old.night), old.wish, anew)

    @asynccontextmanager
    async def by_hand(self) -> AsyncGenerator[None]:
        """Hold the story still while a person changes it; raises StoryBusyError while a night is told."""
        async with self._steps:
            if self.is_telling:
                raise StoryBusyError
            self._held = True
            try:
                yield
            finally:
                self._held = False

    async def before_last(self) -> tuple[StoryState, Episode]:
        """Return the state before the last night, and that night; raises NothingToUndoError."""
        episode = await self.last_episode()
        before = await self._around.journal.state_before(
            self.state.story_id, self.state.night
        )
        if episode is None or before is None:
            raise NothingToUndoError
        return before, episode

    def hush_notes(self) -> None:
        """Ask no longer for notes on the last night."""
        if self._notes is not None and not self._notes.done():
            self._notes.cancel()

    async def last_episodes(self, count: int | None = None) -> list[Episode]:
        """Return the newest told nights, oldest first."""
        return await self._around.journal.episodes(self.state.story_id, last=count)

    async def last_episode(self) -> Episode | None:
        """Return the last told night."""
        return await self._around.journal.episode(self.state.story_id, self.state.night)

    async def nights(self, before: int, count: int) -> list[Episode]:
        """Return so many told nights before this one, oldest first."""
        found = [
            await self._around.journal.episode(self.state.story_id, night)
            for night in range(max(1, before - count), before)
        ]
        return [episode for episode in found if episode is not None]

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
        await self._save(state)

    async def soothe(self) -> None:
        """Tell the next nights more gently, because somebody was scared; the parents are told. Raises StoreError."""
        telling = self.telling
        heard = telling.night if telling and self.is_telling else self.state.night
        until = heard + GENTLE_NIGHTS
        async with self._steps:
            state, now = self.state.advanced(gentle_until=until), self._around.now()
            await self._around.journal.add_edit(GENTLE, {"until": until}, state, now)
            self.state = state
        await self._save(state)
        self._around.notify(Happening.TOO_SCARY, heard)

    async def at_rest(self) -> None:
        """Wait until a telling that was asked to stop has ended."""
        if self.telling is not None and self.telling.stop_asked:
            await self.telling.ended()

    async def close(self) -> None:
        """End all that runs in the background; what is not stored yet is told anew another time."""
        await self.shelf.close()
        tasks = [task for task in (self._night, self._notes) if task is not None]
        for task in tasks:
            task.cancel()
        await gather(*tasks, return_exceptions=True)
        async with self._steps:
            # A step that was being journaled is finished by now.
            pass

    async def _save(self, state: StoryState) -> None:
        """Write the state file. The journal has it already: what fails here is made good at the next start."""
        try:
            await self._around.states.save(state)
        except Exception as err:  # noqa: BLE001 - whatever a disk does, the step counts
            log_fault(_LOGGER, "A state could not be saved", err)

    # A night -------------------------------------------------------------------------------------------

    def _begin(
        self, telling: Telling, wish: str, anew: Retelling | None = None
    ) -> Telling:
        self.telling = telling
        self._night = self._around.spawn(
            self._tell(telling, wish, anew), f"mirae_story night {telling.night}"
        )
        self.began(telling)
        return telling

    async def _tell(self, telling: Telling, wish: str, anew: Retelling | None) -> None:
        episode = None
        try:
            episode = await self._tell_and_store(telling, wish, anew)
        except CancelledError:
            # The story is closed while somebody listens: nobody is left in silence.
            telling.say(f"\n{good_night(self.state)}")
            raise
        except Exception as err:  # noqa: BLE001 - a task's last resort
            log_fault(_LOGGER, f"Night {telling.night} broke off", err)
            self._around.notify(Happening.NIGHT_FAILED, telling.night)
        finally:
            telling.finish()
        if episode is not None:
            self._ask_for_notes(episode)
        elif anew is not None:
            await self._go_on_with_notes()

    async def _go_on_with_notes(self) -> None:
        """Take up the notes on the last night again, because no other telling took its place."""
        try:
            await self.resume()
        except MiraeError as err:
            _LOGGER.warning("Notes cannot be caught up now: %s", err)

    async def _tell_and_store(
        self, telling: Telling, wish: str, anew: Retelling | None
    ) -> Episode | None:
        shelf, rules = self.shelf, self.rules
        plan = Plan(wish=wish) if anew is not None else await plan_night(shelf, wish)
        if plan.loved is not None:
            await tell_loved(shelf, telling, plan, plan.loved, self.state, rules)
            return None
        shelf.step_aside()
        episodes = await self._ready_for(telling.night, anew)
        base = self.state if anew is None else anew.before
        fit = plan.wish if is_fit(plan.wish) else ""
        gate = gate_for(base, rules, episodes, fit)
        lead = lead_for(base, rules, gate, episodes, self._around.now())
        telling.say(lead)
        await keep_wish(shelf, telling, plan, base, gate)
        prose = await take_from_shelf(shelf, telling, plan, gate)
        if prose is None:
            prose = await write_night(
                self._around,
                telling,
                Stage(base=base, episodes=episodes),
                rules=rules,
                writer=in_other_words(self.writer, anew.version if anew else 0),
                gate=gate,
                wish=fit,
                softer=anew is not None and anew.softer,
            )
        if prose is None:
            return None
        return await self._store_told(
            telling, prose, lead=lead.strip(), wish=plan.wish, anew=anew
        )

    async def _ready_for(self, night: int, anew: Retelling | None) -> list[Episode]:
        """Close the notes on the night before and return the newest nights before this one.

        What the store cannot do keeps nobody waiting.
        """
        try:
            if anew is None:
                await self._settle_notes()
                await self._write_chapters(None)
            episodes = await self.last_episodes(RECAPS + 1)
            return [each for each in episodes if each.night < night][-RECAPS:]
        except MiraeError as err:
            _LOGGER.warning("The story goes on without its journal: %s", err)
            return []

    async def _store_told(
        self,
        telling: Telling,
        prose: Prose,
        *,
        lead: str,
        wish: str,
        anew: Retelling | None,
    ) -> Episode:
        """Store the night in one transaction; from here on it counts as told."""
        now = self._around.now()
        async with self._steps:
            base = self.state
            if anew is not None:
                base = replace(anew.before, revision=self.state.revision)
            # An ending made by code says nothing of the tale: what it closed does.
            written = prose.written or prose.text
            state = told(base, self.rules, written, now)
            versions = await self._around.journal.versions(
                state.story_id, telling.night
            )
            episode = Episode(
                story_id=state.story_id,
                night=telling.night,
                version=len(versions) + 1,
                title="",
                recap=derive_recap(written, state.reference.language),
                lead=lead,
                prose=prose.text,
                began_from=base.situation.text,
                situation=state.situation.text,
                told_on=this_evening(base, self.rules, now),
                told_at=now,
                wish=wish,
                wish_dropped=not is_fit(wish),
                calm_ending=prose.calm_ending,
                retellings=prose.retellings,
                first_delta_ms=1000 * (telling.first_said_s or 0),
                prose_s=prose.seconds,
            )
            check_step(base, state)
            await shield(self._around.journal.add_told(episode, state))
            self.state = state
            telling.stored = True
        await self._save(state)
        self._around.notify(Happening.NIGHT_TOLD, telling.night)
        return episode

    # Notes ---------------------------------------------------------------------------------------------

    def _ask_for_notes(self, episode: Episode | None) -> None:
        self._notes_pause = Event()
        self._notes = self._around.spawn(
            self._take_notes(episode), f"mirae_story notes {self.state.night}"
        )

    async def _take_notes(self, episode: Episode | None) -> None:
        """Get the notes on a night, if they are still to come, then the chapters that are due."""
        night = self.state.night
        try:
            if episode is not None:
                await self._ask_until_usable(episode)
            await self._write_chapters(self.writer)
        except Exception as err:  # noqa: BLE001 - a task's last resort
            log_fault(_LOGGER, f"Notes on night {night} were lost", err)

    async def _write_chapters(self, writer: Writer | None) -> None:
        """Make the chapters that are due: by this model, or else by code."""
        journal, repair = self._around.journal, self._around.repair
        async for chapter in due_chapters(journal, self.state, writer, repair):
            await shield(self._keep_chapter(chapter))

    async def _keep_chapter(self, chapter: Chapter) -> None:
        async with self._steps:
            state = begin_anew(chapter, self.state)
            await self._around.journal.add_chapter(chapter, state, self._around.now())
            self.state = state
        await self._save(state)

    async def _ask_until_usable(self, episode: Episode) -> None:
        """Ask until there are usable notes, with growing pauses; the next night ends the waiting."""
        started = monotonic()
        for attempt, pause in enumerate(self._around.retry_after_s):
            if pause:
                self._notes_pause.set()
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
        self.hush_notes()
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
            result = settled(episode, notes, self.state, self.rules)
            state = reviewed(self.state, result)
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
        await self._save(state)
        self._announce(episode.night, result.decisions)

    def _announce(self, night: int, decisions: Sequence[Decision]) -> None:
        self._around.notify(Happening.NIGHT_NOTED, night)
        if any(decision.outcome is Outcome.PENDING for decision in decisions):
            self._around.notify(Happening.DECISION_NEEDED, night)
