"""How decisions change a cast. Replaying the journal comes this way too, so the same decisions give the same cast."""

from collections.abc import Iterable
from dataclasses import replace

from .invariants import MAX_LINE
from .model import Cast, Change, Character, Decision, Outcome, Status

_STATUS_AFTER = {
    Change.RETURNED: Status.ACTIVE,
    Change.LEFT: Status.DEPARTED,
    Change.DIED: Status.DEAD,
}


def apply_decisions(cast: Cast, decisions: Iterable[Decision]) -> Cast:
    """Return the cast after these decisions, taken in their order."""
    for decision in decisions:
        cast = apply_decision(cast, decision)
    return cast


def apply_decision(cast: Cast, decision: Decision, role: str = "") -> Cast:
    """Return the cast after one decision; `role` is a newcomer's where the decision has none.

    The protagonist and the dead are never touched, whatever the decision says, and what is already so keeps
    its night. The decision's name is the canonical one, or the one that a newcomer is to be stored under.
    """
    member = cast.named(decision.name)
    if decision.outcome is Outcome.REJECTED:
        return cast
    if member is None:
        return _joined(cast, decision, role)
    if member.protagonist or member.status is Status.DEAD:
        return cast
    if decision.outcome is Outcome.PENDING:
        return cast.with_member(replace(member, pending=decision.change))
    return cast.with_member(_changed(member, decision))


def _joined(cast: Cast, decision: Decision, role: str) -> Cast:
    """Return the cast with a newcomer at its end; nobody comes into being by leaving or dying."""
    if decision.change is not Change.JOINED or decision.outcome is Outcome.PENDING:
        return cast
    newcomer = Character(
        name=decision.name,
        role=one_line(decision.role or role),
        joined=decision.night,
        since=decision.night,
    )
    return cast.with_member(newcomer)


def _changed(member: Character, decision: Decision) -> Character:
    status = _STATUS_AFTER.get(decision.change, member.status)
    if status is member.status:
        return replace(member, pending=None)
    return replace(member, status=status, since=decision.night, pending=None)


def one_line(role: str) -> str:
    """Return a role as it may be stored: on one line, and not endless."""
    return " ".join(role.split())[:MAX_LINE].rstrip()
