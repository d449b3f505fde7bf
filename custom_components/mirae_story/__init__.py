"""Mirae Story: the house tells one never-ending bedtime story, and keeps it true."""

from pathlib import Path

from homeassistant.const import EVENT_HOMEASSISTANT_FINAL_WRITE, Platform
from homeassistant.core import CALLBACK_TYPE, Event, HomeAssistant
from homeassistant.exceptions import ConfigEntryError, ConfigEntryNotReady
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.typing import ConfigType

from .audio import NightView
from .const import DOMAIN
from .doors import async_open_doors
from .home import Home, HomeStory, MiraeConfigEntry
from .issues import raise_database_issue
from .library import ExportView
from .memory_doors import MemoryDoors
from .reading import ReadingView
from .services import async_register_services
from .speech_ahead import SpeechAhead
from .store.database import Database
from .story.errors import StoreError, StoreNewerError
from .warming import async_keep_warm
from .websocket import async_register_commands

CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)

PLATFORMS = (
    Platform.BINARY_SENSOR,
    Platform.BUTTON,
    Platform.CONVERSATION,
    Platform.EVENT,
    Platform.SENSOR,
    Platform.SWITCH,
    Platform.TODO,
)


async def async_setup(hass: HomeAssistant, _config: ConfigType) -> bool:
    """Register what works for all stories: actions, websocket commands and the download."""
    async_register_services(hass)
    async_register_commands(hass)
    hass.http.register_view(ExportView())
    hass.http.register_view(NightView())
    hass.http.register_view(ReadingView())
    return True


async def async_setup_entry(hass: HomeAssistant, entry: MiraeConfigEntry) -> bool:
    """Open the database and take up every story.

    A model server that is away does not keep a story from being there: code tells a calm night then.
    """
    database = Database(Path(hass.config.path(DOMAIN, "story.db")))
    try:
        await database.open()
    except StoreNewerError as err:
        raise ConfigEntryError(
            translation_domain=DOMAIN, translation_key=err.key
        ) from err
    except StoreError as err:
        raise ConfigEntryNotReady(
            translation_domain=DOMAIN, translation_key=err.key
        ) from err
    if database.recovered_from is not None:
        raise_database_issue(hass, str(database.recovered_from))
    home = entry.runtime_data = Home(hass, entry, database)
    await home.async_open()
    entry.async_on_unload(entry.add_update_listener(_async_entry_updated))
    entry.async_on_unload(_close_when_home_assistant_stops(hass, home))
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    entry.async_on_unload(await async_open_doors(hass, home))
    await MemoryDoors(hass, entry).async_open()
    async_keep_warm(hass, entry)

    def make_speech_ahead(home_story: HomeStory) -> None:
        SpeechAhead(hass, entry, home_story).start()

    home.async_add_entities_for(make_speech_ahead)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: MiraeConfigEntry) -> bool:
    """Close the stories; what was told stays."""
    unloaded = await hass.config_entries.async_unload_platforms(entry, PLATFORMS)
    if unloaded:
        await entry.runtime_data.async_close()
    return unloaded


async def _async_entry_updated(_: HomeAssistant, entry: MiraeConfigEntry) -> None:
    await entry.runtime_data.async_follow_subentries()


def _close_when_home_assistant_stops(hass: HomeAssistant, home: Home) -> CALLBACK_TYPE:
    """Close the database at the end of a stop: entries are not unloaded then, and its threads would be waited for."""

    async def close(_: Event) -> None:
        await home.async_close()

    return hass.bus.async_listen_once(EVENT_HOMEASSISTANT_FINAL_WRITE, close)
