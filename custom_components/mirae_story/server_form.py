"""The forms that describe a model server, and what is made of their answers."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import voluptuous as vol
from homeassistant.data_entry_flow import section
from homeassistant.helpers.device_registry import format_mac
from homeassistant.helpers.selector import (
    BooleanSelector,
    EntitySelector,
    EntitySelectorConfig,
    NumberSelector,
    NumberSelectorConfig,
    NumberSelectorMode,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
    TextSelector,
    TextSelectorConfig,
    TextSelectorType,
)

from .const import (
    CONF_API_KEY,
    CONF_CONTEXT_TOKENS,
    CONF_EMBEDDING_MODEL,
    CONF_FIRST_TIMEOUT,
    CONF_KEEP_ALIVE,
    CONF_KIND,
    CONF_MODEL,
    CONF_NEXT_TIMEOUT,
    CONF_ORDER,
    CONF_THINK,
    CONF_URL,
    CONF_WAKE_MAC,
    CONF_WAKE_SCRIPT,
    DEFAULT_CONTEXT_TOKENS,
    DEFAULT_FIRST_TIMEOUT,
    DEFAULT_KEEP_ALIVE,
    DEFAULT_NEXT_TIMEOUT,
    DEFAULT_URLS,
    MIN_CONTEXT_TOKENS,
    SECTION_ADVANCED,
    ServerKind,
)
from .servers.transport import read_address
from .story.ports import ModelInfo

KEPT_KEY = "********"
"""Shown instead of a stored key, so that the key never leaves for a browser; sent back, it keeps the key."""

SUGGESTED_MODEL = "gemma3:12b"
"""Offered for download when an Ollama server has no chat model yet."""

KEY_FIELD = TextSelector(TextSelectorConfig(type=TextSelectorType.PASSWORD))


def server_schema(*, kind_is_open: bool) -> vol.Schema:
    """Return the form for address and key; the kind is asked for a new server only."""
    fields: dict[vol.Marker, Any] = {}
    if kind_is_open:
        fields[vol.Required(CONF_KIND, default=ServerKind.OLLAMA.value)] = (
            SelectSelector(
                SelectSelectorConfig(
                    options=[kind.value for kind in ServerKind],
                    mode=SelectSelectorMode.LIST,
                    translation_key="kind",
                )
            )
        )
    fields[vol.Optional(CONF_URL)] = TextSelector(
        TextSelectorConfig(type=TextSelectorType.URL)
    )
    fields[vol.Optional(CONF_API_KEY)] = KEY_FIELD
    return vol.Schema(fields)


def address_or_default(kind: str, typed: str | None) -> str:
    """Return the URL to use: the typed one, tidied, or the kind's default. Raises ServerNotFoundError."""
    text = (typed or "").strip() or DEFAULT_URLS[ServerKind(kind)]
    return str(read_address(text)).rstrip("/")


def read_key(typed: str | None, stored: str | None) -> str | None:
    """Return the key to use: the typed one, the stored one if it was left alone, or none.

    Raises `vol.Invalid` for one that no request can carry.
    """
    text = (typed or "").strip()
    if not text.isprintable():
        raise vol.Invalid(CONF_API_KEY, path=[CONF_API_KEY])
    return stored if text == KEPT_KEY else text or None


def server_title(data: Mapping[str, Any]) -> str:
    """Name a server by what a person knows of it: model and host."""
    return f"{data[CONF_MODEL]} · {urlsplit(data[CONF_URL]).netloc.rpartition('@')[2]}"


def find_model(name: str, models: Iterable[ModelInfo]) -> ModelInfo | None:
    """Return the server's model of this name; a name without a tag means its latest."""
    names = {name, f"{name}:latest"}
    return next((info for info in models if info.name in names), None)


