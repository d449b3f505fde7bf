"""The shelf of one story: its next night, prepared while nobody listens, and what is told where none stands there.

A prepared night changes nothing. It counts only as long as it would be written from the same things again.
"""

import logging
from asyncio import Task, gather, wait
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from .derive import derive_recap
from .errors import (
    MiraeError,
    NothingPreparedError,
    NotPreparedError,
    StoryBusyError,
    WishRefusedError,
)
from .evening import this_evening
from .faults import log_fault
from .gate import Gate
from .loved import loved_night
from .model import Episode, HouseRules, StoryState
from .ports import ShelfStore
from .prepared import Bedtime, Fallback, Prepared, Stage, Wish, key_of
from .retelling import in_other_words
from .staging import RECAPS, gate_for, outlook, told
from .surroundings import Happening, Surroundings
from .teller import Writer
from .telling import Telling
from .wish_list import MOST_WISHES, checked_wish
from .wishes import is_fit
from .writing import write_night

_LOGGER = logging.getLogger(__name__)


class Tale(Protocol):
    """What the shelf needs of its story."""

    state: StoryState
    rules: HouseRules
    writer: Writer | None
    bedtime: Bedtime

    @property
    def is_telling(self) -> bool:
        """Whether a night is being told."""

    async def last_episodes(self, count: int | None = None) -> list[Episode]:
        """Return the newest told nights, oldest first."""

    async def catch_up(self) -> None:
        """Have the notes on the last night, if the model can give them now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnShelf:
    """What stands on the shelf for the next night."""

    night: Prepared | None = None
    """It counts: nothing that it was written from has changed."""
    spare: Prepared | None = None
    """It was written for another wish than the one that is first on the list now."""
    stale: bool = False
    """Whether something stands there that does not count any more."""
    wish: str = ""
    """The first wish on the list."""

    @property
    def best(self) -> Prepared | None:
        """What could be told."""
        return self.night or self.spare


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How tonight's night comes about."""

    wish: str = ""
    prepared: Prepared | None = None
    loved: Episode | None = None
    promised: str = ""
    """A wish that is kept for tomorrow."""


