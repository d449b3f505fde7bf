"""What the journal keeps of nights that were undone or told anew."""

from dataclasses import replace

from custom_components.mirae_story.story.model import Standing
from custom_components.mirae_story.story.replay import ADOPTED, UNDONE

from .nights import (
    BEGUN_AT,
    first_state,
    long_story,
    review_night,
    tell_night,
    whole_night,
    write_night,
)
from .test_journal import refused

ID = first_state().story_id


async def undo(journal, night):
    """Undo a night that counts, as a story does."""
    now = await journal.state(ID)
    before = await journal.state_before(ID, night)
    state = replace(before, revision=now.revision + 1)
    await journal.undo(await journal.episode(ID, night), state, BEGUN_AT)
    return state


async def test_an_undone_night_is_kept_but_does_not_count(journal, begun):
    first, second = list(long_story(2, begun))
    await write_night(journal, first)
    await write_night(journal, second)
    state = await undo(journal, 2)
    assert replace(state, revision=3) == first.state
    assert await journal.state(ID) == await journal.replay(ID) == state
    assert await journal.episodes(ID) == [first.noted]
    assert await journal.episode(ID, 2) is None
    assert [e.night for e in await journal.passages(ID, ["ship"])] == [1]
    void = replace(second.noted, standing=Standing.VOID)
    assert await journal.versions(ID) == [first.noted, void]
    step = (await journal.steps(ID))[-1]
    assert (step.kind, step.detail["undone"], step.detail["version"]) == (UNDONE, 2, 1)


async def test_an_undone_night_is_told_again_as_the_next_version(journal, begun):
    night = whole_night(begun)
    await write_night(journal, night)
    state = await undo(journal, 1)
    told, told_state = tell_night(state)
    await refused(journal, journal.add_told(told, told_state), "in this version")
    again = replace(told, version=2)
    await journal.add_told(again, told_state)
    assert await journal.episodes(ID) == [again]
    assert await journal.replay(ID) == told_state
    noted, reviewed = review_night(again, told_state, ())
    await journal.add_reviewed(noted, (), reviewed, BEGUN_AT)
    assert [e.standing for e in await journal.versions(ID, 1)] == [
        Standing.VOID,
        Standing.TOLD,
    ]
    await undo(journal, 1)
    assert await journal.episodes(ID) == []


async def test_an_undone_retelling_goes_back_to_before_the_night(journal, begun):
    first, second = list(long_story(2, begun))
    await write_night(journal, first)
    await write_night(journal, second)
    again = replace(second.told, version=2)
    state = replace(second.told_state, revision=second.state.revision + 1)
    await journal.add_told(again, state)
    assert await journal.replay(ID) == state
    assert await journal.state_before(ID, 2) == first.state
    standings = [e.standing for e in await journal.versions(ID, 2)]
    assert standings == [Standing.SUPERSEDED, Standing.TOLD]


async def test_late_notes_on_a_version_that_does_not_count_are_refused(journal, begun):
    night = whole_night(begun)
    await journal.add_told(night.told, night.told_state)
    state = replace(night.told_state, revision=3)
    await journal.add_told(replace(night.told, version=2), state)
    writing = journal.add_reviewed(night.noted, (), state.advanced(), BEGUN_AT)
    await refused(journal, writing, "does not wait")


async def test_only_the_last_night_is_undone(journal, begun):
    first, second = list(long_story(2, begun))
    await write_night(journal, first)
    await write_night(journal, second)
    state = replace(begun, revision=6)
    writing = journal.undo(first.noted, state, BEGUN_AT)
    await refused(journal, writing, "only the last told night")
    writing = journal.undo(second.noted, second.state.advanced(), BEGUN_AT)
    await refused(journal, writing, "only the last told night")


async def test_before_a_night_that_the_journal_does_not_know_is_nothing(journal):
    *_, last = long_story(9)
    await journal.add_edit(ADOPTED, {}, last.state, BEGUN_AT)
    assert await journal.state_before(ID, 9) is None
