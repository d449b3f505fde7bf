"""What the memory holds and what it finds."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

DEFAULT_HALF_LIFE_DAYS = 30.0
DEFAULT_FLOOR = 0.85
DEFAULT_LIMIT = 5
_FIRST_DAY: Final = datetime(2020, 1, 1, tzinfo=UTC).timestamp()
_DAY_S: Final = 86_400


def day_of(at: datetime) -> float:
    """Return a time as days: so few that a small float tells half minutes apart."""
    return (at.timestamp() - _FIRST_DAY) / _DAY_S


def days_of(timestamps: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return times, in seconds since 1970, as such days."""
    return ((timestamps - _FIRST_DAY) / _DAY_S).astype(np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One question and its answer: the unit of memory."""

    turn_id: int = 0
    """Given by the store; 0 before."""
    workspace: str
    question: str
    answer: str
    at: datetime
    """When it was said, with its zone."""
    speaker: str | None = None
    """Who spoke, or the satellite that heard it, if known."""
    pinned: bool = False
    """A pinned turn does not fade."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fading:
    """How the score of a turn falls with its age: floor + (1 - floor) x 0.5^(age / half-life).

    Fading ranks, it never deletes. The default floor was measured: a bare half-life of 30 days loses more than half
    of the old facts, a floor of 0.7 still a twentieth, this one a fiftieth (docs/benchmarks.md).
    """

    half_life_days: float | None = DEFAULT_HALF_LIFE_DAYS
    """None: nothing fades."""
    floor: float = DEFAULT_FLOOR
    """0 is the pure formula, 1 no fading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRules:
    """What a recall weighs and how much it brings."""

    fading: Fading = field(default_factory=Fading)
    vector_weight: float = 0.5
    text_weight: float = 0.5
    limit: int = DEFAULT_LIMIT
    gated: bool = True
    """Whether turns that have nothing to do with the query are left out, however few remain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A turn that was found, with why."""

    turn: Turn
    score: float
    """(vector_weight x vector + text_weight x text) x fade, 0..1."""
    vector: float
    """Likeness in meaning, normalised to 0..1; 0 where there is no vector."""
    text: float
    """Shared words, normalised to 0..1."""
    fade: float
    """What age left of it, floor..1; 1 for a pinned turn."""
    superseded_by: int | None = None
    """The newer turn among those found that corrects this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingStatus:
    """How far the vectors of the present embedding model have come."""

    model: str | None
    """None: full text alone."""
    embedded: int
    waiting: int
    trouble: str | None = None
    """The translation key of what keeps the embedder from working just now."""
