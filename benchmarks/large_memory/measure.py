"""Builds a memory of made-up turns in a folder, and measures what it costs."""

import asyncio
import gc
import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from sqlite3 import Connection, connect
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

import numpy as np
import sqlite_vec  # type: ignore[import-untyped]
from numpy.typing import NDArray

from custom_components.mirae_story.memory.memory import Memory
from custom_components.mirae_story.memory.model import (
    Found,
    RecallRules,
    Turn,
    day_of,
    days_of,
)
from custom_components.mirae_story.memory.relevance import Background
from custom_components.mirae_story.memory.scoring import Candidates
from custom_components.mirae_story.memory.shortlist import brought_up, shortlist
from custom_components.mirae_story.memory.when import named_ages
from custom_components.mirae_story.store.turns import SqliteTurns

from .texts import Talk
from .vectors import Meanings, Vectors

type Report = dict[str, Any]

WORKSPACE = "home"
MODEL = "made-up"
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
DAYS = 700.0
BACKGROUND = Background(mean=0.3, deviation=0.08)
_AT_ONCE = 1_000
_WARM = 50
_REMEMBERED = 100
_SQLITE_VEC_QUERIES = 20
_AS_USUAL = RecallRules()
_EVERYTHING = RecallRules(gated=False)


class Asked:
    """An embedder that knows the vectors of the questions that will be asked."""

    model = MODEL

    def __init__(self, vectors: dict[str, Vectors]) -> None:
        """Know these."""
        self._vectors = vectors

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of questions; of others, such as have nothing in common."""
        first = next(iter(self._vectors.values()))
        return np.stack(
            [
                self._vectors.get(text, first if place % 2 else -first)
                for place, text in enumerate(texts)
            ]
        )

    async def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Return any vector for each text."""
        first = next(iter(self._vectors.values()))
        return np.stack([first] * len(texts))


# Building --------------------------------------------------------------------------------------------


def build(folder: Path, turns: int, dimension: int, queries: int, seed: int) -> Report:
    """Store so many turns with their vectors, and questions to ask; tell what that took."""
    return asyncio.run(_build(folder, turns, dimension, queries, seed))


async def _build(
    folder: Path, turns: int, dimension: int, queries: int, seed: int
) -> Report:
    draw = np.random.default_rng(seed)
    talk, meanings = Talk(draw), Meanings(draw, dimension)
    said = [talk.turn() for _ in range(turns)]
    ages = draw.random(turns) * DAYS
    asked = draw.permutation(turns)[:queries]
    store = SqliteTurns(folder / "memory")
    await store.open()
    began, cpu = perf_counter(), process_time()
    for first in range(0, turns, _AT_ONCE):
        some = range(first, min(first + _AT_ONCE, turns))
        await store.add(
            [
                Turn(
                    workspace=WORKSPACE,
                    question=said[place].question,
                    answer=said[place].answer,
                    at=NOW - timedelta(days=ages[place]),
                )
                for place in some
            ]
        )
    text_s, text_cpu = perf_counter() - began, process_time() - cpu
    roll = await store.roll()
    model = await store.add_model(MODEL, dimension, BACKGROUND)
    rows = np.lib.format.open_memmap(  # type: ignore[no-untyped-call]
        folder / "rows.npy", mode="w+", dtype=np.float32, shape=(turns, dimension)
    )
    first, vectors_s = 0, 0.0
    for block in meanings.blocks(turns):
        marks = roll.marks[first : first + len(block)].tolist()
        began = perf_counter()
        await store.add_vectors(model, marks, block.astype(np.float16))
        vectors_s += perf_counter() - began
        rows[first : first + len(block)] = block
        first += len(block)
    await store.close()
    np.save(folder / "queries.npy", [meanings.near(rows[place]) for place in asked])
    np.save(
        folder / "at.npy", [(NOW - timedelta(days=age)).timestamp() for age in ages]
    )
    questions = [talk.question(said[place]) for place in asked]
    (folder / "questions.json").write_text(json.dumps(questions), encoding="utf-8")
    return {
        "turns": turns,
        "dimension": dimension,
        "bulk_ms": round(1e3 * (text_s + vectors_s) / turns, 4),
        "bulk_text_cpu_ms": round(1e3 * text_cpu / turns, 4),
    }


# Measuring -------------------------------------------------------------------------------------------


def measure(folder: Path) -> Report:
    """Measure the memory in a folder, alone in this process at first."""
    return asyncio.run(_measure(folder))


async def _measure(folder: Path) -> Report:
    questions = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    vectors = np.load(folder / "queries.npy")
    asked = dict(zip(questions, vectors, strict=True))
    store = SqliteTurns(folder / "memory")
    memory = Memory(store, loading_patience_s=600)
    before = anonymous_mb()
    report = await _load(memory, Asked(asked), questions[0])
    for question in questions[:_WARM]:
        await memory.recall(WORKSPACE, question, now=NOW)
    gc.collect()
    report["anonymous_mb"] = round(anonymous_mb() - before, 1)
    rows = np.load(folder / "rows.npy")
    exact = Exact(folder, store, rows)
    hits = [await exact.compare(memory, *one) for one in asked.items()]
    report["recall5"] = round(sum(hits) / len(hits), 4)
    report["search"] = await _search(folder, memory, rows, asked)
    report |= await _remember(memory)
    await memory.close()
    for path in sorted((folder / "memory").iterdir()):
        report[f"{path.stem}_mb"] = round(path.stat().st_size / 1e6, 1)
    return report


