"""The reader's limits hold for every hostile shape, and a slow reader is told."""

import json

import pytest

from benchmarks import reader
from custom_components.mirae_story.servers.repair import repair_json
from custom_components.mirae_story.servers.thinking import without_thinking
from custom_components.mirae_story.story.notes import read_notes

SHAPES = reader.shapes()


@pytest.mark.parametrize("name", SHAPES)
def test_a_hostile_shape_is_read_in_bounded_time(name):
    # What a busy machine takes for it is no matter: a reader that is not linear takes seconds.
    assert reader.measure(SHAPES[name]) < 10 * reader.MOST_MS


def test_the_shapes_are_as_large_as_they_claim():
    sizes = {name: len(reply) for name, reply in SHAPES.items()}
    assert min(sizes.values()) >= reader.BRACKETS
    assert sum(size >= reader.SIZE for size in sizes.values()) >= 50


def test_large_valid_notes_are_read_as_far_as_they_are_looked_at():
    valid = reader.valid_notes()
    assert len(json.loads(valid)["joined"]) > 20_000
    notes = read_notes(without_thinking(valid), repair_json)
    assert notes.usable
    assert [each.name for each in notes.proposals] == ["Pip"]


def test_the_reader_is_measured(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(reader, "shapes", lambda: {"quotes": '"' * 1000})
    path = tmp_path / "reader.json"
    assert reader.main(["--json", str(path)]) == 0
    report = json.loads(path.read_text(encoding="utf-8"))
    assert set(report["ms"]) == {"quotes", "valid"}
    assert report["max_ms"] == report["ms"][report["worst"]]
    assert capsys.readouterr().out.splitlines()[-1].startswith("slowest of 2 shapes")


@pytest.mark.parametrize("limit", ["MOST_MS", "MOST_RATIO"])
def test_a_slow_reader_misses_the_limit(limit, monkeypatch):
    monkeypatch.setattr(reader, "shapes", lambda: {"quotes": '"' * 1000})
    monkeypatch.setattr(reader, limit, 0.0)
    assert reader.main([]) == 1
