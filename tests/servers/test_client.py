"""What both clients do alike, against both scripted servers."""

import asyncio
import time

import pytest

from custom_components.mirae_story.servers import client as module
from custom_components.mirae_story.servers.transport import Timeouts
from custom_components.mirae_story.story import errors
from custom_components.mirae_story.story.ports import Message, Role, Sampling
from tests.scripted.ollama_server import ScriptedOllama
from tests.scripted.openai_server import ScriptedOpenAI
from tests.scripted.script import Fault, Script

ASK = [Message(Role.SYSTEM, "You tell stories."), Message(Role.USER, "続きを聞かせて")]
HASTY = Timeouts(connect=1, first_token=0.6, next_token=0.6, answer=0.6)
SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}}}
USUAL = Sampling()


@pytest.fixture(params=[ScriptedOllama, ScriptedOpenAI])
async def server(request, socket_enabled):
    async with request.param().serving() as server:
        yield server


async def told(client, sampling=USUAL):
    return [text async for text in client.stream_text(ASK, sampling)]


async def test_streams_text_and_reports(server, make):
    client = make(server)
    server.plays(Script(delay=0.01))
    assert await told(client) == ["Once ", "upon ", "a ", "time."]
    (report,) = client.reports
    assert (report.kind, report.model) == ("text", "tiny:latest")
    assert (report.prompt_tokens, report.reply_tokens) == (30, 4)
    assert report.tokens_per_s == pytest.approx(10)
    assert 0 < report.first_token_s < report.seconds
    assert (report.done_reason, report.error) == ("stop", None)


async def test_a_limit_is_reported_and_no_error(server, make):
    client = make(server)
    server.plays(Script(done_reason="length"))
    assert "".join(await told(client)) == "Once upon a time."
    assert client.reports[-1].done_reason == "length"


@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
async def test_cuts_between_bytes_change_nothing(server, make, size, newline):
    text = "ルナは🌙の島へ帰りました。「おやすみ」"
    server.plays(Script.of(text, bytes_a_write=size, newline=newline, pings=1))
    assert "".join(await told(make(server))) == text


async def test_reasoning_never_comes_out(server, make):
    pieces = ["<th", "ink>Luna should", " die</thi", "nk>\n\n", "Luna ", "sleeps."]
    server.plays(Script(pieces=pieces, thinking=["I think", " of Luna"]))
    client = make(server)
    assert "".join(await told(client, Sampling(think=True))) == "Luna sleeps."
    assert client.reports[-1].reply_tokens == 8


async def test_only_reasoning_is_silence(server, make):
    server.plays(Script(pieces=["<think>", "and on"], done_reason="length"))
    assert await told(make(server)) == []


async def test_held_back_text_comes_at_the_end(server, make):
    server.plays(Script(pieces=["2 ", "<"]))
    assert "".join(await told(make(server))) == "2 <"


async def test_json_is_asked_for_and_given_raw(server, make):
    reply = 'I must think. {"x"</think>{"title": "Moon"}'
    server.plays(Script.of(reply))
    client = make(server)
    assert await client.ask_json(ASK, SCHEMA, Sampling()) == '{"title": "Moon"}'
    assert client.reports[-1].kind == "json"


async def test_json_that_never_ends_is_cut(server, make, monkeypatch):
    monkeypatch.setattr(module, "_LONGEST_JSON", 20)
    server.plays(Script(pieces=["12345678 "] * 1000, delay=0.001))
    client = make(server)
    reply = await client.ask_json(ASK, SCHEMA, Sampling())
    assert 20 < len(reply) < 60
    assert client.reports[-1].done_reason == "cancelled"


async def test_completes_raw_text(server, make):
    client = make(server)
    assert [t async for t in client.complete("Once", Sampling())] == [
        "Once ",
        "upon ",
        "a ",
        "time.",
    ]
    assert server.seen[-1].payload["prompt"] == "Once"
    assert "suffix" not in server.seen[-1].payload
    assert client.reports[-1].kind == "complete"


