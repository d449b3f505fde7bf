"""The switch of a companion: temporary mode, in which nothing is remembered and nothing is looked up."""

from typing import Any, override

from homeassistant.components.switch import SwitchEntity
from homeassistant.const import STATE_ON, EntityCategory, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.restore_state import RestoreEntity

from .companion import HomeCompanion
from .entity import CompanionEntity
from .home import MiraeConfigEntry

PARALLEL_UPDATES = 0


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: MiraeConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the switch of each companion."""

    def add(companion: HomeCompanion) -> None:
        async_add_entities(
            [TemporaryMode(companion)],
            config_subentry_id=companion.subentry.subentry_id,
        )

    entry.runtime_data.async_add_companions_for(add)


class TemporaryMode(CompanionEntity, SwitchEntity, RestoreEntity):
    """Keeps the memory out of what is said. As a setting it is not exposed to voice assistants."""

    _attr_entity_category = EntityCategory.CONFIG

    def __init__(self, companion: HomeCompanion) -> None:
        """Be the companion's one switch."""
        super().__init__(companion, Platform.SWITCH, "temporary_mode")

    @property
    @override
    def is_on(self) -> bool:
        """Return whether the mode is on."""
        return self.companion.temporary

    @override
    async def async_added_to_hass(self) -> None:
        """Go on as before the restart: who switched the memory out must not be remembered by a restart."""
        await super().async_added_to_hass()
        state = await self.async_get_last_state()
        if state is not None:
            self.companion.temporary = state.state == STATE_ON

    @override
    async def async_turn_on(self, **kwargs: Any) -> None:
        """Remember nothing from now on."""
        self.companion.temporary = True
        self.async_write_ha_state()

    @override
    async def async_turn_off(self, **kwargs: Any) -> None:
        """Remember again."""
        self.companion.temporary = False
        self.async_write_ha_state()
