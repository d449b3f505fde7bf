"""The shelves of all workspaces: loaded in the background, and kept as the store is."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import numpy as np

from .model import Turn, day_of
from .nearest import Wanted, nearest
from .ports import Halves, Ids, ReadRows, Roll, StoredModel, TurnStore, VectorBlock
from .scoring import Floats
from .shelf import MOST_WHOLE, Shelf
from .shortlist import Listed, shortlist

BLOCK: Final = 256
"""Vectors that are loaded at once: what is given back of a larger piece of memory is often kept by the process."""
SAMPLE: Final = 256
"""Vectors whose mean is taken."""


@dataclass(slots=True, kw_only=True)
class Held:
    """What is in memory."""

    model: StoredModel | None = None
    """Whose vectors these are."""
    shelves: dict[str, Shelf] = field(default_factory=dict)
    """By workspace."""

    def shelf(self, workspace: str) -> Shelf:
        """Return a workspace's shelf, a new one if need be."""
        dimension = self.model.dimension if self.model else 0
        return self.shelves.setdefault(workspace, Shelf(dimension))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the vectors have come."""

    embedded: int
    waiting: int
    stale: bool
    """Whether a mean is to be taken anew."""


type Change = Callable[[Held], None]
"""Brings what is in memory to what the store holds; does no harm a second time."""


class Shelves:
    """What is in memory of all turns. All work on it is done in the store's thread for vectors."""

    def __init__(self, store: TurnStore) -> None:
        """Begin with nothing; `load` brings what the store holds."""
        self.loaded = asyncio.Event()
        """Set once the turns are here, whether or not with vectors."""
        self._store = store
        self._held = Held()
        self._missed: list[Change] | None = None

    @property
    def model(self) -> StoredModel | None:
        """Whose vectors are here."""
        return self._held.model

    async def load(self, model: StoredModel | None, changing: asyncio.Lock) -> None:
        """Take in all turns, and the vectors of a model; what is here already is used until then."""
        missed: list[Change] = []
        self._missed = missed
        roll = await self._store.roll()
        sample = np.empty((0, 0), np.float16)
        if model is not None:
            sample = await self._store.vector_sample(model, SAMPLE)
        held = Held(model=model)
        await self._do(lambda _: _put_turns(held, roll, sample))
        orphans = await self._load_vectors(model, roll, held) if model else []
        async with changing:
            if orphans:
                await self._store.erase_orphans(orphans)
            await self._do(lambda _: _redo(missed, held))
            self._held, self._missed = held, None
        self.loaded.set()

    async def nearest(
        self, workspace: str, wanted: Wanted, model: StoredModel | None
    ) -> list[Listed]:
        """Return the best for a query, best first; `model` is that of the query's vector."""
        held = self._held
        if held.model != model:
            wanted = replace(wanted, vector=None)

        def find(rows: ReadRows) -> list[Listed]:
            shelf = held.shelves.get(workspace)
            if shelf is None:
                return []
            return shortlist(nearest(shelf, wanted, rows), wanted.rules)

        return await self._store.with_vectors(held.model, find)

    async def waiting(self, most: int, without: frozenset[int]) -> list[int]:
        """Return turns that have no vector, the newest of each workspace first."""
        held = self._held

        def find(_: ReadRows) -> list[int]:
            found: list[int] = []
            for shelf in held.shelves.values():
                lacking = shelf.waiting(most + len(without))
                found += [turn_id for turn_id in lacking if turn_id not in without]
            return found[:most]

        return await self._do(find)

    async def progress(self) -> Progress:
        """Return how far the vectors have come."""
        held = self._held

        def count(_: ReadRows) -> Progress:
            embedded = sum(shelf.embedded for shelf in held.shelves.values())
            turns = sum(shelf.count for shelf in held.shelves.values())
            return Progress(
                embedded=embedded,
                waiting=turns - embedded,
                stale=any(shelf.is_stale() for shelf in held.shelves.values()),
            )

        return await self._do(count)

    # Following the store -----------------------------------------------------------------------------

    async def add(self, turns: Sequence[Turn]) -> None:
        """Take in new turns of one workspace."""
        ids = np.array([turn.turn_id for turn in turns], np.int64)
        days = np.array([day_of(turn.at) for turn in turns], np.float32)
        pinned = np.array([turn.pinned for turn in turns], np.bool_)

        def change(held: Held) -> None:
            shelf = held.shelf(turns[0].workspace)
            new = shelf.places(ids) < 0
            shelf.add(ids[new], days[new], pinned[new])

        await self._change(change)

    async def put_vectors(
        self, ids: Sequence[int], slots: Sequence[int], rows: Halves
    ) -> None:
        """Give vectors to turns of any workspace."""
        turn_ids, places = np.array(ids, np.int64), np.array(slots, np.int64)

        def change(held: Held) -> None:
            for shelf in held.shelves.values():
                shelf.put_vectors(turn_ids, places, rows)

        await self._change(change)

    async def set_pinned(self, workspace: str, turn_id: int, *, pinned: bool) -> None:
        """Let a turn fade or not."""
        await self._change(
            lambda held: held.shelf(workspace).set_pinned(turn_id, pinned=pinned)
        )

    async def reword(self, workspace: str, turn_id: int) -> None:
        """Let a turn wait for a vector again."""
        await self._change(lambda held: held.shelf(workspace).reword(turn_id))

    async def remove(self, workspace: str, ids: Sequence[int]) -> None:
        """Forget turns."""
        await self._change(lambda held: held.shelf(workspace).remove(ids))

    async def _change(self, change: Change) -> None:
        if self._missed is not None:
            self._missed.append(change)
        held = self._held
        await self._do(lambda _: change(held))

    async def _do[T](self, work: Callable[[ReadRows], T]) -> T:
        return await self._store.with_vectors(None, work)

    async def _load_vectors(
        self, model: StoredModel, roll: Roll, held: Held
    ) -> list[int]:
        """Put the stored vectors on the shelves; return the marks of those whose turn is not there."""
        orphans: list[int] = []
        order = np.argsort(roll.marks)
        marks, ids = roll.marks[order], roll.turn_ids[order]
        after = 0
        while True:
            block = await self._store.vector_block(model, after, BLOCK)
            if not len(block.slots):
                break
            after = int(block.slots[-1])
            put = partial(_put_block, held, marks, ids, block)
            orphans += await self._do(put)
        for shelf in held.shelves.values():
            shelf.coded_at = shelf.embedded
        return orphans


