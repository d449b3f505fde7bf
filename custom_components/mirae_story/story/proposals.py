"""Whom the model's proposals mean: known members, newcomers, or nobody at all."""

from collections import defaultdict
from dataclasses import dataclass

from .model import (
    Cast,
    Change,
    Character,
    Decision,
    HouseRules,
    Language,
    Notes,
    Outcome,
    Proposal,
    Reason,
)
from .names import (
    MAX_NAME,
    Ambiguous,
    bare,
    first_position,
    fold,
    is_group_of,
    is_name,
    is_nobody,
    named,
    names_of,
    near_variant,
    occurs,
    resolve,
    stored_name,
)
from .texts import usable_role

_TO_KATAKANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tonight:
    """What the decisions of one night are made from. `cast` is the one before tonight."""

    cast: Cast
    language: Language
    prose: str
    night: int
    rules: HouseRules
    notes: Notes

    def decide(
        self,
        name: str,
        proposal: Proposal,
        outcome: Outcome,
        reason: Reason,
        *,
        change: Change | None = None,
    ) -> Decision:
        """Return a decision about a proposal; `change` is what takes effect where it is another."""
        return Decision(
            name=name,
            proposed=proposal.change,
            change=change or proposal.change,
            outcome=outcome,
            reason=reason,
            night=self.night,
            role=usable_role(proposal.role) if outcome is not Outcome.REJECTED else "",
            written=proposal.name,
        )

    def reject(self, name: str, proposal: Proposal, reason: Reason) -> Decision:
        """Return the rejection of a proposal."""
        return self.decide(name, proposal, Outcome.REJECTED, reason)


@dataclass(frozen=True, slots=True)
class Sorted:
    """The proposals by whom they mean. Newcomers stand under the name that would be stored."""

    known: dict[str, list[Proposal]]
    newcomers: dict[str, list[Proposal]]
    """The join first, then what else happens to the newcomer tonight."""
    rejected: list[Decision]


def sort_proposals(tonight: Tonight) -> Sorted:
    """Find out whom each proposal means, and reject those which mean nobody."""
    known: dict[str, list[Proposal]] = defaultdict(list)
    strangers: list[Proposal] = []
    rejected: list[Decision] = []
    for proposal in tonight.notes.proposals:
        found = resolve(proposal.name, tonight.cast)
        if isinstance(found, Character):
            known[found.name].append(proposal)
        elif isinstance(found, Ambiguous):
            rejected.append(_refuse(tonight, proposal, Reason.AMBIGUOUS_NAME))
        elif is_nobody(proposal.name):
            continue
        elif _means_nobody(tonight, proposal):
            rejected.append(_refuse(tonight, proposal, Reason.NOT_A_NAME))
        else:
            strangers.append(proposal)
    newcomers = _newcomers(tonight, strangers, rejected)
    return Sorted(dict(known), newcomers, rejected)


def position(tonight: Tonight, name: str) -> int:
    """Return where the prose first names somebody by this name; its end if it does not."""
    known = _known_names(tonight, but=name)
    found = first_position(name, tonight.prose, known)
    return len(tonight.prose) if found is None else found


def _refuse(tonight: Tonight, proposal: Proposal, reason: Reason) -> Decision:
    """Reject a proposal of an unknown name, which is kept on one line and no longer than a name."""
    name = stored_name(proposal.name)[:MAX_NAME]
    return tonight.reject(name, proposal, reason)


def _means_nobody(tonight: Tonight, proposal: Proposal) -> bool:
    key = fold(proposal.name).removeprefix("the ")
    roles = {fold(member.role) for member in tonight.cast.members}
    if proposal.change is Change.JOINED:
        roles.add(fold(proposal.role).removeprefix("the "))
    return (
        not is_name(proposal.name, tonight.language)
        or key in roles
        or is_group_of(proposal.name, tonight.cast)
    )


def _newcomers(
    tonight: Tonight, strangers: list[Proposal], rejected: list[Decision]
) -> dict[str, list[Proposal]]:
    """Return who may join, with their proposals; reject the others and whatever happens to them."""
    newcomers: dict[str, list[Proposal]] = {}
    joins = [p for p in strangers if p.change is Change.JOINED]
    # The shorter name first, so that `Captain Pip` is known to be Pip.
    for proposal in sorted(joins, key=lambda each: len(stored_name(each.name))):
        if _among(newcomers, proposal.name):
            continue
        reason = _why_not(tonight, proposal)
        if reason:
            rejected.append(_refuse(tonight, proposal, reason))
        else:
            newcomers[stored_name(proposal.name)] = [proposal]
    for proposal in strangers:
        if proposal.change is Change.JOINED:
            continue
        name = _among(newcomers, proposal.name)
        if name:
            newcomers[name].append(proposal)
        else:
            rejected.append(_refuse(tonight, proposal, Reason.UNKNOWN_CHARACTER))
    return newcomers


def _among(newcomers: dict[str, list[Proposal]], name: str) -> str | None:
    """Return which newcomer a name means."""
    members = (Character(name=each, role="") for each in newcomers)
    found = resolve(name, Cast(tuple(members)))
    return found.name if isinstance(found, Character) else None


def _why_not(tonight: Tonight, proposal: Proposal) -> Reason | None:
    """Return why a newcomer may not join, free places aside."""
    hero = tonight.cast.protagonist
    name = stored_name(proposal.name)
    has_role = bool(fold(hero.role)) and _plain_role(proposal.role) == _plain_role(
        hero.role
    )
    if has_role and _removes_protagonist(tonight):
        return Reason.PROTAGONIST_REPLACED
    if _is_like(name, hero) and (
        has_role or not named(hero, tonight.prose, tonight.cast)
    ):
        return Reason.NEAR_PROTAGONIST_NAME
    if not occurs(name, tonight.prose, _known_names(tonight, but=name)):
        return Reason.NOT_IN_PROSE
    # In English a name begins with a capital: `rope mender` in the prose is no name.
    if name.isascii() and name.islower() and not occurs(name.title(), tonight.prose):
        return Reason.NOT_A_NAME
    return None


def _plain_role(role: str) -> str:
    key = fold(role)
    for start in ("the ", "a ", "an ", "our ", "new ", "新しい", "新"):
        key = key.removeprefix(start)
    return key


def _removes_protagonist(tonight: Tonight) -> bool:
    """Tell whether the notes also take the protagonist away, rename or replace him."""
    hero, notes, cast = tonight.cast.protagonist, tonight.notes, tonight.cast
    exits = (p.name for p in notes.proposals if p.change is not Change.JOINED)
    if any(resolve(name, cast) == hero for name in (*exits, *notes.renamed)):
        return True
    return bool(notes.protagonist) and resolve(notes.protagonist, cast) != hero


def _is_like(name: str, hero: Character) -> bool:
    """Tell whether a name is the protagonist's with a slip: one letter, or kana of the other kind."""
    return any(
        near_variant(own, other)
        or own.translate(_TO_KATAKANA) == other.translate(_TO_KATAKANA)
        for own in map(fold, names_of(hero))
        for other in (fold(name), bare(name))
    )


def _known_names(tonight: Tonight, but: str) -> list[str]:
    """Return every name that the notes and the cast know, save one."""
    members = (name for member in tonight.cast.members for name in names_of(member))
    joins = (
        p.name
        for p in tonight.notes.proposals
        if p.change is Change.JOINED and len(p.name) <= MAX_NAME
    )
    return [name for name in (*members, *joins) if fold(name) != fold(but)]
