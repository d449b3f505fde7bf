"""The blueprint that has a night prepared and read, run by Home Assistant's own automations on a real story."""

import asyncio
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from homeassistant.components.automation.config import AUTOMATION_BLUEPRINT_SCHEMA
from homeassistant.components.blueprint.models import Blueprint
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from homeassistant.util.yaml import load_yaml_dict
from pytest_homeassistant_custom_component.common import (
    async_fire_time_changed,
    async_mock_service,
)

from tests.living_home import PROSE, SECOND
from tests.story.shelf_world import THIRD
from tests.test_conversation import AGENT, say, told

BLUEPRINTS = Path(__file__).parents[2] / "blueprints"
NAME = "mirae_story/prepare_and_approve.yaml"
TAG = "mirae_story_the_star_ship"


def test_blueprint_is_valid():
    blueprint = Blueprint(
        load_yaml_dict(str(BLUEPRINTS / "automation" / NAME)),
        path=NAME,
        expected_domain="automation",
        schema=AUTOMATION_BLUEPRINT_SCHEMA,
    )
    assert blueprint.validate() is None
    assert blueprint.metadata["source_url"].endswith(f"blueprints/automation/{NAME}")


@pytest.fixture
async def phone(hass, entry, evenings, model, tmp_path):
    """The notifications of the afternoon after the first night."""
    model.prose.extend([PROSE, SECOND, THIRD])
    await say(hass, "continue the story")
    await told(hass, entry)
    evenings.next()
    shutil.copytree(BLUEPRINTS, tmp_path / "blueprints")
    sent = async_mock_service(hass, "notify", "mobile_app_phone")
    await hass.services.async_call(
        "switch",
        "turn_on",
        {"entity_id": "switch.the_star_ship_approval"},
        blocking=True,
    )
    inputs = {"story": AGENT, "phone": "notify.mobile_app_phone", "hour": "15:00:00"}
    use = {"use_blueprint": {"path": NAME, "input": inputs}}
    assert await async_setup_component(hass, "automation", {"automation": [use]})
    await hass.async_block_till_done()
    hour = dt_util.now().replace(hour=15, minute=0, second=0) + timedelta(days=1)
    async_fire_time_changed(hass, hour)
    yield sent
    await hass.services.async_call(
        "automation", "turn_off", {"entity_id": "all"}, blocking=True
    )


async def until(true):
    """Wait until something is so: an automation is no task of ours."""
    for _ in range(500):
        if true():
            return
        await asyncio.sleep(0.02)
    pytest.fail("it never came")


async def notified(sent, count):
    await until(lambda: len(sent) == count)
    await asyncio.sleep(0.05)
    return sent[-1].data


async def press(hass, action):
    hass.bus.async_fire("mobile_app_notification_action", {"action": f"{TAG}_{action}"})


async def test_a_night_is_read_written_anew_and_approved(hass, phone):
    first = await notified(phone, 1)
    assert first["title"] == "Tonight's story: Night 2"
    assert first["message"].startswith("Soft rain fell")
    assert [each["title"] for each in first["data"]["actions"]] == [
        "Approve",
        "Other words",
        "Read it",
    ]
    await press(hass, "read")
    assert (await notified(phone, 2))["message"].startswith(SECOND)
    await press(hass, "anew")
    assert (await notified(phone, 3))["message"].startswith("Morning came")
    assert hass.states.get("binary_sensor.the_star_ship_ready").state == "off"
    await press(hass, "approve")
    await until(
        lambda: hass.states.get("binary_sensor.the_star_ship_ready").state == "on"
    )
    await hass.async_block_till_done()
    assert len(phone) == 3
