"""The official clients understand the scripted servers, faults included: so they are like the real ones."""

import json

import httpx
import ollama
import openai
import pytest

from .fixtures import *  # noqa: F403 - fixtures
from .script import Fault, Script

ASK = [{"role": "user", "content": "続きを聞かせて"}]
TEXT = "ルナは🌙へ帰りました。"
TOOL = {
    "type": "function",
    "function": {
        "name": "light__on",
        "description": "Turn a light on",
        "parameters": {"type": "object", "properties": {"name": {"type": "string"}}},
    },
}
CALLS = [("light__on", {"name": "寝室"}), ("light__on", {"name": "hall"})]


@pytest.fixture
def expected_lingering_tasks():
    """Allow that an official client leaves its inner generators, after an error, to the garbage collector."""
    return True


@pytest.fixture
async def ollama_client(scripted_ollama):
    # pytest-socket allows numeric hosts only; no proxy of the machine may come between.
    client = ollama.AsyncClient(
        scripted_ollama.url, headers={"Authorization": "Bearer right"}, trust_env=False
    )
    yield client
    await client._client.aclose()


@pytest.fixture
async def openai_client(scripted_openai):
    async with openai.AsyncOpenAI(
        base_url=f"{scripted_openai.url}/v1",
        api_key="right",
        max_retries=0,
        http_client=httpx.AsyncClient(trust_env=False),
    ) as client:
        yield client


class TestOllama:
    async def test_chat_streams(self, scripted_ollama, ollama_client):
        scripted_ollama.plays(Script.of(TEXT, thinking=["hm"], bytes_a_write=3))
        parts = [
            part
            async for part in await ollama_client.chat(
                "tiny", ASK, stream=True, think=True, keep_alive=-1, options={"seed": 7}
            )
        ]
        assert "".join(part.message.content or "" for part in parts) == TEXT
        assert parts[0].message.thinking == "hm"
        assert parts[-1].done
        assert parts[-1].done_reason == "stop"
        assert parts[-1].eval_count == len(parts) - 1
        (payload,) = scripted_ollama.asked("/api/chat")
        assert payload["options"] == {"seed": 7}
        assert payload["keep_alive"] == -1

    async def test_chat_whole(self, scripted_ollama, ollama_client):
        scripted_ollama.plays(Script.of(TEXT))
        assert (await ollama_client.chat("tiny", ASK)).message.content == TEXT

    @pytest.mark.parametrize("stream", [True, False])
    async def test_calls_of_tools(self, scripted_ollama, ollama_client, stream):
        scripted_ollama.plays(Script(pieces=["Yes."], calls=CALLS))
        answer = await ollama_client.chat("tiny", ASK, tools=[TOOL], stream=stream)
        parts = [part async for part in answer] if stream else [answer]
        called = [
            (call.function.name, dict(call.function.arguments))
            for part in parts
            for call in part.message.tool_calls or ()
        ]
        assert called == CALLS
        assert "".join(part.message.content or "" for part in parts) == "Yes."
        (payload,) = scripted_ollama.asked("/api/chat")
        assert payload["tools"][0]["function"]["name"] == "light__on"

    async def test_generate(self, scripted_ollama, ollama_client):
        scripted_ollama.plays(Script.of(TEXT))
        stream = await ollama_client.generate("tiny", "Once", suffix="end", stream=True)
        assert "".join([part.response async for part in stream]) == TEXT

    async def test_what_it_knows(self, scripted_ollama, ollama_client):
        scripted_ollama.loaded = ["tiny:latest"]
        assert (await ollama_client.list()).models[0].model == "tiny:latest"
        assert (await ollama_client.ps()).models[0].context_length == 8192
        shown = await ollama_client.show("tiny:latest")
        assert shown.capabilities == ["completion", "tools"]
        assert shown.modelinfo["gemma3.context_length"] == 32768
        embedded = await ollama_client.embed("nomic-embed-text", ["moon", "star"])
        assert len(embedded.embeddings) == 2

    async def test_pull(self, ollama_client):
        steps = [
            step async for step in await ollama_client.pull("gemma3:12b", stream=True)
        ]
        assert steps[-1].status == "success"
        assert any(step.completed == step.total == 1000 for step in steps)
        with pytest.raises(ollama.ResponseError, match="file does not exist"):
            async for _ in await ollama_client.pull("no-such-model", stream=True):
                pass

    async def test_missing_model(self, ollama_client):
        with pytest.raises(ollama.ResponseError, match="not found") as caught:
            await ollama_client.chat("unknown", ASK)
        assert caught.value.status_code == 404

    async def test_wrong_key(self, scripted_ollama, ollama_client):
        scripted_ollama.key = "another"
        with pytest.raises(ollama.ResponseError) as caught:
            await ollama_client.list()
        assert caught.value.status_code == 401

    async def test_refusals(self, scripted_ollama, ollama_client):
        scripted_ollama.refuses = {"think"}
        with pytest.raises(ollama.ResponseError, match="does not support thinking"):
            await ollama_client.chat("tiny", ASK, think=True)
        scripted_ollama.refuses = {"tools"}
        with pytest.raises(ollama.ResponseError, match="does not support tools"):
            await ollama_client.chat("tiny", ASK, tools=[TOOL])
        with pytest.raises(ollama.ResponseError, match="missing unit"):
            await ollama_client.chat("tiny", ASK, keep_alive="-1")

    async def test_error_in_the_stream(self, scripted_ollama, ollama_client):
        scripted_ollama.plays(Script(fault=Fault.ERROR, fault_after=1))
        with pytest.raises(ollama.ResponseError, match="terminated"):
            async for _ in await ollama_client.chat("tiny", ASK, stream=True):
                pass

    async def test_broken_connection(self, scripted_ollama, ollama_client):
        scripted_ollama.plays(Script(fault=Fault.ABORT, fault_after=1, delay=0.02))
        with pytest.raises(httpx.TransportError):
            async for _ in await ollama_client.chat("tiny", ASK, stream=True):
                pass


