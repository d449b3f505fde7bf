"""scripts/bench lists, runs and passes on what a benchmark says."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Lay out a project with one benchmark and an environment that is ready."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "bench", tmp_path / "scripts" / "bench")
    setup = tmp_path / "scripts" / "setup"
    setup.write_text("#!/usr/bin/env bash\n")
    setup.chmod(0o755)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "gate.py").write_text(
        '"""How long the gate takes.\n\nMore."""\n'
        "import sys\nprint(*sys.argv[1:])\nraise SystemExit(len(sys.argv) > 2)\n"
    )
    (tmp_path / "benchmarks" / "_shared.py").touch()
    return tmp_path


def bench(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [project / "scripts" / "bench", *arguments],
        cwd=project.parent,
        check=False,
        capture_output=True,
        text=True,
    )


def test_without_a_name_lists(project: Path):
    done = bench(project)
    assert done.returncode == 0
    assert done.stdout.split() == ["gate", "How", "long", "the", "gate", "takes."]


def test_runs_and_passes_arguments_and_status_on(project: Path):
    done = bench(project, "gate", "once")
    assert (done.returncode, done.stdout) == (0, "once\n")
    done = bench(project, "gate", "--json", "out file.json")
    assert (done.returncode, done.stdout) == (1, "--json out file.json\n")


@pytest.mark.parametrize("name", ["nothing", "../scripts/bench", "--json"])
def test_an_unknown_name_is_told_what_there_is(project: Path, name: str):
    done = bench(project, name)
    assert done.returncode == 2
    assert "gate" in done.stderr
