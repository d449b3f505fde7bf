"""Flows of a `server` subentry: add one, change one."""

from collections.abc import Mapping
from typing import Any, override

from homeassistant.config_entries import (
    SOURCE_RECONFIGURE,
    ConfigEntry,
    ConfigSubentry,
    ConfigSubentryFlow,
    SubentryFlowContext,
    SubentryFlowResult,
)

from .const import CONF_MODEL, CONF_ORDER, CONF_URL, DEFAULT_ORDER, SUBENTRY_SERVER
from .server_form import server_title
from .server_steps import ServerSteps


class ServerSubentryFlow(
    ServerSteps[SubentryFlowContext, SubentryFlowResult, tuple[str, str]],
    ConfigSubentryFlow,
):
    """Add or change a model server."""

    async def async_step_user(
        self, _user_input: dict[str, Any] | None = None
    ) -> SubentryFlowResult:
        """Add a server, last in the order of use."""
        self.server_order = 1 + max(
            (
                server.data.get(CONF_ORDER, DEFAULT_ORDER)
                for server in servers_of(self._get_entry())
            ),
            default=0,
        )
        return await self.async_step_server()

    async def async_step_reconfigure(
        self, _user_input: dict[str, Any] | None = None
    ) -> SubentryFlowResult:
        """Change a server."""
        self.stored_server = self._get_reconfigure_subentry().data
        return await self.async_step_server()

    @override
    async def async_server_ready(self) -> SubentryFlowResult:
        """Store the server, unless it is there already."""
        title = server_title(self.server)
        if self.source == SOURCE_RECONFIGURE:
            return self.async_update_and_abort(
                self._get_entry(),
                self._get_reconfigure_subentry(),
                title=title,
                data=self.server,
            )
        if any(
            _identity(known.data) == _identity(self.server)
            for known in servers_of(self._get_entry())
        ):
            return self.async_abort(reason="already_configured")
        return self.async_create_entry(title=title, data=self.server)


def _identity(data: Mapping[str, Any]) -> tuple[str, str]:
    return data[CONF_URL], data[CONF_MODEL]


def servers_of(entry: ConfigEntry) -> list[ConfigSubentry]:
    """Return the entry's servers in their order of use."""
    servers = entry.get_subentries_of_type(SUBENTRY_SERVER)
    return sorted(
        servers, key=lambda server: server.data.get(CONF_ORDER, DEFAULT_ORDER)
    )
