"""An exported story comes back as it was, and nothing else comes in with it."""

import copy
import json
import time
from datetime import UTC, datetime

import pytest

from custom_components.mirae_story.story.chapters import Chapter, Maker
from custom_components.mirae_story.story.errors import (
    ImportNewerError,
    ImportRefusedError,
    ImportTooBigError,
)
from custom_components.mirae_story.story.exported import export_story
from custom_components.mirae_story.story.imported import (
    MAX_BYTES,
    MAX_TEXT,
    read_export,
)
from custom_components.mirae_story.story.model import (
    DeathPolicy,
    HouseRules,
    Standing,
)
from custom_components.mirae_story.story.replay import (
    BEGUN,
    REVIEWED,
    TOLD,
    Step,
    reviewed_detail,
    told_detail,
    whole_detail,
)
from custom_components.mirae_story.story.state import canonical_json, state_to_dict
from tests.store.nights import first_state, long_story

AT = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
RULES = HouseRules(
    death_policy=DeathPolicy.ASK, minutes=3, foreign_words=("robot", "戦争")
)


def step(kind, detail, state):
    return Step(
        story_id=state.story_id,
        revision=state.revision,
        kind=kind,
        night=state.night,
        at=AT,
        detail=detail,
        state=canonical_json(state_to_dict(state)),
    )


def life(nights=9):
    """The nights and steps of a story."""
    begun = first_state()
    told, steps = (
        list(long_story(nights, begun)),
        [step(BEGUN, whole_detail(begun), begun)],
    )
    for night in told:
        steps.append(step(TOLD, told_detail(night.told_state, 1), night.told_state))
        steps.append(
            step(REVIEWED, reviewed_detail(night.state, night.decisions), night.state)
        )
    return told[-1].state, [night.noted for night in told], steps


STATE, EPISODES, STEPS = life()
CHAPTERS = (
    Chapter(
        number=1,
        source="abc",
        text="They sailed.",
        made_by=Maker.MODEL,
        book="They sailed far.",
        book_made_by=Maker.CODE,
    ),
)


@pytest.fixture
def data():
    """An exported story, to be spoiled."""
    return json.loads(
        json.dumps(export_story(STATE, RULES, EPISODES, STEPS, CHAPTERS, AT))
    )


def read(data):
    return read_export(json.dumps(data).encode())


def test_a_story_comes_back_as_it_was(data):
    imported = read(data)
    assert imported.state == STATE
    assert imported.rules == RULES
    assert [night.episode for night in imported.nights] == EPISODES
    assert [night.revision for night in imported.nights] == list(range(2, 20, 2))
    assert list(imported.steps) == STEPS
    assert imported.chapters == CHAPTERS
    assert imported.refused == ()
    assert read_export(b"\xef\xbb\xbf" + json.dumps(data).encode()) == imported


def test_a_story_comes_back_under_another_id(data):
    imported = read(data).renamed("01JNEW00000000000000000000")
    ids = {imported.state.story_id}
    ids |= {night.episode.story_id for night in imported.nights}
    ids |= {each.story_id for each in imported.steps}
    ids |= {json.loads(each.state)["story_id"] for each in imported.steps}
    assert ids == {"01JNEW00000000000000000000"}
    assert STATE.story_id not in str(imported)
    export = export_story(
        imported.state,
        imported.rules,
        [night.episode for night in imported.nights],
        imported.steps,
        imported.chapters,
        AT,
    )
    assert read(json.loads(json.dumps(export))) == imported


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "not_json"),
        (b"\xff\xfe", "not_json"),
        (b"{", "not_json"),
        (b"[]", "not_a_story"),
        (b'"mirae_story"', "not_a_story"),
        (b'{"format": "other"}', "not_a_story"),
        (b'{"format": "mirae_story"}', "format_version"),
        (b'{"format": "mirae_story", "format_version": true}', "format_version"),
        (b'{"format": "mirae_story", "format_version": 0}', "format_version"),
        (
            b'{"format": "mirae_story", "format_version": 1}',
            "not_an_object: state",
        ),
    ],
)
def test_what_is_no_story_is_refused(raw, reason):
    with pytest.raises(ImportRefusedError) as refused:
        read_export(raw)
    assert refused.value.placeholders == {"reason": reason}


