"""The templates of spoken sentences, as data."""

import json

import pytest

from custom_components.mirae_story.spoken_sentences import (
    Wanted,
    load_templates,
    read_match,
    spoken_languages,
)
from custom_components.mirae_story.story.spoken import FOLDER


def test_both_languages_know_every_request():
    assert spoken_languages() == ["en", "ja"]
    for language in spoken_languages():
        wanted = set(load_templates([language]).values())
        assert wanted == set(Wanted)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_rule_is_known_and_used(language):
    data = json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    text = json.dumps(data, ensure_ascii=False)
    for rule in data["rules"]:
        assert rule == "~" or f"<{rule}>" in text
    assert not any("<" in template for template in load_templates([language]))


@pytest.mark.parametrize(
    ("wish", "bare"),
    [
        ("a dragon, please", "a dragon"),
        ("a dragon for us please tonight", "a dragon"),
        ("please", "please"),
        ("、ドラゴン", "ドラゴン"),
        ("  ", ""),
    ],
)
def test_a_wish_is_freed_of_what_is_only_polite(wish, bare):
    templates = {"x {wish}": Wanted.CONTINUE_WISH}
    assert read_match(templates, "x {wish}", {"wish": wish}).wish == bare
