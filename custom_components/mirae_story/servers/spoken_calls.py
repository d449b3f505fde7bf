"""Calls of tools that a model writes into its text, where the server did not recognise them.

Read aloud they would be nonsense, and what was asked for would not be done. So they are taken out of the text, as
they come, and understood where that is possible.
"""

import re
from collections.abc import Set as AbstractSet
from typing import Any

from ..story.ports import ToolCall
from .tool_calls import new_call_id, read_arguments, read_json

_CLOSINGS = {
    "<tool_call>": "</tool_call>",
    "<function_call>": "</function_call>",
    "[tool_calls]": "",
    "<|python_tag|>": "",
}
"""What opens a call, and what closes it: nothing but the end of the reply, where that is empty."""
_OPENING = re.compile("|".join(map(re.escape, _CLOSINGS)), re.IGNORECASE)
_LONGEST_OPENING = max(map(len, _CLOSINGS))
_FENCE = re.compile(r"^```\w*\s*|\s*```\s*$")
_LONGEST = 16_384
_MOST_NESTED = 4


class SpokenCalls:
    """Takes calls out of text that comes in pieces, wherever the pieces are cut."""

    def __init__(self, names: AbstractSet[str]) -> None:
        """Listen for calls of these tools; without any, all text passes."""
        self._names = names
        self._held = ""
        self._closing: str | None = None
        self._begun = False
        self._is_whole = False
        """Whether the reply begins like JSON: then only its end tells whether it is a call."""

    def push(self, text: str) -> list[str | ToolCall]:
        """Return what is certain now; what may be a call, or the beginning of one, is held back."""
        if not self._names:
            return [text] if text else []
        self._held += text
        if not self._begun and self._held.strip():
            self._begun = True
            self._is_whole = self._held.lstrip()[0] in "{`" or self._held.lstrip()[
                :2
            ] in ("[", "[{")
        if self._is_whole and len(self._held) <= _LONGEST:
            return []
        self._is_whole = False
        return self._take(final=False)

    def finish(self) -> list[str | ToolCall]:
        """Return what was held back."""
        if self._is_whole:
            self._is_whole = False
            if calls := _calls(self._held, self._names):
                self._held = ""
                return [*calls]
        return self._take(final=True)

    def _take(self, *, final: bool) -> list[str | ToolCall]:
        found: list[str | ToolCall] = []
        while self._held:
            if self._closing is None:
                opening = _OPENING.search(self._held)
                if opening is None:
                    break
                found.append(self._held[: opening.start()])
                self._closing = _CLOSINGS[opening[0].lower()]
                self._held = self._held[opening.end() :]
            body, closed, rest = self._body()
            if not closed and not final and len(self._held) <= _LONGEST:
                return [each for each in found if each]
            found += _calls(body, None)
            self._held, self._closing = rest, None
        cut = len(self._held) if final else len(self._held) - _held_length(self._held)
        found.append(self._held[:cut])
        self._held = self._held[cut:]
        return [each for each in found if each]

    def _body(self) -> tuple[str, bool, str]:
        """Return what an open call holds so far, whether it is closed, and what follows it."""
        if self._closing:
            body, closing, rest = self._held.partition(self._closing)
            return body, bool(closing), rest
        return self._held, False, ""


def _calls(text: str, names: AbstractSet[str] | None) -> list[str | ToolCall]:
    """Return the calls that a text is, and nothing else; only of these tools, if they are given."""
    given = read_json(_FENCE.sub("", text.strip()))
    each = given if isinstance(given, list) else [given]
    calls = [call for one in each if (call := _call(one)) is not None]
    if len(calls) < len(each):
        return []
    return [call for call in calls if names is None or call.name in names]


def _call(given: object, depth: int = 0) -> ToolCall | None:
    if not isinstance(given, dict) or depth == _MOST_NESTED:
        return None
    inner: Any = given.get("function")
    if isinstance(inner, dict):
        return _call(inner, depth + 1)
    name = given.get("name", inner)
    if not isinstance(name, str) or not name:
        return None
    arguments = given.get("arguments", given.get("parameters"))
    return ToolCall(
        call_id=new_call_id(), name=name, arguments=read_arguments(arguments)
    )


def _held_length(text: str) -> int:
    """Return how many characters at the end may be the beginning of an opening."""
    tail = text[-(_LONGEST_OPENING - 1) :].lower()
    for start, char in enumerate(tail):
        if char in "<[" and any(o.startswith(tail[start:]) for o in _CLOSINGS):
            return len(tail) - start
    return 0
