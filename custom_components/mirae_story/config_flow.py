"""The first flow: a tested server, a first story, and the entry with both. Also the question for a new key."""

from collections.abc import Mapping
from typing import Any, override

import voluptuous as vol
from homeassistant.config_entries import (
    ConfigEntry,
    ConfigFlow,
    ConfigFlowContext,
    ConfigFlowResult,
    ConfigSubentry,
    ConfigSubentryData,
    ConfigSubentryFlow,
    OptionsFlow,
)
from homeassistant.core import callback

from .companion_flow import CompanionSubentryFlow
from .const import (
    CONF_API_KEY,
    CONF_STORY_ID,
    CONF_TITLE,
    CONF_URL,
    DOMAIN,
    NAME,
    SUBENTRY_COMPANION,
    SUBENTRY_SERVER,
    SUBENTRY_STORY,
)
from .kept import async_stored_states
from .options_flow import MemoryOptionsFlow
from .reauth import SUBENTRY_ID
from .server_flow import ServerSubentryFlow
from .server_form import KEY_FIELD, read_key, server_title
from .server_steps import ServerSteps, connect
from .story.errors import ServerError
from .story_flow import StorySubentryFlow
from .story_steps import StorySteps


class MiraeStoryConfigFlow(
    ServerSteps[ConfigFlowContext, ConfigFlowResult, str],
    StorySteps[ConfigFlowContext, ConfigFlowResult, str],
    ConfigFlow,
    domain=DOMAIN,
):
    """Set the integration up, once for the home."""

    VERSION = 1
    MINOR_VERSION = 1

    def __init__(self) -> None:
        """Start with nothing asked."""
        super().__init__()
        self._locked: ConfigSubentry | None = None

    @classmethod
    @callback
    @override
    def async_get_supported_subentry_types(
        cls, config_entry: ConfigEntry
    ) -> dict[str, type[ConfigSubentryFlow]]:
        """Return what can be added: servers, stories and companions."""
        return {
            SUBENTRY_SERVER: ServerSubentryFlow,
            SUBENTRY_STORY: StorySubentryFlow,
            SUBENTRY_COMPANION: CompanionSubentryFlow,
        }

    @staticmethod
    @callback
    @override
    def async_get_options_flow(config_entry: ConfigEntry) -> OptionsFlow:
        """Return what can be changed for the whole home."""
        return MemoryOptionsFlow()

    @override
    async def async_step_user(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Begin with the server."""
        return await self.async_step_server()

    @override
    async def async_server_ready(self) -> ConfigFlowResult:
        """Go on with the first story, which may be one of an earlier setup."""
        self.kept = await async_stored_states(self.hass)
        return await self.async_step_begin()

    @override
    async def async_story_ready(self) -> ConfigFlowResult:
        """Create the entry with its first server and story."""
        server = ConfigSubentryData(
            subentry_type=SUBENTRY_SERVER,
            title=server_title(self.server),
            data=self.server,
            unique_id=None,
        )
        story = ConfigSubentryData(
            subentry_type=SUBENTRY_STORY,
            title=self.story[CONF_TITLE],
            data=self.story,
            unique_id=self.story[CONF_STORY_ID],
        )
        return self.async_create_entry(title=NAME, data={}, subentries=[server, story])

    async def async_step_reauth(
        self, entry_data: Mapping[str, Any]
    ) -> ConfigFlowResult:
        """Ask for the new key of the server that refused the old one."""
        subentries = self._get_reauth_entry().subentries
        self._locked = subentries.get(entry_data.get(SUBENTRY_ID, ""))
        if self._locked is None:
            return self.async_abort(reason="server_gone")
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Test the new key, store it and start the integration again."""
        entry, locked = self._get_reauth_entry(), self._locked
        if locked is None or locked.subentry_id not in entry.subentries:
            return self.async_abort(reason="server_gone")
        errors: dict[str, str] = {}
        placeholders = {"server": locked.title, "url": locked.data[CONF_URL]}
        if user_input is not None:
            data = {key: v for key, v in locked.data.items() if key != CONF_API_KEY}
            try:
                if key := read_key(user_input.get(CONF_API_KEY), None):
                    data[CONF_API_KEY] = key
                await connect(self.hass, data).check()
            except vol.Invalid:
                errors[CONF_API_KEY] = "key_broken"
            except ServerError as err:
                errors["base"] = err.key
                placeholders |= err.placeholders
            else:
                return self._store_key(entry, locked, data)
        return self.async_show_form(
            step_id="reauth_confirm",
            data_schema=vol.Schema({vol.Optional(CONF_API_KEY): KEY_FIELD}),
            errors=errors,
            description_placeholders=placeholders,
        )

    def _store_key(
        self, entry: ConfigEntry, locked: ConfigSubentry, data: dict[str, Any]
    ) -> ConfigFlowResult:
        self.hass.config_entries.async_update_subentry(entry, locked, data=data)
        if not entry.update_listeners:  # a listener takes up the change by itself
            self.hass.config_entries.async_schedule_reload(entry.entry_id)
        return self.async_abort(reason="reauth_successful")
