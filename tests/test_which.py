"""Which story a room means."""

import pytest
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.story.errors import StoryNotFoundError
from custom_components.mirae_story.which import loaded_home, story_of_room
from tests.living_home import STORY_DATA, STORY_ID, STORY_JA_DATA
from tests.test_init import subentry

OTHER_ID = "01JOTHER000000000000000000"


@pytest.fixture
async def stories(hass, entry):
    for data in (
        STORY_JA_DATA,
        STORY_DATA | {"story_id": OTHER_ID, "title": "Other"},
    ):
        hass.config_entries.async_add_subentry(entry, subentry(data))
        await hass.async_block_till_done()


async def test_the_only_story_is_meant_in_any_language(hass, entry):
    assert story_of_room(hass, None, "ja").story_id == STORY_ID


@pytest.mark.usefixtures("stories")
async def test_the_rooms_story_is_meant(hass, entry):
    room = ar.async_get(hass).async_create("Nursery")
    devices = dr.async_get(hass)
    own = devices.async_get_device_by_identifier((DOMAIN, OTHER_ID), entry.entry_id)
    satellite = devices.async_get_or_create(
        config_entry_id=entry.entry_id, identifiers={("test", "satellite")}
    )
    assert story_of_room(hass, satellite.id, "en") is None
    devices.async_update_device(own.id, area_id=room.id)
    assert story_of_room(hass, satellite.id, "en") is None
    devices.async_update_device(satellite.id, area_id=room.id)
    assert story_of_room(hass, satellite.id, "ja").story_id == OTHER_ID


@pytest.mark.usefixtures("stories")
async def test_else_the_story_of_the_language(hass):
    assert story_of_room(hass, None, "ja-JP").language == "ja"
    assert story_of_room(hass, None, "en") is None
    assert story_of_room(hass, "no-such-device", "en") is None


async def test_without_an_entry_there_is_no_story(hass):
    with pytest.raises(StoryNotFoundError):
        loaded_home(hass)
