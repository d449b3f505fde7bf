"""Replaying details gives the states that were journaled."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from custom_components.mirae_story.story.casting import apply_decisions
from custom_components.mirae_story.story.errors import InvalidStateError
from custom_components.mirae_story.story.model import (
    Change,
    Decision,
    Outcome,
    Reason,
    Situation,
)
from custom_components.mirae_story.story.replay import (
    BEGUN,
    CHAPTER,
    EDITED,
    GENTLE,
    REVIEWED,
    TOLD,
    Step,
    apply,
    chapter_detail,
    decision_from_dict,
    decision_to_dict,
    replay,
    reviewed_detail,
    told_detail,
    whole_detail,
)
from custom_components.mirae_story.story.state import canonical_json, state_to_dict

from .tales import sea_story

DECISION = Decision(
    name="Pip",
    proposed=Change.JOINED,
    change=Change.JOINED,
    outcome=Outcome.ACCEPTED,
    reason=Reason.TOLD_IN_PROSE,
    night=4,
    role="cat",
)
BEFORE = sea_story(3)
TOLD_STATE = BEFORE.advanced(
    night=4,
    situation=Situation(text="They sleep.", night=4),
    told_on=date(2026, 11, 30),
    told_count=1,
)
REVIEWED_STATE = TOLD_STATE.advanced(
    cast=apply_decisions(TOLD_STATE.cast, [DECISION]),
    reference=replace(TOLD_STATE.reference, summary="Pip came."),
    situation=Situation(text="Pip sleeps.", night=4),
)


def step(kind, detail, state):
    return Step(
        story_id=state.story_id,
        revision=state.revision,
        kind=kind,
        night=state.night,
        at=datetime(2026, 11, 30, tzinfo=UTC),
        detail=detail,
        state=canonical_json(state_to_dict(state)),
    )


def test_each_step_leads_to_its_state():
    anew = REVIEWED_STATE.advanced(
        reference=replace(REVIEWED_STATE.reference, summary="Seven nights.")
    )
    gentle = anew.advanced(gentle_until=7)
    edited = gentle.advanced(title="Another title")
    steps = [
        step(BEGUN, whole_detail(BEFORE), BEFORE),
        step(TOLD, told_detail(TOLD_STATE, 1), TOLD_STATE),
        step(REVIEWED, reviewed_detail(REVIEWED_STATE, [DECISION]), REVIEWED_STATE),
        step(CHAPTER, chapter_detail(anew, 1), anew),
        step(GENTLE, whole_detail(gentle, {"until": 7}), gentle),
        step(EDITED, whole_detail(edited, {"title": "Another title"}), edited),
    ]
    for count, journaled in enumerate(steps, 1):
        state = replay(steps[:count])
        assert canonical_json(state_to_dict(state)) == journaled.state


def test_no_steps_lead_to_no_state():
    assert replay([]) is None


def test_a_night_without_an_evening_can_be_replayed():
    state = replace(TOLD_STATE, told_on=None, told_count=0)
    assert apply(BEFORE, TOLD, told_detail(state, 1)) == state


def test_a_story_cannot_start_in_the_middle():
    with pytest.raises(InvalidStateError, match="no whole state"):
        apply(None, TOLD, told_detail(TOLD_STATE, 1))


@pytest.mark.parametrize(
    ("kind", "detail"),
    [
        ("danced", {}),
        (TOLD, {}),
        (TOLD, {**told_detail(TOLD_STATE, 1), "told_on": "never"}),
        (TOLD, {**told_detail(TOLD_STATE, 1), "situation": {"mood": "sad"}}),
        (REVIEWED, {"decisions": [{**decision_to_dict(DECISION), "change": "flew"}]}),
        (EDITED, {"state": {}}),
        (CHAPTER, {"number": 1}),
    ],
)
def test_a_step_that_cannot_be_read_is_refused(kind, detail):
    with pytest.raises(InvalidStateError):
        apply(BEFORE, kind, detail)


def test_a_decision_comes_back_as_it_was():
    assert decision_from_dict(decision_to_dict(DECISION)) == DECISION
