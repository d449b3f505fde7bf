"""One night while it is told: its text grows in the background, and listeners come and go.

A listener who leaves stops nothing; one who comes late hears it from the start.
"""

from asyncio import Event
from collections.abc import AsyncGenerator
from time import monotonic


class Telling:
    """The text of a night as it is told, shared by any number of listeners."""

    def __init__(self, night: int) -> None:
        """Begin with nothing said."""
        self.night = night
        self.first_said_s: float | None = None
        """Seconds from the request to the first text."""
        self.stopping = Event()
        """Set when somebody asked to stop."""
        self.finished = False
        self.stored = False
        """Whether the night counts as told (design step 4 is done)."""
        self.repeats: int | None = None
        """The night that is told once more in place of a new one, if that is so."""
        self._listeners = 0
        self._asked_at = monotonic()
        self._pieces: list[str] = []
        self._changed = Event()

    @property
    def stop_asked(self) -> bool:
        """Whether somebody asked to stop."""
        return self.stopping.is_set()

    @property
    def is_heard(self) -> bool:
        """Whether somebody listens now."""
        return self._listeners > 0

    @property
    def text(self) -> str:
        """All that was said so far."""
        return "".join(self._pieces)

    def say(self, text: str) -> None:
        """Hand a piece of checked text to every listener."""
        if not text:
            return
        if self.first_said_s is None:
            self.first_said_s = monotonic() - self._asked_at
        self._pieces.append(text)
        self._wake()

    def stop(self) -> None:
        """Ask the telling to end, even while the model is silent."""
        self.stopping.set()

    def finish(self) -> None:
        """Tell every listener that nothing more will come."""
        self.finished = True
        self._wake()

    @property
    def elapsed_s(self) -> float:
        """Return for how many seconds it has been said; 0 before the first text."""
        if self.first_said_s is None:
            return 0.0
        return monotonic() - self._asked_at - self.first_said_s

    async def listen(self, *, reads: bool = False) -> AsyncGenerator[str]:
        """Yield the text from its start, piece by piece, until the night ends; one who only reads along hears nothing."""
        heard = 0
        self._listeners += not reads
        try:
            while True:
                changed = self._changed
                while heard < len(self._pieces):
                    heard += 1
                    yield self._pieces[heard - 1]
                if self.finished:
                    return
                await changed.wait()
        finally:
            self._listeners -= not reads

    async def ended(self) -> None:
        """Wait until the night has ended."""
        while not self.finished:
            await self._changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = Event()
