"""Adding and changing a companion, and deleting what one remembers."""

from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from aiohttp.test_utils import make_mocked_request
from homeassistant.components.http.const import KEY_HASS_USER
from homeassistant.config_entries import SOURCE_RECONFIGURE, SOURCE_USER
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers.http import current_request
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.mirae_story.companion_form import (
    PROMPTS,
    check_settings,
    default_owner,
    settings_schema,
)
from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.story.errors import StoreError
from tests.companions import COMPANION_DATA, add_companion
from tests.flows import Walk
from tests.living_home import SERVER_DATA, STORY_DATA, story_entry

SETTINGS = {
    "prompt": " You are Tama. ",
    "memory": True,
    "workspace": " Tama ",
    "hear_anywhere": False,
    "voice_recall": False,
    "voice_forget": True,
    "admins_may": False,
    "advanced": {"half_life_days": 30, "floor": 0.7, "vector_weight": 0.5},
}
STORED = {
    "name": "Tama",
    "prompt": "You are Tama.",
    "memory": True,
    "workspace": "Tama",
    "hear_anywhere": False,
    "voice_recall": False,
    "voice_forget": True,
    "admins_may": False,
    "half_life_days": 30,
    "floor": 0.7,
    "vector_weight": 0.5,
}


@pytest.fixture
def owner(hass):
    return MockUser(name="Ken", is_owner=True).add_to_hass(hass)


async def start(hass, entry, companion=None):
    context = {"source": SOURCE_USER}
    if companion is not None:
        subentry_id = companion.subentry.subentry_id
        context = {"source": SOURCE_RECONFIGURE, "subentry_id": subentry_id}
    manager = hass.config_entries.subentries
    result = await manager.async_init((entry.entry_id, "companion"), context=context)
    return Walk(manager, result)


async def test_add_a_companion(hass, entry, owner):
    walk = await start(hass, entry)
    assert walk.step == "user"
    assert walk.field("owner").default() == owner.id
    await walk.answer({"name": " Tama ", "owner": owner.id})
    assert walk.step == "settings"
    assert walk.places == {"name": "Tama"}
    assert walk.suggested("prompt") == PROMPTS["en"]
    assert walk.suggested("workspace") == "Tama"
    assert walk.suggested("memory") is True
    assert walk.suggested("voice_recall") is False
    server = next(iter(entry.subentries))
    await walk.answer(SETTINGS | {"server": server, "model": " bigger "})
    assert walk.result["type"] is FlowResultType.CREATE_ENTRY
    await hass.async_block_till_done()
    (companion,) = entry.runtime_data.companions.values()
    assert companion.subentry.title == "Tama"
    assert len(companion.companion_id) == 26
    assert companion.subentry.unique_id == companion.companion_id
    own = {"companion_id": companion.companion_id, "owner": owner.id}
    extra = {"server": server, "model": "bigger"}
    assert companion.subentry.data == STORED | own | extra
    assert hass.states.get("conversation.tama") is not None


async def test_a_japanese_home_begins_in_japanese(hass, entry, owner):
    hass.config.language = "ja"
    walk = await start(hass, entry)
    await walk.answer({"name": "珠", "owner": owner.id})
    assert walk.suggested("prompt") == PROMPTS["ja"]
    await walk.answer(SETTINGS)
    await hass.async_block_till_done()
    assert hass.states.get("conversation.companion") is not None


@pytest.mark.parametrize(
    ("name", "error"),
    [
        (" ", "companion_missing"),
        ("x" * 61, "companion_too_long"),
        ("Ta\nma", "one_line"),
    ],
)
async def test_a_name_that_is_none(hass, entry, owner, name, error):
    walk = await start(hass, entry)
    await walk.answer({"name": name, "owner": owner.id})
    assert (walk.step, walk.errors) == ("user", {"name": error})


async def test_settings_that_cannot_be(hass, entry, owner):
    walk = await start(hass, entry)
    await walk.answer({"name": "Tama", "owner": owner.id})
    await walk.answer(SETTINGS | {"workspace": " ", "prompt": "x" * 4001})
    assert walk.errors == {
        "workspace": "workspace_missing",
        "prompt": "prompt_too_long",
    }
    broken = {"workspace": "x" * 61, "prompt": "\ud83d", "name": "Tama"}
    assert check_settings(broken) == {
        "workspace": "workspace_too_long",
        "prompt": "text_broken",
    }
    await walk.answer(SETTINGS)
    assert walk.result["type"] is FlowResultType.CREATE_ENTRY


async def test_who_fills_in_the_form_is_the_owner(owner):
    request = make_mocked_request("POST", "/")
    mio, gone = MockUser(name="Mio"), MockUser(name="Gone")
    token = current_request.set(request)
    try:
        request[KEY_HASS_USER] = mio
        assert default_owner([owner, mio]) == mio.id
        request[KEY_HASS_USER] = gone
        assert default_owner([owner, mio]) == owner.id
    finally:
        current_request.reset(token)
    assert not isinstance(default_owner([mio]), str)


