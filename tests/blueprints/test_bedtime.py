"""The bedtime blueprint, run by Home Assistant's own automations on a real story."""

import asyncio
import shutil
import time
from datetime import datetime
from pathlib import Path

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.components.automation.config import AUTOMATION_BLUEPRINT_SCHEMA
from homeassistant.components.blueprint.models import Blueprint
from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from homeassistant.util.yaml import load_yaml_dict
from pytest_homeassistant_custom_component.common import (
    async_fire_time_changed,
    async_mock_service,
)

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.services import TELL_SCHEMA
from tests.test_automations import device_of_story
from tests.test_conversation import AGENT

BLUEPRINTS = Path(__file__).parents[2] / "blueprints"
BEDTIME = "mirae_story/bedtime.yaml"
APPROVE = "mirae_story/prepare_and_approve.yaml"
SPEAKER = "assist_satellite.bedroom"
LAMP = "light.bedside"


def blueprint(name):
    return Blueprint(
        load_yaml_dict(str(BLUEPRINTS / "automation" / name)),
        path=name,
        expected_domain="automation",
        schema=AUTOMATION_BLUEPRINT_SCHEMA,
    )


@pytest.mark.parametrize("name", [BEDTIME, APPROVE])
def test_blueprint_is_valid(name):
    shown = blueprint(name)
    assert shown.validate() is None
    assert shown.metadata["source_url"].endswith(f"blueprints/automation/{name}")
    readme = (BLUEPRINTS.parent / "README.md").read_text()
    japanese = (BLUEPRINTS.parent / "README.ja.md").read_text()
    link = name.replace("/", "%2F")
    assert link in readme
    assert link in japanese


async def use(hass: HomeAssistant, name, inputs):
    """Set up an automation of this blueprint on weekdays of the frozen week."""
    shutil.copytree(
        BLUEPRINTS, Path(hass.config.config_dir) / "blueprints", dirs_exist_ok=True
    )
    wanted = {"use_blueprint": {"path": name, "input": inputs}}
    assert await async_setup_component(hass, "automation", {"automation": [wanted]})
    await hass.async_block_till_done()


async def at(hass: HomeAssistant, freezer: FrozenDateTimeFactory, moment: datetime):
    freezer.move_to(moment)
    async_fire_time_changed(hass, moment)
    await settled()


async def settled():
    """Let what can go on go on: an automation that waits would be waited for as well, and the loop's clock is frozen."""
    loop = asyncio.get_running_loop()
    for _ in range(60):
        await loop.run_in_executor(None, time.sleep, 0.005)


@pytest.fixture
async def evening(hass: HomeAssistant, entry, freezer, evenings):
    """A Monday, some minutes before bedtime, in the home's own time; what is asked of the story is recorded."""
    monday = dt_util.now().replace(
        year=2026, month=11, day=30, hour=19, minute=0, second=30, microsecond=0
    )
    freezer.move_to(monday)
    evenings.moment = monday
    told: list[dict[str, str]] = []

    async def tell(call: ServiceCall):
        told.append(dict(call.data))

    hass.services.async_register(DOMAIN, "tell", tell, TELL_SCHEMA)
    on = async_mock_service(hass, "light", "turn_on")
    off = async_mock_service(hass, "light", "turn_off")
    woken = async_mock_service(hass, "script", "wake_up")
    await use(
        hass,
        BEDTIME,
        {
            "story": device_of_story(hass, entry),
            "speaker": SPEAKER,
            "weekdays": ["mon"],
            "lamps": [LAMP],
            "wake": [{"action": "script.wake_up"}],
        },
    )
    yield monday, told, on, off, woken
    await hass.services.async_call(
        "automation", "turn_off", {"entity_id": "all"}, blocking=True
    )


async def test_lights_fade_the_story_is_told_and_they_go_out(hass, evening, freezer):
    monday, told, on, off, woken = evening
    await at(hass, freezer, monday.replace(minute=20, second=1))
    assert len(woken) == 1
    assert on[0].data["entity_id"] == [LAMP]
    assert on[0].data["transition"] == 600
    assert told == []
    await at(hass, freezer, monday.replace(minute=30, second=0))
    assert told == [{"story": AGENT, "wish": "", "speaker": SPEAKER, "one_more": False}]
    assert off[0].data["entity_id"] == [LAMP]


async def test_nothing_happens_when_the_night_was_told_before(
    hass, entry, evening, freezer
):
    monday, told, on, *_ = evening
    await next(iter(entry.runtime_data.stories.values())).story.tell().ended()
    await hass.async_block_till_done()
    await at(hass, freezer, monday.replace(minute=20, second=1))
    await at(hass, freezer, monday.replace(minute=30, second=1))
    assert told == []
    assert on == []


async def test_it_rests_on_other_evenings(hass, evening, freezer):
    monday, told, on, *_ = evening
    tuesday = monday.replace(month=12, day=1)
    await at(hass, freezer, tuesday.replace(minute=20, second=1))
    await at(hass, freezer, tuesday.replace(minute=30, second=1))
    assert told == []
    assert on == []
