"""Which embedder the home has, as its options and servers say."""

import pytest
from homeassistant.config_entries import ConfigEntryState
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers.aiohttp_client import async_get_clientsession

from custom_components.mirae_story.builtin_embedder import BuiltinEmbedder
from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.embedder import async_home_embedder
from custom_components.mirae_story.story import errors
from custom_components.mirae_story.writers import Writers
from tests.flows import Walk, entry_with
from tests.scripted.fixtures import *  # noqa: F403 - fixtures

pytest_plugins = ("tests.flow_fixtures",)

NOMIC = "nomic-embed-text:latest"


def server(url="http://127.0.0.1:9", order=1, **changes):
    return {"kind": "ollama", "url": url, "model": "tiny", "order": order, **changes}


@pytest.fixture
def home(hass):
    """Make an entry and its writers."""

    def _home(*servers, embedder=None):
        entry = entry_with(*servers)
        entry.add_to_hass(hass)
        choose(hass, entry, embedder)
        return entry, Writers(hass, entry, async_get_clientsession(hass))

    return _home


def choose(hass, entry, embedder):
    options = {"embedder": embedder} if embedder else {}
    hass.config_entries.async_update_entry(entry, options=options)


async def test_without_a_choice_the_servers_model_is_used_if_there_is_one(hass, home):
    entry, writers = home(server(), server(order=2, embedding_model=NOMIC))
    embedder = async_home_embedder(hass, entry, writers)
    assert embedder.model == "nomic-embed-text"
    assert async_home_embedder(hass, entry, writers) is embedder


async def test_without_an_embedding_model_memories_are_found_by_words(hass, home):
    entry, writers = home(server())
    assert async_home_embedder(hass, entry, writers) is None
    entry, writers = home(embedder="server")
    assert async_home_embedder(hass, entry, writers) is None


async def test_nothing_can_be_chosen(hass, home):
    entry, writers = home(server(embedding_model=NOMIC), embedder="none")
    assert async_home_embedder(hass, entry, writers) is None


async def test_only_servers_with_the_same_model_stand_in_for_each_other(hass, home):
    entry, writers = home(
        server(order=3, url="http://127.0.0.1:3", embedding_model="nomic-embed-text"),
        server(order=2, url="http://127.0.0.1:2", embedding_model="bge-m3"),
        server(order=1, url="http://127.0.0.1:1", embedding_model=NOMIC),
    )
    embedder = async_home_embedder(hass, entry, writers)
    assert [s.url for s in embedder.servers] == [
        "http://127.0.0.1:1/",
        "http://127.0.0.1:3/",
    ]


async def test_a_changed_server_makes_another_embedder(hass, home):
    entry, writers = home(server(embedding_model=NOMIC))
    before = async_home_embedder(hass, entry, writers)
    subentry = next(iter(entry.subentries.values()))
    hass.config_entries.async_update_subentry(
        entry, subentry, data=server(embedding_model="bge-m3")
    )
    writers.forget_changed()
    after = async_home_embedder(hass, entry, writers)
    assert after is not before
    assert after.model == "bge-m3"


async def test_the_builtin_one_is_kept_while_it_is_chosen(hass, home):
    entry, writers = home(server(embedding_model=NOMIC), embedder="builtin")
    builtin = async_home_embedder(hass, entry, writers)
    assert isinstance(builtin, BuiltinEmbedder)
    assert async_home_embedder(hass, entry, writers) is builtin
    await builtin.embed_documents(["moon"])
    choose(hass, entry, "server")
    assert async_home_embedder(hass, entry, writers).model == "nomic-embed-text"
    assert builtin._encoder is None
    choose(hass, entry, "builtin")
    assert async_home_embedder(hass, entry, writers) is not builtin


async def test_the_builtin_one_is_given_back_with_the_entry(hass, home):
    entry, writers = home(embedder="builtin")
    builtin = async_home_embedder(hass, entry, writers)
    await builtin.embed_documents(["moon"])
    await entry._async_process_on_unload(hass)
    assert builtin._encoder is None
    assert async_home_embedder(hass, entry, writers) is not builtin


