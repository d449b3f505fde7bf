"""Finds which turns of a shelf can be among the best for a query.

Where signs are kept, a query is compared in three steps, each with fewer turns and more
exactly: its signs with those of all, itself with the signs of a thousand, and with the
stored vectors of the best two hundred. What age and full text do to the score counts in
every step, so that what they favour is not lost in the first.
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
    faded,
    named_time,
    normalised_bm25,
)
from .shelf import Shelf
from .vectors import Places, Signs, best

FEWEST_REFINED: Final = 800
MOST_REFINED: Final = 4_000
REFINED_SHARE: Final = 100
"""Of so many turns one is compared by the query itself with its signs."""
EXACT: Final = 224
"""Turns whose stored vectors are read."""
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
    ages = wanted.today - shelf.days[:count]
    pinned = shelf.pinned[:count]
    weighing = _Weighing(
        weight=wanted.rules.vector_weight,
        text=normalised_bm25(bm25) * np.float32(wanted.rules.text_weight),
        fade=faded(ages, pinned, wanted.rules.fading),
    )
    if wanted.spans:
        weighing.text[:] += named_time(ages, wanted.spans)
    if wanted.vector is None or not shelf.embedded():
        found = _by_text(weighing.text)
    elif shelf.signs is None:
        found = _by_vectors(shelf, wanted.vector, weighing)
    else:
        found = _by_signs(shelf, shelf.signs, wanted.vector, weighing, rows)
    return Candidates(
        turn_ids=shelf.ids[found.places],
        cosines=found.cosines,
        bm25=bm25[found.places],
        ages_days=ages[found.places],
        pinned=pinned[found.places],
        cosine_low=found.low,
        cosine_high=found.high,
        sought=wanted.sought,
        spans=wanted.spans,
    )


def _by_text(bm25: Floats) -> _Found:
    places = np.flatnonzero(bm25)
    unknown = np.full(len(places), np.nan, np.float32)
    return _Found(places=places, cosines=unknown)


def _by_vectors(shelf: Shelf, query: Floats, weighing: _Weighing) -> _Found:
    """Compare with every vector."""
    whole = np.asarray(shelf.whole)[: shelf.count]
    cosines = np.where(shelf.slots[: shelf.count] >= 0, whole @ query, np.nan)
    low, high = float(np.nanmin(cosines)), float(np.nanmax(cosines))
    places = best(weighing.scores(cosines, low, high), EXACT)
    places = np.union1d(places, best(weighing.text, 1))
    return _Found(places=places, cosines=cosines[places], low=low, high=high)


def _by_signs(
    shelf: Shelf, signs: Signs, query: Floats, weighing: _Weighing, rows: ReadRows
) -> _Found:
    """Compare in three steps, each with fewer turns and more exactly."""
    slots = shelf.slots[: shelf.count]
    rough = signs.estimate(query, shelf.count)
    reversed_ = np.where(slots >= 0, -rough, -np.inf)
    bottom = best(reversed_, EXTREMES)
    low, high = float(-reversed_[bottom].max()), float(rough.max())
    refined = np.clip(shelf.count // REFINED_SHARE, FEWEST_REFINED, MOST_REFINED)
    places = np.union1d(
        best(weighing.scores(rough, low, high), int(refined)),
        best(rough, 4 * EXTREMES),
    )
    finer = signs.refine(query, places)
    high = float(finer.max())
    places = np.unique(
        np.concatenate(
            [
                places[best(weighing.scores(finer, low, high, places), EXACT)],
                places[best(finer, EXTREMES)],
                best(weighing.text, 1),
                bottom,
            ]
        )
    )
    cosines = np.full(len(places), np.nan, np.float32)
    stored = slots[places] >= 0
    cosines[stored] = rows(slots[places[stored]]).astype(np.float32) @ query
    return _Found(
        places=places,
        cosines=cosines,
        low=float(np.nanmin(cosines)),
        high=float(np.nanmax(cosines)),
    )
