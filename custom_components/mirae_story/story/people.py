"""What a person may do to a story: edit it, and decide what waits. Each gives a new state, or says why not."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from .errors import (
    CastFullError,
    CharacterUnknownError,
    ConfirmationNeededError,
    EditRefusedError,
    InvalidStateError,
    NameAmbiguousError,
    NameRefusedError,
    NameTakenError,
    NothingPendingError,
    NothingToEditError,
    ProtagonistStaysError,
    TextRefusedError,
)
from .invariants import check_state
from .model import (
    Cast,
    Change,
    Character,
    DeathPolicy,
    HouseRules,
    Status,
    StoryState,
)
from .names import (
    Ambiguous,
    fold,
    is_name,
    names_of,
    near_variant,
    other_names,
    resolve,
    stored_name,
)
from .phrases.wording import one_line

LIMITS = {
    "premise": 1000,
    "genre": 60,
    "role": 120,
    "summary": 1200,
    "situation": 500,
    "reason": 200,
}
"""Characters of what a person may write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What a person wants to change; `None` leaves it as it is."""

    character: str | None = None
    """Whom these five are about."""
    rename: str | None = None
    role: str | None = None
    add_alias: str | None = None
    remove_alias: str | None = None
    status: Status | None = None
    add_character: str | None = None
    """The name of somebody new, who has the `role` if no `character` is named."""
    summary: str | None = None
    situation: str | None = None
    premise: str | None = None
    genre: str | None = None
    confirm: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a person's action leads to: the next state, and what the journal keeps of it."""

    state: StoryState
    detail: dict[str, Any]


def find(name: str, cast: Cast) -> Character:
    """Return whom a person means; raise CharacterUnknownError or NameAmbiguousError."""
    found = resolve(name, cast)
    if isinstance(found, Ambiguous):
        raise NameAmbiguousError
    if found is None:
        raise CharacterUnknownError
    return found


def decide(
    state: StoryState,
    member: Character,
    *,
    accept: bool,
    night: int | None,
    rules: HouseRules,
) -> Ruling:
    """Apply or drop what waits for this member; `night` is the one that told it, if that is known.

    Where nobody dies, a death that is accepted becomes a farewell. Raises NothingPendingError.
    """
    change = member.pending
    if change is None:
        raise NothingPendingError
    if change is Change.DIED and rules.death_policy is DeathPolicy.NEVER:
        change = Change.LEFT
    since = max(state.night if night is None else night, member.joined)
    after = replace(member, pending=None)
    if accept:
        status = Status.DEAD if change is Change.DIED else Status.DEPARTED
        if status is not member.status:
            after = replace(after, status=status, since=since)
    detail = {
        "name": member.name,
        "pending": member.pending,
        "change": change.value if accept else None,
        "accepted": accept,
        "night": since,
    }
    return _checked(state.advanced(cast=state.cast.with_member(after)), detail)


def edit(state: StoryState, wanted: Edit, rules: HouseRules) -> Ruling:
    """Apply a person's edit as a whole, or raise an EditRefusedError (or whom `find` does not find)."""
    after = state
    if wanted.character is not None:
        after = _with_member_edited(after, wanted)
        _check_places(state.cast, after.cast, rules)
    if wanted.add_character is not None:
        after = _with_newcomer(after, wanted)
        _check_places(state.cast, after.cast, rules)
    after = _with_texts(after, wanted)
    if after == state:
        raise NothingToEditError
    changes = {
        field.name: getattr(wanted, field.name)
        for field in fields(wanted)
        if getattr(wanted, field.name) is not None
    }
    changes["reason"] = one_line(wanted.reason)[: LIMITS["reason"]]
    return _checked(replace(after, revision=state.revision + 1), changes)


def undo(state: StoryState, before: StoryState) -> StoryState:
    """Return the state from before the last night, as the next revision."""
    return replace(before, revision=state.revision + 1)


def _checked(state: StoryState, detail: dict[str, Any]) -> Ruling:
    try:
        check_state(state)
    except InvalidStateError as err:
        message = "an edit would break a rule"
        raise EditRefusedError(message, **err.placeholders) from err
    return Ruling(state=state, detail=detail)


# The cast ----------------------------------------------------------------------------------------------


