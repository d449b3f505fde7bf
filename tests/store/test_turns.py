"""The memory's files: what is forgotten is nowhere, and a kill leaves no half turn."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.memory.relevance import Background
from custom_components.mirae_story.store import turns as turns_module
from custom_components.mirae_story.store import words
from custom_components.mirae_story.store.turns import SqliteTurns
from custom_components.mirae_story.story.errors import StoreError

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
BACKGROUND = Background(mean=0.1, deviation=0.05)


@pytest.fixture
async def store(tmp_path):
    store = SqliteTurns(tmp_path)
    await store.open()
    yield store
    await store.close()


def turn(question, answer="", minutes=0):
    return Turn(
        workspace="home",
        question=question,
        answer=answer,
        at=NOW - timedelta(minutes=minutes),
    )


def everything(folder):
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_nothing_is_left_of_what_was_forgotten(store, tmp_path):
    """Words, tokens, vectors: among many turns, rewritten, forgotten one by one and together."""
    rng = random.Random(4)
    secrets = [f"secret{n}quux" for n in range(300)]
    japanese = [chr(0x4E00 + 3 * n) + chr(0x5E00 + 5 * n) for n in range(300)]
    said = await store.add(
        [
            turn(f"The {secret} is {word}." * rng.randint(1, 30), f"{secret} {word}。")
            for secret, word in zip(secrets, japanese, strict=True)
        ]
    )
    model = await store.add_model("m", 48, BACKGROUND)
    vectors = np.random.default_rng(4).random((300, 48)).astype(np.float16)
    marks = [one.mark for one in await store.documents([t.turn_id for t in said])]
    await store.add_vectors(model, marks, vectors)
    await store.text_hits("home", "secret5quux")
    gone = rng.sample(range(300), 150)
    for place in gone[:5]:
        assert await store.erase("home", [said[place].turn_id])
        await store.scrub()
    for place in gone[5:20]:
        other = replace(turn("Nothing to see." * 9), turn_id=said[place].turn_id)
        await store.reword(other)
    await store.erase("home", [said[place].turn_id for place in gone[20:]])
    await store.scrub()
    left = everything(tmp_path)
    for place, secret in enumerate(secrets):
        found = secret.encode() in left
        assert found == (place not in gone), place
        assert (japanese[place].encode() in left) == (place not in gone)
        assert (vectors[place].tobytes() in left) == (place not in gone)
        hits = await store.text_hits("home", f"{secret} {japanese[place]}")
        assert (said[place].turn_id in hits.turn_ids) == (place not in gone)
    await store.wipe("home")
    await store.scrub()
    left = everything(tmp_path)
    assert not [secret for secret in secrets if secret.encode() in left]
    assert not [vector for vector in vectors if vector.tobytes() in left]


async def test_what_was_not_scrubbed_is_scrubbed_at_the_next_start(tmp_path):
    store = SqliteTurns(tmp_path)
    await store.open()
    (said,) = await store.add([turn("The zebrasecret is here.")])
    await store.erase("home", [said.turn_id])
    await store.close()
    store = SqliteTurns(tmp_path)
    await store.open()
    assert b"zebrasecret" not in everything(tmp_path)
    assert store.recovered_from is None
    await store.close()


async def test_other_tokens_are_indexed_anew(tmp_path, monkeypatch):
    store = SqliteTurns(tmp_path)
    await store.open()
    await store.add([turn("The zebra is here.")])
    await store.close()
    monkeypatch.setattr(words, "tokens_mark", lambda: "other")
    monkeypatch.setattr(turns_module, "turn_tokens", lambda _: ["kiwi"])
    store = SqliteTurns(tmp_path)
    await store.open()
    assert (await store.text_hits("home", "zebra")).turn_ids.tolist() == []
    assert (await store.text_hits("home", "kiwi")).turn_ids.tolist() == [1]
    lengths = "SELECT length FROM turns"
    rows = await store._turns.read(lambda own: own.execute(lengths).fetchall())
    assert [row["length"] for row in rows] == [1]
    await store.close()


async def test_frequencies_follow_what_is_written(store, monkeypatch):
    monkeypatch.setattr(words, "_MERGED_AT", 20)
    await store.add([turn("zebra kiwi")])
    before = await store.text_hits("home", "zebra kiwi")
    for n in range(130):
        await store.add([turn(f"zebra plain{n}", minutes=n)])
    after = await store.text_hits("home", "zebra kiwi")
    assert after.weights["kiwi"] > before.weights["kiwi"]
    assert after.weights["zebra"] < after.weights["kiwi"]
    assert len(after.turn_ids) == 131
    await store.erase("home", [2, 3])
    assert len((await store.text_hits("home", "zebra")).turn_ids) == 129
    anew = words.Vocabulary
    counts = await store._turns.read(lambda own: anew(own, 1))
    used = store._vocabularies[1]
    for term in ("zebra", "kiwi", "plain7", "nothing"):
        assert counts.frequency(term) == used.frequency(term)
    assert (counts.turns, counts._tokens) == (used.turns, used._tokens)


async def test_bm25_is_sqlites_own(store):
    rng = random.Random(1)
    vocabulary = [f"word{n}x" for n in range(40)]
    await store.add(
        [
            turn(" ".join(rng.choices(vocabulary, k=rng.randint(2, 30))))
            for _ in range(120)
        ]
    )
    hits = await store.text_hits("home", "word1x word2x word39x")
    expression = '"word1x" OR "word2x" OR "word39x"'
    rows = await store._turns.read(
        lambda own: own.execute(
            "SELECT rowid, -bm25(words_1) FROM words_1 WHERE words_1 MATCH ?"
            " ORDER BY rowid",
            (expression,),
        ).fetchall()
    )
    assert hits.turn_ids.tolist() == [row[0] for row in rows]
    assert hits.bm25 == pytest.approx([row[1] for row in rows], rel=1e-4)


async def test_a_file_that_cannot_be_opened_leaves_nothing_open(tmp_path):
    store = SqliteTurns(tmp_path)
    (tmp_path / "memory_vectors.db").mkdir()
    with pytest.raises(StoreError):
        await store.open()


WRITER = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

# The store needs no Home Assistant: the package is entered without its adapters, which load slowly.
package = ModuleType("custom_components.mirae_story")
package.__path__ = ["custom_components/mirae_story"]
sys.modules[package.__name__] = package

from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.store.turns import SqliteTurns

async def main():
    store = SqliteTurns(Path(sys.argv[1]))
    await store.open()
    at = datetime(2026, 12, 1, tzinfo=UTC)
    for n in range(1000):
        turn = Turn(workspace="home", question=f"question {n}", answer=f"answer {n}", at=at)
        (said,) = await store.add([turn])
        if n % 7 == 3:
            await store.erase("home", [said.turn_id])
        print(said.turn_id, flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("seconds", [0.02, 0.3])
async def test_no_turn_is_lost_or_torn_by_a_kill(tmp_path, seconds, full):
    for _ in range(20 if full else 1):
        process = await asyncio.to_thread(
            subprocess.Popen,
            [sys.executable, "-c", WRITER, str(tmp_path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        first = process.stdout.readline()
        await asyncio.sleep(seconds)
        assert process.poll() is None, "the writer must be at work"
        os.kill(process.pid, signal.SIGKILL)
        sure = [int(line) for line in (first, *process.stdout) if line.endswith("\n")]
        process.wait()
        process.stdout.close()
        with closing(sqlite3.connect(tmp_path / "memory.db")) as own:
            assert own.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            own.execute("INSERT INTO words_1 (words_1) VALUES ('integrity-check')")
            rows = own.execute("SELECT turn_id, question, answer FROM turns").fetchall()
            indexed = {i for (i,) in own.execute("SELECT rowid FROM words_1_docsize")}
        there = {row[0] for row in rows}
        assert there == indexed
        kept = {turn_id for place, turn_id in enumerate(sure) if place % 7 != 3}
        assert kept <= there, "what was acknowledged is there"
        for _, question, answer in rows:
            assert question.removeprefix("question") == answer.removeprefix("answer")
    store = SqliteTurns(tmp_path)
    await store.open()
    assert len((await store.text_hits("home", "question")).turn_ids) == len(rows)
    await store.close()
