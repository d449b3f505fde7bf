"""The continuity cases, against the real code."""

from pathlib import Path

import pytest

from benchmarks.continuity import main, read_cases, run_case

FOLDER = Path(__file__).parents[1] / "cases"
FILE = FOLDER / "continuity.jsonl"
MORE = FOLDER / "more.jsonl"
"""Cases of our own, in the same form: other names, genres and wordings."""
CASES = [*read_cases(FILE), *read_cases(MORE)]


def test_there_are_all_cases():
    assert len(CASES) == 87 + 635
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    assert run_case(case) == []


def test_the_benchmark_reports_misses(tmp_path, capsys):
    text = FILE.read_text(encoding="utf-8").splitlines()[0]
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(text.replace('"joined": ["ピップ"]', '"joined": ["ポップ"]'))
    report = tmp_path / "report.json"

    assert main([str(wrong), "--json", str(report)]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "n-01: joined"
    assert printed[-1] == "0/1 passed; notes ja 0/1"
    assert '"missed": 1' in report.read_text(encoding="utf-8")


def test_the_benchmark_can_run_one_kind(capsys):
    assert main([str(FILE), "--kind", "notes"]) == 0
    assert capsys.readouterr().out.startswith("50/50 passed; notes en 25/25")
