"""The program: options from everywhere, the check, the probe, and how it ends."""

import os
import signal
import subprocess
import sys
import time

import pytest
import wyoming_whisper
from wyoming_whisper.__main__ import main
from wyoming_whisper.options import OptionError, read_options

from conftest import MODEL, ROOT, free_port  # isort: skip


def test_flags_go_before_variables_before_the_file(tmp_path):
    path = tmp_path / "ear.toml"
    path.write_text(
        'languages = ["en", "ja"]\nbeam-size = 3\nidle_seconds = 9\nearly = false\n',
        "utf-8",
    )
    environment = {
        "WYOMING_WHISPER_CONFIG": str(path),
        "WYOMING_WHISPER_BEAM_SIZE": "4",
        "WYOMING_WHISPER_SNAP": "no",
        "WYOMING_WHISPER_LOG_TRANSCRIPTS": "on",
        "WYOMING_WHISPER_ENDPOINTING": "1.4",
    }
    options, _ = read_options(["--languages", "ja_JP,JA,en-US"], environment)
    assert options.served == ("ja", "en")
    assert options.beam_size == 4
    assert options.idle_seconds == 9
    assert (options.early, options.snap, options.log_transcripts) == (
        False,
        False,
        True,
    )
    assert options.endpointing == 1.4
    assert read_options(["--zeroconf"], {})[0].zeroconf == "wyoming-whisper"
    assert read_options(["--zeroconf", "nursery"], {})[0].zeroconf == "nursery"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("volume = 3", "which there is not"),
        ("beam_size = 'x'", "must be a int"),
        ("beam_size =", "no TOML"),
        ("early = 1", "must be a bool"),
        ("beam_size = 0", "at least 1"),
        ("languages = ','", "at least one language"),
    ],
)
def test_wrong_options_are_told(tmp_path, text, message):
    path = tmp_path / "ear.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(OptionError, match=message):
        read_options(["--config", str(path)], {})


@pytest.mark.parametrize(
    ("name", "value"), [("BEAM_SIZE", "x"), ("EARLY", "perhaps"), ("IDLE_SECONDS", "")]
)
def test_wrong_variables_are_told(name, value):
    with pytest.raises(OptionError, match=name):
        read_options([], {f"WYOMING_WHISPER_{name}": value})


@pytest.mark.parametrize(
    "arguments",
    [
        ["--config", "/nowhere.toml"],
        ["--model", "/nowhere/base"],
        ["--uri", "http://x"],
        ["--uri", "tcp://x:99999"],
        ["--probe", "--uri", "tcp://127.0.0.1"],
    ],
)
def test_the_program_says_what_is_wrong(arguments, capsys):
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert said.startswith("wyoming-whisper: ")
    assert "Traceback" not in said


def test_the_program_tells_its_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.strip() == wyoming_whisper.__version__


@pytest.mark.parametrize("language", ["en", "ja"])
def test_check_hears_its_clip(language, capsys):
    assert main(["--check", "--model", str(MODEL), "--languages", language]) == 0
    said = capsys.readouterr().out
    assert "all is well" in said
    assert f"({language})" in said


def test_a_server_serves_is_probed_and_ends(tmp_path):
    uri = f"tcp://127.0.0.1:{free_port()}"
    environment = {**os.environ, "WYOMING_WHISPER_MODEL": str(MODEL)}
    probe = [sys.executable, "-m", "wyoming_whisper", "--probe", "--uri", uri]
    refused = subprocess.run(
        probe, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1
    assert "NOT well" in refused.stdout
    server = subprocess.Popen(
        [sys.executable, "-m", "wyoming_whisper", "--uri", uri],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert "Ready: whisper-base, ja, en" in server.stderr.readline()
        well = subprocess.run(
            probe, cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert well.returncode == 0, well.stdout
        assert "Well: " in well.stdout
        began = time.monotonic()
        server.send_signal(signal.SIGTERM)
        assert server.wait(10) == 0
        assert time.monotonic() - began < 5
        assert server.stderr.read() == ""
    finally:
        server.kill()
        server.stderr.close()
