"""Hold the coverage limits: the pure core whole, everything nearly whole.

Reads the JSON report of coverage.py. The core decides what is true in a story, so no
line of it may be untried; a config flow is only as good as its rarest branch.
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = "custom_components/mirae_story"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A share of lines or branches, in percent, below a path."""

    below: str
    least: float
    branches: bool = False

    def reached(self, files: dict[str, Any]) -> float | None:
        """Return the percentage that the tests reached, None without any code."""
        what = "branches" if self.branches else "lines"
        total = "num_branches" if self.branches else "num_statements"
        summaries = [
            file["summary"] for name, file in files.items() if self.covers(name)
        ]
        possible: int = sum(summary[total] for summary in summaries)
        if not possible:
            return None
        covered: int = sum(summary[f"covered_{what}"] for summary in summaries)
        return 100 * covered / possible

    def covers(self, name: str) -> bool:
        """Tell whether the limit holds for a file."""
        return Path(name).is_relative_to(self.below)


LIMITS = (
    Limit(below=f"{PACKAGE}/story", least=100),
    Limit(below=f"{PACKAGE}/memory", least=100),
    Limit(below=f"{PACKAGE}/config_flow.py", least=100, branches=True),
    Limit(below=".", least=95),
)


def missed(files: dict[str, Any], limits: Iterable[Limit]) -> list[str]:
    """Return a line for each limit that is missed, with the files to look at."""
    lines = []
    for limit in limits:
        reached = limit.reached(files)
        if reached is None or reached >= limit.least:
            continue
        what = "branches" if limit.branches else "lines"
        lines.append(
            f"{limit.below}: {reached:.2f} % of {what}, at least {limit.least:g}"
        )
        lines += [
            f"  {name}: {untried(file, branches=limit.branches)}"
            for name, file in files.items()
            if limit.covers(name) and untried(file, branches=limit.branches)
        ]
    return lines


def untried(file: dict[str, Any], *, branches: bool) -> str:
    """Return the line numbers, or branches, that no test reached."""
    if branches:
        return ", ".join(f"{a}→{b}" for a, b in file.get("missing_branches", ()))
    return ", ".join(map(str, file["missing_lines"]))


def main() -> int:
    """Check the report named on the command line; return the exit status."""
    report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    lines = missed(report["files"], LIMITS)
    for line in lines:
        print(line)
    if not lines:
        print("coverage: every limit is held")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
