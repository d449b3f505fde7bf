"""Wiping a story: its words are nowhere in the files afterwards."""

from dataclasses import replace

from custom_components.mirae_story.story.model import Language, NotesStatus

from .nights import (
    BEGUN_AT,
    first_state,
    happenings,
    review_night,
    tell_night,
    whole_night,
    write_night,
)

ID = first_state().story_id
SECRETS = ("Xylocarp", "ひみつのくじら")


def files_with(folder, word):
    return [
        file.name for file in folder.iterdir() if word.encode() in file.read_bytes()
    ]


async def test_wiping_leaves_no_word_in_the_files(journal, database, path, begun):
    other = first_state(Language.JA, "02JDEMO")
    await journal.begin(other, BEGUN_AT)
    secret = " ".join(SECRETS)
    state = begun
    for _ in range(30):
        told, state = tell_night(state, prose=f"{secret} " * 40)
        told = replace(told, lead=secret, wish=secret, recap=secret)
        await journal.add_told(told, state)
        await journal.keep_raw_notes(ID, told.night, secret, NotesStatus.WAITING)
        noted, state = review_night(told, state, list(happenings(state)))
        state = replace(state, reference=replace(state.reference, summary=secret))
        noted = replace(noted, title=secret, notes_raw=secret * 50)
        await journal.add_reviewed(noted, noted.decisions, state, BEGUN_AT)
    assert all(files_with(path.parent, word) for word in SECRETS)

    await journal.wipe(ID)
    assert not any(files_with(path.parent, word) for word in SECRETS)
    assert await journal.state(ID) is None
    assert await journal.episodes(ID) == []
    assert [story.story_id for story in await journal.stories()] == ["02JDEMO"]
    assert await journal.state("02JDEMO") == other
    rows = await database.read(
        lambda own: [
            own.execute("SELECT count(*) FROM steps").fetchone()[0],
            own.execute("SELECT count(*) FROM decisions").fetchone()[0],
        ]
    )
    assert rows == [1, 0]
    await journal.begin(begun, BEGUN_AT)
    await write_night(journal, whole_night(begun))


async def test_wiping_an_unknown_story_does_nothing(journal, begun):
    await journal.wipe("other")
    assert await journal.state(ID) == begun


async def test_wiping_takes_damaged_copies_along(journal, path, begun):
    copies = [
        path.with_name(f"story.db.corrupt-20261130T201501000005Z{suffix}")
        for suffix in ("", "-wal", "-shm")
    ]
    for copy in copies:
        copy.write_bytes(b"Xylocarp")
    other = path.with_name("story.db.saved")
    other.write_bytes(b"mine")
    await journal.wipe(ID)
    assert not any(copy.exists() for copy in copies)
    assert other.exists()