async def test_a_missing_model_becomes_a_repair_until_the_server_is_changed(
    hass, home, scripted_ollama
):
    data = server(url=scripted_ollama.url, embedding_model="gone")
    entry, writers = home(data)
    embedder = async_home_embedder(hass, entry, writers)
    with pytest.raises(errors.ModelMissingError):
        await embedder.embed_documents(["moon"])
    subentry = next(iter(entry.subentries.values()))
    issues = ir.async_get(hass).issues
    issue = issues[DOMAIN, f"embedding_model_missing_{subentry.subentry_id}"]
    assert issue.translation_placeholders == {
        "model": "gone",
        "url": scripted_ollama.url,
    }
    hass.config_entries.async_update_subentry(
        entry, subentry, data=data | {"embedding_model": NOMIC}
    )
    writers.forget_changed()
    assert not issues
    embedder = async_home_embedder(hass, entry, writers)
    assert len(await embedder.embed_documents(["moon"])) == 1


async def test_the_repair_goes_when_the_model_is_there(hass, home, scripted_ollama):
    entry, writers = home(server(url=scripted_ollama.url, embedding_model="new"))
    embedder = async_home_embedder(hass, entry, writers)
    with pytest.raises(errors.ModelMissingError):
        await embedder.embed_documents(["moon"])
    assert ir.async_get(hass).issues
    scripted_ollama.embedders.append("new:latest")
    assert len(await embedder.embed_documents(["moon"])) == 1
    assert not ir.async_get(hass).issues


async def test_a_refused_key_asks_for_a_new_one(hass, home, setups, scripted_ollama):
    scripted_ollama.key = "new"
    entry, writers = home(server(url=scripted_ollama.url, embedding_model=NOMIC))
    await hass.config_entries.async_setup(entry.entry_id)
    assert entry.state is ConfigEntryState.LOADED
    with pytest.raises(errors.ServerAuthError):
        await async_home_embedder(hass, entry, writers).embed_queries(["moon"])
    await hass.async_block_till_done()
    flows = hass.config_entries.flow.async_progress()
    assert [flow["context"]["source"] for flow in flows] == ["reauth"]


async def test_a_server_that_is_away_is_no_repair(hass, home, socket_enabled):
    entry, writers = home(server(embedding_model=NOMIC))
    with pytest.raises(errors.ServerUnreachableError):
        await async_home_embedder(hass, entry, writers).embed_queries(["moon"])
    assert not ir.async_get(hass).issues


@pytest.fixture
async def options(hass, setups):
    """Open the options of a home with these servers."""

    async def _options(*servers):
        entry = entry_with(*servers)
        entry.add_to_hass(hass)
        assert await hass.config_entries.async_setup(entry.entry_id)
        manager = hass.config_entries.options
        return entry, Walk(manager, await manager.async_init(entry.entry_id))

    return _options


@pytest.mark.parametrize("choice", ["none", "builtin", "server"])
async def test_the_options_are_kept(options, choice):
    entry, walk = await options(server(embedding_model="bge-m3"))
    assert walk.step == "init"
    assert walk.options("embedder") == ["none", "builtin", "server"]
    assert walk.suggested("embedder") == "server"
    assert walk.places == {"model": "bge-m3", "progress": "—"}
    await walk.answer({"embedder": choice})
    assert walk.result["type"] is FlowResultType.CREATE_ENTRY
    assert entry.options == {"embedder": choice}


async def test_a_model_that_no_server_has_cannot_be_chosen(hass, options):
    entry, walk = await options(server())
    assert walk.places == {"model": "—", "progress": "—"}
    await walk.answer({"embedder": "server"})
    assert walk.errors == {"embedder": "no_embedding_model"}
    await walk.answer({"embedder": "builtin"})
    assert entry.options == {"embedder": "builtin"}
    again = await hass.config_entries.options.async_init(entry.entry_id)
    assert Walk(hass.config_entries.options, again).suggested("embedder") == "builtin"
