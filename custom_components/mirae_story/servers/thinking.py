"""Takes a model's reasoning out of its text, in a stream as well as afterwards.

A stream that begins inside a thought and only closes it can't be told from a story until the closing tag
comes, and holding all text back until then would silence every ordinary stream. So `ThinkingFilter` only drops
the stray closing tag; `without_thinking`, which sees the whole reply, drops the thought before it too.
"""

import re

_OPENING = re.compile(r"<(think|thinking|thought)>|\[(THINK)\]", re.IGNORECASE)
_CLOSING = re.compile(r"</(?:think|thinking|thought)>|\[/THINK\]", re.IGNORECASE)
_ANY = re.compile(f"{_OPENING.pattern}|{_CLOSING.pattern}", re.IGNORECASE)
_NAMES = ("think>", "thinking>", "thought>")
_TAGS = (
    *(f"<{name}" for name in _NAMES),
    *(f"</{name}" for name in _NAMES),
    "[think]",
    "[/think]",
)
_LONGEST = max(map(len, _TAGS))


class ThinkingFilter:
    """Drops `<think>…</think>` from text that comes in pieces, wherever the pieces are cut."""

    def __init__(self) -> None:
        """Start outside a thought, before any text."""
        self._held = ""
        self._thinking = False
        self._begun = False

    def push(self, piece: str) -> str:
        """Return what can be said now; a possible beginning of a tag is held back."""
        return self._take(self._held + piece, final=False)

    def finish(self) -> str:
        """Return what was held back; the text of a thought that never ended is dropped."""
        return self._take(self._held, final=True)

    def _take(self, text: str, *, final: bool) -> str:
        said: list[str] = []
        while tag := (_CLOSING if self._thinking else _ANY).search(text):
            if not self._thinking:
                said.append(text[: tag.start()])
            self._thinking = _CLOSING.fullmatch(tag[0]) is None
            text = text[tag.end() :]
        cut = len(text) if final else len(text) - _held_length(text)
        self._held = text[cut:]
        if not self._thinking:
            said.append(text[:cut])
        return self._from_first_word("".join(said))

    def _from_first_word(self, text: str) -> str:
        """Drop the blank lines that models leave between a thought and the first word."""
        if self._begun:
            return text
        text = text.lstrip()
        self._begun = bool(text)
        return text


def without_thinking(text: str) -> str:
    """Return a whole reply without reasoning, also where the opening tag is missing."""
    stray = _last_stray_closing(text)
    if stray is not None and text[stray:].strip():
        text = text[stray:]
    reply = ThinkingFilter()
    return reply.push(text) + reply.finish()


def _last_stray_closing(text: str) -> int | None:
    """Return where the last closing tag without an opening one ends."""
    stray = None
    thinking = False
    for tag in _ANY.finditer(text):
        closes = _CLOSING.fullmatch(tag[0]) is not None
        if closes and not thinking:
            stray = tag.end()
        thinking = not closes
    return stray


def _held_length(text: str) -> int:
    """Return how many characters at the end may be the beginning of a tag."""
    tail = text[-(_LONGEST - 1) :].lower()
    for start, character in enumerate(tail):
        if character in "<[" and any(tag.startswith(tail[start:]) for tag in _TAGS):
            return len(tail) - start
    return 0
