"""A companion in a real Home Assistant, with a real memory and a scripted model."""

import asyncio
from datetime import timedelta
from unittest.mock import patch

import pytest
from homeassistant.components.conversation import chat_log as chat_logs
from homeassistant.core import State
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from pytest_homeassistant_custom_component.common import (
    MockUser,
    mock_restore_cache,
)

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.memory.lines import ENGLISH, JAPANESE
from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.story.errors import (
    ServerAuthError,
    ServerUnreachableError,
    StoreError,
)
from custom_components.mirae_story.story.ports import CallReport, Role
from tests.companions import (
    AGENT,
    COMPANION_ID,
    SWITCH,
    add_companion,
    change,
    converse,
    speech,
)
from tests.speaking_home import Run


@pytest.fixture
def owner(hass):
    return MockUser(name="Ken").add_to_hass(hass)


@pytest.fixture
async def companion(hass, entry, owner):
    return await add_companion(hass, entry, owner)


@pytest.fixture
def replies(model):
    """What the model answers."""
    model.default_prose = "How nice."
    return model


async def stored(companion):
    return await companion.memory.turns(companion.workspace)


async def had(companion, evenings, question, answer="I see.", days=0):
    return await companion.memory.remember(
        Turn(
            workspace=companion.workspace,
            question=question,
            answer=answer,
            at=evenings.moment - timedelta(days=days),
        )
    )


async def asked(model):
    """Wait until the model is asked."""
    for _ in range(500):
        if model.prose_calls:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the model was not asked")


def system(model):
    return model.prose_calls[-1][0]


async def test_it_is_a_device_with_an_agent_and_a_setting(hass, entry, companion):
    device = dr.async_get(hass).async_get_device_by_identifier(
        (DOMAIN, COMPANION_ID), entry.entry_id
    )
    assert device.name == "Tama"
    registry = er.async_get(hass)
    agent, switch = registry.async_get(AGENT), registry.async_get(SWITCH)
    assert {agent.device_id, switch.device_id} == {device.id}
    assert agent.config_subentry_id == companion.subentry.subentry_id
    assert switch.entity_category == "config"


async def test_a_turn_is_kept_once_it_is_complete(
    hass, companion, replies, owner, evenings
):
    result = await converse(hass, "My dog is called Pochi.", owner)
    assert speech(result) == "How nice."
    assert not result.continue_conversation
    (turn,) = await stored(companion)
    assert (turn.question, turn.answer) == ("My dog is called Pochi.", "How nice.")
    assert (turn.speaker, turn.pinned) == ("Ken", False)
    assert turn.at == evenings.moment


async def test_the_prompt(hass, companion, replies, owner, evenings):
    await had(companion, evenings, "The name of my dog is Pochi", days=3)
    first = await converse(hass, "Hello there", owner)
    replies.default_prose = "Pochi!"
    await converse(
        hass,
        "What is the name of my dog?",
        owner,
        conversation_id=first.conversation_id,
        extra_system_prompt="It rains.",
    )
    before, after = (call[0].content for call in replies.prose_calls)
    stable = f"You are Tama, a kind cat.\n\nToday is {evenings.moment.date()}."
    assert before == stable
    assert after.startswith(stable)
    day = (evenings.moment - timedelta(days=3)).date()
    assert f"1. {day}: The name of my dog is Pochi (You answered: I see.)" in after
    assert after.endswith("It rains.")
    assert [(m.role, m.content) for m in replies.prose_calls[-1][1:]] == [
        (Role.USER, "Hello there"),
        (Role.ASSISTANT, "How nice."),
        (Role.USER, "What is the name of my dog?"),
    ]


async def test_a_question_opens_the_microphone(hass, companion, replies, owner):
    replies.default_prose = "What is it called?"
    assert (await converse(hass, "I have a dog", owner)).continue_conversation


