"""Names: when two spellings are one name, whom a name means, where it occurs in a text.

Matching is exact after Unicode folding, aliases, titles and honorifics; it is never fuzzy. Whoever is unsure gets
`None` or `Ambiguous`, and then nothing changes.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from .model import Cast, Character, Language
from .nonnames import GROUPS, NOBODY, NUMBER_WORDS, PRONOUNS, ROLES
from .scripts import Script, script_of
from .titles import (
    EN_SUFFIXES,
    EN_TITLES,
    JA_EPITHETS,
    JA_HONORIFICS,
    JA_TIME_WORDS,
    JA_TITLES,
)
from .words import LONGER_WORDS, PARTICLES

MAX_NAME = 30
"""Characters of a name, after folding."""
_MAX_TITLES = 4
_PARTICLES = frozenset("はがもとにをでへやの")
_LONGEST_READ = 200
"""A `name` longer than this is not even looked at."""

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff\ud800-\udfff]"
)
_SPELLINGS = str.maketrans(
    {
        **dict.fromkeys("·•‧∙⋅･", "・"),
        **dict.fromkeys("’‘ʼ`´", "'"),
        **dict.fromkeys("‐‑", "-"),
        "゛": "\u3099",
        "゜": "\u309a",
    }
)
_NO_NAME_KINDS = frozenset({"Cc", "Co", "Cn", "So", "Sm", "Sc"})
_DOUBLE_HYPHEN = re.compile(r"(?<=[ァ-ヶー])=(?=[ァ-ヶ])")
_QUOTES = (("「", "」"), ("『", "』"), ("“", "”"), ("‘", "’"), ('"', '"'), ("'", "'"))
_MARKUP = re.compile(r"[<>{}\[\]|\\*_#`=~^$%@:;/+()\"“”「」『』?!。、,]")
_TRAILING_BRACKET = re.compile(r"(.+?) ?\(([^()]+)\)")
_APPOSITION = re.compile(r"(.+?),? the (.+)")
_JOINED_BY = re.compile(r" (?:and|or|with) | ?[&/,、] ?| ?(?:と|や|および|及び) ?")
_CERTAIN_GROUP = re.compile(r" (?:and|or) |&")
_NOBODY_STARTS = (
    "no new ",
    "none of ",
    "nobody ",
    "no one ",
    "誰も",
    "だれも",
    "特にな",
)
_NOBODY_ENDS = ("ません", "なかった", "いない", "nobody", "no one")
_GROUP_ENDINGS = ("たち", "達", "一同", "一行", "一家", "の皆", "のみんな", "の仲間")


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A name that fits more than one character: nothing may happen."""

    characters: tuple[Character, ...]


def visible(text: str) -> str:
    """Return text as it is compared with names: NFKC, one blank for many, nothing invisible.

    Middle dots, apostrophes and hyphens have one spelling. Half a character (a lone surrogate) is dropped.
    """
    plain = _INVISIBLE.sub("", text).translate(_SPELLINGS)
    folded = unicodedata.normalize("NFKC", plain).translate(_SPELLINGS)
    return " ".join(folded.split())


def stored_name(text: str) -> str:
    """Return a proposed name as it is stored: whole, titles included, without quotation marks around it."""
    return _stored(text) if len(text) <= MAX_NAME else _unquoted(text)


@lru_cache(maxsize=8192)
def _stored(text: str) -> str:
    # The same few names are compared over and over; longer texts are no names and are not kept.
    return _unquoted(text)


def _unquoted(text: str) -> str:
    plain = text.strip()
    for opening, closing in _QUOTES:
        if len(plain) > len(opening + closing) and (
            plain.startswith(opening) and plain.endswith(closing)
        ):
            plain = plain[1:-1]
    return visible(plain)


def fold(text: str) -> str:
    """Return the form in which names are compared: as `stored_name`, and Latin letters in one case."""
    return stored_name(text).casefold()


