"""A reader of nearly-JSON text, for models that bend the rules.

It reads trailing, doubled and missing commas, curly and full-width characters as structure, single quotes, bare keys,
inner quotes that are not escaped, and a missing end. It invents nothing: of a text that was cut off it
keeps what is complete, and drops the value in which it was cut.
"""

import re
from dataclasses import dataclass, field
from enum import Enum, auto

from ..story.notes import MAX_DEPTH, Pairs

MAX_REPAIRED = 16_384
"""Characters that are read; what follows is treated as cut off."""
MAX_STEPS = 1_500
"""Pieces that are read and quotation marks that are weighed; a text with more is treated as cut off there."""

_DOUBLE, _SINGLE = '"“”„‟＂', "'‘’＇"
_OPEN = {"{": "{", "｛": "{", "[": "[", "［": "["}
_CLOSE = {"}": "{", "｝": "{", "]": "[", "］": "["}
_SPACE = re.compile(r"[\s\ufeff]*")
_QUOTE = {
    **dict.fromkeys(_DOUBLE, re.compile(rf"\\.|[{_DOUBLE}]", re.DOTALL)),
    **dict.fromkeys(_SINGLE, re.compile(rf"\\.|[{_SINGLE}]", re.DOTALL)),
}
_ANY_QUOTE = f"[{_DOUBLE}{_SINGLE}]"
_AFTER_KEY = re.compile(r"\s*[:：]")
_KEY = rf"(?:{_ANY_QUOTE}[^\n:：]{{1,60}}?{_ANY_QUOTE}|[A-Za-z_]\w*)\s*[:：]"
_CUT_KEY = rf"(?:{_ANY_QUOTE}[^\n:：{_DOUBLE}]{{0,60}}{_ANY_QUOTE}?|[A-Za-z_]\w*)\s*\Z"
_AFTER_VALUE = re.compile(
    rf"[}}\]｝］]|\Z|(?:[,，、]\s*)?{_KEY}|[,，、]\s*(?:[}}\]｝］,，]|\Z|{_CUT_KEY})"
)
_AFTER_ITEM = re.compile(rf"[}}\]｝］]|\Z|[,，、:：]|{_ANY_QUOTE}")
_BARE_KEY = re.compile(r"([^\W\d]\w*)\s*(?:(?=[:：])|\Z)")
_BARE_VALUE = re.compile(r"[^,，}\]｝］\n\"“”]+")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": ""}
_CONSTANTS: dict[str, object] = {"true": True, "false": False}


class _State(Enum):
    """What is awaited inside a container."""

    KEY = auto()
    VALUE = auto()


@dataclass(slots=True)
class _Open:
    """A container that has not ended yet."""

    value: Pairs | list[object]
    state: _State
    key: str = ""
    of_list: bool = field(default=False)


class _CutOffError(Exception):
    """The text ends inside a value."""


def repair_json(text: str) -> object:
    """Return the first JSON value in a text, objects as `Pairs`; raise ValueError if there is none to be made."""
    return _Reader(text[:MAX_REPAIRED]).read()


