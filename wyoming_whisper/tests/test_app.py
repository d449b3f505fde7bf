"""The app of Home Assistant OS: its page's options, and how Home Assistant learns of it."""

import asyncio
import http.server
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from wyoming_whisper.app import announce, app_options
from wyoming_whisper.errors import EarError

from conftest import MODEL, ROOT  # isort: skip


@pytest.fixture
def supervisor():
    """What the Supervisor is asked; it fails as often as the test says."""
    asked, failures = [], []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.path, self.headers["Authorization"], json.loads(body)))
            self.send_response(failures.pop() if failures else 200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked, failures
    server.shutdown()
    server.server_close()


def test_the_options_of_the_page(tmp_path):
    path = tmp_path / "options.json"
    given = {
        "languages": ["ja", "en"],
        "model": "base",
        "endpointing": 1.4,
        "log_transcripts": True,
        "cast": "",
        "threads": None,
    }
    path.write_text(json.dumps(given), "utf-8")
    options = app_options(path, {"WYOMING_WHISPER_OFFLINE": "1"})
    assert options.served == ("ja", "en")
    assert (options.model, options.endpointing, options.cast) == ("base", 1.4, "")
    assert options.log_transcripts
    assert options.offline
    assert options.uri == "tcp://0.0.0.0:10300"


@pytest.mark.parametrize("text", [None, "{", "[]", '{"threads": "many"}'])
def test_options_that_are_none(tmp_path, text):
    path = tmp_path / "options.json"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(EarError):
        app_options(path, {})


async def test_home_assistant_is_told(supervisor, caplog):
    address, asked, failures = supervisor
    ready = asyncio.Event()
    environment = {"SUPERVISOR_TOKEN": "secret", "SUPERVISOR_URL": address}
    telling = asyncio.create_task(announce(ready, environment, 0.01))
    await asyncio.sleep(0.05)
    assert asked == []
    ready.set()
    failures += [500]
    assert await telling
    path, token, body = asked[-1]
    assert (path, token) == ("/discovery", "Bearer secret")
    assert body["service"] == "wyoming"
    assert body["config"]["uri"].endswith(":10300")
    assert len(asked) == 2
    failures += [500] * 9
    assert not await announce(ready, environment, 0.01)
    assert "by its address" in caplog.text
    assert "secret" not in caplog.text
    assert not await announce(ready, {})


def test_the_app_serves_and_ends(tmp_path, supervisor):
    with socket.socket() as found:
        if found.connect_ex(("127.0.0.1", 10300)) == 0:
            pytest.skip("another server has the port")
    address, asked, _ = supervisor
    options = tmp_path / "options.json"
    options.write_text(json.dumps({"languages": ["en"], "model": str(MODEL)}), "utf-8")
    start = (
        "from pathlib import Path; from wyoming_whisper import app;"
        f"app.OPTIONS = Path({str(options)!r}); raise SystemExit(app.main())"
    )
    environment = {**os.environ, "SUPERVISOR_TOKEN": "x", "SUPERVISOR_URL": address}
    app = subprocess.Popen(
        [sys.executable, "-c", start],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert "Ready" in app.stderr.readline()
        assert "was told" in app.stderr.readline()
        assert len(asked) == 1
        probe = [sys.executable, "-m", "wyoming_whisper.probing"]
        languages = {**os.environ, "WYOMING_WHISPER_LANGUAGES": "en"}
        well = subprocess.run(
            probe, cwd=ROOT, env=languages, capture_output=True, text=True, check=False
        )
        assert "Well: " in well.stdout
        app.send_signal(signal.SIGTERM)
        assert app.wait(10) == 0
    finally:
        app.kill()
        app.stderr.close()
    options.write_text("{", "utf-8")
    failed = subprocess.run(
        [sys.executable, "-c", start],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert failed.returncode == 1
    assert failed.stderr.startswith("ERROR: The app's options")


def test_the_unit_names_what_there_is():
    unit = Path(ROOT, "wyoming_whisper/packaging/wyoming-whisper.service")
    assert "/etc/wyoming-whisper.toml" in unit.read_text("utf-8")
