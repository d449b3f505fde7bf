"""Facts that are written down twice stay equal, and what others demand of the files holds."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

import wyoming_whisper

ROOT = Path(__file__).parents[2]
MANIFEST = json.loads(
    (ROOT / "custom_components" / "mirae_story" / "manifest.json").read_text("utf-8")
)


def pins(name: str) -> set[str]:
    text = (ROOT / "requirements" / name).read_text("utf-8")
    return set(re.findall(r"^[\w.-]+==[^\s;\\]+", text, re.MULTILINE))


def test_tests_run_with_the_versions_that_homes_get():
    pinned = {r for r in MANIFEST["requirements"] if ">=" not in r}
    assert pinned <= pins("test.txt")
    # Of the others Home Assistant has its own version.
    assert set(MANIFEST["requirements"]) - pinned == {"numpy>=2.0"}


@pytest.mark.parametrize("name", ["test", "model", "uv", "ear", "ear_model"])
def test_every_requirement_is_compiled_with_hashes(name: str):
    wanted = (ROOT / "requirements" / f"{name}.in").read_text("utf-8")
    compiled = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    for line in wanted.splitlines():
        if line and not line.startswith("#"):
            assert re.search(
                rf"^{re.escape(line)}\b", compiled, re.MULTILINE | re.IGNORECASE
            ), line
    entries = re.split(r"^(?=\S)", compiled, flags=re.MULTILINE)[1:]
    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)


def test_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == MANIFEST["version"] == wyoming_whisper.__version__


def test_hacs_knows_every_key():
    hacs = json.loads((ROOT / "hacs.json").read_text("utf-8"))
    assert hacs == {
        "name": MANIFEST["name"],
        "homeassistant": "2026.10.0",
        "render_readme": True,
    }


@pytest.mark.parametrize(
    "workflow",
    sorted((ROOT / ".github" / "workflows").glob("*.yml")),
    ids=lambda p: p.name,
)
def test_workflows_pin_their_actions_and_ask_for_little(workflow: Path):
    text = workflow.read_text("utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert used
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # \S+", use) for use in used)
    parsed = yaml.safe_load(text)
    assert parsed["permissions"] == {}
    for job in parsed["jobs"].values():
        assert job.get("permissions", {"contents": "read"}) == {"contents": "read"}


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_readme_leads_to_files_that_are_there(name: str):
    text = (ROOT / name).read_text("utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert links
    assert all((ROOT / link).exists() for link in links)


@pytest.mark.parametrize(
    ("name", "language"), [("README.md", "en"), ("README.ja.md", "ja")]
)
def test_readme_explains_every_field_by_its_name(name: str, language: str):
    text = (ROOT / name).read_text("utf-8")
    path = (
        ROOT / "custom_components" / "mirae_story" / "translations" / f"{language}.json"
    )
    texts = json.loads(path.read_text("utf-8"))
    steps = texts["config"]["step"] | texts["options"]["step"]
    for step in ("server", "model", "language", "starter", "details", "rules", "init"):
        fields = dict(steps[step]["data"])
        for section in steps[step].get("sections", {}).values():
            fields |= section["data"]
        for label in fields.values():
            assert f"**{label}**" in text, (step, label)
