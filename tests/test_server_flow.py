"""Adding and changing a model server, with all that can go wrong on the way."""

import pytest
from homeassistant.config_entries import SOURCE_USER
from homeassistant.data_entry_flow import FlowResultType

from custom_components.mirae_story import const, server_steps
from custom_components.mirae_story.server_form import KEPT_KEY
from tests.flows import (
    ADVANCED,
    OLLAMA_ADVANCED,
    Walk,
    entry_with,
    server_data,
    subentry,
)
from tests.scripted.script import Fault, Script

pytest_plugins = ["tests.flow_fixtures", "tests.scripted.fixtures"]
pytestmark = pytest.mark.usefixtures("setups")


async def adding(hass, entry):
    """The flow that adds a server to this entry, at its first form."""
    if entry.entry_id not in {e.entry_id for e in hass.config_entries.async_entries()}:
        entry.add_to_hass(hass)
    manager = hass.config_entries.subentries
    result = await manager.async_init(
        (entry.entry_id, "server"), context={"source": SOURCE_USER}
    )
    return Walk(manager, result)


async def changing(hass, entry):
    """The flow that changes the entry's first server, at its first form."""
    entry.add_to_hass(hass)
    result = await entry.start_subentry_reconfigure_flow(
        hass, subentry(entry, "server").subentry_id
    )
    return Walk(hass.config_entries.subentries, result)


@pytest.fixture
async def walk(hass, setups):
    """The flow that adds the entry's first server."""
    return await adding(hass, entry_with())


async def test_a_second_server_is_the_second_in_order(
    hass, scripted_ollama, scripted_openai
):
    entry = entry_with(server_data(scripted_ollama))
    walk = await adding(hass, entry)
    await walk.answer(
        {"kind": "openai", "url": scripted_openai.url + "/v1/", "api_key": " secret "}
    )
    assert walk.step == "model"
    await walk.answer({"model": "tiny:latest", "advanced": ADVANCED | {"order": 2}})
    await walk.wait(hass)
    await walk.answer({})
    assert walk.result["type"] is FlowResultType.CREATE_ENTRY
    _, added = (s for s in entry.subentries.values() if s.subentry_type == "server")
    assert added.data["order"] == 2
    assert added.data["kind"] == "openai"
    assert added.data["url"] == scripted_openai.url + "/v1"
    assert added.data["api_key"] == "secret"
    assert added.data["tokens_per_s"] > 0
    assert "keep_alive" not in added.data
    assert scripted_openai.seen[-1].headers["Authorization"] == "Bearer secret"


async def test_the_order_of_use_is_suggested(hass, scripted_ollama):
    entry = entry_with(server_data(scripted_ollama, order=4))
    walk = await adding(hass, entry)
    await walk.to_models(scripted_ollama)
    assert walk.suggested("order") == 5


async def test_an_order_that_was_cleared_is_the_suggested_one(hass, scripted_ollama):
    entry = entry_with()
    walk = await adding(hass, entry)
    await walk.to_models(scripted_ollama)
    advanced = {key: v for key, v in OLLAMA_ADVANCED.items() if key != "order"}
    await walk.to_speed(hass, advanced=advanced)
    await walk.answer({})
    assert subentry(entry, "server").data["order"] == 1


async def test_the_same_model_of_a_server_is_not_added_twice(hass, scripted_ollama):
    entry = entry_with(server_data(scripted_ollama))
    walk = await adding(hass, entry)
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass)
    await walk.answer({})
    assert walk.result["reason"] == "already_configured"
    assert len(entry.subentries) == 1


async def test_an_empty_address_means_the_usual_one(walk, scripted_openai, monkeypatch):
    monkeypatch.setitem(const.DEFAULT_URLS, "openai", scripted_openai.url)
    await walk.answer({"kind": "openai"})
    assert walk.step == "model"
    assert walk.places["url"] == scripted_openai.url


async def test_an_address_needs_no_scheme(walk, scripted_ollama):
    bare = scripted_ollama.url.removeprefix("http://")
    await walk.answer({"kind": "ollama", "url": f" {bare}/ "})
    assert walk.step == "model"
    assert walk.places["url"] == scripted_ollama.url


