"""The benchmark of the first words: its figures, its limits, and one real round of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.bedtime.silence import longest_gap
from benchmarks.first_word import Answer, missed, summary
from custom_components.mirae_story.story.model import Language

PROJECT = Path(__file__).parents[2]
FIGURES = {
    "requests": 2,
    "p50_ms": 10.0,
    "p95_ms": 20.0,
    "cpu_p95_ms": 5.0,
    "p50_60_characters_ms": 11.0,
    "p95_60_characters_ms": 21.0,
    "longest_gap_s": 4.0,
    "bridges": 1,
}


def answer(first_ms, *, gap_s=4.0, bridges=1):
    return Answer(
        first_ms=first_ms,
        cpu_ms=5.0,
        enough_ms=first_ms + 1,
        gap_s=gap_s,
        bridges=bridges,
    )


def test_figures_are_of_all_requests():
    assert summary([answer(20.0, bridges=0), answer(10.0, gap_s=2.0)]) == FIGURES


def test_silence_is_what_is_left_after_speech():
    heard = [(1.0, "moon " * 7), (10.0, "moon " * 7), (11.0, "moon")]
    assert longest_gap(heard, Language.EN, asked_at=0.5) == pytest.approx(6.0)
    assert longest_gap([(2.0, "月" * 60)], Language.JA, asked_at=0.0) == 2.0


@pytest.mark.parametrize(
    ("changes", "complaints"),
    [
        ({}, 0),
        ({"p95_60_characters_ms": 101.0}, 1),
        ({"longest_gap_s": 8.5}, 1),
        ({"bridges": 4}, 1),
    ],
)
def test_what_misses_a_limit_is_named(changes, complaints):
    report = {"own_agent.first_token_after_15_s": FIGURES | changes}
    assert len(missed(report)) == complaints


def test_a_round_in_a_real_home(tmp_path):
    options = ["--requests", "1", "--route", "own_agent", "--situation", "dead"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.first_word", *options, "--json", "out.json"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(PROJECT), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    # How fast a machine is that runs other tests as well is none of this test's business.
    assert done.returncode in (0, 1), done.stderr
    report = json.loads((tmp_path / "out.json").read_text())
    figures = report["routes"]["own_agent.dead"]
    assert figures.keys() == FIGURES.keys()
    assert figures["requests"] == 1
    assert figures["p50_ms"] > 0
