"""A story as a book to read: one heading and one text a night, in the story's language."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .model import Episode, Language, StoryState
from .phrases.wording import fill, introduced, one_line

_MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")
_LIST = re.compile(r"^(\d*)([-+.)])(?=\s)")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """Placeholders: night, title."""

    night: str
    night_titled: str
    nights: str
    """The heading of the list of nights."""
    chapter: str
    """Placeholders: first, last."""


_WORDS: Mapping[Language, _Words] = {
    Language.EN: _Words(
        night="Night {night}",
        night_titled="Night {night}: {title}",
        nights="Nights",
        chapter="Nights {first} to {last}",
    ),
    Language.JA: _Words(
        night="第{night}夜",
        night_titled="第{night}夜　{title}",
        nights="もくじ",
        chapter="第{first}夜〜第{last}夜",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BookNight:
    """One night in the book."""

    number: int
    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A story with its told nights, oldest first."""

    identifier: str
    title: str
    language: Language
    protagonist: str
    """A sentence on who the protagonist is."""
    premise: str
    contents: str
    """The heading of the table of contents."""
    nights: tuple[BookNight, ...]


def book_of(state: StoryState, episodes: Sequence[Episode]) -> Book:
    """Return the book of these nights; those which do not count are to be left out before."""
    language = state.reference.language
    return Book(
        identifier=state.story_id,
        title=one_line(state.title),
        language=language,
        protagonist=introduced(state.cast.protagonist, language),
        premise=one_line(state.reference.premise),
        contents=_WORDS[language].nights,
        nights=tuple(_night(episode, language) for episode in episodes),
    )


def to_markdown(book: Book) -> str:
    """Return the book as Markdown; nothing in its texts is read as markup."""
    blocks = [f"# {_plain(book.title)}", _plain(book.premise), _plain(book.protagonist)]
    for night in book.nights:
        blocks.append(f"## {_plain(night.heading)}")
        blocks += [_plain(paragraph) for paragraph in night.paragraphs]
    return "\n\n".join(blocks) + "\n"


def night_heading(episode: Episode, language: Language) -> str:
    """Return what stands over a night: its number, and its title if it has one."""
    words, title = _WORDS[language], one_line(episode.title)
    return fill(
        words.night_titled if title else words.night,
        night=str(episode.night),
        title=title,
    )


def chapter_heading(first: int, last: int, language: Language) -> str:
    """Return what stands over these nights."""
    return fill(_WORDS[language].chapter, first=str(first), last=str(last))


def _night(episode: Episode, language: Language) -> BookNight:
    return BookNight(
        number=episode.night,
        heading=night_heading(episode, language),
        paragraphs=tuple(
            line for each in episode.prose.split("\n") if (line := one_line(each))
        ),
    )


def _plain(text: str) -> str:
    """Return one line of text as Markdown that reads as itself."""
    return _LIST.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", text))
