"""How long a listener waits."""

import asyncio

import pytest

from custom_components.mirae_story.story import listening
from custom_components.mirae_story.story.errors import ServerSlowError
from custom_components.mirae_story.story.listening import Patience, heard


@pytest.fixture
def clock(monkeypatch):
    """The seconds that have passed."""
    seconds = [0.0]
    monkeypatch.setattr(listening, "monotonic", lambda: seconds[0])
    return seconds


def test_the_end_is_the_end_however_often_something_is_said(clock):
    patience = Patience(60, until=100)
    assert patience.wait_s() == 60
    clock[0] = 59
    patience.hear("Once.")
    patience.renew()
    assert patience.wait_s() == 41
    clock[0] = 100
    patience.renew()
    assert patience.wait_s() == 0
    with pytest.raises(ServerSlowError):
        patience.bear()
    with pytest.raises(ServerSlowError):
        patience.hear("Upon.")


async def test_what_is_no_text_is_heard_as_well():
    async def parts():
        yield "Once."
        yield 7

    chunks = heard(parts(), asyncio.Event(), Patience(5))
    assert [chunk async for chunk in chunks] == ["Once.", 7]
