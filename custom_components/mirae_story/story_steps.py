"""The steps that lead to a new story: shared by the first flow and the flow of a `story` subentry."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from homeassistant.config_entries import ConfigSubentry
from homeassistant.const import CONF_LLM_HASS_API
from homeassistant.data_entry_flow import FlowContext, FlowHandler, FlowResult
from homeassistant.helpers.selector import SelectOptionDict
from homeassistant.util.ulid import ulid_now

from .const import (
    CONF_AUDIENCE_AGE,
    CONF_LANGUAGE,
    CONF_SERVER,
    CONF_STORY_ID,
    CONF_VOICE,
    SECTION_ADVANCED,
    SECTION_SHELF,
)
from .control_form import api_options, known_apis
from .kept import CONF_KEPT, kept_schema, story_data
from .starters import STARTERS
from .story.model import StoryState
from .story_form import (
    CONF_STARTER,
    check_details,
    check_rules,
    details_schema,
    language_schema,
    read_details,
    read_rules,
    rules_schema,
    starter_answer,
    starter_schema,
)
from .voices import async_voices


class StorySteps[ContextT: FlowContext, ResultT: FlowResult[Any, Any], HandlerT](
    FlowHandler[ContextT, ResultT, HandlerT]
):
    """Ask for a story: language, starter, details, rules."""

    servers: Sequence[ConfigSubentry] = ()
    """Servers among which a story may choose."""

    def __init__(self) -> None:
        """Start with nothing asked."""
        super().__init__()
        self.story: dict[str, Any] = {}
        self.kept: Sequence[StoryState] = ()
        """Stories that can be taken up again."""
        self._starter = ""

    @abstractmethod
    async def async_story_ready(self) -> ResultT:
        """Go on with `self.story`: complete, checked subentry data."""

    async def async_step_begin(
        self, _user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Offer kept stories, where there are any."""
        if not self.kept:
            return await self.async_step_language()
        return self.async_show_menu(
            step_id="begin", menu_options=["language", "resume"]
        )

    async def async_step_resume(
        self, user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Ask which kept story goes on."""
        if user_input is None:
            return self.async_show_form(
                step_id="resume", data_schema=kept_schema(self.kept)
            )
        wanted = user_input[CONF_KEPT]
        self.story = story_data(next(s for s in self.kept if s.story_id == wanted))
        return await self.async_step_rules()

    async def async_step_language(
        self, user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Ask in which language the story is told."""
        if user_input is None:
            preferred = self.hass.config.language.partition("-")[0]
            return self.async_show_form(
                step_id="language", data_schema=language_schema(preferred)
            )
        self.story = {CONF_STORY_ID: ulid_now(), **user_input}
        return await self.async_step_starter()

    async def async_step_starter(
        self, user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Offer ready-made beginnings."""
        if user_input is None:
            return self.async_show_form(
                step_id="starter",
                data_schema=starter_schema(self.story[CONF_LANGUAGE]),
            )
        self._starter = user_input[CONF_STARTER]
        return await self.async_step_details()

    async def async_step_details(
        self, user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Ask what the story is, beginning with what the starter says."""
        if user_input is None:
            starters = STARTERS[self.story[CONF_LANGUAGE]]
            return self._show_details(starter_answer(starters.get(self._starter)))
        details = read_details(user_input)
        if errors := check_details(details, self.story[CONF_LANGUAGE]):
            return self._show_details(details, errors)
        self.story |= details
        return await self.async_step_rules()

    def _show_details(
        self, values: Mapping[str, Any], errors: dict[str, str] | None = None
    ) -> ResultT:
        return self.async_show_form(
            step_id="details",
            data_schema=self.add_suggested_values_to_schema(details_schema(), values),
            errors=errors,
        )

    async def async_step_rules(
        self, user_input: dict[str, Any] | None = None
    ) -> ResultT:
        """Ask how the story is told."""
        errors: dict[str, str] = {}
        if user_input is not None:
            rules = read_rules(user_input)
            errors = check_rules(rules, self.story)
            if not errors:
                self.story |= rules
                return await self.async_story_ready()
        schema = rules_schema(
            age=self.story[CONF_AUDIENCE_AGE],
            voices=async_voices(self.hass, self.story[CONF_LANGUAGE]),
            servers=server_options(self.servers),
            apis=api_options(self.hass),
        )
        return self.async_show_form(
            step_id="rules",
            data_schema=self.add_suggested_values_to_schema(schema, user_input),
            errors=errors,
        )


def server_options(servers: Iterable[ConfigSubentry]) -> list[SelectOptionDict]:
    """Return the servers as options of a select field."""
    return [
        SelectOptionDict(value=server.subentry_id, label=server.title)
        for server in servers
    ]


def without_strangers(
    data: Mapping[str, Any],
    voices: Iterable[SelectOptionDict],
    servers: Iterable[SelectOptionDict],
    apis: Iterable[SelectOptionDict],
) -> dict[str, Any]:
    """Return stored data as a form's values, without a voice, server or API that is gone."""
    values = dict(data) | {CONF_LLM_HASS_API: known_apis(data, apis)}
    for field, options in ((CONF_VOICE, voices), (CONF_SERVER, servers)):
        if values.get(field) not in {option["value"] for option in options}:
            values.pop(field, None)
    return {**values, SECTION_SHELF: values, SECTION_ADVANCED: values}
