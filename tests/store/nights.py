"""A long life of one story, without a model: states and nights that lead from one to the next."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from custom_components.mirae_story.story.casting import apply_decisions
from custom_components.mirae_story.story.model import (
    Change,
    Decision,
    Episode,
    Language,
    NotesStatus,
    Outcome,
    Reason,
    Situation,
    StoryState,
)
from tests.story.tales import sea_story

BEGUN_AT = datetime(2026, 1, 1, 19, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Night:
    """One night of a synthetic story: what is journaled, in order."""

    told: Episode
    told_state: StoryState
    noted: Episode
    decisions: tuple[Decision, ...]
    state: StoryState


def first_state(language=Language.EN, story_id="01JDEMO0000000000000000000"):
    return replace(sea_story(0, language), story_id=story_id, revision=1)


def tell_night(before, prose="The ship sailed on under the stars. ミナは眠った。"):
    """Return the episode of the next night, and the state that it leads to."""
    night = before.night + 1
    at = BEGUN_AT + timedelta(days=night)
    ending = f"Night {night} ends."
    state = before.advanced(
        night=night,
        situation=Situation(text=ending, night=night),
        told_on=at.date(),
        told_count=1,
    )
    episode = Episode(
        story_id=before.story_id,
        night=night,
        title="",
        recap=f"Recap {night}.",
        lead="Last time, the ship found a bay.",
        prose=f"{prose} It was night {night}.",
        began_from=before.situation.text,
        situation=ending,
        told_on=at.date(),
        told_at=at,
        wish="a dragon" if night % 5 == 0 else "",
        retellings=night % 3,
        first_delta_ms=1.5,
        prose_s=12.25,
    )
    return episode, state


def review_night(told, before, decisions):
    """Return the episode and the state after the notes on a night."""
    noted = replace(
        told,
        title=f"Chapter {told.night}",
        notes=NotesStatus.USED,
        notes_raw='{"joined": []}',
        notes_s=3.5,
        situation=f"Noted ending {told.night}.",
    )
    state = before.advanced(
        cast=apply_decisions(before.cast, decisions),
        reference=replace(before.reference, summary=f"Until night {told.night}."),
        situation=Situation(text=noted.situation, night=told.night),
    )
    return replace(noted, decisions=tuple(decisions)), state


def whole_night(before):
    """Return the next night with its notes."""
    told, told_state = tell_night(before)
    decisions = tuple(happenings(told_state))
    noted, state = review_night(told, told_state, decisions)
    return Night(told, told_state, noted, decisions, state)


def long_story(nights, state=None) -> Iterator[Night]:
    """Yield so many nights of a story with joins, departures, returns, deaths and pending changes."""
    state = state or first_state()
    for _ in range(nights):
        night = whole_night(state)
        yield night
        state = night.state


def happenings(state) -> Iterator[Decision]:
    """Yield what happens tonight: somebody comes, and those who came before go in their turn."""
    night = state.night

    def decide(name, change, outcome=Outcome.ACCEPTED, role="", proposed=None):
        return Decision(
            name=name,
            proposed=proposed or change,
            change=change,
            outcome=outcome,
            reason=Reason.TOLD_IN_PROSE,
            night=night,
            role=role,
        )

    names = {member.name: member for member in state.cast.members}
    if night % 3 == 1:
        yield decide(f"Friend {night}", Change.JOINED, role="sailor")
    if (name := f"Friend {night - 3}") in names:
        yield decide(name, Change.LEFT)
    if (name := f"Friend {night - 6}") in names and night % 2:
        yield decide(name, Change.RETURNED, proposed=Change.JOINED)
    if (name := f"Friend {night - 9}") in names and night % 2:
        yield decide(name, Change.DIED)
    if (name := f"Friend {night - 12}") in names and night % 4 == 1:
        yield decide(name, Change.DIED, Outcome.PENDING)
    if night % 7 == 0:
        yield decide("Mina", Change.DIED, Outcome.REJECTED)


async def write_night(journal, night):
    """Journal one night, told and noted."""
    await journal.add_told(night.told, night.told_state)
    await journal.add_reviewed(
        night.noted, night.decisions, night.state, night.told.told_at
    )
