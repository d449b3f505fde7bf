"""What a person is told, in Home Assistant's repairs, when something needs a hand."""

from homeassistant.config_entries import ConfigEntry, ConfigSubentry
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import issue_registry as ir

from .const import CONF_EMBEDDING_MODEL, CONF_MODEL, CONF_TITLE, CONF_URL, DOMAIN
from .reauth import async_start_server_reauth
from .story.errors import (
    MiraeError,
    ModelMissingError,
    ServerAuthError,
    ServerError,
    StoreError,
    StoreNewerError,
)


@callback
def raise_store_issue(
    hass: HomeAssistant, subentry: ConfigSubentry, err: MiraeError
) -> None:
    """Say that a story could not be loaded, and why; its data stay as they are."""
    key = "store_newer" if isinstance(err, StoreNewerError) else "store_corrupt"
    ir.async_create_issue(
        hass,
        DOMAIN,
        f"{key}_{subentry.subentry_id}",
        is_fixable=False,
        severity=ir.IssueSeverity.ERROR,
        translation_key=key,
        translation_placeholders={"story": subentry.data[CONF_TITLE]},
    )


@callback
def raise_adopted_issue(hass: HomeAssistant, subentry: ConfigSubentry) -> None:
    """Say that a story goes on from a state that is newer than its history."""
    ir.async_create_issue(
        hass,
        DOMAIN,
        f"state_adopted_{subentry.subentry_id}",
        is_fixable=False,
        severity=ir.IssueSeverity.WARNING,
        translation_key="state_adopted",
        translation_placeholders={"story": subentry.data[CONF_TITLE]},
    )


@callback
def raise_database_issue(hass: HomeAssistant, kept_as: str) -> None:
    """Say that the database was damaged, and where the damaged file was put."""
    ir.async_create_issue(
        hass,
        DOMAIN,
        "database_corrupt",
        is_fixable=False,
        severity=ir.IssueSeverity.ERROR,
        translation_key="database_corrupt",
        translation_placeholders={"file": kept_as},
    )


@callback
def raise_memory_issue(hass: HomeAssistant, kept_as: str) -> None:
    """Say that what was remembered could not be read, and where the damaged file was put."""
    ir.async_create_issue(
        hass,
        DOMAIN,
        "memory_corrupt",
        is_fixable=False,
        severity=ir.IssueSeverity.ERROR,
        translation_key="memory_corrupt",
        translation_placeholders={"file": kept_as},
    )


@callback
def raise_memory_closed_issue(hass: HomeAssistant, err: StoreError) -> None:
    """Say that nothing can be remembered, and why; stories and companions go on without."""
    key = "memory_newer" if isinstance(err, StoreNewerError) else "memory_closed"
    ir.async_create_issue(
        hass,
        DOMAIN,
        key,
        is_fixable=False,
        severity=ir.IssueSeverity.ERROR,
        translation_key=key,
    )


@callback
def raise_server_issue(
    hass: HomeAssistant,
    entry: ConfigEntry,
    subentry: ConfigSubentry,
    err: ServerError,
) -> None:
    """Ask for a new key, or for a missing model; other failures pass and are only logged."""
    if isinstance(err, ServerAuthError):
        async_start_server_reauth(hass, entry, subentry.subentry_id)
    elif isinstance(err, ModelMissingError):
        ir.async_create_issue(
            hass,
            DOMAIN,
            f"model_missing_{subentry.subentry_id}",
            is_fixable=False,
            severity=ir.IssueSeverity.WARNING,
            translation_key="model_missing",
            translation_placeholders={
                "model": subentry.data.get(CONF_MODEL, ""),
                "url": subentry.data[CONF_URL],
            },
        )


@callback
def raise_embedding_issue(
    hass: HomeAssistant,
    entry: ConfigEntry,
    subentry: ConfigSubentry,
    err: ServerError,
) -> None:
    """Ask for a new key, or for a missing embedding model; other failures pass by themselves."""
    if isinstance(err, ServerAuthError):
        async_start_server_reauth(hass, entry, subentry.subentry_id)
    elif isinstance(err, ModelMissingError):
        ir.async_create_issue(
            hass,
            DOMAIN,
            f"embedding_model_missing_{subentry.subentry_id}",
            is_fixable=False,
            severity=ir.IssueSeverity.WARNING,
            translation_key="embedding_model_missing",
            translation_placeholders={
                "model": subentry.data.get(CONF_EMBEDDING_MODEL, ""),
                "url": subentry.data[CONF_URL],
            },
        )


@callback
def clear_embedding_issue(hass: HomeAssistant, subentry: ConfigSubentry) -> None:
    """Take back that a server's embedding model is missing: it was downloaded since."""
    ir.async_delete_issue(
        hass, DOMAIN, f"embedding_model_missing_{subentry.subentry_id}"
    )


@callback
def clear_server_issues(hass: HomeAssistant, subentry_id: str) -> None:
    """Take back what was said about a server, once it was changed."""
    ir.async_delete_issue(hass, DOMAIN, f"model_missing_{subentry_id}")
    ir.async_delete_issue(hass, DOMAIN, f"embedding_model_missing_{subentry_id}")


@callback
def raise_embedder_issue(hass: HomeAssistant) -> None:
    """Say that the built-in embedder could not be installed, and that it is tried again."""
    ir.async_create_issue(
        hass,
        DOMAIN,
        "embedder_missing",
        is_fixable=False,
        severity=ir.IssueSeverity.WARNING,
        translation_key="embedder_missing",
    )


@callback
def clear_embedder_issue(hass: HomeAssistant) -> None:
    """Take back that the built-in embedder is missing: it is there, or not wanted any more."""
    ir.async_delete_issue(hass, DOMAIN, "embedder_missing")
