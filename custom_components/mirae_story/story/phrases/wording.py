"""How phrases, names and told text become spoken sentences."""

import re
from collections.abc import Sequence

from ..model import Cast, Character, Language
from ..sentences import is_complete, sentences
from . import phrases

_HAS_ARTICLE = re.compile(
    r"(?:an?|the|my|our|his|her|its|their|one|[A-Z]\w*['’]s?)\s", re.ASCII
)
_MAX_NAMED = 4


def turn[T](options: Sequence[T], number: int) -> T:
    """Return the option whose turn it is on this number (a night, say)."""
    return options[number % len(options)]


def fill(template: str, **values: str) -> str:
    """Put values in place of `{key}`; braces inside a value, or of no known key, stay as they are."""
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), template)


def one_line(text: str) -> str:
    """Return the text on one line, with single blanks and nothing that cannot be printed."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())


def whole_sentences(text: str, language: Language) -> list[str]:
    """Cut text into sentences without blanks around them; what has no end mark at the end gets one."""
    pieces = [
        piece
        for piece in sentences(one_line(text), language)
        if any(map(str.isalnum, piece))
    ]
    return [*pieces[:-1], *(_ended(piece, language) for piece in pieces[-1:])]


def _ended(text: str, language: Language) -> str:
    if is_complete(text):
        return text
    stop = "。" if language is Language.JA else "."
    return text.rstrip("、,;:：；-–—・ ") + stop


def spoken(parts: Sequence[str], language: Language) -> str:
    """Join texts to sentences as a voice wants them: each ends in 。+ newline (ja) or a blank (en)."""
    gap = "\n" if language is Language.JA else " "
    whole = [piece for part in parts for piece in whole_sentences(part, language)]
    return "".join(piece + gap for piece in whole)


def opening_sentences(text: str, language: Language, most: int) -> str:
    """Return as many whole sentences from the text's start as fit into `most` characters, at least one.

    A first sentence that is longer than that is cut at a word or a 、.
    """
    kept = ""
    for piece in whole_sentences(text, language):
        gap = "" if language is Language.JA or not kept else " "
        if kept and len(kept) + len(gap) + len(piece) > most:
            break
        kept += gap + piece
    if len(kept) <= most:
        return kept
    cut = kept[: most - 1]
    at = max(cut.rfind(mark) for mark in ("、", " "))
    return _ended(cut[:at] if at > most // 2 else cut, language)


def names(cast: Sequence[Character], language: Language, most: int = _MAX_NAMED) -> str:
    """Return the names as a spoken list, at most `most` of them and "all the others"."""
    words = [member.name for member in cast[:most]]
    if len(cast) > most:
        words.append(phrases(language).all_others)
    return listed(words, language)


def listed(words: Sequence[str], language: Language, *, either: bool = False) -> str:
    """Return words as a spoken list: "a, b and c", "aとbとc"; with "or" if `either`."""
    words_of = phrases(language)
    if len(words) < 2:  # noqa: PLR2004 - a list begins with two
        return "".join(words)
    last = words_of.or_comma if either else words_of.last_comma
    return words_of.comma.join(words[:-1]) + last + words[-1]


def with_role(member: Character, language: Language) -> str:
    """Return the name with the role: "Theo, the navigator", "航海士のテオ"; the name alone without one."""
    role = _role(member, language)
    if not role:
        return member.name
    return fill(phrases(language).role_of, name=member.name, role=role)


def introduced(member: Character, language: Language) -> str:
    """Return a sentence on who this is: "Theo is the navigator.", "テオは、航海士です。"."""
    words, role = phrases(language), _role(member, language)
    template = words.member_is if role else words.member
    return fill(template, name=member.name, role=role)


def _role(member: Character, language: Language) -> str:
    role = one_line(member.role).rstrip("。.")
    if role and language is Language.EN and not _HAS_ARTICLE.match(role):
        return f"the {role}"
    return role


def friends(cast: Cast) -> tuple[Character, ...]:
    """Return who is on stage besides the protagonist."""
    return tuple(member for member in cast.on_stage if not member.protagonist)
