"""The memory's two benches, with few turns: what they report, and when they complain."""

import json

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
    longest = max(report["waits"][name]["max_ms"] for name in loop_lag.WORK)
    assert report["max_ms"] == longest
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("longest wait in the loop")
    assert sum(line.startswith("| ") for line in lines) == 2 + len(report["waits"])


def test_a_noisy_machine_is_told_from_our_fault():
    noisy = {"max_ms": 30.0, "idle_max_ms": 25.0, "stored": 1}
    assert "too busy to tell" in loop_lag.verdict(noisy)
    for ours in ({"max_ms": 30.0, "idle_max_ms": 2.0}, {"max_ms": 3.0}):
        assert "too busy" not in loop_lag.verdict(noisy | ours)
