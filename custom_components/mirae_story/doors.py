"""The sentences that reach the story in front of any agent of any pipeline, with no settings by the user.

A sentence trigger cannot decline what it matches, must answer with words, and survives the end of its run. So the
story's own agent is asked inside the run, where its voice may stream; else a short line is spoken and the whole text
follows at the end.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

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
from .story.errors import MiraeError
from .story.model import Language
from .story.spoken import NEW_STORY, read_named, read_templates, titled
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
    doors = Doors(hass, await hass.async_add_executor_job(read_doors))
    doors.open(home)
    return doors.close


class DoorTemplates(NamedTuple):
    """The templates of all languages, by what is done with what they hear."""

    named: Sequence[str]
    """Those that ask for a story by its name, to be given to `titled`."""
    new: Sequence[str]
    """Those that ask for a new story."""
    other: Sequence[str]
    """Those for the story of the room; its own agent understands the same sentences from the same files."""


def read_doors() -> DoorTemplates:
    """Read the templates from their files: a blocking call."""
    new: list[str] = []
    other: list[str] = []
    for language in Language:
        for wanted, template in read_templates(language.value):
            (new if wanted == NEW_STORY else other).append(template)
    named = [each for language in Language for each in read_named(language.value)]
    return DoorTemplates(named, new, other)


type _Answer = Callable[[ConversationInput], Awaitable[str]]


class Doors:
    """The sentences that are listened for: those that have a story's name, and those of all stories.

    A sentence that fits several is answered once, by the first of them: a story's name says more than a wish does.
    """

    def __init__(self, hass: HomeAssistant, templates: DoorTemplates) -> None:
        """Keep the templates, in all languages."""
        self._hass = hass
        self._templates = templates
        self._agents = get_agent_manager(hass)
        self._close: list[CALLBACK_TYPE] = []
        self._titles: dict[str, str] = {}
        """The names that are listened for, by story id."""
        self._hearing: dict[int, list[int]] = {}
        """For each sentence that is being heard, the doors that it fits."""

    @callback
    def open(self, home: Home) -> None:
        """Begin to listen, also for stories that come later."""
        self._listen()
        home.async_add_entities_for(self._follow)

    @callback
    def close(self) -> None:
        """Listen no longer."""
        for close in self._close:
            close()
        self._close.clear()

    @callback
    def _follow(self, home_story: HomeStory) -> None:
        """Listen for a story's name, and follow it when it changes."""

        @callback
        def named(_: Happening | None = None, _night: int = 0) -> None:
            title = home_story.story.state.title
            if self._titles.get(home_story.story_id) != title:
                self._titles[home_story.story_id] = title
                self._listen()

        named()
        home_story.async_listen(named)

    def _listen(self) -> None:
        """Open all doors anew, in the order in which they count: Home Assistant tries them in the same."""
        self.close()
        for story_id, title in self._titles.items():
            self._open(titled(self._templates.named, title), self._tells(story_id))
        self._open(self._templates.new, partial(_async_answer_new, self._hass))
        self._open(self._templates.other, partial(_async_answer, self._hass))

    def _tells(self, story_id: str) -> _Answer:
        return partial(_async_tell, self._hass, story_id)

    def _open(self, sentences: Sequence[str], answer: _Answer) -> None:
        if not sentences:
            return
        place = len(self._close)

        async def heard(said: ConversationInput, _: RecognizeResult) -> str | None:
            return await answer(said) if await self._is_first(said, place) else None

        self._close.append(self._agents.register_trigger(list(sentences), heard))

    async def _is_first(self, said: ConversationInput, place: int) -> bool:
        """Tell whether no door that counts more fits the sentence too; Home Assistant calls them all at once."""
        fitting = self._hearing.setdefault(id(said), [])
        fitting.append(place)
        await asyncio.sleep(0)
        self._hearing.pop(id(said), None)
        return place == min(fitting)


async def _async_answer(hass: HomeAssistant, heard: ConversationInput) -> str:
    """Return what is spoken; never nothing, since that would be heard as silence."""
    try:
        home_story = story_of_room(hass, heard.device_id, heard.language)
        if home_story is None:
            return _which(hass, heard, list(loaded_home(hass).stories.values()))
        return await _async_ask_agent(hass, heard, home_story, heard.text)
    except MiraeError as err:
        _LOGGER.warning("No story could be asked: %s", err)
        return server_trouble(_language(heard))


async def _async_answer_new(hass: HomeAssistant, heard: ConversationInput) -> str:
    """Return what is spoken where a new story is asked for."""
    try:
        here = story_of_room(hass, heard.device_id, heard.language)
        if here is None:
            return _which(hass, heard, list(loaded_home(hass).stories.values()))
        return await _async_new(hass, heard, here)
    except MiraeError as err:
        _LOGGER.warning("No new story could be begun: %s", err)
        return server_trouble(_language(heard))


async def _async_tell(
    hass: HomeAssistant, story_id: str, heard: ConversationInput
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
