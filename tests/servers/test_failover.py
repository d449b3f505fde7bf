"""Several servers as one: real connections, scripted servers."""

import asyncio
from dataclasses import replace

import pytest

from custom_components.mirae_story.servers import failover
from custom_components.mirae_story.servers.failover import (
    Failover,
    Member,
    answers,
    answers_within,
)
from custom_components.mirae_story.servers.ollama import OllamaServer
from custom_components.mirae_story.story.errors import (
    ReplyCutOffError,
    ServerError,
    ServerUnreachableError,
)
from custom_components.mirae_story.story.ports import Message, Role, Sampling
from tests.scripted.ollama_server import ScriptedOllama
from tests.scripted.script import Fault, Script

ASK = (Message(Role.USER, "Tell me."),)
FIRST = Script.of("The first one tells.")
SECOND = Script.of("The second one tells.")


@pytest.fixture
async def two(socket_enabled):
    """Two scripted servers that serve, each with its own words."""
    async with ScriptedOllama().serving() as one, ScriptedOllama().serving() as other:
        one.plays(FIRST)
        other.plays(SECOND)
        yield one, other


@pytest.fixture
def members(session, two):
    """Both as members, and what they heard of errors."""
    errors = {server.url: [] for server in two}
    return [
        Member(
            server=OllamaServer(
                session, server.url, model="tiny", embedding_model="nomic-embed-text"
            ),
            adapt=lambda sampling, at=place: replace(
                sampling, context_tokens=1000 + at
            ),
            on_error=errors[server.url].append,
        )
        for place, server in enumerate(two)
    ], errors


async def said(servers):
    return "".join([text async for text in servers.stream_text(ASK, Sampling())])


async def test_the_first_one_is_asked_with_its_own_options(two, members):
    servers = Failover(members[0])
    assert await said(servers) == "The first one tells."
    assert await servers.ask_json(ASK, {}, Sampling()) == "The first one tells."
    assert [p["options"]["num_ctx"] for p in two[0].asked("/api/chat")] == [1000, 1000]
    assert two[1].asked("/api/chat") == []
    assert servers.reports[-1].error is None


async def test_what_else_is_asked_goes_to_the_same_one(two, members):
    servers = Failover(members[0])
    assert servers.move_on()
    texts = [text async for text in servers.complete("Once", Sampling())]
    assert "".join(texts) == "The second one tells."
    assert len(await servers.embed(["moon"])) == 1
    assert (await servers.list_models())[0].name == "tiny:latest"
    assert (await servers.check()).version
    assert not [seen for seen in two[0].seen if seen.path != "/api/show"]


@pytest.mark.parametrize(
    "trouble",
    [
        Script.refusal(500, {"error": "llama runner process has terminated"}),
        Script.refusal(404, {"error": "model 'tiny' not found"}),
        Script(fault=Fault.ERROR),
        Script(fault=Fault.GARBAGE),
    ],
)
async def test_before_the_first_word_the_next_one_is_asked_at_once(
    two, members, trouble
):
    two[0].plays(trouble)
    servers = Failover(members[0])
    assert await said(servers) == "The second one tells."
    assert two[1].asked("/api/chat")[0]["options"]["num_ctx"] == 1001
    assert len(members[1][two[0].url]) == 1
    assert await servers.ask_json(ASK, {}, Sampling()) == "The second one tells."


async def test_notes_go_to_the_next_one_too(two, members):
    two[0].plays(Script.refusal(500, {"error": "out of memory"}))
    servers = Failover(members[0])
    assert await servers.ask_json(ASK, {}, Sampling()) == "The second one tells."
    two[1].plays(Script.refusal(500, {"error": "out of memory"}))
    with pytest.raises(ServerError):
        await servers.ask_json(ASK, {}, Sampling())


