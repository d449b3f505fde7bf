"""The intents of the story, as a custom sentence or another agent has them."""

import pytest
from homeassistant.helpers import intent

from custom_components.mirae_story.const import DOMAIN
from tests.living_home import PROSE
from tests.test_questions import allow_new, first_starter, story_called

pytestmark = pytest.mark.usefixtures("entry")


async def handled(hass, name, **slots):
    response = await intent.async_handle(
        hass, DOMAIN, name, {key: {"value": value} for key, value in slots.items()}
    )
    return response.speech["plain"]["speech"]


async def test_the_last_night_is_told_again(hass, model):
    assert PROSE in await handled(hass, "MiraeContinueStory", wish="a whale")
    assert PROSE in await handled(hass, "MiraeTellAgain")
    assert len(model.prose_calls) == 1


async def test_nothing_can_be_stopped_while_nothing_is_told(hass, model):
    assert "Nothing is being told" in await handled(hass, "MiraeStopStory")


async def test_questions_are_answered_from_what_is_true(hass, model):
    assert "Theo" in await handled(hass, "MiraeAskStory")
    answer = await handled(hass, "MiraeAskStory", question="Is Theo still there?")
    assert "Theo" in answer
    assert not model.prose_calls


async def test_a_question_never_tells_a_night(hass, model):
    await handled(hass, "MiraeAskStory", question="Continue the story")
    assert not model.prose_calls


async def test_a_new_story_is_for_parents_unless_they_allow_it(hass, entry, model):
    assert "begin a new story" in await handled(hass, "MiraeNewStory")
    assert not model.prose_calls
    allow_new(hass, entry)
    await hass.async_block_till_done()
    await handled(hass, "MiraeNewStory")
    assert story_called(entry, first_starter().title).state.night == 1


async def test_without_a_story_it_says_so(hass, entry):
    entry.runtime_data.stories.clear()
    for name in ("MiraeTellAgain", "MiraeStopStory", "MiraeAskStory", "MiraeNewStory"):
        with pytest.raises(intent.IntentHandleError):
            await handled(hass, name)
