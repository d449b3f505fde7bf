"""Actions on what companions and stories remember.

With a user, only whose memory it is may call them; automations have no user, and may.
"""

import json
from datetime import datetime

import voluptuous as vol
from homeassistant.core import (
    HomeAssistant,
    ServiceCall,
    ServiceResponse,
    SupportsResponse,
    callback,
)
from homeassistant.helpers import config_validation as cv
from homeassistant.util import dt as dt_util

from .const import (
    ATTR_AGENT,
    DOMAIN,
    SERVICE_EXPORT_MEMORY,
    SERVICE_FORGET,
    SERVICE_IMPORT_MEMORY,
    SERVICE_RECALL,
    SERVICE_REMEMBER,
)
from .library import ATTR_PATH, ATTR_UPLOAD, read_file
from .memory.model import DEFAULT_LIMIT
from .recollection import Forgetting, Recollection
from .story.errors import MemoryImportRefusedError, MiraeError
from .translate import as_home_assistant_error
from .whose import asker_of

MAX_TEXT = 4000
MAX_LIMIT = 100
MAX_IDS = 10_000
MAX_BYTES = 100_000_000
ATTR_MEMORY = "memory"

_AGENT = {vol.Required(ATTR_AGENT): cv.string}
_TEXT = vol.All(cv.string, vol.Length(min=1, max=MAX_TEXT))


def local_time(value: object) -> datetime:
    """Return a time with its zone; one without is the home's."""
    moment = cv.datetime(value)
    return dt_util.as_local(moment) if moment.tzinfo is None else moment


RECALL_SCHEMA = vol.Schema(
    _AGENT
    | {
        vol.Required("query"): cv.string,
        vol.Optional("limit", default=DEFAULT_LIMIT): vol.All(
            vol.Coerce(int), vol.Range(min=1, max=MAX_LIMIT)
        ),
        vol.Optional("gated", default=True): cv.boolean,
    }
)
REMEMBER_SCHEMA = vol.Schema(
    _AGENT
    | {
        vol.Required("text"): _TEXT,
        vol.Optional("answer", default=""): vol.All(
            cv.string, vol.Length(max=MAX_TEXT)
        ),
        vol.Optional("pinned", default=True): cv.boolean,
    }
)
FORGET_SCHEMA = vol.Schema(
    _AGENT
    | {
        vol.Optional("ids"): vol.All(
            cv.ensure_list, vol.Length(min=1, max=MAX_IDS), [vol.Coerce(int)]
        ),
        vol.Optional("text"): _TEXT,
        vol.Optional("since"): local_time,
        vol.Optional("until"): local_time,
        vol.Optional("everything", default=False): cv.boolean,
        vol.Optional("dry_run", default=False): cv.boolean,
    }
)
EXPORT_SCHEMA = vol.Schema(_AGENT)
IMPORT_SCHEMA = vol.Schema(
    _AGENT
    | {
        vol.Exclusive(ATTR_MEMORY, "source"): dict,
        vol.Exclusive(ATTR_PATH, "source"): cv.string,
        vol.Exclusive(ATTR_UPLOAD, "source"): cv.string,
    }
)


@callback
def async_register_memory_services(hass: HomeAssistant) -> None:
    """Register the actions."""
    only, optional = SupportsResponse.ONLY, SupportsResponse.OPTIONAL
    for service, work, schema, response in (
        (SERVICE_RECALL, _async_recall, RECALL_SCHEMA, only),
        (SERVICE_REMEMBER, _async_remember, REMEMBER_SCHEMA, optional),
        (SERVICE_FORGET, _async_forget, FORGET_SCHEMA, optional),
        (SERVICE_EXPORT_MEMORY, _async_export, EXPORT_SCHEMA, only),
        (SERVICE_IMPORT_MEMORY, _async_import, IMPORT_SCHEMA, optional),
    ):
        hass.services.async_register(
            DOMAIN, service, work, schema, supports_response=response
        )


async def _async_recollection(call: ServiceCall) -> Recollection:
    asker = await asker_of(call.hass, call.context)
    return Recollection(call.hass, call.data[ATTR_AGENT], asker)


async def _async_recall(call: ServiceCall) -> ServiceResponse:
    """Find what is remembered."""
    data = call.data
    try:
        memory = await _async_recollection(call)
        return await memory.recall(
            data["query"], limit=data["limit"], gated=data["gated"]
        )
    except MiraeError as err:
        raise as_home_assistant_error(err) from err


async def _async_remember(call: ServiceCall) -> ServiceResponse:
    """Add something to remember."""
    data = call.data
    try:
        memory = await _async_recollection(call)
        return await memory.remember(
            data["text"], answer=data["answer"], pinned=data["pinned"]
        )
    except MiraeError as err:
        raise as_home_assistant_error(err) from err


async def _async_forget(call: ServiceCall) -> ServiceResponse:
    """Delete what is remembered, or say what would be deleted."""
    data = call.data
    what = Forgetting(
        ids=data.get("ids"),
        text=data.get("text"),
        since=data.get("since"),
        until=data.get("until"),
        everything=data["everything"],
    )
    try:
        memory = await _async_recollection(call)
        return await memory.forget(what, dry_run=data["dry_run"])
    except MiraeError as err:
        raise as_home_assistant_error(err) from err


async def _async_export(call: ServiceCall) -> ServiceResponse:
    """Return all that is remembered."""
    try:
        memory = await _async_recollection(call)
        return {ATTR_MEMORY: await memory.export()}
    except MiraeError as err:
        raise as_home_assistant_error(err) from err


async def _async_import(call: ServiceCall) -> ServiceResponse:
    """Add exported turns from data or a file."""
    hass, data = call.hass, call.data
    try:
        memory = await _async_recollection(call)
        memory.check_may_change()
        exported: object = data.get(ATTR_MEMORY)
        if exported is None:
            exported = await hass.async_add_executor_job(
                _read, hass, data.get(ATTR_PATH), data.get(ATTR_UPLOAD)
            )
        return await memory.import_(exported)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err


def _read(hass: HomeAssistant, path: str | None, upload: str | None) -> object:
    """Read an export from a file; runs in the executor."""
    raw = read_file(hass, path, upload, MAX_BYTES)
    if len(raw) > MAX_BYTES:
        raise MemoryImportRefusedError(reason="too_many")
    try:
        exported = json.loads(raw)
    except ValueError, RecursionError:
        raise MemoryImportRefusedError(reason="not_a_memory") from None
    # As the action itself returns it, or bare.
    if isinstance(exported, dict) and isinstance(exported.get(ATTR_MEMORY), dict):
        return exported[ATTR_MEMORY]
    return exported
