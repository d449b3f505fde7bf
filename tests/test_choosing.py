"""A choice after the recap: the answer is a wish for tonight, and silence goes on by itself."""

import asyncio

import pytest
from homeassistant.components.assist_satellite import AssistSatelliteEntityFeature
from homeassistant.exceptions import HomeAssistantError

from custom_components.mirae_story.story.answers import server_trouble
from custom_components.mirae_story.story.errors import NoVoiceError, StoryBusyError
from custom_components.mirae_story.story.model import Language
from tests.living_home import PROSE
from tests.speaking_home import DEFAULT_AGENT, OTHER_AGENT, Run
from tests.test_conversation import AGENT, told

ANY_AGENT = pytest.mark.parametrize("agent", [DEFAULT_AGENT, OTHER_AGENT, AGENT])


def change(hass, entry, **options):
    (subentry,) = (s for s in entry.subentries.values() if s.subentry_type == "story")
    data = {**subentry.data, "offer_choice": True, **options}
    hass.config_entries.async_update_subentry(entry, subentry, data=data)


@pytest.fixture
async def second_night(hass, entry, nursery, voice, model, evenings):
    """A story whose second night is due, in a room that can ask."""
    (home_story,) = entry.runtime_data.stories.values()
    await home_story.story.tell().ended()
    await told(hass, entry)
    change(hass, entry, prepare_when=[])
    await hass.async_block_till_done()
    evenings.next()
    model.default_prose = PROSE.replace("Mina", "Again, Mina", 1)
    return home_story.story


async def heard(story, voice, satellite):
    """Wait until the second night was played."""
    async with asyncio.timeout(10):
        while story.state.night < 2 or story.is_telling or not satellite.announced:  # noqa: ASYNC110 - many things end
            await asyncio.sleep(0.02)
        await voice.is_silent.wait()
    return await story.last_episode()


async def ask_for(hass, satellite, agent=AGENT, text="continue the story"):
    run = Run(hass, agent=agent, satellite=satellite.entity_id)
    await run.say(text)
    await run.listen()
    assert run.reply["continue_conversation"] is False
    return run.reply["response"]["speech"]["plain"]["speech"]


@ANY_AGENT
async def test_the_answer_is_a_wish_for_tonight(
    hass, second_night, nursery, voice, agent
):
    satellite, _ = nursery
    satellite.answers = ["I want to stay"]
    recap = await ask_for(hass, satellite, agent)
    assert len(recap) > 60
    assert PROSE[-40:] not in recap
    episode = await heard(second_night, voice, satellite)
    assert episode.wish == "staying in this place for a while"
    assert satellite.questions == ["Shall Mina stay here a little, or go on?"]
    # The recap was heard already, and is not heard again.
    assert episode.lead.strip() == recap.strip()
    assert voice.text.count(episode.lead.strip()) == 1
    assert episode.prose in voice.text


@pytest.mark.parametrize(
    ("answer", "wish"),
    [
        (None, ""),
        ("no", ""),
        ("with a dragon please", "dragon"),
        ("go on", "new place"),
    ],
)
async def test_whatever_is_answered_the_night_is_told(
    hass, second_night, nursery, voice, answer, wish
):
    satellite, _ = nursery
    satellite.answers = [answer]
    await ask_for(hass, satellite)
    episode = await heard(second_night, voice, satellite)
    assert wish in episode.wish
    assert bool(episode.wish) is bool(wish)
    assert len(satellite.questions) == len(satellite.announced) == 1


async def test_a_satellite_that_fails_to_ask_plays_the_night(
    hass, second_night, nursery, voice, monkeypatch
):
    satellite, _ = nursery

    async def broken(_):
        raise HomeAssistantError

    monkeypatch.setattr(satellite, "async_start_conversation", broken)
    await ask_for(hass, satellite)
    assert (await heard(second_night, voice, satellite)).wish == ""


async def test_a_night_that_cannot_begin_is_no_silence(
    hass, second_night, nursery, voice, monkeypatch
):
    satellite, _ = nursery

    def busy(_):
        raise StoryBusyError

    monkeypatch.setattr(second_night, "tell", busy)
    await ask_for(hass, satellite)
    async with asyncio.timeout(5):
        await satellite.played.wait()
        await voice.is_silent.wait()
    assert server_trouble(Language.EN) in voice.text


@pytest.mark.parametrize("answer", ["stop", "good night"])
async def test_who_would_rather_sleep_hears_good_night(
    hass, second_night, nursery, voice, answer
):
    satellite, _ = nursery
    satellite.answers = [answer]
    await ask_for(hass, satellite)
    async with asyncio.timeout(5):
        await satellite.played.wait()
        await voice.is_silent.wait()
    assert second_night.state.night == 1
    assert not second_night.is_telling


@pytest.mark.parametrize(
    "reason", ["option", "wish", "deaf", "approval", "refused", "voiceless"]
)
async def test_where_nothing_can_be_chosen_the_night_is_told_at_once(
    hass, entry, second_night, nursery, voice, model, monkeypatch, reason
):
    satellite, _ = nursery
    text = "continue the story"
    if reason == "option":
        change(hass, entry, offer_choice=False)
    elif reason == "wish":
        text = "continue the story with a dragon"
    elif reason == "deaf":
        satellite._attr_supported_features = AssistSatelliteEntityFeature.ANNOUNCE
        satellite.async_write_ha_state()
    elif reason == "approval":
        change(hass, entry, approval=True, not_ready="live")
    elif reason == "refused":
        monkeypatch.setattr(
            "custom_components.mirae_story.story.crossroads.crossroads", lambda *_: None
        )
    else:
        monkeypatch.setattr(
            "custom_components.mirae_story.choosing.voice_of_story", voiceless
        )
    await hass.async_block_till_done()
    run = await ask_for(hass, satellite, text=text)
    assert "Again, Mina" in run
    assert satellite.questions == satellite.announced == []


def voiceless(*_):
    raise NoVoiceError
