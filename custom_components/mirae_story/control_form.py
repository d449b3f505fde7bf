"""The field that says what an agent may do in the home: language-model APIs of Home Assistant."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from homeassistant.const import CONF_LLM_HASS_API
from homeassistant.core import HomeAssistant
from homeassistant.helpers import llm
from homeassistant.helpers.selector import (
    SelectOptionDict,
    SelectSelector,
    SelectSelectorConfig,
)


def api_options(hass: HomeAssistant) -> list[SelectOptionDict]:
    """Return the APIs of the home as options."""
    return [
        SelectOptionDict(value=api.id, label=api.name)
        for api in llm.async_get_apis(hass)
    ]


def pick_apis(options: Sequence[SelectOptionDict]) -> SelectSelector:
    """Return the field; with nothing chosen, nothing may be done."""
    return SelectSelector(SelectSelectorConfig(options=options, multiple=True))


def known_apis(
    data: Mapping[str, Any], options: Iterable[SelectOptionDict]
) -> list[str]:
    """Return those of the stored APIs that there still are: a form refuses all others."""
    known = {option["value"] for option in options}
    return [api_id for api_id in data.get(CONF_LLM_HASS_API, ()) if api_id in known]
