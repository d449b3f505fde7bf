"""Websocket commands of a memory: what a card shows and changes of it. Only whose memory it is may use them.

Private text goes this way, since the recorder keeps actions.
"""

from collections.abc import Awaitable
from typing import Any

import voluptuous as vol
from homeassistant.components import websocket_api
from homeassistant.core import HomeAssistant, callback

from .const import DOMAIN
from .memory.model import DEFAULT_LIMIT
from .memory_services import MAX_IDS, MAX_LIMIT, MAX_TEXT, local_time
from .recollection import Forgetting, Recollection
from .story.errors import MiraeError
from .translate import as_home_assistant_error
from .whose import Asker

_PAGE = 50
_COUNT = vol.All(int, vol.Range(min=1, max=MAX_LIMIT))
_TEXT = vol.All(str, vol.Length(min=1, max=MAX_TEXT))
_ANSWER = vol.All(str, vol.Length(max=MAX_TEXT))


def _command(name: str, **fields: object) -> dict[str | vol.Marker, Any]:
    return {
        vol.Required("type"): f"{DOMAIN}/memory/{name}",
        vol.Required("entity_id"): str,
        **{_marker(key): value for key, value in fields.items()},
    }


def _marker(key: str) -> vol.Marker:
    """Return how a field is asked for: `key_` is one that may be left out."""
    bare = key.removesuffix("_")
    return vol.Required(bare) if bare == key else vol.Optional(bare)


@callback
def async_register_memory_commands(hass: HomeAssistant) -> None:
    """Register all commands."""
    for command in (
        _async_recall,
        _async_turns,
        _async_remember,
        _async_forget,
        _async_pin,
        _async_edit,
    ):
        websocket_api.async_register_command(hass, command)


@websocket_api.websocket_command(
    _command("recall", query=str, limit_=_COUNT, gated_=bool)
)
@websocket_api.async_response
async def _async_recall(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Find turns, with why each was found."""
    memory = _recollection(hass, connection, msg)
    limit, gated = msg.get("limit", DEFAULT_LIMIT), msg.get("gated", True)
    await _send(connection, msg, memory.recall(msg["query"], limit=limit, gated=gated))


@websocket_api.websocket_command(
    _command("turns", before_=vol.Any(int, None), limit_=_COUNT)
)
@websocket_api.async_response
async def _async_turns(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """List turns, newest first."""
    memory = _recollection(hass, connection, msg)
    turns = memory.turns(msg.get("before"), msg.get("limit", _PAGE))
    await _send(connection, msg, turns)


@websocket_api.websocket_command(
    _command("remember", text=_TEXT, answer_=_ANSWER, pinned_=bool)
)
@websocket_api.async_response
async def _async_remember(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Add something to remember."""
    memory = _recollection(hass, connection, msg)
    answer, pinned = msg.get("answer", ""), msg.get("pinned", True)
    remembered = memory.remember(msg["text"], answer=answer, pinned=pinned)
    await _send(connection, msg, remembered)


@websocket_api.websocket_command(
    _command(
        "forget",
        ids_=vol.All([int], vol.Length(min=1, max=MAX_IDS)),
        text_=_TEXT,
        since_=local_time,
        until_=local_time,
        everything_=bool,
        dry_run_=bool,
    )
)
@websocket_api.async_response
async def _async_forget(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Delete turns, or say which would be deleted."""
    memory = _recollection(hass, connection, msg)
    what = Forgetting(
        ids=msg.get("ids"),
        text=msg.get("text"),
        since=msg.get("since"),
        until=msg.get("until"),
        everything=msg.get("everything", False),
    )
    await _send(connection, msg, memory.forget(what, dry_run=msg.get("dry_run", False)))


@websocket_api.websocket_command(_command("pin", turn_id=int, pinned=bool))
@websocket_api.async_response
async def _async_pin(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Let a turn fade or not."""
    memory = _recollection(hass, connection, msg)
    await _send(connection, msg, memory.pin(msg["turn_id"], pinned=msg["pinned"]))


@websocket_api.websocket_command(
    _command("edit", turn_id=int, question_=_TEXT, answer_=_ANSWER)
)
@websocket_api.async_response
async def _async_edit(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Reword a turn."""
    memory = _recollection(hass, connection, msg)
    edited = memory.edit(
        msg["turn_id"], question=msg.get("question"), answer=msg.get("answer")
    )
    await _send(connection, msg, edited)


def _recollection(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> Recollection:
    user = connection.user
    asker = Asker(user_id=user.id, is_admin=user.is_admin, name=user.name)
    try:
        return Recollection(hass, msg["entity_id"], asker)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err


async def _send(
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
    work: Awaitable[dict[str, Any]],
) -> None:
    try:
        connection.send_result(msg["id"], await work)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