@pytest.mark.parametrize("key", ["a\nb", "sk-\x00", "sk\u202e1"])
async def test_a_key_that_no_request_can_carry(walk, scripted_openai, key):
    answer = {"kind": "openai", "url": scripted_openai.url, "api_key": key}
    await walk.answer(answer)
    assert (walk.step, walk.errors) == ("server", {"api_key": "key_broken"})
    await walk.answer(answer | {"api_key": " sk-1\n"})
    assert walk.step == "model"


@pytest.mark.parametrize("url", ["ftp://example.org", "http://", "http://[::1"])
async def test_what_is_no_address(walk, url):
    await walk.answer({"kind": "ollama", "url": url})
    assert (walk.step, walk.errors) == ("server", {"url": "invalid_url"})
    assert walk.suggested("url") == url


async def test_nothing_answers(walk, scripted_ollama, unused_tcp_port):
    url = f"http://127.0.0.1:{unused_tcp_port}"
    await walk.answer({"kind": "ollama", "url": url})
    assert (walk.step, walk.errors) == ("server", {"base": "server_unreachable"})
    assert walk.places["url"].rstrip("/") == url
    assert walk.suggested("url") == url
    await walk.to_models(scripted_ollama)


async def test_the_key_is_wrong_at_first(walk, scripted_ollama):
    scripted_ollama.key = "right"
    await walk.answer(
        {"kind": "ollama", "url": scripted_ollama.url, "api_key": "wrong"}
    )
    assert walk.errors == {"base": "server_auth"}
    await walk.to_models(scripted_ollama, api_key="right")


async def test_the_server_is_of_the_other_kind(walk, scripted_openai):
    await walk.answer({"kind": "ollama", "url": scripted_openai.url})
    assert walk.errors == {"base": "reply_garbled"}


async def test_models_come_from_the_live_list(walk, scripted_ollama):
    scripted_ollama.models = ["gemma3:4b", "tiny:latest"]
    await walk.to_models(scripted_ollama)
    assert walk.options("model") == ["gemma3:4b", "tiny:latest"]
    assert walk.options("embedding_model") == ["nomic-embed-text:latest"]
    assert walk.suggested("model") == "gemma3:4b"


async def test_a_blank_model(walk, scripted_ollama):
    await walk.to_models(scripted_ollama)
    await walk.answer({"model": " ", "advanced": OLLAMA_ADVANCED})
    assert walk.errors == {"model": "model_required"}


@pytest.mark.parametrize("typed", ["long", "30x", "-5m", ""])
async def test_a_senseless_keep_alive(walk, scripted_ollama, typed):
    await walk.to_models(scripted_ollama)
    await walk.answer(
        {"model": "tiny", "advanced": OLLAMA_ADVANCED | {"keep_alive": typed}}
    )
    assert walk.errors == {"base": "invalid_keep_alive"}


@pytest.mark.parametrize("typed", ["-1", "300", "1h30m", " 45S "])
async def test_a_keep_alive_that_the_server_takes(hass, walk, scripted_ollama, typed):
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass, advanced=OLLAMA_ADVANCED | {"keep_alive": typed})
    assert walk.step == "live"


@pytest.mark.parametrize("typed", ["00:11:22", "moon", "00:11:22:33:44:gg"])
async def test_a_senseless_mac_address(walk, scripted_ollama, typed):
    await walk.to_models(scripted_ollama)
    await walk.answer(
        {"model": "tiny", "advanced": OLLAMA_ADVANCED | {"wake_mac": typed}}
    )
    assert walk.errors == {"base": "invalid_wake_mac"}


async def test_how_it_is_woken_is_stored_and_can_be_taken_back(hass, scripted_ollama):
    entry = entry_with(server_data(scripted_ollama, wake_mac="00:00:00:00:00:01"))
    walk = await changing(hass, entry)
    await walk.answer({"url": scripted_ollama.url})
    ways = {"wake_mac": " 00-1A-2B-3C-4D-5E ", "wake_script": "script.wake"}
    await walk.answer({"model": "tiny", "advanced": OLLAMA_ADVANCED | ways})
    await walk.wait(hass)
    await walk.answer({})
    data = subentry(entry, "server").data
    assert data["wake_mac"] == "00:1a:2b:3c:4d:5e"
    assert data["wake_script"] == "script.wake"
    walk = Walk(
        hass.config_entries.subentries,
        await entry.start_subentry_reconfigure_flow(
            hass, subentry(entry, "server").subentry_id
        ),
    )
    await walk.answer({"url": scripted_ollama.url})
    await walk.answer({"model": "tiny", "advanced": OLLAMA_ADVANCED})
    await walk.wait(hass)
    await walk.answer({})
    assert not {"wake_mac", "wake_script"} & subentry(entry, "server").data.keys()


