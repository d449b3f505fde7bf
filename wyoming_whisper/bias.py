"""Names that are likely to be spoken: the live cast, told to the model before it hears.

A model that is told names hears them more often, also where nobody said them. So the
list is short, it is never told where nobody speaks, and a text that only says the list
back is heard again without it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from .sounds import apart, letters_apart
from .texts import bare

MOST_NAMES = 20
LONGEST_NAME = 30
SHORTEST_KANA, SHORTEST_WORD = 3, 5
NEAR = 0.25
"""Share of the letters by which a name may be misheard."""
FITS = 2.0
"""How much likelier, in nats, what was heard may be than the name."""
_KANA_RUN = re.compile(r"[\u3040-\u30ff]+")
_WORD = re.compile(r"[^\W\d_]+")
_LINE = re.compile(r"[\s\x00-\x1f\x7f]+")
_KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def clean(names: Iterable[object]) -> list[str]:
    """Return the names that can be told: short, of one line, each once."""
    kept: dict[str, str] = {}
    for name in names:
        if not isinstance(name, str):
            continue
        line = _LINE.sub(" ", name).strip(" 、。,.!?！？<>|")
        if bare(line) and len(line) <= LONGEST_NAME:
            kept.setdefault(bare(line), line)
        if len(kept) == MOST_NAMES:
            break
    return list(kept.values())


def from_lines(lines: Iterable[str], language: str) -> list[str]:
    """Return the names of a cast file (`name<TAB>reading`) that this language can say."""
    names = []
    for line in lines:
        name, _, reading = line.partition("\t")
        if language != "ja" and _KANA_OR_KANJI.search(name):
            name = reading
        if name.strip() and (language == "ja" or not _KANA_OR_KANJI.search(name)):
            names.append(name)
    return clean(names)


def prompt(names: Sequence[str], language: str) -> str:
    """Return the names as a text that may have come before."""
    if not names:
        return ""
    if language == "ja":
        return "、".join(names) + "。"
    return ", ".join(names) + "."


def leaked(text: str, told: str) -> bool:
    """Tell whether the text says back the list that was told, or a part of it."""
    marks = {"、", ","} & set(text)
    return bool(marks) and bare(text) in bare(told)


def named(text: str, names: Sequence[str]) -> bool:
    """Tell whether one of the names is in the text."""
    spoken = bare(text)
    return any(bare(name) in spoken for name in names)


def mend(
    text: str,
    names: Sequence[str],
    language: str,
    likelihood: Callable[[str], float],
) -> str | None:
    """Return the text with the name that was nearly heard; None if none was.

    The letters must be near, and with the names told, the sound must fit as well.
    """
    heard = None
    for name in names:
        for start, end in _spans(text, bare(name), language):
            mended = f"{text[:start]}{name}{text[end:]}"
            if heard is None:
                heard = likelihood(text)
            if likelihood(mended) >= heard - FITS:
                return mended
    return None


def _spans(text: str, name: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield where the text has something near to a name."""
    if len(name) < (SHORTEST_KANA if language == "ja" else SHORTEST_WORD):
        return
    run = _KANA_RUN if language == "ja" else _WORD
    for found in run.finditer(text):
        lengths = (len(name), len(name) - 1, len(name) + 1)
        spans = (
            [
                (start, start + length)
                for length in lengths
                for start in range(found.start(), found.end() - length + 1)
            ]
            if language == "ja"
            else [found.span()]
        )
        for start, end in spans:
            word = bare(text[start:end])
            differ = (
                apart(word, name) if language == "ja" else letters_apart(word, name)
            )
            if differ <= len(name) * NEAR:
                yield start, end
