"""What all entities of a story, and all of a companion, have in common."""

from typing import override

from homeassistant.core import callback
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.entity import Entity

from .companion import HomeCompanion
from .const import CONF_TITLE, DOMAIN
from .home import HomeStory
from .story.model import StoryState
from .story.story import Happening


class StoryEntity(Entity):
    """An entity of one story, which is a device. It hears of everything that happens to the story."""

    _attr_has_entity_name = True
    _attr_should_poll = False

    def __init__(self, home_story: HomeStory, platform: str, key: str = "") -> None:
        """Name the entity after its story; `key` tells several entities of one story apart."""
        self.home_story = home_story
        subentry = home_story.subentry
        suffix = f"_{key}" if key else ""
        self._attr_unique_id = f"{home_story.story_id}{suffix}"
        if key:
            self._attr_translation_key = key
        self.entity_id = f"{platform}.{home_story.slug}{suffix}"
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, home_story.story_id)},
            name=subentry.data[CONF_TITLE],
            manufacturer="Mirae Story",
            entry_type=DeviceEntryType.SERVICE,
        )

    @property
    def state_of_story(self) -> StoryState:
        """What is true of the story now."""
        return self.home_story.story.state

    @override
    async def async_added_to_hass(self) -> None:
        """Listen to the story."""
        await super().async_added_to_hass()
        self.async_on_remove(self.home_story.async_listen(self._happened))

    @callback
    def _happened(self, _happening: Happening, _night: int) -> None:
        """Show the new state."""
        self.async_write_ha_state()


class CompanionEntity(Entity):
    """An entity of one companion, which is a device."""

    _attr_has_entity_name = True
    _attr_should_poll = False

    def __init__(self, companion: HomeCompanion, platform: str, key: str = "") -> None:
        """Name the entity after its companion; `key` tells several entities of one companion apart."""
        self.companion = companion
        suffix = f"_{key}" if key else ""
        self._attr_unique_id = f"{companion.companion_id}{suffix}"
        if key:
            self._attr_translation_key = key
        self.entity_id = f"{platform}.{companion.slug}{suffix}"
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, companion.companion_id)},
            name=companion.name,
            manufacturer="Mirae Story",
            entry_type=DeviceEntryType.SERVICE,
        )