async def test_a_name_without_tag_is_the_latest(hass, walk, scripted_ollama):
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass, model="tiny", embedding_model="nomic-embed-text")
    assert walk.step == "live"


async def test_a_missing_model_is_pulled(hass, walk, scripted_ollama):
    updates = []
    hass.bus.async_listen(
        "data_entry_flow_progress_update",
        lambda event: updates.append(event.data["progress"]),
    )
    await walk.to_models(scripted_ollama)
    await walk.answer({"model": "gemma3:12b", "advanced": OLLAMA_ADVANCED})
    assert walk.step == "missing"
    assert walk.places["models"] == "gemma3:12b"
    await walk.choose("pull")
    assert walk.result["progress_action"] == "pull"
    await walk.wait(hass)
    assert walk.step == "live"
    assert scripted_ollama.asked("/api/pull")[0]["model"] == "gemma3:12b"
    assert updates[-1] == 1
    assert any(0 < update < 1 for update in updates)


async def test_an_empty_ollama_suggests_a_model_to_pull(hass, walk, scripted_ollama):
    scripted_ollama.models = []
    scripted_ollama.embedders = []
    await walk.to_models(scripted_ollama)
    assert walk.suggested("model") == "gemma3:12b"
    await walk.answer({"model": "gemma3:12b", "advanced": OLLAMA_ADVANCED})
    assert walk.step == "missing"


async def test_another_model_instead_of_a_download(hass, walk, scripted_ollama):
    await walk.to_models(scripted_ollama)
    await walk.answer({"model": "gemma3:12b", "advanced": OLLAMA_ADVANCED})
    await walk.choose("model")
    assert (walk.step, walk.errors) == ("model", {})
    assert walk.suggested("model") == "gemma3:12b"
    await walk.to_speed(hass)
    assert walk.step == "live"


async def test_a_model_that_nobody_has(hass, walk, scripted_ollama):
    await walk.to_models(scripted_ollama)
    await walk.answer({"model": "no/such:1b", "advanced": OLLAMA_ADVANCED})
    await walk.choose("pull")
    await walk.wait(hass)
    assert (walk.step, walk.errors) == ("model", {"base": "model_missing"})
    assert walk.places["model"] == "no/such:1b"


async def test_a_missing_embedding_model_is_pulled_too(hass, walk, scripted_ollama):
    await walk.to_models(scripted_ollama)
    await walk.answer(
        {
            "model": "tiny:latest",
            "embedding_model": "gemma3:12b",
            "advanced": OLLAMA_ADVANCED,
        }
    )
    assert walk.places["models"] == "gemma3:12b"


async def test_closing_the_flow_stops_the_download(hass, walk, scripted_ollama):
    scripted_ollama.pull_delay = 0.05
    await walk.to_models(scripted_ollama)
    await walk.answer({"model": "gemma3:12b", "advanced": OLLAMA_ADVANCED})
    await walk.choose("pull")
    while not scripted_ollama.asked("/api/pull"):
        await hass.async_block_till_done()
    walk.manager.async_abort(walk.result["flow_id"])
    await scripted_ollama.left()
    assert "gemma3:12b" not in scripted_ollama.models


async def test_closing_the_flow_between_steps(hass, walk, scripted_ollama):
    await walk.to_models(scripted_ollama)
    walk.manager.async_abort(walk.result["flow_id"])
    assert not walk.manager.async_progress()


async def test_other_servers_cannot_pull(walk, scripted_openai):
    await walk.answer({"kind": "openai", "url": scripted_openai.url})
    await walk.answer({"model": "large", "advanced": ADVANCED})
    assert (walk.step, walk.errors) == ("model", {"base": "model_missing"})
    assert walk.places["model"] == "large"


