"""A companion with two model servers: where one fails, the next one speaks, and nobody hears half a sentence."""

import asyncio
from unittest.mock import patch

import pytest
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.mirae_story import talking, writers
from custom_components.mirae_story.memory.lines import ENGLISH, JAPANESE
from custom_components.mirae_story.story.errors import (
    ReplyCutOffError,
    ServerBusyError,
    ServerUnreachableError,
    ToolsRefusedError,
)
from custom_components.mirae_story.story.ports import CallReport, Role
from tests.companions import add_companion, change, converse, speech
from tests.controlled_home import LAMP, TURN_ON, calling, put_lamp, results
from tests.living_home import SERVER_DATA, set_up, story_entry
from tests.story.fakes import ScriptedModel

CUT = CallReport(kind="turn", model="tiny", seconds=1, done_reason="length")


class Server(ScriptedModel):
    """A server that notes how it is asked."""

    def __init__(self, answer):
        super().__init__(default_prose=answer)
        self.asked_with = []
        self.models = []

    async def stream_turn(self, messages, tools, sampling):
        self.asked_with.append(sampling)
        async for part in super().stream_turn(messages, tools, sampling):
            yield part


@pytest.fixture
def one():
    return Server("The first one speaks.")


@pytest.fixture
def other():
    return Server("The other one speaks.")


@pytest.fixture
def owner(hass):
    return MockUser(name="Ken", is_owner=True).add_to_hass(hass)


@pytest.fixture
async def home(hass, one, other, evenings, tmp_path):
    """A home with both servers."""
    hass.config.config_dir = str(tmp_path)
    servers = {"http://one/v1": one, "http://other/v1": other}

    def made(_session, data):
        servers[data["url"]].models.append(data["model"])
        return servers[data["url"]]

    data = [
        SERVER_DATA
        | {
            "url": url,
            "model": url[7:].removesuffix("/v1"),
            "order": order,
            "context_tokens": context,
            "keep_alive": f"{order}m",
        }
        for order, (url, context) in enumerate(
            zip(servers, (16384, 8192), strict=True), start=1
        )
    ]
    with patch.object(writers, "server_from_data", made):
        entry = await set_up(hass, story_entry(servers=data))
        yield entry
        await hass.config_entries.async_unload(entry.entry_id)
        await hass.async_block_till_done(wait_background_tasks=True)


@pytest.fixture
async def companion(hass, home, owner):
    return await add_companion(hass, home, owner)


async def stored(companion):
    turns = await companion.memory.turns(companion.workspace)
    return [(turn.question, turn.answer) for turn in turns]


async def test_the_first_one_speaks_within_the_smaller_context(
    hass, companion, one, other, owner
):
    assert speech(await converse(hass, "Hello", owner)) == "The first one speaks."
    assert other.prose_calls == []
    (sampling,) = one.asked_with
    assert (sampling.context_tokens, sampling.keep_alive) == (16384, "1m")
    assert sampling.max_tokens == 1024
    assert companion.talker.prompt_tokens == round((8192 - 1024) * writers.SURE)


@pytest.mark.parametrize(
    "trouble", [ServerUnreachableError(), ServerBusyError(), "", "<think>hm</think>"]
)
async def test_where_it_fails_at_once_the_next_one_speaks(
    hass, companion, one, other, owner, trouble
):
    one.default_prose = trouble
    assert speech(await converse(hass, "Hello", owner)) == "The other one speaks."
    assert other.prose_calls[0][-1].content == "Hello"
    (sampling,) = other.asked_with
    assert (sampling.context_tokens, sampling.keep_alive) == (8192, "2m")
    assert await stored(companion) == [("Hello", "The other one speaks.")]
    # The next turn begins with the first one again.
    one.default_prose = "I am back."
    assert speech(await converse(hass, "Hello again", owner)) == "I am back."


