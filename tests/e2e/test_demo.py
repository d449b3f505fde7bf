"""The demo as a user runs it: real Home Assistant, real model, three nights, one restart."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from demo.__main__ import read_arguments

PROJECT = Path(__file__).parents[2]
LIMIT_S = 900
MARK = "MIRAE_STORY_TEST"
NIGHT_KEYS = {
    "night",
    "prose",
    "notes_raw",
    "decisions",
    "first_delta_ms",
    "prose_s",
    "notes_s",
    "calm_ending",
    "retellings",
}
SHARE = 10


def demo(*options, cwd):
    """Start the demo as `scripts/demo` does, from a folder that is not the project's."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "demo", "--headless", *options],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(PROJECT), MARK: str(cwd)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finished(process):
    """Return exit status and output."""
    output, _ = process.communicate(timeout=LIMIT_S)
    return process.returncode, output


def processes_of(folder):
    """Return the ids of running processes that a demo in this folder has started, itself included."""
    mark = f"{MARK}={folder}\0".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        # Processes end while we look, and other users' are closed to us.
        with suppress(OSError):
            if mark in entry.read_bytes():
                found.append(int(entry.parent.name))
    return found


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Exit status, output and report of a demo of three nights."""
    folder = tmp_path_factory.mktemp("demo")
    status, output = finished(
        demo("--nights", "3", "--json", "out.json", "--keep", "kept", cwd=folder)
    )
    assert status == 0, output
    return output, json.loads((folder / "out.json").read_text()), folder / "kept"


def test_three_different_nights_are_told(told):
    _, report, _ = told
    assert [night["night"] for night in report["nights"]] == [1, 2, 3]
    proses = {night["prose"] for night in report["nights"]}
    assert len(proses) == 3
    assert all(len(prose.split()) > 40 for prose in proses)


def test_the_report_has_the_documented_keys(told):
    _, report, _ = told
    assert report.keys() == {"nights", "state", "restarted"}
    for night in report["nights"]:
        assert night.keys() == NIGHT_KEYS
        for decision in night["decisions"]:
            assert decision.keys() == {"name", "change", "outcome", "reason"}


def test_the_state_stays_true(told):
    _, report, _ = told
    state = report["state"]
    (protagonist,) = [m for m in state["cast"] if m["protagonist"]]
    assert (protagonist["name"], protagonist["status"]) == ("Nell", "active")
    assert protagonist["role"] == "captain of the Lantern Ship"
    assert state["night"] == state["situation"]["night"] == 3
    assert state["reference"]["genre"] == "adventure_at_sea"
    assert state["situation"]["text"]


def test_home_assistant_was_restarted_in_between(told):
    output, report, _ = told
    assert report["restarted"] is True
    assert output.index("Evening 1") < output.index("Starting Home Assistant again")
    assert output.index("Starting Home Assistant again") < output.index("Evening 3")


def test_the_first_text_comes_long_before_the_model_is_done(told):
    _, report, _ = told
    for night in report["nights"]:
        # The first words are the code's own. How fast they are in milliseconds is the first_word benchmark's to say:
        # here the model keeps the machine busy, and a busy machine slows both.
        assert 0 < night["first_delta_ms"] * SHARE <= night["prose_s"] * 1000


def test_most_words_are_the_models_own(told):
    _, report, _ = told
    assert sum(night["calm_ending"] for night in report["nights"]) <= 1


def test_prose_cast_and_situation_are_printed(told):
    output, report, _ = told
    for night in report["nights"]:
        assert night["prose"] in output
    assert "Nell (captain of the Lantern Ship, active, protagonist)" in output
    assert report["state"]["situation"]["text"] in output


def test_only_the_integration_is_copied_and_nothing_is_left_running(told):
    _, _, kept = told
    custom = kept / "config" / "custom_components"
    assert [path.name for path in custom.iterdir()] == ["mirae_story"]
    assert processes_of(kept.parent) == []


def test_home_assistant_logs_no_errors_of_the_integration(told):
    _, _, kept = told
    lines = (kept / "config" / "demo.log").read_text().splitlines()
    own = [line for line in lines if "mirae_story" in line and " ERROR " in line]
    assert own == []


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_a_stopped_demo_ends_what_it_started(tmp_path, number, status):
    process = demo(cwd=tmp_path)
    wait_for_home_assistant(tmp_path)
    process.send_signal(number)
    assert finished(process)[0] == status
    assert processes_of(tmp_path) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties processes")
def test_a_killed_demo_leaves_nothing_behind(tmp_path):
    process = demo("--keep", "kept", cwd=tmp_path)
    wait_for_home_assistant(tmp_path)
    process.kill()
    process.wait()
    wait_until(lambda: not processes_of(tmp_path))


def wait_for_home_assistant(folder):
    """Wait until the demo, its model and Home Assistant run."""
    wait_until(lambda: len(processes_of(folder)) == 3)


def wait_until(holds, limit_s=120):
    until = time.monotonic() + limit_s
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.parametrize(
    "options",
    [
        ("--nights", "0"),
        ("--model", "x"),
        ("--ollama", "http://a", "--openai", "http://b"),
        ("--language", "fr"),
        ("--keep", "."),
    ],
)
def test_senseless_options_are_refused(tmp_path, monkeypatch, capsys, options):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "something").touch()
    with pytest.raises(SystemExit) as ended:
        read_arguments(list(options))
    assert ended.value.code == 2
    assert "usage: scripts/demo" in capsys.readouterr().err


def test_a_demo_without_its_server_fails_with_a_reason(tmp_path):
    status, output = finished(
        demo("--openai", "http://127.0.0.1:9/v1", "--keep", "kept", cwd=tmp_path)
    )
    assert status == 1
    assert "server_unreachable" in output
    assert processes_of(tmp_path) == []