class Shelf:
    """What is prepared of one story, and what is wished for."""

    def __init__(self, tale: Tale, around: Surroundings) -> None:
        """Stand empty until somebody looks."""
        self.now = OnShelf()
        """What stood there when somebody last looked."""
        self.wishes: Sequence[Wish] = ()
        self._tale = tale
        self._around = around
        self._work: Task[None] | None = None
        self._fault: MiraeError | None = None
        self._announced: object = None

    @property
    def is_preparing(self) -> bool:
        """Whether a night is being prepared."""
        return self._work is not None and not self._work.done()

    @property
    def ready(self) -> bool:
        """Whether a night stands there that counts, and that may be told."""
        return self.now.night is not None and self._may_be_told(self.now.night)

    # Looking -------------------------------------------------------------------------------------------

    async def refresh(self, *, quietly: bool = False) -> None:
        """Look at the shelf, and let the home know what is new on it. Raises StoreError."""
        kept, before = self._kept, (self.now, self.wishes, self.ready)
        self.wishes = await kept.wishes(self._tale.state.story_id)
        self.now = await self._look(await self._stage())
        night = self.now.night
        mark = night and (night.night, night.key, night.writing, self.ready)
        new = mark is not None and mark != self._announced
        self._announced = mark
        if quietly:
            return
        if new:
            what = Happening.TONIGHT_READY
            if not self.ready:
                what = Happening.APPROVAL_NEEDED
            self._notify(what)
        elif before != (self.now, self.wishes, self.ready):
            self._notify(Happening.SHELF_CHANGED)

    async def plan(self, wish: str) -> Plan:
        """Return how tonight's night comes about, for a listener with this wish. Raises StoreError."""
        if self._around.shelf is None:
            return Plan(wish=wish)
        now, bedtime = await self._look(await self._stage()), self._tale.bedtime
        said = wish if is_fit(wish) else ""
        may_live = bedtime.live and not bedtime.approval
        found = now.night if may_live else now.best
        if found and self._may_be_told(found) and not (said and may_live):
            later = said or ("" if found.wish == now.wish else now.wish)
            return Plan(wish=found.wish, prepared=found, promised=later)
        if may_live:
            return Plan(wish=said or now.wish or wish)
        if bedtime.fallback is Fallback.LOVED and (loved := await self._loved()):
            return Plan(loved=loved, promised=said)
        return Plan(wish=said or now.wish or wish)

    async def still_counts(self, prepared: Prepared) -> bool:
        """Tell whether a night counts now that the notes on the one before are closed. Raises StoreError."""
        key = self._key(await self._stage(), prepared.wish)
        return key == prepared.key

    def as_prose(self, prepared: Prepared, gate: Gate) -> Sequence[str]:
        """Return a prepared night in sentences, or none if the gate refuses one of them now."""
        language = self._tale.state.reference.language
        cutter = self._around.cutter(language)
        said = [*cutter.push(prepared.written), *cutter.finish()]
        rulings = [gate.offer(sentence) for sentence in said]
        rulings.append(gate.settle())
        if any(ruling.violations for ruling in rulings):
            _LOGGER.info("Prepared night %d would not be told so now", prepared.night)
            return ()
        return [*said, prepared.prose[len(prepared.written) :]]

    async def _loved(self) -> Episode | None:
        tale = self._tale
        evening = this_evening(tale.state, tale.rules, self._around.now())
        return loved_night(await tale.last_episodes(), evening)

    def _may_be_told(self, prepared: Prepared) -> bool:
        return prepared.approved or not self._tale.bedtime.approval

    async def _look(self, stage: Stage) -> OnShelf:
        story_id = stage.base.story_id
        wishes = [w for w in await self._kept.wishes(story_id) if not w.done]
        wish = wishes[0].text if wishes else ""
        there = await self._kept.prepared(story_id)
        night = stage.base.night + 1
        first = next((each for each in there if each.night == night), None)
        if first is None or first.key != self._key(stage, first.wish):
            return OnShelf(stale=bool(there), wish=wish)
        if first.wish == wish:
            return OnShelf(night=first, wish=wish)
        return OnShelf(spare=first, stale=True, wish=wish)

    async def _stage(self) -> Stage:
        """Return what the next night will be written from, if nobody changes anything until then."""
        state, rules = self._tale.state, self._tale.rules
        episodes = await self._tale.last_episodes(RECAPS)
        last = episodes[-1] if episodes else None
        base, last = outlook(state, last, rules)
        return Stage(base=base, episodes=[*episodes[:-1], *([last] if last else [])])

    def _after(self, stage: Stage, prepared: Prepared) -> Stage:
        """Return what the night after a prepared one would be written from, if no notes on that one come."""
        rules, now = self._tale.rules, self._around.now()
        language = stage.base.reference.language
        state = told(stage.base, rules, prepared.written, now)
        episode = Episode(
            story_id=prepared.story_id,
            night=prepared.night,
            title="",
            recap=derive_recap(prepared.written, language),
            lead="",
            prose=prepared.prose,
            began_from=stage.base.situation.text,
            situation=state.situation.text,
            told_on=now.date(),
            told_at=now,
        )
        base, noted = outlook(state, episode, rules)
        assert noted is not None  # noqa: S101 - an episode was given
        return Stage(base=base, episodes=[*stage.episodes, noted][-RECAPS:])

    def _key(self, stage: Stage, wish: str) -> str:
        return key_of(stage, self._tale.rules, self._tale.bedtime, wish)

    @property
    def _kept(self) -> ShelfStore:
        if self._around.shelf is None:
            raise NothingPreparedError
        return self._around.shelf

    def _notify(self, happening: Happening) -> None:
        self._around.notify(happening, self._tale.state.night + 1)

    # Preparing -----------------------------------------------------------------------------------------

    async def prepare(self, *, anew: bool = False) -> Prepared:
        """Return the next night as it stands on the shelf; it is written first if none counts, or if `anew`.

        Raises StoryBusyError while a night is told, or when somebody asks for one meanwhile; NotPreparedError or
        StoreError.
        """
        if self._tale.is_telling:
            raise StoryBusyError
        work = self._work
        if work is None or work.done():
            work = self._work = self._around.spawn(
                self._prepare(anew=anew), "mirae_story shelf"
            )
        await wait({work})
        if work.cancelled():
            raise StoryBusyError
        if self._fault is not None:
            raise self._fault
        if self.now.night is None:
            raise NotPreparedError
        return self.now.night

    async def approve(self) -> Prepared:
        """Let what stands on the shelf be told; raises NothingPreparedError or StoreError."""
        await self.refresh()
        if (night := self.now.best) is None:
            raise NothingPreparedError
        await self._kept.approve(night)
        await self.refresh()
        return self.now.best or night

    def step_aside(self) -> None:
        """Leave the model to somebody who listens."""
        if self._work is not None:
            self._work.cancel()

    async def close(self) -> None:
        """End what is being prepared."""
        self.step_aside()
        if self._work is not None:
            await gather(self._work, return_exceptions=True)

    async def _prepare(self, *, anew: bool) -> None:
        self._fault = None
        try:
            await self._tale.catch_up()
            await self._fill(anew=anew)
        except MiraeError as err:
            _LOGGER.info("No night was prepared: %s", err)
            self._fault = err
        except Exception as err:  # noqa: BLE001 - a task's last resort
            log_fault(_LOGGER, "Preparing a night broke off", err)
            self._fault = NotPreparedError()

    async def _fill(self, *, anew: bool) -> None:
        """Write what is missing. The second night rests on what the code alone would make of the first."""
        kept, stage = self._kept, await self._stage()
        story_id = stage.base.story_id
        wishes = [w.text for w in await kept.wishes(story_id) if not w.done]
        there = {each.night: each for each in await kept.prepared(story_id)}
        for place in range(self._tale.bedtime.depth):
            wish = wishes[place] if place < len(wishes) else ""
            known = there.get(stage.base.night + 1)
            key = self._key(stage, wish)
            if known is None or known.key != key or (anew and place == 0):
                writing = known.writing + 1 if known else 1
                known = await self._write(stage, wish, key, writing)
                await kept.put(known)
            if place == 0:
                await self.refresh()
            stage = self._after(stage, known)

    async def _write(self, stage: Stage, wish: str, key: str, writing: int) -> Prepared:
        """Let the model tell a night to nobody; only a whole one is kept."""
        base, rules, episodes = stage.base, self._tale.rules, stage.episodes
        writer = in_other_words(self._tale.writer, writing - 1)
        if writer is None:
            raise NotPreparedError
        prose = await write_night(
            self._around,
            Telling(base.night + 1),
            stage,
            rules=rules,
            writer=writer,
            gate=gate_for(base, rules, episodes, wish),
            wish=wish,
        )
        if prose is None or prose.calm_ending:
            raise NotPreparedError
        return Prepared(
            story_id=base.story_id,
            night=base.night + 1,
            key=key,
            wish=wish,
            prose=prose.text,
            written=prose.written,
            retellings=prose.retellings,
            prose_s=prose.seconds,
            writing=writing,
            prepared_at=self._around.now(),
        )

    # Wishes --------------------------------------------------------------------------------------------

    async def wish_for(self, text: str, *, first: bool = False) -> None:
        """Put a wish on the list; raises WishRefusedError or StoreError."""
        wish = checked_wish(text)
        story_id = self._tale.state.story_id
        known = await self._kept.wishes(story_id)
        if sum(not each.done for each in known) >= MOST_WISHES:
            raise WishRefusedError
        await self._kept.add_wish(story_id, wish, self._around.now(), first=first)
        await self.refresh()

    async def change_wish(self, wish: Wish) -> None:
        """Change a wish; raises WishRefusedError, WishNotFoundError or StoreError."""
        told = {each.wish_id: each.told_night for each in self.wishes}
        checked = replace(
            wish,
            text=checked_wish(wish.text),
            told_night=told.get(wish.wish_id),
        )
        await self._kept.change_wish(self._tale.state.story_id, checked)
        await self.refresh()

    async def drop_wishes(self, wish_ids: Sequence[str]) -> None:
        """Delete wishes. Raises StoreError."""
        await self._kept.remove_wishes(self._tale.state.story_id, wish_ids)
        await self.refresh()

    async def forget(self, said: Sequence[str] | None) -> None:
        """Take down what is prepared, and the wishes that were said in these words; with None, every wish.

        Raises StoreError.
        """
        story_id = self._tale.state.story_id
        self.step_aside()
        await self._kept.clear(story_id)
        gone = [
            each.wish_id
            for each in await self._kept.wishes(story_id)
            if said is None or any(each.text in line for line in said)
        ]
        await self.drop_wishes(gone)

    async def move_wish(self, wish_id: str, after: str | None) -> None:
        """Put a wish behind another one, or first; raises WishNotFoundError or StoreError."""
        await self._kept.move_wish(self._tale.state.story_id, wish_id, after)
        await self.refresh()
