"""The sentences about remembering that reach a companion in front of any agent, where its options say so.

A sentence trigger cannot decline what it matches, and cannot hear what is said next: so nothing is asked back here,
and what turns out to be about something else goes on to the agent that was spoken to.
"""

import logging
from collections.abc import Mapping
from typing import Any

from hassil.recognize import RecognizeResult
from homeassistant.components import conversation
from homeassistant.components.conversation import ConversationInput
from homeassistant.components.conversation.agent_manager import get_agent_manager
from homeassistant.components.conversation.chat_log import current_chat_log
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import CALLBACK_TYPE, HomeAssistant
from homeassistant.helpers import device_registry as dr

from .companion import HomeCompanion
from .const import CONF_COMPANION_ID, CONF_HEAR_ANYWHERE, DOMAIN, SUBENTRY_COMPANION
from .memory.lines import Lines, lines
from .memory.talk import Answer
from .remembering import as_heard, async_answer_about_memory, async_asker
from .story.model import Language
from .story.spoken import read_templates
from .which import loaded_home
from .whose import Asker

_LOGGER = logging.getLogger(__name__)


class MemoryDoors:
    """Listens as long as any companion is to be heard in front of any agent."""

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry) -> None:
        """Be closed."""
        self._hass = hass
        self._entry = entry
        self._templates: list[str] = []
        self._close: CALLBACK_TYPE | None = None

    async def async_open(self) -> None:
        """Read the sentences, listen if anybody wants it, and follow the companions' options."""
        self._templates = await self._hass.async_add_executor_job(_all_templates)
        self._follow()
        self._entry.async_on_unload(self._entry.add_update_listener(self._changed))
        self._entry.async_on_unload(self._end)

    async def _changed(self, _hass: HomeAssistant, _entry: ConfigEntry) -> None:
        self._follow()

    def _follow(self) -> None:
        wanted = any(
            _is_heard_anywhere(subentry.data)
            for subentry in self._entry.get_subentries_of_type(SUBENTRY_COMPANION)
        )
        if not wanted:
            self._end()
        elif self._close is None:
            manager = get_agent_manager(self._hass)
            self._close = manager.register_trigger(self._templates, self._heard)

    def _end(self) -> None:
        if self._close is not None:
            self._close()
            self._close = None

    async def _heard(self, said: ConversationInput, _: RecognizeResult) -> str:
        return await async_answer(self._hass, said)


def _all_templates() -> list[str]:
    return [
        template
        for language in Language
        for _, template in read_templates(f"memory_{language.value}")
    ]


def _is_heard_anywhere(data: Mapping[str, Any]) -> bool:
    return bool(data.get(CONF_HEAR_ANYWHERE, False))


async def async_answer(hass: HomeAssistant, said: ConversationInput) -> str:
    """Return what is spoken; never nothing, since that would be heard as silence."""
    asker = await async_asker(hass, said)
    words = lines(said.language)
    companion = companion_meant(hass, asker, said.device_id)
    if companion is None:
        return words.which_companion
    conversation_id = own_conversation(said.conversation_id)
    heard = as_heard(said, conversation_id, companion.access(asker), asker)
    answer = await async_answer_about_memory(companion.talk, heard)
    if answer is None:
        return await _passed_on(hass, said) or words.not_heard
    return in_one_line(answer, companion, words)


def own_conversation(conversation_id: str | None) -> str:
    """Return where "that" means something here: what the companion itself asks back is not answered here."""
    log = current_chat_log.get()
    return f"door/{log.conversation_id if log else conversation_id}"


def in_one_line(answer: Answer, companion: HomeCompanion, words: Lines) -> str:
    """Return an answer where nothing can be asked back."""
    if answer.asks:
        return words.ask_itself.replace("{name}", companion.name)
    return answer.text


def companions_heard(hass: HomeAssistant) -> list[HomeCompanion]:
    """Return the companions that are to be heard in front of any agent."""
    return [
        companion
        for companion in loaded_home(hass).companions.values()
        if _is_heard_anywhere(companion.subentry.data)
    ]


def companion_meant(
    hass: HomeAssistant, asker: Asker, device_id: str | None
) -> HomeCompanion | None:
    """Return who is meant: the one of who speaks, else the room's, else the only one."""
    heard = companions_heard(hass)
    if asker.user_id is not None:
        own = [companion for companion in heard if companion.may_read(asker)]
        heard = own or heard
    devices = dr.async_get(hass)
    device = devices.async_get(device_id) if device_id else None
    area = device.area_id if device else None
    for companion in heard:
        own_device = devices.async_get_device_by_identifier(
            (DOMAIN, companion.subentry.data[CONF_COMPANION_ID]), companion.entry_id
        )
        if area and own_device is not None and own_device.area_id == area:
            return companion
    return heard[0] if len(heard) == 1 else None


async def _passed_on(hass: HomeAssistant, said: ConversationInput) -> str:
    """Let the agent that was spoken to answer; Home Assistant's own would only find this sentence again."""
    if said.agent_id in {None, conversation.HOME_ASSISTANT_AGENT}:
        return ""
    result = await conversation.async_converse(
        hass,
        said.text,
        said.conversation_id,
        said.context,
        language=said.language,
        agent_id=said.agent_id,
        device_id=said.device_id,
        satellite_id=said.satellite_id,
    )
    speech: str = result.response.speech.get("plain", {}).get("speech", "")
    return speech.strip()
