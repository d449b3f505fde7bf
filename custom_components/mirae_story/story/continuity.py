"""What becomes of the model's notes. The model proposes; here the code decides, by the rules of the contract.

Every rule is exact: nothing is guessed, and whatever is unsure changes nothing or waits for a person. The decisions
alone give the new cast, so that replaying them from the journal gives the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .casting import apply_decisions
from .derive import derive_recap, derive_situation
from .evidence import Told, death_of, farewell_of, sends_away
from .genres import GenreSigns
from .model import (
    Cast,
    Change,
    Character,
    DeathPolicy,
    Decision,
    HouseRules,
    Language,
    Notes,
    Outcome,
    Proposal,
    Reason,
    Review,
    Status,
    StoryState,
)
from .names import named, names_of, visible
from .proposals import Sorted, Tonight, position, sort_proposals
from .safety import is_unsafe
from .texts import is_good_recap, is_good_situation, is_good_summary, usable_title

_FEWEST_MANY = 2
"""So many exits in one night are never too many."""


def review(
    notes: Notes,
    *,
    state: StoryState,
    previous: str,
    prose: str,
    night: int,
    rules: HouseRules,
) -> Review:
    """Decide about the notes on a told night.

    `state` has the cast and the summary from before tonight; `previous` is the situation in which tonight began.
    """
    language = state.reference.language
    tonight = Tonight(
        cast=state.cast,
        language=language,
        prose=prose,
        night=night,
        rules=rules,
        notes=notes,
    )
    decisions = _decide(tonight)
    cast = apply_decisions(state.cast, decisions)
    returned = {
        decision.name
        for decision in decisions
        if decision.change is Change.RETURNED and decision.outcome is Outcome.ACCEPTED
    }
    reference = state.reference
    told = _material(state, cast, previous, prose)
    genre = GenreSigns(reference.genre, told, rules.foreign_words)

    def is_true(text: str) -> bool:
        good = _is_true(text, cast, language, reference.audience_age)
        return good and not genre.drifts(visible(text))

    recap_ok = is_good_recap(notes.recap, state.cast, returned, language) and is_true(
        notes.recap
    )
    summary_ok = is_good_summary(notes.summary, state.cast, language) and is_true(
        notes.summary
    )
    situation_ok = is_good_situation(
        notes.situation, previous, cast, language
    ) and is_true(notes.situation)
    return Review(
        decisions=tuple(decisions),
        cast=cast,
        title=usable_title(notes.title, language),
        recap=notes.recap.strip() if recap_ok else derive_recap(prose, language),
        summary=notes.summary.strip() if summary_ok else state.reference.summary,
        situation=(
            notes.situation.strip()
            if situation_ok
            else derive_situation(prose, language, cast)
        ),
        recap_from_notes=recap_ok,
        summary_from_notes=summary_ok,
        situation_from_notes=situation_ok,
    )


def _material(state: StoryState, cast: Cast, previous: str, prose: str) -> str:
    """Return what a night's notes may speak of in any genre: the story's own material, and what was told."""
    reference = state.reference
    people = (word for who in cast.members for word in (*names_of(who), who.role))
    texts = (reference.premise, reference.summary, previous, prose)
    return visible("\n".join((*people, *texts)))


def _is_true(text: str, cast: Cast, language: Language, age: int) -> bool:
    """Tell whether a text of the notes sends away nobody who is here after tonight, and may be read aloud.

    It goes into the next prompts and recaps: what it says of the protagonist would come true there.
    """
    if is_unsafe(visible(text), language, age=age):
        return False
    return not any(sends_away(who, text, cast, language) for who in cast.on_stage)


def _decide(tonight: Tonight) -> list[Decision]:
    """Return all decisions, in the order in which they take effect."""
    found = sort_proposals(tonight)
    changes = [
        decision
        for name, proposals in found.known.items()
        for decision in _about_member(tonight, name, proposals)
    ]
    guests = [
        decision
        for name, (_, *exits) in found.newcomers.items()
        for decision in _about_guest(tonight, name, exits)
    ]
    omitted = _left_out(tonight, found)
    if _are_many(tonight, [*changes, *guests, *omitted]):
        changes = [_waiting(decision) for decision in changes]
        guests = [_waiting(decision) for decision in guests]
    joins, others = _arrivals(tonight, found, changes)
    stay = {decision.name for decision in joins}
    unknown = {name for name in found.newcomers if name not in stay}
    guests = [_forgotten(each) if each.name in unknown else each for each in guests]
    omitted = [each for each in omitted if each.name not in unknown]
    return [*joins, *others, *guests, *omitted, *found.rejected]


def _about_member(
    tonight: Tonight, name: str, proposals: Sequence[Proposal]
) -> list[Decision]:
    """Decide what is proposed for a known member: at most one change takes effect."""
    member = tonight.cast.named(name)
    assert member is not None  # noqa: S101 - sorted by this cast
    order = (Change.DIED, Change.LEFT, Change.JOINED)
    decisions: list[Decision] = []
    done: Change | None = None
    for proposal in sorted(proposals, key=lambda each: order.index(each.change)):
        decision = _about_one(tonight, member, proposal)
        if decision.outcome is Outcome.REJECTED and not _is_moot(decision):
            decisions.append(decision)
        elif done is None:
            decisions.append(decision)
            done = proposal.change
        elif done is not proposal.change:
            decisions.append(tonight.reject(name, proposal, Reason.ONE_CHANGE_A_NIGHT))
    return decisions


def _is_moot(decision: Decision) -> bool:
    return decision.reason is Reason.ALREADY_SO


def _about_one(tonight: Tonight, member: Character, proposal: Proposal) -> Decision:
    """Decide one proposal for a known member, other proposals aside."""
    reason = _forbidden(member, proposal.change)
    if reason:
        return tonight.reject(member.name, proposal, reason)
    if proposal.change is Change.DIED:
        return _death(tonight, member, proposal)
    if not named(member, tonight.prose, tonight.cast):
        return tonight.reject(member.name, proposal, Reason.NOT_IN_PROSE)
    change = Change.LEFT if proposal.change is Change.LEFT else Change.RETURNED
    return _accept(tonight, member.name, proposal, change)


def _forbidden(member: Character, change: Change) -> Reason | None:
    """Return why a change can never happen to this member, whatever the prose tells."""
    if member.protagonist:
        joins = change is Change.JOINED
        return Reason.ALREADY_SO if joins else Reason.PROTAGONIST_STAYS
    if member.pending is not None:
        return Reason.WAITS_FOR_PERSON
    if member.status is Status.DEAD:
        joins = change is Change.JOINED
        return Reason.DEAD_IS_FINAL if joins else Reason.ALREADY_SO
    already = {Status.ACTIVE: Change.JOINED, Status.DEPARTED: Change.LEFT}
    return Reason.ALREADY_SO if already[member.status] is change else None


def _accept(
    tonight: Tonight, name: str, proposal: Proposal, change: Change
) -> Decision:
    return tonight.decide(
        name, proposal, Outcome.ACCEPTED, Reason.TOLD_IN_PROSE, change=change
    )


def _about_guest(
    tonight: Tonight, name: str, exits: Sequence[Proposal]
) -> list[Decision]:
    """Decide how somebody who came tonight goes again tonight."""
    member = Character(name=name, role="")
    decisions: list[Decision] = []
    for proposal in sorted(exits, key=lambda each: each.change is Change.LEFT):
        if any(each.outcome is not Outcome.REJECTED for each in decisions):
            decisions.append(tonight.reject(name, proposal, Reason.ONE_CHANGE_A_NIGHT))
        elif proposal.change is Change.DIED:
            decisions.append(_death(tonight, member, proposal))
        else:
            decisions.append(_accept(tonight, name, proposal, Change.LEFT))
    return decisions


def _death(tonight: Tonight, member: Character, proposal: Proposal) -> Decision:
    """Decide a death: by what the prose tells, then by what the family wants."""
    told = death_of(member, tonight.prose, tonight.cast, tonight.language)
    policy = tonight.rules.death_policy
    if told is Told.THERE_AFTERWARDS:
        return tonight.reject(member.name, proposal, Reason.ALIVE_AFTERWARDS)
    if told is Told.NOT_REAL:
        return tonight.reject(member.name, proposal, Reason.DEATH_NOT_REAL)
    if policy is DeathPolicy.NEVER:
        return _forbidden_death(tonight, member, proposal, told)
    if (
        told is Told.PLAIN
        and policy is DeathPolicy.ALLOW
        and not tonight.notes.repaired
    ):
        return _accept(tonight, member.name, proposal, Change.DIED)
    reason = Reason.DEATH_NEEDS_PERSON
    if told is not Told.PLAIN:
        reason = Reason.DEATH_NOT_PLAIN
    elif policy is DeathPolicy.ALLOW:
        reason = Reason.NOTES_REPAIRED
    return tonight.decide(member.name, proposal, Outcome.PENDING, reason)


def _forbidden_death(
    tonight: Tonight, member: Character, proposal: Proposal, told: Told
) -> Decision:
    """Turn a death that the family does not want into a farewell, if the prose tells it at all."""
    if told is not Told.PLAIN:
        return tonight.reject(member.name, proposal, Reason.DEATH_FORBIDDEN)
    if member.status is Status.DEPARTED:
        return tonight.reject(member.name, proposal, Reason.ALREADY_SO)
    waits = tonight.notes.repaired
    return tonight.decide(
        member.name,
        proposal,
        Outcome.PENDING if waits else Outcome.ACCEPTED,
        Reason.NOTES_REPAIRED if waits else Reason.DEATH_FORBIDDEN,
        change=Change.LEFT,
    )


def _left_out(tonight: Tonight, found: Sorted) -> list[Decision]:
    """Return what the prose plainly tells and the notes leave out: it waits for a person."""
    guests = [Character(name=name, role="") for name in found.newcomers]
    cast = Cast((*tonight.cast.members, *guests))
    proposals = {**found.known, **found.newcomers}
    decisions = []
    for member in cast.on_stage:
        noted = {each.change for each in proposals.get(member.name, ())}
        if member.protagonist or noted & {Change.LEFT, Change.DIED}:
            continue
        change = _told_exit(tonight, member, cast)
        if change:
            proposal = Proposal(name=member.name, change=change)
            decision = tonight.decide(
                member.name, proposal, Outcome.PENDING, Reason.LEFT_OUT_OF_NOTES
            )
            decisions.append(decision)
    return decisions


def _told_exit(tonight: Tonight, member: Character, cast: Cast) -> Change | None:
    """Return which end of a member's time in the story the prose plainly tells."""
    if death_of(member, tonight.prose, cast, tonight.language) is Told.PLAIN:
        never = tonight.rules.death_policy is DeathPolicy.NEVER
        return Change.LEFT if never else Change.DIED
    if farewell_of(member, tonight.prose, cast, tonight.language) is Told.PLAIN:
        return Change.LEFT
    return None


