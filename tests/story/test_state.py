"""A state as data, and back; and the state in which a story begins."""

import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_components.mirae_story.story.errors import InvalidStateError
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    Language,
    Reference,
    Situation,
    Status,
    StoryState,
)
from custom_components.mirae_story.story.names import fold
from custom_components.mirae_story.story.state import (
    Flaw,
    begin_state,
    canonical_json,
    state_from_dict,
    state_to_dict,
)

from .tales import sea_story

DEEP = replace(
    sea_story(3, Language.JA),
    told_on=date(2026, 11, 30),
    told_count=1,
    cast=Cast(
        (
            Character(
                name="ミナ", role="船長", protagonist=True, aliases=("ミナ船長", "Mina")
            ),
            Character(name="テオ", role="", pending=Change.LEFT),
            Character(name="ガロ", role="料理人", status=Status.DEPARTED, since=2),
            Character(name="エルダ", role="占い師", status=Status.DEAD, since=3),
        )
    ),
)


def raised(error):
    return error.value.placeholders["reason"], error.value.placeholders["where"]


@pytest.mark.parametrize(
    "state", [sea_story(0), sea_story(3), sea_story(9, Language.JA), DEEP]
)
def test_comes_back_through_json_as_it_was(state):
    text = canonical_json(state_to_dict(state))
    assert state_from_dict(json.loads(text)) == state
    assert canonical_json(state_to_dict(state_from_dict(json.loads(text)))) == text


def test_gentle_nights_stand_in_the_data_only_where_there_are_some():
    gentle = replace(DEEP, gentle_until=7)
    data = state_to_dict(gentle)
    assert data["gentle_until"] == 7
    assert state_from_dict(data) == gentle
    del data["gentle_until"]
    assert data == state_to_dict(DEEP)
    assert state_from_dict(data) == DEEP
    for wrong in (-1, "7", True):
        with pytest.raises(InvalidStateError):
            state_from_dict({**data, "gentle_until": wrong})


def test_canonical_json_is_one_text_for_one_value():
    assert canonical_json({"b": 1, "a": ["ミナ", None]}) == '{"a":["ミナ",null],"b":1}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(float("nan"))


LINES = st.text(
    st.characters(categories=["L", "N", "S", "P", "Zs"]), min_size=1, max_size=30
).filter(fold)


@st.composite
def states(draw):
    night = draw(st.integers(0, 400))
    members = [Character(name="Mina", role=draw(LINES), protagonist=True)]
    for index in range(draw(st.integers(0, 5))):
        since = draw(st.integers(1, max(night, 1)))
        status = draw(st.sampled_from(Status))
        pending = st.sampled_from([None, Change.LEFT, Change.DIED])
        members.append(
            Character(
                name=f"Friend {index}",
                role=draw(st.just("") | LINES),
                status=status,
                joined=draw(st.integers(1, since)),
                since=since,
                pending=None if status is Status.DEAD else draw(pending),
            )
        )
    told_on = draw(st.none() | st.dates())
    return StoryState(
        story_id="01JDEMO",
        title="The Star Ship",
        revision=draw(st.integers(1, 999)),
        night=night,
        reference=Reference(
            language=draw(st.sampled_from(Language)),
            genre=draw(LINES),
            premise=draw(LINES),
            audience_age=draw(st.integers(0, 99)),
            summary=draw(st.text(st.characters(codec="utf-8"))),
        ),
        cast=Cast(tuple(draw(st.permutations(members)))),
        situation=Situation(
            text=draw(st.text(st.characters(codec="utf-8"))),
            night=draw(st.integers(0, night)),
        ),
        told_on=told_on,
        told_count=0 if told_on is None else draw(st.integers(0, 3)),
    )


@given(states())
def test_any_valid_state_comes_back(state):
    text = canonical_json(state_to_dict(state))
    assert state_from_dict(json.loads(text.encode())) == state