async def test_fills_in_before_a_suffix(server, make):
    client = make(server)
    async for _ in client.complete("Once", Sampling(), suffix="the end"):
        pass
    assert server.seen[-1].payload["suffix"] == "the end"


async def test_a_suffix_is_left_out_for_models_that_cannot_fill_in(server, make):
    server.refuses = {"suffix"}
    client = make(server)
    for asked in (2, 3):
        async for _ in client.complete("Once", Sampling(), suffix="the end"):
            pass
        assert len(server.seen) == asked
        assert "suffix" not in server.seen[-1].payload


async def test_embeds(server, make):
    client = make(server)
    vectors = await client.embed(["moon", "star"])
    assert len(vectors) == 2
    assert vectors[0] == pytest.approx([0.4258, 0.4336, 0.4336, 0.4297])
    assert server.seen[-1].payload["model"] == "nomic-embed-text:latest"
    report = client.reports[-1]
    assert (report.kind, report.prompt_tokens, report.done_reason) == (
        "embed",
        2,
        "stop",
    )


async def test_embedding_nothing_asks_nobody(server, make):
    assert await make(server).embed([]) == []
    assert server.seen == []


async def test_embedding_needs_a_model(server, make):
    with pytest.raises(errors.ModelMissingError):
        await make(server, embedding_model=None).embed(["moon"])
    client = make(server, embedding_model="unknown")
    with pytest.raises(errors.ModelMissingError) as caught:
        await client.embed(["moon"])
    assert caught.value.placeholders["model"] == "unknown"
    assert client.reports[-1].error == "model_missing"


@pytest.mark.parametrize(
    "vectors", [[], [[]], ["moon"], [["a"]], [[True]], [None], [[1.0], [1.0]]]
)
async def test_vectors_that_are_none_are_refused(server, make, vectors):
    data = [{"index": 0, "embedding": vector} for vector in vectors]
    answer = Script.refusal(200, {"embeddings": vectors, "data": data})
    server.faults = {"/api/embed": answer, "/v1/embeddings": answer}
    with pytest.raises(errors.GarbledReplyError):
        await make(server).embed(["moon"])


async def test_lists_models(server, make):
    models = {model.name: model for model in await make(server, model="").list_models()}
    assert set(models) == {"tiny:latest", "nomic-embed-text:latest"}
    assert models["tiny:latest"].embeds is False
    assert models["nomic-embed-text:latest"].embeds is True
    assert models["tiny:latest"].size_bytes > 1000


@pytest.mark.parametrize("answer", [{}, {"models": 1, "data": 1}])
async def test_a_list_that_is_none_is_garbled(server, make, answer):
    script = Script.refusal(200, answer)
    server.faults = {"/api/tags": script, "/v1/models": script}
    with pytest.raises(errors.GarbledReplyError):
        await make(server).check()


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/", " "])
async def test_addresses_with_and_without_path(server, make, ending):
    client = make(server, url=server.url + ending)
    assert "".join(await told(client)) == "Once upon a time."
    assert client.url.rstrip("/") == server.url
    assert (await client.check()).models


# Faults


async def failure(client, kind):
    heard = []

    async def listen():
        async for text in client.stream_text(ASK, USUAL):
            heard.append(text)  # noqa: PERF401 - what came before the fault counts

    with pytest.raises(kind) as caught:
        await listen()
    assert client.reports[-1].error == caught.value.key
    assert "続き" not in f"{caught.value} {caught.value.placeholders}"
    return heard


async def test_slow_first_token(server, make):
    server.plays(Script(first_delay=30))
    began = time.monotonic()
    assert await failure(make(server, timeouts=HASTY), errors.ServerSlowError) == []
    assert time.monotonic() - began < 2
    await server.left()


async def test_signs_of_life_are_no_token(server, make):
    server.plays(Script(pings=100, delay=0.05))
    began = time.monotonic()
    assert await failure(make(server, timeouts=HASTY), errors.ServerSlowError) == []
    assert time.monotonic() - began < 2
    await server.left()


