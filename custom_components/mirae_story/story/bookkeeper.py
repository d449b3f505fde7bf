"""How chapters come about, and what of long ago goes into tonight's prompt."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from .chapter_prompt import book_messages, chapter_messages
from .chapters import (
    Chapter,
    Maker,
    book_by_code,
    chapter_by_code,
    is_good_book,
    is_good_chapter,
    next_due,
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
    return next_due(kept, recaps) is not None


async def next_chapter(
    journal: Journal, state: StoryState, writer: Writer | None, repair: JsonRepair
) -> Chapter | None:
    """Return the first chapter that is still to be made: by the model, or by code without one or where it fails.

    Raises StoreError.
    """
    kept = await journal.chapters(state.story_id)
    recaps = await journal.recaps(state.story_id)
    due = next_due(kept, recaps)
    if due is None:
        return None
    number, source = due
    cast, language = state.cast, state.reference.language
    own = recaps_of(number, recaps)
    text = await _ask(writer, chapter_messages(state, own), repair)
    maker = Maker.MODEL
    if not is_good_chapter(text, number, cast, language):
        text, maker = chapter_by_code(own, language), Maker.CODE
    before = [each.text for each in standing(kept, recaps) if each.number < number]
    lines = [*before, text]
    book = await _ask(writer, book_messages(state, lines), repair)
    book_maker = Maker.MODEL
    if not is_good_book(book, cast, language):
        book, book_maker = book_by_code(lines, cast, language), Maker.CODE
    return Chapter(
        number=number,
        source=source,
        text=text,
        made_by=maker,
        book=book,
        book_made_by=book_maker,
    )


async def _ask(
    writer: Writer | None, messages: Sequence[Message], repair: JsonRepair
) -> str:
    """Return the line that the model gives; empty where it gives none."""
    if writer is None:
        return ""
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
