"""Setting up, following changes, and what stays when a story goes."""

import asyncio
import sqlite3
import threading
from pathlib import Path
from unittest.mock import patch

import pytest
from homeassistant.config_entries import ConfigEntryState, ConfigSubentry
from homeassistant.const import EVENT_HOMEASSISTANT_FINAL_WRITE
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import issue_registry as ir

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.story.errors import (
    ModelMissingError,
    ServerAuthError,
    StoreError,
)
from tests.living_home import (
    PROSE,
    PROSE_JA,
    SERVER_DATA,
    STORY_DATA,
    STORY_ID,
    STORY_JA_DATA,
    set_up,
    story_entry,
)
from tests.test_conversation import say, speech, told


@pytest.fixture
def hass_storage():
    """Let Home Assistant read and write real files in these tests."""
    return {}


@pytest.fixture
def hass_config_dir(tmp_path):
    """Give Home Assistant a configuration folder of its own."""
    return str(tmp_path)


def subentry(data, kind="story"):
    return ConfigSubentry(
        data=data,
        subentry_type=kind,
        title=data.get("title", "tiny"),
        unique_id=data.get("story_id"),
    )


def only(entry, kind="story"):
    return next(s for s in entry.subentries.values() if s.subentry_type == kind)


async def test_each_story_is_a_device_with_its_entities(hass, entry):
    device = dr.async_get(hass).async_get_device_by_identifier(
        (DOMAIN, STORY_ID), entry.entry_id
    )
    assert device.name == "The Star Ship"
    entities = er.async_entries_for_device(er.async_get(hass), device.id)
    assert {entity.entity_id for entity in entities} == {
        "binary_sensor.the_star_ship_ready",
        "button.the_star_ship_prepare",
        "button.the_star_ship_retell",
        "conversation.the_star_ship",
        "event.the_star_ship_episode",
        "sensor.the_star_ship_cast",
        "sensor.the_star_ship_night",
        "switch.the_star_ship_approval",
        "todo.the_star_ship_wishes",
    }
    assert {entity.config_subentry_id for entity in entities} == {
        only(entry).subentry_id
    }


async def test_a_japanese_story_has_readable_ids(hass, entry, model):
    hass.config_entries.async_add_subentry(entry, subentry(STORY_JA_DATA))
    await hass.async_block_till_done()
    assert hass.states.get("sensor.mina_adventure_at_sea_night").state == "0"
    model.default_prose = PROSE_JA
    result = await say_to(hass, "conversation.mina_adventure_at_sea", "続きを聞かせて")
    assert PROSE_JA in speech(result)


async def say_to(hass, agent, text, language="ja"):
    with patch("tests.test_conversation.AGENT", agent):
        return await say(hass, text, language=language)


async def test_a_changed_story_keeps_its_telling_and_gets_its_new_rules(
    hass, entry, model, evenings
):
    model.gate.clear()
    telling = asyncio.create_task(say(hass, "continue the story"))
    await asyncio.sleep(0.05)
    home_story = next(iter(entry.runtime_data.stories.values()))
    hass.config_entries.async_update_subentry(
        entry,
        only(entry),
        data=STORY_DATA
        | {"nights_a_day": 2, "audience_age": 9, "title": "The Lamp Ship"},
    )
    await asyncio.sleep(0.05)
    assert home_story.story.rules.nights_a_day == 2
    model.gate.set()
    assert PROSE in speech(await telling)
    await told(hass, entry)
    state = home_story.story.state
    assert (state.reference.audience_age, state.title) == (9, "The Lamp Ship")
    steps = await entry.runtime_data.journal.steps(STORY_ID)
    assert [step.kind for step in steps].count("edited") == 1
    assert await entry.runtime_data.journal.replay(STORY_ID) == state


async def test_removing_a_story_deletes_nothing(hass, entry):
    await say(hass, "continue the story")
    await told(hass, entry)
    hass.config_entries.async_remove_subentry(entry, only(entry).subentry_id)
    await hass.async_block_till_done()
    assert not entry.runtime_data.stories
    assert hass.states.get("sensor.the_star_ship_night") is None
    assert [s.night for s in await entry.runtime_data.journal.stories()] == [1]
    hass.config_entries.async_add_subentry(entry, subentry(STORY_DATA))
    await hass.async_block_till_done()
    assert hass.states.get("sensor.the_star_ship_night").state == "1"


async def test_the_state_survives_a_restart(hass, entry):
    await say(hass, "continue the story")
    await told(hass, entry)
    before = next(iter(entry.runtime_data.stories.values())).story.state
    assert await hass.config_entries.async_unload(entry.entry_id)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    assert next(iter(entry.runtime_data.stories.values())).story.state == before