async def test_thoughts_are_signs_of_work(server, make):
    server.plays(Script(thinking=["hm "] * 7, delay=0.15))
    assert "".join(await told(make(server, timeouts=HASTY))) == "Once upon a time."


async def test_stall_between_tokens(server, make):
    server.plays(Script(fault=Fault.STALL, fault_after=2))
    heard = await failure(make(server, timeouts=HASTY), errors.ServerSlowError)
    assert heard == ["Once ", "upon "]
    await server.left()


async def test_a_slow_listener_is_not_a_slow_server(server, make):
    server.plays(Script(pieces=["One. ", "Two. "], delay=0.05))
    heard = []
    async for text in make(server, timeouts=HASTY).stream_text(ASK, Sampling()):
        heard.append(text)
        await asyncio.sleep(0.8)
    assert heard == ["One. ", "Two. "]


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Fault.END, errors.ReplyCutOffError),
        (Fault.ABORT, errors.ReplyCutOffError),
        (Fault.GARBAGE, errors.GarbledReplyError),
        (Fault.ERROR, errors.ServerError),
    ],
)
@pytest.mark.parametrize("after", [0, 2])
async def test_faults_in_the_stream(server, make, fault, kind, after):
    server.plays(Script(fault=fault, fault_after=after, delay=0.02))
    assert await failure(make(server), kind) == ["Once ", "upon "][:after]


async def test_an_error_in_the_stream_is_named(server, make):
    text = "request exceeds the available context size"
    server.plays(Script(fault=Fault.ERROR, error=text))
    await failure(make(server), errors.ContextTooSmallError)


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (500, {"error": "llama runner process has terminated"}, errors.ServerError),
        (404, "<html>404</html>", errors.GarbledReplyError),
        (200, "<html>Hello, I am a router</html>", errors.GarbledReplyError),
        (503, {"error": "server busy"}, errors.ServerBusyError),
        (400, {"error": "no"}, errors.RequestRefusedError),
    ],
)
async def test_http_errors(server, make, status, body, kind):
    script = Script.refusal(status, body)
    server.faults = {"/api/chat": script, "/v1/chat/completions": script}
    assert await failure(make(server), kind) == []


async def test_a_wrong_key(server, make):
    server.key = "right"
    await failure(make(server, api_key="wrong"), errors.ServerAuthError)
    assert await told(make(server, api_key="right"))
    with pytest.raises(errors.ServerAuthError):
        await make(server).check()


async def test_a_missing_model(server, make):
    client = make(server, model="unknown")
    await failure(client, errors.ModelMissingError)


async def test_a_prompt_that_does_not_fit(server, make):
    server.context_tokens = 20
    await failure(make(server), errors.ContextTooSmallError)


async def test_a_server_that_is_gone(server, make, unused_tcp_port):
    client = make(server, url=f"http://127.0.0.1:{unused_tcp_port}")
    await failure(client, errors.ServerUnreachableError)


# Leaving


async def test_closing_the_generator_frees_the_server(server, make):
    server.plays(Script(pieces=["word "] * 1000, delay=0.02))
    client = make(server)
    texts = client.stream_text(ASK, Sampling())
    assert await anext(texts) == "word "
    assert server.disconnects == 0
    await texts.aclose()
    began = time.monotonic()
    await server.left()
    assert time.monotonic() - began < 1
    assert client.reports[-1].done_reason == "cancelled"
    assert client.reports[-1].error is None


@pytest.mark.parametrize("first_delay", [0.0, 60.0])
async def test_cancelling_a_call_frees_the_server(server, make, first_delay):
    server.plays(Script(fault=Fault.STALL, fault_after=1, first_delay=first_delay))
    client = make(server)
    task = asyncio.create_task(client.ask_json(ASK, SCHEMA, Sampling()))
    await server.arrived()
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await server.left()
    assert client.reports[-1].done_reason == "cancelled"
