"""Flows of a `companion` subentry: add one, change one, and delete what one remembers."""

from typing import Any

import voluptuous as vol
from homeassistant.config_entries import (
    ConfigEntryState,
    ConfigSubentryFlow,
    SubentryFlowResult,
)
from homeassistant.helpers.selector import BooleanSelector
from homeassistant.util.ulid import ulid_now

from .companion import owned_prefix, workspace_of
from .companion_form import (
    PROMPTS,
    async_users,
    check_name,
    check_settings,
    read_settings,
    settings_schema,
    shown_settings,
    who_schema,
)
from .const import (
    CONF_COMPANION_ID,
    CONF_NAME,
    CONF_OWNER,
    CONF_PROMPT,
    CONF_WORKSPACE,
)
from .control_form import api_options
from .server_flow import servers_of
from .story.errors import MiraeError, StoreError
from .story_steps import server_options

CONF_CONFIRM = "confirm"


class CompanionSubentryFlow(ConfigSubentryFlow):
    """Add or change a companion."""

    def __init__(self) -> None:
        """Start with nothing asked."""
        super().__init__()
        self._companion: dict[str, Any] = {}

    async def async_step_user(
        self, user_input: dict[str, Any] | None = None
    ) -> SubentryFlowResult:
        """Ask who it is, and whose."""
        if self._get_entry().state is not ConfigEntryState.LOADED:
            return self.async_abort(reason="entry_not_loaded")
        errors: dict[str, str] = {}
        if user_input is not None:
            name = user_input[CONF_NAME].strip()
            if (error := check_name(name)) is None:
                self._companion = {
                    CONF_COMPANION_ID: ulid_now(),
                    CONF_NAME: name,
                    CONF_OWNER: user_input[CONF_OWNER],
                }
                return await self.async_step_settings()
            errors[CONF_NAME] = error
        schema = who_schema(await async_users(self.hass))
        return self.async_show_form(
            step_id="user",
            data_schema=self.add_suggested_values_to_schema(schema, user_input),
            errors=errors,
        )

    async def async_step_settings(
        self, user_input: dict[str, Any] | None = None
    ) -> SubentryFlowResult:
        """Ask how it speaks and what it remembers; a memory of before is offered again."""
        errors: dict[str, str] = {}
        if user_input is not None:
            settings = read_settings(user_input)
            if not (errors := check_settings(settings)):
                data = self._companion | settings
                return self.async_create_entry(
                    title=data[CONF_NAME], data=data, unique_id=data[CONF_COMPANION_ID]
                )
        language = self.hass.config.language.partition("-")[0]
        values = user_input or {
            CONF_PROMPT: PROMPTS.get(language, PROMPTS["en"]),
            CONF_WORKSPACE: self._companion[CONF_NAME],
        }
        return await self._show_settings("settings", values, errors)

    async def async_step_reconfigure(
        self, _user_input: dict[str, Any] | None = None
    ) -> SubentryFlowResult:
        """Ask what to do with a companion."""
        if self._get_entry().state is not ConfigEntryState.LOADED:
            return self.async_abort(reason="entry_not_loaded")
        self._companion = dict(self._get_reconfigure_subentry().data)
        return self.async_show_menu(
            step_id="reconfigure",
            menu_options=["change", "wipe"],
            description_placeholders={"name": self._companion[CONF_NAME]},
        )

    async def async_step_change(
        self, user_input: dict[str, Any] | None = None
    ) -> SubentryFlowResult:
        """Change a companion; its owner stays, since the memory is the owner's."""
        errors: dict[str, str] = {}
        stored = self._get_reconfigure_subentry()
        if user_input is not None:
            settings = read_settings(user_input)
            if not (errors := check_settings(settings)):
                fixed = {
                    key: stored.data[key] for key in (CONF_COMPANION_ID, CONF_OWNER)
                }
                return self.async_update_and_abort(
                    self._get_entry(),
                    stored,
                    title=settings[CONF_NAME],
                    data=fixed | settings,
                )
        values = user_input or shown_settings(
            stored.data,
            server_options(servers_of(self._get_entry())),
            api_options(self.hass),
        )
        return await self._show_settings("change", values, errors, renamed=True)

    async def async_step_wipe(
        self, user_input: dict[str, Any] | None = None
    ) -> SubentryFlowResult:
        """Delete all that a companion remembers, if that is confirmed."""
        memory = self._get_entry().runtime_data.memory
        workspace = workspace_of(self._companion)
        errors: dict[str, str] = {}
        if user_input is not None and user_input[CONF_CONFIRM]:
            try:
                await memory.wipe(workspace)
            except MiraeError as err:
                return self.async_abort(reason=err.key)
            return self.async_abort(reason="wiped")
        if user_input is not None:
            errors[CONF_CONFIRM] = "not_confirmed"
        return self.async_show_form(
            step_id="wipe",
            data_schema=wipe_schema(),
            errors=errors,
            description_placeholders={
                "name": self._companion[CONF_NAME],
                "workspace": self._companion[CONF_WORKSPACE],
            },
        )

    async def _show_settings(
        self,
        step_id: str,
        values: dict[str, Any],
        errors: dict[str, str],
        *,
        renamed: bool = False,
    ) -> SubentryFlowResult:
        servers = server_options(servers_of(self._get_entry()))
        schema = settings_schema(
            servers, await self._kept(), api_options(self.hass), renamed=renamed
        )
        return self.async_show_form(
            step_id=step_id,
            data_schema=self.add_suggested_values_to_schema(schema, values),
            errors=errors,
            description_placeholders={"name": self._companion[CONF_NAME]},
        )

    async def _kept(self) -> list[str]:
        """Return the memories that the owner has, whether a companion uses them or not."""
        prefix = owned_prefix(self._companion[CONF_OWNER])
        try:
            known = await self._get_entry().runtime_data.memory.workspaces()
        except StoreError:
            return []
        return [key.removeprefix(prefix) for key in known if key.startswith(prefix)]


def wipe_schema() -> vol.Schema:
    """Return the form that makes sure."""
    return vol.Schema({vol.Required(CONF_CONFIRM, default=False): BooleanSelector()})