class _Reader:
    """Reads one value in one pass, with a stack of its own, so that no nesting exhausts Python's."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._steps = 0
        self._stack: list[_Open] = []
        self._root: Pairs | list[object] | None = None

    def read(self) -> object:
        """Return the value; raise ValueError where there is none or it is nested too deep."""
        try:
            while self._root is None or self._stack:
                self._count()
                self._step()
        except _CutOffError:
            self._drop_cut()
        if self._root is None:
            message = "no JSON value"
            raise ValueError(message)
        return self._root

    def _count(self) -> None:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise _CutOffError

    def _step(self) -> None:
        self._skip_space()
        char = self._text[self._at]
        if char in _OPEN:
            self._open(_OPEN[char])
        elif self._root is None:
            message = "no JSON container"
            raise ValueError(message)
        elif char in _CLOSE:
            self._close(_CLOSE[char])
        elif char in ",，、":
            self._comma()
        elif char in ":：":
            self._at += 1
        elif char in _QUOTE:
            self._add(self._string(char))
        else:
            self._bare()

    def _skip_space(self) -> None:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at
        if self._at >= len(self._text):
            raise _CutOffError

    def _open(self, kind: str) -> None:
        if len(self._stack) == MAX_DEPTH:
            message = "nested too deep"
            raise ValueError(message)
        self._at += 1
        if self._stack and self._stack[-1].state is _State.KEY:
            message = "a container in place of a key"
            raise ValueError(message)
        value: Pairs | list[object] = Pairs() if kind == "{" else []
        state = _State.KEY if kind == "{" else _State.VALUE
        of_list = bool(self._stack) and not isinstance(self._stack[-1].value, Pairs)
        if self._stack:
            self._put(value)
        else:
            self._root = value
        self._stack.append(_Open(value, state, of_list=of_list))

    def _close(self, kind: str) -> None:
        self._at += 1
        kinds = ["{" if isinstance(o.value, Pairs) else "[" for o in self._stack]
        if kind not in kinds:
            return
        while self._kind_of(self._stack.pop()) != kind:
            pass

    @staticmethod
    def _kind_of(container: _Open) -> str:
        return "{" if isinstance(container.value, Pairs) else "["

    def _comma(self) -> None:
        self._at += 1
        inner = self._stack[-1]
        if isinstance(inner.value, Pairs):
            inner.state = _State.KEY

    def _put(self, value: object) -> None:
        inner = self._stack[-1]
        if isinstance(inner.value, Pairs):
            inner.value.append((inner.key, value))
            inner.state = _State.KEY
        else:
            inner.value.append(value)

    def _add(self, text: str) -> None:
        """Take a string as the key or the value that is awaited."""
        inner = self._stack[-1]
        if _AFTER_KEY.match(self._text, self._at) and not isinstance(
            inner.value, Pairs
        ):
            self._leave_list()
            inner = self._stack[-1]
        if inner.state is _State.KEY:
            self._key(text)
        else:
            self._put(text)

    def _leave_list(self) -> None:
        """Leave a list whose end is missing: a key stands in it."""
        if any(isinstance(each.value, Pairs) for each in self._stack):
            while not isinstance(self._stack[-1].value, Pairs):
                self._stack.pop()
            self._stack[-1].state = _State.KEY

    def _key(self, text: str) -> None:
        self._stack[-1].key = text
        self._stack[-1].state = _State.VALUE

    def _string(self, opening: str) -> str:
        """Return the string that begins here. A quotation mark ends it only where JSON can go on after it."""
        start = self._at + 1
        inner = self._stack[-1]
        straight = opening in "\"'"
        for found in _QUOTE[opening].finditer(self._text, start):
            mark = found[0]
            is_end = len(mark) == 1 and (not straight or mark in "\"'＂＇")
            if is_end and self._can_end(inner, found.end()):
                self._at = found.end()
                return _unescape(self._text[start : found.start()])
        raise _CutOffError

    def _can_end(self, inner: _Open, at: int) -> bool:
        self._count()
        if inner.state is _State.KEY:
            return bool(_AFTER_KEY.match(self._text, at))
        space = _SPACE.match(self._text, at)
        after = space.end() if space else at
        follows = _AFTER_VALUE if isinstance(inner.value, Pairs) else _AFTER_ITEM
        return bool(follows.match(self._text, after))

    def _bare(self) -> None:
        """Read a key without quotation marks, or a value that is no text."""
        if self._stack[-1].state is _State.KEY:
            self._bare_key()
            return
        value = _BARE_VALUE.match(self._text, self._at)
        self._at = value.end() if value else self._at + 1
        if self._at >= len(self._text):
            raise _CutOffError
        self._put(_CONSTANTS.get(value[0].strip().casefold()) if value else None)

    def _bare_key(self) -> None:
        key = _BARE_KEY.match(self._text, self._at)
        if key is None:
            message = "something in place of a key"
            raise ValueError(message)
        self._at = key.end()
        if self._at >= len(self._text):
            raise _CutOffError
        self._key(key[1])

    def _drop_cut(self) -> None:
        """Take back the entries of a list in which the text was cut off."""
        for index, container in enumerate(self._stack):
            if container.of_list:
                parent = self._stack[index - 1].value
                parent.pop()
                return


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    code = found[1]
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return _ESCAPED.get(code, code)