async def _load(memory: Memory, embedder: Asked, question: str) -> Report:
    """Start as Home Assistant does, and wait until the first question is answered by all vectors."""
    loaded = asyncio.Event()
    end = memory.listen(lambda status: loaded.set() if status.embedded else None)
    began, cpu = perf_counter(), process_time()
    await memory.use_embedder(embedder)
    await memory.start()
    started = perf_counter() - began
    await loaded.wait()
    end()
    await memory.recall(WORKSPACE, question, now=NOW)
    return {
        "start_ms": round(1e3 * started, 3),
        "load_s": round(perf_counter() - began, 3),
        "load_cpu_s": round(process_time() - cpu, 3),
    }


class Exact:
    """The same formula with the same terms, over every turn and its whole vector."""

    def __init__(self, folder: Path, store: SqliteTurns, rows: Vectors) -> None:
        """Know all there is."""
        self._store = store
        self._rows = rows
        at: NDArray[np.float64] = np.load(folder / "at.npy")
        self._ages = np.float32(day_of(NOW)) - days_of(at)

    async def compare(self, memory: Memory, question: str, vector: Vectors) -> float:
        """Return the share of the exact best five that the memory finds."""
        found = await memory.recall(WORKSPACE, question, now=NOW, rules=_EVERYTHING)
        hits = await self._store.text_hits(WORKSPACE, question)
        bm25 = np.zeros(len(self._rows), np.float32)
        bm25[hits.turn_ids - 1] = hits.bm25
        cosines = self._rows @ vector
        listed = shortlist(
            Candidates(
                turn_ids=np.arange(1, len(self._rows) + 1),
                cosines=cosines,
                bm25=bm25,
                ages_days=self._ages,
                pinned=np.zeros(len(self._rows), np.bool_),
                cosine_low=float(cosines.min()),
                cosine_high=float(cosines.max()),
                sought=sum(hits.weights.values()),
                spans=named_ages(question, NOW),
            ),
            _EVERYTHING,
        )
        ids = [one.turn_id for one in listed]
        turns = await self._store.read_turns(WORKSPACE, ids, list)
        best = brought_up(
            question,
            listed,
            turns,
            rules=_EVERYTHING,
            weights=hits.weights,
            background=BACKGROUND,
        )
        return _shared(found, best)


def _shared(found: Sequence[Found], best: Sequence[Found]) -> float:
    wanted = {one.turn.turn_id for one in best}
    return len(wanted & {one.turn.turn_id for one in found}) / len(wanted)


async def _search(
    folder: Path, memory: Memory, rows: Vectors, asked: dict[str, Vectors]
) -> Report:
    """Ask the same questions of all, in turns.

    `ours` finds the best turns as the peers do; `recall` reads them too, and settles what is brought up.
    """
    times: dict[str, list[tuple[float, float]]]
    times = {"ours": [], "recall": [], "numpy": []}
    with closing(_sqlite_vec(folder, rows)) as peer:
        times["sqlite_vec"] = []
        for place, (question, vector) in enumerate(asked.items()):
            with _timed(times["ours"]):
                await memory.search(WORKSPACE, question, now=NOW, rules=_AS_USUAL)
            with _timed(times["recall"]):
                await memory.recall(WORKSPACE, question, now=NOW)
            with _timed(times["numpy"]):
                cosines = rows @ vector
                np.argpartition(cosines, -5)[-5:]
            if place < _SQLITE_VEC_QUERIES:
                with _timed(times["sqlite_vec"]):
                    peer.execute(
                        "SELECT rowid FROM peer WHERE row MATCH ? AND k = 5",
                        (vector.tobytes(),),
                    ).fetchall()
    return {name: _percentiles(some) for name, some in times.items()}


def _sqlite_vec(folder: Path, rows: Vectors) -> Connection:
    connection = connect(folder / "sqlite_vec.db", isolation_level=None)
    connection.enable_load_extension(True)  # noqa: FBT003 - SQLite's own
    sqlite_vec.load(connection)
    connection.execute(
        f"CREATE VIRTUAL TABLE peer USING vec0(row float[{rows.shape[1]}])"
    )
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO peer (rowid, row) VALUES (?, ?)",
        ((place + 1, row.tobytes()) for place, row in enumerate(rows)),
    )
    connection.execute("COMMIT")
    return connection


async def _remember(memory: Memory) -> Report:
    """Store some turns one by one, and forget one."""
    times: list[tuple[float, float]] = []
    forgetting: list[tuple[float, float]] = []
    for place in range(_REMEMBERED):
        turn = Turn(
            workspace=WORKSPACE,
            question=f"Where is the {place}th made-up thing?",
            answer="作り話の棚の上です。",
            at=NOW,
        )
        with _timed(times):
            turn = await memory.remember(turn)
    with _timed(forgetting):
        await memory.forget(WORKSPACE, [turn.turn_id])
    return {
        "remember": _percentiles(times),
        "forget_s": round(forgetting[0][1] / 1e3, 3),
    }


@contextmanager
def _timed(times: list[tuple[float, float]]) -> Iterator[None]:
    """Add CPU (of all threads) and wall time, in ms."""
    began, cpu = perf_counter(), process_time()
    yield
    times.append((1e3 * (process_time() - cpu), 1e3 * (perf_counter() - began)))


def _percentiles(times: Sequence[tuple[float, float]]) -> Report:
    report = {}
    for name, some in zip(("cpu", "wall"), zip(*times, strict=True), strict=True):
        report[f"{name}_p50"] = round(median(some), 3)
        report[f"{name}_p95"] = round(quantiles(some, n=20)[-1], 3)
    return report


def anonymous_mb() -> float:
    """Return the resident memory of this process that no file stands behind."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if "RssAnon" in line)
