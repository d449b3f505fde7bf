"""Remembering, finding and forgetting, through the store and back."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from custom_components.mirae_story.memory.exchange import Refusal
from custom_components.mirae_story.memory.memory import Memory
from custom_components.mirae_story.memory.model import Fading, RecallRules
from custom_components.mirae_story.store.turns import SqliteTurns
from custom_components.mirae_story.story.errors import StoreError, TurnNotFoundError

from .homes import HOME, NOW, WordsEmbedder, a_memory, caught_up, ids, turn, until

HOSTILE = (
    '"', "'", "AND", "NOT x", "(", "-a", "foo-bar", "col: x", "it's", '""', "*", "^",
    "NEAR(a b)", "a OR", "{", "zebra\x00zebra", "\x00", "🦓", "\ud83d", "zebra\udc00",
    "", " ", "　", "; DROP TABLE turns", "%", "_", "\\", "zebra " * 200_000, "犬" * 500_000,
)  # fmt: skip


async def test_what_was_said_is_found_by_its_words_at_once(tmp_path):
    async with a_memory(tmp_path) as memory:
        said = await memory.remember(turn("The zebra is called Momo.", speaker="Ana"))
        await memory.remember(turn("The wifi password is kiwi."))
        (found, *_) = await memory.recall(HOME, "What is the zebra called?", now=NOW)
        assert found.turn == said
        assert said.turn_id == 1
        assert (found.vector, found.superseded_by) == (0, None)
        assert 0 < found.fade < 1
        assert found.text > 0
        assert await memory.recall(HOME, "Hello!", now=NOW) == []
        assert await memory.recall("elsewhere", "zebra", now=NOW) == []
        assert memory.status.model is None
        assert memory.status.waiting == 0


async def test_short_japanese_words_are_found(tmp_path):
    async with a_memory(tmp_path) as memory:
        await memory.remember(turn("昨日、赤城で写真を撮ったよ。", "素敵ですね。"))
        await memory.remember(turn("犬の名前はモモだよ。", "覚えておきます。"))
        assert ids(await memory.recall(HOME, "写真", now=NOW)) == [1]
        assert ids(await memory.recall(HOME, "赤城", now=NOW)) == [1]
        assert ids(await memory.recall(HOME, "犬は?", now=NOW)) == [2]


async def test_vectors_come_later_and_count_then(tmp_path):
    embedder = WordsEmbedder()
    embedder.go_on.clear()
    async with a_memory(tmp_path, embedder) as memory:
        seen = []
        end = memory.listen(seen.append)
        await memory.remember(turn("The zebra is called Momo."))
        rules = RecallRules(gated=False)
        (found,) = await memory.recall(HOME, "zebra called", now=NOW, rules=rules)
        assert found.vector == 0
        embedder.go_on.set()
        await caught_up(memory, 1)
        await memory.remember(turn("Bread is in the oven."))
        await caught_up(memory, 2)
        found = await memory.recall(HOME, "zebra called", now=NOW, rules=rules)
        assert ids(found) == [1, 2]
        assert found[0].vector == 1
        words = replace(rules, vector_weight=0)
        assert ids(await memory.recall(HOME, "zebra", now=NOW, rules=words)) == [1]
        assert seen[-1] == memory.status
        assert memory.status.model == "words"
        end()
        seen.clear()
        await memory.remember(turn("One more."))
        await caught_up(memory, 3)
        assert not seen


async def test_pinned_turns_do_not_fade(tmp_path):
    async with a_memory(tmp_path) as memory:
        old = await memory.remember(turn("The zebra is called Momo.", days=400))
        rules = RecallRules(fading=Fading(half_life_days=7, floor=0.2))
        (found,) = await memory.recall(HOME, "zebra called", now=NOW, rules=rules)
        assert found.fade == pytest.approx(0.2, abs=0.01)
        assert (await memory.pin(HOME, old.turn_id, pinned=True)).pinned
        (found,) = await memory.recall(HOME, "zebra called", now=NOW, rules=rules)
        assert found.fade == 1
        assert found.turn.pinned
        assert not (await memory.pin(HOME, old.turn_id, pinned=False)).pinned


async def test_turns_are_listed_newest_first(tmp_path):
    async with a_memory(tmp_path) as memory:
        for days in (3, 1, 2, 2):
            await memory.remember(turn(f"{days} days ago", days=days))
        assert [t.turn_id for t in await memory.turns(HOME)] == [2, 4, 3, 1]
        assert [t.turn_id for t in await memory.turns(HOME, before=4)] == [3, 1]
        assert [t.turn_id for t in await memory.turns(HOME, limit=1)] == [2]
        assert await memory.turns("elsewhere") == []
        assert (await memory.turn(HOME, 2)).question == "1 days ago"
        assert await memory.turn("elsewhere", 2) is None
        assert await memory.turn(HOME, 9) is None


async def test_forgotten_and_reworded_turns_are_not_found(tmp_path):
    embedder = WordsEmbedder()
    async with a_memory(tmp_path, embedder) as memory:
        await memory.remember(turn("The zebra is called Momo."))
        await memory.remember(turn("The walrus is called Kiwi."))
        await caught_up(memory, 2)
        assert await memory.forget(HOME, [1, 7]) == 1
        assert await memory.forget("elsewhere", [2]) == 0
        assert await memory.recall(HOME, "zebra", now=NOW) == []
        changed = await memory.edit(HOME, 2, question="The otter is called Kiwi.")
        assert changed == await memory.turn(HOME, 2)
        assert changed.answer == "I see."
        await caught_up(memory, 1)
        await until(lambda: embedder.documents[-1] == "The otter is called Kiwi.")
        assert await memory.recall(HOME, "walrus", now=NOW) == []
        assert ids(await memory.recall(HOME, "otter", now=NOW)) == [2]
        assert (await memory.edit(HOME, 2, answer="Yes.")).answer == "Yes."
        with pytest.raises(TurnNotFoundError):
            await memory.edit(HOME, 1, answer="No.")
        with pytest.raises(TurnNotFoundError):
            await memory.pin("elsewhere", 2, pinned=True)
        assert await memory.wipe(HOME) == 1
        assert await memory.wipe(HOME) == 0
        assert await memory.workspaces() == []
        assert (await memory.remember(turn("Back again."))).turn_id == 3


async def test_a_forget_can_be_tried_first(tmp_path):
    async with a_memory(tmp_path) as memory:
        for days, said in enumerate(("zebra and kiwi", "zebra", "kiwi", "それは?")):
            await memory.remember(turn(said, days=days))
        since = NOW - timedelta(days=2)

        async def matching(**what):
            return [t.turn_id for t in await memory.matching(HOME, **what)]

        assert await matching(text="the zebra") == [1, 2]
        assert await matching(text="zebra kiwi") == [1]
        assert await matching(text="それは") == [4]
        assert await matching(text=" ") == []
        assert await matching(since=since) == [1, 2, 3]
        assert await matching(since=since, until=NOW) == [2, 3]
        assert await matching(text="zebra", until=NOW) == [2]
        assert await memory.matching("elsewhere", text="zebra") == []


async def test_workspaces_know_nothing_of_each_other(tmp_path):
    async with a_memory(tmp_path, WordsEmbedder()) as memory:
        await memory.remember(turn("The zebra is called Momo."))
        await memory.remember(
            replace(turn("The zebra is called Kiwi."), workspace="story")
        )
        await caught_up(memory, 2)
        assert await memory.workspaces() == [HOME, "story"]
        found = await memory.recall("story", "What is the zebra called?", now=NOW)
        assert ids(found) == [2]
        assert await memory.wipe("story") == 1
        assert ids(await memory.recall(HOME, "zebra", now=NOW)) == [1]


@pytest.mark.parametrize("embedder", [None, WordsEmbedder], ids=["words", "vectors"])
async def test_no_query_is_syntax_or_too_much(tmp_path, embedder):
    async with a_memory(tmp_path, embedder and embedder()) as memory:
        await memory.remember(turn("The zebra is called Momo.", "犬もいます。"))
        for query in HOSTILE:
            for gated in (True, False):
                await memory.recall(
                    HOME, query, now=NOW, rules=RecallRules(gated=gated)
                )
            await memory.matching(HOME, text=query[:5000])
            await memory.recall(query[:50], "zebra", now=NOW)
            said = await memory.remember(turn(query[:5000], query[:5000]))
            assert await memory.turn(HOME, said.turn_id) == said
        await memory.forget(HOME, range(2, 100))
        assert ids(await memory.recall(HOME, "zebra", now=NOW)) == [1]


async def test_a_memory_leaves_and_comes_back(tmp_path):
    async with a_memory(tmp_path) as memory:
        await memory.remember(turn("New.", days=1, pinned=True, speaker="Ana"))
        await memory.remember(turn("Old.", days=9))
        data = json.loads(json.dumps(await memory.export(HOME)))
        assert [entry["question"] for entry in data["turns"]] == ["Old.", "New."]
        report = await memory.import_(HOME, data)
        assert (report.added, report.known, report.refused) == (0, 2, ())
        data["turns"].insert(1, {"question": 5})
        data["turns"].append(data["turns"][0])
        report = await memory.import_("copy", data)
        assert (report.added, report.known) == (2, 1)
        assert report.refused == (Refusal(index=1, reason="question"),)
        there = [
            replace(t, workspace=HOME, turn_id=0) for t in await memory.turns("copy")
        ]
        assert there == [replace(t, turn_id=0) for t in await memory.turns(HOME)]
        assert (await memory.import_(HOME, [])).unreadable == "not_a_memory"


async def test_starting_waits_for_nothing(tmp_path, monkeypatch):
    """What is asked of a memory that is being opened waits for it; what cannot be opened says so."""
    memory = Memory(SqliteTurns(tmp_path))
    with pytest.raises(StoreError, match="not open"):
        await memory.turns(HOME)
    await memory.close()
    await memory.start()
    assert await memory.turns(HOME) == []
    await memory.close()
    (tmp_path / "file").touch()
    memory = Memory(SqliteTurns(tmp_path / "file"))
    await memory.start()
    with pytest.raises(StoreError):
        await memory.turns(HOME)
    await until(lambda: memory.status.trouble == "store_fault")
    await memory.close()


async def test_full_text_answers_while_turns_are_loaded(tmp_path, monkeypatch):
    async with a_memory(tmp_path) as memory:
        for days in (5, 3):
            await memory.remember(turn("The zebra is called Momo.", days=days))
    go_on = asyncio.Event()
    roll = SqliteTurns.roll

    async def slow_roll(self):
        await go_on.wait()
        return await roll(self)

    monkeypatch.setattr(SqliteTurns, "roll", slow_roll)
    async with a_memory(tmp_path, loading_patience_s=0.01) as memory:
        assert ids(await memory.recall(HOME, "zebra called", now=NOW)) == [2, 1]
        await memory.remember(turn("The zebra is called Momo.", days=1))
        assert await memory.forget(HOME, [1]) == 1
        go_on.set()
        await asyncio.wait_for(memory._shelves.loaded.wait(), 10)
        assert ids(await memory.recall(HOME, "zebra called", now=NOW)) == [3, 2]


async def test_a_named_time_brings_up_what_was_said_then(tmp_path):
    async with a_memory(tmp_path, WordsEmbedder()) as memory:
        await memory.remember(turn("The zebra ate hay.", days=1))
        await memory.remember(turn("The zebra ate corn.", days=200))
        await caught_up(memory, 2)
        found = await memory.recall(HOME, "What did the zebra eat yesterday?", now=NOW)
        assert ids(found)[0] == 1
        rules = RecallRules(gated=False, fading=Fading(half_life_days=None))
        ungated = await memory.recall(HOME, "kiwi", now=NOW, rules=rules)
        assert {found.fade for found in ungated} == {1}
        assert await memory.recall("elsewhere", "kiwi", now=NOW, rules=rules) == []


async def test_a_question_for_a_time_alone_finds_what_was_told_then(tmp_path):
    async with a_memory(tmp_path, WordsEmbedder()) as memory:
        await memory.remember(turn("Good night", days=1.0))
        await memory.remember(turn("The zebra is called Momo.", days=1.0))
        await memory.remember(turn("Bread is in the oven.", days=9.0))
        await caught_up(memory, 3)
        for question in ("What did we talk about yesterday?", "昨日は何を話したっけ？"):
            assert ids(await memory.recall(HOME, question, now=NOW)) == [2, 1]
        assert await memory.recall(HOME, "What did we talk about?", now=NOW) == []


async def test_what_corrects_is_found_by_what_it_corrects(tmp_path):
    """No word of the question is in it, and nothing like it."""
    async with a_memory(tmp_path) as memory:
        await memory.remember(turn("At New Year our trip goes to Izu.", days=9.0))
        for number in range(60):
            await memory.remember(turn(f"New trip {number}", days=8.0))
        await memory.remember(turn("It's not Izu, it's Atami.", days=3.0))
        found = await memory.recall(HOME, "Where does our New Year trip go?", now=NOW)
        assert ids(found)[:2] == [62, 1]
        assert found[1].superseded_by == 62
