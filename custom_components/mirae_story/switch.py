"""Switches: a companion's temporary mode, and whether a person reads a story's nights before they are told."""

from dataclasses import replace
from typing import Any, override

from homeassistant.components.switch import SwitchEntity
from homeassistant.const import STATE_ON, EntityCategory, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.restore_state import RestoreEntity

from .companion import HomeCompanion
from .const import CONF_APPROVAL
from .entity import CompanionEntity, StoryEntity
from .home import HomeStory, MiraeConfigEntry

PARALLEL_UPDATES = 0


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: MiraeConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the switch of each companion and of each story."""

    def add(companion: HomeCompanion) -> None:
        async_add_entities(
            [TemporaryMode(companion)],
            config_subentry_id=companion.subentry.subentry_id,
        )

    def add_story(home_story: HomeStory) -> None:
        async_add_entities(
            [Approval(home_story)],
            config_subentry_id=home_story.subentry.subentry_id,
        )

    entry.runtime_data.async_add_companions_for(add)
    entry.runtime_data.async_add_entities_for(add_story)


class Approval(StoryEntity, SwitchEntity):
    """Lets a prepared night wait until a person has read it. The same as the story's option.

    As a setting it is not exposed to voice assistants.
    """

    _attr_entity_category = EntityCategory.CONFIG

    def __init__(self, home_story: HomeStory) -> None:
        """Be the story's one switch."""
        super().__init__(home_story, Platform.SWITCH, "approval")

    @property
    @override
    def is_on(self) -> bool:
        """Return whether nights wait for a person."""
        return self.home_story.story.bedtime.approval

    @override
    async def async_turn_on(self, **kwargs: Any) -> None:
        """Let them wait."""
        self._set(approval=True)

    @override
    async def async_turn_off(self, **kwargs: Any) -> None:
        """Let them be told as they are."""
        self._set(approval=False)

    def _set(self, *, approval: bool) -> None:
        """Change the option. It counts from this moment on; the rest follows with the entry's update."""
        story, subentry = self.home_story.story, self.home_story.subentry
        story.bedtime = replace(story.bedtime, approval=approval)
        entry = self.hass.config_entries.async_get_known_entry(self.home_story.entry_id)
        self.hass.config_entries.async_update_subentry(
            entry, subentry, data={**subentry.data, CONF_APPROVAL: approval}
        )
        self.async_write_ha_state()


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
