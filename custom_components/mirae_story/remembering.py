"""What every agent of ours does with its memory around an answer; a broken memory never takes the talk along."""

import logging

from .memory.lines import lines
from .memory.talk import Answer, Heard, MemoryTalk
from .story.errors import MiraeError

_LOGGER = logging.getLogger(__name__)


async def async_answer_about_memory(talk: MemoryTalk, said: Heard) -> Answer | None:
    """Return the answer by code to what is about the memory; None for all else."""
    try:
        return await talk.respond(said)
    except MiraeError as err:
        _LOGGER.warning("The memory could not be used: %s", err)
        return Answer(lines(said.language).trouble)


async def async_keep_turn(talk: MemoryTalk, said: Heard, answer: str) -> None:
    """Keep a turn; what cannot be stored is lost."""
    try:
        await talk.keep(said, answer)
    except MiraeError as err:
        _LOGGER.warning("A turn could not be remembered: %s", err)
