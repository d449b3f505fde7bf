"""What is true of every state, and of every step from one state to the next that no person made.

Whatever a model says, a state that breaks these rules is never journaled, saved or resumed. Flaws are named, and
the place is told as a path with positions, so that neither a log nor a message holds a name or story text.
"""

import re
import unicodedata
from collections import Counter
from enum import StrEnum
from typing import Never

from .errors import InvalidStateError
from .model import Cast, Change, Character, Reference, Status, StoryState
from .names import fold, names_of

MAX_NAME = 30
MAX_LINE = 500
"""Characters of a title, a genre or a role."""
MAX_TEXT = 20_000
"""Characters of a premise, a summary or a situation."""
MAX_ALIASES = 50
MAX_MEMBERS = 5_000
MAX_COUNT = 1_000_000
MAX_AGE = 120

_STORY_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_LINE_BREAKS = frozenset({"Cc", "Zl", "Zp"})


class Flaw(StrEnum):
    """What can be wrong with a state, or with a step from one to the next."""

    NOT_AN_OBJECT = "not_an_object"
    NOT_A_LIST = "not_a_list"
    MISSING_FIELD = "missing_field"
    UNKNOWN_FIELD = "unknown_field"
    WRONG_TYPE = "wrong_type"
    UNKNOWN_VALUE = "unknown_value"
    BLANK = "blank"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"
    NOT_ONE_LINE = "not_one_line"
    BROKEN_TEXT = "broken_text"
    """A lone surrogate: it cannot be written as UTF-8."""
    OUT_OF_RANGE = "out_of_range"
    BAD_ID = "bad_id"
    NO_PROTAGONIST = "no_protagonist"
    TWO_PROTAGONISTS = "two_protagonists"
    PROTAGONIST_NOT_ACTIVE = "protagonist_not_active"
    PROTAGONIST_PENDING = "protagonist_pending"
    DUPLICATE_NAME = "duplicate_name"
    JOINED_AFTER_CHANGE = "joined_after_change"
    CHANGED_AFTER_TONIGHT = "changed_after_tonight"
    PENDING_NOT_POSSIBLE = "pending_not_possible"
    SITUATION_AFTER_TONIGHT = "situation_after_tonight"
    TOLD_WITHOUT_EVENING = "told_without_evening"
    OTHER_STORY = "other_story"
    REVISION_SKIPPED = "revision_skipped"
    NIGHT_SKIPPED = "night_skipped"
    REFERENCE_CHANGED = "reference_changed"
    MEMBER_LOST = "member_lost"
    MEMBER_CHANGED = "member_changed"
    PROTAGONIST_REPLACED = "protagonist_replaced"
    DEAD_IS_FINAL = "dead_is_final"


def refuse(flaw: Flaw, where: str) -> Never:
    """Raise InvalidStateError that names the flaw and the place."""
    message = f"{flaw} at {where}"
    raise InvalidStateError(message, reason=flaw.value, where=where)


def check_state(state: StoryState) -> None:
    """Raise InvalidStateError (placeholders `reason`, a Flaw, and `where`) if the state breaks a rule."""
    if not _STORY_ID.fullmatch(state.story_id):
        refuse(Flaw.BAD_ID, "story_id")
    _check_line(state.title, MAX_LINE, "title")
    _check_count(state.revision, "revision", least=1)
    _check_count(state.night, "night")
    _check_count(state.told_count, "told_count")
    _check_count(state.gentle_until, "gentle_until")
    if state.told_count and state.told_on is None:
        refuse(Flaw.TOLD_WITHOUT_EVENING, "told_on")
    _check_reference(state.reference)
    _check_text(state.situation.text, "situation.text")
    _check_count(state.situation.night, "situation.night")
    if state.situation.night > state.night:
        refuse(Flaw.SITUATION_AFTER_TONIGHT, "situation.night")
    _check_cast(state.cast, state.night)


def check_step(before: StoryState, after: StoryState) -> None:
    """Raise InvalidStateError if a step changes what only a person may change, or leads to an invalid state."""
    check_state(after)
    if (after.story_id, after.title) != (before.story_id, before.title):
        refuse(Flaw.OTHER_STORY, "story_id")
    if after.revision != before.revision + 1:
        refuse(Flaw.REVISION_SKIPPED, "revision")
    if after.night not in {before.night, before.night + 1}:
        refuse(Flaw.NIGHT_SKIPPED, "night")
    _check_reference_kept(before.reference, after.reference)
    if after.cast.protagonist.name != before.cast.protagonist.name:
        refuse(Flaw.PROTAGONIST_REPLACED, "cast")
    for index, member in enumerate(before.cast.members):
        _check_member_kept(member, after.cast, f"cast.{index}")


