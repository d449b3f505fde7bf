"""What is about the home, and what about the story."""

import pytest

from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.story.outside import is_about_home
from tests.story.tales import sea_story

THINGS = [
    "Reading lamp",
    "Bedroom",
    "寝室",
    "寝室の電気",
    "Mina's lamp",
    "ミナのランプ",
    "Mina",
    "",
    "灯",
]


STORIES = {language.value: sea_story(language=language) for language in Language}


def about_home(text, language="en", *, told=False, things=THINGS):
    return is_about_home(text, STORIES[language], things, is_told_of=told)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Turn on the reading lamp", "en"),
        ("turn off the reading lamps", "en"),
        ("How warm is it in the bedroom?", "en"),
        ("Turn off Mina's lamp", "en"),
        ("Is Mina’s lamp on?", "en"),
        ("Dim the lights", "en"),
        ("What time is it?", "en"),
        ("寝室の電気をつけて", "ja"),
        ("ミナのランプを消して", "ja"),
        ("寝室は何度ですか", "ja"),
        ("今何時？", "ja"),
    ],
)
def test_about_the_home(text, language):
    assert about_home(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What does Mina like?", "en"),
        ("mina, where are you", "en"),
        ("Is the hero brave?", "en"),
        ("What is the story about?", "en"),
        ("ミナは何が好き？", "ja"),
        ("お話の海はどんな海？", "ja"),
        ("主人公はだれ", "ja"),
    ],
)
def test_about_the_story(text, language):
    assert not about_home(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Where was the reading lamp?", "en"),
        ("What did they find in the bedroom?", "en"),
        ("Where is the green island?", "en"),
        ("寝室の電気はどうなりましたか", "ja"),
        ("灯りはどこにあったの？", "ja"),
        ("島はどこ？", "ja"),
    ],
)
def test_a_question_that_a_night_answers_is_the_storys(text, language):
    assert not about_home(text, language, told=True)


def test_a_command_is_about_the_home_though_a_night_tells_of_such_things():
    assert about_home("Turn on the lamp", told=True)
    assert about_home("灯りをつけて", "ja", told=True)
    assert about_home("Is the reading lamp on?", told=True)


def test_the_title_is_the_storys():
    for language, story in STORIES.items():
        assert not about_home(f"{story.title}!", language, things=[])
