"""What Home Assistant reads beside the code: manifest, translations, icons, services, brand."""

import ast
import json
import re
from pathlib import Path

import pytest
import yaml
from homeassistant.components.brands.const import ALLOWED_IMAGES
from homeassistant.helpers.translation import async_get_translations
from PIL import Image
from pytest_homeassistant_custom_component.common import MockUser

import custom_components.mirae_story as integration
from custom_components.mirae_story import (
    button,
    companion_flow,
    companion_form,
    condition,
    event,
    issues,
    kept,
    options_flow,
    sensor,
    server_form,
    services,
    story_form,
    trigger,
)
from custom_components.mirae_story.const import DOMAIN, EmbedderKind, ServerKind
from custom_components.mirae_story.home import first_state
from custom_components.mirae_story.starters import GENRES, STARTERS
from custom_components.mirae_story.story import errors
from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import (
    DeathPolicy,
    HouseRules,
    Language,
    Outcome,
    Reason,
)
from custom_components.mirae_story.story.names import fold, is_name
from custom_components.mirae_story.story.recap import opening
from custom_components.mirae_story.story_form import (
    MAX_PREMISE,
    MAX_ROLE,
    MAX_TITLE,
    check_details,
)
from tests.flows import details, kept_state

FOLDER = Path(integration.__file__).parent
CORE_KEYS = {"reconfigure_successful"}
"""Reasons that Home Assistant translates itself."""


def read(name):
    return json.loads((FOLDER / name).read_text())


@pytest.fixture(params=["en", "ja"])
def texts(request):
    return read(f"translations/{request.param}.json")


def leaves(tree, path=""):
    """Every text with its dotted key."""
    if isinstance(tree, str):
        yield path, tree
        return
    for key, value in tree.items():
        yield from leaves(value, f"{path}.{key}" if path else key)


def placeholders(text):
    return set(re.findall(r"\{(\w+)\}", text))


def all_errors(error=errors.MiraeError):
    yield error
    for kind in error.__subclasses__():
        yield from all_errors(kind)


ERROR_KEYS = {error.key for error in all_errors()}
SERVER_ERROR_KEYS = {error.key for error in all_errors(errors.ServerError)} - {
    # No server, so no flow of one, meets them.
    errors.EmbedderNotReadyError.key,
    errors.EmbedderMissingError.key,
}


def test_manifest_order():
    manifest = read("manifest.json")
    keys = list(manifest)
    assert keys == ["domain", "name", *sorted(keys[2:])]


def test_manifest_says_what_home_assistant_needs():
    manifest = read("manifest.json")
    assert manifest["domain"] == DOMAIN == FOLDER.name
    assert manifest["single_config_entry"] is True
    assert manifest["config_flow"] is True
    assert manifest["integration_type"] == "service"
    assert manifest["iot_class"] == "local_polling"
    assert "conversation" in manifest["dependencies"]
    for requirement in manifest["requirements"]:
        # Home Assistant itself says which numpy: another pin than its own could not be installed.
        assert "==" in requirement or requirement == "numpy>=2.0"
    project = (FOLDER.parents[1] / "pyproject.toml").read_text()
    assert f'version = "{manifest["version"]}"' in project


def imported_packages():
    """Third-party packages that the integration's modules import."""
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.partition(".")[0]


def test_every_requirement_is_used():
    packages = set(imported_packages())
    for requirement in read("manifest.json")["requirements"]:
        package = re.split("[=>]=", requirement)[0]
        assert package.replace("-", "_") in packages


def test_both_languages_have_the_same_keys():
    english = dict(leaves(read("translations/en.json")))
    japanese = dict(leaves(read("translations/ja.json")))
    assert english.keys() == japanese.keys()


def test_both_languages_name_the_same_placeholders():
    japanese = dict(leaves(read("translations/ja.json")))
    for key, text in leaves(read("translations/en.json")):
        assert placeholders(text) == placeholders(japanese[key]), key


def test_texts_are_sound(texts):
    for key, text in leaves(texts):
        assert text.strip() == text, key
        assert text, key
        assert "://" not in text, f"{key}: addresses are placeholders"
        assert not re.search(r"<[a-z/]", text), f"{key}: no markup"
        assert not re.search(r"'\{\w+\}'", text), f"{key}: no quoted placeholder"


