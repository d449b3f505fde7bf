"""Word lists that a family keeps in a file, read again when it changes."""

import logging
from pathlib import Path

_LOGGER = logging.getLogger(__name__)

LARGEST = 256 * 1024


class Lines:
    """The lines of a file, without comments and empty ones."""

    def __init__(self, path: Path) -> None:
        """Follow this file, which need not be there yet."""
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._lines: list[str] = []
        self.changes = 0

    def read(self) -> list[str]:
        """Return the lines as they are now; the last good ones if the file is bad."""
        try:
            stat = self._path.stat()
            seen = (stat.st_mtime_ns, stat.st_size)
            if seen == self._seen:
                return self._lines
            self._seen = seen
            with self._path.open("rb") as file:
                text = file.read(LARGEST).decode("utf-8-sig")
        except (OSError, ValueError) as err:
            if self._seen is not None or not self.changes:
                _LOGGER.warning("%s could not be read: %s", self._path.name, err)
            self._seen = None
            self.changes = self.changes or 1
            return self._lines
        lines = (line.rstrip() for line in text.splitlines())
        self._lines = [line for line in lines if line and not line.startswith("#")]
        self.changes += 1
        return self._lines
