"""The bedtime blueprint, run by Home Assistant's own automations."""

import shutil
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.components.automation.config import AUTOMATION_BLUEPRINT_SCHEMA
from homeassistant.components.blueprint.models import Blueprint
from homeassistant.core import HomeAssistant, ServiceCall, SupportsResponse
from homeassistant.setup import async_setup_component
from homeassistant.util.yaml import load_yaml_dict
from pytest_homeassistant_custom_component.common import (
    async_fire_time_changed,
    async_mock_service,
)

from custom_components.mirae_story.services import TELL_SCHEMA

BLUEPRINTS = Path(__file__).parents[2] / "blueprints"
NAME = "mirae_story/bedtime.yaml"
TOKYO = ZoneInfo("Asia/Tokyo")
MONDAY = datetime(2026, 11, 30, 19, 29, 30, tzinfo=TOKYO)
INPUTS = {
    "story": "conversation.lantern_ship",
    "weekdays": ["mon"],
    "voice": "tts.piper",
    "player": "media_player.bedroom",
}


def test_blueprint_is_valid():
    blueprint = Blueprint(
        load_yaml_dict(str(BLUEPRINTS / "automation" / NAME)),
        path=NAME,
        expected_domain="automation",
        schema=AUTOMATION_BLUEPRINT_SCHEMA,
    )
    assert blueprint.validate() is None
    assert set(INPUTS) | {"bedtime", "wish"} == set(blueprint.inputs)
    assert blueprint.metadata["source_url"].endswith(f"blueprints/automation/{NAME}")


@pytest.fixture
async def told(hass: HomeAssistant, tmp_path: Path, freezer: FrozenDateTimeFactory):
    """Set up the automation; give what was asked for, the answer, and what was read."""
    await hass.config.async_set_time_zone("Asia/Tokyo")
    hass.config.config_dir = str(tmp_path)
    shutil.copytree(BLUEPRINTS, tmp_path / "blueprints")
    freezer.move_to(MONDAY)
    asked: list[dict[str, str]] = []
    answer = {"text": "Nell lit the lamp.", "told_now": True}

    async def tell(call: ServiceCall):
        asked.append(dict(call.data))
        return answer

    hass.services.async_register(
        "mirae_story", "tell", tell, TELL_SCHEMA, SupportsResponse.OPTIONAL
    )
    spoken = async_mock_service(hass, "tts", "speak")
    use = {"use_blueprint": {"path": NAME, "input": INPUTS}}
    assert await async_setup_component(hass, "automation", {"automation": [use]})
    await hass.async_block_till_done()
    yield asked, answer, spoken
    await hass.services.async_call(
        "automation", "turn_off", {"entity_id": "all"}, blocking=True
    )


async def at(hass: HomeAssistant, freezer: FrozenDateTimeFactory, moment: datetime):
    freezer.move_to(moment)
    async_fire_time_changed(hass, moment)
    await hass.async_block_till_done()


async def test_tells_and_reads_aloud(hass: HomeAssistant, told, freezer):
    asked, _, spoken = told
    await at(hass, freezer, MONDAY.replace(minute=30))
    assert asked == [
        {"story": "conversation.lantern_ship", "wish": "", "one_more": False}
    ]
    assert [call.data for call in spoken] == [
        {
            "entity_id": ["tts.piper"],
            "media_player_entity_id": "media_player.bedroom",
            "message": "Nell lit the lamp.",
        }
    ]


async def test_reads_nothing_when_the_night_was_told_before(
    hass: HomeAssistant, told, freezer
):
    asked, answer, spoken = told
    answer["told_now"] = False
    await at(hass, freezer, MONDAY.replace(minute=30))
    assert len(asked) == 1
    assert spoken == []


async def test_rests_on_other_evenings(hass: HomeAssistant, told, freezer):
    asked, _, spoken = told
    await at(hass, freezer, MONDAY.replace(month=12, day=1, minute=30))
    assert asked == []
    assert spoken == []