async def test_a_model_of_ones_own_belongs_to_one_server(
    hass, home, companion, one, other, owner
):
    chosen = next(s for s in home.subentries.values() if s.data["order"] == 2)
    await change(hass, home, companion, server=chosen.subentry_id, model="bigger")
    other.default_prose = ServerUnreachableError()
    assert speech(await converse(hass, "Hello", owner)) == "The first one speaks."
    assert (one.models, other.models) == (["one"], ["other", "bigger"])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("There was a cat. ", "It sat on", "It slept.", "broke off")),
        ("ja", ("ねこがいました。", "ねこは", "ねました。", "切れました")),
    ],
)
async def test_a_broken_reply_goes_on_after_its_last_sentence(
    hass, companion, one, other, owner, language, words
):
    said, broken, rest, request_to_go_on = words
    one.prose.append([f"{said}{broken}", ReplyCutOffError()])
    other.default_prose = rest
    answer = await converse(hass, "Tell me of a cat", owner, language=language)
    assert speech(answer) == f"{said}{rest}"
    *_, asked, so_far, more = other.prose_calls[-1]
    assert (asked.content, so_far.content) == ("Tell me of a cat", said)
    assert (so_far.role, more.role) == (Role.ASSISTANT, Role.USER)
    assert request_to_go_on in more.content
    assert await stored(companion) == [("Tell me of a cat", f"{said}{rest}")]


@pytest.mark.parametrize(("language", "lines"), [("en", ENGLISH), ("ja", JAPANESE)])
async def test_where_none_is_left_it_ends_with_a_whole_sentence(
    hass, companion, one, other, owner, language, lines
):
    one.prose.append(["There was a cat. It sat", ReplyCutOffError()])
    other.default_prose = ServerUnreachableError()
    answer = await converse(hass, "Tell me of a cat", owner, language=language)
    assert speech(answer) == f"There was a cat. {lines.broke_off}"
    assert not answer.continue_conversation
    one.default_prose = ServerUnreachableError()
    answer = await converse(hass, "Tell me of a dog", owner, language=language)
    assert speech(answer) == lines.model_trouble
    assert await stored(companion) == []


async def test_silence_in_the_middle_moves_on_too(hass, companion, one, other, owner):
    async def stalling(messages, tools, sampling):
        yield "There was a cat. It"
        await asyncio.Event().wait()

    one.stream_turn = stalling
    other.default_prose = "It slept."
    with patch.object(writers, "LONGEST_WAIT_S", 0.05):
        said = speech(await converse(hass, "Tell me of a cat", owner))
    assert said == "There was a cat. It slept."


async def test_two_that_say_nothing_share_the_time_that_there_is(
    hass, companion, one, other, owner
):
    one.gate.clear()
    other.gate.clear()
    clock = asyncio.get_running_loop().time
    began = clock()
    with patch.object(talking, "LONGEST_TURN_S", 0.4):
        said = speech(await converse(hass, "Hello", owner))
    assert said == ENGLISH.model_trouble
    assert (len(one.prose_calls), len(other.prose_calls)) == (1, 1)
    assert 0.3 < clock() - began < 5
    assert talking.LONGEST_TURN_S < 300
    assert await stored(companion) == []


async def test_a_reply_without_end_comes_to_one(hass, companion, one, other, owner):
    async def endless(messages, tools, sampling):
        while True:
            await asyncio.sleep(0.01)
            yield "And then it rained. "

    one.stream_turn = endless
    with patch.object(talking, "LONGEST_TURN_S", 0.2):
        said = speech(await converse(hass, "Tell me of the rain", owner))
    assert said.startswith("And then it rained. ")
    assert said.endswith(ENGLISH.broke_off)
    assert other.prose_calls == []
    assert await stored(companion) == []


async def test_a_reply_that_is_too_long_ends_with_a_whole_sentence(
    hass, companion, one, owner
):
    one.reports = [CUT]
    one.default_prose = "There was a cat. It sat on the"
    assert speech(await converse(hass, "Hello", owner)) == "There was a cat. "
    one.default_prose = "It sat on the"
    assert speech(await converse(hass, "Hello", owner)) == "It sat on the"


