"""The memory's embedder over model servers: prefixes, batches, long texts, faults, and one server for another."""

import asyncio
import contextlib
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from aiohttp import ClientSession

from custom_components.mirae_story.servers import embedding
from custom_components.mirae_story.servers.embedding import (
    BATCH,
    LONGEST_TEXT,
    ServerEmbedder,
)
from custom_components.mirae_story.servers.openai import OpenAIServer
from custom_components.mirae_story.story import errors
from demo.model_server import MODEL_NAME
from tests.scripted.ollama_server import ScriptedOllama
from tests.scripted.script import Script

ROOT = Path(__file__).parents[2]
NOMIC = "nomic-embed-text:latest"


class Vectors:
    """A server that answers with these rows, or fails so."""

    def __init__(self, *answers, longest=None, delay=0.0):
        self.answers = list(answers)
        self.longest = longest
        self.delay = delay
        self.asked = []

    async def embed(self, texts):
        self.asked.append(list(texts))
        await asyncio.sleep(self.delay)
        if self.longest and max(map(len, texts)) > self.longest:
            raise errors.ContextTooSmallError
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, list) else [answer(t) for t in texts]


def numbers(text):
    """A vector that depends on the text."""
    return [float(len(text)), 1.0, 2.0]


def embedder_of(*servers, model="bge-m3", **options):
    return ServerEmbedder(model, servers, **options)


@pytest.fixture
def moment(monkeypatch):
    """Moves the event loop's time on, as the embedder sees it."""
    loop = asyncio.get_event_loop()
    real, passed = loop.time, [0.0]
    monkeypatch.setattr(loop, "time", lambda: real() + passed[0])

    def move(seconds):
        passed[0] += seconds

    return move


@pytest.mark.parametrize("kind", ["ollama", "openai"])
async def test_both_kinds_of_server(kind, scripted_ollama, scripted_openai, make):
    scripted = scripted_ollama if kind == "ollama" else scripted_openai
    embedder = ServerEmbedder(NOMIC, [make(scripted)])
    assert embedder.model == "nomic-embed-text"
    questions = await embedder.embed_queries(["Where is the dog?"])
    texts = await embedder.embed_documents(["犬は庭にいます。", "The boat", "A lamp"])
    assert questions.shape == (1, 4)
    assert texts.shape == (3, 4)
    assert questions.dtype == texts.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(texts, axis=1), 1, atol=1e-6)
    path = "/api/embed" if kind == "ollama" else "/v1/embeddings"
    assert [p["input"] for p in scripted.asked(path)] == [
        ["search_query: Where is the dog?"],
        [
            "search_document: 犬は庭にいます。",
            "search_document: The boat",
            "search_document: A lamp",
        ],
    ]


async def test_nothing_asked_is_nothing_found():
    server = Vectors(numbers)
    assert (await embedder_of(server).embed_queries([])).shape == (0, 0)
    assert server.asked == []


async def test_many_texts_are_asked_in_small_batches_and_keep_their_order():
    server = Vectors(numbers)
    texts = ["x" * n for n in range(1, BATCH * 2 + 2)]
    vectors = await embedder_of(server).embed_documents(texts)
    assert [len(batch) for batch in server.asked] == [BATCH, BATCH, 1]
    heads = vectors[:, 0] / vectors[:, 1]
    np.testing.assert_allclose(heads, range(1, len(texts) + 1), rtol=1e-4)


async def test_texts_are_sent_as_they_can_be_read():
    server = Vectors(numbers)
    await embedder_of(server).embed_documents(
        ["", "a\ud800b\x00c", " \udfff ", "あ" * 1_000_000]
    )
    assert server.asked == [["…", "a b c", "…", "あ" * LONGEST_TEXT]]


