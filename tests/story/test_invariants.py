"""What no state and no step may break."""

from dataclasses import replace
from datetime import date

import pytest

from custom_components.mirae_story.story.errors import InvalidStateError
from custom_components.mirae_story.story.invariants import (
    MAX_ALIASES,
    MAX_COUNT,
    MAX_LINE,
    MAX_MEMBERS,
    MAX_TEXT,
    Flaw,
    check_state,
    check_step,
)
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    Language,
    Situation,
    Status,
)

from .tales import sea_story

NIGHT_3 = sea_story(3)


def flaw_of(check, *states):
    with pytest.raises(InvalidStateError) as error:
        check(*states)
    placeholders = error.value.placeholders
    assert str(error.value) == f"{placeholders['reason']} at {placeholders['where']}"
    return placeholders["reason"], placeholders["where"]


def with_theo(state=NIGHT_3, /, **changes):
    theo = replace(state.cast.members[1], **changes)
    members = list(state.cast.members)
    members[1] = theo
    return replace(state, cast=Cast(tuple(members)))


def with_mina(state=NIGHT_3, /, **changes):
    mina = replace(state.cast.members[0], **changes)
    return replace(state, cast=Cast((mina, *state.cast.members[1:])))


def with_reference(**changes):
    return replace(NIGHT_3, reference=replace(NIGHT_3.reference, **changes))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("night", [0, 1, 3, 365])
def test_accepts_a_sound_story(night, language):
    members = sea_story(3, language).cast if night >= 3 else None
    state = sea_story(night, language, cast=members)
    if night == 1:
        state = replace(state, cast=Cast(state.cast.members[:2]))
    check_state(state)


@pytest.mark.parametrize(
    ("state", "flaw", "where"),
    [
        (replace(NIGHT_3, story_id=""), Flaw.BAD_ID, "story_id"),
        (replace(NIGHT_3, story_id="a/b"), Flaw.BAD_ID, "story_id"),
        (replace(NIGHT_3, story_id="a\n"), Flaw.BAD_ID, "story_id"),
        (replace(NIGHT_3, title="a" * (MAX_LINE + 1)), Flaw.TOO_LONG, "title"),
        (replace(NIGHT_3, title="a\nb"), Flaw.NOT_ONE_LINE, "title"),
        (replace(NIGHT_3, title="\ud83d"), Flaw.BROKEN_TEXT, "title"),
        (replace(NIGHT_3, revision=0), Flaw.OUT_OF_RANGE, "revision"),
        (replace(NIGHT_3, night=-1), Flaw.OUT_OF_RANGE, "night"),
        (replace(NIGHT_3, night=MAX_COUNT + 1), Flaw.OUT_OF_RANGE, "night"),
        (replace(NIGHT_3, told_count=-1), Flaw.OUT_OF_RANGE, "told_count"),
        (replace(NIGHT_3, told_count=1), Flaw.TOLD_WITHOUT_EVENING, "told_on"),
        (with_reference(genre=" "), Flaw.BLANK, "reference.genre"),
        (with_reference(premise=""), Flaw.BLANK, "reference.premise"),
        (
            with_reference(summary="a" * (MAX_TEXT + 1)),
            Flaw.TOO_LONG,
            "reference.summary",
        ),
        (
            with_reference(audience_age=-1),
            Flaw.OUT_OF_RANGE,
            "reference.audience_age",
        ),
        (
            with_reference(audience_age=121),
            Flaw.OUT_OF_RANGE,
            "reference.audience_age",
        ),
        (
            replace(NIGHT_3, situation=Situation(text="\udc00", night=3)),
            Flaw.BROKEN_TEXT,
            "situation.text",
        ),
        (
            replace(NIGHT_3, situation=Situation(text="", night=4)),
            Flaw.SITUATION_AFTER_TONIGHT,
            "situation.night",
        ),
        (
            replace(NIGHT_3, situation=Situation(text="", night=-1)),
            Flaw.OUT_OF_RANGE,
            "situation.night",
        ),
        (replace(NIGHT_3, cast=Cast(())), Flaw.NO_PROTAGONIST, "cast"),
        (with_theo(protagonist=True), Flaw.TWO_PROTAGONISTS, "cast"),
        (with_mina(protagonist=False), Flaw.NO_PROTAGONIST, "cast"),
        (
            with_mina(status=Status.DEAD),
            Flaw.PROTAGONIST_NOT_ACTIVE,
            "cast.0.status",
        ),
        (
            with_mina(status=Status.DEPARTED),
            Flaw.PROTAGONIST_NOT_ACTIVE,
            "cast.0.status",
        ),
        (with_mina(pending=Change.DIED), Flaw.PROTAGONIST_PENDING, "cast.0.pending"),
        (with_mina(role=""), Flaw.BLANK, "cast.0.role"),
        (with_theo(name="T" * 31), Flaw.TOO_LONG, "cast.1.name"),
        (with_theo(name="Theo\nGaro"), Flaw.NOT_ONE_LINE, "cast.1.name"),
        (with_theo(name="Theo\u2028Garo"), Flaw.NOT_ONE_LINE, "cast.1.name"),
        (with_theo(name="\u200b"), Flaw.BLANK, "cast.1.name"),
        (with_theo(role="r" * (MAX_LINE + 1)), Flaw.TOO_LONG, "cast.1.role"),
        (with_theo(role="cook\n"), Flaw.NOT_ONE_LINE, "cast.1.role"),
        (with_theo(name="MINA"), Flaw.DUPLICATE_NAME, "cast.0"),
        (with_theo(aliases=("Ｍｉｎａ",)), Flaw.DUPLICATE_NAME, "cast.0"),
        (with_theo(aliases=("Ted", "ted")), Flaw.DUPLICATE_NAME, "cast.1"),
        (with_theo(aliases=("",)), Flaw.BLANK, "cast.1.aliases.0"),
        (
            with_theo(aliases=tuple(f"T{n}" for n in range(MAX_ALIASES + 1))),
            Flaw.TOO_MANY,
            "cast.1.aliases",
        ),
        (with_theo(joined=0), Flaw.OUT_OF_RANGE, "cast.1.joined"),
        (with_theo(joined=1, since=0), Flaw.OUT_OF_RANGE, "cast.1.since"),
        (with_theo(joined=3, since=2), Flaw.JOINED_AFTER_CHANGE, "cast.1.joined"),
        (with_theo(since=4), Flaw.CHANGED_AFTER_TONIGHT, "cast.1.since"),
        (
            with_theo(status=Status.DEAD, pending=Change.LEFT),
            Flaw.PENDING_NOT_POSSIBLE,
            "cast.1.pending",
        ),
        (
            with_theo(pending=Change.JOINED),
            Flaw.PENDING_NOT_POSSIBLE,
            "cast.1.pending",
        ),
    ],
)
def test_refuses_a_broken_state(state, flaw, where):
    assert flaw_of(check_state, state) == (flaw, where)


