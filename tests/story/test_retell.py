"""Telling the last night anew: what came of the old telling goes back, and until then nothing is lost."""

import asyncio
from dataclasses import replace

import pytest

from custom_components.mirae_story.story.errors import (
    AlreadyToldError,
    NothingToUndoError,
    StoreError,
    StoryBusyError,
)
from custom_components.mirae_story.story.model import NotesStatus, Standing
from custom_components.mirae_story.story.ports import Sampling
from custom_components.mirae_story.story.replay import ADOPTED
from tests.living_home import NOTES, PROSE, SECOND
from tests.story.test_story import FAREWELL, LEFT, night


async def retold(world, story, **kwargs):
    telling = await story.retell(**kwargs)
    await telling.ended()
    await world.rest()
    return telling


async def two_nights(world, second=FAREWELL, notes=LEFT):
    """Return a story after two nights; in the second somebody leaves."""
    story = await world.begin()
    await night(world, story)
    world.clock.next_evening()
    world.model.prose.append(f"Soft rain fell. {second}")
    world.model.notes.append(notes)
    await night(world, story, wish="a whale")
    return story


async def test_a_retelling_takes_the_place_of_the_last_night(world):
    story = await two_nights(world)
    first = (await story.last_episodes())[0]
    assert story.state.cast.named("Theo").status == "departed"
    with pytest.raises(AlreadyToldError):
        story.tell()
    world.model.prose.append(SECOND)
    telling = await retold(world, story)
    assert (telling.night, telling.stored) == (2, True)
    assert (story.state.night, story.state.told_count) == (2, 1)
    assert [m.name for m in story.state.cast.on_stage] == ["Mina", "Theo"]
    assert SECOND in telling.text
    assert first.recap in str(world.model.prose_calls[-1])
    assert "a whale" in str(world.model.prose_calls[-1])
    old, new = await world.journal.versions(story.state.story_id, 2)
    assert (old.version, old.standing) == (1, Standing.SUPERSEDED)
    assert (new.version, new.standing) == (2, Standing.TOLD)
    assert SECOND in new.prose
    assert new.notes is NotesStatus.USED
    assert old.prose.startswith("Soft rain fell. Mina stood")
    assert new.lead == old.lead
    assert await story.last_episodes() == [first, new]
    assert await world.journal.replay(story.state.story_id) == story.state
    assert world.states.saved[-1] == story.state


async def test_the_first_night_is_told_anew_from_the_opening(world):
    story = await world.begin()
    await night(world, story)
    first = await story.last_episode()
    await retold(world, story)
    again = await story.last_episode()
    assert (again.version, again.lead) == (2, first.lead)


async def test_a_softer_night_is_asked_for_in_its_own_words(world):
    story = await world.begin()
    await night(world, story)
    await retold(world, story, softer=True)
    asked = [str(call) for call in world.model.prose_calls]
    assert "more softly than usual" not in asked[0]
    assert "more softly than usual" in asked[1]


async def test_a_retelling_that_is_stopped_leaves_the_night_as_it_was(world):
    world.model.default_notes = "useless"
    story = await world.begin(retry_after_s=(0, 3600))
    telling = story.tell()
    await telling.ended()
    await asyncio.sleep(0.1)
    before = story.state
    world.model.gate.clear()
    world.model.default_notes = NOTES
    telling = await story.retell()
    await asyncio.sleep(0.05)
    telling.stop()
    world.model.gate.set()
    await telling.ended()
    await world.rest()
    assert not telling.stored
    episode = await story.last_episode()
    assert (episode.version, episode.notes) == (1, NotesStatus.USED)
    assert story.state.revision == before.revision + 1


async def test_a_retelling_that_cannot_be_stored_leaves_the_night_as_it_was(
    world, monkeypatch
):
    async def refuse(*_args, **_kwargs):
        raise StoreError

    story = await world.begin()
    await night(world, story)
    before = story.state
    monkeypatch.setattr(world.journal, "add_told", refuse)
    telling = await story.retell()
    monkeypatch.setattr(world.journal, "episode", refuse)
    await telling.ended()
    await world.rest()
    assert not telling.stored
    assert story.state is before


async def test_nothing_changes_while_a_night_is_told(world):
    story = await world.begin()
    await night(world, story)
    world.clock.next_evening()
    world.model.gate.clear()
    telling = story.tell()
    with pytest.raises(StoryBusyError):
        await story.retell()
    world.model.gate.set()
    await telling.ended()
    await world.rest()


async def test_no_night_begins_while_a_person_changes_the_story(world):
    story = await world.begin()
    async with story.by_hand():
        with pytest.raises(StoryBusyError):
            story.tell()
    await night(world, story)
    assert story.state.night == 1


async def test_without_a_night_there_is_nothing_to_tell_anew(world):
    story = await world.begin()
    with pytest.raises(NothingToUndoError):
        await story.retell()


async def test_a_night_from_before_the_journal_is_not_told_anew(world):
    story = await world.begin()
    await night(world, story)
    ahead = replace(story.state, revision=99)
    await world.journal.wipe(ahead.story_id)
    await world.journal.add_edit(ADOPTED, {}, ahead, world.clock())
    with pytest.raises(NothingToUndoError):
        await world.story(ahead).retell()


async def test_what_the_family_chose_since_stays(world):
    story = await world.begin()
    await night(world, story)
    await story.edit(title="The Lamp Ship", audience_age=4)
    await retold(world, story)
    assert story.state.title == "The Lamp Ship"
    assert story.state.reference.audience_age == 4
    assert PROSE in (await story.last_episode()).prose
    assert await world.journal.replay(story.state.story_id) == story.state


async def test_a_fixed_seed_gives_other_words_the_second_time(world, monkeypatch):
    story = await world.begin()
    story.writer = replace(story.writer, prose=Sampling(seed=7))
    asked, stream_text = [], world.model.stream_text

    def listening(messages, sampling):
        asked.append(sampling.seed)
        return stream_text(messages, sampling)

    monkeypatch.setattr(world.model, "stream_text", listening)
    await night(world, story)
    for _ in range(2):
        await retold(world, story)
    assert list(dict.fromkeys(asked)) == [7, 8, 9]


async def test_a_night_is_told_anew_without_a_model_too(world):
    story = await world.begin()
    await night(world, story)
    story.writer = None
    telling = await retold(world, story)
    assert telling.stored
    assert (await story.last_episode()).calm_ending
