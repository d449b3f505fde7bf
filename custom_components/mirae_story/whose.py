"""Who asks, and whose memory it is."""

from dataclasses import dataclass

from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import device_registry as dr


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Somebody who talks to an agent, calls an action, or uses a card."""

    user_id: str | None = None
    """None: an automation, or a voice in a room: satellites know no user."""
    is_admin: bool = False
    name: str | None = None
    """What is stored with a turn: the user's name, or else the satellite or device that heard it."""


async def asker_of(
    hass: HomeAssistant,
    context: Context,
    *,
    satellite_id: str | None = None,
    device_id: str | None = None,
) -> Asker:
    """Return who is behind a context. A user who is gone is somebody, but nobody's owner."""
    if context.user_id is None:
        return Asker(name=satellite_id or _device(hass, device_id))
    user = await hass.auth.async_get_user(context.user_id)
    if user is None or not user.is_active:
        return Asker(user_id=context.user_id)
    return Asker(user_id=user.id, is_admin=user.is_admin, name=user.name)


def _device(hass: HomeAssistant, device_id: str | None) -> str | None:
    if device_id is None:
        return None
    device = dr.async_get(hass).async_get(device_id)
    return (device.name_by_user or device.name) if device else None