async def test_a_memory_of_before_is_offered_to_its_owner_alone(hass, entry, owner):
    memory = entry.runtime_data.memory
    for who, name in ((owner.id, "Old"), ("another", "Secret")):
        await memory.remember(
            Turn(
                workspace=f"companion/{who}/{name}",
                question="I like tea",
                answer="",
                at=datetime.now(UTC),
            )
        )
    walk = await start(hass, entry)
    await walk.answer({"name": "Tama", "owner": owner.id})
    assert walk.options("workspace") == ["Old"]
    await walk.answer(SETTINGS | {"workspace": "Old"})
    await hass.async_block_till_done()
    (companion,) = entry.runtime_data.companions.values()
    (turn,) = await memory.turns(companion.workspace)
    assert turn.question == "I like tea"


async def test_a_broken_memory_does_not_keep_from_adding_one(hass, entry, owner):
    walk = await start(hass, entry)
    memory = entry.runtime_data.memory
    with patch.object(memory, "workspaces", side_effect=StoreError):
        await walk.answer({"name": "Tama", "owner": owner.id})
        assert walk.options("workspace") == []


async def test_change_a_companion(hass, entry, owner):
    companion = await add_companion(hass, entry, owner, server="gone", model="big")
    walk = await start(hass, entry, companion)
    assert walk.places == {"name": "Tama"}
    await walk.choose("change")
    assert walk.suggested("name") == "Tama"
    assert walk.suggested("model") == "big"
    assert walk.field("server").description is None
    assert "owner" not in map(str, walk.result["data_schema"].schema)
    await walk.answer(SETTINGS | {"name": ""})
    assert walk.errors == {"name": "companion_missing"}
    await walk.answer(SETTINGS | {"name": "Pochi"})
    assert walk.result["reason"] == "reconfigure_successful"
    await hass.async_block_till_done()
    fixed = {"companion_id": COMPANION_DATA["companion_id"], "owner": owner.id}
    assert companion.subentry.data == STORED | fixed | {"name": "Pochi"}
    assert companion.subentry.title == "Pochi"


async def test_what_it_may_do_in_the_home(hass, entry, owner):
    companion = await add_companion(hass, entry, owner, llm_hass_api=["assist", "gone"])
    walk = await start(hass, entry, companion)
    await walk.choose("change")
    assert walk.options("llm_hass_api") == ["assist"]
    assert walk.suggested("llm_hass_api") == ["assist"]
    await walk.answer(SETTINGS | {"name": "Tama", "llm_hass_api": ["assist"]})
    assert walk.result["reason"] == "reconfigure_successful"
    assert companion.subentry.data["llm_hass_api"] == ["assist"]
    walk = await start(hass, entry, companion)
    await walk.choose("change")
    await walk.answer(SETTINGS | {"name": "Tama", "llm_hass_api": []})
    assert "llm_hass_api" not in companion.subentry.data


async def test_delete_what_it_remembers(hass, entry, owner):
    companion = await add_companion(hass, entry, owner)
    await companion.memory.remember(
        Turn(
            workspace=companion.workspace,
            question="I like tea",
            answer="",
            at=datetime.now(UTC),
        )
    )
    walk = await start(hass, entry, companion)
    await walk.choose("wipe")
    assert walk.places == {"name": "Tama", "workspace": "Tama"}
    await walk.answer({"confirm": False})
    assert walk.errors == {"confirm": "not_confirmed"}
    with patch.object(companion.memory, "wipe", side_effect=StoreError):
        await walk.answer({"confirm": True})
    assert walk.result["reason"] == "store_fault"
    walk = await start(hass, entry, companion)
    await walk.choose("wipe")
    await walk.answer({"confirm": True})
    assert walk.result["reason"] == "wiped"
    assert await companion.memory.turns(companion.workspace) == []


async def test_needs_a_running_entry(hass, evenings):
    for component in ("homeassistant", "conversation"):
        assert await async_setup_component(hass, component, {})
    entry = story_entry(STORY_DATA, servers=(SERVER_DATA,))
    entry.add_to_hass(hass)
    walk = await start(hass, entry)
    assert walk.result["reason"] == "entry_not_loaded"


async def test_changing_needs_a_running_entry(hass, entry, owner):
    companion = await add_companion(hass, entry, owner)
    await hass.config_entries.async_unload(entry.entry_id)
    walk = await start(hass, entry, companion)
    assert walk.result["reason"] == "entry_not_loaded"


def test_without_a_server_there_is_none_to_choose():
    fields = map(str, settings_schema([], [], []).schema)
    assert "server" not in fields
