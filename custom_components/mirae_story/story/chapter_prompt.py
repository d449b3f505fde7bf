"""What the model is asked once in seven nights: a line for the chapter, and one for the book so far."""

from collections.abc import Sequence

from .material import labelled, material, paragraphs
from .model import StoryState
from .phrases import phrases
from .ports import Message, Role

_RECAP = 250
_ALL_CHAPTERS = 6_000
_SHORTEST, _LONGEST = 40, 300
"""Characters of a recap, of all chapters together, and of one of them."""
_MOST_CHAPTERS = 150


def chapter_messages(state: StoryState, recaps: Sequence[str]) -> tuple[Message, ...]:
    """Return the request for the line of a chapter with these recaps."""
    words = phrases(state.reference.language).prompt
    return _request(state, words.line_recaps, recaps, _RECAP, words.line_chapter)


def book_messages(state: StoryState, chapters: Sequence[str]) -> tuple[Message, ...]:
    """Return the request for the line of the book, made from all its chapters.

    Its size is bounded: the more chapters, the less of each; of a book of years, every second or third chapter.
    """
    words = phrases(state.reference.language).prompt
    step = -(-len(chapters) // _MOST_CHAPTERS)
    shown = chapters[::-step][::-1]
    most = max(_SHORTEST, min(_LONGEST, _ALL_CHAPTERS // len(shown)))
    return _request(state, words.line_chapters, shown, most, words.line_book)


def _request(
    state: StoryState, label: str, texts: Sequence[str], most: int, task: str
) -> tuple[Message, ...]:
    language = state.reference.language
    lines = [material(text, language, most) for text in texts]
    user = paragraphs(labelled(label, lines), task)
    role = phrases(language).prompt.line_role
    return (Message(Role.SYSTEM, role), Message(Role.USER, user))
