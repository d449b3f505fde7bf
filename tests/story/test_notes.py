"""Reading the model's notes, whatever shape they came in."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_components.mirae_story.servers.repair import repair_json
from custom_components.mirae_story.story.model import Change, Notes
from custom_components.mirae_story.story.notes import NOTES_SCHEMA, read_notes


def read(raw):
    return read_notes(raw, repair_json)


def names(notes, change=Change.JOINED):
    return [each.name for each in notes.proposals if each.change is change]


def test_the_shape_that_is_asked_for():
    notes = read(
        json.dumps(
            {
                "joined": [{"name": "Pip", "role": "robin"}],
                "left": [{"name": "Otto", "reason": "moved away"}],
                "died": [{"name": "Finn", "how": "old age"}],
                "title": "The Robin",
                "recap": "A robin came.",
                "summary": "A robin lives here now.",
                "situation": "All are asleep.",
            }
        )
    )

    assert [(p.name, p.change, p.role, p.detail) for p in notes.proposals] == [
        ("Pip", Change.JOINED, "robin", ""),
        ("Otto", Change.LEFT, "", "moved away"),
        ("Finn", Change.DIED, "", "old age"),
    ]
    assert (notes.title, notes.recap) == ("The Robin", "A robin came.")
    assert (notes.summary, notes.situation) == (
        "A robin lives here now.",
        "All are asleep.",
    )
    assert notes.usable
    assert not notes.repaired


@pytest.mark.parametrize(
    "raw",
    [
        '{"joined": ["Pip"]}',
        '```json\n{"joined": ["Pip"]}\n```',
        'Sure! Here it is: {"joined": ["Pip"]} Bye {"x": 1}',
        '﻿{"joined": ["Pip"]}',
        '{Wick, Bram} {"joined": ["Pip"]}',
        '<think>{"joined": ["Rex"]}</think>{"joined": ["Pip"]}',
        'thinking {"joined": ["Rex"]}</think>{"joined": ["Pip"]}',
        '<THINK>a</THINK><reasoning>{"died": ["Rex"]}</reasoning>{"joined": ["Pip"]}',
        '{"notes": {"joined": ["Pip"]}}',
        '{"ok": "yes", "notes": {"joined": ["Pip"]}}',
        '[{"joined": ["Pip"]}]',
        '{"Joined ": ["Pip"]}',
        '{"joined": "Pip"}',
        '{"joined": {"Pip": "robin"}}',
        '{"joined": {"name": "Pip", "role": "robin"}}',
        '{"joined": [{"Pip": "robin"}]}',
        '{"joined": [{"name": "Pip"}, {"name": NaN}, 42, null, ["Rex"], {"name": ["Rex"]}]}',
        '{"joined": [{"name": "Pip"}, {"name": "A", "name": "B"}]}',
        '{"joined": ["Pip", "PIP", "Pip"]}',
        '{"night": NaN, "x": Infinity, "joined": ["Pip"], "n": ' + "9" * 5000 + "}",
        '{"type": "object", "properties": {}, "joined": ["Pip"]}',
        '{"joined": ["Rex"]} {"joined": ["Pip"], "left": [], "summary": "x"}',
    ],
)
def test_these_are_fine_as_received(raw):
    notes = read(raw)

    assert names(notes) == ["Pip"]
    assert notes.usable
    assert not notes.repaired


@pytest.mark.parametrize(
    "raw",
    [
        '{"joined": ["Pip",],}',
        "{'joined': ['Pip']}",
        "｛“joined”：［“Pip”］｝",
        '{"joined": ["Pip"]',
        '{"joined": ["Pip", "Re',
        '{"meta": {"summary": "x"}, "joined": ["Pip"],}',
        '{Wick, Bram} {"joined": ["Pip"],}',
        '{"joined": ["Pip"], "summary": "a\nb"}',
        '{"notes": {"joined": ["Pip"]}',
        '{"joined": ["Pip"], "summary": "' + "x" * 1_000_000 + '"}',
    ],
)
def test_these_need_repair(raw):
    notes = read(raw)

    assert names(notes) == ["Pip"]
    assert notes.usable
    assert notes.repaired


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "  \n ```json\n```",
        "今夜はだれも来ませんでした。",
        "{}",
        '{"x": 1}',
        '"x"',
        '{"summary": "cut o',
        '<think>{"joined": ["Pip"]}',
        '{"type": "object", "properties": {"joined": {"type": "array"}}}',
        '{"properties": {"joined": {"type": "array"}}, "required": ["joined"]}',
        '{"joined": {"type": "array", "items": {}}, "summary": {"type": "string"}}',
        '{"a": {"joined": ["Pip"]}, "b": {"joined": ["Rex"]}}',
        '{"joined": ["Pip"], "x": ' + "[" * 40 + "]" * 40 + "}",
        "[" * 100_000,
        "{" * 100_000,
        '{"a":' * 100_000,
        '{"joined": ["Pip"], "x": ' + "[" * 100_000,
        '{"a" 1} {"b" 2} {"c" 3} {"joined": ["Pip"]}',
    ],
)
def test_these_are_no_notes(raw):
    assert read(raw) == Notes()


def test_a_death_counts_only_if_every_copy_of_the_list_has_it():
    notes = read('{"died": ["Pip", {"name": "Rex", "how": "x"}], "Died": ["rex"]}')

    assert names(notes, Change.DIED) == ["Rex"]
    assert names(read('{"died": ["Pip"], "died": []}'), Change.DIED) == []


def test_a_map_that_says_false_proposes_nothing():
    notes = read('{"left": {"Pip": false, "Rex": null, "Otto": {"reason": "went"}}}')

    assert [(p.name, p.detail) for p in notes.proposals] == [
        ("Rex", ""),
        ("Otto", "went"),
    ]


def test_a_type_among_the_entries_is_no_name():
    assert names(read('{"joined": [{"type": "object"}, "Pip"]}')) == ["Pip"]


def test_texts_can_be_stored():
    notes = read(
        '{"joined": ["Pip\\ud83d"], "summary": "a\\u0000b\\ud83d\\r\\nc\\ud83d\\ude00", '
        '"title": "x", "title": 4}'
    )

    assert names(notes) == ["Pip"]
    assert notes.summary == "ab\nc😀"
    assert notes.title == "x"
    notes.summary.encode()


def test_what_is_said_of_the_protagonist_is_kept_apart():
    notes = read(
        '{"protagonist": {"name": "Ken"}, "renamed": [{"from": "Mina", "to": ["Ken", 4]}]}'
    )

    assert not notes.usable
    notes = read(
        '{"protagonist": {"name": "Ken"}, "renamed": [{"from": "Mina", "to": ["Ken", 4]}], "left": []}'
    )
    assert notes.protagonist == "Ken"
    assert {"Mina", "Ken"} <= set(notes.renamed)


def test_a_list_is_looked_at_only_so_far():
    many = json.dumps({"joined": [f"Pip {index}" for index in range(500)]})

    assert len(read(many).proposals) == 100


def test_the_schema_asks_for_every_key():
    assert set(NOTES_SCHEMA["required"]) == set(NOTES_SCHEMA["properties"])
    json.dumps(NOTES_SCHEMA)


@pytest.mark.parametrize(
    "raw",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "x" * 1_000_000,
        "<think>" * 150_000,
        '{"' * 500_000,
    ],
)
def test_time_is_bounded(raw):
    started = time.perf_counter()
    read(raw)

    assert time.perf_counter() - started < 0.5


def test_nesting_that_is_too_deep_for_the_stack_is_no_notes(monkeypatch):
    def refuse(*_):
        raise RecursionError

    monkeypatch.setattr(json.JSONDecoder, "raw_decode", refuse)
    assert read('{"title": "x"}') == Notes()


@given(st.text(max_size=200))
def test_no_reply_raises(raw):
    assert isinstance(read(raw), Notes)


@given(
    st.dictionaries(
        st.sampled_from(
            ["joined", "left", "died", "summary", "x", "protagonist", "renamed"]
        ),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(max_size=10),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text(max_size=6), inner, max_size=3)
            ),
            max_leaves=8,
        ),
    ),
    st.integers(0, 200),
)
def test_no_values_raise_however_they_are_cut(value, cut):
    raw = json.dumps(value)

    for text in (raw, raw[:cut]):
        for proposal in read(text).proposals:
            proposal.name.encode()
