"""One model, many clients: who comes next, and how many may wait.

Each step of the model is one turn. Hosts take turns with one another, so a host that
sends much, or a long recording, does not keep the next command waiting.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .errors import BusyError

T = TypeVar("T")


class Turns:
    """A bounded, fair queue before one worker thread."""

    def __init__(self, most_waiting: int, rest: Callable[[], None]) -> None:
        """Begin with nobody waiting; `rest` is called when all is done."""
        self._rest = rest
        self._most = most_waiting
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._taken = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="model")

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def idle(self) -> bool:
        """Whether nothing is being done or waited for."""
        return not self._taken and not self._waiting

    def close(self) -> None:
        """Take no more work."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def do(self, host: str, step: Callable[[], T], *, begun: bool = False) -> T:
        """Return what a step of the model gives, when its turn has come.

        Raises BusyError if too many wait, unless this utterance was begun before.
        """
        await self._turn(host, begun=begun)
        try:
            done = asyncio.get_running_loop().run_in_executor(self._thread, step)
        except BaseException:
            self._release()
            raise
        # Whoever leaves does not stop the thread: the turn ends when the step does.
        done.add_done_callback(self._over)
        return await asyncio.shield(done)

    def _over(self, done: "asyncio.Future[T]") -> None:
        if not done.cancelled():
            done.exception()  # seen, also if nobody waits for it any more
        self._release()

    async def _turn(self, host: str, *, begun: bool) -> None:
        if not self._taken:
            self._taken = True
            return
        if not begun and self.waiting >= self._most:
            message = "Too many are speaking at once; please say it again in a moment."
            raise BusyError(message)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(host, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release()
            else:
                self._forget(host, turn)
            raise

    def _forget(self, host: str, turn: "asyncio.Future[None]") -> None:
        waiting = self._waiting.get(host)
        if waiting and turn in waiting:
            waiting.remove(turn)
            if not waiting:
                del self._waiting[host]

    def _release(self) -> None:
        while self._waiting:
            host = next(iter(self._waiting))
            waiting = self._waiting.pop(host)
            turn = waiting.popleft()
            if waiting:
                self._waiting[host] = waiting  # behind all other hosts
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False
        self._thread.submit(self._rest)