async def test_a_server_that_lists_nothing_is_tried(hass, walk, scripted_openai):
    scripted_openai.models = []
    scripted_openai.embedders = []
    await walk.answer({"kind": "openai", "url": scripted_openai.url})
    await walk.answer({"model": "large", "advanced": ADVANCED})
    await walk.wait(hass)
    assert (walk.step, walk.errors) == ("model", {"base": "model_missing"})
    assert scripted_openai.asked("/v1/chat/completions")


async def test_the_context_is_what_the_server_runs_with(hass, scripted_openai):
    entry = entry_with()
    walk = await adding(hass, entry)
    await walk.answer({"kind": "openai", "url": scripted_openai.url})
    await walk.answer({"model": "tiny:latest", "advanced": ADVANCED})
    await walk.wait(hass)
    await walk.answer({})
    assert subentry(entry, "server").data["context_tokens"] == 4096


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (Script(fault=Fault.END, fault_after=0), "reply_cut_off"),
        (Script(fault=Fault.GARBAGE), "reply_garbled"),
        (Script.refusal(500, {"error": "llama runner crashed"}), "server_fault"),
        (
            Script.refusal(500, {"error": "model requires more system memory"}),
            "model_too_big",
        ),
    ],
)
async def test_a_model_that_cannot_be_measured(
    hass, walk, scripted_ollama, script, error
):
    scripted_ollama.plays(script, Script())
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass)
    assert (walk.step, walk.errors) == ("model", {"base": error})
    await walk.to_speed(hass)
    assert walk.step == "live"


async def test_a_slow_model_is_told(hass, walk, scripted_ollama, monkeypatch):
    monkeypatch.setattr(server_steps, "LIVE_TOKENS_PER_S", 10.5)
    await walk.to_models(scripted_ollama)
    await walk.to_speed(hass)
    assert walk.step == "slow"
    assert walk.places["tokens_per_s"] == "10.0"
    assert walk.places["minutes"] == "2.5"
    assert 0.5 < float(walk.places["night"]) < 2
    await walk.answer({})
    assert walk.result["type"] is FlowResultType.CREATE_ENTRY


async def test_changing_keeps_what_is_left_alone(hass, scripted_ollama):
    scripted_ollama.key = "secret"
    scripted_ollama.models.append("gemma3:4b")
    entry = entry_with(
        server_data(
            scripted_ollama,
            api_key="secret",
            embedding_model="nomic-embed-text:latest",
            order=3,
            keep_alive="-1",
        )
    )
    walk = await changing(hass, entry)
    assert walk.suggested("api_key") == KEPT_KEY
    assert walk.suggested("url") == scripted_ollama.url
    await walk.answer({"url": scripted_ollama.url, "api_key": KEPT_KEY})
    assert walk.suggested("order") == 3
    assert walk.suggested("keep_alive") == "-1"
    assert walk.suggested("embedding_model") == "nomic-embed-text:latest"
    await walk.to_speed(
        hass, "gemma3:4b", advanced=OLLAMA_ADVANCED | {"order": 3, "keep_alive": "-1"}
    )
    await walk.answer({})
    assert walk.result["reason"] == "reconfigure_successful"
    server = subentry(entry, "server")
    assert server.title.startswith("gemma3:4b · ")
    assert server.data == server_data(
        scripted_ollama, model="gemma3:4b", api_key="secret", order=3, keep_alive="-1"
    )


async def test_changing_can_drop_the_key(hass, scripted_ollama):
    entry = entry_with(server_data(scripted_ollama, api_key="secret"))
    walk = await changing(hass, entry)
    await walk.answer({"url": scripted_ollama.url})
    await walk.to_speed(hass)
    await walk.answer({})
    assert "api_key" not in subentry(entry, "server").data


async def test_a_failed_change_changes_nothing(hass, scripted_ollama, unused_tcp_port):
    entry = entry_with(server_data(scripted_ollama))
    before = dict(subentry(entry, "server").data)
    walk = await changing(hass, entry)
    await walk.answer({"url": f"http://127.0.0.1:{unused_tcp_port}"})
    assert walk.errors == {"base": "server_unreachable"}
    assert subentry(entry, "server").data == before
