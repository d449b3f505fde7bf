"""The first flow and the question for a new key, against servers on real sockets."""

from http import HTTPStatus

import pytest
from homeassistant.config_entries import SOURCE_USER, ConfigEntryState
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers import issue_registry as ir
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util

from custom_components.mirae_story.const import DATABASE, DOMAIN
from custom_components.mirae_story.reauth import async_start_server_reauth
from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.store.schema import MIGRATIONS
from tests.flows import (
    OLLAMA_ADVANCED,
    RULES,
    Walk,
    details,
    entry_with,
    kept_state,
    server_data,
    subentry,
)
from tests.scripted.script import Script

pytest_plugins = ["tests.flow_fixtures", "tests.scripted.fixtures"]
pytestmark = pytest.mark.usefixtures("setups")


@pytest.fixture
async def walk(hass, setups):
    """The first flow, at its first form."""
    manager = hass.config_entries.flow
    result = await manager.async_init(DOMAIN, context={"source": SOURCE_USER})
    return Walk(manager, result)


async def test_ends_with_entry_server_and_story(hass, walk, scripted_ollama, setups):
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass, embedding_model="nomic-embed-text:latest")
    assert walk.step == "live"
    assert walk.places["tokens_per_s"] == "10.0"
    await walk.answer({})
    assert walk.step == "language"
    await walk.to_details()
    await walk.answer(details())
    assert walk.step == "rules"
    await walk.answer(RULES)

    assert walk.result["type"] is FlowResultType.CREATE_ENTRY
    await hass.async_block_till_done()
    entry = walk.result["result"]
    assert (entry.title, dict(entry.data)) == ("Mirae Story", {})
    server, story = subentry(entry, "server"), subentry(entry, "story")
    assert dict(server.data) == {
        "kind": "ollama",
        "url": scripted_ollama.url,
        "model": "tiny:latest",
        "embedding_model": "nomic-embed-text:latest",
        "order": 1,
        "context_tokens": 8192,
        "keep_alive": "30m",
        "think": False,
        "first_token_timeout": 600,
        "next_token_timeout": 120,
        "tokens_per_s": 10.0,
    }
    assert (
        server.title == f"tiny:latest · {scripted_ollama.url.removeprefix('http://')}"
    )
    data = dict(story.data)
    assert story.unique_id == data.pop("story_id")
    assert data == details() | {
        "language": "en",
        "minutes": 2.5,
        "death_policy": "never",
        "nights_a_day": 1,
        "max_active": 8,
        "day_starts_at": "12:00:00",
        **RULES["shelf"],
        "offer_choice": False,
        "sentence_pause": 0,
        "all_change": False,
        "voice_decide": False,
        "voice_begin": False,
        "voice_forget": False,
    }
    assert story.title == "The Lantern Ship"
    assert len(setups.mock_calls) == 1
    assert scripted_ollama.asked("/api/embed")


async def test_measures_with_the_options_of_the_nights(hass, walk, scripted_ollama):
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass)
    payload = scripted_ollama.asked("/api/chat")[0]
    assert payload["options"]["num_ctx"] == 8192
    assert payload["keep_alive"] == "30m"
    assert payload["think"] is False


async def test_only_one_entry(hass):
    entry_with().add_to_hass(hass)
    result = await hass.config_entries.flow.async_init(
        DOMAIN, context={"source": SOURCE_USER}
    )
    assert result["type"] is FlowResultType.ABORT
    assert result["reason"] == "single_instance_allowed"


@pytest.fixture
def locked(hass, scripted_ollama):
    """An entry whose server has a stale key."""
    scripted_ollama.key = "new"
    entry = entry_with(server_data(scripted_ollama, api_key="old"))
    entry.add_to_hass(hass)
    return entry


async def reauth(hass, entry):
    """The flow that asks for a new key, at its form."""
    server = subentry(entry, "server")
    async_start_server_reauth(hass, entry, server.subentry_id)
    await hass.async_block_till_done()
    (flow,) = hass.config_entries.flow.async_progress_by_handler(DOMAIN)
    manager = hass.config_entries.flow
    return Walk(manager, await manager.async_configure(flow["flow_id"]))


async def test_reauth_names_the_server_and_takes_a_new_key(hass, locked, setups):
    assert await hass.config_entries.async_setup(locked.entry_id)
    walk = await reauth(hass, locked)
    server = subentry(locked, "server")
    assert walk.step == "reauth_confirm"
    assert walk.places["server"] == server.title
    assert walk.places["url"] == server.data["url"]
    (flow,) = hass.config_entries.flow.async_progress_by_handler(DOMAIN)
    assert flow["context"]["title_placeholders"] == {"name": server.title}
    issue = f"config_entry_reauth_{DOMAIN}_{locked.entry_id}"
    assert ir.async_get(hass).async_get_issue("homeassistant", issue)

    await walk.answer({"api_key": "wrong"})
    assert walk.errors == {"base": "server_auth"}
    assert server.data["api_key"] == "old"

    await walk.answer({"api_key": " new "})
    assert walk.result["reason"] == "reauth_successful"
    assert subentry(locked, "server").data["api_key"] == "new"
    await hass.async_block_till_done()
    assert locked.state is ConfigEntryState.LOADED
    assert len(setups.mock_calls) == 2
    assert not ir.async_get(hass).async_get_issue("homeassistant", issue)


