"""Hours in a moment: an event loop whose clock jumps to the next thing that is to happen."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any

import pytest


class _Jumping(selectors.DefaultSelector):
    """Waits for nothing: it moves the clock on instead."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0 if timeout is not None else None)
        if not ready and timeout:
            self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop for what waits for time alone: nothing real may be waited for in it."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


def run_in_virtual_time[T](
    monkeypatch: pytest.MonkeyPatch, work: Callable[[], Coroutine[Any, Any, T]]
) -> tuple[T, float]:
    """Run this; return its result and how many seconds it took by the virtual clock."""
    loop = VirtualLoop()
    for module in ("pace", "listening", "telling", "teller"):
        name = f"custom_components.mirae_story.story.{module}.monotonic"
        monkeypatch.setattr(name, loop.time)
    began = loop.time()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        result = runner.run(work())
        return result, loop.time() - began
