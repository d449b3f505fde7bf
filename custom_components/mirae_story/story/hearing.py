"""The shape of what is listened for in one language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .spoken import Sentences

type Patterns = tuple[re.Pattern[str], ...]
"""Patterns that each fit a whole utterance, without punctuation."""


class AskKind(StrEnum):
    """What somebody wants of the story."""

    CONTINUE = "continue"
    ONE_MORE = "one_more"
    TELL_AGAIN = "tell_again"
    NEW_STORY = "new_story"
    STOP = "stop"
    WHO = "who"
    RECAP_LAST = "recap_last"
    RECAP_ALL = "recap_all"
    IS_WITH = "is_with"
    YES = "yes"
    NO = "no"
    GOOD_NIGHT = "good_night"
    TOO_SCARY = "too_scary"
    DECIDE = "decide"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """How one language is understood."""

    spoken: tuple[Sentences, ...]
    """What names the story, in the order in which it is tried: as for everybody else in the house."""
    last_time: re.Pattern[str]
    """What says that the last night is to be told of, and not all of the story."""
    marks: re.Pattern[str]
    """What is taken out before anything is compared ..."""
    gap: str
    """... and what takes its place."""
    before: re.Pattern[str]
    after: re.Pattern[str]
    """Polite words around a request."""
    plain: Mapping[AskKind, Patterns]
    """In the order in which they are tried."""
    is_with: Patterns
    """With a group `name`."""
    owned: Patterns
    """Asks for the rest of `name`: the story's title, or somebody in it."""
    wishes: Patterns
    """Asks to go on, with a group `wish`."""


def whole(*patterns: str, tail: str = "") -> Patterns:
    """Return the patterns, compiled; each may be followed by `tail`."""
    return tuple(
        re.compile(f"(?:{pattern}){tail}", re.IGNORECASE) for pattern in patterns
    )
