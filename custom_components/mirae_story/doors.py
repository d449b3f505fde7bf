"""The sentences that reach the story in front of any agent of any pipeline, with no settings by the user.

A sentence trigger cannot decline what it matches, must answer with words, and survives the end of its run. So the
story's own agent is asked inside the run, where its voice may stream; else a short line is spoken and the whole text
follows at the end.
"""

import logging
from collections.abc import Sequence

from hassil.recognize import RecognizeResult
from homeassistant.components import conversation
from homeassistant.components.conversation import ConversationInput
from homeassistant.components.conversation.agent_manager import get_agent_manager
from homeassistant.components.conversation.chat_log import current_chat_log
from homeassistant.const import Platform
from homeassistant.core import CALLBACK_TYPE, HomeAssistant, callback
from homeassistant.helpers import entity_registry as er

from .beginning import async_begin, may_begin
from .claim import may_stream
from .home import Home, HomeStory
from .questions import async_ask_what_next, async_ask_which, can_ask
from .story.answers import (
    ask_by_name,
    new_story_refused,
    other_stories,
    server_trouble,
    which_story,
)
from .story.asks import AskKind, understand
from .story.errors import MiraeError
from .story.model import Language
from .story.spoken import read_named, read_templates, titled
from .story.story import Happening
from .which import loaded_home, story_of_room

_LOGGER = logging.getLogger(__name__)

_PLAIN = {
    Language.EN: "continue the story",
    Language.JA: "お話の続きを聞かせて",
}
"""What a story's agent hears of a sentence that named the story."""
_GAP = {Language.EN: " ", Language.JA: ""}


async def async_open_doors(hass: HomeAssistant, home: Home) -> CALLBACK_TYPE:
    """Listen for the sentences; return what ends that."""
    doors = Doors(hass, *await hass.async_add_executor_job(_read))
    doors.open(home)
    return doors.close


class Doors:
    """The sentences that are listened for: those of all stories, and those that have a story's name."""

    def __init__(
        self, hass: HomeAssistant, templates: Sequence[str], named: Sequence[str]
    ) -> None:
        """Keep the templates, in all languages."""
        self._hass = hass
        self._templates = templates
        self._named = named
        self._agents = get_agent_manager(hass)
        self._close: dict[str, CALLBACK_TYPE] = {}
        """What ends the listening, by story id; the empty one is that of all stories."""
        self._names: dict[str, str] = {}

    @callback
    def open(self, home: Home) -> None:
        """Begin to listen, also for stories that come later."""

        async def heard(said: ConversationInput, _: RecognizeResult) -> str:
            return await _async_answer(self._hass, said)

        self._close[""] = self._agents.register_trigger(list(self._templates), heard)
        home.async_add_entities_for(self._listen_for)

    @callback
    def close(self) -> None:
        """Listen no longer."""
        for close in self._close.values():
            close()
        self._close.clear()

    @callback
    def _listen_for(self, home_story: HomeStory) -> None:
        """Listen for a story's name, and follow it when it changes."""

        @callback
        def happened(_: Happening, _night: int) -> None:
            if self._names[home_story.story_id] != home_story.story.state.title:
                self._name(home_story)

        self._name(home_story)
        home_story.async_listen(happened)

    def _name(self, home_story: HomeStory) -> None:
        story_id, title = home_story.story_id, home_story.story.state.title

        async def heard(said: ConversationInput, _: RecognizeResult) -> str:
            return await _async_tell(self._hass, said, story_id)

        if (close := self._close.pop(story_id, None)) is not None:
            close()
        self._names[story_id] = title
        if sentences := titled(self._named, title):
            self._close[story_id] = self._agents.register_trigger(sentences, heard)


def _read() -> tuple[list[str], list[str]]:
    """Return the templates of all languages; the story's agent understands the same sentences from the same files."""
    return (
        [
            template
            for language in Language
            for _, template in read_templates(language.value)
        ],
        [template for language in Language for template in read_named(language.value)],
    )


