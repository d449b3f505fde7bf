"""Measure how long a companion with a large memory holds up the event loop of a real Home Assistant.

An idle loop is measured in the same run, in turns with the work, so that a noisy machine is told from our own fault.
The keys of the JSON report are in docs/benchmarks.md.
"""

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from threading import get_native_id
from time import monotonic, perf_counter
from typing import Any

import numpy as np

from .large_memory.living import LivingHome, living_home
from .large_memory.texts import Talk

type Report = dict[str, Any]
type Work = Callable[[LivingHome, str], Awaitable[None]]

MOST_MS = 10.0
"""The longest that anything else in the loop may have to wait for us."""
TICK_S = 0.001
IDLE = "idle"
START = "start"
FIRST = "first"
"""What is done for the first time after a start: Home Assistant and we import and compile then, once."""
WORK: Mapping[str, tuple[Work, int]] = {
    "talk": (LivingHome.talk, 1),
    "recall": (LivingHome.recall, 8),
    "remember": (LivingHome.remember, 8),
    "reword": (LivingHome.reword, 4),
    "forget": (LivingHome.forget, 4),
}
"""What is done, and how often in a round."""
_SHORTEST_IDLE_S = 0.2


class Ticker:
    """Wakes every millisecond, and notes how much later than that it was woken, under what is going on.

    Of each wait it takes what the loop's thread stood ready while the machine gave it no processor: what is left
    is ours, be it that the loop computed or that another thread held Python's lock.
    """

    def __init__(self) -> None:
        """Note nothing yet."""
        self.lags_ms: dict[str, list[float]] = {}
        self.ours_ms: dict[str, list[float]] = {}
        self.now = START

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            began, stood, now = perf_counter(), stood_ready_ms(), self.now
            await asyncio.sleep(TICK_S)
            lag = max(0.0, 1e3 * (perf_counter() - began - TICK_S))
            stood = stood_ready_ms() - stood
            self.lags_ms.setdefault(now, []).append(lag)
            self.ours_ms.setdefault(now, []).append(max(lag - stood, 0.0))


def stood_ready_ms() -> float:
    """Return how long this thread could have run and had no processor, as Linux counts; 0 elsewhere."""
    path = Path(f"/proc/self/task/{get_native_id()}/schedstat")
    try:
        _, waited_ns, _ = path.read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    return int(waited_ns) / 1e6


def main(argv: Sequence[str] | None = None) -> int:
    """Measure; return 0 if nothing waited longer than the limit."""
    parser = argparse.ArgumentParser(
        prog="bench loop_lag", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--stored", type=int, default=20_000, help="turns there before")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--dimension", type=int, default=768)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a report")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="loop_lag") as folder:
        report = asyncio.run(
            measure(
                Path(folder),
                rounds=options.rounds,
                stored=options.stored,
                dimension=options.dimension,
                seed=options.seed,
            )
        )
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(table(report))
    print(verdict(report))
    return 0 if report["ours_max_ms"] <= MOST_MS else 1


async def measure(
    folder: Path, *, rounds: int, stored: int, dimension: int, seed: int
) -> Report:
    """Return what a ticking task had to wait while the companion was used, and while nothing was done."""
    draw = np.random.default_rng(seed)
    talk = Talk(draw)
    async with living_home(
        folder, draw, talk=talk, stored=stored, dimension=dimension
    ) as home:
        load = os.getloadavg()[0]
        ticker = Ticker()
        ticking = asyncio.create_task(ticker.run())
        await home.open()
        # What this bench and Home Assistant's start hold is not to be gone through at each collection.
        gc.collect()
        gc.freeze()
        counts = dict.fromkeys(WORK, 0)
        await _round(home, ticker, talk, None)
        for _ in range(rounds):
            await _round(home, ticker, talk, counts)
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
    gc.unfreeze()
    waits = {
        name: _waits(ticker.lags_ms[name], ticker.ours_ms[name])
        for name in (START, FIRST, IDLE, *WORK)
    }
    for name, count in counts.items():
        waits[name]["times"] = count
    return {
        "stored": stored,
        "dimension": dimension,
        "rounds": rounds,
        "load_before": round(load, 2),
        "waits": waits,
        "idle_max_ms": waits[IDLE]["max_ms"],
        "max_ms": max(waits[name]["max_ms"] for name in WORK),
        "ours_max_ms": max(waits[name]["ours_max_ms"] for name in WORK),
    }


async def _round(
    home: LivingHome, ticker: Ticker, talk: Talk, counts: dict[str, int] | None
) -> None:
    """Do everything once or more, then nothing for as long; without counts, it is the first time."""
    began = monotonic()
    for name, (work, times) in WORK.items():
        await _file_under(ticker, FIRST if counts is None else name)
        for _ in range(times):
            said = talk.turn()
            text = said.question if name == "remember" else talk.question(said)
            await work(home, text)
            # What was begun in the background belongs to it.
            await home.hass.async_block_till_done()
            if counts is not None:
                counts[name] += 1
    worked = monotonic() - began
    await _file_under(ticker, IDLE)
    await asyncio.sleep(max(worked, _SHORTEST_IDLE_S))


async def _file_under(ticker: Ticker, name: str) -> None:
    """Let no tick that began before be filed under the name, nor one that begins now under another."""
    await asyncio.sleep(2 * TICK_S)
    ticker.now = name
    await asyncio.sleep(2 * TICK_S)


def _waits(lags: Sequence[float], ours: Sequence[float]) -> dict[str, Any]:
    return {
        "ticks": len(lags),
        "median_ms": round(median(lags), 3),
        "p99_ms": round(quantiles(lags, n=100, method="inclusive")[-1], 3),
        "max_ms": round(max(lags), 3),
        "ours_max_ms": round(max(ours), 3),
        "above_5_ms": sum(lag > MOST_MS / 2 for lag in lags),
    }


def table(report: Report) -> str:
    """Return the waits as a table, a line for each kind of work."""
    lines = [
        "| while | times | ticks | median ms | p99 ms | longest ms | longest of ours | above 5 ms |",
        "| --- | --: | --: | --: | --: | --: | --: | --: |",
    ]
    for name, one in report["waits"].items():
        lines.append(
            f"| {name} | {one.get('times', '')} | {one['ticks']} | {one['median_ms']:.2f}"
            f" | {one['p99_ms']:.2f} | {one['max_ms']:.2f} | {one['ours_max_ms']:.2f}"
            f" | {one['above_5_ms']} |"
        )
    return "\n".join(lines)


def verdict(report: Report) -> str:
    """Return in a sentence how long the loop was held up, and an idle one beside it."""
    return (
        f"longest wait in the loop for us {report['ours_max_ms']} ms (at most"
        f" {MOST_MS}); with what the machine adds {report['max_ms']} ms, idle"
        f" {report['idle_max_ms']} ms; beside {report['stored']} stored turns"
    )


if __name__ == "__main__":
    sys.exit(main())
