"""How a model server that sleeps is woken: by the family's own script, or by a magic packet that Home Assistant sends."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.setup import async_setup_component

from .const import CONF_WAKE_MAC, CONF_WAKE_SCRIPT

_LOGGER = logging.getLogger(__name__)

_WAKE_ON_LAN = "wake_on_lan"
_MAGIC_PACKET = "send_magic_packet"


def waker(
    hass: HomeAssistant, data: Mapping[str, Any]
) -> Callable[[], Awaitable[None]] | None:
    """Return what wakes the server of this subentry data; None where the family gave no way to."""
    if not data.get(CONF_WAKE_SCRIPT) and not data.get(CONF_WAKE_MAC):
        return None

    async def wake() -> None:
        try:
            await _async_wake(hass, data)
        except HomeAssistantError as err:
            _LOGGER.warning("A model server could not be woken: %s", err)

    return wake


async def _async_wake(hass: HomeAssistant, data: Mapping[str, Any]) -> None:
    if script := data.get(CONF_WAKE_SCRIPT):
        await hass.services.async_call(
            "script", "turn_on", target={"entity_id": script}, blocking=True
        )
    if mac := data.get(CONF_WAKE_MAC):
        # Set up where it is needed: a home that wakes nothing does not load it.
        if not hass.services.has_service(_WAKE_ON_LAN, _MAGIC_PACKET):
            await async_setup_component(hass, _WAKE_ON_LAN, {})
        await hass.services.async_call(
            _WAKE_ON_LAN, _MAGIC_PACKET, {"mac": mac}, blocking=True
        )
