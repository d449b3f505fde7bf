"""Actions for the shelf: prepare the next night, and approve it once it was read."""

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

from .const import ATTR_STORY, DOMAIN, SERVICE_APPROVE, SERVICE_PREPARE
from .home import HomeStory
from .story.derive import derive_recap
from .story.errors import MiraeError
from .story.length import length_of, wanted_length
from .story.phrases.shelf import working_title
from .story.prepared import Prepared
from .translate import as_home_assistant_error
from .which import story_of_entity

ATTR_ANEW = "anew"

_STORY = {vol.Required(ATTR_STORY): cv.entity_domain(Platform.CONVERSATION)}
PREPARE_SCHEMA = vol.Schema(
    _STORY | {vol.Optional(ATTR_ANEW, default=False): cv.boolean}
)
APPROVE_SCHEMA = vol.Schema(_STORY)


@callback
def async_register_shelf_services(hass: HomeAssistant) -> None:
    """Register the actions. Where a user approves, it must be an administrator; automations have no user, and may."""
    hass.services.async_register(
        DOMAIN,
        SERVICE_PREPARE,
        _async_prepare,
        PREPARE_SCHEMA,
        supports_response=SupportsResponse.OPTIONAL,
    )
    async_register_admin_service(
        hass,
        DOMAIN,
        SERVICE_APPROVE,
        _async_approve,
        APPROVE_SCHEMA,
        SupportsResponse.OPTIONAL,
    )


async def _async_prepare(call: ServiceCall) -> ServiceResponse:
    """Prepare the next night unless one stands ready, and return it to be read."""
    try:
        home_story = story_of_entity(call.hass, call.data[ATTR_STORY])
        prepared = await home_story.story.shelf.prepare(anew=call.data[ATTR_ANEW])
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    return prepared_to_dict(home_story, prepared)


async def _async_approve(call: ServiceCall) -> ServiceResponse:
    """Let what is prepared be told, and return it."""
    try:
        home_story = story_of_entity(call.hass, call.data[ATTR_STORY])
        prepared = await home_story.story.shelf.approve()
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    return prepared_to_dict(home_story, prepared)


def prepared_to_dict(home_story: HomeStory, prepared: Prepared) -> dict[str, Any]:
    """Return a prepared night as JSON. Responses are not recorded, so its text may be in it.

    Its real title comes with its notes, once it is told.
    """
    story = home_story.story
    language = home_story.language
    waits = story.bedtime.approval and not prepared.approved
    length = length_of(prepared.prose, language)
    return {
        "story": story.state.title,
        "night": prepared.night,
        "title": working_title(prepared.night, language),
        "recap": derive_recap(prepared.written, language),
        "status": "waits_for_approval" if waits else "ready",
        "length": length,
        "minutes": round(length / wanted_length(1, language), 1),
        "wish": prepared.wish,
        "prepared_at": prepared.prepared_at.isoformat(),
        "text": prepared.prose,
    }