def _put_turns(held: Held, roll: Roll, sample: Halves) -> None:
    """Put all turns on shelves, with room for their vectors."""
    for number, name in enumerate(roll.names):
        here = roll.workspaces == number
        if held.model is not None and np.count_nonzero(here) > MOST_WHOLE:
            total: Floats = sample.astype(np.float32).sum(axis=0)
            mean = total / np.float32(max(len(sample), 1))
            held.shelves[name] = Shelf(held.model.dimension, mean)
        held.shelf(name).add(roll.turn_ids[here], roll.days[here], roll.pinned[here])


def _put_block(
    held: Held, marks: Ids, ids: Ids, block: VectorBlock, _: ReadRows
) -> list[int]:
    """Put vectors on the shelves of their turns; return the marks that no turn has."""
    places = np.searchsorted(marks, block.marks)
    known = np.zeros(len(places), np.bool_)
    inside = places < len(marks)
    known[inside] = marks[places[inside]] == block.marks[inside]
    turn_ids = ids[places[known]]
    for shelf in held.shelves.values():
        shelf.put_vectors(turn_ids, block.slots[known], block.rows[known])
    orphans: list[int] = block.marks[~known].tolist()
    return orphans


def _redo(changes: Sequence[Change], held: Held) -> None:
    for change in changes:
        change(held)