class TestOpenAI:
    async def test_chat_streams(self, scripted_openai, openai_client):
        script = Script.of(
            TEXT, thinking=["hm"], cached_tokens=9, bytes_a_write=3, pings=2
        )
        scripted_openai.plays(script)
        chunks = [
            chunk
            async for chunk in await openai_client.chat.completions.create(
                model="tiny",
                messages=ASK,
                stream=True,
                stream_options={"include_usage": True},
            )
        ]
        choices = [chunk.choices[0] for chunk in chunks if chunk.choices]
        assert "".join(choice.delta.content or "" for choice in choices) == TEXT
        assert choices[0].delta.model_extra["reasoning_content"] == "hm"
        assert choices[-1].finish_reason == "stop"
        usage = chunks[-1].usage
        assert usage.prompt_tokens_details.cached_tokens == 9
        assert usage.completion_tokens == len(script.pieces) + 1

    async def test_chat_whole(self, scripted_openai, openai_client):
        scripted_openai.plays(Script.of(TEXT))
        answer = await openai_client.chat.completions.create(model="tiny", messages=ASK)
        assert answer.choices[0].message.content == TEXT
        assert answer.usage.prompt_tokens == 30

    async def test_calls_of_tools(self, scripted_openai, openai_client):
        scripted_openai.plays(Script(pieces=["Yes."], calls=CALLS))
        chat = openai_client.chat.completions
        answer = await chat.create(model="tiny", messages=ASK, tools=[TOOL])
        whole = [
            (call.function.name, json.loads(call.function.arguments))
            for call in answer.choices[0].message.tool_calls
        ]
        assert whole == CALLS
        assert answer.choices[0].finish_reason == "tool_calls"
        # Bit by bit, put together as the official client does it.
        strict = TOOL | {"function": TOOL["function"] | {"strict": True}}
        async with chat.stream(model="tiny", messages=ASK, tools=[strict]) as stream:
            async for _ in stream:
                pass
            final = await stream.get_final_completion()
        (choice,) = final.choices
        streamed = [
            (call.function.name, json.loads(call.function.arguments))
            for call in choice.message.tool_calls
        ]
        assert streamed == CALLS
        assert choice.message.content == "Yes."
        results = [
            {"role": "tool", "tool_call_id": call.id, "content": "{}"}
            for call in answer.choices[0].message.tool_calls
        ]
        said = answer.choices[0].message.model_dump(exclude_none=True)
        await chat.create(model="tiny", messages=[*ASK, said, *results])
        for wrong in ([*ASK, said, results[0]], [*ASK, *results]):
            with pytest.raises(openai.BadRequestError, match="tool_calls"):
                await chat.create(model="tiny", messages=wrong)

    async def test_completions(self, scripted_openai, openai_client):
        scripted_openai.plays(Script.of(TEXT))
        stream = await openai_client.completions.create(
            model="tiny", prompt="Once", stream=True
        )
        assert "".join([c.choices[0].text async for c in stream]) == TEXT

    async def test_what_it_knows(self, openai_client):
        models = [model.id async for model in openai_client.models.list()]
        assert models == ["tiny:latest", "nomic-embed-text:latest"]
        # The official client asks for packed numbers.
        answer = await openai_client.embeddings.create(
            model="nomic-embed-text", input=["moon", "star"]
        )
        by_index = {item.index: item.embedding for item in answer.data}
        assert by_index[0] == pytest.approx([0.4258, 0.4336, 0.4336, 0.4297])

    async def test_missing_model(self, openai_client):
        with pytest.raises(openai.NotFoundError, match="does not exist"):
            await openai_client.chat.completions.create(model="unknown", messages=ASK)

    async def test_wrong_key(self, scripted_openai, openai_client):
        scripted_openai.key = "another"
        with pytest.raises(openai.AuthenticationError):
            await openai_client.models.list()

    async def test_refusals(self, scripted_openai, openai_client):
        scripted_openai.refuses = {"json_object"}
        with pytest.raises(openai.BadRequestError, match="response_format"):
            await openai_client.chat.completions.create(
                model="tiny", messages=ASK, response_format={"type": "json_object"}
            )
        scripted_openai.refuses = {"tools"}
        with pytest.raises(openai.BadRequestError, match="requires --jinja"):
            await openai_client.chat.completions.create(
                model="tiny", messages=ASK, tools=[TOOL]
            )
        scripted_openai.context_tokens = 3
        with pytest.raises(openai.BadRequestError) as caught:
            await openai_client.chat.completions.create(model="tiny", messages=ASK)
        assert caught.value.type == "exceed_context_size_error"

    async def test_error_in_the_stream(self, scripted_openai, openai_client):
        scripted_openai.plays(Script(fault=Fault.ERROR, fault_after=1))
        with pytest.raises(openai.APIError, match="terminated"):
            async for _ in await openai_client.chat.completions.create(
                model="tiny", messages=ASK, stream=True
            ):
                pass

    async def test_broken_connection(self, scripted_openai, openai_client):
        scripted_openai.plays(Script(fault=Fault.ABORT, fault_after=1, delay=0.02))
        with pytest.raises((httpx.TransportError, openai.APIConnectionError)):
            async for _ in await openai_client.chat.completions.create(
                model="tiny", messages=ASK, stream=True
            ):
                pass
