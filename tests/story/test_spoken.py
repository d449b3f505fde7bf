"""Templates of sentences that name the story, read as patterns."""

import json

import pytest

from custom_components.mirae_story.story import spoken

TEMPLATES = {
    "rules": {
        "~": "[、| ]",
        "before": "[(please|ねえ)~]",
        "after": "[please]",
        "tail": "[よ]",
        "tale": "(story|[bed time] tale)",
    },
    "sentences": {
        "who": ["<before> who's in the <tale> <after>", "<before>お話に~誰が<tail>"],
        "is_with": ["is {name} [still] here", "<before> where is {name} <after>"],
    },
}


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    text = json.dumps(TEMPLATES, ensure_ascii=False)
    (tmp_path / "xx.json").write_text(text, "utf-8")
    monkeypatch.setattr(spoken, "FOLDER", tmp_path)


def heard(text: str) -> tuple[str, dict[str, str | None]] | None:
    """Return what a text is taken for, by the first pattern that fits."""
    for sentences in spoken.read_patterns("xx"):
        if found := sentences.pattern.fullmatch(text):
            return sentences.wanted, found.groupdict()
    return None


def test_templates_are_read_with_their_rules_filled_in():
    assert spoken.read_templates("xx")[0] == (
        "who",
        "[(please|ねえ)[、| ]] who's in the (story|[bed time] tale) [please]",
    )


@pytest.mark.parametrize(
    "text",
    [
        "who's in the story",
        "Please who's in the bed time tale please",
        "お話に誰が",
        "ねえお話に誰がよ",
    ],
)
def test_what_the_templates_say_is_heard(text):
    assert heard(text) == ("who", {})


@pytest.mark.parametrize(
    "text", ["who's in the", "who's in the storyteller", "who's inthestoryplease x"]
)
def test_what_they_do_not_say_is_not(text):
    assert heard(text) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("is Mia still here", "Mia"),
        ("is the old tale here", "the old tale"),
        ("where is Mia please", "Mia"),
    ],
)
def test_a_wildcard_takes_the_fewest_words(text, name):
    assert heard(text) == ("is_with", {"name": name})