def test_refuses_a_cast_without_end():
    crowd = tuple(Character(name=f"N{n}", role="") for n in range(MAX_MEMBERS))
    state = replace(NIGHT_3, cast=Cast((*NIGHT_3.cast.members, *crowd)))
    assert flaw_of(check_state, state) == (Flaw.TOO_MANY, "cast")


# Steps -------------------------------------------------------------------------------------------------

TOLD = NIGHT_3.advanced(
    night=4, situation=Situation(text="On.", night=4), told_on=date(2026, 12, 1)
)


def test_accepts_what_a_night_changes():
    check_step(NIGHT_3, TOLD)
    newcomer = Character(name="Pip", role="cat", joined=4, since=4)
    theo = replace(TOLD.cast.named("Theo"), status=Status.DEAD, since=4, pending=None)
    garo = replace(TOLD.cast.named("Garo"), status=Status.ACTIVE, since=4)
    cast = TOLD.cast.with_member(newcomer).with_member(theo).with_member(garo)
    reference = replace(TOLD.reference, summary="They sailed on.")
    check_step(TOLD, TOLD.advanced(cast=cast, reference=reference))


@pytest.mark.parametrize(
    ("after", "flaw", "where"),
    [
        (replace(TOLD, story_id="other"), Flaw.OTHER_STORY, "story_id"),
        (replace(TOLD, title="Other"), Flaw.OTHER_STORY, "story_id"),
        (NIGHT_3, Flaw.REVISION_SKIPPED, "revision"),
        (TOLD.advanced(), Flaw.REVISION_SKIPPED, "revision"),
        (replace(TOLD, night=5), Flaw.NIGHT_SKIPPED, "night"),
        (
            replace(TOLD, night=2, situation=Situation(text="", night=2)),
            Flaw.CHANGED_AFTER_TONIGHT,
            "cast.3.since",
        ),
        (with_mina(TOLD, name="Nina"), Flaw.PROTAGONIST_REPLACED, "cast"),
        (
            with_theo(with_mina(TOLD, protagonist=False), protagonist=True),
            Flaw.PROTAGONIST_REPLACED,
            "cast",
        ),
        (with_mina(TOLD, role="queen"), Flaw.MEMBER_CHANGED, "cast.0.role"),
        (
            with_mina(TOLD, status=Status.DEAD),
            Flaw.PROTAGONIST_NOT_ACTIVE,
            "cast.0.status",
        ),
        (with_theo(TOLD, name="Teo"), Flaw.MEMBER_LOST, "cast.1"),
        (with_theo(TOLD, role="king"), Flaw.MEMBER_CHANGED, "cast.1.role"),
        (with_theo(TOLD, aliases=("Ted",)), Flaw.MEMBER_CHANGED, "cast.1.aliases"),
        (
            with_theo(TOLD, joined=2, since=4),
            Flaw.MEMBER_CHANGED,
            "cast.1.joined",
        ),
    ],
)
def test_refuses_what_only_a_person_may_change(after, flaw, where):
    assert flaw_of(check_step, NIGHT_3, after) == (flaw, where)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", Language.JA),
        ("genre", "science_fiction"),
        ("premise", "A rocket flies."),
        ("audience_age", 18),
    ],
)
def test_refuses_another_reference(field, value):
    after = replace(TOLD, reference=replace(TOLD.reference, **{field: value}))
    assert flaw_of(check_step, NIGHT_3, after) == (
        Flaw.REFERENCE_CHANGED,
        f"reference.{field}",
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"status": Status.ACTIVE, "since": 4},
        {"status": Status.DEPARTED},
        {"since": 4},
        {"since": 2},
    ],
)
def test_the_dead_stay_dead_and_keep_their_night(changes):
    elda = replace(TOLD.cast.named("Elda"), **changes)
    after = replace(TOLD, cast=TOLD.cast.with_member(elda))
    assert flaw_of(check_step, NIGHT_3, after) == (Flaw.DEAD_IS_FINAL, "cast.3")


def test_nobody_is_forgotten():
    after = replace(TOLD, cast=Cast(TOLD.cast.members[:3]))
    assert flaw_of(check_step, NIGHT_3, after) == (Flaw.MEMBER_LOST, "cast.3")


def test_a_night_never_goes_back():
    young = replace(NIGHT_3, cast=Cast(NIGHT_3.cast.members[:1]))
    after = young.advanced(night=2, situation=Situation(text="", night=2))
    assert flaw_of(check_step, young, after) == (Flaw.NIGHT_SKIPPED, "night")
