"""The story's agent in a real Home Assistant."""

import asyncio
from dataclasses import replace

from homeassistant.components import conversation
from homeassistant.components.conversation import chat_log as chat_logs
from homeassistant.core import Context

from custom_components.mirae_story import clock
from custom_components.mirae_story.story.errors import (
    ServerUnreachableError,
    StoreError,
)
from custom_components.mirae_story.story.model import Change, Status
from custom_components.mirae_story.story.replay import DECIDED, EDITED
from tests.living_home import PROSE, SECOND

AGENT = "conversation.the_star_ship"


async def say(hass, text, *, language="en", conversation_id=None):
    return await conversation.async_converse(
        hass, text, conversation_id, Context(), language=language, agent_id=AGENT
    )


def speech(result):
    return result.response.speech["plain"]["speech"]


async def told(hass, entry):
    """Wait until the notes on the last night are in."""
    story = next(iter(entry.runtime_data.stories.values())).story
    for _ in range(500):
        episode = await story.last_episode()
        if episode is not None and episode.notes != "waiting":
            await hass.async_block_till_done(wait_background_tasks=True)
            return episode
        await asyncio.sleep(0.01)
    raise AssertionError("no notes came")


async def test_continue_tells_the_first_night(hass, entry, model):
    result = await say(hass, "Continue the story")
    text = speech(result)
    assert len(text.partition("Mina stood")[0]) > 60
    assert PROSE in text
    assert not result.continue_conversation
    episode = await told(hass, entry)
    assert (episode.night, episode.title) == (1, "The green island")
    assert hass.states.get("sensor.the_star_ship_night").state == "1"
    assert hass.states.get("sensor.the_star_ship_cast").state == "3"
    happened = hass.states.get("event.the_star_ship_episode")
    assert happened.attributes["event_type"] == "night_noted"
    assert happened.attributes["night"] == 1


async def test_who_was_scared_is_comforted_and_the_parents_are_told(hass, entry, model):
    await say(hass, "Continue the story")
    await told(hass, entry)
    calm = speech(await say(hass, "That's too scary"))
    assert "Mina is safe" in calm
    await hass.async_block_till_done(wait_background_tasks=True)
    happened = hass.states.get("event.the_star_ship_episode")
    assert happened.attributes["event_type"] == "too_scary"
    assert happened.attributes["night"] == 1
    story = next(iter(entry.runtime_data.stories.values())).story
    assert story.state.gentle_until == 4


async def test_a_story_that_ends_on_a_question_does_not_open_the_microphone(
    hass, entry, model
):
    model.default_prose = PROSE.partition("Then Mina turned")[0] + "Who waved?"
    result = await say(hass, "continue the story")
    assert speech(result).rstrip().endswith("?")
    assert not result.continue_conversation


async def test_the_same_evening_offers_what_is_left(hass, entry, model):
    await say(hass, "continue the story")
    result = await say(hass, "continue the story")
    assert result.continue_conversation
    assert PROSE not in speech(result)
    assert len(model.prose_calls) == 1
    again = await say(hass, "yes", conversation_id=result.conversation_id)
    assert PROSE in speech(again)
    assert len(model.prose_calls) == 1


async def test_the_next_evening_begins_with_a_recap(hass, entry, model, evenings):
    await say(hass, "continue the story")
    await told(hass, entry)
    evenings.next()
    model.default_prose = SECOND
    text = speech(await say(hass, "continue the story"))
    assert "lit the lamp of the green island" in text.partition(SECOND)[0]
    assert SECOND in text
    assert (await told(hass, entry)).night == 2


async def test_questions_are_answered_from_what_is_true(hass, entry, model):
    await say(hass, "continue the story")
    await told(hass, entry)
    calls = len(model.prose_calls), len(model.notes_calls)
    who = speech(await say(hass, "who is in the story?"))
    assert all(name in who for name in ("Mina", "Theo", "Lulu"))
    assert "Theo" in speech(await say(hass, "is Theo still with them?"))
    assert "green island" in speech(await say(hass, "what happened last time?"))
    assert "lamp" in speech(await say(hass, "Where was the lamp?"))
    told_nothing = speech(await say(hass, "What is the dragon's favourite colour?"))
    assert "not told" in told_nothing
    assert (len(model.prose_calls), len(model.notes_calls)) == calls


async def test_a_dead_model_is_never_heard_as_silence(hass, entry, model):
    model.default_prose = ServerUnreachableError(url="http://127.0.0.1:9")
    text = speech(await say(hass, "continue the story"))
    assert "Mina" in text
    assert len(text.split()) > 60
    story = next(iter(entry.runtime_data.stories.values())).story
    episode = await story.last_episode()
    assert (episode.night, episode.calm_ending) == (1, True)


async def test_the_reply_streams_from_the_first_sentence(hass, entry, model):
    model.gate.clear()
    heard = []
    first = asyncio.Event()

    def listen(_event_type, data):
        heard.append(data)
        first.set()

    unsubscribe = chat_logs.async_subscribe_chat_logs(
        hass, lambda _id, event, data: listen(event, data)
    )
    telling = asyncio.create_task(say(hass, "continue the story"))
    async with asyncio.timeout(5):
        await first.wait()
    assert not telling.done()
    model.gate.set()
    await telling
    unsubscribe()


