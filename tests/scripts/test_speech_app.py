"""The app (add-on) of the speech server: its files agree with the server and one another."""

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import wyoming_whisper
from wyoming_whisper.options import Options, read_options

ROOT = Path(__file__).parents[2]
APP = ROOT / "wyoming_whisper"
CONFIG = yaml.safe_load((APP / "config.yaml").read_text("utf-8"))
OPTIONS = {option.name for option in dataclasses.fields(Options)}


def test_repository_and_app_are_what_the_supervisor_asks_for():
    repository = yaml.safe_load((ROOT / "repository.yaml").read_text("utf-8"))
    assert repository["name"]
    assert CONFIG["url"] == repository["url"]
    assert CONFIG["version"] == wyoming_whisper.__version__
    assert CONFIG["discovery"] == ["wyoming"]
    assert set(CONFIG["arch"]) == {"aarch64", "amd64"}
    found = [
        path for path in ROOT.glob("*/config.*") if path.suffix in {".yaml", ".json"}
    ]
    assert found == [APP / "config.yaml"], (
        "the Supervisor takes each of these for an app"
    )


def test_every_option_of_the_page_is_one_of_the_server():
    assert set(CONFIG["schema"]) <= OPTIONS
    assert set(CONFIG["options"]) <= set(CONFIG["schema"])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_option_of_the_page_is_explained(language: str):
    path = APP / "translations" / f"{language}.yaml"
    told: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    assert set(told["configuration"]) == set(CONFIG["schema"])
    assert all(
        text["name"] and text["description"] for text in told["configuration"].values()
    )
    assert set(told["network"]) == set(CONFIG["ports"])


def test_the_image_holds_what_the_server_needs():
    recipe = (APP / "Dockerfile").read_text("utf-8")
    assert "--only-binary :all:" in recipe
    assert recipe.rstrip().endswith('CMD ["python", "-m", "wyoming_whisper.app"]')
    left_out = (APP / ".dockerignore").read_text("utf-8").split()
    packaged = tomllib.loads((APP / "pyproject.toml").read_text("utf-8"))
    data = packaged["tool"]["setuptools"]["package-data"]["wyoming_whisper"]
    for pattern in data:
        assert list(APP.glob(pattern)), pattern
        assert pattern.partition("/")[0] not in left_out


def test_the_example_options_are_read():
    path = APP / "packaging" / "wyoming-whisper.toml"
    options, _ = read_options(["--config", str(path)], {})
    assert options.served == ("ja", "en")
    assert options.zeroconf == "wyoming-whisper"


def test_the_pins_of_the_tests_are_within_what_the_package_asks_for():
    asked = tomllib.loads((APP / "pyproject.toml").read_text("utf-8"))["project"]
    pinned = (ROOT / "requirements" / "ear.in").read_text("utf-8")
    for name in ("faster-whisper", "onnxruntime", "soxr", "wyoming"):
        assert f"{name}==" in pinned
        assert any(line.startswith(name) for line in asked["dependencies"])
