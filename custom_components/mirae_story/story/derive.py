"""Recap and situation made by code from the prose: what stands when the model's notes are missing or wrong."""

import re
from collections.abc import Iterable

from .model import Cast, Language
from .names import named
from .sentences import is_complete, narration, sentences

MAX_RECAP = 200
MAX_SITUATION = 200
_LAST = 4
"""Sentences at the prose's end among which its situation is looked for."""
_SITUATION_SENTENCES = 2
_AT_REST = {
    Language.EN: "{name} is resting, and all is quiet.",
    Language.JA: "{name}は、静かに休んでいます。",
}
_FORMAT = {Language.EN: ("…", " "), Language.JA: ("…", "")}


def derive_recap(prose: str, language: Language) -> str:
    """Return a recap of at most 200 characters on one line: how the night began and how it ended.

    Empty if the prose has no sentence.
    """
    told = _told(prose, language)
    if not told:
        return ""
    order = [0, *range(len(told) - 1, 0, -1)]
    return _joined(told, order, MAX_RECAP, language)


def derive_situation(prose: str, language: Language, cast: Cast) -> str:
    """Return where the night ended, on one line: its last sentences that name nobody who is off stage."""
    told = [
        sentence
        for sentence in _told(prose, language)[-_LAST:]
        if not any(named(member, sentence, cast) for member in cast.off_stage)
    ]
    last = told[-_SITUATION_SENTENCES:]
    if not last:
        return _AT_REST[language].format(name=cast.protagonist.name)
    return _joined(last, range(len(last) - 1, -1, -1), MAX_SITUATION, language)


def _told(prose: str, language: Language) -> list[str]:
    """Return the prose's complete sentences, each on one line; those which only quote stand back for the others."""
    whole = [
        " ".join(sentence.split())
        for sentence in sentences(prose, language)
        if is_complete(sentence)
    ]
    return [
        sentence for sentence in whole if re.search(r"\w", narration(sentence))
    ] or whole


def _joined(
    told: list[str], order: Iterable[int], most: int, language: Language
) -> str:
    """Return as many of the sentences as fit, chosen in `order`, told in their own."""
    mark, gap = _FORMAT[language]
    chosen: list[int] = []
    room = most
    for index in order:
        need = len(told[index]) + len(gap)
        if need > room and chosen:
            break
        chosen.append(index)
        room -= need
    text = gap.join(told[index] for index in sorted(chosen))
    return text if len(text) <= most else _cut(text, most - len(mark)) + mark


def _cut(text: str, most: int) -> str:
    """Return the start of a long sentence, up to a comma or a blank where there is one."""
    head = text[:most]
    breaks = [match.start() for match in re.finditer(r"[、,，;；\s]", head)]
    late = [place for place in breaks if place * 2 > most]
    return head[: late[-1]] if late else head
