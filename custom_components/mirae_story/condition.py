"""What automations can ask: whether tonight was told already."""

from typing import override

from homeassistant.const import Platform
from homeassistant.core import HomeAssistant, State
from homeassistant.helpers.automation import DomainSpec
from homeassistant.helpers.condition import (
    ENTITY_STATE_CONDITION_SCHEMA_ANY_ALL,
    Condition,
    EntityConditionBase,
)

from . import clock
from .story.errors import StoryNotFoundError
from .story.evening import Tonight, tonight
from .which import is_entity_of_story, story_of_entity


class ToldTonightCondition(EntityConditionBase):
    """Whether a night of the story was told on this evening; asked of the story's sensor of nights."""

    _domain_specs = {Platform.SENSOR: DomainSpec()}  # noqa: RUF012 (as in Home Assistant)
    _schema = ENTITY_STATE_CONDITION_SCHEMA_ANY_ALL

    @property
    @override
    def needs_polling(self) -> bool:
        """A new evening begins by the clock, without any change of a state."""
        return True

    @override
    def entity_filter(self, entities: set[str]) -> set[str]:
        """Leave only the sensors that count nights: a story has others, and each would answer the same."""
        return {
            entity_id
            for entity_id in super().entity_filter(entities)
            if is_entity_of_story(self._hass, entity_id, "night")
        }

    @override
    def is_valid_state(self, entity_state: State) -> bool:
        """Tell whether this evening has its night."""
        try:
            story = story_of_entity(self._hass, entity_state.entity_id).story
        except StoryNotFoundError:
            return False
        now = tonight(story.state, story.rules, clock.local_now())
        return now is not Tonight.NEXT_NIGHT


CONDITIONS: dict[str, type[Condition]] = {"told_tonight": ToldTonightCondition}


async def async_get_conditions(_hass: HomeAssistant) -> dict[str, type[Condition]]:
    """Return the conditions of this integration."""
    return CONDITIONS
