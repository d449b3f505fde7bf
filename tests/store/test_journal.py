"""The journal of told nights, on real files."""

import logging
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal, StorySummary
from custom_components.mirae_story.story.errors import InvalidStateError, StoreError
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Language,
    NotesStatus,
    Outcome,
    Situation,
    Status,
)
from custom_components.mirae_story.story.replay import ADOPTED, EDITED, replay
from custom_components.mirae_story.story.state import canonical_json, state_to_dict

from .nights import (
    BEGUN_AT,
    first_state,
    long_story,
    review_night,
    tell_night,
    whole_night,
    write_night,
)

ID = first_state().story_id


async def test_nothing_is_known_of_a_story_that_never_began(journal):
    assert await journal.state(ID) is None
    assert await journal.episode(ID, 1) is None
    assert await journal.episodes(ID) == []
    assert await journal.passages(ID, ["ship"]) == []
    assert await journal.stories() == []
    assert await journal.steps(ID) == []
    assert await journal.replay(ID) is None


async def test_a_story_begins_once(journal, begun):
    assert await journal.state(ID) == begun
    with pytest.raises(StoreError, match="UNIQUE"):
        await journal.begin(begun, BEGUN_AT)
    assert len(await journal.steps(ID)) == 1


@pytest.mark.parametrize(
    "changes",
    [{"revision": 2}, {"night": 1, "situation": Situation(text="", night=0)}],
)
async def test_a_story_begins_at_its_beginning(journal, changes):
    with pytest.raises(StoreError, match="revision 1 and night 0"):
        await journal.begin(replace(first_state(), **changes), BEGUN_AT)
    assert await journal.stories() == []


async def test_a_night_is_kept_as_it_was_told_and_noted(journal, begun):
    night = whole_night(begun)
    await journal.add_told(night.told, night.told_state)
    assert await journal.episode(ID, 1) == night.told
    assert await journal.state(ID) == night.told_state
    await journal.add_reviewed(
        night.noted, night.decisions, night.state, night.told.told_at
    )
    assert await journal.episode(ID, 1) == night.noted
    assert await journal.state(ID) == night.state
    assert night.decisions, "the night must decide something for this to be a test"


async def test_local_time_keeps_its_offset(journal, begun):
    told, state = tell_night(begun)
    at = datetime.fromisoformat("2026-03-29T01:30:00+09:00")
    await journal.add_told(replace(told, told_at=at), state)
    kept = (await journal.episode(ID, 1)).told_at
    assert (kept, kept.utcoffset()) == (at, timedelta(hours=9))


async def test_a_calm_ending_is_kept(journal, begun):
    told, state = tell_night(begun)
    await journal.add_told(replace(told, calm_ending=True), state)
    assert (await journal.episode(ID, 1)).calm_ending is True


async def test_the_last_nights_come_oldest_first(journal, begun):
    nights = list(long_story(5, begun))
    for night in nights:
        await write_night(journal, night)
    assert await journal.episodes(ID) == [night.noted for night in nights]
    assert await journal.episodes(ID, last=2) == [night.noted for night in nights[3:]]
    assert await journal.episodes(ID, last=9) == [night.noted for night in nights]
    assert await journal.episodes(ID, last=0) == []


async def test_replaying_gives_every_journaled_state(journal, begun):
    """Sixty nights with joins, departures, returns, deaths and pending changes, byte for byte."""
    nights = list(long_story(60, begun))
    for night in nights:
        await write_night(journal, night)
    decisions = [decision for night in nights for decision in night.decisions]
    assert {d.change for d in decisions} == set(Change)
    assert {d.outcome for d in decisions} == set(Outcome)
    last = nights[-1].state
    assert {m.status for m in last.cast.members} == set(Status)
    assert any(m.pending for m in last.cast.members)

    steps = await journal.steps(ID)
    assert [step.revision for step in steps] == list(range(1, 122))
    assert not any("state" in step.detail for step in steps[1:])
    for count, step in enumerate(steps, 1):
        state = replay(steps[:count])
        assert canonical_json(state_to_dict(state)) == step.state
    assert await journal.replay(ID) == await journal.state(ID) == last


