"""Flows of a `story` subentry: add one, take up one that was kept, change one."""

from typing import Any, override

from homeassistant.config_entries import (
    ConfigEntryState,
    ConfigSubentryFlow,
    SubentryFlowContext,
    SubentryFlowResult,
)

from .const import (
    CONF_AUDIENCE_AGE,
    CONF_FIRST_CAST,
    CONF_GENRE,
    CONF_LANGUAGE,
    CONF_PREMISE,
    CONF_PROTAGONIST_NAME,
    CONF_PROTAGONIST_ROLE,
    CONF_STORY_ID,
    CONF_TITLE,
)
from .control_form import api_options
from .kept import journaled_states, not_in_use
from .server_flow import servers_of
from .story.errors import StoreError
from .story_form import (
    change_schema,
    check_title,
    check_words,
    read_rules,
    rules_schema,
)
from .story_steps import StorySteps, server_options, without_strangers
from .voices import async_voices

FIXED = (
    CONF_STORY_ID,
    CONF_LANGUAGE,
    CONF_GENRE,
    CONF_PREMISE,
    CONF_PROTAGONIST_NAME,
    CONF_PROTAGONIST_ROLE,
    CONF_FIRST_CAST,
)
"""What the form for changes leaves alone: once a story has begun, these change by a journaled step only."""


class StorySubentryFlow(
    StorySteps[SubentryFlowContext, SubentryFlowResult, tuple[str, str]],
    ConfigSubentryFlow,
):
    """Add or change a story."""

    async def async_step_user(
        self, _user_input: dict[str, Any] | None = None
    ) -> SubentryFlowResult:
        """Add a story: a kept one, if there is any, or a new one."""
        entry = self._get_entry()
        if entry.state is not ConfigEntryState.LOADED:
            return self.async_abort(reason="entry_not_loaded")
        self.servers = servers_of(entry)
        try:
            states = await journaled_states(entry.runtime_data.journal)
        except StoreError as err:
            return self.async_abort(reason=err.key)
        self.kept = not_in_use(states, entry)
        return await self.async_step_begin()

    async def async_step_reconfigure(
        self, user_input: dict[str, Any] | None = None
    ) -> SubentryFlowResult:
        """Change what may change in a story that has begun."""
        entry, stored = self._get_entry(), self._get_reconfigure_subentry()
        errors: dict[str, str] = {}
        if user_input is not None:
            rules = read_rules(user_input)
            rules[CONF_TITLE] = rules[CONF_TITLE].strip()
            errors = check_words(rules, stored.data)
            if error := check_title(rules[CONF_TITLE]):
                errors[CONF_TITLE] = error
            if not errors:
                fixed = {field: stored.data[field] for field in FIXED}
                return self.async_update_and_abort(
                    entry, stored, title=rules[CONF_TITLE], data=fixed | rules
                )
        voices = async_voices(self.hass, stored.data[CONF_LANGUAGE])
        servers = server_options(servers_of(entry))
        apis = api_options(self.hass)
        schema = change_schema(
            rules_schema(
                age=stored.data[CONF_AUDIENCE_AGE],
                voices=voices,
                servers=servers,
                apis=apis,
            )
        )
        values = user_input or without_strangers(stored.data, voices, servers, apis)
        return self.async_show_form(
            step_id="reconfigure",
            data_schema=self.add_suggested_values_to_schema(schema, values),
            errors=errors,
            description_placeholders={
                "title": stored.title,
                "protagonist": stored.data[CONF_PROTAGONIST_NAME],
            },
        )

    @override
    async def async_story_ready(self) -> SubentryFlowResult:
        """Store the story."""
        return self.async_create_entry(
            title=self.story[CONF_TITLE],
            data=self.story,
            unique_id=self.story[CONF_STORY_ID],
        )
