"""The blueprint that lets a parent approve tonight's night, run by Home Assistant's own automations."""

import pytest
from homeassistant.helpers import device_registry as dr
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    async_mock_service,
)

from tests.living_home import PROSE, SECOND
from tests.test_automations import device_of_story

from .test_bedtime import APPROVE, at, settled, use

READY = "binary_sensor.the_star_ship_ready"


@pytest.fixture
async def asked(hass, entry, freezer, evenings, model):
    """What was asked on the phone at three in the afternoon; the family wants to read nights first."""
    subentry = next(s for s in entry.subentries.values() if s.subentry_type == "story")
    hass.config_entries.async_update_subentry(
        entry, subentry, data={**subentry.data, "approval": True}
    )
    await hass.async_block_till_done()
    model.prose.extend([PROSE, SECOND])
    app = MockConfigEntry(domain="mobile_app")
    app.add_to_hass(hass)
    phone = dr.async_get(hass).async_get_or_create(
        config_entry_id=app.entry_id,
        identifiers={("mobile_app", "a")},
        name="Mum's phone",
    )
    asked = async_mock_service(hass, "notify", "mobile_app_mum_s_phone")
    async_mock_service(hass, "persistent_notification", "dismiss")
    monday = evenings.moment.replace(hour=14, minute=59, second=30, microsecond=0)
    freezer.move_to(monday)
    await use(
        hass,
        APPROVE,
        {"story": device_of_story(hass, entry), "phone": phone.id},
    )
    await at(hass, freezer, monday.replace(hour=15, minute=0, second=0))
    await settled()
    yield asked
    await hass.services.async_call(
        "automation", "turn_off", {"entity_id": "all"}, blocking=True
    )


async def press(hass, asked, button):
    actions = asked[0].data["data"]["actions"]
    action = next(each["action"] for each in actions if each["title"] == button)
    hass.bus.async_fire("mobile_app_notification_action", {"action": action})
    await settled()


async def test_a_night_is_prepared_and_asked_for(hass, asked):
    assert len(asked) == 1
    assert asked[0].data["title"] == "The Star Ship"
    assert [each["title"] for each in asked[0].data["data"]["actions"]] == [
        "Approve",
        "Tell it anew",
        "Read",
    ]
    assert hass.states.get(READY).state == "off"


async def test_it_is_ready_once_it_is_approved(hass, asked):
    await press(hass, asked, "Approve")
    assert hass.states.get(READY).state == "on"
    assert len(asked) == 1


async def test_it_can_be_read_first(hass, asked):
    shown = async_mock_service(hass, "persistent_notification", "create")
    await press(hass, asked, "Read")
    assert PROSE in shown[0].data["message"]
    assert PROSE not in str(asked[0].data)
    await press(hass, asked, "Approve")
    assert hass.states.get(READY).state == "on"
    assert len(asked) == 1


async def test_it_can_be_prepared_anew(hass, entry, asked, model):
    await press(hass, asked, "Tell it anew")
    assert len(asked) == 2
    assert len(model.prose_calls) == 2
    await press(hass, asked, "Approve")
    story = next(iter(entry.runtime_data.stories.values())).story
    assert hass.states.get(READY).state == "on"
    await story.tell().ended()
    assert (await story.last_episode()).prose.startswith(SECOND)