def test_japanese_is_japanese():
    same = {"flow_title", "ollama", "top_p"}
    for key, text in leaves(read("translations/ja.json")):
        if key.rpartition(".")[2] not in same:
            assert re.search(r"[぀-ヿ一-鿿]", text), key


def test_each_error_has_a_text(texts):
    assert texts["exceptions"].keys() == ERROR_KEYS


def test_each_reason_and_outcome_has_a_text(texts):
    selector = texts["selector"]
    assert selector["reason"]["options"].keys() == {r.value for r in Reason}
    assert selector["outcome"]["options"].keys() == {o.value for o in Outcome}


def test_selectors_name_their_options(texts):
    selector = texts["selector"]
    assert selector["kind"]["options"].keys() == {k.value for k in ServerKind}
    assert selector["embedder"]["options"].keys() == {k.value for k in EmbedderKind}
    assert selector["language"]["options"].keys() == {v.value for v in Language}
    assert selector["death_policy"]["options"].keys() == {p.value for p in DeathPolicy}
    assert tuple(selector["genre"]["options"]) == tuple(sorted(GENRES))
    assert selector["starter"]["options"].keys() == {"own"}


def flow_strings(*names):
    """The words that look like keys in these modules."""
    return {
        node.value
        for name in names
        for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[a-z][a-z_]+", node.value)
    }


def steps_of(*names):
    """Steps that these modules show, from their forms, menus and progress."""
    text = "".join((FOLDER / f"{name}.py").read_text() for name in names)
    steps = set(re.findall(r"async def async_step_(\w+)", text))
    return steps - {"user", "speed", "reauth"}


SERVER_MODULES = ("server_steps", "server_form", "server_flow")
COMPANION_MODULES = ("companion_form", "companion_flow", "typed_lines")
STORY_MODULES = (
    "story_steps",
    "story_form",
    "story_flow",
    "typed_lines",
    "kept",
    "story/own_words",
)


def test_each_step_has_a_text(texts):
    config = texts["config"]["step"]
    server = texts["config_subentries"]["server"]["step"]
    story = texts["config_subentries"]["story"]["step"]
    server_steps, story_steps = steps_of("server_steps"), steps_of("story_steps")
    companion = texts["config_subentries"]["companion"]["step"]
    assert companion.keys() == steps_of("companion_flow") | {"user"}
    assert config.keys() == server_steps | story_steps | {"reauth_confirm"}
    assert server.keys() == server_steps
    assert story.keys() == story_steps | {"reconfigure"}


def test_shared_steps_say_the_same_everywhere(texts):
    config = texts["config"]
    for subentry in texts["config_subentries"].values():
        for part in ("step", "error", "progress"):
            shared = subentry.get(part, {}).keys() & config[part].keys()
            for key in shared:
                assert subentry[part][key] == config[part][key]


def test_each_form_error_has_a_text(texts):
    line = {
        f"{what}_{ill}"
        for what in ("title", "genre", "role", "name")
        for ill in ("missing", "too_long")
    }
    used = flow_strings(*SERVER_MODULES, *STORY_MODULES, "config_flow")
    known = texts["config"]["error"].keys()
    assert known >= SERVER_ERROR_KEYS
    assert known - SERVER_ERROR_KEYS - line <= used, "a text that nobody uses"
    server = texts["config_subentries"]["server"]["error"].keys()
    story = texts["config_subentries"]["story"]["error"].keys()
    assert server | story == known
    companion = texts["config_subentries"]["companion"]["error"].keys()
    said = flow_strings(*COMPANION_MODULES)
    whole = {
        f"{w}_{ill}"
        for w in ("companion", "workspace")
        for ill in ("missing", "too_long")
    }
    assert companion - whole <= said, "a text that nobody uses"
    assert companion == whole | {
        "hidden_signs",
        "one_line",
        "prompt_too_long",
        "text_broken",
        "not_confirmed",
    }
    assert server >= SERVER_ERROR_KEYS
    assert story >= line


