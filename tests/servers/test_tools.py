"""Models that use tools, over both protocols: real connections, scripted servers."""

import json
import logging

import pytest

from custom_components.mirae_story.servers.failover import Failover, Member
from custom_components.mirae_story.servers.faults import name_fault
from custom_components.mirae_story.servers.spoken_calls import SpokenCalls
from custom_components.mirae_story.servers.tool_calls import (
    PiecedCalls,
    read_arguments,
)
from custom_components.mirae_story.story.errors import (
    ReplyCutOffError,
    RequestRefusedError,
    ToolsRefusedError,
)
from custom_components.mirae_story.story.ports import (
    Message,
    Role,
    Sampling,
    Tool,
    ToolCall,
)
from tests.scripted.ollama_server import ScriptedOllama
from tests.scripted.openai_server import ScriptedOpenAI
from tests.scripted.script import Fault, Script

ASK = (Message(Role.USER, "寝室の電気をつけて"),)
TURN_ON = Tool(
    name="turn_on",
    description="Turn something on",
    parameters={"type": "object", "properties": {"name": {"type": "string"}}},
)
PATHS = {ScriptedOllama: "/api/chat", ScriptedOpenAI: "/v1/chat/completions"}


@pytest.fixture(params=[ScriptedOllama, ScriptedOpenAI])
async def server(request, socket_enabled):
    async with request.param().serving() as server:
        yield server


def asked(server):
    return server.asked(PATHS[type(server)])


async def turn(client, messages=ASK, tools=(TURN_ON,)):
    """What comes of one turn: the text in one piece, and what was called."""
    parts = [part async for part in client.stream_turn(messages, tools, Sampling())]
    text = "".join(part for part in parts if isinstance(part, str))
    return text, [part for part in parts if isinstance(part, ToolCall)]


def called(calls):
    return [(call.name, call.arguments) for call in calls]


async def test_text_and_calls(server, make):
    server.plays(
        Script(
            pieces=["<think>h", "m</think>", "はい。"],
            calls=[("turn_on", {"name": "寝室"}), ("turn_on", {})],
        )
    )
    client = make(server)
    text, calls = await turn(client)
    assert text == "はい。"
    assert called(calls) == [("turn_on", {"name": "寝室"}), ("turn_on", {})]
    assert len({call.call_id for call in calls}) == 2
    (payload,) = asked(server)
    assert payload["tools"] == [
        {
            "type": "function",
            "function": {
                "name": "turn_on",
                "description": "Turn something on",
                "parameters": dict(TURN_ON.parameters),
            },
        }
    ]
    report = client.reports[-1]
    assert (report.kind, report.error) == ("turn", None)
    assert report.first_token_s is not None


async def test_without_tools_it_is_talk(server, make):
    server.plays(Script.of('{"name": "turn_on", "arguments": {}}'))
    text, calls = await turn(make(server), tools=())
    assert text == '{"name": "turn_on", "arguments": {}}'
    assert calls == []
    assert "tools" not in asked(server)[0]


async def test_results_go_back_to_the_model(server, make):
    server.plays(Script(pieces=(), calls=[("turn_on", {"name": "寝室"})]), Script())
    client = make(server)
    _, calls = await turn(client)
    history = (
        *ASK,
        Message(Role.ASSISTANT, "", tuple(calls)),
        Message(Role.TOOL, '{"done": true}', result_of=calls[0]),
    )
    assert await turn(client, history) == ("Once upon a time.", [])
    _, assistant, result = asked(server)[1]["messages"]
    function = assistant["tool_calls"][0]["function"]
    arguments = function["arguments"]
    if isinstance(server, ScriptedOpenAI):
        assert assistant["content"] is None
        assert assistant["tool_calls"][0]["type"] == "function"
        arguments = json.loads(arguments)
    else:
        assert result["tool_name"] == "turn_on"
    assert (function["name"], arguments) == ("turn_on", {"name": "寝室"})
    assert result["role"] == "tool"
    assert result["content"] == '{"done": true}'
    assert (
        result["tool_call_id"] == assistant["tool_calls"][0]["id"] == (calls[0].call_id)
    )


async def test_a_model_without_tools_says_so(server, make, caplog):
    caplog.set_level(logging.INFO)
    server.refuses = {"tools"}
    with pytest.raises(ToolsRefusedError) as refused:
        await turn(make(server))
    assert refused.value.key == "tools_refused"
    assert await turn(make(server), tools=()) == ("Once upon a time.", [])
    assert "寝室" not in caplog.text


@pytest.mark.parametrize(
    "body",
    [
        "registry.ollama.ai/library/gemma3:1b does not support tools",
        "tools param requires --jinja flag",
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        "No endpoints found that support tool use.",
        "Tool calling is not supported by this model",
        "This model doesn't support function calling",
        "tools are not supported",
    ],
)
def test_how_servers_refuse_tools(body):
    for status in (400, 404, 500):
        fault = name_fault(status, body, url="http://u", model="m")
        assert type(fault) is ToolsRefusedError


def test_other_refusals_are_others():
    for body in ("does not support thinking", "the tool box is empty", "suffix"):
        fault = name_fault(400, body, url="http://u", model="m")
        assert type(fault) is not ToolsRefusedError
        assert isinstance(fault, RequestRefusedError)


