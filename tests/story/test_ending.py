import re
from dataclasses import replace

import pytest

from custom_components.mirae_story.story.ending import (
    bridge,
    calm_ending,
    closing,
    scenery,
)
from custom_components.mirae_story.story.length import length_of
from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.story.phrases import phrases
from custom_components.mirae_story.story.phrases.shape import Scenery

from .saga import alone, of_genre, saga

BOTH = pytest.mark.parametrize("language", list(Language))
GENRES = (
    "adventure_at_sea",
    "forest_animals",
    "fairy_tale",
    "science_fiction",
    "mystery",
    "everyday_life",
    "school",
    "history",
    "pirates who love cake",
)
EACH_GENRE = pytest.mark.parametrize("genre", GENRES)


def sentence_count(text):
    return len(re.findall(r"[。.](?:\s|$)", text))


@BOTH
@EACH_GENRE
def test_an_ending_is_calm_short_and_names_only_who_is_there(language, genre):
    state = of_genre(saga(language), genre)
    for night in range(1, 61):
        for tale in (state, alone(state)):
            text = calm_ending(tale, prose="Something.", night=night)
            assert 2 <= sentence_count(text) <= 4
            assert text == closing(tale, night=night)
            assert tale.cast.protagonist.name in text
            assert "{" not in text
            for member in state.cast.off_stage:
                assert not re.search(rf"\b{member.name}\b", text)


@BOTH
@EACH_GENRE
def test_endings_are_many(language, genre):
    state = of_genre(saga(language), genre)
    texts = [closing(state, night=night) for night in range(1, 61)]
    assert len(set(texts)) == 60
    lone = {closing(alone(state), night=night) for night in range(1, 61)}
    assert len(lone) >= 24


@BOTH
@EACH_GENRE
def test_without_a_model_a_whole_small_night_is_told(language, genre):
    state = of_genre(saga(language), genre)
    shortest = 80 if language is Language.JA else 40
    texts = [calm_ending(state, prose=" \n", night=night) for night in range(1, 31)]
    for text in texts:
        assert length_of(text, language) > shortest
        assert state.cast.protagonist.name in text
        assert "{" not in text
    assert len(set(texts)) == 30
    openers = [re.split(r"(?<=[。.])\s", text)[0] for text in texts]
    for night in range(6, 30):
        assert openers[night] not in openers[night - 5 : night]


@BOTH
def test_the_place_fits_the_genre(language):
    words = phrases(language).ending
    assert scenery("adventure_at_sea") is Scenery.SEA
    assert scenery("our own words") is Scenery.ANYWHERE
    tale = of_genre(saga(language), "forest_animals")
    assert closing(tale, night=0).strip().endswith(words.places[Scenery.FOREST][0])
    assert set(words.places) == set(words.scenes) == set(Scenery)


@BOTH
def test_three_bridges_of_a_night_differ(language):
    state = saga(language)
    for night in range(1, 20):
        three = [bridge(state, night, used) for used in range(3)]
        assert len(set(three)) == 3
        assert all("{" not in text and sentence_count(text) == 1 for text in three)
        assert bridge(state, night, 3) == three[0]
    assert bridge(state, 1, 0) != bridge(state, 2, 0)


@BOTH
def test_a_pending_friend_is_not_in_the_ending(language):
    state = saga(language)
    friend = state.cast.members[1]
    waiting = replace(friend, pending=state.cast.members[3].pending)
    hidden = replace(state, cast=state.cast.with_member(waiting))
    for night in range(12):
        assert friend.name not in calm_ending(hidden, prose="", night=night)
