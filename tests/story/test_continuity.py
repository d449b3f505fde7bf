"""What the code decides about notes: the rules one by one, and what holds for any notes at all."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_components.mirae_story.story.casting import apply_decisions
from custom_components.mirae_story.story.continuity import review
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    DeathPolicy,
    HouseRules,
    Language,
    Notes,
    Outcome,
    Proposal,
    Reason,
    Reference,
    Situation,
    Status,
    StoryState,
)

J, L, D = Change.JOINED, Change.LEFT, Change.DIED
CAST = Cast(
    (
        Character(name="Mina", role="captain", protagonist=True),
        Character(name="Theo", role="navigator", since=2),
        Character(name="Lulu", role="cat", since=2),
        Character(name="Garo", role="cook", status=Status.DEPARTED, since=5),
        Character(
            name="Elda", role="seer", aliases=("Witch",), status=Status.DEAD, since=6
        ),
        Character(name="Hob", role="smith", pending=L),
    )
)
CALM = "Mina sang to the sea. Theo steered, and Lulu slept on the rope. All was well."


def state_of(cast=CAST, language=Language.EN):
    return StoryState(
        story_id="s",
        title="t",
        revision=2,
        night=9,
        reference=Reference(
            language=language,
            genre="adventure_at_sea",
            premise="p",
            audience_age=6,
            summary="Old summary.",
        ),
        cast=cast,
        situation=Situation(text="Tonight's end.", night=9),
    )


def judge(*proposals, prose=CALM, policy=DeathPolicy.ALLOW, cast=CAST, cap=8, **notes):
    found = Notes(
        proposals=tuple(
            Proposal(name=name, change=change, role=role)
            for name, change, role in (
                (*each, "")[:3] if len(each) == 2 else each for each in proposals
            )
        ),
        usable=True,
        **notes,
    )
    return review(
        found,
        state=state_of(cast),
        previous="",
        prose=prose,
        night=9,
        rules=HouseRules(death_policy=policy, max_active=cap),
    )


def decided(result):
    return [(d.name, d.change, d.outcome, d.reason) for d in result.decisions]


def reason(result):
    (decision,) = result.decisions
    return decision.outcome, decision.reason


REJECTED, PENDING, ACCEPTED = Outcome.REJECTED, Outcome.PENDING, Outcome.ACCEPTED


@pytest.mark.parametrize(
    ("proposal", "why"),
    [
        (("Mina", J), Reason.ALREADY_SO),
        (("Mina", L), Reason.PROTAGONIST_STAYS),
        (("old Captain Mina", D), Reason.PROTAGONIST_STAYS),
        (("Theo", J), Reason.ALREADY_SO),
        (("Garo", L), Reason.ALREADY_SO),
        (("Garo", J), Reason.NOT_IN_PROSE),
        (("Witch", J), Reason.DEAD_IS_FINAL),
        (("Elda", D), Reason.ALREADY_SO),
        (("Elda", L), Reason.ALREADY_SO),
        (("Hob", J), Reason.WAITS_FOR_PERSON),
        (("Hob", D), Reason.WAITS_FOR_PERSON),
        (("Rex", J), Reason.NOT_IN_PROSE),
        (("Rex", L), Reason.UNKNOWN_CHARACTER),
        (("the captain", J), Reason.NOT_A_NAME),
        (("cat", L), Reason.NOT_A_NAME),
        (("Mina and Theo", L), Reason.NOT_A_NAME),
        (("rope", J, "mender"), Reason.NOT_A_NAME),
        (("Rope", J, "the rope"), Reason.NOT_A_NAME),
        (("Mena", J, "the captain"), Reason.NEAR_PROTAGONIST_NAME),
        (("Theo", D), Reason.ALIVE_AFTERWARDS),
    ],
)
def test_a_single_proposal_is_rejected(proposal, why):
    result = judge(proposal)

    assert reason(result) == (REJECTED, why)
    assert result.cast == CAST
    assert result.decisions[0].written == proposal[0]


def test_words_for_nobody_are_not_even_reported():
    assert judge(("none", J), ("なし", D)).decisions == ()


def test_a_newcomer_joins_with_the_role():
    result = judge(
        ("Pip", J, "robin\nx"), ("Sol", J, " sun  dog "), prose="Mina met Pip and Sol."
    )

    pip, sol = result.cast.members[-2:]
    assert (pip.name, pip.role, pip.joined, pip.since) == ("Pip", "", 9, 9)
    assert (sol.name, sol.role) == ("Sol", "sun dog")


def test_a_title_is_another_spelling_of_the_same_newcomer():
    prose = "Mina met Captain Pip. Pip sang."
    result = judge(("Captain Pip", J), ("Pip", J), ("Mr. Pip", L), prose=prose)

    assert decided(result) == [
        ("Pip", J, ACCEPTED, Reason.TOLD_IN_PROSE),
        ("Pip", L, ACCEPTED, Reason.TOLD_IN_PROSE),
    ]


def test_a_newcomer_with_the_role_of_a_protagonist_who_is_taken_away_is_a_replacement():
    prose = "Mina gave Ken her hat."
    for notes in (
        {"renamed": ("Mina", "Ken")},
        {"protagonist": "Ken"},
    ):
        result = judge(("Ken", J, "the new captain"), prose=prose, **notes)
        assert reason(result) == (REJECTED, Reason.PROTAGONIST_REPLACED)
    result = judge(("Ken", J, "Captain"), ("Mina", L), prose=prose)
    assert [d.reason for d in result.decisions] == [
        Reason.PROTAGONIST_STAYS,
        Reason.PROTAGONIST_REPLACED,
    ]
    assert judge(("Ken", J, "captain"), prose=prose, protagonist="Mina").cast.named(
        "Ken"
    )
    assert judge(("Ken", J, "sailor"), ("Mina", L), prose=prose).cast.named("Ken")


def test_a_name_like_the_protagonists_is_another_person_if_the_role_says_so():
    prose = "Mina met Nina the baker."

    assert judge(("Nina", J, "baker"), prose=prose).cast.named("Nina")
    result = judge(("Nina", J), prose="Nina sang alone.")
    assert reason(result) == (REJECTED, Reason.NEAR_PROTAGONIST_NAME)


def test_kana_of_the_other_kind_is_a_slip():
    cast = Cast((Character(name="アオイ", role="船長", protagonist=True),))
    result = judge(("あおい", J, "船長"), cast=cast, prose="あおいは歌った。")

    assert reason(result) == (REJECTED, Reason.NEAR_PROTAGONIST_NAME)


def test_an_alias_of_two_changes_nothing():
    cast = Cast(
        (
            CAST.members[0],
            Character(name="Ann", role="x", aliases=("Gran",)),
            Character(name="Bea", role="y", aliases=("Gran",)),
        )
    )
    result = judge(("Gran", L), cast=cast, prose="Mina waved to Gran.")

    assert reason(result) == (REJECTED, Reason.AMBIGUOUS_NAME)


def test_one_change_a_night():
    prose = "Mina waved. Theo died in the night."
    result = judge(("Theo", J), ("Theo", L), ("Mr. Theo", D), ("Theo", D), prose=prose)

    assert decided(result) == [
        ("Theo", D, ACCEPTED, Reason.TOLD_IN_PROSE),
        ("Theo", L, REJECTED, Reason.ONE_CHANGE_A_NIGHT),
        ("Theo", J, REJECTED, Reason.ONE_CHANGE_A_NIGHT),
    ]
    assert result.cast.named("Theo").status is Status.DEAD


def test_what_is_rejected_is_no_change():
    result = judge(("Theo", D), ("Theo", L), prose=CALM + " Theo rowed ashore.")

    assert [d.outcome for d in result.decisions] == [REJECTED, ACCEPTED]
    assert result.cast.named("Theo").status is Status.DEPARTED


def test_who_returns_and_dies_is_dead():
    prose = "Garo came aboard. At dawn Garo died. Mina wept."
    result = judge(("Garo", J), ("Garo", D), prose=prose)

    assert decided(result)[0] == ("Garo", D, ACCEPTED, Reason.TOLD_IN_PROSE)
    assert result.cast.named("Garo").status is Status.DEAD


PLAIN = "Mina waved. Theo died in the night."
SOFT = "Mina waved. Theo became a star that night."


@pytest.mark.parametrize(
    ("prose", "policy", "repaired", "change", "outcome", "why"),
    [
        (PLAIN, "allow", False, D, ACCEPTED, Reason.TOLD_IN_PROSE),
        (PLAIN, "ask", False, D, PENDING, Reason.DEATH_NEEDS_PERSON),
        (PLAIN, "never", False, L, ACCEPTED, Reason.DEATH_FORBIDDEN),
        (PLAIN, "allow", True, D, PENDING, Reason.NOTES_REPAIRED),
        (PLAIN, "never", True, L, PENDING, Reason.NOTES_REPAIRED),
        (SOFT, "allow", False, D, PENDING, Reason.DEATH_NOT_PLAIN),
        (SOFT, "ask", False, D, PENDING, Reason.DEATH_NOT_PLAIN),
        (SOFT, "never", False, D, REJECTED, Reason.DEATH_FORBIDDEN),
        (
            "Mina dreamed that Theo died. Then she woke up.",
            "allow",
            False,
            D,
            REJECTED,
            Reason.DEATH_NOT_REAL,
        ),
    ],
)
def test_a_death_depends_on_the_prose_and_on_the_family(
    prose, policy, repaired, change, outcome, why
):
    result = judge(
        ("Theo", D), prose=prose, policy=DeathPolicy(policy), repaired=repaired
    )

    assert decided(result) == [("Theo", change, outcome, why)]
    theo = result.cast.named("Theo")
    assert theo.pending is (change if outcome is PENDING else None)


def test_the_death_of_who_left_before_is_nothing_new_where_nobody_dies():
    result = judge(
        ("Garo", D), prose="Mina read it: Garo died.", policy=DeathPolicy.NEVER
    )

    assert reason(result) == (REJECTED, Reason.ALREADY_SO)


def test_a_guest_may_come_and_die_or_leave_in_one_night():
    prose = "Pip came. Mina sang for Pip. Near midnight Pip died."
    result = judge(("Pip", J), ("Pip", D), ("Pip", L), prose=prose)

    assert decided(result) == [
        ("Pip", J, ACCEPTED, Reason.TOLD_IN_PROSE),
        ("Pip", D, ACCEPTED, Reason.TOLD_IN_PROSE),
        ("Pip", L, REJECTED, Reason.ONE_CHANGE_A_NIGHT),
    ]
    assert result.cast.named("Pip").status is Status.DEAD


def test_free_places_go_to_who_is_named_first():
    prose = "Mina met Bo. Then Garo came back, and Al came too."
    result = judge(("Al", J), ("Garo", J), ("Bo", J), ("Al", L), prose=prose, cap=6)

    assert decided(result) == [
        ("Bo", J, ACCEPTED, Reason.TOLD_IN_PROSE),
        ("Garo", Change.RETURNED, ACCEPTED, Reason.TOLD_IN_PROSE),
        ("Al", J, REJECTED, Reason.CAST_FULL),
        ("Al", L, REJECTED, Reason.UNKNOWN_CHARACTER),
    ]
    full = judge(("Garo", J), prose=prose, cap=2)
    assert reason(full) == (REJECTED, Reason.CAST_FULL)


def test_who_leaves_makes_a_place():
    result = judge(("Bo", J), ("Theo", L), prose="Bo came. Theo went.", cap=4)

    assert [d.outcome for d in result.decisions] == [ACCEPTED, ACCEPTED]


def test_many_exits_wait_for_a_person():
    prose = "Bo came and went. Theo and Lulu went with Bo, and Mina waved."
    result = judge(
        ("Bo", J), ("Bo", L), ("Theo", L), ("Lulu", L), ("Mina", J), prose=prose
    )

    waiting = {d.name: d.reason for d in result.decisions if d.outcome is PENDING}
    assert waiting == dict.fromkeys(["Bo", "Theo", "Lulu"], Reason.MANY_EXITS)
    assert len(result.cast.active) == 5


def test_what_the_notes_leave_out_waits():
    prose = "Lulu left the ship for good. Pip came. At dawn Theo died. Mina wept."
    result = judge(("Pip", J), prose=prose)

    assert decided(result)[1:] == [
        ("Theo", D, PENDING, Reason.LEFT_OUT_OF_NOTES),
        ("Lulu", L, PENDING, Reason.LEFT_OUT_OF_NOTES),
    ]
    never = judge(prose="At dawn Theo died. Mina wept.", policy=DeathPolicy.NEVER)
    assert decided(never) == [("Theo", L, PENDING, Reason.LEFT_OUT_OF_NOTES)]


def test_without_notes_only_the_prose_counts():
    result = review(
        Notes(),
        state=state_of(),
        previous="",
        prose=CALM,
        night=9,
        rules=HouseRules(),
    )

    assert result.decisions == ()
    assert (result.title, result.summary) == ("", "Old summary.")
    assert result.recap.startswith("Mina sang to the sea.")
    assert result.situation.endswith("All was well.")
    assert not result.recap_from_notes
    assert not result.summary_from_notes
    assert not result.situation_from_notes


def test_good_texts_are_taken():
    result = judge(
        title="“The Sea”",
        recap="Mina sang.",
        summary="Mina sang to the sea. ",
        situation="All are asleep.",
    )

    assert (result.title, result.recap) == ("The Sea", "Mina sang.")
    assert (result.summary, result.situation) == (
        "Mina sang to the sea.",
        "All are asleep.",
    )


def test_who_left_tonight_is_not_there_in_the_morning():
    result = judge(
        ("Theo", L),
        prose="Theo rowed ashore. Mina sang. Theo waved from the hill.",
        recap="Theo rowed ashore.",
        situation="Theo steers the ship.",
    )

    assert result.recap_from_notes
    assert not result.situation_from_notes
    assert "Theo" not in result.situation


def test_who_returned_tonight_may_act():
    result = judge(("Garo", J), prose="Garo came aboard.", recap="Garo came aboard.")

    assert result.recap_from_notes
    assert not judge(recap="Garo came aboard.").recap_from_notes


NAMES = [
    "Mina",
    "Theo",
    "Lulu",
    "Garo",
    "Elda",
    "Witch",
    "Hob",
    "Pip",
    "Captain Pip",
    "Bo",
    "Mena",
    "he",
    "",
    "Pip\nBo",
    "{{x}}",
    "Theo and Lulu",
    "none",
    "x" * 40,
    "\u200b",
]
PARTS = [
    "Mina waved. ",
    "Theo died at dawn. ",
    "Lulu left for good. ",
    "Garo came back. ",
    "Pip sang. ",
    "Captain Pip bowed to Bo. ",
    "Elda smiled. ",
    "Theo laughed. ",
    "Mina dreamed of Theo. ",
]
PROPOSALS = st.builds(
    Proposal,
    name=st.sampled_from(NAMES) | st.text(max_size=12),
    change=st.sampled_from([J, L, D]),
    role=st.sampled_from(["", "captain", "robin", "a\nb"]),
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(PROPOSALS, max_size=8),
    st.lists(st.sampled_from(PARTS), max_size=8).map("".join),
    st.sampled_from(DeathPolicy),
    st.integers(1, 8),
    st.booleans(),
)
def test_whatever_the_notes_say_the_story_stays_true(
    proposals, prose, policy, cap, repaired
):
    notes = Notes(proposals=tuple(proposals), usable=True, repaired=repaired)
    result = review(
        notes,
        state=state_of(),
        previous="",
        prose=prose,
        night=9,
        rules=HouseRules(death_policy=policy, max_active=cap),
    )

    assert result.cast == apply_decisions(CAST, result.decisions)
    assert result.cast.protagonist == CAST.protagonist
    before = {member.name: member for member in CAST.members}
    assert result.cast.named("Elda") == before["Elda"]
    assert result.cast.named("Hob") == before["Hob"]
    for member in result.cast.members:
        old = before.get(member.name)
        assert 0 < len(member.name) <= 30
        assert len(member.name.splitlines()) == 1
        if old:
            assert (member.role, member.aliases) == (old.role, old.aliases)
        if member.status is Status.DEAD and member.name != "Elda":
            assert policy is DeathPolicy.ALLOW
            assert not repaired
    assert len(result.cast.active) <= max(cap, len(CAST.active))
    names = [member.name.casefold() for member in result.cast.members]
    assert len(set(names)) == len(names)
    assert len(result.recap) <= 200
    assert result.situation


def test_a_long_story_is_reviewed_without_a_pause():
    gone = tuple(
        Character(name=f"Name{a}{b}", role="friend", status=Status.DEAD)
        for a in "abcdefghijklmnopqrst"
        for b in "abcdefghijklmno"
    )
    cast = Cast((*CAST.members, *gone))
    started = time.perf_counter()
    judge(
        *((member.name, J) for member in gone[:20]),
        cast=cast,
        prose=CALM * 30,
        recap=CALM,
        summary=CALM,
        situation=CALM,
    )

    assert time.perf_counter() - started < 1
