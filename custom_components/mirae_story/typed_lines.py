"""What is typed into one line of a form, and what has no place in it."""

import re
from unicodedata import category

_BREAKS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that have no place in a line: controls, lone surrogates, separators of lines."""

HIDDEN = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Signs that nobody sees, such as those for the direction of text: with them a text reads otherwise than it is."""


def check_line(text: str, longest: int, what: str) -> str | None:
    """Return the error of a line, if any; `what` begins the keys of those that are its own."""
    if not text:
        return f"{what}_missing"
    if len(text) > longest:
        return f"{what}_too_long"
    if not _BREAKS.isdisjoint(map(category, text)):
        return "one_line"
    return "hidden_signs" if HIDDEN.search(text) else None