def test_a_newer_file_is_refused(data):
    with pytest.raises(ImportNewerError):
        read(data | {"format_version": 2})


@pytest.mark.parametrize(
    "raw",
    [
        b" " * (MAX_BYTES + 1),
        b"[" * 1_000_001,
        b"[" * 500_000 + b"]" * 500_000,
        b"[" + b"1.5," * 2_000_001 + b"0]",
        b'{"format": "mirae_story", "x": ' + b"[" * 200 + b"]" * 200 + b"}",
        b'{"format": "mirae_story", "x": ' + b'{"y":' * 60 + b"0" + b"}" * 61,
    ],
    ids=["big", "brackets", "nested", "values", "deep", "deep objects"],
)
def test_monstrous_files_are_refused_at_once(raw):
    started = time.perf_counter()
    with pytest.raises(ImportTooBigError):
        read_export(raw)
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"night": -1}, "out_of_range: night"),
        ({"night": "9"}, "wrong_type: state.night"),
        ({"cast": []}, "no_protagonist: cast"),
        ({"title": "x" * 501}, "too_long: title"),
        ({"surprise": 1}, "unknown_field: state"),
    ],
)
def test_a_state_that_breaks_a_rule_is_refused(data, change, reason):
    data["state"] |= change
    with pytest.raises(ImportRefusedError) as refused:
        read(data)
    assert refused.value.placeholders == {"reason": reason}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda steps: steps.pop(),
        lambda steps: steps.pop(0),
        lambda steps: steps.pop(4),
        lambda steps: steps.clear(),
        lambda steps: steps.insert(0, 7),
        lambda steps: steps[3].update(revision=99),
        lambda steps: steps[3].update(night=7),
        lambda steps: steps[3].update(kind="danced"),
        lambda steps: steps[3].update(kind=3),
        lambda steps: steps[3].update(at="yesterday"),
        lambda steps: steps[3].update(at="2026-01-01T12:00:00"),
        lambda steps: steps[3].update(detail=[]),
        lambda steps: steps[3]["detail"].update(night="three"),
        lambda steps: steps[2]["detail"].update(decisions=[3]),
        lambda steps: steps[2]["detail"].update(summary=None),
        lambda steps: steps[0]["detail"]["state"].update(story_id="other"),
        lambda steps: steps[0]["detail"]["state"].update(cast=[]),
        lambda steps: steps.append(copy.deepcopy(steps[-1])),
    ],
)
def test_steps_that_do_not_lead_to_the_state_are_left_out(data, spoil):
    spoil(data["steps"])
    imported = read(data)
    assert imported.steps == ()
    assert imported.refused == ("steps",)
    assert [night.episode for night in imported.nights] == EPISODES
    assert {night.revision for night in imported.nights} == {0}


@pytest.mark.parametrize(
    "spoil",
    [
        {"night": 0},
        {"night": True},
        {"night": 10**12},
        {"version": 2},
        {"standing": "odd"},
        {"prose": 7},
        {"prose": "x" * (MAX_TEXT + 1)},
        {"prose": "\ud800"},
        {"told_on": "someday"},
        {"told_on": 5},
        {"told_at": "2026-01-01T12:00:00"},
        {"notes": "lost"},
        {"calm_ending": 1},
        {"retellings": -1},
        {"prose_s": "long"},
        {"prose_s": True},
        {"prose_s": -1},
        {"prose_s": float("nan")},
        {"prose_s": 10**400},
        {"decisions": {}},
        {"decisions": [7]},
        {"decisions": [{"name": "Mina"}]},
    ],
)
def test_a_night_that_is_not_whole_is_left_out_and_named(data, spoil):
    data["episodes"][4] |= spoil
    imported = read(data)
    assert [night.episode.night for night in imported.nights] == [
        *(1, 2, 3, 4),
        *(6, 7, 8, 9),
    ]
    (place,) = imported.refused
    night = data["episodes"][4]["night"]
    assert place == (
        "episodes.4"
        if night is True
        else f"night {night}, version {data['episodes'][4]['version']}"
    )


