"""A home with a lamp that agents may switch: a real light entity, the real Assist API, and a tool that is watched."""

import asyncio
import json

import voluptuous as vol
from homeassistant.components.light import ColorMode, LightEntity
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import llm
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import (
    setup_test_component_platform,
)

from custom_components.mirae_story.story.ports import Role, ToolCall

TURN_ON = "intent__HassTurnOn"
LIVE = "homeassistant__GetLiveContext"
LAMP = "light.reading_lamp"


class Lamp(LightEntity):
    """A lamp by the bed."""

    _attr_color_mode = ColorMode.ONOFF
    _attr_supported_color_modes = {ColorMode.ONOFF}  # noqa: RUF012 - as Home Assistant has it
    _attr_should_poll = False
    _attr_unique_id = "lamp"
    _attr_name = "Reading lamp"
    _attr_is_on = False

    def __init__(self):
        self.switched = []

    async def async_turn_on(self, **kwargs):
        self._attr_is_on = True
        self.switched.append(self._context)
        self.async_write_ha_state()

    async def async_turn_off(self, **kwargs):
        self._attr_is_on = False
        self.async_write_ha_state()


async def put_lamp(hass, area="Bedroom"):
    """Put a lamp into a room; voice assistants may use it, as they may use lights by default."""
    lamp = Lamp()
    setup_test_component_platform(hass, "light", [lamp])
    assert await async_setup_component(hass, "light", {"light": {"platform": "test"}})
    await hass.async_block_till_done()
    room = ar.async_get(hass).async_get_or_create(area)
    er.async_get(hass).async_update_entity(LAMP, area_id=room.id)
    return lamp


class Watched(llm.Tool):
    """A tool that notes how it is used, and may fail or take its time."""

    name = "watch"
    description = "Watch"
    integration = "test"
    parameters = vol.Schema({vol.Optional("what"): str})

    def __init__(self):
        self.seen = []
        self.contexts = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.trouble = None
        self.answer = {"seen": "a bird"}
        self.meanwhile = None

    async def async_call(self, hass, tool_input, llm_context):
        self.seen.append(self.parameters(tool_input.tool_args))
        self.contexts.append(llm_context)
        await self.gate.wait()
        if self.meanwhile is not None:
            await self.meanwhile()
        if self.trouble is not None:
            raise self.trouble
        return llm.ToolResult(data=self.answer)


class WatchAPI(llm.API):
    """An API with that tool alone."""

    def __init__(self, hass, tools, api_id="watch"):
        super().__init__(hass=hass, id=api_id, name=api_id.capitalize())
        self.tools = tools
        self.trouble = None

    async def async_get_api_instance(self, llm_context):
        if self.trouble is not None:
            raise self.trouble
        return llm.APIInstance(self, "Watch the birds.", llm_context, self.tools)


def calling(tool, call_id="c1", /, **arguments):
    """What a model asks for."""
    return ToolCall(call_id=call_id, name=tool, arguments=arguments)


def results(messages):
    """What the model was told of its tools."""
    return [json.loads(m.content) for m in messages if m.role is Role.TOOL]
