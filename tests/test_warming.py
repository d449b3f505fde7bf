"""What is prepared while nobody speaks."""

import asyncio
import threading

import hassil.intents
import pytest
from homeassistant.components.conversation.agent_manager import get_agent_manager
from homeassistant.components.conversation.models import ConversationInput
from homeassistant.core import Context

from custom_components.mirae_story import warming
from custom_components.mirae_story.story.genres import GenreSigns
from tests.living_home import STORY_DATA, set_up, story_entry
from tests.speaking_home import DEFAULT_AGENT, Run


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(warming, "SETTLE_S", 0.0)


def heard(text):
    return ConversationInput(
        text=text,
        context=Context(),
        conversation_id=None,
        device_id=None,
        satellite_id=None,
        language="en",
        agent_id=DEFAULT_AGENT,
    )


async def until(holds):
    """Wait until this holds."""
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never held")


async def parsed(hass):
    """Wait until the agent has parsed its sentences, and no more is done about them."""
    agent = get_agent_manager(hass).default_agent
    seen = None
    for _ in range(100):
        await asyncio.sleep(0.3)
        if seen is not None and agent._trigger_intents is seen:
            return agent
        seen = agent._trigger_intents
    raise AssertionError("it never came to rest")


async def test_sentences_are_parsed_before_anybody_speaks_and_off_the_loop(
    hass, entry, voice, monkeypatch
):
    await parsed(hass)
    parse, threads = hassil.intents.parse_sentence, []

    def noted(text, **options):
        threads.append(threading.current_thread())
        return parse(text, **options)

    monkeypatch.setattr(hassil.intents, "parse_sentence", noted)
    get_agent_manager(hass).register_trigger(["the moon is up"], warming._never)
    await parsed(hass)
    assert len(threads) > 50
    assert threading.main_thread() not in threads
    threads.clear()
    run = Run(hass, agent=DEFAULT_AGENT)
    await run.say("continue the story")
    await run.listen()
    assert "Mina" in voice.text
    assert threads == []


async def test_a_trigger_that_comes_while_parsing_is_heard(hass, entry, monkeypatch):
    agent = await parsed(hass)
    parse, loop, done = warming._parse, hass.loop, asyncio.Event()

    async def good_moon(*_):
        return "Good moon."

    def come():
        get_agent_manager(hass).register_trigger(["the moon is up"], good_moon)
        done.set()

    def slowly(agent):
        agent._rebuild_trigger_intents()
        stale = agent._trigger_intents
        loop.call_soon_threadsafe(come)
        asyncio.run_coroutine_threadsafe(done.wait(), loop).result(5)
        agent._trigger_intents = stale
        monkeypatch.setattr(warming, "_parse", parse)

    monkeypatch.setattr(warming, "_parse", slowly)
    get_agent_manager(hass).register_trigger(["the sun is up"], good_moon)
    await asyncio.wait_for(done.wait(), 20)
    agent = await parsed(hass)
    await until(lambda: "the moon is up" in all_sentences(agent))
    assert await agent.async_recognize_sentence_trigger(heard("the moon is up"))


def all_sentences(agent):
    """The sentences that the agent has parsed."""
    parsed = agent._trigger_intents
    intents = parsed.intents.values() if parsed else ()
    return [
        text for each in intents for data in each.data for text in data.sentence_texts
    ]


async def test_what_is_said_to_prepare_asks_for_nothing(hass, entry):
    agent = get_agent_manager(hass).default_agent
    for text in warming.NO_REQUEST.values():
        assert await agent.async_recognize_sentence_trigger(heard(text)) is None
    assert await agent.async_recognize_sentence_trigger(heard("continue the story"))


async def test_an_agent_that_works_in_another_way_is_left_alone(hass):
    class Waiting:
        async def async_recognize_sentence_trigger(self, _):
            await asyncio.Event().wait()

    class Broken:
        async def async_recognize_sentence_trigger(self, _):
            raise RuntimeError

    for agent in (Waiting(), Broken()):
        await hass.async_add_executor_job(warming._parse, agent)


async def test_without_a_default_agent_nothing_is_prepared(hass, entry, monkeypatch):
    manager = get_agent_manager(hass)
    await parsed(hass)
    monkeypatch.setattr(manager, "default_agent", None)
    prepared, parses = [], []
    monkeypatch.setattr(warming, "_check_once", lambda *_: prepared.append(1))
    monkeypatch.setattr(warming, "_parse", parses.append)
    manager.register_trigger(["the sun is up"], warming._never)
    await until(lambda: prepared)
    assert parses == []
    assert await warming._never() is None


async def test_the_gate_of_each_story_is_prepared(
    hass, evenings, tmp_path, monkeypatch
):
    made = []

    class Noted(GenreSigns):
        def __init__(self, *args):
            made.append(threading.current_thread())
            super().__init__(*args)

    monkeypatch.setattr("custom_components.mirae_story.story.gate.GenreSigns", Noted)
    hass.config.config_dir = str(tmp_path)
    entry = await set_up(hass, story_entry(STORY_DATA))
    await until(lambda: made)
    assert threading.main_thread() not in made
    await hass.config_entries.async_unload(entry.entry_id)
