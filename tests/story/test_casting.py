"""How decisions change a cast."""

import pytest

from custom_components.mirae_story.story.casting import (
    apply_decision,
    apply_decisions,
    one_line,
)
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    Decision,
    Outcome,
    Reason,
    Status,
)

from .tales import SEA_CAST


def decided(name, change, outcome=Outcome.ACCEPTED, *, proposed=None, role=""):
    return Decision(
        name=name,
        proposed=proposed or change,
        change=change,
        outcome=outcome,
        reason=Reason.TOLD_IN_PROSE,
        night=4,
        role=role,
    )


@pytest.mark.parametrize(
    ("name", "change", "status"),
    [
        ("Theo", Change.LEFT, Status.DEPARTED),
        ("Theo", Change.DIED, Status.DEAD),
        ("Garo", Change.RETURNED, Status.ACTIVE),
        ("Garo", Change.DIED, Status.DEAD),
    ],
)
def test_an_accepted_change_takes_effect_tonight(name, change, status):
    before = SEA_CAST.named(name)
    cast = apply_decision(SEA_CAST, decided(name, change))
    after = cast.named(name)
    assert (after.status, after.since, after.joined) == (status, 4, before.joined)
    assert [m.name for m in cast.members] == [m.name for m in SEA_CAST.members]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("Theo", Change.JOINED),
        ("Theo", Change.RETURNED),
        ("Garo", Change.LEFT),
        ("Garo", Change.JOINED),
        ("Elda", Change.DIED),
    ],
)
def test_what_is_already_so_keeps_its_night(name, change):
    assert apply_decision(SEA_CAST, decided(name, change)) == SEA_CAST


@pytest.mark.parametrize("name", ["Mina", "Elda"])
@pytest.mark.parametrize("change", Change)
@pytest.mark.parametrize("outcome", Outcome)
def test_the_protagonist_and_the_dead_are_never_touched(name, change, outcome):
    assert apply_decision(SEA_CAST, decided(name, change, outcome)) == SEA_CAST


@pytest.mark.parametrize("change", Change)
@pytest.mark.parametrize("name", ["Theo", "Pip"])
def test_a_rejected_change_changes_nothing(name, change):
    decision = decided(name, change, Outcome.REJECTED)
    assert apply_decision(SEA_CAST, decision) == SEA_CAST


@pytest.mark.parametrize("change", [Change.LEFT, Change.DIED])
def test_a_pending_change_takes_the_character_off_stage(change):
    cast = apply_decision(SEA_CAST, decided("Theo", change, Outcome.PENDING))
    theo = cast.named("Theo")
    assert (theo.pending, theo.status, theo.since) == (change, Status.ACTIVE, 1)
    assert theo in cast.off_stage


def test_a_change_that_waited_waits_no_more_once_it_is_accepted():
    waiting = apply_decision(SEA_CAST, decided("Theo", Change.DIED, Outcome.PENDING))
    theo = apply_decision(waiting, decided("Theo", Change.DIED)).named("Theo")
    assert (theo.status, theo.pending, theo.since) == (Status.DEAD, None, 4)


def test_a_newcomer_stands_at_the_end():
    cast = apply_decision(SEA_CAST, decided("Pip", Change.JOINED, role=" ship's\ncat"))
    assert cast.members[-1] == Character(
        name="Pip", role="ship's cat", joined=4, since=4
    )


def test_a_role_may_be_given_beside_the_decision():
    cast = apply_decision(SEA_CAST, decided("Pip", Change.JOINED), role="cat")
    assert cast.named("Pip").role == "cat"


@pytest.mark.parametrize("change", [Change.LEFT, Change.DIED, Change.RETURNED])
def test_nobody_comes_into_being_by_going(change):
    assert apply_decision(SEA_CAST, decided("Pip", change)) == SEA_CAST


def test_nobody_is_created_who_waits():
    decision = decided("Pip", Change.JOINED, Outcome.PENDING)
    assert apply_decision(SEA_CAST, decision) == SEA_CAST


def test_decisions_are_taken_in_their_order():
    decisions = [
        decided("Pip", Change.JOINED, role="cat"),
        decided("Pip", Change.DIED, Outcome.PENDING),
        decided("Theo", Change.LEFT, proposed=Change.DIED),
    ]
    cast = apply_decisions(SEA_CAST, decisions)
    assert cast.named("Pip").pending is Change.DIED
    assert cast.named("Theo").status is Status.DEPARTED
    assert apply_decisions(SEA_CAST, []) == SEA_CAST
    assert apply_decisions(Cast(()), decisions[2:]) == Cast(())


def test_a_role_is_one_line_that_ends():
    assert one_line("a\u3000b\n\nc") == "a b c"
    assert len(one_line("word " * 1000)) == 499
