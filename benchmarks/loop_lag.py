"""Measure how long the memory holds up the event loop while it loads, remembers, recalls, rewords and forgets.

The keys of the JSON report are in docs/benchmarks.md.
"""

import argparse
import asyncio
import gc
import json
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

import numpy as np
from numpy.random import Generator

from custom_components.mirae_story.memory.memory import Memory
from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.memory.ports import Vectors
from custom_components.mirae_story.store.turns import SqliteTurns

from .large_memory.texts import Said, Talk

type Report = dict[str, Any]

MOST_MS = 10.0
"""The longest that anything else in the loop may have to wait."""
TICK_S = 0.001
WORKSPACE = "home"
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
_WHAT = ("remember", "recall", "reword", "forget")
_HOW_OFTEN = (0.5, 0.4, 0.05, 0.05)
_AT_ONCE = 500


class AnyEmbedder:
    """Gives any vector for a text, at once: what is measured is the memory."""

    model = "any"

    def __init__(self, draw: Generator, dimension: int) -> None:
        """Draw vectors of a dimension."""
        self._draw = draw
        self._dimension = dimension

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return a vector a text."""
        rows = self._draw.standard_normal((len(texts), self._dimension), np.float32)
        unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    async def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Return a vector a text."""
        return await self.embed_queries(texts)


class Ticker:
    """Wakes every millisecond, and notes how much later than that it was woken."""

    def __init__(self) -> None:
        """Note nothing yet."""
        self.lags_ms: list[float] = []

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            began = perf_counter()
            await asyncio.sleep(TICK_S)
            self.lags_ms.append(max(0.0, 1e3 * (perf_counter() - began - TICK_S)))


def main(argv: Sequence[str] | None = None) -> int:
    """Measure; return 0 if nothing waited longer than the limit."""
    parser = argparse.ArgumentParser(
        prog="bench loop_lag", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--turns", type=int, default=1_000, help="mixed turns")
    parser.add_argument("--stored", type=int, default=6_000, help="turns there before")
    parser.add_argument("--dimension", type=int, default=768)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a report")
    options = parser.parse_args(argv)
    draw = np.random.default_rng(options.seed)
    with tempfile.TemporaryDirectory(prefix="loop_lag") as folder:
        report = asyncio.run(
            measure(
                Path(folder),
                draw,
                turns=options.turns,
                stored=options.stored,
                dimension=options.dimension,
            )
        )
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(report)
    print(
        f"longest wait in the loop {report['max_ms']} ms (at most {MOST_MS}),"
        f" {report['turns']} mixed turns beside {report['stored']} stored"
    )
    return 0 if report["max_ms"] <= MOST_MS else 1


async def measure(
    folder: Path, draw: Generator, *, turns: int, stored: int, dimension: int
) -> Report:
    """Return what a ticking task had to wait while the memory was loaded and used."""
    talk = Talk(draw)
    await _fill(folder, talk, stored)
    said = [talk.turn() for _ in range(turns)]
    questions = [talk.question(one) for one in said]
    memory = Memory(SqliteTurns(folder))
    # What this bench holds itself is not to be gone through at each collection.
    gc.collect()
    gc.freeze()
    ticker = Ticker()
    ticking = asyncio.create_task(ticker.run())
    await memory.use_embedder(AnyEmbedder(draw, dimension))
    await memory.start()
    counts = await _use(memory, draw, said, questions)
    await _caught_up(memory)
    await memory.close()
    ticking.cancel()
    lags = ticker.lags_ms
    return {
        "turns": turns,
        "stored": stored,
        "dimension": dimension,
        **counts,
        "ticks": len(lags),
        "p99_ms": round(quantiles(lags, n=100)[-1], 3),
        "max_ms": round(max(lags), 3),
        "above_5_ms": sum(lag > MOST_MS / 2 for lag in lags),
    }


async def _caught_up(memory: Memory) -> None:
    """Wait until every turn has its vector."""
    done = asyncio.Event()
    end = memory.listen(lambda status: None if status.waiting else done.set())
    if memory.status.waiting:
        await done.wait()
    end()


async def _fill(folder: Path, talk: Talk, stored: int) -> None:
    store = SqliteTurns(folder)
    await store.open()
    for first in range(0, stored, _AT_ONCE):
        count = min(_AT_ONCE, stored - first)
        await store.add([_turn(talk.turn(), first + place) for place in range(count)])
    await store.close()


async def _use(
    memory: Memory, draw: Generator, said: Sequence[Said], questions: Sequence[str]
) -> dict[str, int]:
    """Remember, recall, reword and forget; return how many times each was done."""
    counts = dict.fromkeys(_WHAT, 0)
    known = [turn.turn_id for turn in await memory.turns(WORKSPACE, limit=100)]
    for place, one in enumerate(said):
        what = _WHAT[draw.choice(len(_WHAT), p=_HOW_OFTEN)]
        counts[what] += 1
        turn = _turn(one, -place)
        if what == "remember":
            known.append((await memory.remember(turn)).turn_id)
        elif what == "recall":
            await memory.recall(WORKSPACE, questions[place], now=NOW)
        elif what == "reword":
            await memory.edit(WORKSPACE, known[-1], question=turn.question)
        else:
            await memory.forget(WORKSPACE, [known.pop()])
    return counts


def _turn(said: Said, minutes: int) -> Turn:
    return Turn(
        workspace=WORKSPACE,
        question=said.question,
        answer=said.answer,
        at=NOW - timedelta(minutes=minutes),
    )


if __name__ == "__main__":
    sys.exit(main())
