"""The long memory of a tale: a line for every seven nights, and one for the whole book.

A chapter is made from the recaps of its nights, and the book from all chapters; neither ever from its own earlier
text, so that nothing drifts. A chapter is keyed by what its nights and all before them were: when a night is undone
or told anew, chapters that were made with it no longer stand, and are made again.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

from .model import Cast, Language, Status, StoryState
from .names import visible
from .phrases.wording import opening_sentences, whole_sentences
from .presence import acts
from .safety import is_unsafe
from .texts import is_good_summary

NIGHTS = 7
"""Nights of a chapter."""
MAX_CHAPTER = 300
MAX_BOOK = 900
"""Characters of a chapter line and of the book line."""
_SHORTEST_SHARE, _SHORTEST_LINE = 60, 20
"""What a chapter may have of the book line at least; room in which no line is looked for any more."""

type Recaps = Sequence[tuple[int, str]]
"""Nights with their recaps, oldest first."""


class Maker(StrEnum):
    """Who wrote a line."""

    MODEL = "model"
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """Seven nights in one line, and the book up to here in another."""

    number: int
    source: str
    """Fingerprint of the recaps of all nights up to the chapter's end."""
    text: str
    made_by: Maker
    book: str
    book_made_by: Maker

    @property
    def first_night(self) -> int:
        """Number of the chapter's first night."""
        return (self.number - 1) * NIGHTS + 1

    @property
    def last_night(self) -> int:
        """Number of the chapter's last night."""
        return self.number * NIGHTS


# Which chapters there are ------------------------------------------------------------------------------


def sources(recaps: Recaps) -> dict[int, str]:
    """Return the fingerprint of every chapter that has ended, by its number; one without any recap has none."""
    told: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for night, recap in recaps:
        told[_chapter_of(night)].append((night, recap))
    ended = max((night for night, _ in recaps), default=0) // NIGHTS
    digest, found = sha256(), {}
    for number in sorted(told):
        for night, recap in told[number]:
            digest.update(f"{night}\0{recap}\0".encode())
        if number <= ended:
            found[number] = digest.hexdigest()
    return found


def standing(kept: Iterable[Chapter], recaps: Recaps) -> tuple[Chapter, ...]:
    """Return the chapters whose nights still are what they were when they were made, in their order."""
    wanted = sources(recaps)
    own = [chapter for chapter in kept if wanted.get(chapter.number) == chapter.source]
    return tuple(sorted(own, key=lambda chapter: chapter.number))


def due(kept: Iterable[Chapter], recaps: Recaps) -> dict[int, str]:
    """Return number and fingerprint of each chapter that is still to be made, in their order."""
    done = {chapter.number for chapter in standing(kept, recaps)}
    return {
        number: source
        for number, source in sources(recaps).items()
        if number not in done
    }


def recaps_of(number: int, recaps: Recaps) -> list[str]:
    """Return the recaps of one chapter."""
    return [recap for night, recap in recaps if _chapter_of(night) == number]


def _chapter_of(night: int) -> int:
    return (night - 1) // NIGHTS + 1


# Lines by code -----------------------------------------------------------------------------------------


def chapter_by_code(recaps: Sequence[str], language: Language) -> str:
    """Return a chapter line from recaps: as many of them as fit, spread over the nights."""
    gap = _gap(language)
    return _within(
        recaps,
        lambda recap: gap.join(whole_sentences(recap, language)),
        language,
        MAX_CHAPTER,
    )


def book_by_code(chapters: Sequence[str], cast: Cast, language: Language) -> str:
    """Return a book line from all chapter lines: the start of each, or of as many as fit, spread over the book."""
    share = max(_SHORTEST_SHARE, MAX_BOOK // max(1, len(chapters)))
    return _within(
        chapters,
        lambda chapter: opening_sentences(
            _without_dead(chapter, cast, language), language, share
        ),
        language,
        MAX_BOOK,
    )


def begin_anew(chapter: Chapter, state: StoryState) -> StoryState:
    """Return the state whose summary begins anew with a chapter; the same state unless the chapter ends with it."""
    if chapter.last_night != state.night:
        return state
    summary = _without_dead(chapter.text, state.cast, state.reference.language)
    return state.advanced(reference=replace(state.reference, summary=summary))


def _without_dead(text: str, cast: Cast, language: Language) -> str:
    """Return a text without the sentences in which somebody who is dead by now acts."""
    dead = [member for member in cast.members if member.status is Status.DEAD]
    if not dead:
        return text
    return _gap(language).join(
        sentence
        for sentence in whole_sentences(text, language)
        if not any(acts(member, sentence, cast, language) for member in dead)
    )


def _within(
    texts: Sequence[str], told: Callable[[str], str], language: Language, most: int
) -> str:
    """Return as many texts, put as `told` does, as fit into `most` characters, in order; a first one too long is cut."""
    chosen: dict[int, str] = {}
    room = most
    for index in _spread(len(texts)):
        if room < _SHORTEST_LINE:
            break
        line = told(texts[index])
        if line and (len(line) < room or not chosen):
            chosen[index] = line
            room -= len(line) + 1
    text = _gap(language).join(chosen[index] for index in sorted(chosen))
    return opening_sentences(text, language, most)


def _gap(language: Language) -> str:
    return "" if language is Language.JA else " "


def _spread(count: int) -> Iterator[int]:
    """Yield all positions of a list: the first, the last, then ever finer what lies between."""
    if count == 0:
        return
    yield 0
    if count > 1:
        yield count - 1
    spans = [(0, count - 1)]
    while spans:
        low, high = spans.pop(0)
        if high - low > 1:
            middle = (low + high) // 2
            yield middle
            spans += [(low, middle), (middle, high)]


# Lines by the model ------------------------------------------------------------------------------------


def is_good_chapter(text: str, number: int, cast: Cast, language: Language) -> bool:
    """Tell whether a model's chapter line may stand: nobody acts in it who was gone before the chapter began."""
    first = (number - 1) * NIGHTS + 1
    before = Cast(
        tuple(
            replace(member, status=Status.ACTIVE, pending=None)
            if member.since >= first
            else member
            for member in cast.members
        )
    )
    return _is_good(text, before, language, MAX_CHAPTER) and not any(
        acts(member, text, before, language) for member in before.off_stage
    )


def is_good_book(text: str, cast: Cast, language: Language) -> bool:
    """Tell whether a model's book line may stand."""
    return _is_good(text, cast, language, MAX_BOOK)


def _is_good(text: str, cast: Cast, language: Language, most: int) -> bool:
    return (
        len(text) <= most
        and is_good_summary(text, cast, language)
        and not is_unsafe(visible(text), language)
    )
