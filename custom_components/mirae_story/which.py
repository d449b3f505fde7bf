"""Which story is meant when nobody names one, and whose memory when somebody does."""

from datetime import date

from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er

from .companion import HomeCompanion
from .const import DOMAIN
from .home import Home, HomeStory
from .story.errors import MemoryNotFoundError, StoryNotFoundError


def loaded_home(hass: HomeAssistant) -> Home:
    """Return the running home; raises StoryNotFoundError when the integration is not set up."""
    entries = hass.config_entries.async_loaded_entries(DOMAIN)
    if not entries:
        raise StoryNotFoundError
    home: Home = entries[0].runtime_data
    return home


def story_of_entity(hass: HomeAssistant, entity_id: str) -> HomeStory:
    """Return the story to which an entity belongs; raises StoryNotFoundError."""
    entity = er.async_get(hass).async_get(entity_id)
    stories = loaded_home(hass).stories
    if entity is None or entity.config_subentry_id not in stories:
        raise StoryNotFoundError
    return stories[entity.config_subentry_id]


def story_agents(hass: HomeAssistant) -> set[str]:
    """Return the ids of the agents of all stories."""
    home = loaded_home(hass)
    entities = er.async_entries_for_config_entry(
        er.async_get(hass), home.entry.entry_id
    )
    return {
        entity.entity_id
        for entity in entities
        if entity.domain == Platform.CONVERSATION
        and entity.config_subentry_id in home.stories
    }


def is_entity_of_story(hass: HomeAssistant, entity_id: str, key: str = "") -> bool:
    """Tell whether an entity belongs to a story; with a key, whether it is the one of that name."""
    entity = er.async_get(hass).async_get(entity_id)
    if entity is None or entity.platform != DOMAIN:
        return False
    return not key or entity.translation_key == key


def rememberer_of(hass: HomeAssistant, agent: str) -> HomeStory | HomeCompanion:
    """Return the story or companion that is meant, by the id of its agent or its subentry.

    Raises MemoryNotFoundError.
    """
    home = loaded_home(hass)
    entity = er.async_get(hass).async_get(agent)
    subentry_id = agent if entity is None else entity.config_subentry_id or ""
    for known in (home.stories, home.companions):
        if subentry_id in known:
            return known[subentry_id]
    raise MemoryNotFoundError


def story_of_room(
    hass: HomeAssistant, device_id: str | None, language: str
) -> HomeStory | None:
    """Return the story that a listener means: the room's, else the last told in the language, else the only one.

    None when there are several and nothing tells them apart, or none at all.
    """
    stories = list(loaded_home(hass).stories.values())
    if (in_room := _in_area_of(hass, device_id, stories)) is not None:
        return in_room
    if len(stories) == 1:
        return stories[0]
    spoken = [s for s in stories if s.language == language.partition("-")[0].lower()]
    if len(spoken) > 1 and any(s.story.state.told_on for s in spoken):
        return max(spoken, key=lambda s: s.story.state.told_on or date.min)
    return spoken[0] if len(spoken) == 1 else None


def _in_area_of(
    hass: HomeAssistant, device_id: str | None, stories: list[HomeStory]
) -> HomeStory | None:
    devices = dr.async_get(hass)
    device = devices.async_get(device_id) if device_id else None
    if device is None or device.area_id is None:
        return None
    for home_story in stories:
        own = devices.async_get_device_by_identifier(
            (DOMAIN, home_story.story_id), home_story.entry_id
        )
        if own is not None and own.area_id == device.area_id:
            return home_story
    return None
