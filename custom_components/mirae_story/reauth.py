"""Asks for a new key when a server refuses the stored one."""

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback

SUBENTRY_ID = "subentry_id"


@callback
def async_start_server_reauth(
    hass: HomeAssistant, entry: ConfigEntry, subentry_id: str
) -> None:
    """Start a flow that names the server; one question at a time for the whole entry."""
    server = entry.subentries.get(subentry_id)
    if server is None:
        return
    entry.async_start_reauth(
        hass,
        context={"title_placeholders": {"name": server.title}},
        data={SUBENTRY_ID: subentry_id},
    )