async def test_a_text_that_is_too_long_is_halved_and_the_limit_is_learned():
    server = Vectors(numbers, longest=600)
    embedder = embedder_of(server)
    await embedder.embed_documents(["short", "y" * 1700])
    assert [len(batch[1]) for batch in server.asked] == [1700, 850, 425]
    assert {batch[0] for batch in server.asked} == {"short"}
    await embedder.embed_documents(["z" * 1700])
    assert len(server.asked) == 4


async def test_a_model_that_reads_next_to_nothing_is_given_up():
    server = Vectors(numbers, longest=3)
    with pytest.raises(errors.ContextTooSmallError):
        await embedder_of(server).embed_documents(["y" * 1700])
    assert len(server.asked) < 8


@pytest.mark.parametrize(
    "rows",
    [
        [[1.0, 2.0], [1.0, float("nan")]],
        [[1.0, 2.0], [float("inf"), 1.0]],
        [[1.0, 2.0], [0.0, 0.0]],
        [[1.0, 2.0], [1.0]],
        [[], []],
        [[1e200, 1e200], [1e300, 1e300]],
    ],
)
async def test_what_is_no_vector_is_refused(rows):
    with pytest.raises(errors.RequestRefusedError):
        await embedder_of(Vectors(rows)).embed_documents(["a", "b"])


@pytest.mark.parametrize("count", [0, 1, 3])
async def test_too_few_or_too_many_vectors(scripted_ollama, make, count):
    body = json.dumps({"embeddings": [[1.0, 2.0]] * count})
    scripted_ollama.faults["/api/embed"] = Script(body=body)
    with pytest.raises(errors.GarbledReplyError):
        await ServerEmbedder(NOMIC, [make(scripted_ollama)]).embed_documents(["a", "b"])


async def test_a_text_without_a_vector_does_not_make_a_server_rest():
    server = Vectors([[float("nan"), 1.0]], [[1.0, 2.0]])
    embedder = embedder_of(server)
    with pytest.raises(errors.RequestRefusedError):
        await embedder.embed_documents(["a"])
    assert len(await embedder.embed_queries(["b"])) == 1


async def test_a_server_that_cannot_write_its_numbers_down(scripted_ollama, make):
    what = "failed to encode response: json: unsupported value: NaN"
    scripted_ollama.faults["/api/embed"] = Script.refusal(500, {"error": what})
    with pytest.raises(errors.RequestRefusedError):
        await ServerEmbedder(NOMIC, [make(scripted_ollama)]).embed_documents(["a"])


async def test_another_dimension_of_a_server_that_stands_in_is_another_model():
    gone = errors.ServerUnreachableError()
    first = Vectors([[1.0, 2.0]], gone)
    second = Vectors([[1.0, 2.0, 3.0]])
    embedder = embedder_of(first, second)
    await embedder.embed_documents(["a"])
    with pytest.raises(errors.ServerUnreachableError):
        await embedder.embed_documents(["b"])
    assert len(second.asked) == 1


async def test_a_model_that_was_replaced_on_its_server_is_taken_as_it_is():
    server = Vectors([[1.0, 2.0]], [[1.0, 2.0, 3.0]])
    embedder = embedder_of(server)
    assert (await embedder.embed_documents(["a"])).shape == (1, 2)
    assert (await embedder.embed_documents(["b"])).shape == (1, 3)


async def test_a_server_that_fails_is_replaced_and_heard_of():
    heard = []
    refusal = errors.ServerUnreachableError(url="http://a")
    first, second = Vectors(refusal), Vectors(numbers)
    embedder = embedder_of(first, second, heard=lambda *what: heard.append(what))
    assert (await embedder.embed_queries(["a"])).shape == (1, 3)
    assert heard == [(first, refusal)]
    await embedder.embed_queries(["b"])
    assert len(first.asked) == 1, "it rests"
    assert len(second.asked) == 2


async def test_who_waits_does_not_wait_for_a_server_that_just_failed(moment):
    server = Vectors(errors.ServerUnreachableError(), numbers)
    embedder = embedder_of(server)
    for _ in range(3):
        with pytest.raises(errors.ServerUnreachableError):
            await embedder.embed_queries(["a"])
    assert len(server.asked) == 1
    moment(embedding.REST_S + 1)
    assert len(await embedder.embed_queries(["a"])) == 1


