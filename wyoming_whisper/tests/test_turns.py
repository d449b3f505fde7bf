"""The queue: bounded, fair, and not stopped by those who leave."""

import asyncio
import threading

import pytest
from wyoming_whisper.errors import BusyError
from wyoming_whisper.turns import Turns


async def test_hosts_take_turns_and_too_many_are_refused():
    turns = Turns(4, lambda: None)
    gate = threading.Event()
    order = []
    first = asyncio.create_task(turns.do("a", gate.wait))
    await asyncio.sleep(0.01)
    assert not turns.idle
    waiting = [
        asyncio.create_task(turns.do(host, lambda host=host: order.append(host)))
        for host in ("a", "a", "a", "b")
    ]
    await asyncio.sleep(0.01)
    assert turns.waiting == 4
    with pytest.raises(BusyError, match="again"):
        await turns.do("c", lambda: None)
    begun = asyncio.create_task(turns.do("c", lambda: order.append("c"), begun=True))
    await asyncio.sleep(0.01)
    gate.set()
    await asyncio.gather(first, begun, *waiting)
    assert order == ["a", "b", "c", "a", "a"]
    await asyncio.sleep(0.01)
    assert turns.idle
    turns.close()


async def test_who_leaves_is_forgotten_and_blocks_nobody():
    turns = Turns(4, lambda: None)
    gate = threading.Event()
    running = asyncio.create_task(turns.do("a", gate.wait))
    await asyncio.sleep(0.01)
    waiting = asyncio.create_task(turns.do("b", lambda: None))
    await asyncio.sleep(0.01)
    for task in (waiting, running):
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert turns.waiting == 0
    gate.set()
    assert await turns.do("c", lambda: 5) == 5
    turns.close()


async def test_a_step_that_fails_ends_its_turn():
    turns = Turns(4, lambda: None)

    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await turns.do("a", fail)
    assert await turns.do("a", lambda: 1) == 1
    turns.close()
    with pytest.raises(RuntimeError):
        await turns.do("a", lambda: 1)