async def test_markup_is_not_read_aloud_but_nothing_is_lost(
    hass, companion, replies, owner
):
    replies.default_prose = "Tokyo\n\n**Yes**, that is it 😀\n- one\n- two"
    said = speech(await converse(hass, "What is the capital?", owner))
    assert said == "Tokyo\n\nYes, that is it\none\ntwo"


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_model_that_is_away(hass, companion, replies, owner, language):
    replies.prose.append(ServerUnreachableError())
    result = await converse(hass, "Hello Tama", owner, language=language)
    lines = JAPANESE if language == "ja" else ENGLISH
    assert speech(result) == lines.model_trouble
    assert await stored(companion) == []


async def test_a_model_that_breaks_off(hass, companion, replies, owner):
    replies.prose.append(
        ["Once there was a fish. It swam to", ServerUnreachableError()]
    )
    said = speech(await converse(hass, "Tell me of the sea", owner))
    assert said == f"Once there was a fish. {ENGLISH.broke_off}"
    replies.prose.append(["Once there was", ServerUnreachableError()])
    said = speech(await converse(hass, "Tell me of the sea", owner))
    assert said == ENGLISH.model_trouble
    assert await stored(companion) == []


async def test_a_fault_of_ours_is_no_silence(hass, companion, replies, owner, caplog):
    replies.prose.append(ValueError("my secret"))
    said = speech(await converse(hass, "Tell me of the sea", owner))
    assert said == ENGLISH.model_trouble
    assert "secret" not in caplog.text
    assert await stored(companion) == []


async def test_an_empty_reply_is_no_silence(hass, companion, replies, owner):
    replies.default_prose = "<think>hm</think>"
    said = speech(await converse(hass, "Tell me of the sea", owner))
    assert said == ENGLISH.model_trouble
    assert await stored(companion) == []


async def test_who_goes_away_in_the_middle_is_not_remembered(
    hass, companion, replies, owner
):
    replies.gate.clear()
    task = hass.async_create_task(converse(hass, "Tell me of the sea", owner))
    await asked(replies)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert replies.closed == 1
    assert await stored(companion) == []


async def test_a_model_that_is_silent_is_not_waited_for_without_end(
    hass, companion, replies, owner
):
    replies.gate.clear()
    with patch("custom_components.mirae_story.writers.LONGEST_WAIT_S", 0.05):
        said = speech(await converse(hass, "Tell me of the sea", owner))
    assert said == ENGLISH.model_trouble


async def test_a_refused_key_asks_for_a_new_one(hass, companion, replies, owner):
    replies.prose.append(ServerAuthError())
    await converse(hass, "Hello Tama", owner)
    await hass.async_block_till_done()
    (flow,) = hass.config_entries.flow.async_progress()
    assert flow["context"]["source"] == "reauth"


async def test_without_a_server(hass, entry, companion, replies, owner):
    server = next(s for s in entry.subentries.values() if s.subentry_type == "server")
    hass.config_entries.async_remove_subentry(entry, server.subentry_id)
    await hass.async_block_till_done()
    assert speech(await converse(hass, "Hello", owner)) == ENGLISH.model_trouble


@pytest.mark.parametrize(
    "text", ["ご視聴ありがとうございました", "Thanks for watching!"]
)
async def test_what_nobody_said_reaches_neither_model_nor_memory(
    hass, companion, replies, owner, text
):
    said = speech(await converse(hass, text, owner))
    assert said == ENGLISH.not_heard
    assert replies.prose_calls == []
    assert await stored(companion) == []


async def test_a_bare_thank_you_is_answered_but_not_kept(
    hass, companion, replies, owner
):
    assert speech(await converse(hass, "Thank you.", owner)) == "How nice."
    assert await stored(companion) == []


async def test_temporary_mode(hass, companion, replies, owner, evenings):
    await had(companion, evenings, "The name of my dog is Pochi")
    await hass.services.async_call(
        "switch", "turn_on", {"entity_id": SWITCH}, blocking=True
    )
    assert hass.states.get(SWITCH).state == "on"
    await converse(hass, "What is the name of my dog?", owner)
    assert "Pochi" not in system(replies).content
    for text in ("remember that I like tea", "what do you remember?", "forget that"):
        assert speech(await converse(hass, text, owner)) == ENGLISH.temporary
    assert len(await stored(companion)) == 1
    await hass.services.async_call(
        "switch", "turn_off", {"entity_id": SWITCH}, blocking=True
    )
    await converse(hass, "I like tea", owner)
    assert len(await stored(companion)) == 2


