"""The intent with which any agent of Home Assistant can continue the story."""

from typing import override

from homeassistant.core import HomeAssistant
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers import intent

from .const import DOMAIN
from .room import async_tell_tonight
from .story.errors import MiraeError, WhichStoryError
from .translate import as_home_assistant_error
from .which import story_of_room

INTENT_CONTINUE_STORY = "MiraeContinueStory"


async def async_setup_intents(hass: HomeAssistant) -> None:
    """Register the intents."""
    intent.async_register(hass, ContinueStoryHandler())


class ContinueStoryHandler(intent.IntentHandler):
    """Tells tonight's night of the story that is meant."""

    intent_type = INTENT_CONTINUE_STORY
    description = "Tells the next night of the family's never-ending bedtime story"
    platforms = {DOMAIN}  # noqa: RUF012 (as in Home Assistant)

    @property
    @override
    def slot_schema(self) -> dict[str, object]:
        """Take an optional wish."""
        return {"wish": cv.string}

    @override
    async def async_handle(self, intent_obj: intent.Intent) -> intent.IntentResponse:
        """Tell the night and answer with its text."""
        slots = self.async_validate_slots(intent_obj.slots)
        wish = slots.get("wish", {}).get("value", "")
        try:
            home_story = story_of_room(
                intent_obj.hass, intent_obj.device_id, intent_obj.language
            )
            if home_story is None:
                raise WhichStoryError
            text, _ = await async_tell_tonight(intent_obj.hass, home_story, wish)
        except MiraeError as err:
            raise intent.IntentHandleError(str(as_home_assistant_error(err))) from err
        response = intent_obj.create_response()
        response.async_set_speech(text)
        return response
