"""The steps that a story is made of, and how they lead from one state to the next.

The journal keeps a step's resulting state beside its detail; replaying the details alone gives the same states.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from .casting import apply_decisions
from .errors import InvalidStateError
from .model import Change, Decision, Outcome, Reason, Situation, StoryState
from .state import state_from_dict, state_to_dict

BEGUN = "begun"
TOLD = "told"
REVIEWED = "reviewed"
CHAPTER = "chapter"
GENTLE = "gentle"
EDITED = "edited"
DECIDED = "decided"
UNDONE = "undone"
IMPORTED = "imported"
ADOPTED = "adopted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One journaled step: what happened (`detail`), and the canonical JSON of the state it led to."""

    story_id: str
    revision: int
    kind: str
    night: int
    at: datetime
    detail: Mapping[str, Any]
    state: str


def replay(steps: Iterable[Step]) -> StoryState | None:
    """Return the state that these steps, oldest first, lead to; `None` if there are none."""
    state = None
    for step in steps:
        state = apply(state, step.kind, step.detail)
    return state


def apply(state: StoryState | None, kind: str, detail: Mapping[str, Any]) -> StoryState:
    """Return the state after one step; raise InvalidStateError if the step cannot follow.

    A detail with a whole `state` gives that state; `told` and `reviewed` give only what they change.
    """
    if "state" in detail:
        return state_from_dict(detail["state"])
    if state is None:
        message = "the first step holds no whole state"
        raise InvalidStateError(message)
    try:
        return _STEPS[kind](state, detail)
    except (KeyError, TypeError, ValueError) as err:
        message = f"a step of kind {kind} cannot be read"
        raise InvalidStateError(message) from err


def whole_detail(
    state: StoryState, what: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the detail of a step that replaces the whole state."""
    return {**(what or {}), "state": state_to_dict(state)}


def told_detail(state: StoryState, version: int) -> dict[str, Any]:
    """Return the detail of a step that told a night; `version` is that of the telling."""
    whole = state_to_dict(state)
    kept = {key: whole[key] for key in ("night", "situation", "told_on", "told_count")}
    return {**kept, "version": version}


def reviewed_detail(state: StoryState, decisions: Sequence[Decision]) -> dict[str, Any]:
    """Return the detail of a step that settled the notes on the last night."""
    return {
        "decisions": [decision_to_dict(decision) for decision in decisions],
        "summary": state.reference.summary,
        "situation": {"text": state.situation.text, "night": state.situation.night},
    }


def chapter_detail(state: StoryState, number: int) -> dict[str, Any]:
    """Return the detail of a step with which the summary began anew at a chapter."""
    return {"number": number, "summary": state.reference.summary}


def decision_to_dict(decision: Decision) -> dict[str, Any]:
    """Return the decision as JSON-ready data."""
    return {
        "name": decision.name,
        "proposed": decision.proposed.value,
        "change": decision.change.value,
        "outcome": decision.outcome.value,
        "reason": decision.reason.value,
        "night": decision.night,
        "role": decision.role,
    }


def decision_from_dict(data: Mapping[str, Any]) -> Decision:
    """Return the decision that this data holds; raise KeyError or ValueError where it holds none."""
    return Decision(
        name=data["name"],
        proposed=Change(data["proposed"]),
        change=Change(data["change"]),
        outcome=Outcome(data["outcome"]),
        reason=Reason(data["reason"]),
        night=data["night"],
        role=data["role"],
    )


def _apply_told(state: StoryState, detail: Mapping[str, Any]) -> StoryState:
    day = detail["told_on"]
    return state.advanced(
        night=detail["night"],
        situation=Situation(**detail["situation"]),
        told_on=None if day is None else date.fromisoformat(day),
        told_count=detail["told_count"],
    )


def _apply_reviewed(state: StoryState, detail: Mapping[str, Any]) -> StoryState:
    decisions = [decision_from_dict(data) for data in detail["decisions"]]
    return state.advanced(
        cast=apply_decisions(state.cast, decisions),
        reference=replace(state.reference, summary=detail["summary"]),
        situation=Situation(**detail["situation"]),
    )


def _apply_chapter(state: StoryState, detail: Mapping[str, Any]) -> StoryState:
    return state.advanced(reference=replace(state.reference, summary=detail["summary"]))


_STEPS = {
    TOLD: _apply_told,
    REVIEWED: _apply_reviewed,
    CHAPTER: _apply_chapter,
}
