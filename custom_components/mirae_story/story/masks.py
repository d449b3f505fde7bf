"""A sentence with one member's name, other names and quotations replaced by signs.

What is looked for in a sentence (a name as subject, as speaker, on somebody's lap ...) can then be fixed patterns,
whatever the names are.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from .model import Cast, Character
from .names import names_of, positions, stored_name
from .sentences import narration, quotes
from .titles import EN_TITLES, JA_EPITHETS, JA_HONORIFICS, JA_TITLES

NAME = "\ue000"
"""The member looked at."""
OTHER = "\ue001"
"""Any other member."""
QUOTE = "\ue002"
"""A quotation, taken out."""

_EN_BEFORE = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(map(re.escape, EN_TITLES), key=len, reverse=True))})\s+)+([{NAME}{OTHER}])",
    re.IGNORECASE,
)
_JA_BEFORE = re.compile(
    rf"(?:{'|'.join((*JA_EPITHETS, *JA_TITLES))})+([{NAME}{OTHER}])"
)
_JA_AFTER = re.compile(
    rf"([{NAME}{OTHER}])(?:・?(?:{'|'.join((*JA_TITLES, *JA_HONORIFICS))}))+"
)

_KANA_OR_HAN = re.compile(r"[ぁ-ヿ一-龯]")

type Span = tuple[int, int, str]
"""Start and end of a name in a text, and whose it is."""


@dataclass(frozen=True, slots=True)
class Masked:
    """One sentence as seen from one member."""

    text: str
    """The sentence as it is."""
    signed: str
    """The sentence with signs for the names."""

    narrated: str
    """The sentence with `QUOTE` for each quotation."""
    quoted: tuple[str, ...]
    """What is said in it."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """One name or alias, and the names that may hold it inside."""

    text: str
    folded: str
    owner: str
    longer: tuple[str, ...]


def spellings(cast: Cast) -> tuple[Spelling, ...]:
    """Return every name and alias of a cast, longest first."""
    pairs = [
        (stored_name(name), member.name)
        for member in cast.members
        for name in names_of(member)
    ]
    folded = {name: name.casefold() for name, _ in pairs}
    return tuple(
        Spelling(
            name,
            folded[name],
            owner,
            tuple(
                other
                for other, _ in pairs
                if other != name and folded[name] in folded[other]
            ),
        )
        for name, owner in sorted(pairs, key=lambda pair: -len(pair[0]))
        if name
    )


def found_in(text: str, known: Iterable[Spelling]) -> list[Span]:
    """Return start, end and owner of every name in a text that went through `names.visible`."""
    lowered = text.casefold()
    found: list[Span] = []
    for spelling in known:
        if spelling.folded not in lowered:
            continue
        for start in positions(spelling.text, text, spelling.longer):
            end = start + len(spelling.text)
            if not any(start < right and left < end for left, right, _ in found):
                found.append((start, end, spelling.owner))
    return sorted(found)


def _without_titles(signed: str) -> str:
    """Return a sentence whose signs stand without the titles beside them."""
    bare = _EN_BEFORE.sub(r"\1", signed)
    if _KANA_OR_HAN.search(bare) is None:
        return bare
    return _JA_AFTER.sub(r"\1", _JA_BEFORE.sub(r"\1", bare))


@lru_cache(maxsize=512)
def _masked(text: str, signed: str) -> Masked:
    """Return a sentence with signs; a night is looked at again and again, once for each member."""
    bare = _without_titles(signed)
    return Masked(text, bare, narration(bare, QUOTE), quotes(bare))


@lru_cache(maxsize=512)
def _named_nobody(text: str) -> Masked:
    return Masked(text, text, narration(text, QUOTE), quotes(text))


def mask(text: str, found: Iterable[Span], member: Character) -> Masked:
    """Return a sentence as seen from this member; titles beside names go with them."""
    pieces, at = [], 0
    for start, end, owner in found:
        pieces += [text[at:start], NAME if owner == member.name else OTHER]
        at = end
    signed = "".join([*pieces, text[at:]])
    return _masked(text, signed) if pieces else _named_nobody(text)