@pytest.mark.parametrize("field", ["prose", "lead", "recap"])
@pytest.mark.parametrize(
    "text",
    [
        "Mina slept. <script>alert(1)</script> Theo slept.",
        "Mina slept. Call 555-0134 now. Theo slept.",
        "Mina wrote to mina@example.com at once.",
    ],
)
def test_what_may_not_be_heard_is_left_out(data, field, text):
    data["episodes"][2][field] = text
    assert read(data).refused == ("night 3, version 1",)
    data["episodes"][2]["standing"] = "void"
    assert read(data).refused == ()


def test_odd_decisions_spoil_a_night(data):
    for field, value in (("name", 5), ("role", None), ("night", "x"), ("reason", "?")):
        spoiled = copy.deepcopy(data)
        episode = next(e for e in spoiled["episodes"] if e["decisions"])
        episode["decisions"][0][field] = value
        assert len(read(spoiled).refused) == 1


def test_a_night_counts_once_and_only_if_it_was_told(data):
    twice = data["episodes"][2] | {"version": 2}
    ahead = data["episodes"][8] | {"night": 10}
    void = ahead | {"standing": Standing.VOID}
    after = ahead | {"version": 2, "standing": Standing.VOID}
    data["episodes"] += [twice, ahead, void, after, 5, None]
    imported = read(data)
    assert imported.refused == (
        "night 3, version 2",
        "night 10, version 1",
        "episodes.13",
        "episodes.14",
    )
    assert [n.episode.version for n in imported.nights if n.episode.night == 10] == [
        1,
        2,
    ]


@pytest.mark.parametrize("what", ["rules", "episodes", "steps", "chapters"])
@pytest.mark.parametrize("value", [None, 5, "x", {"a": 1}])
def test_a_part_of_the_wrong_shape_is_left_out(data, what, value):
    imported = read(data | {what: value})
    assert imported.refused == (what,)
    assert imported.state == STATE


@pytest.mark.parametrize(
    "spoil",
    [
        {"number": 0},
        {"source": None},
        {"text": "x" * 301},
        {"book": "x" * 901},
        {"made_by": "nobody"},
    ],
)
def test_chapters_that_are_not_whole_are_left_out(data, spoil):
    data["chapters"][0] |= spoil
    imported = read(data)
    assert (imported.chapters, imported.refused) == ((), ("chapters",))


def test_a_chapter_that_stands_there_twice_is_one(data):
    data["chapters"] *= 2
    assert read(data).chapters == CHAPTERS


def test_rules_of_before_there_were_own_words_are_read(data):
    del data["rules"]["foreign_words"]
    assert read(data).rules == HouseRules(death_policy=DeathPolicy.ASK, minutes=3)


@pytest.mark.parametrize(
    "spoil",
    [
        {"minutes": 99},
        {"minutes": None},
        {"max_active": 1},
        {"nights_a_day": 9},
        {"death_policy": "always"},
        {"day_starts_at": "noon"},
        {"day_starts_at": "12:00:00+09:00"},
        {"foreign_words": ["the"]},
        {"foreign_words": [f"w{n}" for n in range(41)]},
        {"foreign_words": "robot"},
        {"foreign_words": [1]},
    ],
)
def test_rules_that_no_family_can_choose_are_left_out(data, spoil):
    data["rules"] |= spoil
    imported = read(data)
    assert imported.refused == ("rules",)
    assert imported.rules == HouseRules()


def test_hundreds_of_nights_are_read_in_time():
    state, episodes, steps = life(300)
    raw = json.dumps(export_story(state, RULES, episodes, steps, (), AT)).encode()
    started = time.perf_counter()
    imported = read_export(raw)
    assert len(imported.nights) == 300
    assert imported.refused == ()
    assert time.perf_counter() - started < 10
