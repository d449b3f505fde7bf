"""Walks through a config flow over HTTP, as the frontend does: forms, menus, progress."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Protocol

from .errors import FlowError
from .websocket import Json, Value

POLL_S = 0.5


class Http(Protocol):
    """A signed-in way to Home Assistant's HTTP API."""

    async def get(self, path: str) -> Value:
        """Return the JSON answer to a GET."""

    async def post(self, path: str, body: Mapping[str, Value]) -> Value:
        """Return the JSON answer to a POST."""


async def walk(
    http: Http,
    path: str,
    start: Mapping[str, Value],
    wishes: Mapping[str, Value],
    told: Callable[[Json], None] = lambda _: None,
) -> Json:
    """Start a flow and answer it until it ends; return its result. Raises `FlowError`.

    `wishes` holds the value for each field by name, and the option for each menu by the step's name. What is not wished gets
    the form's own default or suggestion. `told` hears of every step.
    """
    step: Json = await http.post(path, start)
    while step["type"] != "create_entry":
        told(step)
        step = await _next(http, f"{path}/{step['flow_id']}", step, wishes)
    return step


async def _next(http: Http, path: str, step: Json, wishes: Mapping[str, Value]) -> Json:
    answer: Json
    match step["type"]:
        case "form":
            if step.get("errors"):
                raise FlowError(step["step_id"], step["errors"])
            answer = await http.post(path, fill(step, wishes))
        case "menu":
            option = choose(step, wishes)
            answer = await http.post(path, {"next_step_id": option})
        case "progress":
            await asyncio.sleep(POLL_S)
            answer = await http.get(path)
        case "progress_done":
            answer = await http.get(path)
        case other:
            raise FlowError(other, step.get("reason"))
    return answer


def choose(step: Json, wishes: Mapping[str, Value]) -> str:
    """Return the wished option of a menu, else its first."""
    options = list(step["menu_options"])
    wish = wishes.get(step["step_id"])
    return str(wish if wish in options else options[0])


def fill(step: Json, wishes: Mapping[str, Value]) -> Json:
    """Return the answer to a form. Raises `FlowError` when a required field has no value at all."""
    return _fill_fields(step["step_id"], step["data_schema"] or [], wishes)


def _fill_fields(step_id: str, fields: list[Json], wishes: Mapping[str, Value]) -> Json:
    answer: Json = {}
    for field in fields:
        name = field["name"]
        if field.get("type") == "expandable":
            answer[name] = _fill_fields(step_id, field["schema"], wishes)
        elif (value := _value(field, wishes)) is not None:
            answer[name] = value
        elif field.get("required"):
            raise FlowError(step_id, "nothing to answer to", name)
    return answer


def _value(field: Json, wishes: Mapping[str, Value]) -> Value:
    wish = wishes.get(field["name"])
    suggestion = (field.get("description") or {}).get("suggested_value")
    for value in (wish, suggestion, field.get("default")):
        if value is not None:
            return value
    return options[0] if (options := _options(field)) else None


def _options(field: Json) -> list[Value]:
    """Return what a field that must be chosen from a list offers."""
    if not field.get("required"):
        return []
    offered = field.get("options") or []
    selector = field.get("selector") or {}
    offered = offered or (selector.get("select") or {}).get("options") or []
    return [_option(option) for option in offered]


def _option(option: Value) -> Value:
    if isinstance(option, dict):
        return option["value"]
    return option[0] if isinstance(option, list) else option
