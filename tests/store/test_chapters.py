"""Chapters, recaps and what words recall, on a real file; and older files that get their tables."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.store.schema import MIGRATIONS, migrate
from custom_components.mirae_story.story.chapters import Chapter, Maker, begin_anew
from custom_components.mirae_story.story.errors import StoreError
from custom_components.mirae_story.story.replay import CHAPTER

from .nights import BEGUN_AT, first_state, long_story, tell_night, write_night

ID = first_state().story_id
CHAPTER_1 = Chapter(
    number=1,
    source="fingerprint",
    text="船は七つの島へ行きました。",
    made_by=Maker.MODEL,
    book="The book.",
    book_made_by=Maker.CODE,
)


async def told(journal, nights):
    state = None
    for night in long_story(nights):
        await write_night(journal, night)
        state = night.state
    return state


async def test_a_chapter_is_kept_with_the_summary_that_begins_anew(journal, begun):
    state = begin_anew(CHAPTER_1, await told(journal, 7))
    assert state.reference.summary == CHAPTER_1.text
    await journal.add_chapter(CHAPTER_1, state, BEGUN_AT)
    assert await journal.chapters(ID) == [CHAPTER_1]
    assert await journal.state(ID) == state
    assert await journal.replay(ID) == state
    last = (await journal.steps(ID))[-1]
    assert (last.kind, last.night) == (CHAPTER, 7)
    assert last.detail == {"number": 1, "summary": CHAPTER_1.text}


async def test_a_chapter_that_changes_nothing_is_no_step(journal, begun):
    state = await told(journal, 9)
    steps = len(await journal.steps(ID))
    await journal.add_chapter(CHAPTER_1, state, BEGUN_AT)
    later = replace(CHAPTER_1, source="other")
    await journal.add_chapter(later, state, datetime(2027, 1, 1, tzinfo=UTC))
    assert await journal.chapters(ID) == [CHAPTER_1, later]
    assert len(await journal.steps(ID)) == steps


async def test_nothing_of_a_chapter_that_does_not_follow_is_kept(journal, begun):
    state = await told(journal, 7)
    await journal.add_chapter(CHAPTER_1, state, BEGUN_AT)
    with pytest.raises(StoreError, match="UNIQUE"):
        await journal.add_chapter(CHAPTER_1, state, BEGUN_AT)
    other = replace(CHAPTER_1, source="other")
    with pytest.raises(StoreError, match="cannot follow"):
        await journal.add_chapter(
            other, replace(state.advanced(), revision=99), BEGUN_AT
        )
    assert await journal.chapters(ID) == [CHAPTER_1]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE chapters SET text = 'x'",
        "DELETE FROM chapters",
        "UPDATE episodes SET recap = 'x' WHERE reviewed IS NOT NULL",
    ],
)
async def test_chapters_and_the_recaps_below_them_never_change(
    journal, database, begun, statement
):
    await journal.add_chapter(CHAPTER_1, await told(journal, 7), BEGUN_AT)
    with pytest.raises(StoreError, match="journaled"):
        await database.write(lambda own: own.execute(statement))


async def test_a_chapter_goes_with_its_story(journal, begun):
    await journal.add_chapter(CHAPTER_1, await told(journal, 7), BEGUN_AT)
    await journal.wipe(ID)
    assert await journal.chapters(ID) == []


async def test_recaps_are_those_of_settled_nights_that_count(journal, begun):
    state = await told(journal, 3)
    waiting, _ = tell_night(state)
    episode, after = tell_night(state)
    await journal.add_told(episode, after)
    assert [night for night, _ in await journal.recaps(ID)] == [1, 2, 3]
    assert (await journal.recaps(ID))[0] == (1, "Recap 1.")
    await journal.undo(waiting, replace(state, revision=after.revision + 1), BEGUN_AT)
    assert len(await journal.recaps(ID)) == 3


async def test_words_recall_older_nights_only(journal, begun):
    state = begun
    for night in long_story(12):
        await write_night(journal, night)
    state = night.state
    assert [each.night for each in await journal.recalled(ID, ["night 3."], before=6)]
    found = await journal.recalled(ID, ["night 3."], before=6)
    assert [each.night for each in found] == [3]
    assert await journal.recalled(ID, ["night 3."], before=3) == []
    assert await journal.recalled("unknown", ["night"], before=9) == []
    assert state.night == 12


async def test_a_dropped_wish_says_so(journal, begun):
    episode, state = tell_night(begun)
    dropped = replace(episode, wish="x", wish_dropped=True)
    await journal.add_told(dropped, state)
    assert await journal.episode(ID, 1) == dropped


def copy_to_older(new, old, migrations):
    """Write what a file holds into a file of an older schema."""
    with closing(sqlite3.connect(old, isolation_level=None)) as own:
        own.execute("PRAGMA foreign_keys = ON")
        migrate(own, migrations, lambda: BEGUN_AT)
        own.execute("ATTACH ? AS new", (str(new),))
        for table in ("stories", "steps", "episodes", "decisions"):
            columns = ", ".join(
                row[1] for row in own.execute(f"PRAGMA main.table_info({table})")
            )
            own.execute(
                f"INSERT INTO main.{table} ({columns})"
                f" SELECT {columns} FROM new.{table}"
            )


@pytest.mark.parametrize("count", [3, 4, 5])
async def test_an_older_file_with_nights_gets_what_is_new_and_keeps_all(
    journal, database, path, tmp_path, begun, count
):
    state = await told(journal, 16)
    episodes = await journal.episodes(ID)
    steps = await journal.steps(ID)
    await database.close()
    old = tmp_path / "old.db"
    copy_to_older(path, old, MIGRATIONS[:count])
    migrated = Database(old)
    await migrated.open()
    again = SqliteJournal(migrated)
    assert await again.episodes(ID) == episodes
    assert not any(episode.wish_dropped for episode in episodes)
    assert await again.steps(ID) == steps
    assert await again.replay(ID) == state
    assert await again.chapters(ID) == []
    assert len(await again.recaps(ID)) == 16
    await again.add_chapter(CHAPTER_1, state, BEGUN_AT)
    assert await again.chapters(ID) == [CHAPTER_1]
    with pytest.raises(StoreError, match="journaled"):
        await migrated.write(lambda own: own.execute("UPDATE episodes SET recap = ''"))
    await migrated.close()