def _with_member_edited(state: StoryState, wanted: Edit) -> StoryState:
    assert wanted.character is not None  # noqa: S101 - asked before
    member = find(wanted.character, state.cast)
    if member.protagonist and not wanted.confirm and (wanted.rename or wanted.role):
        raise ConfirmationNeededError
    steps: tuple[tuple[object, Callable[[StoryState, Character], Character]], ...] = (
        (wanted.rename, lambda s, m: _renamed(s, m, str(wanted.rename))),
        (wanted.role, lambda _, m: replace(m, role=_text(wanted.role, "role"))),
        (wanted.add_alias, lambda s, m: _also_named(s, m, str(wanted.add_alias))),
        (wanted.remove_alias, lambda _, m: _not_named(m, str(wanted.remove_alias))),
        (
            wanted.status,
            lambda s, m: _standing(s, m, wanted.status, confirm=wanted.confirm),
        ),
    )
    for asked, step in steps:
        if asked is not None:
            after = step(state, member)
            members = (after if each is member else each for each in state.cast.members)
            state, member = replace(state, cast=Cast(tuple(members))), after
    return state


def _renamed(state: StoryState, member: Character, text: str) -> Character:
    """Return the member under another name; the old one stays an alias, so that told nights stay readable."""
    name = _free_name(state, text, member)
    kept = [alias for alias in names_of(member) if fold(alias) != fold(name)]
    return replace(member, name=name, aliases=tuple(kept))


def _also_named(state: StoryState, member: Character, text: str) -> Character:
    alias = _free_name(state, text, member)
    if fold(alias) in {fold(name) for name in names_of(member)}:
        return member
    return replace(member, aliases=(*member.aliases, alias))


def _not_named(member: Character, text: str) -> Character:
    kept = tuple(alias for alias in member.aliases if fold(alias) != fold(text))
    if kept == member.aliases:
        raise NothingToEditError
    return replace(member, aliases=kept)


def _standing(
    state: StoryState, member: Character, status: Status | None, *, confirm: bool
) -> Character:
    """Return the member there or away; who comes back from the dead needs a confirmation."""
    if status is None or status is Status.DEAD:
        raise EditRefusedError(reason="dead", where="status")
    if member.protagonist and status is not Status.ACTIVE:
        raise ProtagonistStaysError
    if member.status is Status.DEAD and not confirm:
        raise ConfirmationNeededError
    if status is member.status:
        return replace(member, pending=None)
    since = max(state.night, member.joined)
    return replace(member, status=status, since=since, pending=None)


def _with_newcomer(state: StoryState, wanted: Edit) -> StoryState:
    night = max(state.night, 1)
    role = wanted.role if wanted.character is None else None
    newcomer = Character(
        name=_free_name(state, str(wanted.add_character), None),
        role="" if role is None else _text(role, "role"),
        joined=night,
        since=night,
    )
    return replace(state, cast=state.cast.with_member(newcomer))


def _free_name(state: StoryState, text: str, member: Character | None) -> str:
    """Return a text as the name that this member may have; raise NameRefusedError or NameTakenError."""
    name, cast = stored_name(text), state.cast
    if not is_name(text, state.reference.language):
        raise NameRefusedError
    taken = (
        other_names(member, cast)
        if member is not None
        else tuple(each for other in cast.members for each in names_of(other))
    )
    if fold(name) in {fold(each) for each in taken}:
        raise NameTakenError
    hero = cast.protagonist
    if member is None or not member.protagonist:
        near = names_of(hero)
    else:
        near = tuple(other.name for other in cast.members if other is not member)
    if any(near_variant(name, each) for each in near):
        raise NameTakenError
    return name


def _check_places(before: Cast, after: Cast, rules: HouseRules) -> None:
    if len(before.active) < len(after.active) > rules.max_active:
        raise CastFullError


# Texts -------------------------------------------------------------------------------------------------


def _with_texts(state: StoryState, wanted: Edit) -> StoryState:
    reference = state.reference
    if (wanted.premise, wanted.genre) != (None, None) and not wanted.confirm:
        raise ConfirmationNeededError
    if wanted.premise is not None:
        reference = replace(reference, premise=_text(wanted.premise, "premise"))
    if wanted.genre is not None:
        reference = replace(reference, genre=_text(wanted.genre, "genre"))
    if wanted.summary is not None:
        summary = _text(wanted.summary, "summary") if wanted.summary.strip() else ""
        reference = replace(reference, summary=summary)
    situation = state.situation
    if wanted.situation is not None:
        text = _text(wanted.situation, "situation")
        situation = replace(situation, text=text, night=state.night)
    return replace(state, reference=reference, situation=situation)


def _text(text: str | None, field: str) -> str:
    """Return a person's text on one line; raise TextRefusedError if it is empty or too long."""
    line = one_line(text or "")
    if not 0 < len(line) <= LIMITS[field]:
        raise TextRefusedError(field=field, limit=str(LIMITS[field]))
    return line
