"""Start Home Assistant with a clock that can be moved on by days: for the demo and the tests alone.

Arguments: a file that holds the number of days, then Home Assistant's own. Before Home Assistant starts, the integration
that was copied into the configuration folder gets its one clock function replaced; the product knows nothing of it.
"""

import os
import sys
from contextlib import suppress
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path

from homeassistant.__main__ import main as run_home_assistant


def evenings_moved_on(file: Path) -> int:
    """Return by how many days the clock is ahead."""
    # Home Assistant forbids `open` in its event loop; these few bytes do no harm.
    with suppress(FileNotFoundError):
        descriptor = os.open(file, os.O_RDONLY)
        try:
            return int(os.read(descriptor, 16))
        finally:
            os.close(descriptor)
    return 0


def move_clock(folder: Path, evenings: Path) -> None:
    """Let the integration in the configuration folder live so many days ahead as the file says."""
    sys.path.insert(0, str(folder))
    clock = import_module("custom_components.mirae_story.clock")
    real_now = clock.local_now

    def local_now() -> datetime:
        now: datetime = real_now()
        return now + timedelta(days=evenings_moved_on(evenings))

    clock.local_now = local_now  # type: ignore[attr-defined]


def take_arguments() -> tuple[Path, Path]:
    """Take the file for the clock, which comes first; return configuration folder and file, leave the rest."""
    evenings = Path(sys.argv.pop(1))
    folder = Path(sys.argv[sys.argv.index("--config") + 1])
    return folder.resolve(), evenings


if __name__ == "__main__":
    move_clock(*take_arguments())
    sys.exit(run_home_assistant())
