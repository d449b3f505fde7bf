"""Words that the family does not want in its story's world."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import HouseRules, Language
from custom_components.mirae_story.story.own_words import (
    own_sieve,
    read_words,
    word_error,
    words_in,
)
from custom_components.mirae_story.story.prompt import prose_messages
from custom_components.mirae_story.story.wishes import out_of_place

from .crews import crew
from .saga import of_genre, saga

OWN = "a heist among cats"


def test_words_come_one_by_one_or_in_one_line():
    texts = ["robot,  space  ship", "鬼、戦争\nrobot", "ＲＯＢＯＴ", "", " , "]
    assert read_words(texts) == ("robot", "space ship", "鬼", "戦争")


@pytest.mark.parametrize(
    ("word", "error"),
    [
        ("robot", None),
        ("UFO", None),
        ("TV", None),
        ("space ship", None),
        ("鬼", None),
        ("ロボット", None),
        ("おばけ", None),
        ("x" * 31, "word_too_long"),
        ("a|b", "word_odd"),
        ("123", "word_odd"),
        ("a", "word_too_common"),
        ("the", "word_too_common"),
        ("The", "word_too_common"),
        ("です", "word_too_common"),
        ("の", "word_too_common"),
        ("人", "word_too_common"),
    ],
)
def test_what_can_be_looked_for(word, error):
    assert word_error(word) == error


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("robot", "A Robot came.", True),
        ("robot", "Two robots came, and a robot's arm.", True),
        ("robots", "A robot came.", True),
        ("robot", "He was robotic.", False),
        ("war", "He was warm and wary.", False),
        ("war", "ＷＡＲ was far.", True),
        ("fairy", "Three fairies came.", True),
        ("fairies", "A fairy came.", True),
        ("toy", "The toys slept.", True),
        ("wolf", "The wolves slept.", True),
        ("knives", "A knife lay there.", True),
        ("coach", "Two coaches came.", True),
        ("box", "Two boxes fell.", True),
        ("glass", "Glasses fell.", True),
        ("glass", "He was glad.", False),
        ("puff", "Puffs of smoke.", True),
        ("TV", "They watched TVs.", True),
        ("space ship", "The space  ships landed.", True),
        ("UFO", "UFOが来ました。", True),
        ("ロボ", "ロボットが来ました。", False),
        ("ロボット", "小さなロボットが来ました。", True),
        ("ロボット", "ﾛﾎﾞｯﾄが来ました。", True),
        ("鬼", "赤鬼が来ました。", True),
        ("おばけ", "おばけが出ました。", True),
        ("x2", "An x2 engine.", True),
    ],
)
def test_where_a_word_stands(word, text, expected):
    rules = HouseRules(foreign_words=(word,))
    gate = Gate(crew(Language.EN), Language.EN, rules, genre=OWN)
    found = {violation.code.value for violation in gate.check_line(text)}
    assert ("genre_drift" in found) is expected


@pytest.mark.parametrize("genre", [OWN, "fairy_tale"])
def test_one_word_is_enough_and_its_sentence_is_not_spoken(genre):
    rules = HouseRules(foreign_words=("robot",))
    gate = Gate(crew(Language.EN), Language.EN, rules, genre=genre)
    assert gate.offer("Mina opened the door of the old mill. ").released
    ruling = gate.offer("A small robot stood there. ")
    assert [str(each) for each in ruling.violations] == ["genre_drift"]
    gate.restart()
    assert gate.offer("A small hen stood there. ").released


def test_what_the_story_has_anyway_is_no_foreign_word():
    rules = HouseRules(foreign_words=("robot", "war"))
    gate = Gate(
        crew(Language.EN),
        Language.EN,
        rules,
        genre=OWN,
        material=("a cloud like a robot",),
    )
    assert gate.offer("Mina saw a cloud like a robot. ").released
    assert gate.offer("Nobody spoke of war. ").violations


def test_a_wish_with_such_a_word_is_bent():
    state = of_genre(saga(), OWN, premise="A robot goes to sea.")
    wish = "tonight with robots and two Wars, please"
    assert out_of_place(wish, state, ("robot", "war")) == ("war",)
    rules = HouseRules(foreign_words=("robot", "war"))
    prompt = prose_messages(state, [], rules, wish=wish)
    assert "none of these: war." in prompt.messages[-1].content


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (Language.EN, "not even in passing: robot, war."),
        (Language.JA, "少しでも出してはいけない: robot、war。"),
    ],
)
def test_the_prompt_says_so_in_its_stable_part(language, line):
    state = saga(language)
    rules = HouseRules(foreign_words=("robot", "war"))
    plain = prose_messages(state, [], HouseRules()).messages[0].content
    system = prose_messages(state, [], rules).messages[0].content
    assert line in system
    assert "{own}" not in plain
    (added,) = set(system.splitlines()) - set(plain.splitlines())
    assert line in added


def test_the_same_words_are_looked_for_by_one_sieve():
    words = ("robot", "war")
    assert own_sieve(words) is own_sieve(("robot", "war"))
    assert words_in("war and robots", words) == words
