"""The continuity cases, against the real code."""

from pathlib import Path

import pytest

from benchmarks.continuity import main, read_cases, run_case

FOLDER = Path(__file__).parents[1] / "cases"
FILE = FOLDER / "continuity.jsonl"
MORE = FOLDER / "more.jsonl"
"""Cases of our own, in the same form: other names, genres and wordings."""
CASES = [*read_cases(FILE), *read_cases(MORE)]
NOT_COVERED = {
    "bn-36": "rule 13: a relative clause with a dead character's deed counts as acting",
    "bg-14": "unsafe: a weapon in one sentence, fired in the next",
    "bg-38": "name_drift: a variant in hiragana may be a word",
}
"""Cases whose rule is not whole yet: id and rule. One that passes has no place here."""


def test_there_are_all_cases():
    assert len(CASES) == 87 + 95
    assert set(NOT_COVERED) <= {case["id"] for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    misses = run_case(case)

    if case["id"] in NOT_COVERED:
        assert misses, "it passes: take it off the list"
    else:
        assert misses == []


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
