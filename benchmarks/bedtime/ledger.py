"""The bench's own book on a story: it finds every state that no model may bring about.

It knows nothing of the product's checks, and compares each state with what was true before.
"""

import unicodedata
from collections import Counter
from dataclasses import dataclass, field

from custom_components.mirae_story.story.model import (
    Change,
    Character,
    HouseRules,
    Status,
    StoryState,
)

_LONGEST_NAME = 30


@dataclass(slots=True)
class Ledger:
    """What must stay true from one state of a story to the next, and how often it did not."""

    state: StoryState
    rules: HouseRules
    violations: Counter[str] = field(default_factory=Counter)

    def follow(self, after: StoryState) -> None:
        """Compare a night's last state with the one before; count what is wrong."""
        before, self.state = self.state, after
        self.violations.update(_wrong_in_story(before, after))
        self.violations.update(_wrong_in_cast(before, after, self.rules))

    def accept(self, state: StoryState) -> None:
        """Take a state that a person made as it is."""
        self.state = state


def _wrong_in_story(before: StoryState, after: StoryState) -> list[str]:
    wrong = []
    if after.night != before.night + 1:
        wrong.append("night_gap")
    wrong += [
        "reference_changed"
        for part in ("language", "genre", "premise", "audience_age")
        if getattr(before.reference, part) != getattr(after.reference, part)
    ]
    if (before.story_id, before.title) != (after.story_id, after.title):
        wrong.append("reference_changed")
    return wrong


def _wrong_in_cast(
    before: StoryState, after: StoryState, rules: HouseRules
) -> list[str]:
    wrong = []
    heroes = [m for m in after.cast.members if m.protagonist]
    if heroes != [m for m in before.cast.members if m.protagonist]:
        wrong.append("protagonist_changed")
    now = {member.name: member for member in after.cast.members}
    for member in before.cast.members:
        if not member.protagonist:
            wrong += _wrong_about(member, now.get(member.name))
    keys = [_key(n) for m in after.cast.members for n in (m.name, *m.aliases)]
    if len(set(keys)) != len(keys):
        wrong.append("duplicate_names")
    known = {member.name for member in before.cast.members}
    for member in after.cast.members:
        if member.name not in known and not _is_name(member.name):
            wrong.append("no_name")
    active = [m for m in after.cast.members if m.status is Status.ACTIVE]
    if len(active) > rules.max_active:
        wrong.append("cap_exceeded")
    return wrong


def _wrong_about(before: Character, after: Character | None) -> list[str]:
    if after is None:
        return ["member_lost"]
    wrong = []
    if before.role != after.role or before.aliases != after.aliases:
        wrong.append("role_changed")
    if before.status is Status.DEAD:
        if after.status is not Status.DEAD:
            wrong.append("dead_revived")
        elif after.since != before.since:
            wrong.append("death_moved")
    waits = before.pending in {Change.LEFT, Change.DIED}
    if waits and (after.pending, after.status) != (before.pending, before.status):
        wrong.append("decided_without_person")
    return wrong


def _key(name: str) -> str:
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def _is_name(name: str) -> bool:
    shown = name.strip() and name.isprintable() and not set("{}<>") & set(name)
    return bool(shown) and len(name) <= _LONGEST_NAME
