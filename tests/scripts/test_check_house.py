"""The house rules find what they are there for, and nothing else."""

import subprocess
from pathlib import Path

import pytest

from scripts.check_house import FUNCTION_LINES, MODULE_LINES, complaints


@pytest.fixture
def project(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("ignored/\n")
    return tmp_path


def test_sizes_at_the_limit_are_fine(project: Path):
    body = "    pass\n" * (FUNCTION_LINES - 1)
    module = f"def long():\n{body}" + "#\n" * (MODULE_LINES - FUNCTION_LINES)
    (project / "module.py").write_text(module)
    assert list(complaints(project)) == []


def test_a_module_of_too_many_lines(project: Path):
    (project / "module.py").write_text("#\n" * (MODULE_LINES + 1))
    assert list(complaints(project)) == ["module.py: 501 lines, at most 500"]


@pytest.mark.parametrize("keyword", ["def", "async def"])
def test_a_function_of_too_many_lines(project: Path, keyword: str):
    body = "        pass\n" * FUNCTION_LINES
    (project / "module.py").write_text(f"class A:\n    {keyword} f(self):\n{body}")
    assert list(complaints(project)) == ["module.py:2: f has 71 lines, at most 70"]


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://registry.example/simple",
        "--find-links /opt/wheels",
        "thing @ https://registry.example/thing.whl",
    ],
)
def test_a_requirement_file_with_an_address(project: Path, line: str):
    (project / "requirements").mkdir()
    (project / "requirements" / "test.txt").write_text(f"thing==1\n{line}\n")
    assert list(complaints(project)) == [
        "requirements/test.txt:2: a lock file must not name an address"
    ]


def test_a_package_lock_with_an_address(project: Path):
    (project / "frontend").mkdir()
    lock = project / "frontend" / "package-lock.json"
    lock.write_text('{"lockfileVersion": 3,\n "resolved": "x"}\n')
    assert len(list(complaints(project))) == 1
    lock.write_text('{"lockfileVersion": 3}\n')
    assert list(complaints(project)) == []


def test_lock_files_that_write_addresses_stay_out(project: Path):
    (project / "uv.lock").touch()
    assert list(complaints(project)) == [
        "uv.lock: this kind of lock file writes addresses; leave it out"
    ]


def test_what_git_ignores_is_not_looked_at(project: Path):
    (project / "ignored").mkdir()
    (project / "ignored" / "module.py").write_text("#\n" * (MODULE_LINES + 1))
    assert list(complaints(project)) == []
