"""Scores turns: (likeness in meaning + shared words) x what age left of it.

Cosines of one model lie between 0.0 and 0.4, of another between 0.79 and 0.86, and bm25
has no bound at all: added as they are, one of them decides alone. So each is brought to
0..1 for the query at hand: the cosine over the whole workspace, bm25 over its own best.
Where even the best turn has few of the query's words, they count less.

What was said right before and after belongs to a turn, and so does its time: a turn gains
by good neighbours, and by having been said when the question says.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .model import Fading, RecallRules

SHORTLIST: Final = 24
"""How many of the best are looked at closely: for what they do, relevance, corrections."""
NEIGHBOUR: Final = 0.3
"""The part of its better neighbour's score that a turn gets."""
NEIGHBOUR_DAYS: Final = 10 / (24 * 60)
"""Turns that follow each other within ten minutes are of one conversation."""
NAMED_TIME: Final = 0.3
"""What a turn gains by having been said on a day that the question names."""
_WEEK: Final = 7.5
_SURE: Final = 0.45
"""Share of the same from which on shared words count more than likeness, and how much more for each share."""
_SURER: Final = 1.2
_COVERED: Final = 0.45
"""Share of the weight of a query's terms from which on shared words count fully.

Below it they count by the square: a chance word of a long question says next to nothing.
"""
type Floats = NDArray[np.float32]
type Spans = tuple[tuple[float, float], ...]
"""Times that a question names, as ages in days: the younger end first."""


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
    sought: float = 0.0
    """What all terms of the query weigh together (`text.term_weights`)."""
    spans: Spans = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scored:
    """The scores of candidates, place by place, and their order."""

    score: Floats
    vector: Floats
    text: Floats
    fade: Floats
    timely: Floats
    """What turns gained by their time, 0..1."""
    order: NDArray[np.intp]
    """Places of the candidates, best first, the newer one first where they are equal."""


def score(candidates: Candidates, rules: RecallRules) -> Scored:
    """Return the scores, each part in 0..1."""
    vector = normalised_cosines(
        candidates.cosines, candidates.cosine_low, candidates.cosine_high
    )
    text = normalised_bm25(candidates.bm25, candidates.sought)
    ages = candidates.ages_days
    fade = faded(ages, candidates.pinned, rules.fading)
    for_vector, for_text = weights(rules, candidates.bm25, candidates.sought)
    total = (for_vector * vector + for_text * text) * fade
    total += NEIGHBOUR * best_neighbours(total, candidates.turn_ids, ages)
    total /= 1 + NEIGHBOUR
    timely = named_time(ages, candidates.spans)
    total += NAMED_TIME * timely
    order = np.lexsort((-candidates.turn_ids, ages, -total))
    return Scored(
        score=total, vector=vector, text=text, fade=fade, timely=timely, order=order
    )


def weights(
    rules: RecallRules, bm25: Floats, sought: float
) -> tuple[np.float32, np.float32]:
    """Return what likeness and shared words weigh for a query, together as much as the rules say.

    A turn that has nearly all of what is sought is hardly there by chance.
    """
    likeness, words = rules.vector_weight, rules.text_weight
    share = float(bm25.max(initial=0)) / sought if sought > 0 else 0.0
    surer = words * (1 + _SURER * max(share - _SURE, 0.0))
    whole = (likeness + words) / max(likeness + surer, 1e-9)
    return np.float32(likeness * whole), np.float32(surer * whole)


def normalised_cosines(cosines: Floats, low: float, high: float) -> Floats:
    """Return the cosines within the span that the workspace has for this query, 0..1."""
    known = np.nan_to_num(cosines, nan=low)
    if high <= low:
        return np.zeros_like(known)
    return np.asarray(np.clip((known - low) / (high - low), 0, 1), np.float32)


def normalised_bm25(bm25: Floats, sought: float = 0.0) -> Floats:
    """Return the values as shares of the best, less where even that has little of what is sought, 0..1."""
    best = float(bm25.max(initial=0))
    if best <= 0:
        return np.zeros_like(bm25)
    covered = min(best / (_COVERED * sought), 1.0) if sought > 0 else 1.0
    return np.asarray(bm25 / best * covered**2, np.float32)


def faded(ages_days: Floats, pinned: NDArray[np.bool_], fading: Fading) -> Floats:
    """Return what age left of each turn, floor..1."""
    if fading.half_life_days is None:
        return np.ones_like(ages_days)
    halved = np.exp2(-np.maximum(ages_days, 0) / fading.half_life_days)
    fade = fading.floor + (1 - fading.floor) * halved
    return np.asarray(np.where(pinned, 1, fade), np.float32)


def best_neighbours(
    total: Floats, turn_ids: NDArray[np.int64], ages_days: Floats
) -> Floats:
    """Return for each turn the score of the better one of those right before and after it.

    Another conversation's turns are no neighbours, and neither are turns that are no
    candidates.
    """
    found = np.zeros_like(total)
    order = np.argsort(turn_ids)
    before, after = order[:-1], order[1:]
    near = np.abs(ages_days[before] - ages_days[after]) <= NEIGHBOUR_DAYS
    before, after = before[near], after[near]
    found[after] = total[before]
    found[before] = np.maximum(found[before], total[after])
    return found


def named_time(ages_days: Floats, spans: Spans) -> Floats:
    """Return how much turns gain by their time, 0..1: less for a week than for a day, least for a month."""
    gain = np.zeros_like(ages_days)
    for young, old in spans:
        length = old - young
        part = 1.0 if length <= 2 else 2 / 3 if length <= _WEEK else 1 / 3  # noqa: PLR2004 - days
        inside = (ages_days >= young) & (ages_days < old)
        gain = np.where(inside, np.maximum(gain, part), gain)
    return np.asarray(gain, np.float32)
