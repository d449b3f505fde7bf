"""The forms that describe a companion, and what is made of their answers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from unicodedata import category

import voluptuous as vol
from homeassistant.auth.models import User
from homeassistant.components.http.const import KEY_HASS_USER
from homeassistant.const import CONF_LLM_HASS_API
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import section
from homeassistant.helpers.http import current_request
from homeassistant.helpers.selector import (
    BooleanSelector,
    SelectOptionDict,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
    TextSelector,
    TextSelectorConfig,
)

from .const import (
    CONF_ADMINS_MAY,
    CONF_FLOOR,
    CONF_HALF_LIFE,
    CONF_HEAR_ANYWHERE,
    CONF_MEMORY,
    CONF_MODEL,
    CONF_NAME,
    CONF_OWNER,
    CONF_PROMPT,
    CONF_SERVER,
    CONF_VECTOR_WEIGHT,
    CONF_VOICE_FORGET,
    CONF_VOICE_RECALL,
    CONF_WORKSPACE,
    SECTION_ADVANCED,
)
from .control_form import known_apis, pick_apis
from .memory.model import DEFAULT_FLOOR, DEFAULT_HALF_LIFE_DAYS
from .server_form import number
from .typed_lines import check_line

MAX_NAME = 60
MAX_WORKSPACE = 60
MAX_PROMPT = 4000
DEFAULT_WEIGHT = 0.5

PROMPTS = {
    "en": (
        "You are a kind companion of this home, and children speak with you too. Answer in the language in which you"
        " are spoken to, warmly and shortly: two or three plain sentences that can be read aloud, without lists,"
        " markup or emoji. If you do not know something, say so."
    ),
    "ja": (
        "あなたは、この家のやさしい話し相手です。子どもとも話します。話しかけられた言葉で、あたたかく、短く答えてください。"
        "声に出して読めるように、二つか三つのふつうの文で話し、箇条書きや記号、絵文字は使わないでください。"
        "知らないことは、知らないと言ってください。"
    ),
}
"""What a new companion begins with, by language."""


def who_schema(users: Sequence[User]) -> vol.Schema:
    """Return the form for the companion's name and owner."""
    owners = [
        SelectOptionDict(value=user.id, label=user.name or user.id) for user in users
    ]
    return vol.Schema(
        {
            vol.Required(CONF_NAME): TextSelector(),
            vol.Required(CONF_OWNER, default=default_owner(users)): _pick(owners),
        }
    )


def settings_schema(
    servers: Sequence[SelectOptionDict],
    workspaces: Iterable[str],
    apis: Sequence[SelectOptionDict],
    *,
    renamed: bool = False,
) -> vol.Schema:
    """Return the form for how it speaks and what it remembers; `renamed` asks for the name as well."""
    fields: dict[vol.Marker, Any] = {}
    if renamed:
        fields[vol.Required(CONF_NAME)] = TextSelector()
    fields[vol.Required(CONF_PROMPT)] = TextSelector(TextSelectorConfig(multiline=True))
    if servers:
        fields[vol.Optional(CONF_SERVER)] = _pick(servers)
    memories = SelectSelector(
        SelectSelectorConfig(
            options=sorted(workspaces),
            custom_value=True,
            mode=SelectSelectorMode.DROPDOWN,
        )
    )
    fields |= {
        vol.Optional(CONF_MODEL): TextSelector(),
        vol.Optional(CONF_LLM_HASS_API): pick_apis(apis),
        vol.Required(CONF_MEMORY, default=True): BooleanSelector(),
        vol.Required(CONF_WORKSPACE): memories,
        vol.Required(CONF_HEAR_ANYWHERE, default=False): BooleanSelector(),
        vol.Required(CONF_VOICE_RECALL, default=False): BooleanSelector(),
        vol.Required(CONF_VOICE_FORGET, default=False): BooleanSelector(),
        vol.Required(CONF_ADMINS_MAY, default=False): BooleanSelector(),
        vol.Required(SECTION_ADVANCED): section(
            _advanced_schema(), {"collapsed": True}
        ),
    }
    return vol.Schema(fields)


def _advanced_schema() -> vol.Schema:
    weight = number(0, 1, step=0.05)
    return vol.Schema(
        {
            vol.Required(CONF_HALF_LIFE, default=DEFAULT_HALF_LIFE_DAYS): number(
                0, 3650
            ),
            vol.Required(CONF_FLOOR, default=DEFAULT_FLOOR): number(0, 1, step=0.05),
            vol.Required(CONF_VECTOR_WEIGHT, default=DEFAULT_WEIGHT): weight,
        }
    )


def _pick(options: Sequence[SelectOptionDict]) -> SelectSelector:
    return SelectSelector(
        SelectSelectorConfig(options=options, mode=SelectSelectorMode.DROPDOWN)
    )


async def async_users(hass: HomeAssistant) -> list[User]:
    """Return the people who can own a companion."""
    users = await hass.auth.async_get_users()
    return [user for user in users if user.is_active and not user.system_generated]


def default_owner(users: Sequence[User]) -> str | vol.Undefined:
    """Return who fills in the form, else the home's owner; nobody where neither is known."""
    request = current_request.get()
    me = request.get(KEY_HASS_USER) if request is not None else None
    if me is not None and any(user.id == me.id for user in users):
        creator: str = me.id
        return creator
    return next((user.id for user in users if user.is_owner), vol.UNDEFINED)


def read_settings(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Flatten the settings into subentry data; blanks around texts are nobody's wish."""
    flat = {key: value for key, value in answer.items() if key != SECTION_ADVANCED}
    data = {
        key: value.strip() if isinstance(value, str) else value
        for key, value in {**flat, **answer[SECTION_ADVANCED]}.items()
    }
    for key in (CONF_MODEL, CONF_LLM_HASS_API):
        if not data.get(key):
            data.pop(key, None)
    return data


def shown_settings(
    data: Mapping[str, Any],
    servers: Iterable[SelectOptionDict],
    apis: Iterable[SelectOptionDict],
) -> dict[str, Any]:
    """Return stored data as the form's values, without a server or API that is gone."""
    values = dict(data) | {CONF_LLM_HASS_API: known_apis(data, apis)}
    if values.get(CONF_SERVER) not in {option["value"] for option in servers}:
        values.pop(CONF_SERVER, None)
    return {**values, SECTION_ADVANCED: dict(data)}


def check_name(name: str) -> str | None:
    """Return the error of a companion's name, if any."""
    return check_line(name, MAX_NAME, "companion")


def check_settings(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the error of each field that cannot be used as it is."""
    prompt: str = data[CONF_PROMPT]
    found = {
        CONF_NAME: check_name(data[CONF_NAME]) if CONF_NAME in data else None,
        CONF_WORKSPACE: check_line(data[CONF_WORKSPACE], MAX_WORKSPACE, "workspace"),
        CONF_PROMPT: "prompt_too_long" if len(prompt) > MAX_PROMPT else None,
    }
    if any(category(char) == "Cs" for char in prompt):
        found[CONF_PROMPT] = "text_broken"
    return {field: error for field, error in found.items() if error}
