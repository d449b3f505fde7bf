"""What a model may do in the home: the tools of those language-model APIs that a person chose for an agent.

Whatever goes wrong with a tool, the model is told, so that it can say so: nothing raises here.
"""

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import probatio
from homeassistant.components.conversation import ConversationEntityFeature
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import llm
from homeassistant.helpers.json import json_dumps

from .story.faults import log_fault
from .story.ports import Tool, ToolCall
from .story.tokens import TokenScale, estimate_tokens

_LOGGER = logging.getLogger(__name__)

TOOL_S = 30.0
"""A tool that takes longer goes on by itself, and the model is told so."""
_IN_A_TOOL: ContextVar[bool] = ContextVar("mirae_story_in_a_tool", default=False)
"""Set while a tool works: an agent of ours that a tool asks must not ask the same tool in turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """The chosen tools, for one turn."""

    tools: tuple[Tool, ...]
    prompt: str
    """What the APIs say of themselves and of the home."""
    api: llm.APIInstance

    def cost(self, scale: TokenScale) -> int:
        """Return about how many tokens it costs to offer the tools."""
        return sum(
            estimate_tokens(
                f"{tool.name}{tool.description}{json.dumps(tool.parameters)}", scale
            )
            for tool in self.tools
        )

    async def use(self, call: ToolCall) -> llm.ToolResult:
        """Do what a model asks for, or return why it was not done."""
        if call.arguments is None:
            return _failed("The arguments are no JSON object; nothing was done.")
        task = self.api.api.hass.async_create_task(
            self._used(as_tool_input(call)), f"mirae_story tool {call.name}"
        )
        done, _ = await asyncio.wait({task}, timeout=TOOL_S)
        if not done:
            return llm.ToolResult(data={"status": "begun, but not finished yet"})
        return task.result()

    async def _used(self, asked: llm.ToolInput) -> llm.ToolResult:
        _IN_A_TOOL.set(True)
        try:
            return await self.api.async_call_tool(asked)
        except (HomeAssistantError, probatio.Invalid) as err:
            return _failed(str(err) or type(err).__name__)
        except Exception as err:  # noqa: BLE001 - tools are other people's code
            log_fault(_LOGGER, "A tool failed", err)
            return _failed(f"The tool failed: {type(err).__name__}")


async def async_hands(
    hass: HomeAssistant, chosen: Sequence[str], context: llm.LLMContext
) -> Hands | None:
    """Return what an agent may do with the APIs that were chosen for it; None where that is nothing."""
    known = {api.id for api in llm.async_get_apis(hass)}
    wanted = [api_id for api_id in chosen if api_id in known]
    if not wanted or _IN_A_TOOL.get():
        return None
    try:
        api = await llm.async_get_api(hass, wanted, context)
        tools = tuple(_tools(api))
    except Exception as err:  # noqa: BLE001 - APIs are other people's code
        log_fault(_LOGGER, "The home's tools could not be read", err)
        return None
    return Hands(tools=tools, prompt=api.api_prompt, api=api) if tools else None


def controls(apis: Sequence[str]) -> ConversationEntityFeature:
    """Return what an agent with these APIs can do, as Home Assistant has it."""
    able = ConversationEntityFeature.CONTROL
    return able if apis else ConversationEntityFeature(0)


def as_tool_input(call: ToolCall) -> llm.ToolInput:
    """Return a call as Home Assistant's chat log notes it: made by us, not by the log."""
    arguments = {
        key: value
        for key, value in (call.arguments or {}).items()
        # Small models fill in what they have nothing for.
        if value is not None and value != ""
    }
    return llm.ToolInput(
        id=call.call_id, tool_name=call.name, tool_args=arguments, external=True
    )


def as_text(result: llm.ToolResult) -> str:
    """Return a result as the model reads it."""
    data: Any = {"failed": True, **result.data} if result.error else result.data
    try:
        return json_dumps(data)
    except TypeError, ValueError:
        return str(data)


def _tools(api: llm.APIInstance) -> list[Tool]:
    return [
        Tool(
            name=tool.name,
            description=tool.description or tool.title or "",
            parameters=_schema(tool, api),
        )
        for tool in api.tools
    ]


def _schema(tool: llm.Tool, api: llm.APIInstance) -> Mapping[str, Any]:
    schema: Mapping[str, Any] = probatio.to_openapi(
        tool.parameters,
        custom_serializer=api.custom_serializer,
        openapi_version="3.1.0",
    )
    return schema


def _failed(why: str) -> llm.ToolResult:
    return llm.ToolResult(data={"error": why}, error=True)
