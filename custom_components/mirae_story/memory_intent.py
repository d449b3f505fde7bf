"""The intents of remembering, for custom sentences of a home's own: what they name is what is remembered or forgotten.

They reach the same companions as the spoken sentences do, and obey the same options.
"""

from typing import override

import voluptuous as vol
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers import intent

from .const import DOMAIN
from .memory.asks import MemoryAsk, to_forget, to_remember
from .memory.lines import lines
from .memory.talk import Heard
from .memory_doors import (
    companion_meant,
    companions_heard,
    in_one_line,
    own_conversation,
)
from .memory_services import MAX_TEXT
from .remembering import async_answer_about_memory
from .story.errors import MiraeError, NobodyListensError
from .translate import as_home_assistant_error
from .whose import asker_of

INTENT_REMEMBER = "MiraeRemember"
INTENT_FORGET = "MiraeForget"

_SAID = vol.All(cv.string, vol.Length(max=MAX_TEXT))


@callback
def async_register_memory_intents(hass: HomeAssistant) -> None:
    """Register the intents."""
    intent.async_register(hass, RememberHandler())
    intent.async_register(hass, ForgetHandler())


class MemoryIntentHandler(intent.IntentHandler):
    """Answers for the companion that is meant: the one of who speaks, else the room's, else the only one."""

    platforms = {DOMAIN}  # noqa: RUF012 (as in Home Assistant)
    slot = ""

    @property
    @override
    def slot_schema(self) -> dict[str, object]:
        """Take what it is about; without it, what was said last is meant."""
        return {self.slot: _SAID}

    @override
    async def async_handle(self, intent_obj: intent.Intent) -> intent.IntentResponse:
        """Answer with the text that is spoken."""
        slots = self.async_validate_slots(intent_obj.slots)
        ask = self._ask(str(slots[self.slot]["value"]) if self.slot in slots else "")
        try:
            text = await _async_text(intent_obj, ask)
        except MiraeError as err:
            raise intent.IntentHandleError(str(as_home_assistant_error(err))) from err
        response = intent_obj.create_response()
        response.async_set_speech(text)
        return response

    def _ask(self, said: str) -> MemoryAsk:
        """Return what is wanted of the memory."""
        raise NotImplementedError


class RememberHandler(MemoryIntentHandler):
    """Remembers a fact for good."""

    intent_type = INTENT_REMEMBER
    description = "Remembers what somebody of the family says"
    slot = "fact"

    @override
    def _ask(self, said: str) -> MemoryAsk:
        return to_remember(said)


class ForgetHandler(MemoryIntentHandler):
    """Forgets what is remembered about something, where the companion's options allow it."""

    intent_type = INTENT_FORGET
    description = "Forgets what somebody of the family said"
    slot = "about"

    @override
    def _ask(self, said: str) -> MemoryAsk:
        return to_forget(said)


async def _async_text(intent_obj: intent.Intent, ask: MemoryAsk) -> str:
    """Return what is spoken. Raises MiraeError."""
    hass = intent_obj.hass
    asker = await asker_of(
        hass,
        intent_obj.context,
        satellite_id=intent_obj.satellite_id,
        device_id=intent_obj.device_id,
    )
    words = lines(intent_obj.language)
    if not companions_heard(hass):
        raise NobodyListensError
    companion = companion_meant(hass, asker, intent_obj.device_id)
    if companion is None:
        return words.which_companion
    heard = Heard(
        text=intent_obj.text_input or "",
        language=intent_obj.language,
        conversation=own_conversation(None),
        access=companion.access(asker),
        speaker=asker.name,
    )
    answer = await async_answer_about_memory(companion.talk, heard, ask)
    return words.not_heard if answer is None else in_one_line(answer, companion, words)
