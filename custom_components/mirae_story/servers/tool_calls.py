"""Tools and calls of them, as both protocols write them down."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from ..story.notes import Pairs
from ..story.ports import Tool, ToolCall
from .fields import count_of, object_of, text_of
from .repair import repair_json

_LONGEST_ARGUMENTS = 16_384
_MOST_CALLS = 32
"""In one reply: more is a loop."""


@dataclass(slots=True)
class _Pieced:
    """A call whose arguments come in pieces."""

    call_id: str = ""
    name: str = ""
    arguments: str | Mapping[str, Any] = ""


class PiecedCalls:
    """The calls of a reply in OpenAI's stream: name first, then the arguments' text bit by bit."""

    def __init__(self) -> None:
        """Begin a reply."""
        self._calls: dict[int, _Pieced] = {}

    def push(self, pieces: Sequence[Mapping[str, Any]]) -> None:
        """Take what one event tells of calls."""
        for piece in pieces:
            place = self._place(piece)
            if place not in self._calls and len(self._calls) == _MOST_CALLS:
                continue
            call = self._calls.setdefault(place, _Pieced())
            function = object_of(piece, "function")
            call.call_id = call.call_id or text_of(piece, "id")
            call.name = call.name or text_of(function, "name")
            more = function.get("arguments")
            if isinstance(more, dict):
                call.arguments = more
            elif isinstance(more, str) and isinstance(call.arguments, str):
                call.arguments = (call.arguments + more)[:_LONGEST_ARGUMENTS]

    def finish(self) -> list[ToolCall]:
        """Return the calls, whole."""
        return [
            ToolCall(
                call_id=call.call_id or new_call_id(),
                name=call.name,
                arguments=read_arguments(call.arguments),
            )
            for call in self._calls.values()
        ]

    def _place(self, piece: Mapping[str, Any]) -> int:
        """Return which call a piece belongs to: servers that count none begin each with an id."""
        place = count_of(piece, "index")
        if place is not None:
            return place
        last = max(self._calls, default=-1)
        return last + 1 if last < 0 or text_of(piece, "id") else last


def as_function(tool: Tool) -> dict[str, Any]:
    """Return a tool as both protocols offer it."""
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
        },
    }


def new_call_id() -> str:
    """Return an id for a call that came without: nine letters and digits, which the strictest server wants."""
    return f"c{token_hex(4)}"


def read_arguments(given: object) -> dict[str, Any] | None:
    """Return a call's arguments, which come as object or as text that is nearly JSON; None where they are neither."""
    if given is None or given == "":
        return {}
    if isinstance(given, str):
        given = read_json(given)
    return given if isinstance(given, dict) else None


def read_json(text: str) -> object:
    """Return what a text that is JSON, or nearly so, means; None where it is nothing like it.

    What was cut off counts for nothing: a call without its last argument may mean the whole house.
    """
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    if text.rstrip()[-1:] in ("}", "]"):
        with suppress(ValueError):
            return _plain(repair_json(text))
    return None


def _plain(value: object) -> object:
    """Return a repaired value; raise ValueError where a part of it was not understood."""
    if value is None:
        raise ValueError
    if isinstance(value, Pairs):
        return {key: _plain(each) for key, each in value}
    return [_plain(each) for each in value] if isinstance(value, list) else value
