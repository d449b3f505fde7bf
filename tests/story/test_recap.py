from dataclasses import replace
from datetime import timedelta

import pytest

from custom_components.mirae_story.story.model import (
    Cast,
    Character,
    Language,
    Situation,
)
from custom_components.mirae_story.story.phrases.shape import Gap
from custom_components.mirae_story.story.recap import (
    SPEECH_STARTS_AFTER,
    gap,
    opening,
    plain_recap,
    recap,
)

from .saga import FIRST_EVENING, alone, of_genre, saga, told

BOTH = pytest.mark.parametrize("language", list(Language))
EPISODES = {
    Language.EN: [
        told(11, "Mina and Theo found a floating post office"),
        told(12, "Lulu hid in the mail bag. Nobody minded."),
    ],
    Language.JA: [
        told(11, "ミナとテオは、海にうかぶ郵便局を見つけた"),
        told(12, "ルルが手紙のふくろにかくれた。だれもおこらなかった。"),
    ],
}


def speak(state, episodes=None, days=1):
    language = state.reference.language
    return recap(
        state,
        EPISODES[language] if episodes is None else episodes,
        today=FIRST_EVENING + timedelta(days=days),
        told_on=FIRST_EVENING,
    )


def is_speech(text, language):
    """Whole sentences, each ended as a voice wants it."""
    end = "。\n" if language is Language.JA else ". "
    return text.endswith(end) and len(text.strip()) > SPEECH_STARTS_AFTER


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (0, Gap.SAME_EVENING),
        (1, Gap.LAST_NIGHT),
        (2, Gap.DAYS),
        (6, Gap.DAYS),
        (7, Gap.WEEK),
        (59, Gap.WEEK),
        (60, Gap.MONTHS),
        (4000, Gap.MONTHS),
        (-1, Gap.UNKNOWN),
    ],
)
def test_gap_counts_evenings(days, expected):
    assert gap(FIRST_EVENING + timedelta(days=days), FIRST_EVENING) is expected


def test_gap_is_unknown_before_anything_was_told():
    assert gap(FIRST_EVENING, None) is Gap.UNKNOWN


@BOTH
@pytest.mark.parametrize("days", [-3, 0, 1, 4, 20, 400])
@pytest.mark.parametrize("night", range(1, 13))
def test_recap_is_always_speech(language, days, night):
    state = saga(language, night)
    assert is_speech(speak(state, days=days), language)
    assert is_speech(speak(state, [], days=days), language)
    assert is_speech(speak(alone(state), [], days=days), language)
    assert is_speech(plain_recap(state), language)


@BOTH
def test_the_barest_story_is_still_long_enough(language):
    name = "ミ" if language is Language.JA else "A"
    hero = Character(name=name, role="", protagonist=True)
    for cast in (Cast((hero,)), Cast((hero, Character(name="B", role="")))):
        state = saga(language, title="A", cast=cast)
        for night in range(1, 61):
            bare = replace(
                state, night=night, situation=Situation(text="", night=night)
            )
            for days in (-1, 0, 1, 3, 30, 300):
                assert is_speech(speak(bare, [], days=days), language)
            assert is_speech(plain_recap(bare), language)
        begun = replace(state, night=0)
        assert is_speech(opening(of_genre(begun, "", premise="")), language)


@BOTH
def test_recap_tells_the_last_night_the_situation_and_the_cast(language):
    state = saga(language)
    text = speak(state)
    assert EPISODES[language][1].recap.split("。")[0].split(".")[0] in text
    assert EPISODES[language][0].recap not in text
    assert state.situation.text in text
    for member in state.cast.on_stage:
        assert member.name in text
    for member in state.cast.off_stage:
        assert member.name not in text


@BOTH
def test_after_months_the_recap_looks_further_back(language):
    text = speak(saga(language), days=90)
    first, second = (episode.recap[:12] for episode in EPISODES[language])
    assert 0 < text.index(first) < text.index(second)


def test_after_months_with_one_night_there_is_one_recap():
    text = speak(saga(night=1), [told(1, "Mina set sail.")], days=90)
    assert text.count("Mina set sail.") == 1
    assert "before that" not in text


def test_words_fit_the_gap():
    state = saga()
    assert "last night" in speak(state, days=1)
    assert "just heard" in speak(state, days=0) or "One more" in speak(state, days=0)
    assert "more than a week" in speak(state, days=9)
    japanese = saga(Language.JA)
    assert "ゆうべ" in speak(japanese, days=1)
    assert "ゆうべ" not in speak(japanese, days=3)


@BOTH
def test_recap_differs_from_night_to_night(language):
    state = saga(language)
    texts = {speak(replace(state, night=night)) for night in range(1, 13)}
    assert len(texts) == 12
    assert speak(state) == speak(state)


@BOTH
@pytest.mark.parametrize(
    "names", [("Elda", "エルダ"), ("Garo", "ガロ"), ("Bo", "ボー")]
)
def test_a_situation_with_somebody_off_stage_is_left_out(language, names):
    name = names[language is Language.JA]
    text = (
        f"{name} is cooking." if language is Language.EN else f"{name}が料理している。"
    )
    state = saga(language, situation=Situation(text=text, night=12))
    assert name not in speak(state)


def test_a_situation_that_was_just_told_is_not_said_twice():
    state = saga(situation=Situation(text="Mina set sail.", night=12))
    assert speak(state, [told(12, "Mina set sail.")]).count("Mina set sail.") == 1


def test_a_long_recap_is_cut_at_a_sentence():
    text = speak(saga(), [told(12, "Mina rowed on and on. " * 30)])
    assert 5 < text.count("Mina rowed on and on. ") < 12
    endless = speak(saga(), [told(12, "and on " * 90)])
    assert is_speech(endless, Language.EN)
    assert len(endless) < 600


def test_before_the_first_night_the_recap_is_the_opening():
    state = saga(night=0)
    assert speak(state) == opening(state)


@BOTH
def test_opening_has_title_premise_protagonist_and_cast(language):
    state = saga(language, night=0)
    text = opening(state)
    assert is_speech(text, language)
    assert state.title in text
    assert state.reference.premise in text
    for member in state.cast.on_stage:
        assert member.name in text
        assert member.role in text


def test_opening_reads_roles_with_their_article():
    text = opening(saga(night=0))
    assert "Mina, the captain." in text
    assert "Lulu is the ship's cat." in text
    roles = (
        Character(name="Bo", role="a turtle"),
        Character(name="Tam", role="Mina's cousin"),
    )
    with_more = saga(night=0, cast=Cast((*saga().cast.members[:1], *roles)))
    text = opening(with_more)
    assert "Bo is a turtle." in text
    assert "Tam is Mina's cousin." in text


@BOTH
def test_somebody_without_a_role_is_named_all_the_same(language):
    hero, friend, *_ = saga(language).cast.members
    state = saga(
        language, night=0, cast=Cast((replace(hero, role=""), replace(friend, role="")))
    )
    assert hero.name in opening(state)
    assert friend.name in opening(state)


def test_braces_of_a_family_are_only_text():
    state = of_genre(saga(night=0, title="{hero}"), "x", premise="They seek {title}.")
    assert "its name is {hero}." in opening(state)
    assert "They seek {title}." in opening(state)


@BOTH
def test_many_friends_are_named_in_part(language):
    hero = saga(language).cast.protagonist
    extra = [Character(name=f"N{number}", role="x") for number in range(7)]
    state = saga(language, cast=Cast((hero, *extra)))
    text = speak(state, [])
    assert "N3" in text
    assert "N4" not in text
    assert ("all the others" in text) or ("ほかのみんな" in text)
