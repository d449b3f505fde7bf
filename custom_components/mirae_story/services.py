"""Actions that work on any story, and the registration of all others."""

from typing import Any

import voluptuous as vol
from homeassistant.const import Platform
from homeassistant.core import (
    HomeAssistant,
    ServiceCall,
    ServiceResponse,
    SupportsResponse,
    callback,
)
from homeassistant.helpers import config_validation as cv

from .const import ATTR_STORY, DOMAIN, SERVICE_RETELL, SERVICE_TELL
from .home import HomeStory
from .library import async_register_library
from .memory_services import async_register_memory_services
from .people_services import async_register_people_services
from .room import async_tell_tonight
from .shelf_services import async_register_shelf_services
from .story.errors import MiraeError, StoryNotToldError
from .story.model import Episode
from .story.story import Story
from .translate import as_home_assistant_error
from .which import story_of_entity

ATTR_WISH = "wish"
ATTR_ONE_MORE = "one_more"
ATTR_SOFTER = "softer"
ATTR_SPEAKER = "speaker"
WISH_LENGTH = 200

TELL_SCHEMA = vol.Schema(
    {
        vol.Required(ATTR_STORY): cv.entity_domain(Platform.CONVERSATION),
        vol.Optional(ATTR_WISH, default=""): vol.All(
            cv.string, vol.Length(max=WISH_LENGTH)
        ),
        vol.Optional(ATTR_ONE_MORE, default=False): cv.boolean,
        vol.Optional(ATTR_SPEAKER): cv.entity_domain(
            [Platform.ASSIST_SATELLITE, Platform.MEDIA_PLAYER]
        ),
    }
)
RETELL_SCHEMA = vol.Schema(
    {
        vol.Required(ATTR_STORY): cv.entity_domain(Platform.CONVERSATION),
        vol.Optional(ATTR_SOFTER, default=False): cv.boolean,
    }
)


@callback
def async_register_services(hass: HomeAssistant) -> None:
    """Register all actions."""
    hass.services.async_register(
        DOMAIN,
        SERVICE_TELL,
        _async_tell,
        TELL_SCHEMA,
        supports_response=SupportsResponse.OPTIONAL,
    )
    hass.services.async_register(
        DOMAIN,
        SERVICE_RETELL,
        _async_retell,
        RETELL_SCHEMA,
        supports_response=SupportsResponse.OPTIONAL,
    )
    async_register_people_services(hass)
    async_register_shelf_services(hass)
    async_register_library(hass)
    async_register_memory_services(hass)


async def _async_tell(call: ServiceCall) -> ServiceResponse:
    """Tell the next night, or return tonight's if it was told already; with a speaker, aloud in its room."""
    try:
        home_story = story_of_entity(call.hass, call.data[ATTR_STORY])
        text, told_now = await async_tell_tonight(
            call.hass,
            home_story,
            call.data[ATTR_WISH],
            one_more=call.data[ATTR_ONE_MORE],
            speaker_id=call.data.get(ATTR_SPEAKER),
        )
        episode = await _heard(home_story.story)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    if not call.return_response:
        return None
    return _told(home_story, episode, text, told_now=told_now)


async def _async_retell(call: ServiceCall) -> ServiceResponse:
    """Tell the last night anew, in place of the old telling."""
    try:
        home_story = story_of_entity(call.hass, call.data[ATTR_STORY])
        story = home_story.story
        telling = await story.retell(softer=call.data[ATTR_SOFTER])
        await telling.ended()
        if not telling.stored:
            raise StoryNotToldError(night=str(telling.night))
        episode = await story.last_episode()
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    if not call.return_response:
        return None
    return _told(home_story, episode, telling.text, told_now=True)


async def _heard(story: Story) -> Episode | None:
    """Return the night that was told last: the newest, or a loved one that was told once more."""
    loved = _loved(story)
    if loved is None:
        return await story.last_episode()
    told = await story.last_episodes()
    return next((each for each in told if each.night == loved), None)


def _loved(story: Story) -> int | None:
    """Return the night that was told once more in place of a new one, if that was the last telling."""
    return None if story.telling is None else story.telling.repeats


def _told(
    home_story: HomeStory, episode: Episode | None, text: str, *, told_now: bool
) -> dict[str, Any]:
    state = home_story.story.state
    return {
        "story": state.title,
        "night": episode.night if episode else state.night,
        "title": episode.title if episode else "",
        "recap": episode.recap if episode else "",
        "text": text,
        "calm_ending": episode.calm_ending if episode else False,
        "loved": _loved(home_story.story) is not None,
        "told_now": told_now,
    }
