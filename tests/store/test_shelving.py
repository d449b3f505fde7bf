"""An imported story lives on in the journal as if it had been told here."""

import json
from dataclasses import replace

import pytest

from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.story.chapters import Chapter, Maker
from custom_components.mirae_story.story.errors import StoreError
from custom_components.mirae_story.story.exported import export_story
from custom_components.mirae_story.story.imported import read_export
from custom_components.mirae_story.story.model import HouseRules, NotesStatus
from custom_components.mirae_story.story.replay import IMPORTED

from .nights import BEGUN_AT, first_state, long_story, tell_night, write_night

ID = first_state().story_id
CHAPTER = Chapter(
    number=1,
    source="abc",
    text="They sailed.",
    made_by=Maker.MODEL,
    book="They sailed far.",
    book_made_by=Maker.CODE,
)


@pytest.fixture
async def exported(journal, begun):
    """The export of a story with an undone night, and a last night that waits for its notes."""
    for night in long_story(6, begun):
        await write_night(journal, night)
    state = await journal.state_before(ID, 6)
    state = replace(state, revision=(await journal.state(ID)).revision + 1)
    await journal.undo(await journal.episode(ID, 6), state, BEGUN_AT)
    told, state = tell_night(state)
    await journal.add_told(replace(told, version=2), state)
    state = state.advanced()
    await journal.add_chapter(CHAPTER, state, BEGUN_AT)
    export = export_story(
        state,
        HouseRules(),
        await journal.versions(ID),
        await journal.steps(ID),
        await journal.chapters(ID),
        BEGUN_AT,
    )
    return json.dumps(export, ensure_ascii=False).encode()


@pytest.fixture
async def elsewhere(tmp_path):
    """The journal of another home."""
    database = Database(tmp_path / "elsewhere" / "story.db")
    await database.open()
    yield SqliteJournal(database)
    await database.close()


async def test_a_story_moves_to_another_home(journal, exported, elsewhere):
    imported = read_export(exported)
    assert imported.refused == ()
    state = await elsewhere.bring_in(imported, BEGUN_AT)
    before = await journal.state(ID)
    assert state == before.advanced()
    assert await elsewhere.state(ID) == await elsewhere.replay(ID) == state
    assert await elsewhere.episodes(ID) == await journal.episodes(ID)
    assert await elsewhere.versions(ID) == await journal.versions(ID)
    assert await elsewhere.chapters(ID) == [CHAPTER]
    *steps, last = await elsewhere.steps(ID)
    assert steps == await journal.steps(ID)
    assert (last.kind, last.detail["refused"]) == (IMPORTED, [])
    assert await elsewhere.state_before(ID, 6) == await journal.state_before(ID, 6)
    assert (await elsewhere.episode(ID, 6)).notes is NotesStatus.WAITING
    await elsewhere.keep_raw_notes(ID, 6, "late", NotesStatus.WAITING)
    with pytest.raises(StoreError):
        await elsewhere.keep_raw_notes(ID, 5, "late", NotesStatus.WAITING)
    told, following = tell_night(state)
    await elsewhere.add_told(told, following)


async def test_a_story_without_its_steps_goes_on_but_cannot_be_undone(
    exported, elsewhere
):
    data = json.loads(exported)
    data["steps"] = []
    imported = read_export(json.dumps(data).encode())
    state = await elsewhere.bring_in(imported, BEGUN_AT)
    (step,) = await elsewhere.steps(ID)
    assert step.detail["refused"] == ["steps"]
    assert await elsewhere.replay(ID) == state
    assert len(await elsewhere.episodes(ID)) == 6
    assert await elsewhere.state_before(ID, 6) is None


async def test_a_story_that_is_there_is_not_overwritten(journal, exported):
    before = await journal.steps(ID)
    with pytest.raises(StoreError, match="UNIQUE"):
        await journal.bring_in(read_export(exported), BEGUN_AT)
    assert await journal.steps(ID) == before
    other = read_export(exported).renamed("01JNEW00000000000000000000")
    await journal.bring_in(other, BEGUN_AT)
    assert len(await journal.stories()) == 2
