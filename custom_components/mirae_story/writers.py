"""Which model writes which story, and with what options."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from aiohttp import ClientSession
from homeassistant.config_entries import ConfigEntry, ConfigSubentry
from homeassistant.core import HomeAssistant

from .const import (
    CONF_CONTEXT_TOKENS,
    CONF_FIRST_TIMEOUT,
    CONF_ORDER,
    CONF_SERVER,
    DEFAULT_CONTEXT_TOKENS,
    DEFAULT_FIRST_TIMEOUT,
    DEFAULT_ORDER,
    SUBENTRY_SERVER,
)
from .issues import clear_server_issues, raise_server_issue
from .servers.connect import sampling_from_data, server_from_data
from .story.errors import ServerError
from .story.length import wanted_length
from .story.model import HouseRules, Language
from .story.ports import ModelServer, Sampling
from .story.teller import Writer

TOKENS_A_WORD = 1.5
TOKENS_A_CHARACTER = 1.2
"""Rough upper rates of common tokenisers, for English words and Japanese characters."""
ROOM = 1.5
"""Share of the wanted length that a model may write before the server cuts it off."""


class Writers:
    """The model servers of the entry, made once for each server subentry."""

    def __init__(
        self, hass: HomeAssistant, entry: ConfigEntry, session: ClientSession
    ) -> None:
        """Make servers over Home Assistant's shared session, when they are asked for."""
        self._hass = hass
        self._entry = entry
        self._session = session
        self._servers: dict[str, tuple[Mapping[str, Any], ModelServer]] = {}

    def servers(self) -> dict[str, ModelServer]:
        """Return all servers in their order of use, by subentry id."""
        return {s.subentry_id: self._server(s) for s in self._subentries()}

    def forget_changed(self) -> None:
        """Drop servers whose subentry is gone or says something else now."""
        for subentry_id, (data, _) in list(self._servers.items()):
            subentry = self._entry.subentries.get(subentry_id)
            if subentry is None or subentry.data != data:
                del self._servers[subentry_id]
                clear_server_issues(self._hass, subentry_id)

    def writer_for(
        self, story: ConfigSubentry, language: Language, rules: HouseRules
    ) -> Writer | None:
        """Return the writer that the family chose for a story, else the first server; None without any."""
        subentries = self._subentries()
        chosen = story.data.get(CONF_SERVER)
        subentry = next(
            (s for s in subentries if s.subentry_id == chosen),
            subentries[0] if subentries else None,
        )
        if subentry is None:
            return None
        return Writer(
            server=self._server(subentry),
            prose=_prose_sampling(subentry.data, story.data, language, rules),
            notes=sampling_from_data(subentry.data),
            context_tokens=_context_tokens(subentry.data),
            patience_s=float(
                subentry.data.get(CONF_FIRST_TIMEOUT, DEFAULT_FIRST_TIMEOUT)
            ),
            on_error=self._reporter(subentry),
        )

    def _subentries(self) -> list[ConfigSubentry]:
        servers = [
            subentry
            for subentry in self._entry.subentries.values()
            if subentry.subentry_type == SUBENTRY_SERVER
        ]
        return sorted(servers, key=lambda s: s.data.get(CONF_ORDER, DEFAULT_ORDER))

    def _server(self, subentry: ConfigSubentry) -> ModelServer:
        if (known := self._servers.get(subentry.subentry_id)) is not None:
            return known[1]
        server = server_from_data(self._session, subentry.data)
        self._servers[subentry.subentry_id] = (subentry.data, server)
        return server

    def _reporter(self, subentry: ConfigSubentry) -> Callable[[ServerError], None]:
        def report(err: ServerError) -> None:
            raise_server_issue(self._hass, self._entry, subentry, err)

        return report


def _context_tokens(server: Mapping[str, Any]) -> int:
    return int(server.get(CONF_CONTEXT_TOKENS, DEFAULT_CONTEXT_TOKENS))


def _prose_sampling(
    server: Mapping[str, Any],
    story: Mapping[str, Any],
    language: Language,
    rules: HouseRules,
) -> Sampling:
    """Return the options of the prose call: the family's, and room for the wanted length."""
    rate = TOKENS_A_CHARACTER if language is Language.JA else TOKENS_A_WORD
    room = round(wanted_length(rules.minutes, language) * rate * ROOM)
    return replace(sampling_from_data(server, story), max_tokens=room)
