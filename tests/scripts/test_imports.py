"""Imports against the grain are found: each contract is broken once on purpose."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT_IMPORTS = Path(sys.executable).parent / "lint-imports"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Lay out an empty project of our shape with our contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "import_contract.py", tmp_path / "scripts")
    package = tmp_path / "custom_components" / "mirae_story"
    for folder in (
        package,
        *(package / name for name in ("story", "memory", "store", "servers")),
        tmp_path / "wyoming_whisper",
    ):
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    return tmp_path


def lint(project: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT_IMPORTS, "--no-logo", "--no-cache"],
        cwd=project,
        env=os.environ | {"COLUMNS": "200"},
        check=False,
        capture_output=True,
        text=True,
    )


def test_the_directions_of_the_design_are_kept(project: Path):
    package = project / "custom_components" / "mirae_story"
    (package / "story" / "gate.py").write_text("import re\nfrom . import names\n")
    (package / "story" / "names.py").write_text("import unicodedata\n")
    (package / "memory" / "vectors.py").write_text("import numpy\n")
    (package / "store" / "journal.py").write_text(
        "import sqlite3\nfrom ..story import gate\n"
    )
    (package / "servers" / "client.py").write_text(
        "import aiohttp\nfrom ..story import gate\n"
    )
    (package / "sensor.py").write_text(
        "import homeassistant.core\nfrom .store import journal\nfrom .servers import client\n"
    )
    done = lint(project)
    assert done.returncode == 0, done.stdout


OURS = "custom_components.mirae_story"
AGAINST_THE_GRAIN = {
    f"{OURS}.story": (
        "homeassistant.core",
        "probatio",
        "voluptuous",
        "aiohttp",
        "sqlite3",
        "numpy",
        "json_repair",
        "sentence_stream",
        f"{OURS}.store",
        f"{OURS}.servers",
        f"{OURS}.memory",
        f"{OURS}.sensor",
        OURS,
    ),
    f"{OURS}.memory": (
        "homeassistant.core",
        "sqlite3",
        f"{OURS}.store",
        f"{OURS}.sensor",
    ),
    f"{OURS}.store": ("homeassistant.core", f"{OURS}.servers", f"{OURS}.sensor"),
    f"{OURS}.servers": (
        "homeassistant.core",
        "sqlite3",
        f"{OURS}.store",
        f"{OURS}.sensor",
    ),
    "wyoming_whisper": ("homeassistant.core", f"{OURS}.story"),
}


@pytest.mark.parametrize("package", AGAINST_THE_GRAIN)
def test_imports_against_the_grain_are_found(project: Path, package: str):
    (project / "custom_components" / "mirae_story" / "sensor.py").touch()
    folder = project / package.replace(".", "/")
    for number, imported in enumerate(AGAINST_THE_GRAIN[package]):
        odd = folder / f"odd{number}.py"
        odd.write_text(f"def late():\n    import {imported}\n")
    done = lint(project)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    for number, imported in enumerate(AGAINST_THE_GRAIN[package]):
        outside = imported if imported.startswith(OURS) else imported.partition(".")[0]
        assert f"{package}.odd{number}:2 imports {outside}" in lines


def test_the_integration_does_not_know_the_speech_server(project: Path):
    sensor = project / "custom_components" / "mirae_story" / "sensor.py"
    sensor.write_text("import wyoming_whisper\n")
    done = lint(project)
    assert done.returncode == 1
    assert f"{OURS}.sensor -> wyoming_whisper" in done.stdout
