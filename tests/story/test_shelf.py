"""Nights that are prepared ahead: they change nothing until they are told, and count only while nothing changes."""

import asyncio
import sqlite3
from dataclasses import replace

import pytest

from custom_components.mirae_story.story import bedside
from custom_components.mirae_story.story import shelf as shelf_module
from custom_components.mirae_story.story.desk import Desk
from custom_components.mirae_story.story.errors import (
    NothingPreparedError,
    NotPreparedError,
    ServerUnreachableError,
    StoreError,
    StoryBusyError,
)
from custom_components.mirae_story.story.model import NotesStatus, Status
from custom_components.mirae_story.story.people import Edit
from custom_components.mirae_story.story.ports import Sampling
from custom_components.mirae_story.story.prepared import Bedtime
from custom_components.mirae_story.story.story import Happening
from custom_components.mirae_story.story.teller import Writer
from tests.living_home import PROSE, SECOND

from .shelf_world import SLOW, THIRD, begun, written
from .test_story import World, night


async def test_a_night_is_prepared_and_changes_nothing(nursery, story):
    before = story.state
    steps = await nursery.journal.steps(before.story_id)
    prepared = await story.shelf.prepare()
    assert (prepared.night, prepared.written, prepared.wish) == (2, SECOND, "")
    assert prepared.prose.startswith(f"{SECOND}\n")
    assert (story.state, story.telling.night) == (before, 1)
    assert await nursery.journal.steps(before.story_id) == steps
    assert len(await story.last_episodes()) == 1
    assert story.shelf.ready
    assert nursery.happened == [(Happening.TONIGHT_READY, 2)]
    assert await story.shelf.prepare() == prepared
    assert len(nursery.model.prose_calls) == 2


async def test_a_prepared_night_is_told_at_once_and_counts(nursery, story):
    prepared = await story.shelf.prepare()
    nursery.model.prose.clear()
    nursery.model.prose.append(ServerUnreachableError())
    telling = await night(nursery, story)
    episode = await story.last_episode()
    assert telling.stored
    assert telling.text == f"{episode.lead} {prepared.prose}"
    assert len(telling.text.partition(SECOND)[0]) > 60
    assert (episode.prose, episode.notes) == (prepared.prose, NotesStatus.USED)
    assert not episode.calm_ending
    assert (story.state.night, await written(nursery)) == (2, [])
    assert len(nursery.model.prose_calls) == 2
    assert await nursery.journal.replay(story.state.story_id) == story.state
    assert await nursery.journal.state(story.state.story_id) == story.state


async def test_the_first_night_can_be_prepared(nursery):
    story = await nursery.begin()
    assert (await story.shelf.prepare()).night == 1
    assert PROSE in (await night(nursery, story)).text


async def test_a_prepared_night_outlives_a_restart(nursery, story):
    await story.shelf.prepare()
    again = nursery.story(story.state)
    assert not again.shelf.ready
    await again.shelf.refresh(quietly=True)
    assert again.shelf.ready
    assert nursery.happened == [(Happening.TONIGHT_READY, 2)]
    assert SECOND in (await night(nursery, again)).text
    assert len(nursery.model.prose_calls) == 2


async def test_a_half_prepared_night_is_not_kept(nursery, story):
    nursery.model.gate.clear()
    work = asyncio.create_task(story.shelf.prepare())
    await begun(nursery)
    assert story.shelf.is_preparing
    await story.close()
    with pytest.raises(StoryBusyError):
        await work
    assert await written(nursery) == []
    assert nursery.model.closed == 2


@pytest.mark.parametrize("what", ["edit", "undo", "decision", "rules", "model", "age"])
async def test_what_changes_makes_it_stale(nursery, story, what):
    await story.shelf.prepare()
    desk = Desk(story, story._around)
    match what:
        case "edit":
            await desk.edit(Edit(situation="The ship lies before a waterfall."))
        case "undo":
            await desk.undo()
        case "decision":
            await desk.edit(Edit(character="Theo", status=Status.DEPARTED))
        case "rules":
            story.rules = replace(story.rules, minutes=1.0)
        case "model":
            story.bedtime = Bedtime(made_with="another model")
        case "age":
            await story.edit(title="The Star Ship", audience_age=4)
    await story.shelf.refresh()
    assert not story.shelf.ready
    assert story.shelf.now.stale
    assert (Happening.SHELF_CHANGED, story.state.night + 1) in nursery.happened
    assert SECOND not in (await night(nursery, story)).text
    assert len(nursery.model.prose_calls) > 2


