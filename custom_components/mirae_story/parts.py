"""A long telling in parts: satellites give up on an announcement that goes on for more than five minutes."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

from .story.length import speech_s
from .story.model import Language
from .story.sentences import sentences

_LOGGER = logging.getLogger(__name__)

PART_S = 270.0
"""Seconds of speech after which a part ends with its sentence: five minutes, and some room for slow voices."""
PIECE_LIMIT_S = 300.0
"""No piece of a telling is waited for longer: the story's own patience ends far sooner."""


class Parts:
    """The pieces of a telling, part by part."""

    def __init__(self, pieces: AsyncGenerator[str], language: Language) -> None:
        """Cut a telling in this language."""
        self._pieces = pieces
        self._language = language
        self._waiting: list[str] = []

    async def more(self) -> bool:
        """Wait until there is something to say; tell whether there is."""
        if not self._waiting:
            piece = await self._next()
            self._waiting += [] if piece is None else _cut(piece, self._language)
        return bool(self._waiting)

    async def part(self, limit_s: float = PART_S) -> AsyncGenerator[str]:
        """Yield the text of one part."""
        spoken = 0.0
        while spoken < limit_s and await self.more():
            text = self._waiting.pop(0)
            spoken += speech_s(text, self._language)
            yield text

    async def whole(self) -> AsyncGenerator[str]:
        """Yield all the text."""
        async with aclosing(self.part(float("inf"))) as texts:
            async for text in texts:
                yield text

    async def _next(self) -> str | None:
        """Return the next piece; the telling ends where one does not come, since a player would wait for ever."""
        try:
            async with asyncio.timeout(PIECE_LIMIT_S):
                return await anext(self._pieces, None)
        except TimeoutError:
            _LOGGER.warning("A telling that plays in a room came to no end")
            return None


def _cut(piece: str, language: Language) -> Iterator[str]:
    """Yield a piece sentence by sentence, with all its blanks."""
    begins = ends = 0
    for sentence in sentences(piece, language):
        at = piece.find(sentence, ends)
        if begins < at and ends:
            yield piece[begins:at]
            begins = at
        ends = at + len(sentence)
    yield piece[begins:]