async def test_reauth_leaves_the_reload_to_a_listener(hass, locked, setups):
    assert await hass.config_entries.async_setup(locked.entry_id)
    heard = []

    async def listen(_hass, entry):
        heard.append(subentry(entry, "server").data["api_key"])

    locked.add_update_listener(listen)
    walk = await reauth(hass, locked)
    await walk.answer({"api_key": "new"})
    await hass.async_block_till_done()
    assert heard == ["new"]
    assert len(setups.mock_calls) == 1


async def test_reauth_can_drop_the_key(hass, locked, scripted_ollama):
    scripted_ollama.key = None
    walk = await reauth(hass, locked)
    await walk.answer({})
    assert walk.result["reason"] == "reauth_successful"
    assert "api_key" not in subentry(locked, "server").data


async def test_reauth_of_a_server_that_is_gone(hass, locked):
    walk = await reauth(hass, locked)
    subentry_id = subentry(locked, "server").subentry_id
    hass.config_entries.async_remove_subentry(locked, subentry_id)
    await walk.answer({"api_key": "new"})
    assert walk.result["reason"] == "server_gone"
    async_start_server_reauth(hass, locked, subentry_id)
    await hass.async_block_till_done()
    assert not hass.config_entries.flow.async_progress_by_handler(DOMAIN)


async def test_reauth_that_names_no_server(hass, locked):
    result = await locked.start_reauth_flow(hass)
    assert (result["type"], result["reason"]) == (FlowResultType.ABORT, "server_gone")


async def test_the_language_of_the_home_is_preselected(hass, walk, scripted_ollama):
    hass.config.language = "ja"
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass)
    assert "お話" in scripted_ollama.asked("/api/chat")[0]["messages"][0]["content"]
    await walk.answer({})
    assert walk.suggested("language") == "ja"


async def test_a_model_that_says_nothing_is_not_taken(hass, walk, scripted_ollama):
    scripted_ollama.plays(Script(pieces=()))
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass)
    assert walk.step == "model"
    assert walk.errors == {"base": "server_slow"}


@pytest.fixture
def database(hass, tmp_path):
    """The database of an earlier setup, not open."""
    hass.config.config_dir = str(tmp_path)
    path = tmp_path.joinpath(*DATABASE)
    path.parent.mkdir()
    return Database(path)


async def test_stories_of_an_earlier_setup_are_offered(
    hass, walk, scripted_ollama, database
):
    await database.open()
    await SqliteJournal(database).begin(kept_state(), dt_util.now())
    await database.close()
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass)
    await walk.answer({})
    assert walk.step == "begin"
    await walk.choose("resume")
    await walk.answer({"kept": kept_state().story_id})
    await walk.answer(RULES)
    story = subentry(walk.result["result"], "story")
    assert story.unique_id == kept_state().story_id
    assert story.title == "The Kept Story"


async def test_stories_of_a_newer_version_are_left_alone(
    hass, walk, scripted_ollama, database
):
    def m999_from_the_future(connection):
        connection.execute("CREATE TABLE future (id)")

    migrations = (*MIGRATIONS, m999_from_the_future)
    future = Database(database.path, migrations=migrations)
    await future.open()
    await future.close()
    before = database.path.read_bytes()
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass)
    await walk.answer({})
    assert walk.step == "language"
    assert database.path.read_bytes() == before


async def test_a_damaged_database_is_told(hass, walk, scripted_ollama, database):
    database.path.write_bytes(b"this is no database " * 500)
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass)
    await walk.answer({})
    assert walk.step == "language"
    assert ir.async_get(hass).async_get_issue(DOMAIN, "database_corrupt")


async def test_every_form_reaches_a_browser(hass, hass_client, scripted_ollama):
    # What registers routes must be there before the test's browser opens the server.
    for component in ("config", "conversation", "file_upload"):
        assert await async_setup_component(hass, component, {})
    client = await hass_client()
    url = "/api/config/config_entries/flow"

    async def post(path, answer):
        response = await client.post(path, json=answer)
        assert response.status == HTTPStatus.OK, await response.text()
        return await response.json()

    form = await post(url, {"handler": DOMAIN})
    flow = f"{url}/{form['flow_id']}"
    form = await post(flow, {"kind": "ollama", "url": scripted_ollama.url})
    advanced = next(
        field for field in form["data_schema"] if field["name"] == "advanced"
    )
    assert advanced["type"] == "expandable"
    assert advanced["expanded"] is False
    form = await post(flow, {"model": "tiny:latest", "advanced": OLLAMA_ADVANCED})
    while form["type"] == "progress":
        await hass.async_block_till_done(wait_background_tasks=True)
        form = await (await client.get(flow)).json()
    assert form["step_id"] == "live"
    await post(flow, {})
    await post(flow, {"language": "ja"})
    form = await post(flow, {"starter": "fairy_tale"})
    cast = next(field for field in form["data_schema"] if field["name"] == "first_cast")
    assert cast["selector"]["object"]["fields"]["name"]["selector"] == {
        "text": {"multiline": False, "multiple": False}
    }
    assert (
        cast["description"]["suggested_value"]
        == details("ja", "fairy_tale")["first_cast"]
    )
    form = await post(flow, details("ja", "fairy_tale"))
    assert form["step_id"] == "rules"
    done = await post(flow, RULES)
    assert done["type"] == "create_entry"


async def test_reauth_tells_of_a_key_that_no_request_can_carry(hass, locked):
    walk = await reauth(hass, locked)
    await walk.answer({"api_key": "a\nb"})
    assert (walk.step, walk.errors) == ("reauth_confirm", {"api_key": "key_broken"})
