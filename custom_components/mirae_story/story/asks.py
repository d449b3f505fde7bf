"""What is said to a story's own agent, understood by code: in English and Japanese, whatever the story's language.

Only whole utterances count, so that a question about the story is not taken for a command. Bare words
("stop", "yes", "good night") mean the story here, since they were said to it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .asks_en import ENGLISH
from .asks_ja import JAPANESE
from .hearing import AskKind, Hearing, Patterns
from .model import Cast
from .names import resolve, visible
from .scripts import is_japanese
from .spoken import bare

__all__ = ("Ask", "AskKind", "understand")

_LONGEST = 300
_SPOKEN = {
    "tell_again": AskKind.TELL_AGAIN,
    "one_more": AskKind.ONE_MORE,
    "new_story": AskKind.NEW_STORY,
    "stop_story": AskKind.STOP,
    "who": AskKind.WHO,
    "recap": AskKind.RECAP_ALL,
    "is_with": AskKind.IS_WITH,
    "continue": AskKind.CONTINUE,
    "continue_wish": AskKind.CONTINUE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One utterance, understood. `text` is as it was said."""

    kind: AskKind
    text: str
    wish: str = ""
    """With `CONTINUE`: what is wished for, as it was said."""
    name: str = ""
    """With `IS_WITH`: whom it is about, as it was said."""


def understand(text: str, language: str, cast: Cast, *, title: str = "") -> Ask:
    """Return what an utterance wants; `language` is the one in which it was heard ("ja", "en-GB" ...).

    With the story's `title`, asking for the title's or somebody's "rest" counts as well.
    """
    said = visible(text)
    if len(said) > _LONGEST:
        return Ask(kind=AskKind.OTHER, text=text)
    for hearing in _hearings(said, language):
        ask = _spoken(said, text, hearing) or _understood(
            said, text, hearing, cast, title
        )
        if ask is not None:
            return ask
    return Ask(kind=AskKind.OTHER, text=text)


def _hearings(said: str, language: str) -> tuple[Hearing, Hearing]:
    """Return how to listen: by the script, then by the language that was heard."""
    has_latin = any(char.isascii() and char.isalpha() for char in said)
    if not any(map(is_japanese, said)) or (has_latin and language[:2] == "en"):
        return ENGLISH, JAPANESE
    return JAPANESE, ENGLISH


def _spoken(said: str, text: str, hearing: Hearing) -> Ask | None:
    """Return what is asked by a sentence that names the story."""
    plain = " ".join(hearing.marks.sub(hearing.gap, said).split())
    if any(each.fullmatch(plain) for each in hearing.plain[AskKind.DECIDE]):
        # "Is there something to decide in the story?" is about nobody.
        return Ask(kind=AskKind.DECIDE, text=text)
    for sentences in hearing.spoken:
        found = sentences.pattern.fullmatch(plain)
        if found is not None:
            kind = _SPOKEN[sentences.wanted]
            if kind is AskKind.RECAP_ALL and hearing.last_time.search(plain):
                kind = AskKind.RECAP_LAST
            slots = {slot: bare(part or "") for slot, part in found.groupdict().items()}
            return Ask(kind=kind, text=text, **slots)
    return None


def _understood(
    said: str, text: str, hearing: Hearing, cast: Cast, title: str
) -> Ask | None:
    phrases = list(_phrases(said, hearing))
    for phrase in phrases:
        for kind, patterns in hearing.plain.items():
            if any(pattern.fullmatch(phrase) for pattern in patterns):
                return Ask(kind=kind, text=text)
        for name in _groups(phrase, hearing.is_with, "name"):
            if resolve(name, cast) is not None:
                return Ask(kind=AskKind.IS_WITH, text=text, name=name)
        for name in _groups(phrase, hearing.owned, "name"):
            if resolve(name, cast) is not None or _is_title(name, title, hearing):
                return Ask(kind=AskKind.CONTINUE, text=text)
    for phrase in reversed(phrases):
        for wish in _groups(phrase, hearing.wishes, "wish"):
            return Ask(kind=AskKind.CONTINUE, text=text, wish=wish)
    return None


def _phrases(said: str, hearing: Hearing) -> Iterator[str]:
    """Yield the utterance without marks, then without the polite words around it."""
    phrase = _unmarked(said, hearing)
    if phrase:
        yield phrase
    bare = phrase
    while (shorter := _peeled(bare, hearing)) != bare:
        bare = shorter
        yield bare


def _peeled(phrase: str, hearing: Hearing) -> str:
    """Return the phrase without one polite word at its front, or else at its end."""
    if (found := hearing.before.match(phrase)) and phrase[found.end() :].strip():
        return phrase[found.end() :].strip()
    return re.sub(
        f"(?:{hearing.after.pattern})$", "", phrase, count=1, flags=re.IGNORECASE
    )


def _unmarked(said: str, hearing: Hearing) -> str:
    plain = hearing.marks.sub(hearing.gap, said.replace("'", ""))
    return " ".join(plain.split())


def _groups(phrase: str, patterns: Patterns, group: str) -> Iterator[str]:
    for pattern in patterns:
        found = pattern.fullmatch(phrase)
        if found is not None and (part := found[group].strip()):
            yield part


def _is_title(name: str, title: str, hearing: Hearing) -> bool:
    wanted, said = (_unmarked(visible(each), hearing) for each in (title, name))
    return bool(wanted) and said.casefold() == wanted.casefold()
