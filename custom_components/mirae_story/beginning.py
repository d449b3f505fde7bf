"""A new story begun by voice: the next ready-made beginning, told by the rules of the story that is there."""

import asyncio
from types import MappingProxyType

from homeassistant.config_entries import ConfigSubentry
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers import entity_registry as er
from homeassistant.util.ulid import ulid_now

from .const import (
    CONF_AUDIENCE_AGE,
    CONF_FOREIGN_WORDS,
    CONF_LANGUAGE,
    CONF_STORY_ID,
    CONF_TITLE,
    CONF_VOICE_BEGIN,
    DOMAIN,
    SUBENTRY_STORY,
)
from .home import HomeStory
from .starters import STARTERS, Starter
from .story.errors import StoryNotFoundError
from .story.model import Language
from .story_form import starter_answer
from .which import loaded_home

LOOK_AGAIN_S = 0.05
LOOKS = 400
"""A new story is there within a moment; by then something is wrong."""
_OF_THE_OLD_ONE = frozenset({CONF_FOREIGN_WORDS})
"""Settings that belong to one story's world."""


def next_starter(hass: HomeAssistant, language: Language) -> Starter | None:
    """Return the first ready-made beginning of a language that no story of the home has taken."""
    titles = {
        home_story.subentry.data[CONF_TITLE]
        for home_story in loaded_home(hass).stories.values()
    }
    unused = (s for s in STARTERS[language.value].values() if s.title not in titles)
    return next(unused, None)


def may_begin(hass: HomeAssistant, home_story: HomeStory) -> bool:
    """Tell whether a voice may begin a new story where this one is told, and there is a beginning left."""
    allowed = bool(home_story.subentry.data.get(CONF_VOICE_BEGIN, False))
    return allowed and next_starter(hass, home_story.language) is not None


async def async_begin(hass: HomeAssistant, like: HomeStory) -> HomeStory:
    """Begin the next ready-made story in the language of another one, with its rules. Raises StoryNotFoundError."""
    starter = next_starter(hass, like.language)
    if starter is None:
        raise StoryNotFoundError
    old = like.subentry.data
    data = {
        **{key: value for key, value in old.items() if key not in _OF_THE_OLD_ONE},
        **starter_answer(starter),
        CONF_STORY_ID: ulid_now(),
        CONF_LANGUAGE: like.language.value,
        CONF_AUDIENCE_AGE: old[CONF_AUDIENCE_AGE],
    }
    hass.config_entries.async_add_subentry(
        loaded_home(hass).entry,
        ConfigSubentry(
            data=MappingProxyType(data),
            subentry_type=SUBENTRY_STORY,
            title=starter.title,
            unique_id=data[CONF_STORY_ID],
        ),
    )
    for _ in range(LOOKS):
        if (begun := _with_agent(hass, data[CONF_STORY_ID])) is not None:
            return begun
        await asyncio.sleep(LOOK_AGAIN_S)
    raise StoryNotFoundError


def _with_agent(hass: HomeAssistant, story_id: str) -> HomeStory | None:
    """Return a story once it can be spoken to."""
    agent = er.async_get(hass).async_get_entity_id(
        Platform.CONVERSATION, DOMAIN, story_id
    )
    if agent is None or hass.states.get(agent) is None:
        return None
    return loaded_home(hass).by_story_id(story_id)
