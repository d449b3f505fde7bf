"""What is said about the memory itself, understood by code: in English and Japanese, whatever language was set.

Only whole utterances count, and only those that speak of remembering what was said: "forget it" means never mind,
"remember to call" asks for a reminder, "do you remember Tama?" is talk. All of these go to the agent as usual.
"""

import re
import unicodedata
from dataclasses import dataclass

from .asks_en import ENGLISH
from .asks_ja import JAPANESE
from .phrasebook import MemoryAskKind, Phrasebook

__all__ = (
    "MemoryAsk",
    "MemoryAskKind",
    "agrees",
    "plain",
    "to_forget",
    "to_remember",
    "understand",
)

_LONGEST = 400
_LONGEST_TOPIC = 60
_HIDDEN = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_APOSTROPHES = str.maketrans("’‘ʼ`´", "'" * 5)
_ENDS = " 、。，,.!！?？…〜~;:"
_QUOTES = "「」『』“”\"'"
_JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-鿿々]")
_BLANK_IN_JAPANESE = re.compile(
    r"(?<=[ぁ-ゖァ-ヺー一-鿿々、。]) (?=[ぁ-ゖァ-ヺー一-鿿々])"
)
"""Some speech recognition puts blanks between Japanese words."""


@dataclass(frozen=True, slots=True)
class MemoryAsk:
    """One utterance about the memory, understood."""

    kind: MemoryAskKind
    about: str = ""
    """What to remember, or what it is about, as it was said; nothing: what was said last, or everything."""


def plain(text: str) -> str:
    """Return what was said on one line: NFKC, one kind of apostrophe, nothing invisible, no marks at its ends."""
    folded = unicodedata.normalize("NFKC", _HIDDEN.sub("", text))
    line = " ".join(folded.translate(_APOSTROPHES).split()).strip(_ENDS)
    return _BLANK_IN_JAPANESE.sub("", line)


def understand(text: str) -> MemoryAsk | None:
    """Return what an utterance wants of the memory; None if it is about something else."""
    if len(text) > _LONGEST:
        return None
    said = plain(text)
    book = _book(said)
    if book.never.fullmatch(said):
        return None
    is_question = text.rstrip().endswith(("?", "？"))
    for kind, pattern in book.patterns:
        found = pattern.fullmatch(said)
        if found is None:
            continue
        about = _part(found, "about").strip(_ENDS + _QUOTES)
        if kind is MemoryAskKind.REMEMBER:
            if is_question and not (book.may_ask or _part(found, "asked")):
                continue
            return MemoryAsk(kind, about)
        if len(about) <= _LONGEST_TOPIC:
            return _narrowed(kind, about, book)
    return None


def to_remember(fact: str) -> MemoryAsk:
    """Return the ask to remember something that is named by itself; nothing: what was said last."""
    return MemoryAsk(MemoryAskKind.REMEMBER, plain(fact).strip(_ENDS + _QUOTES))


def to_forget(about: str) -> MemoryAsk:
    """Return the ask to forget something that is named by itself; nothing: what was said last."""
    topic = plain(about).strip(_ENDS + _QUOTES)
    if not topic:
        return MemoryAsk(MemoryAskKind.FORGET_LAST)
    return _narrowed(MemoryAskKind.FORGET_ABOUT, topic, _book(topic))


def agrees(text: str) -> bool | None:
    """Return whether an answer to "shall I?" is yes or no; None if it is neither for certain."""
    said = plain(text)
    book = _book(said)
    if book.no.fullmatch(said):
        return False
    return True if book.yes.fullmatch(said) else None


def _narrowed(kind: MemoryAskKind, about: str, book: Phrasebook) -> MemoryAsk:
    """Return the ask; what is about the speaker is about everything."""
    if about.casefold() not in book.everything:
        return MemoryAsk(kind, about)
    if kind is MemoryAskKind.FORGET_ABOUT:
        kind = MemoryAskKind.FORGET_ALL
    return MemoryAsk(kind)


def _part(found: re.Match[str], group: str) -> str:
    return found.groupdict().get(group) or ""


def _book(said: str) -> Phrasebook:
    return JAPANESE if _JAPANESE.search(said) else ENGLISH
