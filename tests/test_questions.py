"""Stories by name, questions back on a satellite, and new stories begun by voice."""

import asyncio

import pytest
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError

from custom_components.mirae_story import beginning
from custom_components.mirae_story.starters import STARTERS
from custom_components.mirae_story.story.errors import StoryNotFoundError
from tests.living_home import PROSE, STORY_DATA, STORY_JA_DATA
from tests.speaking_home import DEFAULT_AGENT, OTHER_AGENT, Run
from tests.test_doors import OTHER_ID, add_story

FOXES = STORY_DATA | {"story_id": OTHER_ID, "title": "Foxes"}


def speech(run):
    return run.reply["response"]["speech"]["plain"]["speech"]


def story_called(entry, title):
    stories = entry.runtime_data.stories.values()
    return next(each.story for each in stories if each.story.state.title == title)


async def night_of(entry, title):
    """Wait for a told night of this story."""
    for _ in range(500):
        for each in entry.runtime_data.stories.values():
            state = each.story.state
            if state.title == title and state.night and not each.story.is_telling:
                return each.story
        await asyncio.sleep(0.02)
    pytest.fail("no night was told")


async def asked(satellite, count):
    for _ in range(500):
        if len(satellite.questions) >= count:
            return
        await asyncio.sleep(0.02)
    pytest.fail("nothing was asked")


async def say(hass: HomeAssistant, text, satellite=None, agent=OTHER_AGENT, **more):
    run = Run(
        hass, agent=agent, satellite=satellite.entity_id if satellite else None, **more
    )
    await run.say(text)
    return run


@pytest.mark.parametrize(
    "text",
    [
        "continue the story Foxes",
        "please read us the story called foxes",
        "Tell me Foxes, please!",
        "go on with foxes",
    ],
)
async def test_a_story_is_asked_for_by_its_name(hass, entry, voice, model, text):
    await add_story(hass, entry, FOXES)
    run = await say(hass, text, agent=DEFAULT_AGENT)
    await run.listen()
    assert PROSE in voice.text
    assert story_called(entry, "Foxes").state.night == 1
    assert story_called(entry, "The Star Ship").state.night == 0


@pytest.mark.parametrize(
    "text", ["星の船の続きを聞かせて", "星の船を読んで", "ねえ、星の船の続き"]
)
async def test_a_japanese_story_is_asked_for_by_its_name(
    hass, entry, voice, model, text
):
    await add_story(hass, entry, STORY_JA_DATA)
    run = await say(hass, text, language="ja")
    await run.listen()
    assert story_called(entry, "星の船").state.night == 1


async def test_a_new_name_is_heard_and_the_old_one_is_not(hass, entry, voice, model):
    await add_story(hass, entry, FOXES)
    subentry = next(each for each in entry.subentries.values() if each.title == "Foxes")
    data = {**subentry.data, "title": "Badgers"}
    hass.config_entries.async_update_subentry(entry, subentry, data=data)
    await hass.async_block_till_done()
    assert speech(await say(hass, "tell us Foxes")).startswith("You said")
    run = await say(hass, "tell us Badgers")
    await run.listen()
    assert PROSE in voice.text


async def test_a_name_that_cannot_be_said_is_not_listened_for(
    hass, entry, voice, model
):
    await add_story(hass, entry, FOXES | {"title": "[?]"})
    assert speech(await say(hass, "tell us something else")).startswith("You said")


async def test_the_name_of_a_story_that_is_gone_leaves_the_others(
    hass, entry, voice, model
):
    await add_story(hass, entry, FOXES)
    stories = entry.runtime_data.stories
    gone = next(key for key, each in stories.items() if each.story_id == OTHER_ID)
    hass.config_entries.async_remove_subentry(entry, gone)
    await hass.async_block_till_done()
    assert "The Star Ship" in speech(await say(hass, "tell us Foxes"))
    assert not model.prose_calls


async def test_which_story_is_asked_on_the_satellite(
    hass, entry, nursery, voice, model
):
    satellite, _ = nursery
    await add_story(hass, entry, FOXES)
    satellite.answers = ["Foxes, please"]
    run = await say(hass, "continue the story", satellite)
    assert "Foxes" in speech(run)
    assert "its name" not in speech(run)
    await night_of(entry, "Foxes")
    assert satellite.questions == ["Which one would you like?"]
    assert len(satellite.announced) == 1


@pytest.mark.parametrize("answer", [None, "no", "banana", "a new one"])
async def test_without_an_answer_the_house_is_quiet(
    hass, entry, nursery, voice, model, answer
):
    satellite, _ = nursery
    await add_story(hass, entry, FOXES)
    satellite.answers = [answer]
    await say(hass, "continue the story", satellite)
    await asked(satellite, 1)
    await asyncio.sleep(0.1)
    assert satellite.announced == []
    assert not model.prose_calls
    assert len(entry.runtime_data.stories) == 2


async def test_without_a_satellite_it_says_how_to_ask(hass, entry, voice, model):
    await add_story(hass, entry, FOXES)
    assert "and then its name" in speech(await say(hass, "continue the story"))