async def test_a_new_title_leaves_it_valid(nursery, story):
    await story.shelf.prepare()
    await story.edit(title="The Lamp Ship", audience_age=6)
    await story.shelf.refresh()
    assert story.shelf.ready


async def test_what_the_gate_would_refuse_now_is_told_live(nursery, story, monkeypatch):
    await story.shelf.prepare()
    monkeypatch.setattr(shelf_module.Shelf, "still_counts", lambda *_: _true())
    prepared = replace(
        (await written(nursery))[0],
        prose=f"As an AI, I cannot. {SECOND}",
        written="As an AI, I cannot.",
    )
    await nursery.kept.put(prepared)
    telling = await night(nursery, story)
    assert "As an AI" not in telling.text
    assert THIRD in telling.text


async def _true():
    return True


async def test_it_is_told_only_if_it_still_counts_when_notes_are_closed(
    nursery, story, monkeypatch
):
    await story.shelf.prepare()
    plan = bedside.plan_night

    async def then_changed(shelf, wish):
        found = await plan(shelf, wish)
        story.rules = replace(story.rules, minutes=1.0)
        return found

    monkeypatch.setattr(
        "custom_components.mirae_story.story.story.plan_night", then_changed
    )
    assert SECOND not in (await night(nursery, story)).text


async def test_preparing_steps_aside_for_a_listener(nursery, story):
    nursery.model.gate.clear()
    work = asyncio.create_task(story.shelf.prepare())
    await begun(nursery)
    telling = story.tell()
    with pytest.raises(StoryBusyError):
        await work
    with pytest.raises(StoryBusyError):
        await story.shelf.prepare()
    nursery.model.gate.set()
    await telling.ended()
    assert THIRD in telling.text


async def test_a_loved_night_leaves_the_model_alone(nursery, story):
    story.bedtime = SLOW
    nursery.model.gate.clear()
    work = asyncio.create_task(story.shelf.prepare())
    await begun(nursery)
    await story.tell().ended()
    nursery.model.gate.set()
    assert (await work).written == SECOND


async def test_two_ask_at_once_for_one_night(nursery, story):
    first, second = await asyncio.gather(story.shelf.prepare(), story.shelf.prepare())
    assert first == second
    assert len(nursery.model.prose_calls) == 2


async def test_a_prepared_night_is_written_anew(nursery, story):
    story.writer = Writer(server=nursery.model, prose=Sampling(seed=3))
    await story.shelf.prepare()
    other = await story.shelf.prepare(anew=True)
    assert (other.prose, other.writing) == (THIRD, 2)
    assert [each.prose for each in await written(nursery)] == [THIRD]
    assert nursery.happened == [(Happening.TONIGHT_READY, 2)] * 2


async def test_a_model_that_fails_prepares_nothing(nursery, story):
    nursery.model.prose.clear()
    nursery.model.prose.append(ServerUnreachableError())
    with pytest.raises(NotPreparedError):
        await story.shelf.prepare()
    story.writer = None
    with pytest.raises(NotPreparedError):
        await story.shelf.prepare()
    assert await written(nursery) == []


async def test_a_fault_of_ours_prepares_nothing(nursery, story, monkeypatch):
    monkeypatch.setattr(shelf_module, "write_night", lambda *_args, **_more: 1 / 0)
    with pytest.raises(NotPreparedError):
        await story.shelf.prepare()


async def test_what_changes_while_it_is_written_makes_it_stale(nursery, story):
    nursery.model.gate.clear()
    work = asyncio.create_task(story.shelf.prepare())
    await begun(nursery)
    story.rules = replace(story.rules, minutes=1.0)
    nursery.model.gate.set()
    with pytest.raises(NotPreparedError):
        await work


async def test_without_a_shelf_nights_are_live(nursery):
    story = World.story(nursery, (await nursery.begin()).state)
    assert PROSE in (await night(nursery, story)).text
    with pytest.raises(NothingPreparedError):
        await story.shelf.prepare()


