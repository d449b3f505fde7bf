"""A real Home Assistant process with a configuration folder of its own."""

import shutil
from pathlib import Path

from .processes import HERE, Child

PROJECT = HERE.parent
INTEGRATION = Path("custom_components") / "mirae_story"

CONFIGURATION = """\
homeassistant:
  name: Mirae Story
http:
  server_host: 127.0.0.1
  server_port: {port}
conversation:
assist_pipeline:
logger:
  default: warning
  logs:
    custom_components.mirae_story: info
"""


def furnish(folder: Path, port: int) -> None:
    """Make a configuration folder: a few lines of YAML and a copy of the integration, as HACS would place it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "configuration.yaml").write_text(CONFIGURATION.format(port=port))
    shutil.copytree(
        PROJECT / INTEGRATION,
        folder / INTEGRATION,
        ignore=shutil.ignore_patterns("__pycache__"),
    )


class Home:
    """Home Assistant on 127.0.0.1. `launcher` is the program that starts it."""

    def __init__(
        self, folder: Path, port: int, launcher: Path = HERE / "launcher.py"
    ) -> None:
        """Name an already furnished folder and the port that its configuration names."""
        self.folder = folder
        self._evenings = folder / "evenings_moved_on"
        self.url = f"http://127.0.0.1:{port}"
        self.child = Child(launcher, folder / "demo.log", f"{self.url}/api/")

    async def start(self) -> None:
        """Start it and wait until it answers. Raises `ProcessEndedError`, `TimeoutError`."""
        arguments = ["--config", str(self.folder), "--skip-pip", "--log-no-color"]
        await self.child.start([str(self._evenings), *arguments])

    async def stop(self) -> None:
        """Ask it to end, as a supervisor does."""
        await self.child.stop()

    def move_on(self, evenings: int) -> None:
        """Put the integration's clock ahead by this many days in all."""
        draft = self._evenings.with_suffix(".draft")
        draft.write_text(str(evenings))
        draft.replace(self._evenings)  # in one step: the reader never sees half a file