async def test_an_offer_is_answered_on_the_satellite(
    hass, entry, nursery, voice, model
):
    satellite, _ = nursery
    await say(hass, "continue the story", satellite)
    await night_of(entry, "The Star Ship")
    satellite.answers = ["yes please"]
    run = await say(hass, "continue the story", satellite)
    assert "again" in speech(run)
    await asked(satellite, 1)
    async with asyncio.timeout(10):
        await satellite.played.wait()
    assert len(satellite.announced) == 1
    assert len(model.prose_calls) == 1


@pytest.mark.parametrize("answer", [None, "stop", "good night"])
async def test_no_answer_to_an_offer_is_an_answer(
    hass, entry, nursery, voice, model, answer
):
    satellite, _ = nursery
    await say(hass, "continue the story", satellite)
    await night_of(entry, "The Star Ship")
    satellite.answers = [answer]
    await say(hass, "continue the story", satellite)
    await asked(satellite, 1)
    await asyncio.sleep(0.1)
    assert satellite.announced == []


async def test_offers_are_not_made_for_ever(hass, entry, nursery, voice, model):
    satellite, _ = nursery
    await say(hass, "continue the story", satellite)
    await night_of(entry, "The Star Ship")
    satellite.answers = ["continue the story"] * 5
    await say(hass, "continue the story", satellite)
    await asked(satellite, 2)
    await asyncio.sleep(0.2)
    assert len(satellite.questions) == 2


async def test_a_satellite_that_fails_loses_nothing(
    hass, entry, nursery, voice, model, monkeypatch
):
    satellite, _ = nursery
    await add_story(hass, entry, FOXES)
    satellite.answers = ["Foxes"]

    async def broken(_):
        raise HomeAssistantError

    monkeypatch.setattr(satellite, "async_announce", broken)
    await say(hass, "continue the story", satellite)
    await asked(satellite, 1)
    await asyncio.sleep(0.1)
    assert satellite.announced == []


def allow_new(hass, entry):
    for subentry in list(entry.subentries.values()):
        if subentry.subentry_type == "story":
            hass.config_entries.async_update_subentry(
                entry, subentry, data={**subentry.data, "voice_begin": True}
            )


def first_starter(language="en"):
    return next(iter(STARTERS[language].values()))


async def test_a_new_story_is_begun_where_the_family_allows_it(
    hass, entry, voice, model
):
    allow_new(hass, entry)
    await hass.async_block_till_done()
    run = await say(hass, "start a new story")
    await run.listen()
    title = first_starter().title
    story = story_called(entry, title)
    assert story.state.night == 1
    assert story.state.reference.audience_age == STORY_DATA["audience_age"]
    assert story.rules.minutes == STORY_DATA["minutes"]
    assert story.state.cast.protagonist.name == first_starter().protagonist_name


async def test_other_stories_are_offered_before_a_new_one(
    hass, entry, nursery, voice, model
):
    satellite, _ = nursery
    await add_story(hass, entry, FOXES)
    await add_story(hass, entry, STORY_JA_DATA)
    allow_new(hass, entry)
    await hass.async_block_till_done()
    await story_called(entry, "Foxes").tell().ended()
    satellite.answers = ["a new one"]
    run = await say(hass, "start a new story", satellite)
    assert "The Star Ship" in speech(run)
    assert "new one" in speech(run)
    assert "星の船" not in speech(run)
    await night_of(entry, first_starter().title)


async def test_other_stories_are_offered_where_a_new_one_is_not_allowed(
    hass, entry, voice, model
):
    await add_story(hass, entry, FOXES)
    await story_called(entry, "Foxes").tell().ended()
    told = speech(await say(hass, "start a new story"))
    assert "The Star Ship" in told
    assert "new one" not in told
    assert "its name" in told


async def test_a_new_story_beside_several_leaves_them_to_choose_from(
    hass, entry, voice, model
):
    await add_story(hass, entry, FOXES)
    told = speech(await say(hass, "start a new story"))
    assert "The Star Ship" in told
    assert "Foxes" in told
    assert not model.prose_calls


async def test_a_new_story_that_cannot_be_begun_is_no_silence(
    hass, entry, voice, model, monkeypatch
):
    allow_new(hass, entry)
    await hass.async_block_till_done()

    async def fail(*_):
        raise StoryNotFoundError

    monkeypatch.setattr("custom_components.mirae_story.doors.async_begin", fail)
    assert speech(await say(hass, "start a new story")).strip()


async def test_all_beginnings_can_be_used_up(hass, entry, monkeypatch):
    home_story = next(iter(entry.runtime_data.stories.values()))
    monkeypatch.setattr(beginning, "STARTERS", {"en": {}, "ja": {}})
    allow_new(hass, entry)
    await hass.async_block_till_done()
    assert not beginning.may_begin(hass, home_story)
    with pytest.raises(StoryNotFoundError):
        await beginning.async_begin(hass, home_story)


async def test_a_story_that_does_not_come_is_an_error(hass, entry, monkeypatch):
    home_story = next(iter(entry.runtime_data.stories.values()))
    monkeypatch.setattr(beginning, "LOOKS", 1)
    with pytest.raises(StoryNotFoundError):
        await beginning.async_begin(hass, home_story)
    await hass.async_block_till_done()
