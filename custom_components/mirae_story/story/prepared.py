"""What stands on the shelf: nights that are prepared but not told, and the wishes for the nights to come."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from .model import Episode, HouseRules, StoryState
from .state import canonical_json, state_to_dict

_NOT_READ = ("revision", "title", "told_on", "told_count")
"""Fields of a state that no night is written from ..."""
_NOT_ASKED = ("nights_a_day", "day_starts_at")
"""... and of the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """One night ahead. It changes nothing until it is told."""

    story_id: str
    night: int
    key: str
    """What it was written from (`key_of`): it is stale as soon as that would be another one."""
    wish: str = ""
    prose: str
    written: str
    """What of the prose the model wrote: without a close made by code."""
    retellings: int = 0
    prose_s: float = 0.0
    writing: int = 1
    """How often this night was prepared."""
    prepared_at: datetime
    approved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Something a listener would like to hear of: material for one night."""

    wish_id: str
    text: str
    done: bool = False
    told_night: int | None = None
    """The night that told it."""


class Fallback(StrEnum):
    """What is told where nothing stands ready that may be told."""

    LOVED = "loved"
    """A night that was told before, once more."""
    LIVE = "live"
    """The next night, as fast as the model can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bedtime:
    """How tonight's night comes about."""

    live: bool = True
    """Whether the model keeps up with the voice, as far as anybody has measured."""
    approval: bool = False
    """Whether a person reads a night before it is told."""
    fallback: Fallback = Fallback.LOVED
    depth: int = 1
    """How many nights are prepared ahead."""
    made_with: str = ""
    """The model and its options, as one text: another one makes what is prepared stale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What a night is written from: the state when it begins, and the newest nights before it, oldest first."""

    base: StoryState
    episodes: Sequence[Episode]


def key_of(stage: Stage, rules: HouseRules, bedtime: Bedtime, wish: str) -> str:
    """Return a hash of all that a night is written from."""
    state = state_to_dict(stage.base)
    asked = asdict(rules)
    data = {
        "state": {key: state[key] for key in state if key not in _NOT_READ},
        "told": [[each.night, each.recap, each.prose] for each in stage.episodes],
        "rules": {key: asked[key] for key in asked if key not in _NOT_ASKED},
        "made_with": bedtime.made_with,
        "wish": wish,
    }
    return sha256(canonical_json(data).encode(errors="replace")).hexdigest()
