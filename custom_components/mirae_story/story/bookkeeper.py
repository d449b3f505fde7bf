"""How chapters come about, and what of long ago goes into tonight's prompt."""

import json
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .chapter_prompt import book_messages, chapter_messages
from .chapters import (
    Chapter,
    Maker,
    book_by_code,
    chapter_by_code,
    due,
    is_good_book,
    is_good_chapter,
    recaps_of,
    standing,
)
from .echoes import echoes
from .errors import MiraeError, ServerError
from .model import Episode, HouseRules, StoryState
from .phrases.wording import one_line
from .ports import Journal, JsonRepair, Message
from .prompt import (
    NO_BACKGROUND,
    PROMPT_BUDGET,
    Background,
    Prompt,
    prose_messages,
)
from .teller import Writer

_LOGGER = logging.getLogger(__name__)

_CHAPTERS_SHOWN = 3
_LINE_TOKENS = 500
_KEY = "line"
LINE_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {_KEY: {"type": "string"}},
    "required": [_KEY],
}
"""The shape in which a line is asked for."""


async def tonights_prompt(
    journal: Journal,
    writer: Writer | None,
    state: StoryState,
    rules: HouseRules,
    *,
    episodes: Sequence[Episode],
    wish: str,
    softer: bool,
) -> Prompt:
    """Return the request for the night after `state.night`; `episodes` are the nights before it, oldest first."""
    room = PROMPT_BUDGET
    if writer is not None:
        # Prompt and reply together have to fit into the model's context.
        room = writer.context_tokens - (writer.prose.max_tokens or 0)
    return prose_messages(
        state,
        [(episode.night, episode.recap) for episode in episodes],
        rules,
        wish=wish,
        budget=min(PROMPT_BUDGET, room),
        background=await background(journal, state, wish),
        softer=softer,
    )


async def background(journal: Journal, state: StoryState, wish: str) -> Background:
    """Return what of long ago belongs into the prompt of the night after `state.night`.

    What the journal cannot give is left out.
    """
    try:
        kept = await journal.chapters(state.story_id)
        recaps = await journal.recaps(state.story_id)
        chapters = standing(kept, [each for each in recaps if each[0] <= state.night])
        remembered = await echoes(journal, state, wish)
    except MiraeError as err:
        _LOGGER.warning("The prompt goes without what was told long ago: %s", err)
        return NO_BACKGROUND
    return Background(
        book=chapters[-1].book if chapters else "",
        chapters=tuple(chapter.text for chapter in chapters[-_CHAPTERS_SHOWN:]),
        echoes=remembered,
    )


async def is_chapter_due(journal: Journal, story_id: str) -> bool:
    """Tell whether a chapter is still to be made. Raises StoreError."""
    kept, recaps = await journal.chapters(story_id), await journal.recaps(story_id)
    return bool(due(kept, recaps))


async def due_chapters(
    journal: Journal, state: StoryState, writer: Writer | None, repair: JsonRepair
) -> AsyncGenerator[Chapter]:
    """Yield the chapters that are still to be made: by the model, or by code without one or where it fails.

    Raises StoreError.
    """
    kept = await journal.chapters(state.story_id)
    recaps = await journal.recaps(state.story_id)
    known = {chapter.number: chapter.text for chapter in standing(kept, recaps)}
    for number, source in due(kept, recaps).items():
        before = [known[each] for each in sorted(known) if each < number]
        own = recaps_of(number, recaps)
        text, maker = await _chapter(number, own, state, writer, repair)
        book, book_maker = await _book([*before, text], state, writer, repair)
        known[number] = text
        yield Chapter(
            number=number,
            source=source,
            text=text,
            made_by=maker,
            book=book,
            book_made_by=book_maker,
        )


async def _chapter(
    number: int,
    recaps: Sequence[str],
    state: StoryState,
    writer: Writer | None,
    repair: JsonRepair,
) -> tuple[str, Maker]:
    language = state.reference.language
    text = ""
    if writer is not None:
        text = await _ask(writer, chapter_messages(state, recaps), repair)
    if is_good_chapter(text, number, state.cast, language):
        return text, Maker.MODEL
    return chapter_by_code(recaps, language), Maker.CODE


async def _book(
    chapters: Sequence[str],
    state: StoryState,
    writer: Writer | None,
    repair: JsonRepair,
) -> tuple[str, Maker]:
    language = state.reference.language
    text = ""
    if writer is not None:
        text = await _ask(writer, book_messages(state, chapters), repair)
    if is_good_book(text, state.cast, language):
        return text, Maker.MODEL
    return book_by_code(chapters, state.cast, language), Maker.CODE


async def _ask(writer: Writer, messages: Sequence[Message], repair: JsonRepair) -> str:
    """Return the line that the model gives; empty where it gives none."""
    sampling = replace(writer.notes, temperature=0.0, max_tokens=_LINE_TOKENS)
    try:
        raw = await writer.server.ask_json(messages, LINE_SCHEMA, sampling)
    except ServerError as err:
        _LOGGER.warning("The model server gave no line for a chapter: %s", err)
        writer.on_error(err)
        return ""
    return _line(raw, repair)


def _line(raw: str, repair: JsonRepair) -> str:
    """Return the line in a reply; empty if there is none."""
    try:
        value = json.loads(raw)
    except ValueError, RecursionError:
        try:
            value = dict(repair(raw))  # type: ignore[call-overload]
        except ValueError, TypeError:
            return ""
    line = value.get(_KEY) if isinstance(value, dict) else None
    return one_line(line) if isinstance(line, str) else ""