def resolve(name: str, cast: Cast) -> Character | Ambiguous | None:
    """Return whom `name` means: by exact name, then exact alias, then with titles and honorifics taken off.

    A character's own role counts as a title. Return None for an unknown name.
    """
    if len(name) > _LONGEST_READ:
        return None
    key = fold(name)
    if not key:
        return None
    ranked = [(_rank(key, member), member) for member in cast.members]
    best = min((rank for rank, _ in ranked if rank is not None), default=None)
    if best is None:
        return None
    found = tuple(member for rank, member in ranked if rank == best)
    return found[0] if len(found) == 1 else Ambiguous(found)


def names_of(character: Character) -> tuple[str, ...]:
    """Return the name and the aliases of a character."""
    return (character.name, *character.aliases)


def other_names(character: Character, cast: Cast) -> tuple[str, ...]:
    """Return names and aliases of everybody else in the cast."""
    return tuple(
        name
        for member in cast.members
        if member.name != character.name
        for name in names_of(member)
    )


def is_name(text: str, language: Language) -> bool:
    """Tell whether a text can be somebody's name.

    Never a name: pronouns, groups, words for nobody, roles alone, empty, over 30 characters, several lines,
    markup, templates. English words of these kinds are none in a Japanese story either.
    """
    if len(text) > _LONGEST_READ or len(text.strip().splitlines()) != 1:
        return False
    name = stored_name(text)
    if not 0 < len(name) <= MAX_NAME or not _is_plain(name):
        return False
    key = fold(name).rstrip(".… ").removeprefix("the ")
    if is_nobody(key) or key in PRONOUNS | GROUPS | ROLES or _is_phrase(key):
        return False
    return not (language is Language.JA and name.endswith(_GROUP_ENDINGS))


def _is_phrase(key: str) -> bool:
    """Tell whether a folded text in English speaks of somebody, or of several, without a name."""
    first, *others = key.split()
    if _CERTAIN_GROUP.search(key):
        return True
    return bool(others) and (first in NUMBER_WORDS or first in {"a", "an", "no"})


def is_nobody(text: str) -> bool:
    """Tell whether a text in place of a name says that there is nobody."""
    key = fold(text).strip("()[]「」.。… ")
    return (
        not key
        or key in NOBODY
        or key.startswith(_NOBODY_STARTS)
        or key.endswith(_NOBODY_ENDS)
    )


def is_group_of(text: str, cast: Cast) -> bool:
    """Tell whether a text names several at once, at least one of them known (`ミナとテオ`, `ケンタら`)."""
    key = fold(text)
    parts = [part for part in _JOINED_BY.split(key) if part]
    if len(parts) > 1 and any(_is_known(part, cast) for part in parts):
        return True
    parts = key.split("・")
    if len(parts) > 1 and all(_is_known(part, cast) for part in parts):
        return True
    endings = ("ら", "たち", "達", "'s family", "'s friends")
    return any(
        key.endswith(ending) and _is_known(key.removesuffix(ending), cast)
        for ending in endings
    )


def near_variant(one: str, other: str) -> bool:
    """Tell whether two names differ by exactly one letter, kana or long mark added, dropped or changed."""
    short, long = sorted((fold(one), fold(other)), key=len)
    if len(long) - len(short) > 1 or short == long or len(long) < 2:  # noqa: PLR2004 - one letter is a whole name
        return False
    start = 0
    while start < len(short) and short[start] == long[start]:
        start += 1
    if len(short) == len(long):
        return short[start + 1 :] == long[start + 1 :]
    return short[start:] == long[start + 1 :]


def bare(name: str) -> str:
    """Return a name, folded, without any title or honorific, known or not."""
    key = fold(name)
    for _ in range(_MAX_TITLES):
        shorter = next((rest for rest in _strips(key, "") if rest), None)
        if shorter is None:
            break
        key = shorter
    return key


