"""Backups: while one is made, the databases are whole files that nobody writes to.

Nothing here raises: an error in a hook would fail the family's backup.
"""

import logging
from contextlib import AsyncExitStack

from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.util.hass_dict import HassKey

from .const import DOMAIN
from .home import MiraeConfigEntry
from .story.faults import log_fault

_LOGGER = logging.getLogger(__name__)

LONGEST_PAUSE_S = 600.0
"""What is told for so long can be told again; a backup that takes longer finds a file that is written to."""

_PAUSES: HassKey[AsyncExitStack] = HassKey(f"{DOMAIN}_backup")


async def async_pre_backup(hass: HomeAssistant) -> None:
    """Let all writes wait."""
    await async_post_backup(hass)
    stack = AsyncExitStack()
    entries: list[MiraeConfigEntry] = hass.config_entries.async_entries(DOMAIN)
    try:
        for entry in entries:
            if entry.state is ConfigEntryState.LOADED:
                pause = entry.runtime_data.async_pause_writes(LONGEST_PAUSE_S)
                await stack.enter_async_context(pause)
    except Exception as err:  # noqa: BLE001 - see above
        log_fault(_LOGGER, "A backup is made while files may change", err)
    hass.data[_PAUSES] = stack


async def async_post_backup(hass: HomeAssistant) -> None:
    """Let writes go on."""
    stack = hass.data.pop(_PAUSES, None)
    try:
        if stack is not None:
            await stack.aclose()
    except Exception as err:  # noqa: BLE001 - see above
        log_fault(_LOGGER, "Writing after a backup went wrong", err)