def with_change(path, value):
    data = state_to_dict(DEEP)
    *way, last = path
    place = data
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "flaw", "where"),
    [
        (["title"], ..., Flaw.MISSING_FIELD, "state.title"),
        (["mood"], "merry", Flaw.UNKNOWN_FIELD, "state"),
        (["title"], 3, Flaw.WRONG_TYPE, "state.title"),
        (["revision"], True, Flaw.WRONG_TYPE, "state.revision"),
        (["night"], 3.0, Flaw.WRONG_TYPE, "state.night"),
        (["night"], "3", Flaw.WRONG_TYPE, "state.night"),
        (["told_on"], "tomorrow", Flaw.UNKNOWN_VALUE, "state.told_on"),
        (["told_on"], 20261130, Flaw.WRONG_TYPE, "state.told_on"),
        (["reference"], [], Flaw.NOT_AN_OBJECT, "reference"),
        (["reference"], None, Flaw.NOT_AN_OBJECT, "reference"),
        (["reference", "language"], "fr", Flaw.UNKNOWN_VALUE, "reference.language"),
        (["reference", "summary"], ..., Flaw.MISSING_FIELD, "reference.summary"),
        (["reference", "mood"], 1, Flaw.UNKNOWN_FIELD, "reference"),
        (["situation", "text"], None, Flaw.WRONG_TYPE, "situation.text"),
        (["situation", "place"], "bay", Flaw.UNKNOWN_FIELD, "situation"),
        (["cast"], {"ミナ": {}}, Flaw.NOT_A_LIST, "state.cast"),
        (["cast"], [], Flaw.NO_PROTAGONIST, "cast"),
        (["cast", 1], "テオ", Flaw.NOT_AN_OBJECT, "cast.1"),
        (["cast", 1, "status"], "asleep", Flaw.UNKNOWN_VALUE, "cast.1.status"),
        (["cast", 1, "pending"], "hurt", Flaw.UNKNOWN_VALUE, "cast.1.pending"),
        (["cast", 1, "pending"], ..., Flaw.MISSING_FIELD, "cast.1.pending"),
        (["cast", 1, "aliases"], "テオ君", Flaw.NOT_A_LIST, "cast.1.aliases"),
        (["cast", 1, "aliases"], [7], Flaw.WRONG_TYPE, "cast.1.aliases"),
        (["cast", 1, "protagonist"], 0, Flaw.WRONG_TYPE, "cast.1.protagonist"),
        (
            ["cast", 3, "protagonist"],
            True,
            Flaw.PROTAGONIST_NOT_ACTIVE,
            "cast.3.status",
        ),
        (["cast", 1, "hat"], "red", Flaw.UNKNOWN_FIELD, "cast.1"),
        (["revision"], 0, Flaw.OUT_OF_RANGE, "revision"),
    ],
)
def test_tells_what_is_wrong_with_data(path, value, flaw, where):
    with pytest.raises(InvalidStateError) as error:
        state_from_dict(with_change(path, value))
    assert raised(error) == (flaw, where)


@pytest.mark.parametrize("data", [None, [], "state", 7, [1, 2]])
def test_refuses_what_is_no_object(data):
    with pytest.raises(InvalidStateError) as error:
        state_from_dict(data)
    assert raised(error) == (Flaw.NOT_AN_OBJECT, "state")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_junk_never_becomes_a_state(data):
    with pytest.raises(InvalidStateError):
        state_from_dict(data)


def test_errors_hold_no_story_text():
    data = with_change(["cast", 1, "pending"], "ひみつのことば")
    with pytest.raises(InvalidStateError) as error:
        state_from_dict(data)
    assert "ひみつ" not in f"{error.value} {error.value.placeholders}"


# The beginning -----------------------------------------------------------------------------------------

REFERENCE = Reference(
    language=Language.EN,
    genre="adventure_at_sea",
    premise="A small ship sails from island to island.",
    audience_age=6,
)


def begun(**changes):
    given_ = {
        "story_id": "01JDEMO",
        "title": " The Star Ship ",
        "reference": REFERENCE,
        "protagonist": Character(name=" Mina ", role="captain "),
        "first_cast": [Character(name="Theo", role="navigator", aliases=(" Teddy ",))],
    }
    return begin_state(**(given_ | changes))


def test_a_story_begins_before_its_first_night():
    state = begun()
    assert (state.revision, state.night, state.told_on, state.told_count) == (
        1,
        0,
        None,
        0,
    )
    assert state.title == "The Star Ship"
    assert state.situation == Situation(text="", night=0)
    assert state.cast.protagonist == Character(
        name="Mina", role="captain", protagonist=True
    )
    assert state.cast.named("Theo").aliases == ("Teddy",)


def test_a_story_may_begin_with_the_protagonist_alone():
    assert len(begun(first_cast=()).cast.members) == 1


@pytest.mark.parametrize(
    ("changes", "flaw", "where"),
    [
        ({"story_id": "../etc"}, Flaw.BAD_ID, "story_id"),
        ({"title": "  "}, Flaw.BLANK, "title"),
        (
            {"reference": replace(REFERENCE, premise=" \n")},
            Flaw.BLANK,
            "reference.premise",
        ),
        ({"protagonist": Character(name="Mina", role="")}, Flaw.BLANK, "cast.0.role"),
        (
            {"protagonist": Character(name="", role="captain")},
            Flaw.BLANK,
            "cast.0.name",
        ),
        (
            {"first_cast": [Character(name="ｍｉｎａ", role="cook")]},
            Flaw.DUPLICATE_NAME,
            "cast.0",
        ),
        (
            {"first_cast": [Character(name="Theo", role="", protagonist=True)]},
            Flaw.BLANK,
            "cast.1.role",
        ),
        (
            {"first_cast": [Character(name="Theo", role="cook", protagonist=True)]},
            Flaw.TWO_PROTAGONISTS,
            "cast",
        ),
        (
            {"first_cast": [Character(name="T" * 31, role="cook")]},
            Flaw.TOO_LONG,
            "cast.1.name",
        ),
    ],
)
def test_a_beginning_tells_what_is_wrong(changes, flaw, where):
    with pytest.raises(InvalidStateError) as error:
        begun(**changes)
    assert raised(error) == (flaw, where)
