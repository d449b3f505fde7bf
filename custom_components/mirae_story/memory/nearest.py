"""Finds which turns of a shelf can be among the best for a query.

Where signs are kept, a query is compared in four steps, each with fewer turns and more
exactly: half of its signs with those of all, all of them with some thousands, itself with
the signs of some hundreds, and with the stored vectors of the best hundred. What age and full
text do to the score counts in every step, so that what they favour is not lost in the
first.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from .model import RecallRules
from .ports import Ids, ReadRows
from .scoring import (
    Candidates,
    Floats,
    Spans,
    named_time,
    normalised_bm25,
)
from .shelf import Shelf
from .vectors import NO_VECTOR, Places, Signs, best

ESTIMATED_SHARE: Final = 32
"""Of so many turns one is compared by all of its signs, ..."""
FEWEST_ESTIMATED: Final = 2_000
REFINED_SHARE: Final = 200
"""... and of so many one by the query itself with its signs."""
FEWEST_REFINED: Final = 500
EXACT: Final = 112
"""Turns whose stored vectors are read."""
NEIGHBOURED: Final = 24
"""The best, whose neighbours are looked at too."""
EXTREMES: Final = 16
"""Turns at either end of likeness that are read too, for the least and the greatest cosine."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Wanted:
    """What a query asks of a shelf."""

    vector: Floats | None
    """None: full text alone."""
    today: float
    rules: RecallRules
    text_ids: Ids
    """The turns that the full text found."""
    bm25: Floats
    sought: float = 0.0
    """What all terms of the query weigh together."""
    spans: Spans = ()
    """Times that the query names."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Weighing:
    """What makes a score of cosines, for every place of the shelf."""

    weight: float
    text: Floats
    fade: Floats

    def scores(
        self, cosines: Floats, low: float, high: float, places: Places | None = None
    ) -> Floats:
        """Return the scores of all places, or of some; nan is the cosine of what has no vector."""
        total = (cosines - np.float32(low)) * np.float32(
            self.weight / max(high - low, 1e-9)
        )
        np.fmax(total, 0, out=total)
        total += self.text if places is None else self.text[places]
        total *= self.fade if places is None else self.fade[places]
        return total


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Found:
    """Places of the shelf with their exact cosines, and the span of all."""

    places: Places
    cosines: Floats
    low: float = 0.0
    high: float = 0.0


def nearest(shelf: Shelf, wanted: Wanted, rows: ReadRows) -> Candidates:
    """Return every turn that can be among the best, with its exact cosine if it has a vector."""
    count = shelf.count
    bm25 = np.zeros(count, np.float32)
    hits = shelf.places(wanted.text_ids)
    bm25[hits[hits >= 0]] = wanted.bm25[hits >= 0]
    weighing = _Weighing(
        weight=wanted.rules.vector_weight,
        text=normalised_bm25(bm25, wanted.sought)
        * np.float32(wanted.rules.text_weight),
        fade=_fade(shelf, wanted),
    )
    surest = np.flatnonzero(bm25 == bm25.max(initial=1e-9))[:1]
    if wanted.spans:
        ages = np.float32(wanted.today) - shelf.days[:count]
        weighing.text[:] += named_time(ages, wanted.spans)
    if wanted.vector is None or not shelf.embedded():
        found = _by_text(weighing.text)
    elif shelf.signs is None:
        found = _by_vectors(shelf, wanted.vector, weighing, surest)
    else:
        found = _by_signs(shelf, shelf.signs, wanted.vector, weighing, surest, rows)
    return Candidates(
        turn_ids=shelf.ids[found.places],
        cosines=found.cosines,
        bm25=bm25[found.places],
        ages_days=np.float32(wanted.today) - shelf.days[found.places],
        pinned=shelf.pinned[found.places],
        cosine_low=found.low,
        cosine_high=found.high,
        sought=wanted.sought,
        spans=wanted.spans,
    )


def _fade(shelf: Shelf, wanted: Wanted) -> Floats:
    """Return what `scoring.faded` does for all turns, in as few steps as can be."""
    fading = wanted.rules.fading
    if fading.half_life_days is None:
        return np.ones(shelf.count, np.float32)
    fade = shelf.days[: shelf.count] - np.float32(wanted.today)
    fade *= np.float32(1 / fading.half_life_days)
    np.exp2(fade, out=fade)
    fade *= np.float32(1 - fading.floor)
    fade += np.float32(fading.floor)
    np.minimum(fade, 1, out=fade)
    fade[shelf.pinned[: shelf.count]] = 1
    return fade


def _by_text(bm25: Floats) -> _Found:
    places = np.flatnonzero(bm25)
    unknown = np.full(len(places), np.nan, np.float32)
    return _Found(places=places, cosines=unknown)


def _by_vectors(
    shelf: Shelf, query: Floats, weighing: _Weighing, surest: Places
) -> _Found:
    """Compare with every vector."""
    whole = np.asarray(shelf.whole)[: shelf.count]
    embedded = shelf.slots[: shelf.count] >= 0
    cosines = np.where(embedded, whole @ query, np.float32(np.nan))
    low, high = float(np.nanmin(cosines)), float(np.nanmax(cosines))
    scores = weighing.scores(cosines, low, high)
    places = _with_neighbours(shelf, scores, np.arange(shelf.count), surest)
    return _Found(places=places, cosines=cosines[places], low=low, high=high)


def _with_neighbours(
    shelf: Shelf, scores: Floats, places: Places, surest: Places
) -> Places:
    """Return the places with the best scores, the surest by text, and what was said around the very best."""
    ids = shelf.ids[places[best(scores, NEIGHBOURED)]]
    around = shelf.places(np.concatenate([ids - 1, ids + 1]))
    chosen = (places[best(scores, EXACT)], surest, around[around >= 0])
    return np.unique(np.concatenate(chosen))


def _by_signs(
    shelf: Shelf,
    signs: Signs,
    query: Floats,
    weighing: _Weighing,
    surest: Places,
    rows: ReadRows,
) -> _Found:
    """Compare in four steps, each with fewer turns and more exactly."""
    count = shelf.count
    slots = shelf.slots[:count]
    rough = signs.roughly(query, count)
    below = -rough
    if shelf.embedded() < count:
        below[slots < 0] = -np.inf
    low, high = float(-below.max()), float(rough.max())
    few = np.zeros(count, np.bool_)
    scores = weighing.scores(rough, low, high)
    few[best(scores, max(count // ESTIMATED_SHARE, FEWEST_ESTIMATED))] = True
    few[best(rough, FEWEST_REFINED)] = True
    few[best(below, FEWEST_REFINED // 2)] = True
    places = np.flatnonzero(few)

    closer = signs.estimate(query, places)
    low, high = float(closer[slots[places] >= 0].min()), float(closer.max())
    scores = weighing.scores(closer, low, high, places)
    kept = best(scores, max(count // REFINED_SHARE, FEWEST_REFINED))
    kept = np.union1d(kept, _both_ends(closer, 4 * EXTREMES))
    places = places[kept]

    finer = signs.refine(query, places)
    high = float(finer.max())
    scores = weighing.scores(finer, low, high, places)
    ends = places[_both_ends(finer, EXTREMES)]
    places = np.union1d(_with_neighbours(shelf, scores, places, surest), ends)

    cosines = np.full(len(places), np.nan, np.float32)
    stored = slots[places] >= 0
    cosines[stored] = rows(slots[places[stored]]).astype(np.float32) @ query
    return _Found(
        places=places,
        cosines=cosines,
        low=float(np.nanmin(cosines)),
        high=float(np.nanmax(cosines)),
    )


def _both_ends(cosines: Floats, count: int) -> Places:
    """Return the places of the greatest and of the least cosines of turns that have a vector."""
    below = np.where(cosines > NO_VECTOR / 2, -cosines, -np.inf)
    return np.union1d(best(cosines, count), best(below, count))
