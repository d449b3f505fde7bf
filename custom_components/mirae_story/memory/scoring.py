"""Scores turns: (likeness in meaning + shared words) x what age left of it.

Cosines of one model lie between 0.0 and 0.4, of another between 0.79 and 0.86, and bm25
has no bound at all: added as they are, one of them decides alone. So each is brought to
0..1 for the query at hand: the cosine over the whole workspace, bm25 over its own best.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .model import Fading, RecallRules

SHORTLIST: Final = 20
"""How many of the best are looked at closely: for relevance, and for corrections."""

type Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Candidates:
    """Turns that may be meant, one a place of every array."""

    turn_ids: NDArray[np.int64]
    cosines: Floats
    """With the query; nan where a turn has no vector of the present model."""
    bm25: Floats
    """At least 0, the more the better (minus SQLite's value); 0 where no term occurs."""
    ages_days: Floats
    pinned: NDArray[np.bool_]
    cosine_low: float
    """The least and the greatest cosine of the query over the whole workspace."""
    cosine_high: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scored:
    """The scores of candidates, place by place, and their order."""

    score: Floats
    vector: Floats
    text: Floats
    fade: Floats
    order: NDArray[np.intp]
    """Places of the candidates, best first, the newer one first where they are equal."""


def score(candidates: Candidates, rules: RecallRules) -> Scored:
    """Return the scores, each part in 0..1."""
    vector = normalised_cosines(
        candidates.cosines, candidates.cosine_low, candidates.cosine_high
    )
    text = normalised_bm25(candidates.bm25)
    fade = faded(candidates.ages_days, candidates.pinned, rules.fading)
    total = (rules.vector_weight * vector + rules.text_weight * text) * fade
    order = np.lexsort((-candidates.turn_ids, candidates.ages_days, -total))
    return Scored(score=total, vector=vector, text=text, fade=fade, order=order)


def normalised_cosines(cosines: Floats, low: float, high: float) -> Floats:
    """Return the cosines within the span that the workspace has for this query, 0..1."""
    known = np.nan_to_num(cosines, nan=low)
    if high <= low:
        return np.zeros_like(known)
    return np.asarray(np.clip((known - low) / (high - low), 0, 1), np.float32)


def normalised_bm25(bm25: Floats) -> Floats:
    """Return the values as shares of the best, 0..1."""
    best = bm25.max(initial=0)
    if best <= 0:
        return np.zeros_like(bm25)
    return np.asarray(bm25 / best, np.float32)


def faded(ages_days: Floats, pinned: NDArray[np.bool_], fading: Fading) -> Floats:
    """Return what age left of each turn, floor..1."""
    if fading.half_life_days is None:
        return np.ones_like(ages_days)
    halved = np.exp2(-np.maximum(ages_days, 0) / fading.half_life_days)
    fade = fading.floor + (1 - fading.floor) * halved
    return np.asarray(np.where(pinned, 1, fade), np.float32)