def test_each_reason_to_end_a_flow_has_a_text(texts):
    parts = {"config": texts["config"], **texts["config_subentries"]}
    modules = {"config": "config_flow", "server": "server_flow", "story": "story_flow"}
    modules["companion"] = "companion_flow"
    for part, module in modules.items():
        source = (FOLDER / f"{module}.py").read_text()
        for reason in re.findall(r'async_abort\(reason="(\w+)"', source):
            assert reason in parts[part]["abort"], reason
    store = {error.key for error in all_errors(errors.StoreError)} - {"turn_not_found"}
    assert store <= texts["config_subentries"]["story"]["abort"].keys()
    assert store <= texts["config_subentries"]["companion"]["abort"].keys()


def test_the_options_have_their_texts(texts):
    options = texts["options"]
    assert options["step"].keys() == steps_of("options_flow")
    assert options["error"].keys() <= flow_strings("options_flow")
    fields, _ = fields_of(options_flow.memory_schema())
    assert options["step"]["init"]["data"].keys() == fields
    assert options["step"]["init"]["data_description"].keys() == fields


def fields_of(schema):
    """Fields of a form, and those of its sections."""
    plain, sections = set(), {}
    for marker, value in schema.schema.items():
        if hasattr(value, "schema") and hasattr(value.schema, "schema"):
            sections[str(marker)] = {str(inner) for inner in value.schema.schema}
        else:
            plain.add(str(marker))
    return plain, sections


def test_each_field_has_a_name_and_a_help(texts):
    voices = [{"value": "tts.a|en", "label": "A"}]
    rules = story_form.rules_schema(age=5, voices=voices, servers=voices, apis=voices)
    forms = {
        "server": server_form.server_schema(kind_is_open=True),
        "model": server_form.model_schema("ollama", ()),
        "language": story_form.language_schema("en"),
        "starter": story_form.starter_schema("en"),
        "details": story_form.details_schema(),
        "rules": rules,
        "resume": kept.kept_schema([kept_state()]),
    }
    steps = texts["config"]["step"] | {
        "reconfigure": texts["config_subentries"]["story"]["step"]["reconfigure"]
    }
    forms["reconfigure"] = story_form.change_schema(rules)
    for step, schema in forms.items():
        plain, sections = fields_of(schema)
        assert steps[step]["data"].keys() == plain, step
        assert steps[step]["data_description"].keys() == plain, step
        told = steps[step].get("sections", {})
        assert told.keys() == sections.keys()
        for section, fields in sections.items():
            assert told[section]["data"].keys() == fields
            assert told[section]["data_description"].keys() == fields


def test_each_field_of_a_companion_has_a_name_and_a_help(texts):
    user = MockUser(id="a", name="Ken", is_owner=True)
    servers = [{"value": "a", "label": "A"}]
    forms = {
        "user": companion_form.who_schema([user]),
        "settings": companion_form.settings_schema(servers, ["Tama"], servers),
        "change": companion_form.settings_schema(
            servers, ["Tama"], servers, renamed=True
        ),
        "wipe": companion_flow.wipe_schema(),
    }
    steps = texts["config_subentries"]["companion"]["step"]
    for step, schema in forms.items():
        plain, sections = fields_of(schema)
        assert steps[step]["data"].keys() == plain, step
        assert steps[step]["data_description"].keys() == plain, step
        for section, fields in sections.items():
            told = steps[step]["sections"][section]
            assert told["data"].keys() == told["data_description"].keys() == fields


def test_entities_and_their_icons_are_named(texts):
    icons = read("icons.json")["entity"]
    keys = {
        "sensor": {description.key for description in sensor.SENSORS},
        "event": {"episode"},
        "switch": {"temporary_mode", "approval"},
        "binary_sensor": {"ready"},
        "button": {description.key for description in button.BUTTONS},
        "todo": {"wishes"},
    }
    assert {p: set(e) for p, e in texts["entity"].items()} == keys
    assert {p: set(e) for p, e in icons.items()} == keys
    types = texts["entity"]["event"]["episode"]["state_attributes"]["event_type"]
    assert types["state"].keys() == {happening.value for happening in event._SHOWN}


