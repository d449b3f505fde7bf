"""Make model text speakable while it streams: no markdown, emoji, reasoning or headings.

Text goes character by character through small filters, so that the way in which it is cut into chunks cannot change
the result. What is more than decoration (JSON, HTML, code) stays: the gate refuses it.
"""

import re
import unicodedata
from typing import Protocol

from .headings import (
    LINE_LIMIT,
    is_capitalised,
    is_heading,
    is_title,
    may_be_special,
    without_mark,
)

_THINKING = frozenset({"think", "thinking", "thought", "reasoning", "reflection"})
_DECORATION = re.compile(
    r"</?(?:b|i|u|em|strong)>|</s>|<eos>|<end_of_turn>|"
    r"<\|(?:im_end|eot_id|end|endoftext|end_of_text|eom_id|return)\|>",
    re.IGNORECASE,
)
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG_LIMIT = 24
_HOLDABLE = re.compile(
    r"`+|~+|\\[^\s`~\[!\\]?|!|!?\[[^\[\]\n]{0,80}(?:\](?:\([^()\n]{0,400}\)?)?)?"
)
"""What may still become a mark or a link."""
_PLACED_BEFORE_BLANK = frozenset(".,!?;:。、！？")
_KEPT_SYMBOLS = (range(0x100), range(0x2100, 0x2150), range(0x3200, 0x3400))
_MARKS = frozenset(
    {*range(0xFE00, 0xFE10), *range(0x1F000, 0x1FB00), *range(0xE0100, 0xE01F0)}
)


class _Filter(Protocol):
    """One step of the cleaning."""

    def feed(self, char: str) -> str:
        """Return what is certain after this character."""

    def flush(self) -> str:
        """Return what was held back."""


def _is_dropped(char: str) -> bool:
    point = ord(char)
    if point in _MARKS:
        return True
    category = unicodedata.category(char)
    if category == "So":
        return not any(point in kept for kept in _KEPT_SYMBOLS)
    return category[0] == "C" or category == "Me"


class _Characters:
    """Drops what cannot be spoken or stored; unifies blanks and line ends."""

    def __init__(self) -> None:
        self._returned = False

    def feed(self, char: str) -> str:
        returned, self._returned = self._returned, char == "\r"
        if char == "\n":
            return "" if returned else "\n"
        if char in "\r\u2028\u2029\v\f\x85":
            return "\n"
        if char == "\t" or (char != "\u3000" and unicodedata.category(char) == "Zs"):
            return " "
        return "" if _is_dropped(char) else char

    def flush(self) -> str:
        return ""


