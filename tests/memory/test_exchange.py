"""What comes back into a memory is read, or refused with its reason."""

import pytest

from custom_components.mirae_story.memory import exchange
from custom_components.mirae_story.memory.exchange import (
    FORMAT,
    FORMAT_VERSION,
    LONGEST_TEXT,
    imported,
)

GOOD = {"question": "Q", "answer": "A", "at": "2026-11-01T20:00:00+09:00"}


def document(*entries, **other):
    return {"format": FORMAT, "version": FORMAT_VERSION, "turns": list(entries)} | other


@pytest.mark.parametrize(
    ("data", "unreadable"),
    [
        (None, "not_a_memory"),
        ([], "not_a_memory"),
        ({"turns": []}, "not_a_memory"),
        (document(version=FORMAT_VERSION + 1), "newer"),
        (document(turns="all"), "not_a_memory"),
    ],
)
def test_what_is_no_memory_is_told(data, unreadable):
    turns, report = imported("home", data)
    assert turns == []
    assert report.unreadable == unreadable


def test_too_many_turns_are_not_read(monkeypatch):
    monkeypatch.setattr(exchange, "MOST_TURNS", 1)
    assert imported("home", document(GOOD, GOOD))[1].unreadable == "too_many"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("text", "not_an_entry"),
        (GOOD | {"question": 5}, "question"),
        (GOOD | {"question": "x" * (LONGEST_TEXT + 1)}, "question"),
        (GOOD | {"question": " ", "answer": ""}, "question"),
        (GOOD | {"at": 5}, "at"),
        (GOOD | {"at": "yesterday"}, "at"),
        (GOOD | {"at": "2026-11-01T20:00:00"}, "at"),
        (GOOD | {"at": "0001-01-01T00:00:00+00:00"}, "at"),
        (GOOD | {"at": "x" * 100}, "at"),
    ],
)
def test_an_entry_is_refused_with_what_is_wrong_of_it(entry, reason):
    turns, report = imported("home", document(GOOD, entry))
    assert [turn.question for turn in turns] == ["Q"]
    assert [(each.index, each.reason) for each in report.refused] == [(1, reason)]