def _are_many(tonight: Tonight, decisions: Iterable[Decision]) -> bool:
    """Tell whether so many leave or die in one night that a person must look at it."""
    exits = [
        decision
        for decision in decisions
        if decision.change in {Change.LEFT, Change.DIED}
        and decision.outcome is not Outcome.REJECTED
    ]
    others = len(tonight.cast.active) - 1
    return len(exits) > max(_FEWEST_MANY, others / 2)


def _waiting(decision: Decision) -> Decision:
    """Return an accepted exit as one that waits for a person."""
    is_exit = decision.change in {Change.LEFT, Change.DIED}
    if not is_exit or decision.outcome is not Outcome.ACCEPTED:
        return decision
    return replace(decision, outcome=Outcome.PENDING, reason=Reason.MANY_EXITS)


def _arrivals(
    tonight: Tonight, found: Sorted, changes: Sequence[Decision]
) -> tuple[list[Decision], list[Decision]]:
    """Give the free places to those whom the prose names first; return their joins, and all other changes."""
    back = [each for each in changes if each.change is Change.RETURNED]
    others = [each for each in changes if each.change is not Change.RETURNED]
    joins = [
        _accept(tonight, name, proposals[0], Change.JOINED)
        for name, proposals in found.newcomers.items()
    ]
    active = {member.name for member in tonight.cast.active}
    gone = sum(
        each.name in active and each.outcome is Outcome.ACCEPTED for each in others
    )
    free = max(0, tonight.rules.max_active - len(active) + gone)
    ordered = sorted([*back, *joins], key=lambda each: _place(tonight, each))
    full = [
        replace(
            each,
            change=each.proposed,
            outcome=Outcome.REJECTED,
            reason=Reason.CAST_FULL,
            role="",
        )
        for each in ordered[free:]
    ]
    return ordered[:free], [*others, *full]


def _place(tonight: Tonight, decision: Decision) -> int:
    """Return where the prose first names somebody who comes."""
    member = tonight.cast.named(decision.name)
    names = names_of(member) if member else (decision.name,)
    return min(position(tonight, name) for name in names)


def _forgotten(decision: Decision) -> Decision:
    """Return the exit of a guest for whom there was no place: nobody leaves who never came."""
    return replace(
        decision,
        change=decision.proposed,
        outcome=Outcome.REJECTED,
        reason=Reason.UNKNOWN_CHARACTER,
        role="",
    )
