"""What every agent of ours does with its memory around an answer; a broken memory never takes the talk along."""

import logging

from homeassistant.components.conversation import ConversationInput
from homeassistant.core import HomeAssistant

from .memory.asks import MemoryAsk
from .memory.lines import lines
from .memory.talk import Access, Answer, Heard, MemoryTalk
from .story.errors import MiraeError
from .whose import Asker, asker_of

_LOGGER = logging.getLogger(__name__)


async def async_asker(hass: HomeAssistant, said: ConversationInput) -> Asker:
    """Return who says something to an agent."""
    return await asker_of(
        hass, said.context, satellite_id=said.satellite_id, device_id=said.device_id
    )


def as_heard(
    said: ConversationInput, conversation: str, access: Access, asker: Asker
) -> Heard:
    """Return what was said as the memory takes it: in which conversation, by whom, and what they may."""
    return Heard(
        text=said.text,
        language=said.language,
        conversation=conversation,
        access=access,
        speaker=asker.name,
    )


async def async_answer_about_memory(
    talk: MemoryTalk, said: Heard, ask: MemoryAsk | None = None
) -> Answer | None:
    """Return the answer by code to what is about the memory; None for all else.

    With an ask, that is what is wanted, whatever was said.
    """
    try:
        return await (talk.respond(said) if ask is None else talk.obey(ask, said))
    except MiraeError as err:
        _LOGGER.warning("The memory could not be used: %s", err)
        return Answer(lines(said.language).trouble)


async def async_keep_turn(talk: MemoryTalk, said: Heard, answer: str) -> None:
    """Keep a turn; what cannot be stored is lost."""
    try:
        await talk.keep(said, answer)
    except MiraeError as err:
        _LOGGER.warning("A turn could not be remembered: %s", err)
