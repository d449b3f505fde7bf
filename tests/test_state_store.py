"""The state file: every condition it may be found in, and how it and the journal come together."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from homeassistant.core import CoreState
from homeassistant.helpers import issue_registry as ir

from custom_components.mirae_story.state_store import (
    Condition,
    HomeStateStore,
    Loaded,
    Reconciled,
    Way,
)
from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.story.errors import StoreError, StoreNewerError
from custom_components.mirae_story.story.state import state_to_dict

from .store.nights import BEGUN_AT, first_state, long_story, whole_night, write_night

BEGUN = first_state()
ID = BEGUN.story_id
KEY = f"mirae_story.{ID}"


@pytest.fixture
def hass_storage():
    """Let Home Assistant read and write real files in these tests."""
    return {}


@pytest.fixture
def hass_config_dir(tmp_path):
    """Give Home Assistant a configuration folder of its own."""
    return str(tmp_path)


@pytest.fixture
def states(hass):
    return HomeStateStore(hass, ID)


@pytest.fixture
def file(hass_config_dir):
    path = Path(hass_config_dir) / ".storage" / KEY
    path.parent.mkdir(exist_ok=True)
    return path


@pytest.fixture
async def journal(tmp_path):
    database = Database(tmp_path / "story.db")
    await database.open()
    yield SqliteJournal(database)
    await database.close()


def wrapped(data, version=1, minor_version=1):
    return json.dumps(
        {"version": version, "minor_version": minor_version, "key": KEY, "data": data}
    )


def copies(file):
    return list(file.parent.glob("*.corrupt.*"))


async def journal_nights(journal, count):
    """Journal a story with so many nights; return its states, first to last."""
    await journal.begin(BEGUN, BEGUN_AT)
    states = [BEGUN]
    for night in long_story(count, BEGUN):
        await write_night(journal, night)
        states += [night.told_state, night.state]
    return states


# Loading -----------------------------------------------------------------------------------------------


async def test_a_saved_state_is_loaded(states, hass, file):
    *_, last = long_story(9)
    await states.save(last.state)
    assert file.stat().st_mode & 0o777 == 0o600
    assert await states.load() == Loaded(last.state, Condition.OK)
    assert await HomeStateStore(hass, ID).load() == Loaded(last.state, Condition.OK)


async def test_nothing_was_saved_yet(states):
    assert await states.load() == Loaded(None, Condition.MISSING)


@pytest.mark.parametrize(
    "content",
    [
        b"not json at all",
        b"",
        b"\x00" * 512,
        b'{"version": 1, "data": {"title": "\xff\xfe"',
        wrapped(state_to_dict(BEGUN)).encode()[:200],
    ],
    ids=["words", "empty", "zeros", "no UTF-8", "cut off"],
)
async def test_a_damaged_file_is_told_from_a_missing_one(states, hass, file, content):
    file.write_bytes(content)
    assert await states.load() == Loaded(None, Condition.CORRUPT)
    assert [copy.read_bytes() for copy in copies(file)] == [content]
    assert len(ir.async_get(hass).issues) == 1
    assert await states.load() == Loaded(None, Condition.CORRUPT)
    await states.save(BEGUN)
    assert await states.load() == Loaded(BEGUN, Condition.OK)


@pytest.mark.parametrize(
    "content",
    [
        "[1, 2]",
        '{"data": {}}',
        '{"version": 1}',
        '{"version": 0, "data": {}}',
        '{"version": "one", "data": {}}',
        '"text"',
        wrapped(None)[:-6] + "[]}",
        wrapped({"title": "only"}),
        wrapped(state_to_dict(BEGUN) | {"cast": []}),
        wrapped(state_to_dict(replace(BEGUN, story_id="other"))),
    ],
    ids=[
        "list",
        "no version",
        "no data",
        "version 0",
        "version is text",
        "text",
        "list of data",
        "other data",
        "broken rules",
        "other story",
    ],
)
async def test_what_is_no_state_of_this_story_is_moved_aside(states, file, content):
    file.write_text(content, "utf-8")
    assert await states.load() == Loaded(None, Condition.INVALID)
    assert not file.exists()
    assert [copy.read_text("utf-8") for copy in copies(file)] == [content]


@pytest.mark.parametrize("version", [(2, 1), (1, 2), (9, 0)])
async def test_a_newer_file_is_never_overwritten(states, file, journal, version):
    content = wrapped({"dreams": []}, *version)
    file.write_text(content, "utf-8")
    loaded = await states.load()
    assert loaded == Loaded(None, Condition.NEWER)
    await journal_nights(journal, 1)
    with pytest.raises(StoreNewerError):
        await states.reconcile(loaded, journal, BEGUN_AT)
    await states.save(BEGUN)
    assert file.read_text("utf-8") == content
    assert len(await journal.steps(ID)) == 3


async def test_a_disk_that_refuses_is_a_store_error(states, file):
    file.mkdir()
    with pytest.raises(StoreError, match="cannot be read"):
        await states.load()


async def test_a_state_saved_while_stopping_is_written_at_the_end(states, hass, file):
    hass.set_state(CoreState.stopping)
    await states.save(BEGUN)
    assert not file.exists()
    hass.bus.async_fire("homeassistant_final_write")
    await hass.async_block_till_done()
    assert json.loads(file.read_text("utf-8"))["data"] == state_to_dict(BEGUN)


# Reconciling -------------------------------------------------------------------------------------------


async def reconciled(states, journal):
    return await states.reconcile(await states.load(), journal, BEGUN_AT)


async def test_a_story_that_never_began(states, journal):
    assert await reconciled(states, journal) is None
    assert await journal.stories() == []


async def test_file_and_journal_agree(states, file, journal):
    last = (await journal_nights(journal, 3))[-1]
    await states.save(last)
    written = file.stat().st_mtime_ns
    assert await reconciled(states, journal) == Reconciled(last, Way.SAME)
    assert file.stat().st_mtime_ns == written
    assert len(await journal.steps(ID)) == last.revision


@pytest.mark.parametrize(
    "content", [None, "garbage", wrapped({}), wrapped({"title": 3}), "[1, 2]", "{}"]
)
async def test_a_file_that_is_gone_is_rebuilt(states, hass, file, journal, content):
    last = (await journal_nights(journal, 3))[-1]
    if content is not None:
        file.write_text(content, "utf-8")
    assert await reconciled(states, journal) == Reconciled(last, Way.REBUILT)
    again = HomeStateStore(hass, ID)
    assert await again.load() == Loaded(last, Condition.OK)
    assert len(await journal.steps(ID)) == last.revision


@pytest.mark.parametrize("behind", [1, 2, 5])
async def test_a_file_that_is_behind_is_rebuilt(states, journal, behind):
    told = await journal_nights(journal, 3)
    await states.save(told[-1 - behind])
    assert await reconciled(states, journal) == Reconciled(told[-1], Way.REBUILT)
    assert await reconciled(states, journal) == Reconciled(told[-1], Way.SAME)


async def test_the_journal_wins_over_a_file_of_the_same_age(states, journal):
    last = (await journal_nights(journal, 3))[-1]
    await states.save(replace(last, title="Somebody edited the file"))
    assert await reconciled(states, journal) == Reconciled(last, Way.REBUILT)


async def test_a_file_that_is_ahead_is_adopted(states, journal):
    await journal_nights(journal, 2)
    *_, ahead = long_story(5, BEGUN)
    await states.save(ahead.state)
    assert await reconciled(states, journal) == Reconciled(ahead.state, Way.ADOPTED)
    step = (await journal.steps(ID))[-1]
    assert (step.kind, step.detail["journal_revision"]) == ("adopted", 5)
    assert await journal.state(ID) == await journal.replay(ID) == ahead.state
    assert await reconciled(states, journal) == Reconciled(ahead.state, Way.SAME)

    following = whole_night(ahead.state)
    await write_night(journal, following)
    assert [e.night for e in await journal.episodes(ID)] == [1, 2, 6]
    assert await journal.replay(ID) == following.state


async def test_a_lost_database_goes_on_from_the_file(states, tmp_path):
    *_, last = long_story(7)
    await states.save(last.state)
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database" * 1000)
    database = Database(broken)
    await database.open()
    journal = SqliteJournal(database)
    assert database.recovered_from is not None
    assert await reconciled(states, journal) == Reconciled(last.state, Way.ADOPTED)
    await write_night(journal, whole_night(last.state))
    assert [e.night for e in await journal.episodes(ID)] == [8]
    assert (await journal.stories())[0].night == 8
    await database.close()


@pytest.mark.parametrize("content", ["garbage", wrapped({"title": 3})])
async def test_a_story_that_is_lost_does_not_silently_start_anew(
    states, file, journal, content
):
    file.write_text(content, "utf-8")
    for _ in range(2):
        with pytest.raises(StoreError, match="does not know the story"):
            await reconciled(states, journal)
    assert copies(file)
    assert await journal.stories() == []


async def test_a_story_that_began_but_was_not_saved(states, journal):
    """The process was killed between the journal's first step and the first save."""
    await journal.begin(BEGUN, BEGUN_AT)
    assert await reconciled(states, journal) == Reconciled(BEGUN, Way.REBUILT)


# Wiping ------------------------------------------------------------------------------------------------


async def test_wiping_leaves_no_file_of_the_story(states, hass, file):
    other = HomeStateStore(hass, "other")
    await other.save(replace(BEGUN, story_id="other"))
    file.write_text("garbage", "utf-8")
    await states.load()
    await states.save(BEGUN)
    assert len(list(file.parent.glob(f"{KEY}*"))) == 2
    await states.wipe()
    kept = [path.name for path in file.parent.glob("mirae_story.*")]
    assert kept == ["mirae_story.other"]
    assert await states.load() == Loaded(None, Condition.MISSING)
    await states.wipe()
