"""The memory with its real embedders: found by meaning, embedded anew, and words alone while a server is away."""

import asyncio
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from aiohttp import ClientSession

from custom_components.mirae_story.builtin_embedder import BuiltinEmbedder
from custom_components.mirae_story.memory.encoder import SentenceEncoder
from custom_components.mirae_story.memory.memory import Memory
from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.servers.embedding import ServerEmbedder
from custom_components.mirae_story.servers.ollama import OllamaServer
from custom_components.mirae_story.store.turns import SqliteTurns
from tests.scripted.fixtures import *  # noqa: F403 - fixtures
from tests.scripted.ollama_server import ScriptedOllama

NOW = datetime(2026, 11, 30, 20, tzinfo=UTC)
SAID = [
    ("うちの子犬はポチっていうんだ。", "かわいい名前ですね。"),
    ("The spare key is under the flower pot.", "I will remember that."),
    ("娘は来年の春から小学校に通うよ。", "楽しみですね。"),
    ("Grandma is allergic to peanuts.", "I will keep that in mind."),
    ("洗濯機の修理は金曜日に来る。", "わかりました。"),
    ("We watched a film about whales.", "That sounds lovely."),
]


def turns(said=SAID):
    return [
        Turn(
            workspace="home",
            question=question,
            answer=answer,
            at=NOW - timedelta(days=len(said) - day),
        )
        for day, (question, answer) in enumerate(said)
    ]


@pytest.fixture
async def memory(tmp_path):
    memory = Memory(SqliteTurns(tmp_path), first_pause_s=0.01)
    await memory.start()
    yield memory
    await memory.close()


@pytest.fixture(scope="module")
def encoder():
    return SentenceEncoder()


@pytest.fixture
async def builtin(hass, encoder):
    """The real one; its model is loaded once for all these tests."""
    builtin = BuiltinEmbedder(hass)
    with patch(
        "custom_components.mirae_story.builtin_embedder.SentenceEncoder",
        return_value=encoder,
    ):
        yield builtin
    builtin.async_close()


@pytest.fixture
async def session(socket_enabled):
    async with ClientSession() as session:
        yield session


async def told(memory, is_awaited):
    """Wait until the memory tells such a status."""
    changed = asyncio.Event()
    end = memory.listen(lambda _: changed.set())
    async with asyncio.timeout(60):
        while not is_awaited(memory.status):
            changed.clear()
            await changed.wait()
    end()


async def embedded(memory, count, model):
    """Wait until so many turns have vectors of this model."""
    await told(memory, lambda s: (s.model, s.embedded, s.waiting) == (model, count, 0))


async def found(memory, query):
    return [one.turn.question for one in await memory.recall("home", query, now=NOW)]


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("What is our puppy called?", 0),
        ("予備の鍵はどこにありますか。", 1),
        ("When does my daughter start school?", 2),
        ("おばあちゃんは何のアレルギーですか。", 3),
    ],
)
async def test_a_memory_is_found_by_meaning_in_the_other_language(
    memory, builtin, query, place
):
    for turn in turns():
        await memory.remember(turn)
    assert SAID[place][0] not in await found(memory, query), "words alone do not do"
    await memory.use_embedder(builtin)
    await embedded(memory, len(SAID), builtin.model)
    assert (await found(memory, query))[0] == SAID[place][0]


async def test_while_the_builtin_one_is_installed_words_find(memory, builtin):
    downloaded = asyncio.Event()

    async def download(*_args, **_options):
        await downloaded.wait()

    with patch(
        "custom_components.mirae_story.builtin_embedder.async_process_requirements",
        side_effect=download,
    ):
        await memory.use_embedder(builtin)
        for turn in turns():
            await memory.remember(turn)
        assert (await found(memory, "What is grandma allergic to?"))[0] == SAID[3][0]
        downloaded.set()
        await embedded(memory, len(SAID), builtin.model)
    assert (await found(memory, "What is our puppy called?"))[0] == SAID[0][0]


def server_embedder(session, scripted, model):
    server = OllamaServer(session, scripted.url, model="tiny", embedding_model=model)
    return ServerEmbedder(model, [server])


async def test_another_embedder_embeds_anew_in_the_background(
    hass, memory, builtin, scripted_ollama, session
):
    said = [(f"{q} {n}", a) for n in range(15) for q, a in SAID]
    for turn in turns(said):
        await memory.remember(turn)
    await memory.use_embedder(builtin)
    await embedded(memory, len(said), builtin.model)
    heard = []
    memory.listen(heard.append)
    other = server_embedder(session, scripted_ollama, "nomic-embed-text:latest")
    await memory.use_embedder(other)
    assert await found(memory, "Who is allergic to peanuts?"), "words find meanwhile"
    await embedded(memory, len(said), "nomic-embed-text")
    steps = [status for status in heard if status.model == "nomic-embed-text"]
    assert len(steps) > 2, "progress is told"
    assert [s.embedded for s in steps] == sorted(s.embedded for s in steps)
    assert all(s.embedded + s.waiting == len(said) for s in steps if s.waiting)
    asked = [text for p in scripted_ollama.asked("/api/embed") for text in p["input"]]
    stored = [text for text in asked if SAID[1][0] in text]
    assert len(stored) == 15, "each once"
    assert all(text.startswith("search_document: ") for text in stored)
    # What has vectors of this model is not asked for again.
    before = len(scripted_ollama.asked("/api/embed"))
    await memory.use_embedder(None)
    await memory.use_embedder(other)
    await embedded(memory, len(said), "nomic-embed-text")
    assert len(scripted_ollama.asked("/api/embed")) == before


async def test_a_dead_server_means_words_alone_until_it_is_back(memory, session):
    scripted = ScriptedOllama()
    async with scripted.serving():
        embedder = server_embedder(session, scripted, "nomic-embed-text")
        await memory.use_embedder(embedder)
        first, *later = turns()
        await memory.remember(first)
        await embedded(memory, 1, embedder.model)
    for turn in later:
        await memory.remember(turn)
    assert (await found(memory, "Where is the spare key?"))[0] == SAID[1][0]
    await told(memory, lambda status: status.waiting == len(later))
    assert memory.status.trouble == "server_unreachable"
    async with scripted.serving(int(scripted.url.rpartition(":")[2])):
        await embedded(memory, len(SAID), embedder.model)
    assert memory.status.trouble is None
