"""A story's state as plain data and back. What is read is never trusted: a file may be old, edited or broken."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import Any

from .invariants import Flaw, check_state, check_step, refuse
from .model import (
    Cast,
    Change,
    Character,
    Language,
    Reference,
    Situation,
    Status,
    StoryState,
)

__all__ = [
    "Flaw",
    "begin_state",
    "canonical_json",
    "check_state",
    "check_step",
    "state_from_dict",
    "state_to_dict",
]


def canonical_json(data: object) -> str:
    """Return the one JSON text of this data: sorted keys, no escapes, no blanks."""
    return json.dumps(
        data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def begin_state(
    story_id: str,
    title: str,
    reference: Reference,
    protagonist: Character,
    first_cast: Sequence[Character] = (),
) -> StoryState:
    """Return the state of a story before its first night.

    Raises InvalidStateError, whose placeholders tell what (`reason`) is wrong and where.
    """
    members = [_trimmed(replace(protagonist, protagonist=True))]
    members += [_trimmed(member) for member in first_cast]
    state = StoryState(
        story_id=story_id,
        title=title.strip(),
        revision=1,
        night=0,
        reference=reference,
        cast=Cast(tuple(members)),
        situation=Situation(text="", night=0),
    )
    check_state(state)
    return state


def state_to_dict(state: StoryState) -> dict[str, Any]:
    """Return the state as JSON-ready data."""
    reference, situation = state.reference, state.situation
    # Left out where it says nothing: so data from before there were gentle nights stays what it is.
    gentle = {"gentle_until": state.gentle_until} if state.gentle_until else {}
    return {
        "story_id": state.story_id,
        "title": state.title,
        "revision": state.revision,
        "night": state.night,
        "reference": {
            "language": reference.language.value,
            "genre": reference.genre,
            "premise": reference.premise,
            "audience_age": reference.audience_age,
            "summary": reference.summary,
        },
        "cast": [_character_to_dict(member) for member in state.cast.members],
        "situation": {"text": situation.text, "night": situation.night},
        "told_on": None if state.told_on is None else state.told_on.isoformat(),
        "told_count": state.told_count,
        **gentle,
    }


def state_from_dict(data: object) -> StoryState:
    """Return the state that this data holds; raise InvalidStateError unless all of it is as it must be."""
    reader = _Reader(data, "state")
    state = StoryState(
        story_id=reader.text("story_id"),
        title=reader.text("title"),
        revision=reader.number("revision"),
        night=reader.number("night"),
        reference=_reference(reader.take("reference")),
        cast=Cast(
            tuple(
                _character(member, f"cast.{index}")
                for index, member in enumerate(reader.items("cast"))
            )
        ),
        situation=_situation(reader.take("situation")),
        told_on=reader.day("told_on"),
        told_count=reader.number("told_count"),
        gentle_until=reader.optional_number("gentle_until"),
    )
    reader.finish()
    check_state(state)
    return state


def _trimmed(member: Character) -> Character:
    return replace(
        member,
        name=member.name.strip(),
        role=member.role.strip(),
        aliases=tuple(alias.strip() for alias in member.aliases),
    )


def _character_to_dict(member: Character) -> dict[str, Any]:
    return {
        "name": member.name,
        "role": member.role,
        "protagonist": member.protagonist,
        "aliases": list(member.aliases),
        "status": member.status.value,
        "joined": member.joined,
        "since": member.since,
        "pending": None if member.pending is None else member.pending.value,
    }


def _reference(data: object) -> Reference:
    reader = _Reader(data, "reference")
    reference = Reference(
        language=reader.choice("language", Language),
        genre=reader.text("genre"),
        premise=reader.text("premise"),
        audience_age=reader.number("audience_age"),
        summary=reader.text("summary"),
    )
    reader.finish()
    return reference


def _situation(data: object) -> Situation:
    reader = _Reader(data, "situation")
    situation = Situation(text=reader.text("text"), night=reader.number("night"))
    reader.finish()
    return situation


def _character(data: object, where: str) -> Character:
    reader = _Reader(data, where)
    character = Character(
        name=reader.text("name"),
        role=reader.text("role"),
        protagonist=reader.flag("protagonist"),
        aliases=reader.texts("aliases"),
        status=reader.choice("status", Status),
        joined=reader.number("joined"),
        since=reader.number("since"),
        pending=reader.optional_choice("pending", Change),
    )
    reader.finish()
    return character


class _Reader:
    """Takes the fields of one object out of it, each exactly of its type."""

    def __init__(self, data: object, where: str) -> None:
        self._where = where
        if not isinstance(data, Mapping):
            refuse(Flaw.NOT_AN_OBJECT, where)
        self._fields = dict(data)

    def finish(self) -> None:
        """Refuse what nobody asked for."""
        if self._fields:
            refuse(Flaw.UNKNOWN_FIELD, self._where)

    def take(self, field: str) -> object:
        """Take a field of any type."""
        if field not in self._fields:
            refuse(Flaw.MISSING_FIELD, self._path(field))
        return self._fields.pop(field)

    def text(self, field: str) -> str:
        """Take a string."""
        return self._exact(self.take(field), str, field)

    def number(self, field: str) -> int:
        """Take a whole number; a flag is none."""
        return self._exact(self.take(field), int, field)

    def optional_number(self, field: str) -> int:
        """Take a whole number; 0 where there is none."""
        return self.number(field) if field in self._fields else 0

    def flag(self, field: str) -> bool:
        """Take true or false."""
        return self._exact(self.take(field), bool, field)

    def items(self, field: str) -> list[object]:
        """Take a list of anything."""
        value = self.take(field)
        if not isinstance(value, list):
            refuse(Flaw.NOT_A_LIST, self._path(field))
        return value

    def texts(self, field: str) -> tuple[str, ...]:
        """Take a list of strings."""
        return tuple(self._exact(item, str, field) for item in self.items(field))

    def day(self, field: str) -> date | None:
        """Take an ISO date, or nothing."""
        value = self.take(field)
        if value is None:
            return None
        try:
            return date.fromisoformat(self._exact(value, str, field))
        except ValueError:
            refuse(Flaw.UNKNOWN_VALUE, self._path(field))

    def choice[E: StrEnum](self, field: str, kind: type[E]) -> E:
        """Take one of the listed values."""
        try:
            return kind(self.text(field))
        except ValueError:
            refuse(Flaw.UNKNOWN_VALUE, self._path(field))

    def optional_choice[E: StrEnum](self, field: str, kind: type[E]) -> E | None:
        """Take one of the listed values, or nothing."""
        if self._fields.get(field, "") is None:
            self.take(field)
            return None
        return self.choice(field, kind)

    def _exact[T](self, value: object, kind: type[T], field: str) -> T:
        if type(value) is not kind:
            refuse(Flaw.WRONG_TYPE, self._path(field))
        return value

    def _path(self, field: str) -> str:
        return f"{self._where}.{field}"
