"""Models that are whole, that are not, and what is measured of them."""

import json
import os
import shutil

import pytest
from wyoming_whisper.calibration import calibrate
from wyoming_whisper.errors import EarError, ModelError
from wyoming_whisper.model import best_threads, check_whole, find, stored, window_files
from wyoming_whisper.options import default_beam, default_model

from conftest import MODEL, make_ear  # isort: skip


@pytest.fixture
def copy(tmp_path):
    folder = tmp_path / "base"
    folder.mkdir()
    for part in MODEL.iterdir():
        if part.suffix != ".json" or part.name != "wyoming-whisper.json":
            (folder / part.name).symlink_to(part)
    return folder


def test_a_whole_model_is_found_and_taken(copy):
    check_whole(copy, "base")
    assert find(str(copy), offline=True) == copy


@pytest.mark.parametrize("part", ["config.json", "model.bin", "tokenizer.json"])
def test_a_model_without_a_part_is_refused_by_name(copy, part):
    (copy / part).unlink()
    with pytest.raises(ModelError, match=rf"base .* not complete: no {part}"):
        check_whole(copy, "base")


def test_a_model_without_a_vocabulary_is_refused(copy):
    (copy / "vocabulary.json").unlink()
    with pytest.raises(ModelError, match="no vocabulary"):
        check_whole(copy, "base")


@pytest.mark.parametrize("size", [0, 3, 1000, 100_000_000])
def test_half_a_model_is_refused_with_its_size(copy, size):
    whole = (copy / "model.bin").resolve()
    (copy / "model.bin").unlink()
    with whole.open("rb") as source, (copy / "model.bin").open("wb") as half:
        half.write(source.read(size))
    with pytest.raises(ModelError, match=f"{size:,} bytes"):
        check_whole(copy, "base")


def test_weights_that_are_none_are_refused(copy):
    (copy / "model.bin").unlink()
    (copy / "model.bin").write_bytes(b"\xff" * 4096)
    with pytest.raises(ModelError, match="not complete"):
        check_whole(copy, "base")


def test_a_model_that_is_not_there(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(ModelError, match="no model folder"):
        find("/nowhere/base", offline=True)
    with pytest.raises(ModelError, match="not on this machine"):
        find("base", offline=True)
    with pytest.raises(ModelError, match="Invalid model size"):
        find("gigantic", offline=True)


def test_languages_must_be_known_to_the_model():
    with pytest.raises(ModelError, match="knows none of the languages xx"):
        make_ear("--languages", "xx")


def test_few_cores_get_one_thread(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert best_threads(2, {}) == 1
    assert best_threads(2, {"cores": 2, "threads": 2}) == 2
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert best_threads(0, {}) == 4
    assert best_threads(2, {}) == 2
    assert best_threads(0, {"cores": 2, "threads": 1}) == 4


def test_defaults_suit_the_machine(monkeypatch):
    assert default_model() in {"base", "tiny"}
    monkeypatch.setattr(os, "sysconf", lambda _: 1024)
    assert default_model() == "tiny"

    def unknown(_):
        raise ValueError

    monkeypatch.setattr(os, "sysconf", unknown)
    assert default_model() == "base"
    for machine, beam in (("aarch64", 2), ("x86_64", 5)):
        monkeypatch.setattr("platform.machine", lambda machine=machine: machine)
        assert default_beam() == beam


def test_calibration_is_kept_and_used(copy, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("wyoming_whisper.calibration.CANDIDATES", (9.0, 30.0))
    monkeypatch.setattr("wyoming_whisper.calibration.ROUNDS", 1)
    ear = make_ear(model=copy)
    assert ear.model.size == "base"
    assert ear.model.window == 10
    manifest = tmp_path / "clips.tsv"
    manifest.write_text("# nothing\n", "utf-8")
    with pytest.raises(EarError, match="has no clips"):
        calibrate(ear, str(manifest))
    assert calibrate(ear, "") == 0
    assert "smallest window 9 s" in capsys.readouterr().out
    assert json.loads((copy / "wyoming-whisper.json").read_text("utf-8"))["window"] == 9
    assert make_ear(model=copy).model.window == 9


def test_a_model_folder_that_cannot_be_written(copy, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    inside, outside = window_files(copy, "a/b")
    assert inside.parent == copy
    outside.parent.mkdir(parents=True)
    outside.write_text('{"window": 12}', "utf-8")
    inside.write_text("[]", "utf-8")
    assert stored(copy, "a/b") == {"window": 12}
    shutil.rmtree(tmp_path / "state")
    inside.write_text("broken", "utf-8")
    assert stored(copy, "a/b") == {}