def occurs(name: str, prose: str, known: Iterable[str] = ()) -> bool:
    """Tell whether a name stands in the prose literally (after NFKC), not inside a longer word or `known` name."""
    return first_position(name, prose, known) is not None


def first_position(name: str, prose: str, known: Iterable[str] = ()) -> int | None:
    """Return where a name first stands in the prose, counted in `visible(prose)`; None if it does not."""
    return next(positions(name, visible(prose), known), None)


def positions(name: str, text: str, known: Iterable[str] = ()) -> Iterator[int]:
    """Yield where a name stands in `text`, which has gone through `visible`.

    Japanese names are bounded by a change of script, Latin ones by what is no letter. A hiragana name may touch
    other hiragana, but not stand inside a longer known name or word. Latin letters may be capitals in the text.
    """
    spellings = _spellings(stored_name(name))
    if not any(spelling in text for spelling in spellings):
        return
    longer = [other for each in known if (other := stored_name(each))]
    covers = [
        span
        for other in {
            *_holding(spellings, LONGER_WORDS),
            *_holding(spellings, frozenset(longer)),
        }
        for span in _spans(other, text, as_word=other in LONGER_WORDS)
    ]
    found = sorted(
        match.span()
        for spelling in spellings
        for match in re.finditer(re.escape(spelling), text)
    )
    for start, end in found:
        inside = any(
            left <= start and end <= right and (left, right) != (start, end)
            for left, right in covers
        )
        if not inside and _is_free(text, start, end):
            yield start


@lru_cache(maxsize=4096)
def _holding(spellings: tuple[str, ...], words: frozenset[str]) -> frozenset[str]:
    """Return which of these words hold one of these spellings."""
    return frozenset(
        word
        for word in words
        if any(len(word) > len(each) and each in word for each in spellings)
    )


def named(character: Character, text: str, cast: Cast) -> bool:
    """Tell whether a text names this character, by name or alias (contract rule 6)."""
    known = other_names(character, cast)
    return any(occurs(name, text, known) for name in names_of(character))


def mentioned(cast: Cast, text: str) -> Cast:
    """Return those of a cast of whom a name may stand in a text: only they need a closer look."""
    lowered = visible(text).casefold()
    return Cast(
        tuple(
            member
            for member in cast.members
            if any(fold(name) in lowered for name in names_of(member))
        )
    )


def _is_plain(name: str) -> bool:
    """Tell whether a name has letters, and nothing that is markup or a symbol."""
    text = _DOUBLE_HYPHEN.sub("・", name)
    kinds = {unicodedata.category(char) for char in text}
    has_letters = any(kind[0] == "L" for kind in kinds)
    return has_letters and not _MARKUP.search(text) and not kinds & _NO_NAME_KINDS


def _is_known(key: str, cast: Cast) -> bool:
    return resolve(key, cast) is not None


def _rank(key: str, member: Character) -> tuple[int, bool] | None:
    """Return how directly a folded name means a member: titles taken off, and whether by an alias."""
    name, aliases = fold(member.name), {fold(alias) for alias in member.aliases}
    role = fold(member.role)
    for depth, layer in enumerate(_layers(key, role if role in key else "")):
        if name in layer:
            return depth, False
        if aliases & layer:
            return depth, True
    return None


@lru_cache(maxsize=256)
def _layers(key: str, role: str) -> tuple[frozenset[str], ...]:
    """Return what is left of a folded name after no, one, two ... titles were taken off."""
    layers = [frozenset({key})]
    for _ in range(_MAX_TITLES):
        rests = {rest for each in layers[-1] for rest in _strips(each, role) if rest}
        layers.append(frozenset(rests))
    return tuple(layers)


