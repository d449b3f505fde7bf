"""What a person is told, in Home Assistant's repairs, when something needs a hand."""

from homeassistant.config_entries import ConfigEntry, ConfigSubentry
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers.issue_registry import IssueSeverity

from .const import CONF_EMBEDDING_MODEL, CONF_MODEL, CONF_TITLE, CONF_URL, DOMAIN
from .reauth import async_start_server_reauth
from .story.errors import (
    MiraeError,
    ModelMissingError,
    ServerAuthError,
    ServerError,
    StoreError,
    StoreNewerError,
    ToolsRefusedError,
    ToolsTooBigError,
)

MODEL_MISSING = "model_missing"
EMBEDDING_MODEL_MISSING = "embedding_model_missing"
EMBEDDER_MISSING = "embedder_missing"
NO_TOOLS = (ToolsRefusedError.key, ToolsTooBigError.key)
KEYS = frozenset(
    {
        "store_newer",
        "store_corrupt",
        "state_adopted",
        "database_corrupt",
        "memory_corrupt",
        "memory_newer",
        "memory_closed",
        MODEL_MISSING,
        EMBEDDING_MODEL_MISSING,
        EMBEDDER_MISSING,
        *NO_TOOLS,
    }
)
"""All that can be said; each has a text."""


@callback
def raise_store_issue(
    hass: HomeAssistant, subentry: ConfigSubentry, err: MiraeError
) -> None:
    """Say that a story could not be loaded, and why; its data stay as they are."""
    key = "store_newer" if isinstance(err, StoreNewerError) else "store_corrupt"
    _say(hass, key, of=subentry, story=subentry.data[CONF_TITLE])


@callback
def raise_adopted_issue(hass: HomeAssistant, subentry: ConfigSubentry) -> None:
    """Say that a story goes on from a state that is newer than its history."""
    story = subentry.data[CONF_TITLE]
    _say(hass, "state_adopted", IssueSeverity.WARNING, of=subentry, story=story)


@callback
def raise_database_issue(hass: HomeAssistant, kept_as: str) -> None:
    """Say that the database was damaged, and where the damaged file was put."""
    _say(hass, "database_corrupt", file=kept_as)


@callback
def raise_memory_issue(hass: HomeAssistant, kept_as: str) -> None:
    """Say that what was remembered could not be read, and where the damaged file was put."""
    _say(hass, "memory_corrupt", file=kept_as)


@callback
def raise_memory_closed_issue(hass: HomeAssistant, err: StoreError) -> None:
    """Say that nothing can be remembered, and why; stories and companions go on without."""
    newer = isinstance(err, StoreNewerError)
    _say(hass, "memory_newer" if newer else "memory_closed")


@callback
def raise_server_issue(
    hass: HomeAssistant,
    entry: ConfigEntry,
    subentry: ConfigSubentry,
    err: ServerError,
) -> None:
    """Ask for a new key, for a missing model, or for one that can use tools; other failures are only logged."""
    model = subentry.data.get(CONF_MODEL, "")
    _raise_for_server(hass, entry, subentry, err, MODEL_MISSING, model)


@callback
def raise_embedding_issue(
    hass: HomeAssistant,
    entry: ConfigEntry,
    subentry: ConfigSubentry,
    err: ServerError,
) -> None:
    """Ask for a new key, or for a missing embedding model; other failures pass by themselves."""
    model = subentry.data.get(CONF_EMBEDDING_MODEL, "")
    _raise_for_server(hass, entry, subentry, err, EMBEDDING_MODEL_MISSING, model)


@callback
def clear_embedding_issue(hass: HomeAssistant, subentry: ConfigSubentry) -> None:
    """Take back that a server's embedding model is missing: it was downloaded since."""
    _take_back(hass, EMBEDDING_MODEL_MISSING, subentry.subentry_id)


@callback
def clear_server_issues(hass: HomeAssistant, subentry_id: str) -> None:
    """Take back what was said about a server, once it was changed."""
    _take_back(hass, MODEL_MISSING, subentry_id)
    _take_back(hass, EMBEDDING_MODEL_MISSING, subentry_id)
    for key in NO_TOOLS:
        _take_back(hass, key, subentry_id)


@callback
def raise_embedder_issue(hass: HomeAssistant) -> None:
    """Say that the built-in embedder could not be installed, and that it is tried again."""
    _say(hass, EMBEDDER_MISSING, IssueSeverity.WARNING)


@callback
def clear_embedder_issue(hass: HomeAssistant) -> None:
    """Take back that the built-in embedder is missing: it is there, or not wanted any more."""
    ir.async_delete_issue(hass, DOMAIN, EMBEDDER_MISSING)


def _raise_for_server(
    hass: HomeAssistant,
    entry: ConfigEntry,
    subentry: ConfigSubentry,
    err: ServerError,
    missing: str,
    model: str,
) -> None:
    if isinstance(err, ServerAuthError):
        async_start_server_reauth(hass, entry, subentry.subentry_id)
        return
    warning, url = IssueSeverity.WARNING, subentry.data[CONF_URL]
    if isinstance(err, ModelMissingError):
        _say(hass, missing, warning, of=subentry, model=model, url=url)
    elif err.key in NO_TOOLS:
        _say(hass, err.key, warning, of=subentry, model=model, url=url)


def _say(
    hass: HomeAssistant,
    key: str,
    severity: IssueSeverity = IssueSeverity.ERROR,
    *,
    of: ConfigSubentry | None = None,
    **placeholders: str,
) -> None:
    ir.async_create_issue(
        hass,
        DOMAIN,
        f"{key}_{of.subentry_id}" if of else key,
        is_fixable=False,
        severity=severity,
        translation_key=key,
        translation_placeholders=placeholders,
    )


def _take_back(hass: HomeAssistant, key: str, subentry_id: str) -> None:
    ir.async_delete_issue(hass, DOMAIN, f"{key}_{subentry_id}")
