"""A telling and its listeners."""

import asyncio

from custom_components.mirae_story.story.telling import Telling


async def heard_by(telling):
    return [piece async for piece in telling.listen()]


async def test_a_late_listener_hears_the_night_from_its_start():
    telling = Telling(4)
    early = asyncio.create_task(heard_by(telling))
    await asyncio.sleep(0)
    telling.say("Once ")
    await asyncio.sleep(0)
    late = asyncio.create_task(heard_by(telling))
    telling.say("upon ")
    telling.say("")
    telling.say("a time.")
    telling.finish()
    assert await early == ["Once ", "upon ", "a time."]
    assert await late == ["Once ", "upon ", "a time."]
    assert telling.text == "Once upon a time."
    assert await heard_by(telling) == ["Once ", "upon ", "a time."]


async def test_a_listener_who_leaves_stops_nothing():
    telling = Telling(4)
    leaver = asyncio.create_task(heard_by(telling))
    await asyncio.sleep(0)
    leaver.cancel()
    await asyncio.gather(leaver, return_exceptions=True)
    stays = asyncio.create_task(heard_by(telling))
    telling.say("Once.")
    telling.finish()
    assert await stays == ["Once."]


async def test_the_first_word_is_timed_once():
    telling = Telling(1)
    assert telling.first_said_s is None
    telling.say("One.")
    first = telling.first_said_s
    telling.say("Two.")
    assert first is not None
    assert telling.first_said_s == first


async def test_ended_waits_for_the_end():
    telling = Telling(1)
    waiting = asyncio.create_task(telling.ended())
    await asyncio.sleep(0)
    assert not waiting.done()
    telling.stop()
    assert telling.stop_asked
    telling.finish()
    await waiting


async def test_one_who_reads_along_is_no_listener():
    telling = Telling(1)
    assert telling.elapsed_s == 0
    telling.say("The sea is calm.")
    pieces = telling.listen(reads=True)
    assert await anext(pieces) == "The sea is calm."
    assert not telling.is_heard
    before = telling.elapsed_s
    assert 0 <= before <= telling.elapsed_s
    await pieces.aclose()
    assert not telling.is_heard
