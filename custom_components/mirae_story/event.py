"""The event entity of a story: a night was told, noted, could not be kept, or needs a decision."""

from typing import override

from homeassistant.components.event import EventEntity
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .entity import StoryEntity
from .home import HomeStory, MiraeConfigEntry
from .story.story import Happening

PARALLEL_UPDATES = 0

_SHOWN = (
    Happening.NIGHT_TOLD,
    Happening.NIGHT_NOTED,
    Happening.DECISION_NEEDED,
    Happening.NIGHT_FAILED,
    Happening.NIGHT_UNDONE,
    Happening.DECIDED,
    Happening.EDITED,
    Happening.TOO_SCARY,
    Happening.TONIGHT_READY,
    Happening.APPROVAL_NEEDED,
)


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: MiraeConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the event entity of each story."""

    def add(home_story: HomeStory) -> None:
        async_add_entities(
            [EpisodeEvent(home_story)],
            config_subentry_id=home_story.subentry.subentry_id,
        )

    entry.runtime_data.async_add_entities_for(add)


class EpisodeEvent(StoryEntity, EventEntity):
    """What last happened to the story's nights."""

    _attr_event_types = [happening.value for happening in _SHOWN]  # noqa: RUF012 (as in Home Assistant)

    def __init__(self, home_story: HomeStory) -> None:
        """Be the one event entity of the story."""
        super().__init__(home_story, Platform.EVENT, "episode")

    @callback
    @override
    def _happened(self, happening: Happening, night: int) -> None:
        if happening not in _SHOWN:
            return
        self._trigger_event(happening.value, {"night": night})
        self.async_write_ha_state()
