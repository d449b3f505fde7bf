"""The sentences that reach the story in front of any agent of any pipeline, with no settings by the user.

A sentence trigger cannot decline what it matches, must answer with words, and survives the end of its run. So the
story's own agent is asked inside the run, where its voice may stream; else a short line is spoken and the whole text
follows at the end.
"""

import logging

from hassil.recognize import RecognizeResult
from homeassistant.components import conversation
from homeassistant.components.conversation import ConversationInput
from homeassistant.components.conversation.agent_manager import get_agent_manager
from homeassistant.components.conversation.chat_log import current_chat_log
from homeassistant.const import Platform
from homeassistant.core import CALLBACK_TYPE, HomeAssistant
from homeassistant.helpers import entity_registry as er

from .claim import may_stream
from .home import HomeStory
from .story.answers import server_trouble, which_story
from .story.errors import MiraeError
from .story.model import Language
from .story.spoken import read_templates
from .which import loaded_home, story_of_room

_LOGGER = logging.getLogger(__name__)


async def async_open_doors(hass: HomeAssistant) -> CALLBACK_TYPE:
    """Listen for the sentences; return what ends that."""
    templates = await hass.async_add_executor_job(_all_templates)

    async def heard(said: ConversationInput, _: RecognizeResult) -> str:
        return await _async_answer(hass, said)

    return get_agent_manager(hass).register_trigger(templates, heard)


def _all_templates() -> list[str]:
    """Return the templates of all languages; the story's agent understands the same sentences from the same files."""
    return [
        template
        for language in Language
        for _, template in read_templates(language.value)
    ]


async def _async_answer(hass: HomeAssistant, heard: ConversationInput) -> str:
    """Return what is spoken; never nothing, since that would be heard as silence."""
    language = Language.JA if heard.language[:2] == "ja" else Language.EN
    try:
        home_story = story_of_room(hass, heard.device_id, heard.language)
        if home_story is None:
            stories = loaded_home(hass).stories.values()
            return which_story([each.story.state.title for each in stories], language)
        agent = _agent_of(hass, home_story)
    except MiraeError as err:
        _LOGGER.warning("No story could be asked: %s", err)
        return server_trouble(language)
    result = await conversation.async_converse(
        hass,
        heard.text,
        _conversation(hass, heard),
        heard.context,
        language=heard.language,
        agent_id=agent,
        device_id=heard.device_id,
        satellite_id=heard.satellite_id,
    )
    spoken = result.response.speech.get("plain", {}).get("speech", "")
    return spoken.strip() or server_trouble(language)


def _conversation(hass: HomeAssistant, heard: ConversationInput) -> str | None:
    """Return the conversation to answer in, so that the answer streams; None where it must come whole at the end.

    With another agent than the default one in the pipeline, text that streams into its run would never be ended.
    """
    log = current_chat_log.get()
    if log is None:
        return None
    if heard.agent_id == conversation.HOME_ASSISTANT_AGENT:
        return log.conversation_id
    return log.conversation_id if may_stream(hass, log.conversation_id) else None


def _agent_of(hass: HomeAssistant, home_story: HomeStory) -> str:
    for entity in er.async_entries_for_config_entry(
        er.async_get(hass), home_story.entry_id
    ):
        if (
            entity.domain == Platform.CONVERSATION
            and entity.config_subentry_id == home_story.subentry.subentry_id
        ):
            return entity.entity_id
    message = "the story has no agent"
    raise MiraeError(message)
