"""Check the house rules that no linter knows: sizes, and lock files without addresses.

A module that a person can hold in the head has at most 500 lines, and a function at
most 70. A lock file that writes down a registry's address works for one network only.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MODULE_LINES = 500
FUNCTION_LINES = 70

LOCK_NAMES = frozenset({"uv.lock", "poetry.lock", "Pipfile.lock", "yarn.lock"})
LOCK_FILES = re.compile(r"(^|/)(requirements[^/]*/.*\.txt|package-lock\.json)$")
ADDRESS = re.compile(r"https?://|\"resolved\"|--(?:extra-)?index-url|--find-links")

type Function = ast.FunctionDef | ast.AsyncFunctionDef


def tracked_files(root: Path) -> Iterator[Path]:
    """Yield the files of the project, kept or new, that git does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in sorted(filter(None, listed.split("\0"))):
        if (root / name).is_file():
            yield Path(name)


def too_long(name: Path, source: str) -> Iterator[str]:
    """Yield a complaint for a module or function with more lines than allowed."""
    lines = source.count("\n")
    if lines > MODULE_LINES:
        yield f"{name}: {lines} lines, at most {MODULE_LINES}"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function.__value__) and node.end_lineno is not None:
            length = node.end_lineno - node.lineno + 1
            if length > FUNCTION_LINES:
                yield (
                    f"{name}:{node.lineno}: {node.name} has {length} lines, "
                    f"at most {FUNCTION_LINES}"
                )


def addresses(name: Path, text: str) -> Iterator[str]:
    """Yield a complaint for each line of a lock file that names a registry."""
    for number, line in enumerate(text.splitlines(), start=1):
        if ADDRESS.search(line):
            yield f"{name}:{number}: a lock file must not name an address"


def complaints(root: Path) -> Iterator[str]:
    """Yield every broken house rule below `root`, one line each."""
    for name in tracked_files(root):
        if name.name in LOCK_NAMES:
            yield f"{name}: this kind of lock file writes addresses; leave it out"
        elif LOCK_FILES.search(name.as_posix()):
            yield from addresses(name, (root / name).read_text(encoding="utf-8"))
        elif name.suffix == ".py":
            yield from too_long(name, (root / name).read_text(encoding="utf-8"))


def main() -> int:
    """Print what is wrong; return the exit status."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    found = list(complaints(root))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
