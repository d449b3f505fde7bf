"""Takes a model's reasoning out of its text, in a stream as well as afterwards.

A stream that begins inside a thought and only closes it can't be told from a story until the closing tag
comes, and holding all text back until then would silence every ordinary stream. So `ThinkingFilter` only drops
the stray closing tag; `without_thinking`, which sees the whole reply, drops the thought before it too.
"""

import re

MAX_REPLY = 65_536
"""Characters of a whole reply that are looked at; the rest counts as cut off."""

_CLOSING = re.compile(r"</(?:think|thinking|thought)>|\[/THINK\]", re.IGNORECASE)
_ANY = re.compile(r"</?(?:think|thinking|thought)>|\[/?THINK\]", re.IGNORECASE)
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
        at = 0
        while tag := (_CLOSING if self._thinking else _ANY).search(text, at):
            said.append(self._say(text[at : tag.start()]))
            self._thinking = _is_opening(tag)
            self._trimming = not self._begun
            at = tag.end()
        text = text[at:]
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
    reply = reply[:MAX_REPLY]
    tags = list(_ANY.finditer(reply))
    if not tags:
        return reply
    at = _start(tags, last_object=reply.rfind("{"))
    kept: list[str] = []
    thinking = False
    for tag in tags:
        if tag.start() < at:
            continue
        if not thinking:
            kept.append(reply[at : tag.start()])
        at, thinking = tag.end(), _is_opening(tag)
    if not thinking:
        kept.append(reply[at:])
    return "".join(kept).lstrip()


def _start(tags: list[re.Match[str]], last_object: int) -> int:
    """Return the end of the last closing tag without an opening one that has an object after it, else 0."""
    start, thinking = 0, False
    for tag in tags:
        opens = _is_opening(tag)
        if not opens and not thinking and tag.end() <= last_object:
            start = tag.end()
        thinking = opens
    return start


def _is_opening(tag: re.Match[str]) -> bool:
    return not tag[0].startswith(("</", "[/"))


def _held_length(text: str) -> int:
    """Return how many characters at the end may be the beginning of a tag."""
    tail = text[-(_LONGEST - 1) :].lower()
    for start, character in enumerate(tail):
        if character in "<[" and any(tag.startswith(tail[start:]) for tag in _TAGS):
            return len(tail) - start
    return 0