async def test_a_year_loads(path, capsys):
    database = Database(path)
    await database.open()
    journal = SqliteJournal(database)
    state = first_state()
    await journal.begin(state, BEGUN_AT)
    prose = "The ship sailed on under the stars. " * 60
    for night in long_story(365, state):
        told = replace(night.told, prose=prose)
        await journal.add_told(told, night.told_state)
        await journal.add_reviewed(
            replace(night.noted, prose=prose),
            night.decisions,
            night.state,
            night.told.told_at,
        )
    await database.close()
    size = path.stat().st_size

    started = time.perf_counter()
    await database.open()
    opened = time.perf_counter()
    loaded = await journal.state(ID)
    state_s = time.perf_counter() - opened
    started_recaps = time.perf_counter()
    await journal.episodes(ID, last=7)
    recaps_s = time.perf_counter() - started_recaps
    started_all = time.perf_counter()
    episodes = await journal.episodes(ID)
    all_s = time.perf_counter() - started_all
    started_replay = time.perf_counter()
    replayed = await journal.replay(ID)
    replay_s = time.perf_counter() - started_replay
    await database.close()
    with capsys.disabled():
        sys.stdout.write(
            f"\n365 nights, {size / 1e6:.1f} MB: open {opened - started:.3f} s,"
            f" state {state_s:.4f} s, last 7 nights {recaps_s:.4f} s,"
            f" all nights {all_s:.3f} s, replay {replay_s:.3f} s\n"
        )
    assert loaded == replayed
    assert loaded.night == len(episodes) == 365


# What is refused ---------------------------------------------------------------------------------------


async def refused(journal, writing, match):
    """Check that a write is refused and leaves no trace."""
    before = (await journal.steps(ID), await journal.episodes(ID))
    with pytest.raises(StoreError, match=match):
        await writing
    assert (await journal.steps(ID), await journal.episodes(ID)) == before


async def test_a_story_that_did_not_begin_goes_not_on(journal):
    told, state = tell_night(first_state())
    await refused(journal, journal.add_told(told, state), "not in the journal")


async def test_revisions_follow_each_other(journal, begun):
    told, state = tell_night(begun)
    for revision in (1, 3):
        skipped = replace(state, revision=revision)
        await refused(journal, journal.add_told(told, skipped), "cannot follow 1")


async def test_nights_follow_each_other(journal, begun):
    await write_night(journal, whole_night(begun))
    told, state = tell_night(replace(await journal.state(ID), night=2))
    assert told.night == 3
    await refused(journal, journal.add_told(told, state), "cannot follow night 1")


async def test_a_night_and_its_state_belong_together(journal, begun):
    told, state = tell_night(begun)
    other = replace(told, night=2)
    await refused(journal, journal.add_told(other, state), "belong together")
    other = replace(told, story_id="other")
    await refused(journal, journal.add_told(other, state), "belong together")


async def test_a_told_night_is_not_told_again_in_its_place(journal, begun):
    night = whole_night(begun)
    await write_night(journal, night)
    again = replace(night.told, prose="Something else.")
    state = night.state.advanced()
    await refused(journal, journal.add_told(again, state), "told in this version")


async def test_a_retelling_is_a_new_version(journal, begun):
    first, second = list(long_story(2, begun))
    await write_night(journal, first)
    await write_night(journal, second)
    again = replace(second.told, version=2, prose="The whale came back.")
    state = second.state.advanced()
    await journal.add_told(again, state)
    assert await journal.episode(ID, 2) == again
    assert await journal.episodes(ID) == [first.noted, again]
    assert await journal.passages(ID, ["sailed"]) == [first.noted]
    assert await journal.state(ID) == state

    noted, reviewed = review_night(again, state, ())
    await journal.add_reviewed(noted, (), reviewed, BEGUN_AT)
    assert await journal.episode(ID, 2) == noted
    skipped = replace(again, version=4)
    writing = journal.add_told(skipped, reviewed.advanced())
    await refused(journal, writing, "told in this version")


async def test_an_old_night_is_not_told_anew_behind_the_last(journal, begun):
    first, second = list(long_story(2, begun))
    await write_night(journal, first)
    await write_night(journal, second)
    state = second.state.advanced(night=1, situation=Situation(text="", night=1))
    members = [replace(m, joined=1, since=1) for m in begun.cast.members]
    state = replace(state, cast=Cast(tuple(members)))
    again = replace(first.told, version=2)
    await refused(journal, journal.add_told(again, state), "cannot follow night 2")


async def test_a_night_is_reviewed_once(journal, begun):
    night = whole_night(begun)
    await write_night(journal, night)
    state = night.state.advanced()
    writing = journal.add_reviewed(night.noted, (), state, BEGUN_AT)
    await refused(journal, writing, "does not wait")


async def test_only_the_last_night_is_reviewed(journal, begun):
    first, second = list(long_story(2, begun))
    await write_night(journal, first)
    await journal.add_told(second.told, second.told_state)
    state = second.told_state.advanced()
    writing = journal.add_reviewed(first.noted, (), state, BEGUN_AT)
    await refused(journal, writing, "only the last told night")
    writing = journal.add_reviewed(second.noted, (), replace(state, night=3), BEGUN_AT)
    await refused(journal, writing, "only the last told night")