async def test_a_listener_who_leaves_does_not_stop_the_telling(hass, entry, model):
    model.gate.clear()
    listening = asyncio.create_task(say(hass, "continue the story"))
    await asyncio.sleep(0.05)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    model.gate.set()
    episode = await told(hass, entry)
    assert PROSE in episode.prose


async def test_a_second_room_joins_from_the_start(hass, entry, model):
    model.gate.clear()
    first = asyncio.create_task(say(hass, "continue the story"))
    await asyncio.sleep(0.05)
    second = asyncio.create_task(say(hass, "continue the story"))
    await asyncio.sleep(0.05)
    model.gate.set()
    assert speech(await first) == speech(await second)
    assert len(model.prose_calls) == 1


async def test_stop_before_half_leaves_the_night_untold(hass, entry, model):
    model.gate.clear()
    telling = asyncio.create_task(say(hass, "continue the story"))
    await asyncio.sleep(0.05)
    assert speech(await say(hass, "stop"))
    model.gate.set()
    await telling
    assert hass.states.get("sensor.the_star_ship_night").state == "0"
    assert PROSE in speech(await say(hass, "continue the story"))


async def test_too_scary_ends_softly(hass, entry, model):
    assert "Mina" in speech(await say(hass, "that is too scary"))


async def test_japanese_is_understood_by_an_english_story(hass, entry):
    assert PROSE in speech(await say(hass, "続きを聞かせて", language="ja"))


async def test_a_store_that_fails_is_answered_gently(hass, entry, monkeypatch):
    async def refuse(*_args, **_kwargs):
        raise StoreError

    monkeypatch.setattr(entry.runtime_data.journal, "episodes", refuse)
    assert len(speech(await say(hass, "what happened last time?"))) > 20


async def test_an_answer_that_breaks_off_is_ended_gently(
    hass, entry, monkeypatch, caplog
):
    async def refuse(*_args, **_kwargs):
        raise StoreError

    monkeypatch.setattr(entry.runtime_data.journal, "episode", refuse)
    assert len(speech(await say(hass, "tell it again"))) > 20
    monkeypatch.setattr(entry.runtime_data.journal, "episode", lambda *_: 1 / 0)
    assert len(speech(await say(hass, "tell it again"))) > 20
    assert "ZeroDivisionError" in caplog.text


async def let_theo_wait(hass, entry, **options):
    """Let it wait whether Theo left, and set options; return the story."""
    home_story = next(iter(entry.runtime_data.stories.values()))
    await say(hass, "continue the story")
    await told(hass, entry)
    story = home_story.story
    theo = replace(story.state.cast.named("Theo"), pending=Change.LEFT)
    state = story.state.advanced(cast=story.state.cast.with_member(theo))
    await entry.runtime_data.journal.add_edit(EDITED, {}, state, clock.local_now())
    story.state = state
    subentry = home_story.subentry
    hass.config_entries.async_update_subentry(
        entry, subentry, data={**subentry.data, **options}
    )
    await hass.async_block_till_done()
    return story


async def test_a_voice_decides_nothing_unless_the_family_allows_it(hass, entry):
    story = await let_theo_wait(hass, entry)
    asked = await say(hass, "What needs deciding?")
    assert "A parent can do that" in speech(asked)
    assert not asked.continue_conversation
    await say(hass, "yes", conversation_id=asked.conversation_id)
    assert story.state.cast.named("Theo").pending is Change.LEFT


async def test_a_voice_decides_where_the_family_allows_it(hass, entry):
    story = await let_theo_wait(hass, entry, voice_decide=True)
    asked = await say(hass, "What needs deciding?")
    assert speech(asked) == "Did Theo leave the story for good? Yes or no?"
    assert asked.continue_conversation
    done = await say(hass, "yes", conversation_id=asked.conversation_id)
    assert speech(done) == "All right: Theo has left the story. That was all."
    assert not done.continue_conversation
    assert story.state.cast.named("Theo").status is Status.DEPARTED
    steps = await entry.runtime_data.journal.steps(story.state.story_id)
    assert steps[-1].kind == DECIDED
    await hass.async_block_till_done()
    happened = hass.states.get("event.the_star_ship_episode")
    assert happened.attributes["event_type"] == "decided"


async def test_an_admin_may_decide_in_the_dialog(hass, entry, hass_admin_user):
    story = await let_theo_wait(hass, entry)
    said = conversation.async_converse(
        hass,
        "what needs deciding?",
        None,
        Context(user_id=hass_admin_user.id),
        language="en",
        agent_id=AGENT,
    )
    assert speech(await said).startswith("Did Theo leave")
    assert story.state.cast.named("Theo").pending is Change.LEFT


async def test_who_is_no_admin_may_not_decide(hass, entry, hass_read_only_user):
    await let_theo_wait(hass, entry, voice_decide=True)
    said = conversation.async_converse(
        hass,
        "what needs deciding?",
        None,
        Context(user_id=hass_read_only_user.id),
        language="en",
        agent_id=AGENT,
    )
    assert "A parent can do that" in speech(await said)