async def test_temporary_mode_that_begins_during_an_answer(
    hass, companion, replies, owner
):
    replies.gate.clear()
    task = hass.async_create_task(converse(hass, "I like tea", owner))
    await asked(replies)
    companion.temporary = True
    replies.gate.set()
    assert speech(await task) == "How nice."
    assert await stored(companion) == []


async def test_temporary_mode_that_begins_while_a_long_answer_is_heard(
    hass, companion, replies, voice
):
    replies.default_prose = "The lamp in the harbour is warm. " * 60
    run = Run(hass, agent=AGENT)
    saying = hass.async_create_task(run.say("I like the lamps of the harbour"))
    await asyncio.wait_for(voice.speaks.wait(), 5)
    replies.gate.clear()
    assert 0 < len(voice.text) < len(replies.default_prose)
    await hass.services.async_call(
        "switch", "turn_on", {"entity_id": SWITCH}, blocking=True
    )
    replies.gate.set()
    await asyncio.wait_for(saying, 5)
    await run.listen()
    assert voice.text.strip() == replies.default_prose.strip()
    assert await stored(companion) == []
    # Nor is it found, or meant by "that", once the mode is off again.
    await hass.services.async_call(
        "switch", "turn_off", {"entity_id": SWITCH}, blocking=True
    )
    await Run(hass, agent=AGENT).say("I like tea very much")
    assert [turn.question for turn in await stored(companion)] == [
        "I like tea very much"
    ]
    assert "harbour" not in system(replies).content


async def test_temporary_mode_outlives_a_restart(hass, entry, owner):
    mock_restore_cache(hass, [State(SWITCH, "on")])
    companion = await add_companion(hass, entry, owner)
    assert companion.temporary
    assert hass.states.get(SWITCH).state == "on"


async def test_without_a_memory(hass, entry, companion, replies, owner):
    await change(hass, entry, companion, memory=False)
    await converse(hass, "I like tea", owner)
    assert await stored(companion) == []
    said = speech(await converse(hass, "remember that I like tea", owner))
    assert said == ENGLISH.off


async def test_remember_recall_and_forget_by_voice(hass, companion, replies, owner):
    first = await converse(hass, "Remember that my locker code is 1234", owner)
    assert speech(first) == ENGLISH.remembered
    told = await converse(hass, "What do you remember about my locker?", owner)
    assert "“my locker code is 1234”" in speech(told)
    done = await converse(
        hass, "forget that", owner, conversation_id=told.conversation_id
    )
    assert speech(done) == ENGLISH.forgotten_one
    assert await stored(companion) == []
    assert replies.prose_calls == []
    (log,) = (
        log
        for log in hass.data[chat_logs.DATA_CHAT_LOGS].values()
        if log.conversation_id == told.conversation_id
    )
    assert "1234" not in str(log.content)


async def test_several_are_forgotten_after_a_yes(hass, companion, replies, owner):
    await converse(hass, "猫の名前はタマです", owner, language="ja")
    await converse(hass, "タマはまぐろが好きだよ", owner, language="ja")
    asked = await converse(hass, "タマのことは忘れて", owner, language="ja")
    assert asked.continue_conversation
    assert "2個" in speech(asked)
    done = await converse(
        hass, "はい", owner, language="ja", conversation_id=asked.conversation_id
    )
    assert speech(done) == "はい、2個のことを忘れました。"
    assert await stored(companion) == []


async def test_a_voice_in_the_room(hass, entry, companion, replies, owner, evenings):
    await had(companion, evenings, "The name of my dog is Pochi")
    await converse(
        hass,
        "What is the name of my dog?",
        satellite_id="assist_satellite.kitchen",
    )
    assert "Pochi" not in system(replies).content
    newest, _ = await stored(companion)
    assert newest.speaker == "assist_satellite.kitchen"
    said = speech(await converse(hass, "What do you remember about my dog?"))
    assert said == ENGLISH.read_not_here
    assert speech(await converse(hass, "forget that")) == ENGLISH.forget_not_here
    assert speech(await converse(hass, "remember that I like tea")) == (
        ENGLISH.remembered
    )
    assert len(await stored(companion)) == 3
    await change(hass, entry, companion, voice_recall=True, voice_forget=True)
    await converse(hass, "What is the name of my dog?")
    assert "Pochi" in system(replies).content
    assert speech(await converse(hass, "forget that")) == ENGLISH.forgotten_one