async def test_an_invalid_state_is_never_journaled(journal, begun):
    told, state = tell_night(begun)
    broken = replace(state, cast=Cast(()))
    noted, reviewed = review_night(told, state, ())
    writings = [
        journal.begin(broken, BEGUN_AT),
        journal.add_told(told, broken),
        journal.add_reviewed(noted, (), replace(reviewed, night=-1), BEGUN_AT),
        journal.add_edit(EDITED, {}, replace(state, title=""), BEGUN_AT),
    ]
    for writing in writings:
        with pytest.raises(InvalidStateError):
            await writing
    assert await journal.state(ID) == begun


async def test_told_prose_is_never_rewritten(journal, database, begun):
    first, second = list(long_story(2, begun))
    await write_night(journal, first)
    await write_night(journal, second)
    assert first.decisions
    assert not second.decisions
    attempts = [
        "UPDATE episodes SET prose = 'x'",
        "UPDATE episodes SET lead = 'x'",
        "UPDATE episodes SET night = 7",
        "UPDATE episodes SET told_on = '2020-01-01'",
        "UPDATE steps SET state = '{}'",
        "UPDATE decisions SET outcome = 'rejected'",
        "DELETE FROM episodes",
        "DELETE FROM steps WHERE revision = 2",
        "DELETE FROM decisions",
        "INSERT OR REPLACE INTO episodes SELECT * FROM episodes WHERE night = 2",
    ]
    before = await journal.steps(ID), await journal.episodes(ID)
    for attempt in attempts:
        with pytest.raises(StoreError, match=r"never rewritten|only with its story"):
            await database.write(lambda own, sql=attempt: own.execute(sql))
    assert (await journal.steps(ID), await journal.episodes(ID)) == before


# Edits and adoption ------------------------------------------------------------------------------------


async def test_an_edit_carries_the_whole_state(journal, begun):
    edited = begun.advanced(title="The Silver Ship")
    await journal.add_edit(EDITED, {"title": "The Silver Ship"}, edited, BEGUN_AT)
    step = (await journal.steps(ID))[-1]
    assert (step.kind, step.revision, step.at) == (EDITED, 2, BEGUN_AT)
    assert step.detail == {
        "title": "The Silver Ship",
        "state": state_to_dict(edited),
    }
    assert await journal.state(ID) == await journal.replay(ID) == edited
    writing = journal.add_edit(EDITED, {}, edited, BEGUN_AT)
    await refused(journal, writing, "cannot follow 2")


async def test_a_state_that_is_ahead_is_adopted(journal, begun):
    *_, last = long_story(9, begun)
    await journal.add_edit(ADOPTED, {"journal_revision": 1}, last.state, BEGUN_AT)
    assert await journal.state(ID) == await journal.replay(ID) == last.state
    following = whole_night(last.state)
    await write_night(journal, following)
    assert [episode.night for episode in await journal.episodes(ID)] == [10]
    assert await journal.replay(ID) == following.state


async def test_an_unknown_story_is_adopted_and_goes_on_from_there(journal):
    *_, last = long_story(9)
    await journal.add_edit(ADOPTED, {}, last.state, BEGUN_AT)
    summary = (await journal.stories())[0]
    assert (summary.night, summary.revision) == (9, 19)
    told, state = tell_night(replace(last.state, night=10))
    await refused(journal, journal.add_told(told, state), "cannot follow night 9")
    await write_night(journal, whole_night(last.state))
    assert (await journal.state(ID)).night == 10


async def test_a_state_that_is_not_ahead_is_not_adopted(journal, begun):
    writing = journal.add_edit(ADOPTED, {}, replace(begun, title="Old"), BEGUN_AT)
    await refused(journal, writing, "not ahead of 1")


async def test_a_step_that_changes_more_than_it_tells_is_kept_whole(
    journal, begun, caplog
):
    told, state = tell_night(begun)
    state = replace(state, title="Renamed on the way")
    await journal.add_told(told, state)
    mina = replace(state.cast.protagonist, aliases=("Min",))
    noted, reviewed = review_night(told, state, ())
    reviewed = replace(reviewed, cast=reviewed.cast.with_member(mina))
    await journal.add_reviewed(noted, (), reviewed, BEGUN_AT)
    assert await journal.replay(ID) == await journal.state(ID) == reviewed
    assert [r.levelno for r in caplog.records].count(logging.WARNING) == 2
    assert "Renamed" not in caplog.text


