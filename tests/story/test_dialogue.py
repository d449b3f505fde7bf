"""What the story's agent answers, and what it may never do."""

import pytest

from custom_components.mirae_story.story.answers import comfort
from custom_components.mirae_story.story.dialogue import respond
from custom_components.mirae_story.story.errors import StoreError
from custom_components.mirae_story.story.model import HouseRules
from custom_components.mirae_story.story.surroundings import Happening
from tests.living_home import PROSE, SECOND
from tests.story.test_story import World, database, model, night, world  # noqa: F401


async def ask(story, text, language="en"):
    reply = await respond(story, text, language)
    return "".join([piece async for piece in reply.pieces]), reply.asks


@pytest.fixture
async def told_story(world):  # noqa: F811
    story = await world.begin()
    await night(world, story)
    return story


async def test_yes_before_the_story_begins_it(world):  # noqa: F811
    story = await world.begin()
    text, asks = await ask(story, "yes please")
    await world.rest()
    assert PROSE in text
    assert not asks


async def test_tell_again_before_the_first_night_tells_it(world):  # noqa: F811
    story = await world.begin()
    text, _ = await ask(story, "tell it again")
    await world.rest()
    assert PROSE in text


async def test_one_more_is_offered_where_it_is_allowed(told_story, world):  # noqa: F811
    told_story.rules = HouseRules(minutes=0.5, nights_a_day=2)
    offer, asks = await ask(told_story, "continue the story")
    assert asks
    assert PROSE not in offer
    world.model.default_prose = SECOND
    text, asks = await ask(told_story, "one more")
    await world.rest()
    assert SECOND in text
    assert told_story.state.night == 2
    refusal, asks = await ask(told_story, "one more")
    assert asks
    assert PROSE not in refusal


async def test_again_is_word_for_word(told_story):
    episode = await told_story.last_episode()
    text, asks = await ask(told_story, "tell it again")
    assert text == f"{episode.lead}\n{episode.prose}"
    assert not asks


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "good night",
        "stop",
        "that's too scary",
        "what happened so far",
        "what happened last time",
        "who is in the story",
        "is Theo still there",
        "お話には誰がいるの？",
        "もうやめて",
        "おやすみ",
        "how many lamps are there on the moon?",
        "",
        "?!",
    ],
)
async def test_every_utterance_gets_a_spoken_answer_without_the_model(
    told_story,
    world,  # noqa: F811
    text,
):
    calls = len(world.model.prose_calls), len(world.model.notes_calls)
    answer, asks = await ask(told_story, text)
    assert answer.strip()
    assert not asks
    assert (len(world.model.prose_calls), len(world.model.notes_calls)) == calls
    assert told_story.state.night == 1


@pytest.mark.parametrize("text", ["that's too scary", "こわい"])
async def test_a_fright_makes_the_next_nights_gentler(told_story, world, text):  # noqa: F811
    answer, _ = await ask(told_story, text, "ja" if text == "こわい" else "en")
    assert answer == comfort(told_story.state)
    assert told_story.state.gentle_until == 4
    assert world.happened[-1] == (Happening.TOO_SCARY, 1)


async def test_a_fright_while_telling_closes_the_night(world):  # noqa: F811
    story = await world.begin()
    world.model.gate.clear()
    reply = await respond(story, "continue the story", "en")
    pieces = reply.pieces
    assert await anext(pieces)
    answer, _ = await ask(story, "too scary")
    assert answer == comfort(story.state)
    assert story.telling.stop_asked
    world.model.gate.set()
    await world.rest()
    assert story.state.gentle_until == 4


async def test_comfort_does_not_wait_for_the_disk(told_story, world, monkeypatch):  # noqa: F811
    async def refuse(*_args):
        raise StoreError

    monkeypatch.setattr(world.journal, "add_edit", refuse)
    answer, _ = await ask(told_story, "too scary")
    assert answer == comfort(told_story.state)
    assert told_story.state.gentle_until == 0


async def test_a_told_passage_answers(told_story):
    answer, _ = await ask(told_story, "Who rowed over to the lamp?")
    assert "rowed over" in answer


async def test_nights_that_were_lost_are_not_told_again(told_story, world, monkeypatch):  # noqa: F811
    async def lost(*_args):
        return None

    monkeypatch.setattr(world.journal, "episode", lost)
    text, _ = await ask(told_story, "tell it again")
    assert text.strip()
    assert PROSE not in text


async def test_a_new_story_is_for_parents_to_begin(told_story):
    text, asks = await ask(told_story, "start a new story")
    assert "can begin a new story" in text
    assert not asks
    assert told_story.state.night == 1