async def test_the_speaker_may_be_a_device(hass, entry, companion, replies):
    device = dr.async_get(hass).async_get_or_create(
        config_entry_id=entry.entry_id, identifiers={("test", "a")}, name="Kitchen"
    )
    await converse(hass, "I like tea", device_id=device.id)
    await converse(hass, "I like tea", device_id="gone")
    assert [turn.speaker for turn in await stored(companion)] == [None, "Kitchen"]


async def test_somebody_else(hass, entry, companion, replies, evenings):
    await had(companion, evenings, "The name of my dog is Pochi")
    admin = MockUser(name="Mio", is_owner=True).add_to_hass(hass)
    await converse(hass, "What is the name of my dog?", admin)
    assert "Pochi" not in system(replies).content
    for text in ("what do you remember?", "forget that", "remember that I like tea"):
        assert speech(await converse(hass, text, admin)) == ENGLISH.not_yours
    assert len(await stored(companion)) == 1
    await change(hass, entry, companion, admins_may=True)
    await converse(hass, "What is the name of my dog?", admin)
    assert "Pochi" in system(replies).content


async def test_a_user_who_is_gone_is_nobodys_owner(hass, entry, replies, owner):
    ghost = MockUser(name="Ghost", is_active=False).add_to_hass(hass)
    companion = await add_companion(hass, entry, owner, admins_may=True)
    await converse(hass, "I like tea", ghost)
    assert await stored(companion) == []


async def test_a_broken_memory_does_not_take_the_talk_along(
    hass, companion, replies, owner
):
    with (
        patch.object(companion.memory, "recall", side_effect=StoreError),
        patch.object(companion.memory, "remember", side_effect=StoreError),
        patch.object(companion.memory, "turns", side_effect=StoreError),
    ):
        assert speech(await converse(hass, "I like tea", owner)) == "How nice."
        said = speech(await converse(hass, "what do you remember?", owner))
    assert said == ENGLISH.trouble


async def test_the_estimate_of_tokens_follows_the_server(
    hass, companion, replies, owner
):
    replies.reports = [
        CallReport(kind="chat", model="tiny", seconds=1, prompt_tokens=400)
    ]
    await converse(hass, "I like tea", owner)
    assert companion.scale.factor > 1


async def test_another_model_of_the_same_server(hass, entry, companion, replies, owner):
    await change(hass, entry, companion, model="bigger")
    await converse(hass, "I like tea", owner)
    writers = entry.runtime_data._writers
    assert len(writers._others) == 1
    await converse(hass, "I like cake", owner)
    assert len(writers._others) == 1
    server = next(s for s in entry.subentries.values() if s.subentry_type == "server")
    hass.config_entries.async_update_subentry(
        entry, server, data={**server.data, "order": 2}
    )
    await hass.async_block_till_done()
    assert writers._others == {}


async def test_what_it_remembers_outlives_it(hass, entry, companion, replies, owner):
    await converse(hass, "I like tea", owner)
    hass.config_entries.async_remove_subentry(entry, companion.subentry.subentry_id)
    await hass.async_block_till_done()
    assert hass.states.get(AGENT) is None
    again = await add_companion(hass, entry, owner)
    assert [turn.question for turn in await stored(again)] == ["I like tea"]


async def test_a_new_name_and_prompt_hold_at_once(
    hass, entry, companion, replies, owner
):
    await change(hass, entry, companion, name="Pochi", prompt="You are a dog.")
    device = dr.async_get(hass).async_get_device_by_identifier(
        (DOMAIN, COMPANION_ID), entry.entry_id
    )
    assert device.name == "Pochi"
    await converse(hass, "I like tea", owner)
    assert system(replies).content.startswith("You are a dog.")