async def test_decisions_that_cannot_be_replayed_do_not_stop_the_journal(
    journal, begun, monkeypatch
):
    def unreadable(*_):
        raise InvalidStateError

    monkeypatch.setattr(
        "custom_components.mirae_story.store.statements.apply", unreadable
    )
    night = whole_night(begun)
    await write_night(journal, night)
    assert await journal.replay(ID) == night.state


# Notes and passages ------------------------------------------------------------------------------------


async def test_raw_notes_are_kept_while_the_night_waits(journal, begun):
    night = whole_night(begun)
    await journal.add_told(night.told, night.told_state)
    await journal.keep_raw_notes(ID, 1, "no \ud83d json \x00", NotesStatus.WAITING)
    kept = await journal.episode(ID, 1)
    assert (kept.notes_raw, kept.notes) == ("no \ufffd json \x00", NotesStatus.WAITING)
    assert await journal.state(ID) == night.told_state
    await journal.add_reviewed(night.noted, night.decisions, night.state, BEGUN_AT)
    writing = journal.keep_raw_notes(ID, 1, "late", NotesStatus.WAITING)
    await refused(journal, writing, "no night waits")
    writing = journal.keep_raw_notes(ID, 2, "early", NotesStatus.WAITING)
    await refused(journal, writing, "no night waits")


async def test_half_characters_break_nothing(journal, begun):
    told, state = tell_night(begun, prose="A \udc00 and a \ud83d\ude00.")
    night = whole_night(begun)
    odd = replace(
        night.decisions[0], name="\ud800?", outcome=Outcome.REJECTED, role="\udfff"
    )
    await journal.add_told(told, state)
    noted, reviewed = review_night(told, state, [odd])
    await journal.add_reviewed(noted, [odd], reviewed, BEGUN_AT)
    kept = await journal.episode(ID, 1)
    assert kept.prose.startswith("A \ufffd and a 😀.")
    assert (kept.decisions[0].name, kept.decisions[0].role) == ("\ufffd?", "\ufffd")
    assert await journal.replay(ID) == reviewed


async def test_passages_are_found_by_their_words_newest_first(journal, begun):
    proses = [
        "The LANTERN went out.",
        "Nothing.",
        "ミナはランタンを見つけた。",
        "ﾗﾝﾀﾝ and lantern.",
        *["A lantern again."] * 5,
    ]
    state = begun
    for prose in proses:
        told, state = tell_night(state, prose)
        await journal.add_told(told, state)

    async def found(*words):
        return [episode.night for episode in await journal.passages(ID, words)]

    assert await found("lantern") == [9, 8, 7, 6, 5]
    assert await found("ランタン") == [4, 3]
    assert await found("OUT", "見つけた") == [3, 1]
    assert await found("%", "_", "' OR 1=1 --") == []
    assert await found("", "  ", "\u3000") == []
    assert await found() == []
    assert await journal.passages("other", ["lantern"]) == []


# Several stories ---------------------------------------------------------------------------------------


async def test_stories_do_not_mix(journal, begun):
    japanese = first_state(Language.JA, "02JDEMO")
    await journal.begin(japanese, BEGUN_AT + timedelta(days=1))
    for night in long_story(2, begun):
        await write_night(journal, night)
    assert await journal.state("02JDEMO") == japanese
    assert await journal.episodes("02JDEMO") == []
    assert await journal.stories() == [
        StorySummary(
            story_id=ID,
            title="The Star Ship",
            language=Language.EN,
            protagonist="Mina",
            night=2,
            revision=5,
            begun_at=BEGUN_AT,
            changed_at=BEGUN_AT + timedelta(days=2),
        ),
        StorySummary(
            story_id="02JDEMO",
            title="星の船",
            language=Language.JA,
            protagonist="ミナ",
            night=0,
            revision=1,
            begun_at=BEGUN_AT + timedelta(days=1),
            changed_at=BEGUN_AT + timedelta(days=1),
        ),
    ]


# A damaged row -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["{}", "not json", "[]"])
async def test_a_journaled_state_that_cannot_be_read_is_a_store_error(
    journal, database, begun, state
):
    def spoil(connection):
        connection.execute("DROP TRIGGER steps_stay")
        connection.execute("UPDATE steps SET state = ?", (state,))

    await database.write(spoil)
    with pytest.raises(StoreError, match="cannot be read"):
        await journal.state(ID)
    with pytest.raises(StoreError, match="cannot be read"):
        await journal.stories()


async def test_a_story_without_steps_is_a_store_error(journal, database):
    await database.write(
        lambda own: own.execute(
            "INSERT INTO stories VALUES ('x', ?)", (datetime.now(UTC).isoformat(),)
        )
    )
    with pytest.raises(StoreError, match="no steps"):
        await journal.stories()
