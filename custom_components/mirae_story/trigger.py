"""What automations can wait for: a night was told, tonight's night is ready, a person has to decide."""

from typing import override

from homeassistant.components.event.const import EventEntityStateAttribute
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant, State
from homeassistant.helpers.automation import DomainSpec
from homeassistant.helpers.trigger import (
    NotTriggeredReasonReporter,
    StatelessEntityTriggerBase,
    Trigger,
)

from .story.surroundings import Happening
from .which import is_entity_of_story


class HappeningTrigger(StatelessEntityTriggerBase):
    """Waits until something happens to a story: reads the story's event entity."""

    happening: Happening
    _domain_specs = {Platform.EVENT: DomainSpec()}  # noqa: RUF012 (as in Home Assistant)

    @override
    def entity_filter(self, entities: set[str]) -> set[str]:
        """Leave only the event entities of stories: a device may be of another integration."""
        return {
            entity_id
            for entity_id in super().entity_filter(entities)
            if is_entity_of_story(self._hass, entity_id)
        }

    @override
    def is_valid_state(
        self, state: State, report_not_triggered: NotTriggeredReasonReporter
    ) -> bool:
        """Tell whether this is what happened."""
        event_type = state.attributes.get(EventEntityStateAttribute.EVENT_TYPE)
        return bool(event_type == self.happening.value)


class NightToldTrigger(HappeningTrigger):
    """A night was told to its end, or far enough to count as told."""

    happening = Happening.NIGHT_TOLD


class DecisionNeededTrigger(HappeningTrigger):
    """A change of the cast waits for a person."""

    happening = Happening.DECISION_NEEDED


class TonightReadyTrigger(HappeningTrigger):
    """A prepared night that may be told stands on the shelf."""

    happening = Happening.TONIGHT_READY


class ApprovalNeededTrigger(HappeningTrigger):
    """A prepared night waits until a person has read it."""

    happening = Happening.APPROVAL_NEEDED


TRIGGERS: dict[str, type[Trigger]] = {
    "night_told": NightToldTrigger,
    "decision_needed": DecisionNeededTrigger,
    "tonight_ready": TonightReadyTrigger,
    "approval_needed": ApprovalNeededTrigger,
}


async def async_get_triggers(_hass: HomeAssistant) -> dict[str, type[Trigger]]:
    """Return the triggers of this integration."""
    return TRIGGERS
