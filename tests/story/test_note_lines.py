"""Notes in plain lines."""

import time

import pytest

from custom_components.mirae_story.servers.repair import repair_json
from custom_components.mirae_story.story.model import Change
from custom_components.mirae_story.story.notes import read_notes

EN = """\
Sure, here are the lines:
joined: Pip - ship's boy
joined: Sir Basil – knight
left: Otto - moved away
died: none
title: The Green Lamp
Recap: Mina lit the lamp.
summary: Mina sails: lamp after lamp.
situation: All are asleep."""
JA = """\
加わった：ピップ - 見習い
去った: オットー（なし）
死んだ：なし
題名: 緑の灯り
できごと: ミナは灯りをともしました。
あらすじ: ミナは旅をしています。
場面: みんな眠っています。"""


def read(raw):
    return read_notes(raw, repair_json)


def proposals(notes):
    return [(p.name, p.change, p.role or p.detail) for p in notes.proposals]


def test_english_lines():
    notes = read(EN)
    assert notes.usable
    assert not notes.repaired
    assert proposals(notes) == [
        ("Pip", Change.JOINED, "ship's boy"),
        ("Sir Basil", Change.JOINED, "knight"),
        ("Otto", Change.LEFT, "moved away"),
    ]
    assert (notes.title, notes.recap) == ("The Green Lamp", "Mina lit the lamp.")
    assert notes.summary == "Mina sails: lamp after lamp."
    assert notes.situation == "All are asleep."


def test_japanese_lines():
    notes = read(JA)
    assert proposals(notes)[0][:2] == ("ピップ", Change.JOINED)
    assert notes.proposals[0].role == "見習い"
    assert notes.recap == "ミナは灯りをともしました。"
    assert notes.situation == "みんな眠っています。"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("joined: Pip", [("Pip", "")]),
        ("**Joined:** Pip - boy", [("Pip", "boy")]),
        ("- joined: Anna-Lena - a goat", [("Anna-Lena", "a goat")]),
        ("joined: Pip: boy", [("Pip", "boy")]),
        ("joined:\n- Pip - boy\n* name: Bo", [("Pip", "boy"), ("Bo", "")]),
        ("joined: ピップ－見習い", [("ピップ", "見習い")]),
        ("仲間: ピップ-見習い", [("ピップ", "見習い")]),
        ("joined: NONE.", []),
        ("joined: -", []),
        ("joined:", []),
        ("加わった: いません", []),
        ("joined: (nobody)", []),
    ],
)
def test_ways_of_writing_a_line(line, expected):
    notes = read(f"{line}\nrecap: Mina slept.")
    assert notes.usable
    assert [(p.name, p.role) for p in notes.proposals] == expected


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "I am only a small model.",
        "recap: Mina slept.",
        "joined: Pip\nleft: Bo",
        "title:\nrecap:",
        "Once upon a time Mina left: she went home.",
        '{"joined": [\nrecap: Mina slept.\ntitle: x',
        "- Pip - boy\n- Bo",
    ],
)
def test_what_is_no_notes(raw):
    notes = read(raw)
    assert notes.recap == ""
    assert not [p for p in notes.proposals if raw and not raw.startswith("{")]


@pytest.mark.parametrize(
    "junk", [" ", "-", "- ", "*", ":", " :", "joined:", "x\n", "—"]
)
def test_hostile_lines_are_read_in_bounded_time(junk):
    started = time.perf_counter()
    for raw in (
        f"joined: {junk * 60_000}x",
        f"joined: a{junk * 60_000}x",
        f"joined{junk * 60_000}",
        junk * 60_000 + "joined",
        f"joined: a\n{junk * 60_000}\nrecap: {junk * 60_000}",
    ):
        read(raw)
    assert time.perf_counter() - started < 2


def test_bullets_below_a_text_are_not_names():
    notes = read("recap: Mina slept.\n- Pip\nsituation: All is calm.")
    assert notes.usable
    assert not notes.proposals
