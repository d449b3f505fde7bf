"""Names for newcomers."""

import pytest

from custom_components.mirae_story.story.fresh_names import NAMES, OFFERED, fresh_names
from custom_components.mirae_story.story.model import Cast, Character, Language
from custom_components.mirae_story.story.names import fold, is_name, near_variant
from custom_components.mirae_story.story.wordlist import word_list

from .saga import crew

BOTH = pytest.mark.parametrize("language", list(Language))
STALE = word_list("""
Elara Elias Mara Lily Luna Finn Thorne Whiskers Leo Max Oliver Pip Willow Aria Kai Nova Barnaby Jasper Silas Hazel Caspian Percival Ember Sage
ルナ リリィ リリー ソラ ミナ ミア レオ ハル ユキ サクラ ハルト エリス ノア マックス フィン モモ ココ
""")


@BOTH
def test_there_are_many_and_none_is_a_stale_favourite(language):
    names = NAMES[language]
    assert len(names) >= 120
    assert len({fold(name) for name in names}) == len(names)
    assert not {fold(name) for name in names} & {fold(name) for name in STALE}
    assert all(is_name(name, language) for name in names)


@BOTH
def test_a_night_has_its_own_names(language):
    cast = crew(language)
    one = fresh_names("A", 5, cast, language)
    assert one == fresh_names("A", 5, cast, language)
    assert len(one) == len(set(one)) == OFFERED
    assert not set(one) & set(fresh_names("A", 6, cast, language))
    assert one != fresh_names("B", 5, cast, language)


@BOTH
def test_all_names_come_up_before_one_comes_again(language):
    offered = [
        name
        for night in range(len(NAMES[language]) // OFFERED)
        for name in fresh_names("A", night, Cast(crew(language).members[:1]), language)
    ]
    assert len(set(offered)) >= 0.9 * len(offered)


def test_no_name_is_or_resembles_one_in_the_cast():
    taken = fresh_names("A", 1, crew(), Language.EN)
    alias = fresh_names("A", 2, crew(), Language.EN)[0]
    cast = Cast(
        (
            *crew().members,
            Character(name=taken[0].upper(), role="", aliases=(alias,)),
            Character(name=taken[1] + "x", role=""),
        )
    )
    offered = {
        name
        for night in range(80)
        for name in fresh_names("A", night, cast, Language.EN)
    }
    assert not offered & {taken[0], taken[1], alias}
    assert not any(near_variant(name, taken[1] + "x") for name in offered)
