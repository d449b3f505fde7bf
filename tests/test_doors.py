"""The sentences that reach the story, in front of any agent, through real pipelines with a voice that streams."""

import asyncio

import pytest
from homeassistant.config_entries import ConfigSubentry

from tests.living_home import PROSE, STORY_DATA
from tests.speaking_home import DEFAULT_AGENT, OTHER_AGENT, Run
from tests.test_conversation import AGENT, told

OTHER_ID = "01JF0XES000000000000000000"


async def add_story(hass, entry, data):
    """Add a second story to the home."""
    hass.config_entries.async_add_subentry(
        entry,
        ConfigSubentry(
            data=data,
            subentry_type="story",
            title=data["title"],
            unique_id=data["story_id"],
        ),
    )
    await hass.async_block_till_done()


ANY_AGENT = pytest.mark.parametrize("agent", [DEFAULT_AGENT, OTHER_AGENT, AGENT])


@ANY_AGENT
async def test_the_story_streams_into_any_pipeline(hass, entry, voice, model, agent):
    run = Run(hass, agent=agent)
    await run.say("Continue the story, please.")
    await run.listen()
    assert PROSE in voice.text
    assert voice.begun == voice.ended == 1
    first = voice.heard[0][1]
    assert len(first) > 60
    assert run.reply["response"]["speech"]["plain"]["speech"].strip()
    assert run.reply["continue_conversation"] is False


@ANY_AGENT
async def test_a_wish_is_heard_in_any_pipeline(hass, entry, voice, model, agent):
    run = Run(hass, agent=agent)
    await run.say("tell us the story with a friendly whale, please")
    await run.listen()
    assert PROSE in voice.text
    story = next(iter(entry.runtime_data.stories.values())).story
    assert (await story.last_episode()).wish == "a friendly whale"


@ANY_AGENT
async def test_short_answers_are_spoken(hass, entry, voice, model, agent):
    run = Run(hass, agent=agent)
    await run.say("Who is in the story?")
    await run.listen()
    assert "Mina" in run.audio.decode()
    assert voice.begun == voice.ended


@ANY_AGENT
async def test_a_run_that_is_cancelled_leaves_no_voice_open(
    hass, entry, voice, model, agent
):
    model.gate.clear()
    run = Run(hass, agent=agent)
    saying = asyncio.create_task(run.say("continue the story"))
    await asyncio.wait_for(voice.speaks.wait(), 5)
    saying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await saying
    model.gate.set()
    await asyncio.wait_for(voice.is_silent.wait(), 5)
    assert voice.ended == voice.begun == 1


async def test_everyday_sentences_go_to_their_agent(hass, entry, voice, model):
    run = Run(hass, agent=OTHER_AGENT)
    await run.say("turn on the story lamp")
    assert run.reply["response"]["speech"]["plain"]["speech"].startswith("You said")


async def test_without_the_integration_nobody_listens(hass, entry, voice, model):
    assert await hass.config_entries.async_unload(entry.entry_id)
    run = Run(hass, agent=OTHER_AGENT)
    await run.say("continue the story")
    assert run.reply["response"]["speech"]["plain"]["speech"].startswith("You said")


async def test_several_stories_and_nothing_to_tell_them_apart(
    hass, entry, voice, model
):
    await add_story(hass, entry, STORY_DATA | {"story_id": OTHER_ID, "title": "Foxes"})
    run = Run(hass, agent=OTHER_AGENT)
    await run.say("continue the story")
    speech = run.reply["response"]["speech"]["plain"]["speech"]
    assert "The Star Ship" in speech
    assert "Foxes" in speech
    assert not model.prose_calls


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Foxes", "tell me the story about foxes"),
        ("A New Story", "tell me a new story"),
        ("狐", "狐のお話の続きを聞かせて"),
    ],
)
async def test_a_sentence_that_fits_several_doors_is_answered_once_by_the_name(
    hass, entry, voice, model, title, text
):
    await add_story(hass, entry, STORY_DATA | {"story_id": OTHER_ID, "title": title})
    here, named = (each.story for each in entry.runtime_data.stories.values())
    await here.tell().ended()
    told = len(model.prose_calls)
    run = Run(hass, agent=DEFAULT_AGENT)
    await run.say(text)
    await run.listen()
    assert len(model.prose_calls) == told + 1
    assert voice.begun == voice.ended == 1
    assert (here.state.night, named.state.night) == (1, 1)
    assert (await named.last_episode()).wish == ""


async def test_a_new_story_is_for_parents_to_begin(hass, entry, voice, model):
    run = Run(hass, agent=OTHER_AGENT)
    await run.say("let's start a new story")
    assert "begin a new story" in run.reply["response"]["speech"]["plain"]["speech"]
    assert not model.prose_calls


async def test_the_story_is_told_again_and_stopped(hass, entry, voice, model):
    await Run(hass, agent=DEFAULT_AGENT).say("continue the story")
    run = Run(hass, agent=OTHER_AGENT)
    await run.say("tell us the story again")
    await run.listen()
    assert voice.text.count(PROSE) == 2
    stop = Run(hass, agent=OTHER_AGENT)
    await stop.say("stop the story")
    assert (
        "Nothing is being told" in stop.reply["response"]["speech"]["plain"]["speech"]
    )


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("what happened in the story last time?", "green island"),
        ("is Theo still with them in the story?", "Theo"),
        ("what happened in the story so far?", "from lamp to lamp"),
    ],
)
async def test_what_is_true_is_answered(hass, entry, voice, model, text, part):
    await Run(hass, agent=DEFAULT_AGENT).say("continue the story")
    await told(hass, entry)
    run = Run(hass, agent=OTHER_AGENT)
    await run.say(text)
    assert part in run.reply["response"]["speech"]["plain"]["speech"]


async def test_a_voice_that_waits_for_the_whole_text_gets_it(
    hass, entry, voice, whole_voice, model
):
    run = Run(hass, agent=OTHER_AGENT, engine="tts.whole")
    await run.say("continue the story")
    await run.listen()
    assert PROSE in whole_voice.heard[0]


@ANY_AGENT
async def test_where_nothing_is_spoken_the_text_streams(
    hass, entry, voice, model, agent
):
    run = Run(hass, agent=agent, engine=None)
    await run.say("continue the story")
    deltas = [
        event.data["chat_log_delta"].get("content") or ""
        for event in run.events
        if event.type == "intent-progress"
        and event.data
        and "chat_log_delta" in event.data
    ]
    assert PROSE in "".join(deltas)
    assert len(deltas) > 5


async def test_a_changed_pipeline_is_never_left_open(
    hass, entry, voice, model, monkeypatch
):
    monkeypatch.setattr("custom_components.mirae_story.claim._PIPELINES", "renamed")
    run = Run(hass, agent=OTHER_AGENT)
    await run.say("continue the story")
    await run.listen()
    assert PROSE in run.audio.decode()
