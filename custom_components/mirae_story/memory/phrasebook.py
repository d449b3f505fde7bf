"""The shape of how one language speaks of the memory."""

import re
from dataclasses import dataclass
from enum import StrEnum


class MemoryAskKind(StrEnum):
    """What somebody wants of the memory."""

    REMEMBER = "remember"
    FORGET_LAST = "forget_last"
    FORGET_ABOUT = "forget_about"
    FORGET_ALL = "forget_all"
    RECALL = "recall"


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrasebook:
    """How one language speaks of the memory. Each pattern fits a whole utterance."""

    patterns: tuple[tuple[MemoryAskKind, re.Pattern[str]], ...]
    """In the order in which they are tried; a group `about` holds what it is about, `asked` a polite question."""
    never: re.Pattern[str]
    """What looks alike and means something else."""
    everything: frozenset[str]
    """Topics that mean the speaker: then everything is meant."""
    may_ask: bool
    """Whether all that asks to remember may end with a question mark; if not, only what has the group `asked`."""
    yes: re.Pattern[str]
    no: re.Pattern[str]


def spoken(
    kind: MemoryAskKind, *patterns: str, before: str = "", after: str = ""
) -> tuple[tuple[MemoryAskKind, re.Pattern[str]], ...]:
    """Return the patterns, compiled, with the polite words that may stand around them."""
    return tuple(
        (kind, re.compile(f"{before}(?:{pattern}){after}", re.IGNORECASE))
        for pattern in patterns
    )
