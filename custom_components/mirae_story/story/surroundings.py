"""What a story lives by, and what it lets the home know."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .model import Language
from .notetaker import RETRY_AFTER_S
from .ports import (
    Journal,
    JsonRepair,
    Now,
    SentenceCutter,
    ShelfStore,
    Spawn,
    StateStore,
)


class Happening(StrEnum):
    """What can happen to a story; each becomes an event of Home Assistant."""

    NIGHT_TOLD = "night_told"
    NIGHT_NOTED = "night_noted"
    NOTES_LATE = "notes_late"
    NIGHT_FAILED = "night_failed"
    DECISION_NEEDED = "decision_needed"
    NIGHT_UNDONE = "night_undone"
    DECIDED = "decided"
    EDITED = "edited"
    TOO_SCARY = "too_scary"
    TONIGHT_READY = "tonight_ready"
    """A prepared night that may be told stands on the shelf."""
    APPROVAL_NEEDED = "approval_needed"
    """A prepared night waits until a person has read it."""
    SHELF_CHANGED = "shelf_changed"
    """Something else about the shelf or the wishes changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The ports that a story lives by."""

    journal: Journal
    states: StateStore
    cutter: Callable[[Language], SentenceCutter]
    repair: JsonRepair
    now: Now
    spawn: Spawn
    notify: Callable[[Happening, int], None]
    shelf: ShelfStore | None = None
    """Where nights are prepared ahead; without it every night is told live."""
    retry_after_s: Sequence[float] = RETRY_AFTER_S
