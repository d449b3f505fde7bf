"""Vectors in the background: down, refused, another model, restarts."""

import asyncio

import pytest

from custom_components.mirae_story.memory import shelf, shelves
from custom_components.mirae_story.memory.model import RecallRules
from custom_components.mirae_story.store.turns import SqliteTurns
from custom_components.mirae_story.story.errors import (
    ContextTooSmallError,
    RequestRefusedError,
    ServerUnreachableError,
)

from .homes import HOME, NOW, WordsEmbedder, a_memory, caught_up, ids, turn, until

UNGATED = RecallRules(gated=False, limit=40)


async def likeness(memory, query, turn_id):
    found = await memory.recall(HOME, query, now=NOW, rules=UNGATED)
    likenesses = {one.turn.turn_id: one.vector for one in found}
    assert turn_id in likenesses
    return likenesses[turn_id]


async def test_an_embedder_that_is_down_is_waited_for(tmp_path):
    embedder = WordsEmbedder()
    embedder.error = ServerUnreachableError()
    async with a_memory(tmp_path, embedder) as memory:
        await memory.remember(turn("The zebra is called Momo."))
        await until(lambda: memory.status.trouble == "server_unreachable")
        assert ids(await memory.recall(HOME, "zebra", now=NOW)) == [1]
        embedder.error = None
        await caught_up(memory, 1)
        embedder.error = ServerUnreachableError()
        await memory.remember(turn("The walrus is called Kiwi."))
        await until(lambda: memory.status.trouble == "server_unreachable")
        assert memory.status.waiting == 1
        (found, *_) = await memory.recall(HOME, "walrus", now=NOW)
        assert (found.turn.turn_id, found.vector) == (2, 0)
        embedder.error = None
        await caught_up(memory, 2)


async def test_an_answer_to_a_question_shortens_the_wait(tmp_path):
    embedder = WordsEmbedder()
    async with a_memory(tmp_path, embedder) as memory:
        memory._attendant._first_pause_s = 600
        await memory.remember(turn("The zebra is called Momo."))
        await caught_up(memory, 1)
        embedder.error = ServerUnreachableError()
        await memory.remember(turn("The walrus is called Kiwi."))
        await until(lambda: memory.status.trouble)
        embedder.error = None
        await memory.recall(HOME, "walrus", now=NOW)
        await caught_up(memory, 2)


@pytest.mark.parametrize("refusal", [ContextTooSmallError, RequestRefusedError])
async def test_a_text_that_no_server_takes_is_passed_over(tmp_path, refusal):
    embedder = WordsEmbedder()
    embedder.refused, embedder.refusal = ("toad",), refusal()
    embedder.go_on.clear()
    async with a_memory(tmp_path, embedder) as memory:
        for word in ("zebra", "toad", "walrus"):
            await memory.remember(turn(f"The {word} is here."))
        embedder.go_on.set()
        await until(lambda: memory.status.embedded == 2)
        assert memory.status.waiting == 1
        assert memory.status.trouble is None
        assert ids(await memory.recall(HOME, "toad", now=NOW)) == [2]
        await memory.edit(HOME, 2, question="The frog is here.")
        await caught_up(memory, 3)


async def test_a_server_that_takes_nothing_is_in_trouble(tmp_path):
    embedder = WordsEmbedder()
    async with a_memory(tmp_path, embedder) as memory:
        await memory.remember(turn("The zebra is here."))
        await caught_up(memory, 1)
        embedder.refused, embedder.refusal = ("",), RequestRefusedError()
        await memory.remember(turn("The toad is here."))
        await until(lambda: memory.status.trouble == "request_refused")
        assert memory.status.waiting == 1


async def test_another_model_embeds_anew_and_never_mixes(tmp_path):
    first, second = WordsEmbedder("one"), WordsEmbedder("two", dimension=96)
    second.go_on.clear()
    async with a_memory(tmp_path, first) as memory:
        for n in range(40):
            await memory.remember(turn(f"The zebra{n} is here.", days=n))
        await caught_up(memory, 40)
        await memory.use_embedder(second)
        assert await likeness(memory, "zebra7", 8) == 0
        await until(lambda: memory.status.model == "two")
        second.go_on.set()
        await until(lambda: memory.status.embedded)
    async with a_memory(tmp_path, second) as memory:
        await caught_up(memory, 40)
        assert len(second.documents) < 40 + 2 * 32 + 24
        assert await likeness(memory, "zebra7", 8) == 1
        await until(lambda: memory._attendant._alone)
        store = memory._store
        assert await store.model("one") is None
        assert (await store.model("two")).dimension == 96
        await memory.use_embedder(None)
        await until(lambda: memory.status.model is None)
        (found, *_) = await memory.recall(HOME, "zebra7", now=NOW)
        assert found.vector == 0