async def test_notes_that_were_missing_at_shutdown_are_caught_up(hass, entry, model):
    model.notes.extend(["no notes", "no notes"])
    await say(hass, "continue the story")
    assert await hass.config_entries.async_unload(entry.entry_id)
    model.notes.clear()
    assert await hass.config_entries.async_setup(entry.entry_id)
    assert (await told(hass, entry)).title == "The green island"


async def test_a_wrong_key_asks_for_another(hass, entry, model):
    model.default_prose = ServerAuthError(url="x")
    await say(hass, "continue the story")
    await hass.async_block_till_done(wait_background_tasks=True)
    flows = hass.config_entries.flow.async_progress_by_handler(DOMAIN)
    assert [flow["context"]["source"] for flow in flows] == ["reauth"]
    assert flows[0]["context"]["title_placeholders"]["name"] == "tiny"


async def test_a_missing_model_becomes_a_repair_until_the_server_is_changed(
    hass, entry, model
):
    model.default_prose = ModelMissingError(model="tiny")
    await say(hass, "continue the story")
    issues = ir.async_get(hass)
    issue_id = f"model_missing_{only(entry, 'server').subentry_id}"
    assert issues.async_get_issue(DOMAIN, issue_id).translation_placeholders == {
        "model": "tiny",
        "url": SERVER_DATA["url"],
    }
    hass.config_entries.async_update_subentry(
        entry, only(entry, "server"), data=SERVER_DATA | {"model": "other"}
    )
    await hass.async_block_till_done(wait_background_tasks=False)
    assert issues.async_get_issue(DOMAIN, issue_id) is None


async def test_without_any_server_code_tells(hass, evenings, tmp_path):
    hass.config.config_dir = str(tmp_path)
    entry = await set_up(hass, story_entry(STORY_DATA, servers=()))
    assert "Mina" in speech(await say(hass, "continue the story"))
    await hass.config_entries.async_unload(entry.entry_id)


async def test_a_newer_database_is_left_alone(hass, evenings, tmp_path):
    hass.config.config_dir = str(tmp_path)
    entry = await set_up(hass, story_entry(STORY_DATA))
    await hass.config_entries.async_unload(entry.entry_id)
    path = Path(tmp_path, "mirae_story", "story.db")
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO migrations (name, applied_at) VALUES ('later', '2027')"
        )
    connection.close()
    before = path.read_bytes()
    assert not await hass.config_entries.async_setup(entry.entry_id)
    assert entry.state is ConfigEntryState.SETUP_ERROR
    assert path.read_bytes() == before


async def test_a_damaged_database_is_kept_and_the_story_goes_on(hass, entry):
    await say(hass, "continue the story")
    await told(hass, entry)
    await hass.config_entries.async_unload(entry.entry_id)
    path = Path(hass.config.path("mirae_story", "story.db"))
    path.write_bytes(b"garbage" * 1000)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    assert hass.states.get("sensor.the_star_ship_night").state == "1"
    issues = ir.async_get(hass)
    assert issues.async_get_issue(DOMAIN, "database_corrupt") is not None
    adopted = f"state_adopted_{only(entry).subentry_id}"
    assert issues.async_get_issue(DOMAIN, adopted) is not None
    assert any("corrupt" in file.name for file in path.parent.iterdir())


async def test_a_newer_state_file_becomes_a_repair_and_stays(hass, entry):
    await hass.config_entries.async_unload(entry.entry_id)
    path = Path(hass.config.path(".storage", f"mirae_story.{STORY_ID}"))
    newer = path.read_text().replace('"version": 1', '"version": 9')
    path.write_text(newer)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    assert not entry.runtime_data.stories
    issue_id = f"store_newer_{only(entry).subentry_id}"
    assert ir.async_get(hass).async_get_issue(DOMAIN, issue_id) is not None
    assert path.read_text() == newer


async def test_the_database_is_closed_when_home_assistant_stops(hass, entry):
    await say(hass, "continue the story")
    await told(hass, entry)
    hass.bus.async_fire(EVENT_HOMEASSISTANT_FINAL_WRITE)
    await hass.async_block_till_done()
    path = Path(hass.config.path("mirae_story"))
    assert {file.name for file in path.iterdir()} == {
        "story.db",
        "memory.db",
        "memory_vectors.db",
    }
    assert not [
        thread.name for thread in threading.enumerate() if "mirae" in thread.name
    ]


async def test_options_that_cannot_be_journaled_now_are_at_the_next_start(
    hass, entry, monkeypatch
):
    async def refuse(*_args, **_kwargs):
        raise StoreError

    with monkeypatch.context() as patched:
        patched.setattr(entry.runtime_data.journal, "add_edit", refuse)
        hass.config_entries.async_update_subentry(
            entry, only(entry), data=STORY_DATA | {"audience_age": 11}
        )
        await hass.async_block_till_done()
    assert await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done()
    state = next(iter(entry.runtime_data.stories.values())).story.state
    assert state.reference.audience_age == 11