def model_schema(kind: str, models: Iterable[ModelInfo]) -> vol.Schema:
    """Return the form for the models, from the server's live list, and for the server's options."""
    chat = [info.name for info in models if info.embeds is not True]
    embedding = [info.name for info in models if info.embeds is not False]
    is_ollama = kind == ServerKind.OLLAMA
    suggested = chat[0] if chat else SUGGESTED_MODEL if is_ollama else vol.UNDEFINED
    return vol.Schema(
        {
            vol.Required(CONF_MODEL, default=suggested): _model_field(chat),
            vol.Optional(CONF_EMBEDDING_MODEL): _model_field(embedding),
            vol.Required(SECTION_ADVANCED): section(
                _advanced_schema(is_ollama=is_ollama), {"collapsed": True}
            ),
        }
    )


def _model_field(names: list[str]) -> SelectSelector:
    return SelectSelector(
        SelectSelectorConfig(
            options=names, custom_value=True, mode=SelectSelectorMode.DROPDOWN
        )
    )


def _advanced_schema(*, is_ollama: bool) -> vol.Schema:
    fields: dict[vol.Marker, Any] = {
        vol.Optional(CONF_ORDER): number(1, 99),
        vol.Required(CONF_CONTEXT_TOKENS, default=DEFAULT_CONTEXT_TOKENS): number(
            MIN_CONTEXT_TOKENS, 1_048_576, unit="tokens"
        ),
        vol.Required(CONF_THINK, default=False): BooleanSelector(),
        vol.Required(CONF_FIRST_TIMEOUT, default=DEFAULT_FIRST_TIMEOUT): number(
            5, 3600, unit="s"
        ),
        vol.Required(CONF_NEXT_TIMEOUT, default=DEFAULT_NEXT_TIMEOUT): number(
            5, 3600, unit="s"
        ),
        vol.Optional(CONF_WAKE_MAC): TextSelector(),
        vol.Optional(CONF_WAKE_SCRIPT): EntitySelector(
            EntitySelectorConfig(domain="script")
        ),
    }
    if is_ollama:
        fields[vol.Required(CONF_KEEP_ALIVE, default=DEFAULT_KEEP_ALIVE)] = (
            TextSelector()
        )
    return vol.Schema(fields)


def number(
    low: float, high: float, *, step: float = 1, unit: str | None = None
) -> NumberSelector:
    """Return a number field in a box; whole steps give whole numbers."""
    config = NumberSelectorConfig(
        min=low, max=high, step=step, mode=NumberSelectorMode.BOX
    )
    if unit:
        config["unit_of_measurement"] = unit
    return NumberSelector(config)


def read_model_answer(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Flatten a filled model form into subentry data. Raises `vol.Invalid` for a bad keep-alive or MAC address."""
    advanced = dict(answer[SECTION_ADVANCED])
    for key in (CONF_ORDER, CONF_CONTEXT_TOKENS, CONF_FIRST_TIMEOUT, CONF_NEXT_TIMEOUT):
        if key in advanced:
            advanced[key] = int(advanced[key])
    if CONF_KEEP_ALIVE in advanced:
        advanced[CONF_KEEP_ALIVE] = _keep_alive(advanced[CONF_KEEP_ALIVE])
    if mac := advanced.pop(CONF_WAKE_MAC, "").strip():
        advanced[CONF_WAKE_MAC] = _mac(mac)
    data = {CONF_MODEL: answer[CONF_MODEL].strip(), **advanced}
    if embedding := answer.get(CONF_EMBEDDING_MODEL, "").strip():
        data[CONF_EMBEDDING_MODEL] = embedding
    return data


def _mac(typed: str) -> str:
    """Return a MAC address as Home Assistant writes it."""
    mac = format_mac(typed)
    if not re.fullmatch(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}", mac):
        raise vol.Invalid(CONF_WAKE_MAC, path=[CONF_WAKE_MAC])
    return mac


def _keep_alive(typed: str) -> str:
    """Return a time as Ollama's users write it: `30m`, `1h30m`, seconds, or -1 for ever."""
    text = typed.strip().lower()
    if not re.fullmatch(r"-1|\d+|(\d+[hms])+", text):
        raise vol.Invalid(CONF_KEEP_ALIVE, path=[CONF_KEEP_ALIVE])
    return text