async def test_what_was_done_is_not_done_again_by_the_next_one(
    hass, home, companion, one, other, owner
):
    lamp = await put_lamp(hass)
    await change(hass, home, companion, llm_hass_api=["assist"])
    one.prose.append([calling(TURN_ON, name="reading lamp")])
    one.prose.append(["The lamp is on. It is", ReplyCutOffError()])
    other.default_prose = "It is bright."
    said = speech(await converse(hass, "Turn on the reading lamp", owner))
    assert said == "The lamp is on. It is bright."
    assert len(lamp.switched) == 1
    assert hass.states.get(LAMP).state == "on"
    roles = [message.role for message in other.prose_calls[-1][1:]]
    assert roles == [
        Role.USER,
        Role.ASSISTANT,
        Role.TOOL,
        Role.ASSISTANT,
        Role.USER,
    ]
    assert results(other.prose_calls[-1])[0]["data"]["success"]


async def test_the_one_that_knows_tools_is_asked(
    hass, home, companion, one, other, owner
):
    await put_lamp(hass)
    await change(hass, home, companion, llm_hass_api=["assist"])
    one.default_prose = ToolsRefusedError()
    other.prose.append([calling(TURN_ON, name="reading lamp")])
    said = speech(await converse(hass, "Turn on the reading lamp", owner))
    assert said == "The other one speaks."
    assert hass.states.get(LAMP).state == "on"
    # One that breaks off is followed by one that knows none: without tools, and to the end.
    one.default_prose = ["It is bright. It", ReplyCutOffError()]
    one.prose.append(["Well. It", ReplyCutOffError()])
    other.prose.append(ToolsRefusedError())
    said = speech(await converse(hass, "Is it bright?", owner))
    assert said == "Well. It is bright. The other one speaks."
    # Where none knows them, the first one talks without.
    one.default_prose = "I cannot do that."
    one.prose.append(ToolsRefusedError())
    other.default_prose = ToolsRefusedError()
    said = speech(await converse(hass, "Turn on the reading lamp", owner))
    assert said == "I cannot do that."
    assert one.tools_offered[-1] == []


async def test_a_server_that_is_away_is_not_waited_for_in_each_turn(
    hass, home, companion, one, other, owner
):
    with patch.object(one, "check", side_effect=ServerUnreachableError()):
        for _ in range(2):
            said = speech(await converse(hass, "Hello", owner))
            assert said == "The other one speaks."
            await hass.async_block_till_done(wait_background_tasks=True)
    assert one.prose_calls == []
    # It is back: the turn that finds this out is the last one without it.
    await converse(hass, "Hello", owner)
    await hass.async_block_till_done(wait_background_tasks=True)
    assert speech(await converse(hass, "Hello", owner)) == "The first one speaks."


async def test_talks_at_the_same_time_fail_over_each_by_itself(
    hass, companion, one, other, owner
):
    other.gate.clear()
    one.prose.append(ServerBusyError())
    waiting = hass.async_create_task(converse(hass, "Hello", owner))
    for _ in range(500):
        if other.prose_calls:
            break
        await asyncio.sleep(0.01)
    assert speech(await converse(hass, "Hi", owner)) == "The first one speaks."
    other.gate.set()
    assert speech(await waiting) == "The other one speaks."


async def test_a_sleeping_server_is_woken(hass, home, companion, one, other, owner):
    woken = asyncio.Event()
    assert await async_setup_component(
        hass, "script", {"script": {"wake": {"sequence": [{"event": "wake"}]}}}
    )
    hass.bus.async_listen("wake", lambda _: woken.set())
    server = next(s for s in home.subentries.values() if s.data["order"] == 1)
    hass.config_entries.async_update_subentry(
        home, server, data={**server.data, "wake_script": "script.wake"}
    )
    await hass.async_block_till_done()

    async def away():
        if not woken.is_set():
            raise ServerUnreachableError

    one.check = away
    one.prose.append(ServerUnreachableError())
    assert speech(await converse(hass, "Hello", owner)) == "The other one speaks."
    await asyncio.wait_for(woken.wait(), 5)
