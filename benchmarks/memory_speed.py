"""Measure the memory with many turns: storing, loading, searching, its size; beside numpy and sqlite-vec.

The keys of the JSON report are in docs/benchmarks.md.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .large_memory.measure import build, measure

type Report = dict[str, Any]

LIMITS_AT = 100_000
MOST_CPU_P50 = 0.35
MOST_CPU_P95 = 0.5
LEAST_RECALL = 0.99
MOST_ANONYMOUS_MB = 40.0


def main(argv: Sequence[str] | None = None) -> int:
    """Measure memories of each size; return 0 if the limits for 100,000 turns are kept."""
    parser = argparse.ArgumentParser(
        prog="bench memory_speed", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--turns", default="1000,10000,100000", help="sizes, by commas")
    parser.add_argument("--dimension", type=int, default=768)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a report")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.measure:
        print(json.dumps(measure(options.measure)))
        return 0
    reports = []
    for turns in map(int, options.turns.split(",")):
        report = run(turns, options.dimension, options.queries, options.seed)
        reports.append(report)
        _show(report)
    missed = [line for report in reports for line in limits_missed(report)]
    whole = {"sizes": reports, "missed": missed}
    if options.json:
        options.json.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    for line in missed:
        print("missed:", line)
    print(_summary(reports[-1]))
    return 1 if missed else 0


def run(turns: int, dimension: int, queries: int, seed: int) -> Report:
    """Build a memory, and measure it in a process that holds nothing else."""
    with tempfile.TemporaryDirectory(prefix="memory_speed") as name:
        folder = Path(name)
        stored = build(folder, turns, dimension, queries, seed)
        done = subprocess.run(  # noqa: S603 - this program
            [sys.executable, "-m", "benchmarks.memory_speed", "--measure", name],
            check=True,
            stdout=subprocess.PIPE,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )
        return {**stored, **json.loads(done.stdout)}


def limits_missed(report: Report) -> list[str]:
    """Return a line for each limit that a memory of 100,000 turns does not keep."""
    if report["turns"] != LIMITS_AT:
        return []
    ours, numpy = report["search"]["ours"], report["search"]["numpy"]
    found = (
        ("cpu p50 of numpy's", ours["cpu_p50"] / numpy["cpu_p50"], MOST_CPU_P50),
        ("cpu p95 of numpy's", ours["cpu_p95"] / numpy["cpu_p95"], MOST_CPU_P95),
        ("anonymous MB", report["anonymous_mb"], MOST_ANONYMOUS_MB),
        ("missing of recall@5", 1 - report["recall5"], 1 - LEAST_RECALL),
    )
    return [
        f"{what}: {value:.3f}, at most {most:.3f}"
        for what, value, most in found
        if value > most + 1e-9
    ]


def _show(report: Report) -> None:
    for key, value in report.items():
        if key != "search":
            print(f"{key:18} {value}")
    for name, times in report["search"].items():
        print(f"{name:18} {times}")
    print()


def _summary(report: Report) -> str:
    ours, numpy = report["search"]["ours"], report["search"]["numpy"]
    return (
        f"{report['turns']} turns: search {ours['cpu_p50']} ms CPU"
        f" ({ours['cpu_p50'] / numpy['cpu_p50']:.2f} x numpy, p95"
        f" {ours['cpu_p95'] / numpy['cpu_p95']:.2f} x), with reading and corrections"
        f" {report['search']['recall']['cpu_p50']} ms, recall@5 {report['recall5']},"
        f" {report['anonymous_mb']} MB"
    )


if __name__ == "__main__":
    sys.exit(main())