async def test_a_model_that_changed_its_dimension_is_another_model(tmp_path):
    async with a_memory(tmp_path, WordsEmbedder()) as memory:
        await memory.remember(turn("The zebra is here."))
        await caught_up(memory, 1)
    grown = WordsEmbedder(dimension=80)
    async with a_memory(tmp_path, grown) as memory:
        assert ids(await memory.recall(HOME, "zebra", now=NOW)) == [1]
        await memory.remember(turn("The toad is here."))
        await caught_up(memory, 2)
        assert (await memory._store.model("words")).dimension == 80


async def test_a_restart_embeds_only_what_is_missing(tmp_path):
    async with a_memory(tmp_path, WordsEmbedder()) as memory:
        await memory.remember(turn("The zebra is here."))
        await caught_up(memory, 1)
    async with a_memory(tmp_path) as memory:
        await memory.remember(turn("The toad is here."))
    embedder = WordsEmbedder()
    async with a_memory(tmp_path, embedder) as memory:
        await caught_up(memory, 2)
        assert embedder.documents == ["The toad is here."]


async def test_what_changes_while_it_is_embedded_gets_no_old_vector(tmp_path):
    embedder = WordsEmbedder()
    async with a_memory(tmp_path, embedder) as memory:
        await memory.remember(turn("Bread is here."))
        await caught_up(memory, 1)
        embedder.go_on.clear()
        await memory.remember(turn("The zebra is here."))
        await memory.remember(turn("The walrus is here."))
        await asyncio.sleep(0.05)
        await memory.edit(HOME, 2, question="The toad is here.")
        await memory.forget(HOME, [3])
        embedder.go_on.set()
        await caught_up(memory, 2)
        assert embedder.documents[-1].startswith("The toad")


async def test_vectors_of_lost_turns_are_overwritten(tmp_path):
    async with a_memory(tmp_path, WordsEmbedder()) as memory:
        for n in range(3):
            await memory.remember(turn(f"The zebra{n} is here."))
        await caught_up(memory, 3)
    for path in tmp_path.glob("memory.db*"):
        path.unlink()
    async with a_memory(tmp_path, WordsEmbedder()) as memory:
        await memory.remember(turn("The toad is here."))
        await caught_up(memory, 1)
        model = await memory._store.model("words")
        block = await memory._store.vector_block(model, 0, 10)
        assert len(block.slots) == 1


async def test_many_turns_are_kept_by_signs(tmp_path, monkeypatch):
    """The mean of the vectors is taken anew as they grow in number; searching goes on."""
    monkeypatch.setattr(shelf, "MOST_WHOLE", 50)
    monkeypatch.setattr(shelf, "MEAN_OF", 40)
    monkeypatch.setattr(shelves, "MOST_WHOLE", 50)
    monkeypatch.setattr(shelves, "BLOCK", 64)
    embedder = WordsEmbedder(dimension=2000)

    async with a_memory(tmp_path, embedder) as memory:
        for n in range(200):
            await memory.remember(turn(f"zebra{n} here"))
        await caught_up(memory, 200)
        assert await likeness(memory, "zebra77 here", 78) == 1
        held = memory._shelves._held.shelves[HOME]
        assert held.signs is not None
        assert held.coded_at > 50
    async with a_memory(tmp_path, embedder) as memory:
        await caught_up(memory, 200)
        assert await likeness(memory, "zebra77 here", 78) == 1
        await memory.forget(HOME, [78])
        await memory.edit(HOME, 12, question="zebra77 here", answer="I see.")
        async with asyncio.timeout(20):
            while await likeness(memory, "zebra77 here", 12) < 1:  # noqa: ASYNC110 - only a search tells
                await asyncio.sleep(0.01)


async def test_a_fault_of_our_own_stops_nothing_for_good(tmp_path, monkeypatch, caplog):
    documents = SqliteTurns.documents
    faults = [KeyError("secret")]

    async def faulty(self, turn_ids):
        if faults:
            raise faults.pop()
        return await documents(self, turn_ids)

    monkeypatch.setattr(SqliteTurns, "documents", faulty)
    async with a_memory(tmp_path, WordsEmbedder()) as memory:
        await memory.remember(turn("The zebra is here."))
        await caught_up(memory, 1)
    assert "KeyError" in caplog.text
    assert "secret" not in caplog.text
