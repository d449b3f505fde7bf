"""Sensors of a story: how many nights were told, and who is in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, override

from homeassistant.components.sensor import (
    SensorEntity,
    SensorEntityDescription,
    SensorStateClass,
)
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .entity import StoryEntity
from .home import HomeStory, MiraeConfigEntry
from .story.model import Status, StoryState

PARALLEL_UPDATES = 0


@dataclass(frozen=True, kw_only=True)
class StorySensorDescription(SensorEntityDescription):
    """How a sensor reads the story's state."""

    value: Callable[[StoryState], int]
    details: Callable[[StoryState], Mapping[str, Any]] | None = None


def _cast_details(state: StoryState) -> Mapping[str, Any]:
    """Return the names by status; a pending change is a decision that waits, so it is told apart."""
    names = {
        status.value: [m.name for m in state.cast.members if m.status is status]
        for status in Status
    }
    waiting = [m.name for m in state.cast.members if m.pending is not None]
    return {
        "protagonist": state.cast.protagonist.name,
        **names,
        "waiting_for_decision": waiting,
    }


SENSORS = (
    StorySensorDescription(
        key="night",
        state_class=SensorStateClass.TOTAL,
        value=lambda state: state.night,
        details=lambda state: {
            "told_on": state.told_on.isoformat() if state.told_on else None
        },
    ),
    StorySensorDescription(
        key="cast",
        state_class=SensorStateClass.MEASUREMENT,
        value=lambda state: len(state.cast.active),
        details=_cast_details,
    ),
)


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: MiraeConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the sensors of each story."""

    def add(home_story: HomeStory) -> None:
        async_add_entities(
            (StorySensor(home_story, description) for description in SENSORS),
            config_subentry_id=home_story.subentry.subentry_id,
        )

    entry.runtime_data.async_add_entities_for(add)


class StorySensor(StoryEntity, SensorEntity):
    """A number read from the story's state."""

    entity_description: StorySensorDescription
    _unrecorded_attributes = frozenset({status.value for status in Status})
    """Names change with the state that is recorded: no need to keep them with each."""

    def __init__(
        self, home_story: HomeStory, description: StorySensorDescription
    ) -> None:
        """Read the state as `description` says."""
        super().__init__(home_story, Platform.SENSOR, description.key)
        self.entity_description = description

    @property
    @override
    def native_value(self) -> int:
        """Return the number."""
        return self.entity_description.value(self.state_of_story)

    @property
    @override
    def extra_state_attributes(self) -> Mapping[str, Any] | None:
        """Return what stands behind the number."""
        details = self.entity_description.details
        return details(self.state_of_story) if details else None