def _strips(key: str, role: str) -> Iterator[str]:
    """Yield what remains of a folded name when one title, honorific or this role is taken off."""
    first, _, rest = key.partition(" ")
    if first in EN_TITLES:
        yield rest
    head, _, last = key.rpartition(" ")
    if last in EN_SUFFIXES:
        yield head.rstrip(",")
    head, _, last = key.rpartition("-")
    if last in EN_SUFFIXES:
        yield head
    for pattern in (_APPOSITION, _TRAILING_BRACKET):
        match = pattern.fullmatch(key)
        if match and (match[2] in EN_TITLES | {role} or match[2] in JA_TITLES):
            yield match[1]
    if role and key.startswith(role + " "):
        yield key.removeprefix(role + " ")
    yield from _japanese_strips(key, role)


def _japanese_strips(key: str, role: str) -> Iterator[str]:
    titles = (*JA_TITLES, role) if role and not role.isascii() else JA_TITLES
    for title in titles:
        if key.startswith(title):
            yield key.removeprefix(title).lstrip("・ の")
        if key.endswith(title):
            yield key.removesuffix(title).rstrip("・ ")
    for honorific in JA_HONORIFICS:
        if key.endswith(honorific):
            yield key.removesuffix(honorific).rstrip("・ ")
    for epithet in JA_EPITHETS:
        if key.startswith(epithet):
            yield key.removeprefix(epithet)


def _spellings(name: str) -> tuple[str, ...]:
    """Return a name as it is, with capital initials and in capitals: `Rose` is not the flower."""
    if not name:
        return ()
    capitals = " ".join(word[:1].upper() + word[1:] for word in name.split())
    forms = [name, capitals, name.upper()]
    if name.isupper() and len(name) > 1:
        forms.append(" ".join(word.capitalize() for word in name.split()))
    return tuple(dict.fromkeys(forms))


def _spans(word: str, text: str, *, as_word: bool) -> Iterator[tuple[int, int]]:
    for spelling in (word,) if as_word else _spellings(word):
        for match in re.finditer(re.escape(spelling), text):
            if not as_word or _reads_as_word(word, text, match.end()):
                yield match.span()


def _reads_as_word(word: str, text: str, end: int) -> bool:
    """Tell whether a word that could be a name and a particle (`みなと`) is the word: a particle follows it."""
    return word[-1] not in PARTICLES or text[end : end + 1] in {*PARTICLES, "だ", "。"}


def _is_free(text: str, start: int, end: int) -> bool:
    """Tell whether nothing of the same script makes a longer word of text[start:end]."""
    return _left_free(text, start) and _right_free(text, end)


def _left_free(text: str, start: int) -> bool:
    script, before = script_of(text[start]), text[max(0, start - 1) : start]
    if not before:
        return True
    if script is Script.HIRAGANA:
        return text[start] not in _PARTICLES or _may_precede(text, start)
    if before in "-'" and start > 1 and script is Script.LATIN:
        return not (before == "-" and text[start - 2].isupper())
    if script_of(before) is not script or script is Script.NONE:
        return True
    head = text[max(0, start - 12) : start]
    if script is Script.HAN and any(map(head.endswith, JA_TIME_WORDS)):
        return True
    return script is not Script.LATIN and any(map(head.endswith, JA_TITLES))


def _may_precede(text: str, start: int) -> bool:
    """Tell whether a hiragana name may begin here with a kana that is a particle too (`テオはなわを`)."""
    if script_of(text[start - 1]) not in {Script.KATAKANA, Script.HAN}:
        return True
    return any(map(text[max(0, start - 12) : start].endswith, JA_TITLES))


def _right_free(text: str, end: int) -> bool:
    script, after = script_of(text[end - 1]), text[end : end + 1]
    if not after or script is Script.HIRAGANA:
        return True
    if after == "-" and script is Script.LATIN:
        follower = text[end + 1 : end + 2]
        return not follower.isupper()
    if script_of(after) is not script or script is Script.NONE:
        return True
    tail = text[end : end + 12]
    return script is not Script.LATIN and any(
        tail.startswith(word) and script_of(tail[len(word) :][:1]) is not script
        for word in (*JA_TITLES, *JA_HONORIFICS, "達", "一行", "一家")
    )
