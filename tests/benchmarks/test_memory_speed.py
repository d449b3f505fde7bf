"""The memory's two benches, with few turns: what they report, and when they complain."""

import asyncio
import json
from time import thread_time

import pytest

from benchmarks import loop_lag, memory_speed


def test_a_small_memory_is_measured_beside_its_peers(tmp_path, capsys):
    path = tmp_path / "report.json"
    options = ["--turns", "60", "--dimension", "64", "--queries", "60"]
    assert memory_speed.main([*options, "--json", str(path)]) == 0
    report = json.loads(path.read_text())
    assert report["missed"] == []
    (size,) = report["sizes"]
    assert size["turns"] == 60
    assert size["recall5"] >= 0.98
    assert set(size["search"]) == {"ours", "recall", "numpy", "sqlite_vec"}
    assert size["memory_mb"] > 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("60 turns: search ")


def test_limits_hold_for_a_hundred_thousand_turns():
    times = {"cpu_p50": 10.0, "cpu_p95": 20.0}
    report = {
        "turns": 100_000,
        "recall5": 0.98,
        "anonymous_mb": 41.0,
        "search": {"ours": {"cpu_p50": 4.0, "cpu_p95": 10.0}, "numpy": times},
    }
    assert memory_speed.limits_missed(report) == [
        "cpu p50 of numpy's: 0.400, at most 0.350",
        "anonymous MB: 41.000, at most 40.000",
        "missing of recall@5: 0.020, at most 0.010",
    ]
    assert memory_speed.limits_missed(report | {"turns": 1_000}) == []


@pytest.mark.usefixtures("socket_enabled")
def test_waits_in_the_loop_of_a_real_home_are_told(tmp_path, capsys, monkeypatch):
    path = tmp_path / "report.json"
    monkeypatch.setattr(loop_lag, "MOST_MS", 60_000.0)
    options = ["--rounds", "1", "--stored", "40", "--dimension", "64"]
    assert loop_lag.main([*options, "--json", str(path)]) == 0
    report = json.loads(path.read_text())
    done = {name: one.get("times") for name, one in report["waits"].items()}
    assert done == {"start": None, "first": None, "idle": None} | {
        name: times for name, (_, times) in loop_lag.WORK.items()
    }
    assert all(one["ticks"] for one in report["waits"].values())
    for key in ("max_ms", "ours_max_ms"):
        waits = [report["waits"][name][key] for name in loop_lag.WORK]
        assert report[key] == max(waits)
    assert report["ours_max_ms"] <= report["max_ms"]
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("longest wait in the loop")
    assert sum(line.startswith("| ") for line in lines) == 2 + len(report["waits"])


async def test_what_the_loop_itself_computes_is_our_fault():
    ticker = loop_lag.Ticker()
    ticking = asyncio.create_task(ticker.run())
    await asyncio.sleep(0.01)
    until = thread_time() + 0.05
    while thread_time() < until:
        pass
    await asyncio.sleep(0.01)
    ticking.cancel()
    assert max(ticker.ours_ms[loop_lag.START]) >= 40


def test_standing_ready_is_counted_up():
    first = loop_lag.stood_ready_ms()
    assert loop_lag.stood_ready_ms() >= first >= 0