async def test_it_is_told_once_that_a_server_works_again(moment):
    heard = []
    fault = errors.ModelMissingError()
    server = Vectors(fault, numbers)
    embedder = embedder_of(server, heard=lambda *what: heard.append(what))
    with pytest.raises(errors.ModelMissingError):
        await embedder.embed_queries(["a"])
    moment(embedding.REST_S + 1)
    for _ in range(2):
        await embedder.embed_queries(["a"])
    assert heard == [(server, fault), (server, None)]


async def test_the_background_wakes_a_server_that_rests():
    server = Vectors(errors.ServerBusyError(), numbers)
    embedder = embedder_of(server)
    with pytest.raises(errors.ServerBusyError):
        await embedder.embed_queries(["a"])
    await embedder.embed_documents(["b"])
    assert len(await embedder.embed_queries(["a"])) == 1


async def test_the_first_server_says_what_is_wrong():
    first = Vectors(errors.ModelMissingError(model="m"))
    second = Vectors(errors.ServerUnreachableError())
    embedder = embedder_of(first, second)
    for _ in range(2):
        with pytest.raises(errors.ModelMissingError):
            await embedder.embed_documents(["a"])
    assert len(first.asked) == len(second.asked) == 2
    with pytest.raises(errors.ModelMissingError):
        await embedder.embed_queries(["a"])


async def test_a_question_is_not_waited_for_long():
    slow, quick = Vectors(numbers, delay=30), Vectors(numbers)
    embedder = embedder_of(slow, query_patience=0.01)
    with pytest.raises(errors.ServerSlowError):
        await embedder.embed_queries(["a"])
    embedder = embedder_of(slow, quick, query_patience=0.01)
    assert len(await embedder.embed_queries(["a"])) == 1


async def test_a_cancelled_call_stays_cancelled_and_blames_nobody():
    server = Vectors(numbers, delay=0.05)
    embedder = embedder_of(server)
    task = asyncio.ensure_future(embedder.embed_queries(["a"]))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(await embedder.embed_queries(["a"])) == 1


async def test_a_server_that_went_away_and_came_back(make, moment):
    scripted = ScriptedOllama()
    async with scripted.serving():
        embedder = ServerEmbedder(NOMIC, [make(scripted)])
        before = await embedder.embed_documents(["moon"])
    with pytest.raises(errors.ServerUnreachableError):
        await embedder.embed_documents(["moon"])
    port = int(scripted.url.rpartition(":")[2])
    async with scripted.serving(port):
        np.testing.assert_array_equal(await embedder.embed_documents(["moon"]), before)


@contextlib.asynccontextmanager
async def real_server():
    """Run llama-server with the small model as an embedding model, and yield its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.servers.embedding_server"),
        cwd=ROOT,
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


async def test_a_real_embedding_server(socket_enabled):
    """One start of the server serves all these questions: it takes seconds."""
    async with real_server() as url, ClientSession() as session:
        server = OpenAIServer(session, url, model="", embedding_model=MODEL_NAME)
        embedder = ServerEmbedder(MODEL_NAME, [server], query_patience=60)
        vectors = await embedder.embed_documents(
            ["The dog sleeps.", "", "犬\x00が\ud800眠る", "A boat", "The dog sleeps."]
        )
        assert vectors.shape == (5, 576)
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
        np.testing.assert_allclose(vectors[0], vectors[4], atol=0.02)
        # The real server refuses a text of more tokens than it reads at once.
        long = await embedder.embed_documents(["The dog sleeps on the sofa. " * 60])
        assert long.shape == (1, 576)
        assert embedder._longest < LONGEST_TEXT
        assert (await embedder.embed_queries(["dog"])).shape == (1, 576)