async def _async_answer(hass: HomeAssistant, heard: ConversationInput) -> str:
    """Return what is spoken; never nothing, since that would be heard as silence."""
    language = _language(heard)
    try:
        home_story = story_of_room(hass, heard.device_id, heard.language)
        if home_story is None:
            return _which(hass, heard, list(loaded_home(hass).stories.values()))
        if _is_for_a_new_one(home_story, heard):
            return await _async_new(hass, heard, home_story)
        return await _async_ask_agent(hass, heard, home_story, heard.text)
    except MiraeError as err:
        _LOGGER.warning("No story could be asked: %s", err)
        return server_trouble(language)


async def _async_tell(
    hass: HomeAssistant, heard: ConversationInput, story_id: str
) -> str:
    """Tell the story that was asked for by its name; one that is gone leaves the others to choose from."""
    try:
        home = loaded_home(hass)
        home_story = home.by_story_id(story_id)
        if home_story is None:
            return _which(hass, heard, list(home.stories.values()))
        return await _async_ask_agent(hass, heard, home_story, _PLAIN[_language(heard)])
    except MiraeError as err:
        _LOGGER.warning("No story could be asked: %s", err)
        return server_trouble(_language(heard))


def _language(heard: ConversationInput) -> Language:
    return Language.JA if heard.language[:2] == "ja" else Language.EN


def _is_for_a_new_one(home_story: HomeStory, heard: ConversationInput) -> bool:
    cast = home_story.story.state.cast
    return understand(heard.text, heard.language, cast).kind is AskKind.NEW_STORY


def _which(
    hass: HomeAssistant, heard: ConversationInput, stories: list[HomeStory]
) -> str:
    """Say which stories there are, and ask for one where that can be heard."""
    language = _language(heard)
    told = which_story([each.story.state.title for each in stories], language)
    if not stories:
        return told
    return f"{told}{_GAP[language]}{_asked(hass, heard, stories)}".strip()


async def _async_new(
    hass: HomeAssistant, heard: ConversationInput, here: HomeStory
) -> str:
    """Offer the home's other stories; begin a new one if the family allows that, and nothing else is there."""
    language, new = _language(heard), may_begin(hass, here)
    others = [
        each
        for each in loaded_home(hass).stories.values()
        if each is not here and each.language is here.language
    ]
    if not others and not new:
        return new_story_refused(here.story.state)
    if not others:
        begun = await async_begin(hass, here)
        return await _async_ask_agent(hass, heard, begun, _PLAIN[language])
    told = other_stories([each.story.state.title for each in others], language, new=new)
    asked = _asked(hass, heard, others, like=here if new else None)
    return f"{told}{_GAP[language]}{asked}".strip()


def _asked(
    hass: HomeAssistant,
    heard: ConversationInput,
    stories: list[HomeStory],
    like: HomeStory | None = None,
) -> str:
    """Ask which story is meant once this run is over; where nothing can ask, return how to ask by name."""
    language = _language(heard)
    if heard.satellite_id is None or not can_ask(hass, heard.satellite_id):
        return ask_by_name(language)
    async_ask_which(hass, heard.satellite_id, stories, language, like=like)
    return ""


async def _async_ask_agent(
    hass: HomeAssistant, heard: ConversationInput, home_story: HomeStory, text: str
) -> str:
    """Return what the story's own agent says to a text, in this run. Raises MiraeError."""
    result = await conversation.async_converse(
        hass,
        text,
        _conversation(hass, heard),
        heard.context,
        language=heard.language,
        agent_id=_agent_of(hass, home_story),
        device_id=heard.device_id,
        satellite_id=heard.satellite_id,
    )
    if result.continue_conversation and can_ask(hass, heard.satellite_id):
        async_ask_what_next(
            hass, heard.satellite_id or "", home_story, _language(heard)
        )
    spoken = result.response.speech.get("plain", {}).get("speech", "")
    return spoken.strip() or server_trouble(_language(heard))


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
