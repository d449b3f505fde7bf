"""Finds which turns of a shelf can be among the best for a query.

Where signs are kept, a query is compared in three steps, each with fewer turns and more
exactly: its signs with those of all, itself with the signs of a thousand or so, and with
the stored vectors of the best hundred. What age and full text do to the score counts in
every step, so that what they favour is not lost in the first.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from .model import RecallRules
from .ports import Ids, ReadRows
from .scoring import (
    NAMED_TIME,
    NEIGHBOUR,
    Candidates,
    Floats,
    Spans,
    named_time,
    normalised_bm25,
    weights,
)
from .shelf import Shelf
from .vectors import NO_VECTOR, Places, Signs, best, floats, joined, peaks

REFINED_SHARE: Final = 250
"""Of so many turns one is compared by the query itself with its signs."""
FEWEST_REFINED: Final = 400
EXACT: Final = 40
"""Turns whose stored vectors are read."""
NEIGHBOURED: Final = 16
"""The best, whose neighbours are looked at too."""
EXTREMES: Final = 8
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
    """What makes a score of cosines."""

    shelf: Shelf
    wanted: Wanted
    weight: np.float32
    """What likeness weighs."""
    text: Floats
    """What full text adds, for every place."""
    named: Floats | None
    """The same for a time that the query names."""

    def scores(
        self, cosines: Floats, low: float, high: float, places: Places | slice
    ) -> Floats:
        """Return the scores of places; nan is the cosine of what has no vector."""
        weight = self.weight / max(high - low, 1e-9)
        total = cosines - np.float32(low)
        total *= np.float32(weight)
        np.fmax(total, 0, out=total)
        total += self.text[places]
        total *= self._fade(places)
        if self.named is not None:
            total += self.named[places]
        return total

    def _fade(self, places: Places | slice) -> Floats | np.float32:
        """Return what `scoring.faded` does, in as few steps as can be."""
        fading = self.wanted.rules.fading
        if fading.half_life_days is None:
            return np.float32(1)
        fade: Floats = self.shelf.days[places] - np.float32(self.wanted.today)
        fade *= np.float32(1 / fading.half_life_days)
        np.exp2(fade, out=fade)
        fade *= np.float32(1 - fading.floor)
        fade += np.float32(fading.floor)
        np.minimum(fade, 1, out=fade)
        fade[self.shelf.pinned[places]] = 1
        return fade


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Found:
    """Places of the shelf with their exact cosines, and the span of all."""

    places: Places
    cosines: Floats
    low: float = 0.0
    high: float = 0.0


def nearest(shelf: Shelf, wanted: Wanted, rows: ReadRows) -> Candidates:
    """Return every turn that can be among the best, with its exact cosine if it has a vector."""
    hits = shelf.places(wanted.text_ids)
    here = hits >= 0
    bm25 = np.zeros(shelf.count, np.float32)
    bm25[hits[here]] = wanted.bm25[here]
    for_vector, for_text = weights(wanted.rules, wanted.bm25, wanted.sought)
    weighing = _Weighing(
        shelf=shelf,
        wanted=wanted,
        weight=for_vector,
        text=_text(shelf, wanted, hits, for_text),
        named=_named(shelf, wanted),
    )
    surest = hits[here & (wanted.bm25 == wanted.bm25.max(initial=0))][:1]
    if wanted.vector is None or not shelf.embedded:
        found = _by_text(weighing)
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


def _text(shelf: Shelf, wanted: Wanted, hits: Places, weight: np.float32) -> Floats:
    """Return what full text adds to the score of every place."""
    text = np.zeros(shelf.count, np.float32)
    shares = normalised_bm25(wanted.bm25, wanted.sought)
    text[hits[hits >= 0]] = shares[hits >= 0] * weight
    return text


def _named(shelf: Shelf, wanted: Wanted) -> Floats | None:
    """Return what a named time adds, to scores that have no neighbour's part yet."""
    if not wanted.spans:
        return None
    ages = np.float32(wanted.today) - shelf.days[: shelf.count]
    return named_time(ages, wanted.spans) * np.float32(NAMED_TIME * (1 + NEIGHBOUR))


def _by_text(weighing: _Weighing) -> _Found:
    """Take all that full text or a named time speaks for."""
    gains = weighing.text if weighing.named is None else weighing.text + weighing.named
    places = np.flatnonzero(gains > 0)
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
    scores = weighing.scores(cosines, low, high, slice(shelf.count))
    places = _with_neighbours(shelf, scores, np.arange(shelf.count), surest)
    return _Found(places=places, cosines=cosines[places], low=low, high=high)


def _with_neighbours(
    shelf: Shelf, scores: Floats, places: Places, surest: Places
) -> Places:
    """Return the places with the best scores, the surest by text, and what was said around the very best."""
    ids = shelf.ids[places[best(scores, NEIGHBOURED)]]
    around = shelf.places(np.concatenate([ids - 1, ids + 1]))
    chosen = (places[best(scores, EXACT)], surest, around[around >= 0])
    return joined(*chosen)


def _by_signs(
    shelf: Shelf,
    signs: Signs,
    query: Floats,
    weighing: _Weighing,
    surest: Places,
    rows: ReadRows,
) -> _Found:
    """Compare in three steps, each with fewer turns and more exactly."""
    places, low = _by_signs_alone(shelf, signs, query, weighing)
    finer = signs.refine(query, places)
    scores = weighing.scores(finer, low, float(finer.max()), places)
    ends = places[_both_ends(finer)]
    places = joined(_with_neighbours(shelf, scores, places, surest), ends)
    cosines = np.full(len(places), np.nan, np.float32)
    slots = shelf.slots[places]
    stored = slots >= 0
    cosines[stored] = floats(rows(slots[stored])) @ query
    return _Found(
        places=places,
        cosines=cosines,
        low=float(np.nanmin(cosines)),
        high=float(np.nanmax(cosines)),
    )


def _by_signs_alone(
    shelf: Shelf, signs: Signs, query: Floats, weighing: _Weighing
) -> tuple[Places, float]:
    """Return the places that may have the best scores, the greatest or the least cosines; and about the least one."""
    count = shelf.count
    rough = signs.estimate(query, count)
    below = -rough
    if shelf.embedded < count:
        below[shelf.slots[:count] < 0] = -np.inf
    low, high = float(-below.max()), float(rough.max())
    refined = max(count // REFINED_SHARE, FEWEST_REFINED)
    chosen = (
        best(weighing.scores(rough, low, high, slice(count)), refined),
        peaks(rough, refined // 4),
        peaks(below, refined // 3),
    )
    return joined(*chosen), low


def _both_ends(cosines: Floats) -> Places:
    """Return the places of the greatest and of the least cosines of turns that have a vector."""
    below = np.where(cosines > NO_VECTOR / 2, -cosines, -np.inf)
    return joined(best(cosines, EXTREMES), best(below, EXTREMES))
