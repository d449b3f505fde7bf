"""Buttons of a story: prepare the next night, tell the last one anew, undo it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import override

from homeassistant.components.button import ButtonEntity, ButtonEntityDescription
from homeassistant.const import EntityCategory, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .entity import StoryEntity
from .home import HomeStory, MiraeConfigEntry
from .people_services import async_undo
from .story.errors import MiraeError, NotPreparedError, StoryBusyError
from .translate import as_home_assistant_error

PARALLEL_UPDATES = 0


@dataclass(frozen=True, kw_only=True)
class StoryButtonDescription(ButtonEntityDescription):
    """What a button does; it may raise a MiraeError."""

    press: Callable[[HomeAssistant, HomeStory], Awaitable[object]]


async def _async_prepare(_hass: HomeAssistant, home_story: HomeStory) -> None:
    """Prepare in the background: a model may need many minutes."""
    story = home_story.story
    if story.is_telling:
        raise StoryBusyError
    if story.writer is None:
        raise NotPreparedError
    home_story.keeper.prepare()


async def _async_retell(_hass: HomeAssistant, home_story: HomeStory) -> None:
    await home_story.story.retell()


BUTTONS = (
    StoryButtonDescription(key="prepare", press=_async_prepare),
    StoryButtonDescription(key="retell", press=_async_retell),
    StoryButtonDescription(
        key="undo",
        press=async_undo,
        entity_category=EntityCategory.CONFIG,
        entity_registry_enabled_default=False,
    ),
)


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: MiraeConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the buttons of each story."""

    def add(home_story: HomeStory) -> None:
        async_add_entities(
            (StoryButton(home_story, description) for description in BUTTONS),
            config_subentry_id=home_story.subentry.subentry_id,
        )

    entry.runtime_data.async_add_entities_for(add)


class StoryButton(StoryEntity, ButtonEntity):
    """Does one thing to its story."""

    entity_description: StoryButtonDescription

    def __init__(
        self, home_story: HomeStory, description: StoryButtonDescription
    ) -> None:
        """Do what `description` says."""
        super().__init__(home_story, Platform.BUTTON, description.key)
        self.entity_description = description

    @override
    async def async_press(self) -> None:
        """Do it."""
        try:
            await self.entity_description.press(self.hass, self.home_story)
        except MiraeError as err:
            raise as_home_assistant_error(err) from err
