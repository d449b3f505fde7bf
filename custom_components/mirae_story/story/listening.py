"""Reading a model's stream with an ear for the listener.

It ends at once when somebody says stop, a silence is bridged, and a model that brings nothing that can be said is not
waited for without end.
"""

import asyncio
import math
from collections.abc import AsyncGenerator
from time import monotonic

from .errors import GarbledReplyError, ServerSlowError
from .pace import Bridges

MOST_UNSAID = 4_000
"""Characters that may come without one sentence that can be said: no sentence is longer than 800."""
BLANK = 20
"""What a chunk of blanks, or an empty one, counts for: nothing comes of it."""


class Patience:
    """How long a listener waits for the next sentence: in seconds, and in characters of what cannot be said."""

    def __init__(
        self,
        seconds: float,
        bridges: Bridges | None = None,
        *,
        until: float = math.inf,
    ) -> None:
        """Begin to wait; `bridges` make the waiting bearable. At `until` (`time.monotonic`) it ends, renewed or not."""
        self._seconds = seconds
        self._until = until
        self._bridges = bridges
        self._since = monotonic()
        self._unsaid = 0

    def renew(self) -> None:
        """Begin anew: something was said."""
        self._since = monotonic()
        self._unsaid = 0

    def wait_s(self) -> float:
        """Return for how many seconds nothing is to be done but to wait, not below zero."""
        left = self._end() - monotonic()
        due = left if self._bridges is None else min(left, self._bridges.due_s())
        return max(0.0, due)

    def bear(self) -> None:
        """Bridge the silence where it is time for that; raise ServerSlowError at the end of the patience."""
        if monotonic() >= self._end():
            raise ServerSlowError
        if self._bridges is not None:
            self._bridges.bridge()

    def hear(self, chunk: str) -> None:
        """Count what came; raise GarbledReplyError when too much of it could not be said, ServerSlowError at the end."""
        if monotonic() >= self._until:
            raise ServerSlowError
        self._unsaid += len(chunk) if chunk.strip() else max(BLANK, len(chunk))
        if self._unsaid > MOST_UNSAID:
            raise GarbledReplyError

    def _end(self) -> float:
        return min(self._since + self._seconds, self._until)


async def heard[T](
    stream: AsyncGenerator[T], stop: asyncio.Event, patience: Patience
) -> AsyncGenerator[T]:
    """Yield the stream's chunks, of which texts count as what is heard, until it ends, or `stop` is set.

    Raises ServerSlowError or GarbledReplyError when the patience is at its end.
    """
    stopping = asyncio.ensure_future(stop.wait())
    coming: asyncio.Future[T] | None = None
    try:
        while not stop.is_set():
            coming = asyncio.ensure_future(anext(stream))
            while not coming.done():
                await asyncio.wait(
                    {coming, stopping},
                    timeout=patience.wait_s(),
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if stop.is_set():
                    return
                if not coming.done():
                    patience.bear()
            try:
                chunk = coming.result()
            except StopAsyncIteration:
                return
            patience.hear(chunk if isinstance(chunk, str) else "")
            yield chunk
    finally:
        stopping.cancel()
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
