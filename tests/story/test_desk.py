"""A person changes a living story: each action is one journaled step, and replaying them gives the state."""

import asyncio
from dataclasses import replace

import pytest

from custom_components.mirae_story.story.desk import Desk
from custom_components.mirae_story.story.errors import (
    CharacterUnknownError,
    ConfirmationNeededError,
    NothingPendingError,
    NothingToUndoError,
    StoryBusyError,
)
from custom_components.mirae_story.story.evening import Tonight
from custom_components.mirae_story.story.model import (
    Change,
    DeathPolicy,
    HouseRules,
    NotesStatus,
    Standing,
    Status,
)
from custom_components.mirae_story.story.people import Edit
from custom_components.mirae_story.story.replay import DECIDED, EDITED, UNDONE
from custom_components.mirae_story.story.state import canonical_json, state_to_dict
from custom_components.mirae_story.story.story import Happening
from tests.living_home import SECOND
from tests.story.test_story import FAREWELL, LEFT, night


def desk_of(story):
    return Desk(story, story._around)


async def waiting(world):
    """Return a story in which it waits whether Theo left in the second of three nights."""
    story = await world.begin()
    await night(world, story)
    for prose in (f"Soft rain fell. {FAREWELL}", SECOND.replace("Theo", "She")):
        world.clock.next_evening()
        world.model.prose.append(prose)
        await night(world, story)
    assert story.state.cast.named("Theo").pending is Change.LEFT
    return story


async def journaled(world, story):
    """Return the kinds of all steps, after each of them was replayed byte for byte."""
    steps = await world.journal.steps(story.state.story_id)
    replayed = await world.journal.replay(story.state.story_id)
    assert canonical_json(state_to_dict(replayed)) == steps[-1].state
    assert replayed == story.state == world.states.saved[-1]
    return [step.kind for step in steps]


# Undo --------------------------------------------------------------------------------------------------


async def test_an_undone_night_is_as_if_it_had_not_been(world):
    story = await world.begin()
    await night(world, story)
    before, first = story.state, await story.last_episode()
    world.clock.next_evening()
    world.model.prose.append(f"Soft rain fell. {FAREWELL}")
    world.model.notes.append(LEFT)
    await night(world, story)
    assert story.state.cast.named("Theo").status is Status.DEPARTED
    assert story.tonight is Tonight.ALL_TOLD

    undone = await desk_of(story).undo()
    assert undone.night == 2
    assert replace(story.state, revision=before.revision) == before
    assert story.state.revision == 6
    assert await story.last_episodes() == [first]
    assert story.tonight is Tonight.NEXT_NIGHT
    assert world.happened[-1] == (Happening.NIGHT_UNDONE, 2)
    assert (await journaled(world, story))[-1] == UNDONE

    world.model.prose.append(SECOND)
    await night(world, story)
    assert [e.night for e in await story.last_episodes()] == [1, 2]
    versions = await world.journal.versions(story.state.story_id, 2)
    assert [(e.version, e.standing) for e in versions] == [
        (1, Standing.VOID),
        (2, Standing.TOLD),
    ]
    assert "said goodbye" in versions[0].prose
    await journaled(world, story)


async def test_all_nights_can_be_undone_one_after_another(world):
    story = await waiting(world)
    begun = (await world.journal.steps(story.state.story_id))[0]
    for _ in range(3):
        await desk_of(story).undo()
    with pytest.raises(NothingToUndoError):
        await desk_of(story).undo()
    state = replace(story.state, revision=1)
    assert canonical_json(state_to_dict(state)) == begun.state
    assert await story.last_episodes() == []
    await journaled(world, story)


async def test_an_undone_retelling_takes_its_old_version_along(world):
    story = await world.begin()
    begun = story.state
    await night(world, story)
    telling = await story.retell()
    await telling.ended()
    await world.rest()
    await desk_of(story).undo()
    assert replace(story.state, revision=1) == begun
    versions = await world.journal.versions(story.state.story_id)
    assert [e.standing for e in versions] == [Standing.SUPERSEDED, Standing.VOID]


async def test_notes_on_an_undone_night_change_nothing_any_more(world):
    world.model.notes.append("useless")
    story = await world.begin(retry_after_s=(0, 0.05))
    telling = story.tell()
    await telling.ended()
    await asyncio.sleep(0.02)
    await desk_of(story).undo()
    state = story.state
    await asyncio.gather(*world.tasks, return_exceptions=True)
    assert story.state is state
    assert (Happening.NIGHT_NOTED, 1) not in world.happened
    (version,) = await world.journal.versions(state.story_id)
    assert (version.notes, version.notes_raw) == (NotesStatus.WAITING, "useless")


