"""The binary sensor of a story: whether tonight's night stands ready."""

from collections.abc import Mapping
from typing import Any, override

from homeassistant.components.binary_sensor import BinarySensorEntity
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .entity import StoryEntity
from .home import HomeStory, MiraeConfigEntry

PARALLEL_UPDATES = 0


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: MiraeConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the binary sensor of each story."""

    def add(home_story: HomeStory) -> None:
        async_add_entities(
            [Ready(home_story)],
            config_subentry_id=home_story.subentry.subentry_id,
        )

    entry.runtime_data.async_add_entities_for(add)


class Ready(StoryEntity, BinarySensorEntity):
    """Whether a prepared night stands on the shelf that counts, and that may be told."""

    def __init__(self, home_story: HomeStory) -> None:
        """Be the story's one binary sensor."""
        super().__init__(home_story, Platform.BINARY_SENSOR, "ready")

    @property
    @override
    def available(self) -> bool:
        """Return whether the shelf can be read."""
        return self.home_story.keeper.readable

    @property
    @override
    def is_on(self) -> bool:
        """Return whether a night stands ready."""
        return self.home_story.story.shelf.ready

    @property
    @override
    def extra_state_attributes(self) -> Mapping[str, Any]:
        """Return which night stands there; its text stays out of the recorder."""
        shelf = self.home_story.story.shelf
        night = shelf.now.night
        return {
            "prepared_night": None if night is None else night.night,
            "waits_for_approval": night is not None and not shelf.ready,
        }
