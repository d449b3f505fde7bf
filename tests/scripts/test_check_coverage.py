"""The coverage limits are held, and a miss names the lines to look at."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from scripts.check_coverage import LIMITS, PACKAGE, Limit, missed

ROOT = Path(__file__).parents[2]


def covered(
    lines: tuple[int, int],
    branches: tuple[int, int] = (0, 0),
    missing: tuple[int, ...] = (),
) -> dict[str, Any]:
    return {
        "summary": {
            "covered_lines": lines[0],
            "num_statements": lines[1],
            "covered_branches": branches[0],
            "num_branches": branches[1],
        },
        "missing_lines": list(missing),
        "missing_branches": [[3, 5]] if branches[0] < branches[1] else [],
    }


def test_one_line_of_the_core_is_too_many():
    files = {
        f"{PACKAGE}/story/gate.py": covered((99, 100), missing=(7,)),
        f"{PACKAGE}/story/names.py": covered((100, 100)),
        f"{PACKAGE}/sensor.py": covered((100, 100)),
    }
    assert missed(files, LIMITS) == [
        f"{PACKAGE}/story: 99.50 % of lines, at least 100",
        f"  {PACKAGE}/story/gate.py: 7",
    ]


def test_adapters_may_leave_a_little():
    assert (
        missed({f"{PACKAGE}/sensor.py": covered((96, 100), missing=(1,))}, LIMITS) == []
    )
    assert missed(
        {f"{PACKAGE}/sensor.py": covered((94, 100), missing=(1,))}, LIMITS
    ) == [
        ".: 94.00 % of lines, at least 95",
        f"  {PACKAGE}/sensor.py: 1",
    ]


def test_config_flow_counts_its_branches():
    files = {f"{PACKAGE}/config_flow.py": covered((100, 100), (9, 10))}
    assert missed(files, LIMITS) == [
        f"{PACKAGE}/config_flow.py: 90.00 % of branches, at least 100",
        f"  {PACKAGE}/config_flow.py: 3→5",
    ]


def test_a_name_that_only_begins_alike_is_not_below():
    limit = Limit(below=f"{PACKAGE}/story", least=100)
    assert limit.covers(f"{PACKAGE}/story/gate.py")
    assert not limit.covers(f"{PACKAGE}/story_flow.py")


def run(report: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "coverage.json"
    path.write_text(json.dumps(report))
    return subprocess.run(
        [sys.executable, "scripts/check_coverage.py", path],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )


def test_exit_status_tells(tmp_path: Path):
    whole = {"files": {f"{PACKAGE}/story/gate.py": covered((1, 1))}}
    assert run(whole, tmp_path).returncode == 0
    torn = {"files": {f"{PACKAGE}/story/gate.py": covered((0, 1), missing=(1,))}}
    assert run(torn, tmp_path).returncode == 1