def _check_reference(reference: Reference) -> None:
    _check_line(reference.genre, MAX_LINE, "reference.genre")
    _check_text(reference.premise, "reference.premise")
    if not reference.premise.strip():
        refuse(Flaw.BLANK, "reference.premise")
    _check_text(reference.summary, "reference.summary")
    _check_count(reference.audience_age, "reference.audience_age", most=MAX_AGE)


def _check_cast(cast: Cast, night: int) -> None:
    if len(cast.members) > MAX_MEMBERS:
        refuse(Flaw.TOO_MANY, "cast")
    for index, member in enumerate(cast.members):
        _check_member(member, night, f"cast.{index}")
    protagonists = sum(member.protagonist for member in cast.members)
    if protagonists != 1:
        flaw = Flaw.TWO_PROTAGONISTS if protagonists else Flaw.NO_PROTAGONIST
        refuse(flaw, "cast")
    _check_names_differ(cast)


def _check_names_differ(cast: Cast) -> None:
    """Refuse a name or an alias that could mean two characters once it is folded, or that nobody can see."""
    keys = [[fold(name) for name in names_of(member)] for member in cast.members]
    uses = Counter(key for own in keys for key in own)
    for index, own in enumerate(keys):
        if not all(own):
            refuse(Flaw.BLANK, f"cast.{index}.name")
        if any(uses[key] > 1 for key in own):
            refuse(Flaw.DUPLICATE_NAME, f"cast.{index}")


def _check_member(member: Character, night: int, where: str) -> None:
    _check_line(member.name, MAX_NAME, f"{where}.name")
    if member.protagonist or member.role:
        _check_line(member.role, MAX_LINE, f"{where}.role")
    if len(member.aliases) > MAX_ALIASES:
        refuse(Flaw.TOO_MANY, f"{where}.aliases")
    for index, alias in enumerate(member.aliases):
        _check_line(alias, MAX_NAME, f"{where}.aliases.{index}")
    _check_count(member.joined, f"{where}.joined", least=1)
    _check_count(member.since, f"{where}.since", least=1)
    if member.joined > member.since:
        refuse(Flaw.JOINED_AFTER_CHANGE, f"{where}.joined")
    # Who is there from the start has joined on night 1, also while night 1 is still to be told.
    if member.since > max(night, 1):
        refuse(Flaw.CHANGED_AFTER_TONIGHT, f"{where}.since")
    _check_standing(member, where)


def _check_standing(member: Character, where: str) -> None:
    if member.protagonist and member.status is not Status.ACTIVE:
        refuse(Flaw.PROTAGONIST_NOT_ACTIVE, f"{where}.status")
    if member.pending is None:
        return
    if member.protagonist:
        refuse(Flaw.PROTAGONIST_PENDING, f"{where}.pending")
    impossible = member.pending not in {Change.LEFT, Change.DIED}
    if impossible or member.status is Status.DEAD:
        refuse(Flaw.PENDING_NOT_POSSIBLE, f"{where}.pending")


def _check_reference_kept(before: Reference, after: Reference) -> None:
    for field in ("language", "genre", "premise", "audience_age"):
        if getattr(after, field) != getattr(before, field):
            refuse(Flaw.REFERENCE_CHANGED, f"reference.{field}")


def _check_member_kept(before: Character, cast: Cast, where: str) -> None:
    after = cast.named(before.name)
    if after is None:
        refuse(Flaw.MEMBER_LOST, where)
    for field in ("role", "aliases", "joined"):
        if getattr(after, field) != getattr(before, field):
            refuse(Flaw.MEMBER_CHANGED, f"{where}.{field}")
    if before.status is Status.DEAD and after != before:
        refuse(Flaw.DEAD_IS_FINAL, where)


def _check_count(
    value: int, where: str, *, least: int = 0, most: int = MAX_COUNT
) -> None:
    if not least <= value <= most:
        refuse(Flaw.OUT_OF_RANGE, where)


def _check_line(value: str, most: int, where: str) -> None:
    if len(value) > most:
        refuse(Flaw.TOO_LONG, where)
    if not value.isprintable() and any(
        unicodedata.category(char) in _LINE_BREAKS for char in value
    ):
        refuse(Flaw.NOT_ONE_LINE, where)
    _check_text(value, where)
    if not value.strip():
        refuse(Flaw.BLANK, where)


def _check_text(value: str, where: str) -> None:
    if len(value) > MAX_TEXT:
        refuse(Flaw.TOO_LONG, where)
    try:
        value.encode()
    except UnicodeEncodeError:
        refuse(Flaw.BROKEN_TEXT, where)