async def test_notes_that_are_just_being_stored_are_awaited(world, monkeypatch):
    story = await world.begin()
    stored, add_reviewed = asyncio.Event(), world.journal.add_reviewed

    async def slowly(*args):
        stored.set()
        await asyncio.sleep(0.05)
        await add_reviewed(*args)

    monkeypatch.setattr(world.journal, "add_reviewed", slowly)
    await story.tell().ended()
    await stored.wait()
    await desk_of(story).undo()
    await asyncio.gather(*world.tasks, return_exceptions=True)
    assert (story.state.night, story.state.revision) == (0, 4)
    await journaled(world, story)


async def test_nothing_is_changed_while_a_night_is_told(world):
    story = await waiting(world)
    world.clock.next_evening()
    world.model.gate.clear()
    telling = story.tell()
    desk = desk_of(story)
    for action in (
        desk.undo(),
        desk.decide("Theo", accept=True),
        desk.edit(Edit(summary="x")),
    ):
        with pytest.raises(StoryBusyError):
            await action
    world.model.gate.set()
    await telling.ended()
    await world.rest()


# Decide ------------------------------------------------------------------------------------------------


async def test_who_is_said_to_have_left_has_left_since_that_night(world):
    story = await waiting(world)
    decided = await desk_of(story).decide("theo", accept=True)
    assert (decided.member.status, decided.member.since) == (Status.DEPARTED, 2)
    assert decided.waited.night == 2
    assert decided.member == story.state.cast.named("Theo")
    assert world.happened[-1] == (Happening.DECIDED, 3)
    assert (await journaled(world, story))[-1] == DECIDED
    with pytest.raises(NothingPendingError):
        await desk_of(story).decide("Theo", accept=True)


async def test_who_is_said_to_have_stayed_is_on_stage_again(world):
    story = await waiting(world)
    decided = await desk_of(story).decide("Theo", accept=False)
    assert decided.member.on_stage
    assert (decided.member.status, decided.member.since) == (Status.ACTIVE, 1)
    await journaled(world, story)


async def test_a_renamed_character_is_decided_all_the_same(world):
    story = await waiting(world)
    await desk_of(story).edit(Edit(character="Theo", rename="Theodor"))
    decided = await desk_of(story).decide("Theo", accept=True)
    assert (decided.member.name, decided.member.since) == ("Theodor", 2)


async def test_a_death_is_not_accepted_where_nobody_dies(world):
    story = await waiting(world)
    theo = replace(story.state.cast.named("Theo"), pending=Change.DIED)
    story.state = replace(story.state, cast=story.state.cast.with_member(theo))
    story.rules = HouseRules(minutes=0.5, death_policy=DeathPolicy.NEVER)
    decided = await desk_of(story).decide("Theo", accept=True)
    assert decided.member.status is Status.DEPARTED


async def test_what_waited_in_an_undone_night_waits_no_more(world):
    story = await waiting(world)
    desk = desk_of(story)
    await desk.decide("Theo", accept=True)
    await desk.undo()
    assert story.state.cast.named("Theo").pending is Change.LEFT
    await desk.undo()
    assert story.state.cast.named("Theo").on_stage
    with pytest.raises(NothingPendingError):
        await desk.decide("Theo", accept=True)


async def test_a_decision_that_no_night_knows_counts_from_the_last(world):
    story = await world.begin()
    await night(world, story)
    theo = replace(story.state.cast.named("Theo"), pending=Change.LEFT)
    story.state = replace(story.state, cast=story.state.cast.with_member(theo))
    decided = await desk_of(story).decide("Theo", accept=True)
    assert decided.waited is None
    assert decided.member.since == 1


# Edit --------------------------------------------------------------------------------------------------


async def test_an_edit_is_journaled_with_its_reason(world):
    story = await world.begin()
    await night(world, story)
    wanted = Edit(character="Theo", role="cook", situation="They sleep.", reason="Fun.")
    state = await desk_of(story).edit(wanted)
    assert state is story.state
    assert state.cast.named("Theo").role == "cook"
    assert world.happened[-1] == (Happening.EDITED, 1)
    assert (await journaled(world, story))[-1] == EDITED
    step = (await world.journal.steps(state.story_id))[-1]
    assert (step.detail["role"], step.detail["reason"]) == ("cook", "Fun.")
    world.clock.next_evening()
    world.model.prose.append(SECOND)
    telling = await night(world, story)
    assert "They sleep." in telling.text
    assert "cook" in str(world.model.prose_calls[-1])


async def test_a_refused_edit_leaves_no_trace(world):
    story = await world.begin()
    state = story.state
    for wanted, error in (
        (Edit(premise="A balloon flies."), ConfirmationNeededError),
        (Edit(character="Pip", role="cook"), CharacterUnknownError),
    ):
        with pytest.raises(error):
            await desk_of(story).edit(wanted)
    assert story.state is state
    assert len(await world.journal.steps(state.story_id)) == 1
