"""What the scripted authors know of their languages, in one shape."""

from collections.abc import Sequence
from random import Random
from string import Formatter
from types import ModuleType

from custom_components.mirae_story.story.model import Character, Language

from . import words_en, words_ja, wrongs_en, wrongs_ja

WORDS: dict[Language, ModuleType] = {Language.EN: words_en, Language.JA: words_ja}
WRONGS: dict[Language, ModuleType] = {Language.EN: wrongs_en, Language.JA: wrongs_ja}
_VOWELS = "aeiou"
_SHORT = 2


def drawing(*parts: object) -> Random:
    """Return a source of chance that is the same for the same parts."""
    return Random(":".join(map(str, parts)))  # noqa: S311 - chance, not secrets


def places_of(passage: Sequence[str]) -> set[str]:
    """Return the names of the places in braces of some sentences."""
    formatter = Formatter()
    return {
        field
        for sentence in passage
        for _, field, _, _ in formatter.parse(sentence)
        if field
    }


def written(member: Character, language: Language, rng: Random) -> str:
    """Return a way to write a member: the name, an alias, or the name with a title."""
    kind = rng.random()
    if member.aliases and kind < 0.2:  # noqa: PLR2004 - a share
        return rng.choice(member.aliases)
    if kind < 0.35:  # noqa: PLR2004 - a share
        return titled(member.name, WORDS[language].TITLES, rng)
    return member.name


def titled(name: str, titles: Sequence[str], rng: Random) -> str:
    """Return a name with a title, unless it has one already."""
    if name.endswith(("さん", "丸")):
        return name
    return rng.choice(titles).format(name)


def capital(sentence: str) -> str:
    """Return a sentence with a capital at its start."""
    return sentence[:1].upper() + sentence[1:]


def with_article(role: str) -> str:
    """Return an English role with its article."""
    return f"{'an' if role[:1] in _VOWELS else 'a'} {role}"


def drifted(name: str, language: Language, taken: Sequence[str], rng: Random) -> str:
    """Return a name that is one letter away from this one and that nobody else has."""
    variants = _drifted_ja(name) if language is Language.JA else _drifted_en(name)
    return rng.choice(sorted(set(variants) - {name, *taken}))


def _drifted_en(name: str) -> list[str]:
    at = next(i for i, c in enumerate(name) if i and c in _VOWELS)
    variants = [name[:at] + name[at] + name[at:]]
    variants += [name[:at] + v + name[at + 1 :] for v in _VOWELS]
    variants += [name + "h", name[:-1] + "e" + name[-1:]]
    return variants


def _drifted_ja(name: str) -> list[str]:
    """Return variants with a long mark added; of three kana or more also with one changed or added at the end.

    A changed kana of two makes any other word, and hiragana that is added could belong to the next one.
    """
    marks = [name[:at] + "ー" + name[at:] for at in range(1, len(name) + 1)]
    if not all("ぁ" <= char <= "ヿ" for char in name):
        return [f"{name}ー"]
    if name[0] < "ァ":
        return marks
    changed = name[:-1] + chr(ord(name[-1]) + 1)
    return [*marks, f"{name}ン", *([changed] if len(name) > _SHORT else [])]
