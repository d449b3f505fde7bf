"""The intents for custom sentences and sentence triggers of a home's own: what its story can be asked, by any agent."""

from typing import override

from homeassistant.core import HomeAssistant
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers import intent

from .beginning import async_begin, may_begin
from .const import DOMAIN
from .home import HomeStory
from .memory_intent import async_register_memory_intents
from .room import async_tell_tonight
from .story.answers import new_story_refused
from .story.asks import Ask, AskKind, understand
from .story.dialogue import respond_to
from .story.errors import MiraeError, WhichStoryError
from .translate import as_home_assistant_error
from .which import story_of_room

INTENT_CONTINUE_STORY = "MiraeContinueStory"
INTENT_TELL_AGAIN = "MiraeTellAgain"
INTENT_STOP_STORY = "MiraeStopStory"
INTENT_ASK_STORY = "MiraeAskStory"
INTENT_NEW_STORY = "MiraeNewStory"


async def async_setup_intents(hass: HomeAssistant) -> None:
    """Register the intents."""
    for handler in (
        ContinueStoryHandler(),
        PlainAskHandler(
            INTENT_TELL_AGAIN,
            AskKind.TELL_AGAIN,
            "Tells the last night of the family's bedtime story once more",
        ),
        PlainAskHandler(
            INTENT_STOP_STORY,
            AskKind.STOP,
            "Stops the telling of the family's bedtime story",
        ),
        AskStoryHandler(),
        NewStoryHandler(),
    ):
        intent.async_register(hass, handler)
    async_register_memory_intents(hass)


class StoryIntentHandler(intent.IntentHandler):
    """Answers for the story that is meant: the room's, else the last told in the language, else the only one."""

    platforms = {DOMAIN}  # noqa: RUF012 (as in Home Assistant)

    @override
    async def async_handle(self, intent_obj: intent.Intent) -> intent.IntentResponse:
        """Answer with the text that is spoken."""
        slots = self.async_validate_slots(intent_obj.slots)
        said = {name: str(slot["value"]) for name, slot in slots.items()}
        hass = intent_obj.hass
        try:
            home_story = story_of_room(hass, intent_obj.device_id, intent_obj.language)
            if home_story is None:
                raise WhichStoryError
            text = await self._async_text(hass, home_story, said)
        except MiraeError as err:
            raise intent.IntentHandleError(str(as_home_assistant_error(err))) from err
        response = intent_obj.create_response()
        response.async_set_speech(text)
        return response

    async def _async_text(
        self, hass: HomeAssistant, home_story: HomeStory, said: dict[str, str]
    ) -> str:
        """Return what is spoken. Raises MiraeError."""
        raise NotImplementedError


class ContinueStoryHandler(StoryIntentHandler):
    """Tells tonight's night."""

    intent_type = INTENT_CONTINUE_STORY
    description = "Tells the next night of the family's never-ending bedtime story"

    @property
    @override
    def slot_schema(self) -> dict[str, object]:
        """Take an optional wish."""
        return {"wish": cv.string}

    @override
    async def _async_text(
        self, hass: HomeAssistant, home_story: HomeStory, said: dict[str, str]
    ) -> str:
        text, _ = await async_tell_tonight(hass, home_story, said.get("wish", ""))
        return text


class PlainAskHandler(StoryIntentHandler):
    """Asks the story for what takes no words of its own: the last night once more, or the end of a telling."""

    def __init__(self, intent_type: str, kind: AskKind, description: str) -> None:
        """Ask for this kind."""
        self.intent_type = intent_type
        self.description = description
        self._ask = Ask(kind=kind, text="")

    @override
    async def _async_text(
        self, hass: HomeAssistant, home_story: HomeStory, said: dict[str, str]
    ) -> str:
        return await _async_reply(home_story, self._ask)


class AskStoryHandler(StoryIntentHandler):
    """Answers a question about the story, from what is true in it."""

    intent_type = INTENT_ASK_STORY
    description = "Answers a question about the family's bedtime story"

    @property
    @override
    def slot_schema(self) -> dict[str, object]:
        """Take the question as it was asked; without one, say who is in the story."""
        return {"question": cv.string}

    @override
    async def _async_text(
        self, hass: HomeAssistant, home_story: HomeStory, said: dict[str, str]
    ) -> str:
        question, state = said.get("question", ""), home_story.story.state
        if not question:
            return await _async_reply(home_story, Ask(kind=AskKind.WHO, text=""))
        ask = understand(question, home_story.language.value, state.cast)
        if ask.kind not in QUESTIONS:
            ask = Ask(kind=AskKind.OTHER, text=question)
        return await _async_reply(home_story, ask)


class NewStoryHandler(StoryIntentHandler):
    """Begins the next ready-made story and tells its first night, where the family allows it."""

    intent_type = INTENT_NEW_STORY
    description = "Begins another bedtime story"

    @override
    async def _async_text(
        self, hass: HomeAssistant, home_story: HomeStory, said: dict[str, str]
    ) -> str:
        if not may_begin(hass, home_story):
            return new_story_refused(home_story.story.state)
        text, _ = await async_tell_tonight(hass, await async_begin(hass, home_story))
        return text


QUESTIONS = frozenset(
    {
        AskKind.WHO,
        AskKind.IS_WITH,
        AskKind.RECAP_LAST,
        AskKind.RECAP_ALL,
        AskKind.OTHER,
    }
)
"""What is only asked: it changes nothing and tells no night."""


async def _async_reply(home_story: HomeStory, ask: Ask) -> str:
    reply = await respond_to(home_story.story, ask)
    return "".join([piece async for piece in reply.pieces]).strip()