async def test_calls_in_a_stream_that_breaks_are_none(server, make):
    server.plays(
        Script(
            pieces=["Yes"],
            calls=[("turn_on", {})],
            fault=Fault.ABORT,
            fault_after=1,
            delay=0.02,
        )
    )
    parts = make(server).stream_turn(ASK, (TURN_ON,), Sampling())
    assert await anext(parts) == "Yes"
    with pytest.raises(ReplyCutOffError):
        await anext(parts)


async def test_the_next_server_takes_over_with_the_tools(server, make):
    async with ScriptedOllama().serving() as other:
        server.refuses = {"tools"}
        other.plays(Script(pieces=(), calls=[("turn_on", {"name": "hall"})]))
        heard = []
        servers = Failover(
            [
                Member(server=make(server), on_error=heard.append),
                Member(server=make(other)),
            ]
        )
        text, calls = await turn(servers)
        assert (text, called(calls)) == ("", [("turn_on", {"name": "hall"})])
        assert [type(err) for err in heard] == [ToolsRefusedError]
        assert servers.reports[-1].kind == "turn"


# What models and servers do in their own way ----------------------------------------------------------


def heard(text, names=("turn_on",), size=3):
    """What is said and called, of a text that comes in pieces of this size."""
    spoken = SpokenCalls(set(names))
    parts = []
    for start in range(0, len(text), size):
        parts += spoken.push(text[start : start + size])
    parts += spoken.finish()
    said = "".join(part for part in parts if isinstance(part, str))
    return said, called(part for part in parts if isinstance(part, ToolCall))


ON = ("turn_on", {"name": "hall"})
JSON = '{"name": "turn_on", "arguments": {"name": "hall"}}'


@pytest.mark.parametrize("size", [1, 3, 500])
@pytest.mark.parametrize(
    ("text", "said", "calls"),
    [
        (f"<tool_call>\n{JSON}\n</tool_call>", "", [ON]),
        (f"Sure. <TOOL_CALL>{JSON}</tool_call> Done.", "Sure.  Done.", [ON]),
        (f"<tool_call>{JSON}</tool_call><tool_call>{JSON}</tool_call>", "", [ON, ON]),
        (f"<tool_call>{JSON}", "", [ON]),
        (f"[TOOL_CALLS][{JSON}]", "", [ON]),
        (f"<|python_tag|>{JSON}", "", [ON]),
        (JSON, "", [ON]),
        (f"```json\n{JSON}\n```", "", [ON]),
        (f"[{JSON}, {JSON}]", "", [ON, ON]),
        (
            '{"type": "function", "function": {"name": "turn_on"}}',
            "",
            [("turn_on", {})],
        ),
        (
            '{"name": "turn_on", "parameters": "{\\"name\\": \\"hall\\"}"}',
            "",
            [ON],
        ),
        # Another tool than those that there are: the model is told so, nobody hears it.
        ('<tool_call>{"name": "fly"}</tool_call>', "", [("fly", {})]),
        # No call at all.
        ("<tool_call>yes!</tool_call>Well.", "Well.", []),
        ('<tool_call>{"arguments": {}}</tool_call>Well.', "Well.", []),
        ('{"name": "Mina"}', '{"name": "Mina"}', []),
        ("{this is odd}", "{this is odd}", []),
        ("Two < three, and [this] is <b>bold</b>.", None, []),
        ("A < tool", None, []),
        ("", "", []),
        ("[laughs] Hello.", None, []),
    ],
)
def test_calls_in_the_text(text, said, calls, size):
    assert heard(text, size=size) == (text if said is None else said, calls)


def test_text_that_never_ends_is_not_held_for_ever():
    spoken = SpokenCalls({"turn_on"})
    assert spoken.push("{" + "x" * 20_000) != []
    endless = SpokenCalls({"turn_on"})
    endless.push("<tool_call>" + "x" * 20_000)
    assert endless.push("Hello.") == ["Hello."]


@pytest.mark.parametrize(
    ("given", "arguments"),
    [
        (None, {}),
        ("", {}),
        ({"a": 1}, {"a": 1}),
        ('{"a": [1, {"b": 2}]}', {"a": [1, {"b": 2}]}),
        ("{'a': ['x', {b: true},]}", {"a": ["x", {"b": True}]}),
        # A repaired text has lost its numbers: better no light than the wrong one.
        ("{'a': 50}", None),
        ('{"a": 1, "b', None),
        ("[1]", None),
        ("no }", None),
        (7, None),
    ],
)
def test_arguments(given, arguments):
    assert read_arguments(given) == arguments


def pieced(*pieces):
    calls = PiecedCalls()
    calls.push(pieces)
    return calls.finish()


def test_servers_that_do_not_count_their_calls():
    calls = pieced(
        {"id": "a", "function": {"name": "turn_on", "arguments": '{"name":'}},
        {"function": {"arguments": '"hall"}'}},
        {"id": "b", "function": {"name": "turn_on", "arguments": {"name": "bath"}}},
    )
    assert called(calls) == [ON, ("turn_on", {"name": "bath"})]
    assert [call.call_id for call in calls] == ["a", "b"]


def test_a_loop_of_calls_ends():
    calls = pieced(
        *({"index": at, "function": {"name": "turn_on"}} for at in range(100))
    )
    assert len(calls) == 32
    assert all(call.call_id for call in calls)