async def test_in_the_middle_of_a_reply_only_the_asker_knows_how_to_go_on(two, members):
    two[0].plays(replace(FIRST, fault=Fault.ABORT, fault_after=3))
    servers = Failover(members[0])
    with pytest.raises(ReplyCutOffError) as broken:
        await said(servers)
    servers.report(broken.value)
    assert members[1][two[0].url] == [broken.value]
    assert servers.move_on(broken.value)
    assert await said(servers) == "The second one tells."
    assert not servers.move_on()


async def test_a_new_night_begins_with_the_first_one_again(two, members):
    servers = Failover(members[0])
    servers.move_on()
    assert await said(servers) == "The second one tells."
    servers.begin()
    assert await said(servers) == "The first one tells."


async def test_one_that_is_away_is_not_asked_while_another_is_there(two, members):
    two[0].faults["/api/version"] = two[0].faults["/api/tags"] = Script.refusal(
        503, {"error": "loading model"}
    )
    servers = Failover(members[0])
    assert await servers.look_after()
    assert await said(servers) == "The second one tells."
    two[0].faults.clear()
    assert await servers.look_after()
    assert await said(servers) == "The first one tells."


async def test_if_all_are_away_the_first_is_tried_all_the_same(session):
    gone = OllamaServer(session, "http://127.0.0.1:9", model="tiny")
    servers = Failover([Member(server=gone)])
    assert not await servers.look_after()
    with pytest.raises(ServerUnreachableError):
        await said(servers)


class Sleeper:
    """A server that is there only once it was woken."""

    def __init__(self, session):
        self.port, self.wakes, self.woken = 0, True, 0
        self.stack = None
        self.server = ScriptedOllama()
        self.server.plays(FIRST)
        self._session = session

    async def asleep(self):
        async with self.server.serving():
            self.port = int(self.server.url.rpartition(":")[2])
        client = OllamaServer(self._session, self.server.url, model="tiny")
        return Member(server=client, wake=self.wake)

    async def wake(self):
        self.woken += 1
        if self.wakes:
            self.stack = self.server.serving(self.port)
            await self.stack.__aenter__()

    async def close(self):
        if self.stack:
            await self.stack.__aexit__(None, None, None)


@pytest.fixture
async def sleeper(session, socket_enabled, monkeypatch):
    monkeypatch.setattr(failover, "LOOK_S", 0.01)
    monkeypatch.setattr(failover, "WAKE_S", 0.2)
    sleeper = Sleeper(session)
    yield sleeper
    await sleeper.close()


async def test_a_sleeping_server_is_woken_and_waited_for(sleeper):
    servers = Failover([await sleeper.asleep()])
    looking = asyncio.create_task(servers.look_after())
    await asyncio.sleep(0)
    assert await said(servers) == "The first one tells."
    assert await looking
    assert sleeper.woken == 1
    assert await servers.look_after()
    assert sleeper.woken == 1


async def test_one_that_does_not_wake_fails_like_any_other(sleeper):
    sleeper.wakes = False
    servers = Failover([await sleeper.asleep()])
    looking = asyncio.create_task(servers.look_after())
    await asyncio.sleep(0)
    with pytest.raises(ServerUnreachableError):
        await said(servers)
    assert not await looking


async def test_while_one_wakes_another_tells(two, members, sleeper):
    servers = Failover([await sleeper.asleep(), members[0][1]])
    assert await said(servers) == "The second one tells."
    assert await servers.look_after()
    servers.begin()
    assert await said(servers) == "The first one tells."


async def test_a_server_that_says_nothing_is_not_well(two, members, monkeypatch):
    monkeypatch.setattr(failover, "CHECK_S", 0.05)
    monkeypatch.setattr(failover, "LOOK_S", 0.01)
    two[0].faults["/api/version"] = two[0].faults["/api/tags"] = Script.refusal(
        200, "{}", first_delay=1.0
    )
    assert not await answers(members[0][0].server)
    assert not await answers_within(members[0][0].server, 0.1)
    assert await answers_within(members[0][1].server, 5)
