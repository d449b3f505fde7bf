"""The speech server says plainly that it is not there yet."""

import subprocess
import sys
from pathlib import Path

import pytest

import wyoming_whisper
from wyoming_whisper.__main__ import main

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wyoming_whisper", *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )


def test_program_says_that_it_is_not_built_yet():
    done = run()
    assert done.returncode == 2
    assert done.stdout == ""
    assert "not built yet" in done.stderr
    assert "another speech-to-text engine" in done.stderr
    assert "Traceback" not in done.stderr


def test_program_tells_its_version():
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.strip() == wyoming_whisper.__version__


def test_main_returns_the_status(capsys: pytest.CaptureFixture[str]):
    assert main([]) == 2
    assert wyoming_whisper.__version__ in capsys.readouterr().err


def test_unknown_option_is_refused(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as refused:
        main(["--model", "base"])
    assert refused.value.code == 2
    assert "--model" in capsys.readouterr().err