class _Tags:
    """Drops reasoning blocks and tags that only decorate."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False

    def feed(self, char: str) -> str:
        if self._thinking:
            return self._think(char)
        if char == "<":
            held, self._held = self._held, char
            return held
        if not self._held:
            return char
        self._held += char
        if char == ">":
            held, self._held = self._held, ""
            return self._close(held)
        if char == "\n" or len(self._held) > _TAG_LIMIT:
            return self.flush()
        return ""

    def flush(self) -> str:
        held, self._held = self._held, ""
        return "" if self._thinking else held

    def _close(self, tag: str) -> str:
        if tag[1:-1].strip().lower() in _THINKING:
            self._thinking = True
            return ""
        if _LINE_BREAK.fullmatch(tag):
            return "\n"
        return "" if _DECORATION.fullmatch(tag) else tag

    def _think(self, char: str) -> str:
        self._held = char if char == "<" else (self._held + char)[-_TAG_LIMIT:]
        if char == ">" and self._held.startswith("</"):
            name = self._held[2:-1].strip().lower()
            if name in _THINKING:
                self._thinking = False
            self._held = ""
        return ""


class _Lines:
    """Drops rules, and headings and titles unless told not to; takes list, quote and heading marks from lines."""

    def __init__(self, *, keep_titles: bool = False) -> None:
        self._held: str | None = ""
        self._first = not keep_titles
        self._title = ""
        self._keep_titles = keep_titles

    def feed(self, char: str) -> str:
        if self._title:
            # A blank line follows: it was a title, else a line of wrapped prose.
            title, self._title = self._title, ""
            return char if char == "\n" else f"{title}\n{self.feed(char)}"
        if self._held is None:
            if char == "\n":
                self._held = ""
            return char
        if char == "\n":
            return self._end(char)
        self._held += char
        if len(self._held) <= LINE_LIMIT and may_be_special(
            self._held, first=self._first
        ):
            return ""
        text = without_mark(self._held)
        self._held, self._first = None, False
        return text

    def flush(self) -> str:
        """Return the last line, which no line end follows: it is no title."""
        title, held = self._title, self._held or ""
        return title + ("" if self._is_dropped(held) else without_mark(held))

    def _end(self, char: str) -> str:
        line, self._held = self._held or "", ""
        # A dropped line still parts what stands before it from what follows.
        if not line.strip() or self._is_dropped(line):
            return char
        first, self._first = self._first, False
        if not first or not is_title(line):
            return without_mark(line) + char
        if is_capitalised(line):
            return char
        self._title = line
        return ""

    def _is_dropped(self, line: str) -> bool:
        if self._keep_titles and any(map(str.isalnum, line)):
            return False
        return is_heading(line)


class _Inline:
    """Drops emphasis and code marks; turns links into their text."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, char: str) -> str:
        if self._held and not _HOLDABLE.fullmatch(self._held + char):
            held, self._held = self._held, ""
            return _plain(held) + self.feed(char)
        if self._held:
            self._held += char
            return self._link(char) if self._held.lstrip("!")[:1] == "[" else ""
        if char in "*_":
            return ""
        if char in "`~[!\\":
            self._held = char
            return ""
        return char

    def flush(self) -> str:
        held, self._held = self._held, ""
        return _plain(held)

    def _link(self, char: str) -> str:
        if char != ")" or "](" not in self._held:
            return ""
        held, self._held = self._held, ""
        if held.startswith("!"):
            return ""
        return re.sub(r"[*_`]", "", held[1 : held.index("](")])


def _plain(held: str) -> str:
    """Return what a mark that turned out to be no link stands for."""
    if held[:1] == "`":
        return held if len(held) >= len("```") else ""
    if held[:1] == "~":
        return held if len(held) == 1 else ""
    if held[:1] == "\\":
        return "\n" if held[1:] == "n" else re.sub(r"[*_]", "", held[1:])
    return re.sub(r"[*_]", "", held)


class _Blanks:
    """Collapses blanks and blank lines; text neither begins nor ends with them."""

    def __init__(self) -> None:
        self._started = False
        self._lines = 0
        self._blank = ""

    def feed(self, char: str) -> str:
        if char == "\n":
            self._lines += 1
            self._blank = ""
            return ""
        if char in " \u3000":
            self._blank = self._blank or char
            return ""
        before = "\n" * min(self._lines, 2) or self._blank
        if not self._started or (before == " " and char in _PLACED_BEFORE_BLANK):
            before = ""
        self._started, self._lines, self._blank = True, 0, ""
        return before + char

    def flush(self) -> str:
        return ""


class Cleaner:
    """Cleans one reply as it streams."""

    def __init__(self, *, keep_titles: bool = False) -> None:
        """Begin a reply. In an answer that is no story, what looks like a title is said: `keep_titles`."""
        self._filters: tuple[_Filter, ...] = (
            _Characters(),
            _Tags(),
            _Lines(keep_titles=keep_titles),
            _Inline(),
            _Blanks(),
        )

    def push(self, text: str) -> str:
        """Return the clean text that is certain so far and was not returned yet."""
        return self._run(text, self._filters)

    def finish(self) -> str:
        """Return what was held back."""
        rest = ""
        for place, step in enumerate(self._filters):
            rest += self._run(step.flush(), self._filters[place + 1 :])
        return rest

    def _run(self, text: str, filters: tuple[_Filter, ...]) -> str:
        for step in filters:
            text = "".join(map(step.feed, text))
        return text


def clean(text: str) -> str:
    """Return the whole text cleaned."""
    cleaner = Cleaner()
    return cleaner.push(text) + cleaner.finish()
