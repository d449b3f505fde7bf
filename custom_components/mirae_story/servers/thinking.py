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
        self._trimming = False

    def push(self, piece: str) -> str:
        """Return what can be said now; a possible beginning of a tag is held back."""
        return self._take(self._held + piece, final=False)

    def finish(self) -> str:
        """Return what was held back; the text of a thought that never ended is dropped."""
        return self._take(self._held, final=True)

    def _take(self, text: str, *, final: bool) -> str:
        said: list[str] = []
        while tag := (_CLOSING if self._thinking else _ANY).search(text):
            said.append(self._say(text[: tag.start()]))
            self._thinking = _OPENING.fullmatch(tag[0]) is not None
            self._trimming = not self._begun
            text = text[tag.end() :]
        cut = len(text) if final else len(text) - _held_length(text)
        self._held = text[cut:]
        said.append(self._say(text[:cut]))
        return "".join(said)

    def _say(self, text: str) -> str:
        """Return text that is no thought, without the blank lines between a thought and the first word."""
        if self._thinking:
            return ""
        if self._trimming:
            text = text.lstrip()
        if text.strip():
            self._begun = True
            self._trimming = False
        return text


def without_thinking(reply: str) -> str:
    """Return a whole reply that should be JSON without reasoning, also where the opening tag is missing."""
    ends = [end for end in _stray_closings(reply) if "{" in reply[end:]]
    thoughts = ThinkingFilter()
    return thoughts.push(reply[ends[-1] if ends else 0 :]) + thoughts.finish()


def _stray_closings(text: str) -> list[int]:
    """Return where closing tags without an opening one end."""
    ends: list[int] = []
    thinking = False
    for tag in _ANY.finditer(text):
        opens = _OPENING.fullmatch(tag[0]) is not None
        if not opens and not thinking:
            ends.append(tag.end())
        thinking = opens
    return ends


def _held_length(text: str) -> int:
    """Return how many characters at the end may be the beginning of a tag."""
    tail = text[-(_LONGEST - 1) :].lower()
    for start, character in enumerate(tail):
        if character in "<[" and any(tag.startswith(tail[start:]) for tag in _TAGS):
            return len(tail) - start
    return 0
