"""What is about the home, and what about the story."""

import pytest

from custom_components.mirae_story.story.asks import understand
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
    "買い物リスト",
]


STORIES = {language.value: sea_story(language=language) for language in Language}


def about_home(text, language="en", *, told=False, things=THINGS):
    state = STORIES[language]
    ask = understand(text, language, state.cast, title=state.title)
    return is_about_home(ask, state, things, is_told_of=told)


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
        # Told to do something, whatever is named.
        ("turn off the lights in the story room", "en"),
        ("remind me to read a story to the kids", "en"),
        ("Can you turn on the light in Mina's cabin?", "en"),
        ("Play the album Bedtime Stories", "en"),
        ("お話ランプをつけて", "ja"),
        ("お話ランプをつけてくれますか？", "ja"),
        ("ミナの部屋を明るくしてほしい", "ja"),
        # Sounds like a wish for the story, and is none.
        ("買い物リストに卵を入れて", "ja"),
        ("買い物リストに物語の本を入れて", "ja"),
    ],
)
def test_about_the_home(text, language):
    assert about_home(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What does Mina like?", "en"),
        ("mina, where are you", "en"),
        ("Can you tell me what Mina likes?", "en"),
        ("Tell me where the story takes place", "en"),
        ("Is the hero brave?", "en"),
        ("What is the story about?", "en"),
        ("ミナは何が好き？", "ja"),
        ("お話の海はどんな海？", "ja"),
        ("主人公はだれ", "ja"),
        ("ミナがどこにいるか教えて", "ja"),
        # Wishes, and what means something else to the story.
        ("なぞなぞを出して", "ja"),
        ("ミナのランプも入れて、続きを聞かせて", "ja"),
        ("お話に買い物リストを入れて", "ja"),
        ("continue the story with Mina's lamp", "en"),
        ("Who is in the story?", "en"),
        ("stop", "en"),
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
    assert not about_home("What is the Star Ship?", things=[])
    assert not about_home("星の船って何？", "ja", things=[])
