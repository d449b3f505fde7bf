"""When a night is prepared by itself."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import async_fire_time_changed

from custom_components.mirae_story import preparing
from custom_components.mirae_story.story.errors import ServerUnreachableError
from custom_components.mirae_story.story.people import Edit
from tests.living_home import PROSE, SECOND
from tests.test_conversation import say, told
from tests.test_shelf import (
    READY,
    THIRD,
    act,
    home_story,  # noqa: F401 - a fixture
    second_evening,  # noqa: F401 - a fixture
    set_options,
)


async def pass_time(hass, **time):
    async_fire_time_changed(hass, dt_util.utcnow() + timedelta(**time))
    await hass.async_block_till_done(wait_background_tasks=True)


def ready(hass):
    return hass.states.get(READY).state


@pytest.fixture
def story(home_story):  # noqa: F811 - the fixture
    return home_story.story


async def test_after_a_telling(hass, entry, story):
    await set_options(hass, entry, prepare_when=["after_telling"])
    await say(hass, "continue the story")
    await told(hass, entry)
    assert ready(hass) == "on"
    assert story.shelf.now.night.written == SECOND


async def test_nothing_is_prepared_that_nobody_wants(hass, entry, model, story):
    await say(hass, "continue the story")
    await told(hass, entry)
    await pass_time(hass, days=1)
    assert ready(hass) == "off"
    assert len(model.prose_calls) == 1


async def test_at_an_hour(hass, entry, second_evening):  # noqa: F811
    await set_options(hass, entry, prepare_when=["at_hour"], prepare_at="14:30:00")
    assert ready(hass) == "off"
    noon = dt_util.now().replace(hour=14, minute=30, second=0) + timedelta(days=1)
    async_fire_time_changed(hass, noon)
    await hass.async_block_till_done(wait_background_tasks=True)
    assert ready(hass) == "on"


async def test_when_a_server_appears(
    hass,
    entry,
    model,
    monkeypatch,
    second_evening,  # noqa: F811
):
    await set_options(hass, entry, prepare_when=["server_appears"])
    check, away = model.check, True

    async def checked():
        if away:
            raise ServerUnreachableError
        return await check()

    monkeypatch.setattr(model, "check", checked)
    await pass_time(hass, minutes=6)
    assert ready(hass) == "off"
    away = False
    await pass_time(hass, minutes=12)
    assert ready(hass) == "on"
    second_evening.story.writer = None
    await pass_time(hass, minutes=18)


async def test_a_server_that_was_always_there_does_not_appear(
    hass,
    entry,
    second_evening,  # noqa: F811
):
    await set_options(hass, entry, prepare_when=["server_appears"])
    await pass_time(hass, minutes=6)
    await pass_time(hass, minutes=12)
    assert ready(hass) == "off"


async def test_what_became_stale_is_prepared_anew(
    hass,
    entry,
    second_evening,  # noqa: F811
):
    await set_options(hass, entry, prepare_when=["at_hour"])
    await act(hass, "prepare")
    await second_evening.desk.edit(Edit(situation="The ship lies before a cave."))
    await hass.async_block_till_done(wait_background_tasks=True)
    assert ready(hass) == "off"
    await second_evening.story.shelf.wish_for("a whale")
    await hass.async_block_till_done(wait_background_tasks=True)
    await pass_time(hass, seconds=preparing.RENEW_AFTER_S + 1)
    assert ready(hass) == "on"
    assert second_evening.story.shelf.now.night.written == THIRD
    assert second_evening.story.shelf.now.night.wish == "a whale"


async def test_it_is_tried_again_when_a_listener_came_between(
    hass,
    entry,
    model,
    second_evening,  # noqa: F811
):
    await set_options(hass, entry, prepare_when=["at_hour"])
    model.gate.clear()
    second_evening.keeper.prepare()
    telling = second_evening.story.tell()
    model.gate.set()
    await telling.ended()
    await told(hass, entry)
    assert ready(hass) == "off"
    model.prose.append(PROSE.replace("Mina stood", "One morning Mina stood"))
    await pass_time(hass, seconds=preparing.RENEW_AFTER_S + 1)
    assert second_evening.story.shelf.now.night.night == 3


async def test_a_night_that_was_interrupted_is_prepared_after_a_restart(
    hass,
    entry,
    second_evening,  # noqa: F811
):
    await set_options(hass, entry, prepare_when=["after_telling"])
    assert ready(hass) == "off"
    assert await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    await pass_time(hass, seconds=preparing.RENEW_AFTER_S + 1)
    assert ready(hass) == "on"
    assert await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    assert ready(hass) == "on"


async def test_the_first_night_is_not_prepared_where_it_can_be_told_live(
    hass, entry, story, model
):
    await set_options(hass, entry, prepare_when=["after_telling"])
    assert await hass.config_entries.async_reload(entry.entry_id)
    await pass_time(hass, seconds=preparing.RENEW_AFTER_S + 1)
    assert not model.prose_calls


async def test_what_fails_is_left_for_the_next_time(
    hass,
    entry,
    model,
    second_evening,  # noqa: F811
):
    model.prose.clear()
    model.prose.append(ServerUnreachableError())
    second_evening.keeper.prepare()
    await hass.async_block_till_done(wait_background_tasks=True)
    assert ready(hass) == "off"


async def test_a_server_that_fails_is_left_alone_for_longer_each_time(
    hass,
    entry,
    model,
    second_evening,  # noqa: F811
):
    await set_options(hass, entry, prepare_when=["at_hour"])
    await act(hass, "prepare")
    model.prose.clear()
    model.prose.extend([ServerUnreachableError()] * 9)
    await second_evening.desk.edit(Edit(situation="The ship lies before a cave."))
    await hass.async_block_till_done(wait_background_tasks=True)
    wait = preparing.RENEW_AFTER_S + 1
    await pass_time(hass, seconds=wait)
    tried = len(model.prose_calls)
    assert tried == 3
    await pass_time(hass, seconds=wait)
    assert len(model.prose_calls) == tried
    await pass_time(hass, seconds=2 * wait)
    assert len(model.prose_calls) > tried


async def test_a_sleeping_server_is_woken_before_a_night_is_prepared(
    hass, entry, model, story
):
    woken = []

    async def wake():
        woken.append(len(model.prose_calls))
        return True

    with patch.object(entry.runtime_data, "async_wake", wake):
        await set_options(hass, entry, prepare_when=["after_telling"])
        await say(hass, "continue the story")
        await told(hass, entry)
    assert woken == [1]
    assert story.shelf.now.night is not None
