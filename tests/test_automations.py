"""Triggers and conditions, set up by Home Assistant's own automations."""

import pytest
from homeassistant.const import CONF_CONDITION
from homeassistant.helpers import condition
from homeassistant.helpers import device_registry as dr
from homeassistant.setup import async_setup_component

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.story.surroundings import Happening
from tests.living_home import STORY_ID
from tests.test_conversation import told
from tests.test_services import tell

pytestmark = pytest.mark.usefixtures("entry")

EPISODE = "event.the_star_ship_episode"
NIGHT = "sensor.the_star_ship_night"
CAST = "sensor.the_star_ship_cast"


def device_of_story(hass, entry):
    device = dr.async_get(hass).async_get_device_by_identifier(
        (DOMAIN, STORY_ID), entry.entry_id
    )
    return device.id


async def automation(hass, trigger, target):
    """Set up an automation with this trigger; return what it heard of."""
    heard = []
    hass.services.async_register("test", "heard", heard.append)
    assert await async_setup_component(
        hass,
        "automation",
        {
            "automation": {
                "alias": "bedtime",
                "triggers": {"trigger": f"{DOMAIN}.{trigger}", "target": target},
                "actions": {"action": "test.heard"},
            }
        },
    )
    await hass.async_block_till_done()
    return heard


async def test_a_told_night_starts_an_automation(hass, entry):
    heard = await automation(hass, "night_told", {"entity_id": EPISODE})
    await tell(hass)
    await told(hass, entry)
    await hass.async_block_till_done()
    assert len(heard) == 1


async def test_a_device_is_enough_of_a_target(hass, entry):
    target = {"device_id": device_of_story(hass, entry)}
    heard = await automation(hass, "night_told", target)
    await tell(hass)
    await told(hass, entry)
    await hass.async_block_till_done()
    assert len(heard) == 1


async def test_a_decision_that_waits_starts_an_automation(hass, entry):
    heard = await automation(hass, "decision_needed", {"entity_id": EPISODE})
    home_story = next(iter(entry.runtime_data.stories.values()))
    home_story.happened(Happening.NIGHT_NOTED, 1)
    await hass.async_block_till_done()
    assert heard == []
    home_story.happened(Happening.DECISION_NEEDED, 1)
    await hass.async_block_till_done()
    assert len(heard) == 1


async def test_events_of_others_are_not_ours(hass):
    heard = await automation(hass, "night_told", {"entity_id": "event.doorbell"})
    hass.states.async_set("event.doorbell", "unknown")
    hass.states.async_set(
        "event.doorbell", "2026-11-30T20:00:00", {"event_type": "night_told"}
    )
    await hass.async_block_till_done()
    assert heard == []


async def told_tonight(hass, target, **options):
    config = {
        CONF_CONDITION: f"{DOMAIN}.told_tonight",
        "target": target,
        "options": options,
    }
    config = await condition.async_validate_condition_config(hass, config)
    checker = await condition.async_from_config(hass, config)
    return checker.async_check()


async def test_whether_tonight_was_told(hass, entry, evenings):
    assert not await told_tonight(hass, {"entity_id": NIGHT})
    await tell(hass)
    await told(hass, entry)
    assert await told_tonight(hass, {"entity_id": NIGHT})
    assert await told_tonight(
        hass, {"device_id": device_of_story(hass, entry)}, behavior="all"
    )
    evenings.next()
    assert not await told_tonight(hass, {"entity_id": NIGHT})


async def test_only_the_count_of_nights_knows_it(hass, entry):
    await tell(hass)
    await told(hass, entry)
    assert not await told_tonight(hass, {"entity_id": CAST})


async def test_a_story_that_is_gone_was_not_told(hass, entry):
    await tell(hass)
    await told(hass, entry)
    entry.runtime_data.stories.clear()
    hass.states.async_set(NIGHT, "1")
    assert not await told_tonight(hass, {"entity_id": NIGHT})
