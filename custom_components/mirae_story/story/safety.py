"""What no child should hear at bedtime: gore, cruelty, sex, drugs, self-harm, contact details.

Judged on one sentence, for some things in the light of the two before it. The lists are files in `data`, in groups
with a reason each. Lists catch what they know; they do not make a text safe.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .masks import OTHER
from .model import Language
from .wordlist import word_file

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
    told: re.Pattern[str] | None
    """What one sentence tells."""
    carried: re.Pattern[str] | None
    """What only several sentences together tell."""
    unless: re.Pattern[str] | None
    """What makes a sentence of this group harmless."""

    def is_in(self, text: str, before: str) -> bool:
        """Tell whether a sentence in lower case is of this group."""
        if self.told and self.told.search(text):
            return not (self.unless and self.unless.search(text))
        if self.carried is None:
            return False
        read = f"{before}\n{text}"
        own = len(read) - len(text)
        return any(found.end() > own for found in self.carried.finditer(read))


def _any_of(patterns: Iterable[str]) -> re.Pattern[str] | None:
    whole = "|".join(patterns)
    return re.compile(whole) if whole else None


def _read(name: str) -> tuple[Harm, ...]:
    """Return the groups of one file, with the file's own words put into their patterns."""
    file = word_file(name)
    words = {**file.get("words", {}), "other": OTHER}

    def filled(patterns: Iterable[str]) -> re.Pattern[str] | None:
        return _any_of(_filled(pattern, words) for pattern in patterns)

    return tuple(
        Harm(
            name=group["name"],
            reason=group["reason"],
            told=filled(group.get("patterns", ())),
            carried=filled(group.get("carried", ())),
            unless=filled(group.get("unless", ())),
        )
        for group in file["group"]
    )


def _filled(pattern: str, words: dict[str, str]) -> str:
    while _PLACE.search(pattern):
        pattern = _PLACE.sub(lambda place: words[place[1]], pattern)
    return pattern


HARMS = {language: _read(f"safety_{language}") for language in Language}
CONTACTS = _read("contact")


def is_unsafe(text: str, language: Language, before: str = "") -> bool:
    """Tell whether a sentence, read after `before`, must not be spoken.

    Both went through `names.visible`; names may be signs (`masks`).
    """
    return harm_in(text, language, before) is not None


def harm_in(text: str, language: Language, before: str = "") -> Harm | None:
    """Return why a sentence must not be spoken, or None if it may."""
    if _MAY_REACH.search(text):
        for harm in CONTACTS:
            if harm.is_in(text, ""):
                return harm
    low, led = text.casefold(), before.casefold()
    return next((harm for harm in HARMS[language] if harm.is_in(low, led)), None)
