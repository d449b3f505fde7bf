"""What a person may do to a state, and what not even a person may."""

from dataclasses import replace

import pytest

from custom_components.mirae_story.story.errors import (
    CastFullError,
    CharacterUnknownError,
    ConfirmationNeededError,
    EditRefusedError,
    NameAmbiguousError,
    NameRefusedError,
    NameTakenError,
    NothingPendingError,
    NothingToEditError,
    ProtagonistStaysError,
    TextRefusedError,
)
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    DeathPolicy,
    HouseRules,
    Language,
    Status,
)
from custom_components.mirae_story.story.people import (
    Edit,
    decide,
    edit,
    find,
    undo,
)
from custom_components.mirae_story.story.state import check_state

from .tales import sea_story

RULES = HouseRules()
STORY = sea_story(8)


def waiting(name="Theo", change=Change.DIED):
    """A story in which a change of somebody waits."""
    member = replace(STORY.cast.named(name), pending=change)
    return replace(STORY, cast=STORY.cast.with_member(member)), member


def edited(rules=RULES, story=STORY, **wanted):
    ruling = edit(story, Edit(**wanted), rules)
    check_state(ruling.state)
    assert ruling.state.revision == story.revision + 1
    return ruling.state


# Deciding ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "accept", "status", "since"),
    [
        (Change.DIED, True, Status.DEAD, 5),
        (Change.LEFT, True, Status.DEPARTED, 5),
        (Change.DIED, False, Status.ACTIVE, 1),
        (Change.LEFT, False, Status.ACTIVE, 1),
    ],
)
def test_what_waits_is_decided(change, accept, status, since):
    state, member = waiting(change=change)
    ruling = decide(state, member, accept=accept, night=5, rules=RULES)
    theo = ruling.state.cast.named("Theo")
    assert (theo.status, theo.since, theo.pending) == (status, since, None)
    assert ruling.state == state.advanced(cast=state.cast.with_member(theo))
    assert ruling.detail["accepted"] is accept
    assert ruling.detail["pending"] == change
    assert theo.on_stage is not accept


def test_a_death_is_no_death_where_nobody_dies():
    state, member = waiting()
    rules = HouseRules(death_policy=DeathPolicy.NEVER)
    ruling = decide(state, member, accept=True, night=5, rules=rules)
    assert ruling.state.cast.named("Theo").status is Status.DEPARTED
    assert ruling.detail["change"] == "left"


def test_who_was_away_already_stays_away_since_then():
    state, member = waiting("Garo")
    rules = HouseRules(death_policy=DeathPolicy.NEVER)
    garo = decide(state, member, accept=True, night=5, rules=rules).state.cast
    assert garo.named("Garo") == STORY.cast.named("Garo")


def test_a_night_that_nobody_knows_is_the_last_one():
    state, member = waiting()
    ruling = decide(state, member, accept=True, night=None, rules=RULES)
    assert ruling.state.cast.named("Theo").since == 8


def test_what_does_not_wait_cannot_be_decided():
    with pytest.raises(NothingPendingError):
        decide(STORY, STORY.cast.named("Theo"), accept=True, night=None, rules=RULES)


def test_whom_a_person_means():
    assert find("captain mina", STORY.cast).name == "Mina"
    with pytest.raises(CharacterUnknownError):
        find("Nobody", STORY.cast)
    twins = Cast(
        (
            Character(name="Ann", role="x", aliases=("Pip",)),
            Character(name="Bob", role="x", aliases=("Pip",)),
        )
    )
    with pytest.raises(NameAmbiguousError):
        find("Pip", twins)


# The cast ----------------------------------------------------------------------------------------------


def test_a_renamed_character_keeps_the_old_name_as_an_alias():
    state = edited(character="theo", rename="Theodor")
    theo = state.cast.members[1]
    assert (theo.name, theo.aliases) == ("Theodor", ("Theo",))
    again = edited(story=state, character="Theo", rename="Theo")
    assert again.cast.members[1].aliases == ("Theodor",)
    spelled = edited(character="Theo", rename="THEO")
    assert (spelled.cast.members[1].name, spelled.cast.members[1].aliases) == (
        "THEO",
        (),
    )


def test_the_protagonist_is_renamed_only_for_sure():
    for wanted in ({"rename": "Lara"}, {"role": "pirate"}):
        with pytest.raises(ConfirmationNeededError):
            edited(character="Mina", **wanted)
    state = edited(character="Mina", rename="Lara", role="pirate", confirm=True)
    hero = state.cast.protagonist
    assert (hero.name, hero.role, hero.aliases) == ("Lara", "pirate", ("Mina",))
    assert edited(character="Mina", add_alias="Minchen").cast.protagonist.aliases


@pytest.mark.parametrize("name", ["everybody", "x" * 31, "a\nb", "<b>", "", "captain"])
def test_what_is_no_name_is_refused(name):
    for wanted in ("rename", "add_alias"):
        with pytest.raises(NameRefusedError):
            edited(character="Theo", **{wanted: name})
    with pytest.raises(NameRefusedError):
        edited(add_character=name)


@pytest.mark.parametrize("name", ["Mina", "GARO", "Mona", "Minna", "Elda"])
def test_a_name_that_is_taken_is_refused(name):
    for wanted in ("rename", "add_alias"):
        with pytest.raises(NameTakenError):
            edited(character="Theo", **{wanted: name})
    with pytest.raises(NameTakenError):
        edited(add_character=name)


def test_the_protagonist_gets_no_name_like_another():
    with pytest.raises(NameTakenError):
        edited(character="Mina", rename="Thea", confirm=True)


