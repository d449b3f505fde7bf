"""The memory's two benches, with few turns: what they report, and when they complain."""

import json

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


def test_waits_in_the_loop_are_told(tmp_path, capsys, monkeypatch):
    path = tmp_path / "report.json"
    monkeypatch.setattr(loop_lag, "MOST_MS", 60_000.0)
    options = ["--turns", "60", "--stored", "40", "--dimension", "64"]
    assert loop_lag.main([*options, "--json", str(path)]) == 0
    report = json.loads(path.read_text())
    done = [report[what] for what in ("remember", "recall", "reword", "forget")]
    assert sum(done) == 60
    assert report["max_ms"] >= report["p99_ms"] >= 0
    monkeypatch.setattr(loop_lag, "MOST_MS", 0.0)
    assert loop_lag.main(options) == 1
    assert "longest wait in the loop" in capsys.readouterr().out