def test_services_match_what_is_registered(hass, texts):
    services.async_register_services(hass)
    registered = hass.services.async_services()[DOMAIN]
    described = yaml.safe_load((FOLDER / "services.yaml").read_text())
    assert described.keys() == registered.keys()
    assert texts["services"].keys() == registered.keys()
    assert read("icons.json")["services"].keys() == registered.keys()
    for name, service in registered.items():
        fields = {str(marker) for marker in service.schema.schema}
        assert described[name]["fields"].keys() == fields
        assert texts["services"][name]["fields"].keys() == fields


def test_triggers_and_conditions_are_described_and_named(texts):
    icons = read("icons.json")
    for kind, offered in (
        ("triggers", trigger.TRIGGERS),
        ("conditions", condition.CONDITIONS),
    ):
        described = yaml.safe_load((FOLDER / f"{kind}.yaml").read_text())
        shown = {key: each for key, each in described.items() if key[0] != "."}
        assert shown.keys() == offered.keys() == texts[kind].keys()
        assert icons[kind].keys() == offered.keys()
        for key, each in shown.items():
            fields = each.get("fields", {})
            assert texts[kind][key].get("fields", {}).keys() == fields.keys()


def test_each_issue_has_a_text(texts):
    keys = issues.KEYS
    assert texts["issues"].keys() == keys
    for key in keys:
        assert texts["issues"][key].keys() == {"title", "description"}


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_home_assistant_reads_the_texts(
    hass, enable_custom_integrations, language
):
    loaded = await async_get_translations(hass, language, "config", [DOMAIN])
    title = loaded[f"component.{DOMAIN}.config.step.server.title"]
    assert (
        title
        == read(f"translations/{language}.json")["config"]["step"]["server"]["title"]
    )


def test_the_quality_scale_explains_itself():
    rules = yaml.safe_load((FOLDER / "quality_scale.yaml").read_text())["rules"]
    assert len(rules) == 54
    for rule, status in rules.items():
        if isinstance(status, dict):
            assert status["status"] == "exempt", rule
            assert status["comment"].strip(), rule
        else:
            assert status in {"done", "todo"}, rule


def test_brand_images():
    images = {path.name: path for path in (FOLDER / "brand").iterdir()}
    assert images.keys() <= ALLOWED_IMAGES
    assert images.keys() >= {"icon.png", "icon@2x.png", "logo.png"}
    for name, path in images.items():
        with Image.open(path) as image:
            height = 512 if "@2x" in name else 256
            assert image.height == height, name
            assert image.mode == "RGBA"
            assert "logo" in name or image.width == height


def test_both_languages_have_the_same_genres():
    assert list(STARTERS) == [language.value for language in Language]
    for starters in STARTERS.values():
        assert tuple(starters) == GENRES
    assert len(GENRES) == 8


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("genre", GENRES)
def test_starters_are_stories(language, genre):
    starter = STARTERS[language][genre]
    assert check_details(details(language, genre), language) == {}
    assert (
        starter.genre_name
        == read(f"translations/{language}.json")["selector"]["genre"]["options"][genre]
    )
    names = [starter.protagonist_name, *(name for name, _ in starter.first_cast)]
    assert 3 <= len(names) <= 5
    assert len({fold(name) for name in names}) == len(names)
    assert all(is_name(name, Language(language)) for name in names)
    assert all(role for _, role in starter.first_cast)
    assert 2 <= starter.audience_age <= 12


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("genre", GENRES)
def test_the_openings_of_starters_may_be_spoken(language, genre):
    data = details(language, genre) | {"story_id": "01J", "language": language}
    state = first_state(data)
    spoken = opening(state)
    assert len(spoken) > 60
    rules = HouseRules(death_policy=DeathPolicy.NEVER)
    gate = Gate(state.cast, state.reference.language, rules, genre=genre)
    assert gate.check_line(spoken) == ()


def test_limits_are_told_as_they_are(texts):
    errors_told = texts["config"]["error"]
    assert str(MAX_TITLE) in errors_told["title_too_long"]
    assert str(MAX_ROLE) in errors_told["role_too_long"]
    assert str(MAX_PREMISE) in errors_told["premise_too_long"]