def test_aliases_come_and_go():
    state = edited(character="Theo", add_alias="Teddy")
    assert state.cast.named("Theo").aliases == ("Teddy",)
    with pytest.raises(NothingToEditError):
        edited(story=state, character="Theo", add_alias="teddy")
    gone = edited(story=state, character="Teddy", remove_alias="TEDDY")
    assert gone.cast == STORY.cast
    with pytest.raises(NothingToEditError):
        edited(character="Theo", remove_alias="Teddy")


def test_roles_change():
    assert edited(character="Theo", role=" old\nnavigator ").cast.named(
        "Theo"
    ).role == ("old navigator")
    for role in ("", "x" * 121):
        with pytest.raises(TextRefusedError) as refused:
            edited(character="Theo", role=role)
        assert refused.value.placeholders == {"field": "role", "limit": "120"}


def test_who_left_is_brought_back_and_sent_away():
    state = edited(character="Garo", status=Status.ACTIVE)
    garo = state.cast.named("Garo")
    assert (garo.status, garo.since) == (Status.ACTIVE, 8)
    state = edited(character="Theo", status=Status.DEPARTED)
    assert state.cast.named("Theo").status is Status.DEPARTED
    with pytest.raises(NothingToEditError):
        edited(character="Theo", status=Status.ACTIVE)


def test_the_dead_come_back_only_for_sure():
    for status in (Status.ACTIVE, Status.DEPARTED):
        with pytest.raises(ConfirmationNeededError):
            edited(character="Elda", status=status)
        elda = edited(character="Elda", status=status, confirm=True).cast.named("Elda")
        assert (elda.status, elda.since) == (status, 8)


def test_an_edited_standing_settles_what_waited():
    state, _ = waiting()
    back = edited(story=state, character="Theo", status=Status.ACTIVE)
    assert back.cast == STORY.cast


def test_the_protagonist_stays_and_nobody_is_made_dead():
    with pytest.raises(ProtagonistStaysError):
        edited(character="Mina", status=Status.DEPARTED, confirm=True)
    with pytest.raises(EditRefusedError):
        edited(character="Theo", status=Status.DEAD, confirm=True)


def test_nobody_comes_where_there_is_no_place():
    full = HouseRules(max_active=2)
    with pytest.raises(CastFullError):
        edited(full, character="Garo", status=Status.ACTIVE)
    with pytest.raises(CastFullError):
        edited(full, add_character="Pip")
    assert edited(full, character="Theo", role="sailor")


def test_somebody_new_is_added():
    pip = edited(add_character="「Pip」", role="parrot").cast.members[-1]
    assert pip == Character(name="Pip", role="parrot", joined=8, since=8)
    state = edited(character="Theo", role="cook", add_character="Pip")
    assert [m.role for m in state.cast.members][1::3] == ["cook", ""]
    first = edited(story=sea_story(0), add_character="Pip").cast.members[-1]
    assert first.joined == 1


def test_japanese_names_too():
    story = sea_story(8, Language.JA)
    state = edited(story=story, character="テオさん", rename="テオドール")
    assert state.cast.members[1].aliases == ("テオ",)
    with pytest.raises(NameTakenError):
        edited(story=story, add_character="ミーナ")
    with pytest.raises(NameRefusedError):
        edited(story=story, add_character="みんな")


# Texts -------------------------------------------------------------------------------------------------


def test_texts_are_changed():
    state = edited(summary="They\nsailed. ", situation="They sleep.")
    assert state.reference.summary == "They sailed."
    assert (state.situation.text, state.situation.night) == ("They sleep.", 8)
    assert edited(story=state, summary=" ").reference.summary == ""


def test_what_the_story_rests_on_changes_only_for_sure():
    for wanted in ({"premise": "A balloon flies."}, {"genre": "ballooning"}):
        with pytest.raises(ConfirmationNeededError):
            edited(**wanted)
        reference = edited(**wanted, confirm=True).reference
        ((field, text),) = wanted.items()
        assert getattr(reference, field) == text


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("summary", "x" * 1201),
        ("situation", " "),
        ("situation", "x" * 501),
        ("premise", ""),
        ("premise", "x" * 1001),
        ("genre", "x" * 61),
    ],
)
def test_empty_and_endless_texts_are_refused(field, text):
    with pytest.raises(TextRefusedError) as refused:
        edited(**{field: text}, confirm=True)
    assert refused.value.placeholders["field"] == field


def test_what_still_breaks_a_rule_is_refused_as_a_whole():
    many = replace(
        STORY.cast.named("Theo"), aliases=tuple(f"Alias{n}" for n in range(50))
    )
    story = replace(STORY, cast=STORY.cast.with_member(many))
    with pytest.raises(EditRefusedError) as refused:
        edited(story=story, character="Theo", add_alias="One more", role="cook")
    assert refused.value.placeholders == {
        "reason": "too_many",
        "where": "cast.1.aliases",
    }


def test_nothing_is_no_edit():
    with pytest.raises(NothingToEditError):
        edited()
    with pytest.raises(NothingToEditError):
        edited(character="Theo")
    with pytest.raises(CharacterUnknownError):
        edited(character="Pip", role="cook")


def test_an_edit_says_what_it_was():
    wanted = Edit(character="Theo", role="cook", reason="He\ncooks now.")
    assert edit(STORY, wanted, RULES).detail == {
        "character": "Theo",
        "role": "cook",
        "confirm": False,
        "reason": "He cooks now.",
    }


# Undoing -----------------------------------------------------------------------------------------------


def test_an_undone_state_goes_back_but_for_its_revision():
    before = sea_story(7)
    state = undo(STORY, before)
    assert state.revision == STORY.revision + 1
    assert replace(state, revision=before.revision) == before
