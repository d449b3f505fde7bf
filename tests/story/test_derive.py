"""Recap and situation made by code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_components.mirae_story.story.derive import derive_recap, derive_situation
from custom_components.mirae_story.story.model import Cast, Character, Language, Status

CAST = Cast(
    (
        Character(name="Mina", role="captain", protagonist=True),
        Character(name="Garo", role="cook", status=Status.DEPARTED),
    )
)
CAST_JA = Cast(
    (
        Character(name="ミナ", role="船長", protagonist=True),
        Character(name="ガロ", role="料理人", status=Status.DEPARTED),
    )
)


def test_a_recap_tells_how_the_night_began_and_ended():
    prose = "Mina found a key. " + "It was very old indeed. " * 20 + "She slept."

    recap = derive_recap(prose, Language.EN)

    assert recap.startswith("Mina found a key. ")
    assert recap.endswith("She slept.")
    assert len(recap) <= 200


def test_a_recap_is_one_line_of_narration():
    prose = "「こんばんは。」\nミナは鍵を見つけた。「行こう。」ミナは\nねむった。"

    assert derive_recap(prose, Language.JA) == "ミナは鍵を見つけた。ねむった。"
    assert derive_recap('"Come!"', Language.EN) == '"Come!"'
    assert derive_recap("", Language.EN) == ""


@pytest.mark.parametrize(
    ("prose", "start"),
    [
        ("Mina went on, " * 40 + "and slept.", "Mina went on"),
        ("x" * 300 + ".", "x" * 199),
    ],
)
def test_an_endless_sentence_is_cut(prose, start):
    recap = derive_recap(prose, Language.EN)

    assert recap.startswith(start)
    assert recap.endswith("…")
    assert len(recap) <= 200


def test_a_situation_is_the_last_sentences_without_who_is_gone():
    prose = "Mina sang. The moon rose. Garo waved from far away. Mina slept."
    assert derive_situation(prose, Language.EN, CAST) == "The moon rose. Mina slept."

    prose = "ミナは歌った。月が出た。ガロが手をふった。ミナはねむった。"
    assert derive_situation(prose, Language.JA, CAST_JA) == "月が出た。ミナはねむった。"


def test_a_situation_is_never_empty():
    assert derive_situation("Garo waved.", Language.EN, CAST) == (
        "Mina is resting, and all is quiet."
    )
    assert derive_situation("", Language.JA, CAST_JA) == "ミナは、静かに休んでいます。"


@given(st.text(max_size=600), st.sampled_from(Language))
def test_whatever_the_prose_is(prose, language):
    recap = derive_recap(prose, language)
    situation = derive_situation(prose, language, CAST)

    assert len(recap) <= 200
    assert 0 < len(situation) <= 200
    assert len(recap.splitlines()) <= 1
    assert len(situation.splitlines()) == 1
