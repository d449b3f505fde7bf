"""What no child should hear at bedtime: gore, cruelty, sex, drugs, self-harm, contact details.

Judged on one sentence, for some things in the light of the two before it. The lists are files in `data`, in groups
with a reason each, some of them only for listeners below an age. Lists catch what they know; they do not make a text
safe.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .masks import OTHER
from .model import Language
from .sieve import Sieve
from .wordlist import word_file

YOUNGEST = 0
"""The age of listeners of whom nothing is known: every list counts."""
_EVERY_AGE = 1000
_PLACE = re.compile(r"\{([a-z_]+)\}")
_MAY_REACH = re.compile(
    r"\d|@|\.[a-z]|\b(?:dot|oh|zero|double|one|two|three|four|five|six|seven|eight|nine)\b|ドット|どっと|アット|番|[町村区市条〒〇零ゼ]|[一二三四五六七八九]{2}",
    re.IGNORECASE,
)
"""Without any of these there is no way to reach anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """One group of patterns of what is unsafe, and why it is."""

    name: str
    reason: str
    under: int = _EVERY_AGE
    """Listeners below this age must not hear it."""
    patterns: tuple[str, ...] = ()
    """What one sentence tells."""
    carried: tuple[str, ...] = ()
    """What only several sentences together tell."""
    unless: re.Pattern[str] | None = None
    """What makes a sentence of this group harmless."""


class _Harms:
    """The groups of one file, looked for together."""

    def __init__(self, harms: tuple[Harm, ...]) -> None:
        self.groups = harms
        self.told = Sieve(
            (pattern, at) for at, harm in enumerate(harms) for pattern in harm.patterns
        )
        self.carried = Sieve(
            (pattern, at) for at, harm in enumerate(harms) for pattern in harm.carried
        )

    def found(self, text: str, before: str, age: int) -> Iterator[Harm]:
        """Yield the groups of which a sentence is."""
        for at in self.told.owners(text):
            harm = self.groups[at]
            if age < harm.under and not (harm.unless and harm.unless.search(text)):
                yield harm
        read = f"{before}\n{text}"
        own = len(read) - len(text)
        for pattern, at in self.carried.likely(read):
            if any(hit.end() > own for hit in pattern.finditer(read)):
                yield self.groups[at]


def _read(name: str) -> tuple[Harm, ...]:
    """Return the groups of one file, with the file's own words put into their patterns."""
    file = word_file(name)
    words = {**file.get("words", {}), "other": OTHER}
    return tuple(_group(group, words) for group in file["group"])


def _group(group: dict[str, Any], words: dict[str, str]) -> Harm:
    def filled(patterns: Iterable[str]) -> tuple[str, ...]:
        return tuple(_filled(pattern, words) for pattern in patterns)

    unless = "|".join(filled(group.get("unless", ())))
    return Harm(
        name=group["name"],
        reason=group["reason"],
        under=group.get("under", _EVERY_AGE),
        patterns=filled(group.get("patterns", ())),
        carried=filled(group.get("carried", ())),
        unless=re.compile(unless) if unless else None,
    )


def _filled(pattern: str, words: dict[str, str]) -> str:
    while _PLACE.search(pattern):
        pattern = _PLACE.sub(lambda place: words[place[1]], pattern)
    return pattern


HARMS = {language: _read(f"safety_{language}") for language in Language}
CONTACTS = _read("contact")
LISTS = {language: _Harms(harms) for language, harms in HARMS.items()}
_WAYS = tuple((re.compile("|".join(contact.patterns)), contact) for contact in CONTACTS)


def is_unsafe(
    text: str, language: Language, before: str = "", *, age: int = YOUNGEST
) -> bool:
    """Tell whether a sentence, read after `before`, must not be spoken to listeners of this age.

    Both went through `names.visible`; names may be signs (`masks`).
    """
    return harm_in(text, language, before, age=age) is not None


def harm_in(
    text: str, language: Language, before: str = "", *, age: int = YOUNGEST
) -> Harm | None:
    """Return why a sentence must not be spoken, or None if it may."""
    if _MAY_REACH.search(text):
        for way, contact in _WAYS:
            if way.search(text):
                return contact
    found = LISTS[language].found(text.casefold(), before.casefold(), age)
    return next(found, None)
