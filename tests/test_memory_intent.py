"""The intents of remembering, as a custom sentence has them."""

from unittest.mock import patch

import pytest
from homeassistant.core import Context
from homeassistant.helpers import intent
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.memory.lines import ENGLISH, JAPANESE
from custom_components.mirae_story.memory.memory import Memory
from custom_components.mirae_story.story.errors import StoreError
from tests.companions import add_companion, change


@pytest.fixture
def owner(hass):
    return MockUser(name="Ken").add_to_hass(hass)


@pytest.fixture
async def companion(hass, entry, owner):
    return await add_companion(hass, entry, owner, hear_anywhere=True)


async def handled(hass, name, slots=None, *, user=None, language="en", **more):
    response = await intent.async_handle(
        hass,
        DOMAIN,
        name,
        {key: {"value": value} for key, value in (slots or {}).items()},
        context=Context(user_id=user.id if user else None),
        language=language,
        **more,
    )
    return response.speech["plain"]["speech"]


async def stored(companion):
    return await companion.memory.turns(companion.workspace)


@pytest.mark.parametrize(
    ("language", "fact", "about", "words"),
    [
        ("en", "the locker code is 1234.", "the locker", ENGLISH),
        ("ja", "「鍵は田村さんの家にある」", "鍵", JAPANESE),
    ],
)
async def test_remember_and_forget(
    hass, companion, owner, language, fact, about, words
):
    line = await handled(
        hass, "MiraeRemember", {"fact": fact}, language=language, satellite_id="a.b"
    )
    assert line == words.remembered
    (turn,) = await stored(companion)
    assert turn.question == fact.strip("「」.")
    assert (turn.pinned, turn.speaker) == (True, "a.b")
    line = await handled(
        hass, "MiraeForget", {"about": about}, language=language, user=owner
    )
    assert line == words.forgotten_one
    assert await stored(companion) == []


async def test_without_a_slot_what_was_said_last_is_meant(hass, companion, owner):
    assert await handled(hass, "MiraeForget", user=owner) == ENGLISH.nothing_to_forget
    line = await handled(hass, "MiraeRemember", user=owner)
    assert line == ENGLISH.ask_itself.format(name="Tama")
    await handled(hass, "MiraeRemember", {"fact": "my dog is Pochi"}, user=owner)
    assert await handled(hass, "MiraeRemember", user=owner) == ENGLISH.pinned
    assert await handled(hass, "MiraeForget", user=owner) == ENGLISH.forgotten_one
    assert await stored(companion) == []


@pytest.mark.parametrize("about", ["everything", "my dog"])
async def test_several_things_are_never_forgotten_unasked(
    hass, companion, owner, about
):
    for fact in ("my dog is Pochi", "my dog likes tea"):
        await handled(hass, "MiraeRemember", {"fact": fact})
    line = await handled(hass, "MiraeForget", {"about": about}, user=owner)
    assert line == ENGLISH.ask_itself.format(name="Tama")
    assert len(await stored(companion)) == 2


async def test_the_options_of_the_companion_hold(hass, entry, companion):
    await handled(hass, "MiraeRemember", {"fact": "my dog is Pochi"})
    line = await handled(hass, "MiraeForget", {"about": "my dog"})
    assert line == ENGLISH.forget_not_here
    guest = MockUser(name="Mio").add_to_hass(hass)
    for name in ("MiraeRemember", "MiraeForget"):
        assert await handled(hass, name, user=guest) == ENGLISH.not_yours
    companion.temporary = True
    line = await handled(hass, "MiraeRemember", {"fact": "I like tea"})
    assert line == ENGLISH.temporary
    assert len(await stored(companion)) == 1


async def test_which_companion(hass, entry, companion, owner):
    other = MockUser(name="Mio").add_to_hass(hass)
    data = {"name": "Kuro", "companion_id": "01JC0MPAN10N00000000000001"}
    second = await add_companion(
        hass, entry, other, hear_anywhere=True, workspace="Kuro", **data
    )
    fact = {"fact": "my dog is Pochi"}
    assert await handled(hass, "MiraeRemember", fact) == ENGLISH.which_companion
    line = await handled(hass, "MiraeRemember", fact, user=other)
    assert line == ENGLISH.remembered
    assert (await stored(companion), len(await stored(second))) == ([], 1)


async def test_without_a_companion_that_listens_it_says_what_to_do(
    hass, entry, companion
):
    await change(hass, entry, companion, hear_anywhere=False)
    for name in ("MiraeRemember", "MiraeForget"):
        with pytest.raises(intent.IntentHandleError, match="Turn on"):
            await handled(hass, name)


async def test_a_broken_memory_is_told(hass, companion):
    with patch.object(Memory, "remember", side_effect=StoreError):
        line = await handled(hass, "MiraeRemember", {"fact": "my dog is Pochi"})
    assert line == ENGLISH.trouble
