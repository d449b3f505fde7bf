"""What is in memory of the turns of one workspace: when they were said, and their vectors.

Up to a few thousand vectors are kept whole. Above that only their signs are; the vectors
themselves stay in the store, in slots.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .ports import Halves, Ids, Vectors
from .scoring import Floats
from .vectors import Places, Signs, floats

MOST_WHOLE: Final = 5_000
"""Turns of a workspace whose vectors are kept whole."""
MEAN_OF: Final = 1_000
"""Vectors whose mean holds for twice as many."""
_FIRST_ROOM: Final = 64
_NO_SLOT: Final = -1


class Shelf:
    """The turns of a workspace, one a place, in no order. Used in one thread at a time."""

    def __init__(self, dimension: int = 0, mean: Floats | None = None) -> None:
        """Begin empty. `dimension` 0: without vectors; `mean`: theirs, if so many are to come that signs are kept."""
        self.count = 0
        self.embedded = 0
        """How many turns have a vector."""
        self.coded_at = 0
        """How many vectors the mean was taken of."""
        self.ids: Ids = np.empty(0, np.int64)
        self.days: Floats = np.empty(0, np.float32)
        self.pinned: NDArray[np.bool_] = np.empty(0, np.bool_)
        self.slots: Ids = np.empty(0, np.int64)
        """Where the store keeps a turn's vector; below 0 if it has none."""
        self.whole: Vectors | None = None
        self.signs: Signs | None = None
        self._place_of = np.empty(0, np.int32)
        if mean is not None:
            self.signs = Signs(mean)
        elif dimension:
            self.whole = np.empty((0, dimension), np.float32)

    def places(self, ids: Ids) -> Places:
        """Return where turns are; below 0 for those that are not here."""
        inside = (ids >= 0) & (ids < len(self._place_of))
        found = np.full(len(ids), -1, np.intp)
        found[inside] = self._place_of[ids[inside]]
        return found

    def add(self, ids: Ids, days: Floats, pinned: NDArray[np.bool_]) -> None:
        """Take in turns that are not here yet."""
        first, self.count = self.count, self.count + len(ids)
        self._make_room(int(ids.max(initial=-1)) + 1)
        place = slice(first, self.count)
        self.ids[place], self.days[place], self.pinned[place] = ids, days, pinned
        self.slots[place] = _NO_SLOT
        self._place_of[ids] = np.arange(first, self.count)

    def put_vectors(self, ids: Ids, slots: Ids, rows: Halves) -> None:
        """Give vectors to turns that have none; those that are not here are passed over."""
        places = self.places(ids)
        here = places >= 0
        places, vectors = places[here], floats(rows[here])
        self.embedded += int(np.count_nonzero(self.slots[places] < 0))
        self.slots[places] = slots[here]
        if self.signs is not None:
            self.signs.put(places, vectors)
        elif self.whole is not None:
            self.whole[places] = vectors

    def remove(self, ids: Sequence[int]) -> None:
        """Forget turns; those that are not here are passed over."""
        for turn_id in ids:
            (place,) = self.places(np.array([turn_id]))
            if place >= 0:
                self._place_of[turn_id] = -1
                self.embedded -= int(self.slots[place] >= 0)
                self.count -= 1
                self._move(self.count, int(place))

    def set_pinned(self, turn_id: int, *, pinned: bool) -> None:
        """Let a turn fade or not."""
        self.pinned[self.places(np.array([turn_id]))] = pinned

    def reword(self, turn_id: int) -> None:
        """Let a turn have no vector, since it says something else now."""
        (place,) = self.places(np.array([turn_id]))
        if place >= 0:
            one = slice(place, place + 1)
            day, pinned = self.days[one].copy(), self.pinned[one].copy()
            self.remove([turn_id])
            self.add(np.array([turn_id]), day, pinned)

    def waiting(self, most: int) -> list[int]:
        """Return turns without a vector, the highest ids first."""
        lacking = self.ids[: self.count][self.slots[: self.count] < 0]
        newest: list[int] = np.sort(lacking)[::-1][:most].tolist()
        return newest

    def is_stale(self) -> bool:
        """Tell whether so many vectors came since the mean was taken that it should be taken anew."""
        known = max(self.coded_at, MEAN_OF)
        return self.signs is not None and self.embedded > 2 * known

    def _keep_signs(self, whole: Vectors) -> None:
        """Take the mean of the vectors, and keep their signs alone."""
        places = np.flatnonzero(self.slots >= 0)
        vectors = whole[places]
        self.signs = Signs(vectors.sum(axis=0) / max(len(vectors), 1))
        self.signs.make_room(len(self.ids))
        self.signs.put(places, vectors)
        self.whole, self.coded_at = None, len(vectors)

    def _move(self, source: int, target: int) -> None:
        """Let the last turn take a place that is free, and leave nothing in its own."""
        if source != target:
            self._place_of[self.ids[source]] = target
        for column in (self.ids, self.days, self.pinned, self.slots):
            column[target] = column[source]
        self.slots[source] = _NO_SLOT
        if self.whole is not None:
            self.whole[target] = self.whole[source]
            self.whole[source] = 0
        if self.signs is not None:
            self.signs.move(source, target)

    def _make_room(self, ids: int) -> None:
        if ids > len(self._place_of):
            more = max(ids * 17 // 16, _FIRST_ROOM) - len(self._place_of)
            self._place_of = np.pad(self._place_of, (0, more), constant_values=-1)
        if self.count <= len(self.ids):
            return
        if self.whole is not None and self.count > MOST_WHOLE:
            self._keep_signs(self.whole)
        more = max(self.count * 17 // 16, _FIRST_ROOM) - len(self.ids)
        self.ids = np.pad(self.ids, (0, more))
        self.days = np.pad(self.days, (0, more))
        self.pinned = np.pad(self.pinned, (0, more))
        self.slots = np.pad(self.slots, (0, more), constant_values=_NO_SLOT)
        if self.whole is not None:
            self.whole = np.pad(self.whole, ((0, more), (0, 0)))
        if self.signs is not None:
            self.signs.make_room(len(self.ids))