async def test_what_the_store_cannot_do_keeps_nobody_waiting(
    nursery, story, monkeypatch
):
    await story.shelf.prepare()

    async def broken(_):
        raise StoreError

    monkeypatch.setattr(story.shelf, "plan", broken)
    telling = await night(nursery, story)
    assert THIRD in telling.text


async def test_a_store_that_fails_after_the_plan_keeps_nobody_waiting(
    nursery, story, monkeypatch
):
    await story.shelf.prepare()

    async def broken(_):
        raise StoreError

    monkeypatch.setattr(story.shelf, "still_counts", broken)
    assert THIRD in (await night(nursery, story)).text


# Notes that are still to come ----------------------------------------------------------------------------


async def test_notes_come_first(nursery):
    nursery.model.notes.extend(["", ""])
    story = await nursery.begin()
    telling = story.tell()
    await telling.ended()
    for _ in range(1000):
        if (Happening.NOTES_LATE, 1) in nursery.happened:
            break
        await asyncio.sleep(0.01)
    assert (await story.last_episode()).notes is NotesStatus.WAITING
    prepared = await story.shelf.prepare()
    assert (await story.last_episode()).notes is NotesStatus.USED
    nursery.clock.next_evening()
    assert prepared.prose in (await night(nursery, story)).text


async def test_a_night_is_prepared_where_notes_never_come(nursery):
    nursery.model.default_notes = ""
    story = await nursery.begin()
    await story.tell().ended()
    prepared = await story.shelf.prepare()
    assert (await story.last_episode()).notes is NotesStatus.WAITING
    assert story.shelf.ready
    nursery.clock.next_evening()
    telling = story.tell()
    await telling.ended()
    assert prepared.prose in telling.text
    assert (await nursery.journal.episode(story.state.story_id, 1)).notes is (
        NotesStatus.DERIVED
    )
    await story.close()


async def test_two_nights_stand_there_where_the_server_sleeps(nursery, story):
    story.bedtime = Bedtime(depth=2)
    await story.shelf.prepare()
    assert [each.night for each in await written(nursery)] == [2, 3]
    assert nursery.happened == [(Happening.TONIGHT_READY, 2)]
    nursery.model.default_notes = ""
    story.writer = None
    await night(nursery, story)
    nursery.clock.next_evening()
    await story.shelf.refresh()
    assert story.shelf.ready
    assert THIRD in (await night(nursery, story)).text
    assert story.state.night == 3


async def test_the_shelf_goes_with_its_story(nursery, story, database):
    await story.shelf.wish_for("a whale")
    await story.shelf.prepare()
    await nursery.journal.wipe(story.state.story_id)
    assert await written(nursery) == []
    assert await nursery.kept.wishes(story.state.story_id) == []
    text = database.path.read_bytes()
    assert b"a whale" not in text
    assert SECOND[:40].encode() not in text


async def test_the_shelf_can_be_cleared(nursery, story):
    await story.shelf.prepare()
    await nursery.kept.clear(story.state.story_id)
    await story.shelf.refresh()
    assert not story.shelf.ready


async def test_what_is_forgotten_goes_from_the_shelf(nursery, story):
    for wish in ("a whale", "a kite"):
        await story.shelf.wish_for(wish)
    await story.shelf.prepare()
    await story.shelf.forget(["continue the story with a whale"])
    assert await written(nursery) == []
    assert [wish.text for wish in story.shelf.wishes] == ["a kite"]
    await story.shelf.forget(())
    assert [wish.text for wish in story.shelf.wishes] == ["a kite"]
    await story.shelf.forget(None)
    assert list(story.shelf.wishes) == []


async def test_a_night_that_is_not_stored_stays_on_the_shelf(
    nursery, story, monkeypatch
):
    """Step 4 is one transaction: the night told, off the shelf, its wish ticked off; or nothing of it."""
    await story.shelf.wish_for("a whale")
    prepared = await story.shelf.prepare()

    def full(*_):
        raise sqlite3.OperationalError

    monkeypatch.setattr("custom_components.mirae_story.store.journal.add_step", full)
    telling = await night(nursery, story)
    assert not telling.stored
    assert await written(nursery) == [prepared]
    assert [wish.done for wish in story.shelf.wishes] == [False]
    monkeypatch.undo()
    assert prepared.prose in (await night(nursery, story)).text
    assert await written(nursery) == []
