"""The OpenAI-compatible client against a real llama-server with a real small model."""

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path

import pytest
from aiohttp import ClientSession

from custom_components.mirae_story.servers.measure import measure_speed, night_seconds
from custom_components.mirae_story.servers.openai import OpenAIServer
from custom_components.mirae_story.servers.transport import Timeouts
from custom_components.mirae_story.story import errors
from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.story.ports import (
    Message,
    Role,
    Sampling,
    Tool,
    ToolCall,
)
from demo.model_server import KEY_VARIABLE, MODEL_NAME

ROOT = Path(__file__).parents[2]
SLOW_MACHINE = Timeouts(first_token=120, next_token=60)
ASK = [Message(Role.USER, "Tell me a story of a small boat.")]
SCHEMA = {
    "type": "object",
    "properties": {"title": {"type": "string", "maxLength": 30}},
    "required": ["title"],
}


@contextlib.asynccontextmanager
async def model_server(context):
    """Run the demo's model server on a free port, and yield its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *(
            "-m",
            "demo.model_server",
            "--port",
            "0",
            "--threads",
            "1",
            "--context",
            str(context),
        ),
        cwd=ROOT,
        env=os.environ | {KEY_VARIABLE: "real-key"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(60):
            while b"Listening on " not in (line := await process.stdout.readline()):
                assert line, "the model server ended"
        yield line.decode().removeprefix("Listening on ").strip()
    finally:
        process.kill()
        await process.wait()


async def slot_of(server):
    """Return what llama-server tells of its only slot."""
    headers = {"Authorization": "Bearer real-key"}
    slots = server._transport._root.joinpath("slots")
    async with server._transport._session.get(slots, headers=headers) as response:
        return (await response.json())[0]


@pytest.fixture
async def real(socket_enabled):
    async with model_server(1024) as url, ClientSession() as session:
        yield OpenAIServer(
            session, url, api_key="real-key", model=MODEL_NAME, timeouts=SLOW_MACHINE
        )


async def test_a_real_model_behind_a_real_server(real):
    """One start of the server serves all these questions: it takes seconds."""
    health = await real.check()
    assert [model.name for model in health.models] == [MODEL_NAME]
    assert health.models[0].context_tokens == 1024

    sampling = Sampling(max_tokens=24, temperature=0.7, seed=7, repeat_penalty=1.1)
    pieces = [piece async for piece in real.stream_text(ASK, sampling)]
    assert len(pieces) > 5
    report = real.reports[-1]
    assert (report.reply_tokens, report.done_reason) == (24, "length")
    assert report.prompt_tokens > 10
    assert report.tokens_per_s > 0
    assert await anext(real.complete("Once upon a", sampling))
    # Nothing that was asked had to be taken back.
    assert not real._refused

    notes = await real.ask_json(ASK, SCHEMA, Sampling(max_tokens=60, seed=7))
    assert set(json.loads(notes)) == {"title"}
    await real.ask_json(ASK, SCHEMA, Sampling(max_tokens=60, seed=7))
    assert real.reports[-1].cached_tokens > 0

    speed = await measure_speed(real, Language.EN, limit_s=20)
    assert 0 < night_seconds(speed, 2.5, Language.EN) < 3600


async def test_a_real_server_takes_tools(real, monkeypatch):
    """The small model's template knows no tools: a grammar makes it write a call, as others do by themselves."""
    turn_on = Tool(
        name="turn_on",
        description="Turn on a lamp",
        parameters={"type": "object", "properties": {"lamp": {"type": "string"}}},
    )
    ask = Message(Role.USER, "Turn on the reading lamp.")
    call = ToolCall(call_id="c12345678", name="turn_on", arguments={"lamp": "reading"})
    messages = (
        ask,
        Message(Role.ASSISTANT, "", (call,)),
        Message(Role.TOOL, '{"done": true}', result_of=call),
    )
    sampling = Sampling(max_tokens=60, temperature=0, seed=7)
    said = [part async for part in real.stream_turn(messages, (turn_on,), sampling)]
    assert said
    assert not real._refused

    as_usual = real._request
    shape = {
        "type": "object",
        "properties": {
            "name": {"const": "turn_on"},
            "arguments": {
                "type": "object",
                "properties": {"lamp": {"enum": ["reading", "hall"]}},
                "required": ["lamp"],
            },
        },
        "required": ["name", "arguments"],
    }

    async def in_shape(wanted, refused):
        path, payload = await as_usual(wanted, refused)
        schema = {"name": "call", "schema": shape}
        form = {"type": "json_schema", "json_schema": schema}
        return path, payload | {"response_format": form}

    monkeypatch.setattr(real, "_request", in_shape)
    (made,) = [part async for part in real.stream_turn((ask,), (turn_on,), sampling)]
    assert made.name == "turn_on"
    assert made.arguments["lamp"] in {"reading", "hall"}


async def test_real_faults_are_named(real):
    long = [Message(Role.USER, "word " * 3000)]
    with pytest.raises(errors.ContextTooSmallError):
        await anext(real.stream_text(long, Sampling()))
    real.embedding_model = MODEL_NAME
    with pytest.raises(errors.RequestRefusedError):
        await real.embed(["moon"])
    stranger = OpenAIServer(real._transport._session, real.url, api_key="x", model="")
    with pytest.raises(errors.ServerAuthError):
        await anext(stranger.stream_text(ASK, Sampling()))


async def test_leaving_frees_a_real_server(real):
    """The reply would have hundreds of tokens; the server is idle again long before."""
    endless = real.stream_text(ASK, Sampling(seed=7))
    await anext(endless)
    await endless.aclose()
    decoded = 0
    async with asyncio.timeout(30):
        while (slot := await slot_of(real)).get("is_processing"):
            decoded = slot["next_token"][0]["n_decoded"]
            await asyncio.sleep(0.02)
    assert decoded < 150
    assert [text async for text in real.stream_text(ASK, Sampling(max_tokens=2))]
