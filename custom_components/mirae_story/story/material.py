"""Names, premises, wishes and told text as material for a prompt: nothing in them can break its frame."""

import re
from collections.abc import Sequence

from .model import Language
from .phrases import phrases
from .phrases.wording import one_line, opening_sentences

_FRAME = re.compile(r"[`<>{}\[\]|｜#*~\\]+|[-=_]{3,}")
_BLANKS = re.compile(r" {2,}")


def material(text: str, language: Language, most: int) -> str:
    """Return text on one line, without markup, template marks or the prompt's own quotes, at most so long."""
    plain = _BLANKS.sub(" ", _FRAME.sub(" ", one_line(text))).strip()
    words = phrases(language).prompt
    for outer, inner in zip(words.quote, words.inner_quote, strict=True):
        plain = plain.replace(outer, inner)
    return plain if len(plain) <= most else opening_sentences(plain, language, most)


def labelled(label: str, lines: Sequence[str]) -> str:
    """Return a label with a list below it, or nothing for an empty list."""
    return "\n".join([label, *(f"- {line}" for line in lines)]) if lines else ""


def paragraphs(*blocks: str) -> str:
    """Return the blocks that are not empty, set apart by an empty line."""
    return "\n\n".join(block for block in blocks if block)
