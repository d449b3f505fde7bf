"""Which embedder finds the home's memories by meaning, as the entry's options say."""

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.util.hass_dict import HassKey

from .builtin_embedder import BuiltinEmbedder
from .const import CONF_EMBEDDER, DEFAULT_EMBEDDER, DOMAIN, EmbedderKind
from .memory.ports import Embedder
from .writers import Writers

_BUILTIN: HassKey[BuiltinEmbedder] = HassKey(f"{DOMAIN}_builtin_embedder")
"""Kept while it is chosen: it takes a second and much memory to load."""


@callback
def async_home_embedder(
    hass: HomeAssistant, entry: ConfigEntry, writers: Writers
) -> Embedder | None:
    """Return the chosen embedder, None for full text alone. Cheap: call it whenever options or servers have changed.

    It is the same object as before while nothing has changed.
    """
    kind = EmbedderKind(entry.options.get(CONF_EMBEDDER, DEFAULT_EMBEDDER))
    if kind is EmbedderKind.BUILTIN:
        return _async_builtin(hass, entry)
    _async_drop_builtin(hass)
    return writers.embedder() if kind is EmbedderKind.SERVER else None


@callback
def _async_builtin(hass: HomeAssistant, entry: ConfigEntry) -> BuiltinEmbedder:
    if _BUILTIN not in hass.data:
        hass.data[_BUILTIN] = BuiltinEmbedder(hass)
        entry.async_on_unload(lambda: _async_drop_builtin(hass))
    return hass.data[_BUILTIN]


@callback
def _async_drop_builtin(hass: HomeAssistant) -> None:
    """Give its memory back."""
    if (builtin := hass.data.pop(_BUILTIN, None)) is not None:
        builtin.async_close()
