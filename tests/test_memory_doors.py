"""Sentences about remembering reach a companion in front of any agent, where its options say so."""

import pytest
from homeassistant.components import conversation
from homeassistant.core import Context
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.memory.lines import ENGLISH, JAPANESE
from custom_components.mirae_story.memory_doors import async_answer
from tests.companions import COMPANION_DATA, add_companion, change
from tests.speaking_home import DEFAULT_AGENT, OTHER_AGENT, Run

ANY_AGENT = pytest.mark.parametrize("agent", [DEFAULT_AGENT, OTHER_AGENT])


@pytest.fixture
def owner(hass):
    return MockUser(name="Ken").add_to_hass(hass)


@pytest.fixture
async def companion(hass, entry, owner, voice):
    return await add_companion(
        hass, entry, owner, hear_anywhere=True, voice_recall=True, voice_forget=True
    )


async def answered(hass, text, agent=OTHER_AGENT, language="en"):
    run = Run(hass, agent=agent, language=language)
    await run.say(text)
    return run.reply["response"]["speech"]["plain"]["speech"]


async def stored(companion):
    turns = await companion.memory.turns(companion.workspace)
    return [turn.question for turn in turns]


def said(text, **more):
    values = {
        "context": Context(),
        "conversation_id": None,
        "device_id": None,
        "satellite_id": None,
        "language": "en",
        "agent_id": None,
    } | more
    return conversation.ConversationInput(text=text, **values)


@ANY_AGENT
async def test_remember_and_forget_in_any_pipeline(hass, companion, agent):
    line = await answered(hass, "Please remember that my locker code is 1234", agent)
    assert line == ENGLISH.remembered
    assert await stored(companion) == ["my locker code is 1234"]
    line = await answered(hass, "what do you remember about my locker?", agent)
    assert "1234" in line
    line = await answered(hass, "forget what I said about the locker", agent)
    assert line == ENGLISH.forgotten_one
    assert await stored(companion) == []


@ANY_AGENT
async def test_in_japanese(hass, companion, agent):
    line = await answered(hass, "鍵は田村さんの家にあると覚えておいて", agent, "ja")
    assert line == JAPANESE.remembered
    assert await stored(companion) == ["鍵は田村さんの家にある"]
    line = await answered(hass, "鍵について何を覚えてる？", agent, "ja")
    assert "田村さん" in line
    line = await answered(hass, "鍵のことは忘れて", agent, "ja")
    assert line == JAPANESE.forgotten_one
    assert await stored(companion) == []


async def test_nothing_is_asked_back_where_no_answer_is_heard(hass, companion):
    for text in ("my dog is Pochi", "my dog likes tea"):
        await answered(hass, f"remember that {text}")
    line = await answered(hass, "forget everything about my dog")
    assert line == ENGLISH.ask_itself.format(name="Tama")
    assert len(await stored(companion)) == 2


async def test_what_destroys_or_reveals_is_off_by_voice(hass, entry, companion):
    await change(hass, entry, companion, voice_recall=False, voice_forget=False)
    await answered(hass, "remember that my dog is Pochi")
    line = await answered(hass, "what do you remember about my dog?")
    assert line == ENGLISH.read_not_here
    line = await answered(hass, "forget what I said about my dog")
    assert line == ENGLISH.forget_not_here
    assert await stored(companion) == ["my dog is Pochi"]


async def test_only_where_the_options_say_so(hass, entry, companion):
    text = "remember that my dog is Pochi"
    await change(hass, entry, companion, hear_anywhere=False)
    assert await answered(hass, text) == f"You said {text}"
    assert await stored(companion) == []
    await change(hass, entry, companion, hear_anywhere=True)
    assert await answered(hass, text) == ENGLISH.remembered
    await hass.config_entries.async_unload(entry.entry_id)
    assert await answered(hass, text) == f"You said {text}"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "remember to call grandma"),
        ("en", "do you remember Tama?"),
        ("en", "forget it"),
        ("en", "what do you know about dinosaurs?"),
        ("en", "remember that time we went to the sea?"),
        ("en", "don't forget the milk"),
        ("ja", "牛乳を買うのを忘れないで"),
        ("ja", "昔のことは忘れて"),
        ("ja", "ポチを覚えてる？"),
    ],
)
async def test_other_talk_goes_to_its_agent(hass, companion, language, text):
    assert await answered(hass, text, language=language) == f"You said {text}"
    assert await stored(companion) == []


async def test_what_no_agent_can_take_is_told(hass, companion):
    line = await async_answer(hass, said("remember that time we went to the sea?"))
    assert line == ENGLISH.not_heard


async def test_which_companion(hass, entry, companion, owner):
    other = MockUser(name="Mio").add_to_hass(hass)
    data = {"name": "Kuro", "companion_id": "01JC0MPAN10N00000000000001"}
    second = await add_companion(
        hass, entry, other, hear_anywhere=True, workspace="Kuro", **data
    )
    text = "remember that my dog is Pochi"
    assert await async_answer(hass, said(text)) == ENGLISH.which_companion
    mine = said(text, context=Context(user_id=other.id))
    assert await async_answer(hass, mine) == ENGLISH.remembered
    assert (await stored(companion), await stored(second)) == ([], ["my dog is Pochi"])
    room = ar.async_get(hass).async_create("Kitchen")
    devices = dr.async_get(hass)
    speaker = devices.async_get_or_create(
        config_entry_id=entry.entry_id, identifiers={("test", "a")}
    )
    own = devices.async_get_device_by_identifier(
        (DOMAIN, COMPANION_DATA["companion_id"]), entry.entry_id
    )
    for device in (speaker, own):
        devices.async_update_device(device.id, area_id=room.id)
    there = said(text, device_id=speaker.id)
    assert await async_answer(hass, there) == ENGLISH.remembered
    assert await stored(companion) == ["my dog is Pochi"]


async def test_somebody_elses_memory_stays_closed(hass, companion):
    guest = MockUser(name="Mio").add_to_hass(hass)
    text = "remember that my dog is Pochi"
    line = await async_answer(hass, said(text, context=Context(user_id=guest.id)))
    assert line == ENGLISH.not_yours
    assert await stored(companion) == []
