"""Actions with which a person changes a story: undo, decide, edit.

Where a user calls them, it must be an administrator; automations have no user, and may.
"""

from typing import Any

import voluptuous as vol
from homeassistant.const import Platform
from homeassistant.core import (
    HomeAssistant,
    ServiceCall,
    ServiceResponse,
    SupportsResponse,
    callback,
)
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.service import async_register_admin_service

from .const import (
    ATTR_STORY,
    CONF_GENRE,
    CONF_PREMISE,
    CONF_PROTAGONIST_NAME,
    CONF_PROTAGONIST_ROLE,
    DOMAIN,
    SERVICE_DECIDE,
    SERVICE_EDIT,
    SERVICE_UNDO,
)
from .home import HomeStory
from .story.errors import MiraeError
from .story.model import Episode, Status
from .story.people import Edit
from .story.state import state_to_dict
from .story.why import explain_decision
from .translate import as_home_assistant_error
from .which import loaded_home, story_of_entity

ATTR_CHARACTER = "character"
ATTR_ACCEPT = "accept"
ATTR_CONFIRM = "confirm"
ATTR_REASON = "reason"
ATTR_STATUS = "status"

_STORY = {vol.Required(ATTR_STORY): cv.entity_domain(Platform.CONVERSATION)}

UNDO_SCHEMA = vol.Schema(_STORY)
DECIDE_SCHEMA = vol.Schema(
    _STORY
    | {
        vol.Required(ATTR_CHARACTER): cv.string,
        vol.Required(ATTR_ACCEPT): cv.boolean,
    }
)
EDIT_SCHEMA = vol.Schema(
    _STORY
    | {
        vol.Optional(ATTR_CHARACTER): cv.string,
        vol.Optional("rename"): cv.string,
        vol.Optional("role"): cv.string,
        vol.Optional("add_alias"): cv.string,
        vol.Optional("remove_alias"): cv.string,
        vol.Optional(ATTR_STATUS): vol.All(
            vol.In([Status.ACTIVE.value, Status.DEPARTED.value]), vol.Coerce(Status)
        ),
        vol.Optional("add_character"): cv.string,
        vol.Optional("summary"): cv.string,
        vol.Optional("situation"): cv.string,
        vol.Optional("premise"): cv.string,
        vol.Optional("genre"): cv.string,
        vol.Optional(ATTR_CONFIRM, default=False): cv.boolean,
        vol.Optional(ATTR_REASON, default=""): cv.string,
    }
)


@callback
def async_register_people_services(hass: HomeAssistant) -> None:
    """Register the actions."""
    for service, work, schema in (
        (SERVICE_UNDO, _async_undo, UNDO_SCHEMA),
        (SERVICE_DECIDE, _async_decide, DECIDE_SCHEMA),
        (SERVICE_EDIT, _async_edit, EDIT_SCHEMA),
    ):
        async_register_admin_service(
            hass, DOMAIN, service, work, schema, SupportsResponse.OPTIONAL
        )


async def _async_undo(call: ServiceCall) -> ServiceResponse:
    """Make the last night void."""
    try:
        home_story = story_of_entity(call.hass, call.data[ATTR_STORY])
        undone = await async_undo(call.hass, home_story)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    return {
        "story": home_story.story.state.title,
        "night": undone.night,
        "title": undone.title,
        "recap": undone.recap,
    }


async def async_undo(hass: HomeAssistant, home_story: HomeStory) -> Episode:
    """Make the last night void, and return it; raises what `Desk.undo` raises."""
    undone = await home_story.desk.undo()
    await home_story.async_apply_options()
    _sync_subentry(hass, home_story)
    return undone


async def _async_decide(call: ServiceCall) -> ServiceResponse:
    """Apply or drop a change that waits for a person."""
    accept: bool = call.data[ATTR_ACCEPT]
    try:
        home_story = story_of_entity(call.hass, call.data[ATTR_STORY])
        decided = await home_story.desk.decide(call.data[ATTR_CHARACTER], accept=accept)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    state, member = home_story.story.state, decided.member
    return {
        "story": state.title,
        "character": member.name,
        "accepted": accept,
        "status": member.status.value,
        "since": member.since,
        "why": (
            ""
            if decided.waited is None
            else explain_decision(decided.waited, state.cast, home_story.language)
        ),
    }


async def _async_edit(call: ServiceCall) -> ServiceResponse:
    """Change cast, summary, situation, premise or genre."""
    wanted = {field: value for field, value in call.data.items() if field != ATTR_STORY}
    try:
        home_story = story_of_entity(call.hass, call.data[ATTR_STORY])
        state = await home_story.desk.edit(Edit(**wanted))
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    _sync_subentry(call.hass, home_story)
    answer: dict[str, Any] = {"state": state_to_dict(state)}
    return answer


@callback
def _sync_subentry(hass: HomeAssistant, home_story: HomeStory) -> None:
    """Let the story's subentry say what the story is now."""
    state, subentry = home_story.story.state, home_story.subentry
    protagonist = state.cast.protagonist
    now = {
        CONF_GENRE: state.reference.genre,
        CONF_PREMISE: state.reference.premise,
        CONF_PROTAGONIST_NAME: protagonist.name,
        CONF_PROTAGONIST_ROLE: protagonist.role,
    }
    if now.items() <= subentry.data.items():
        return
    hass.config_entries.async_update_subentry(
        loaded_home(hass).entry, subentry, data={**subentry.data, **now}
    )
