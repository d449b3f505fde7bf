"""Told text as sentences, narration and quotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.story.sentences import (
    is_complete,
    narration,
    quotes,
    sentences,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mina sang. Theo slept.", ["Mina sang.", "Theo slept."]),
        (
            "Mr. Wick and Dr. Bo sat. J. slept.",
            ["Mr. Wick and Dr. Bo sat.", "J. slept."],
        ),
        (
            '"Come. Now!" said Mina. Theo came.',
            ['"Come. Now!" said Mina.', "Theo came."],
        ),
        ("“Who?” asked Theo. No one.", ["“Who?” asked Theo.", "No one."]),
        ("Well… maybe. Really?! Yes", ["Well… maybe.", "Really?!", "Yes"]),
        ("It cost 3.5 pearls. Good.", ["It cost 3.5 pearls.", "Good."]),
        ("One line\nAnother.", ["One line", "Another."]),
        ('"Open. never closed', ['"Open. never closed']),
        ("", []),
    ],
)
def test_english(text, found):
    assert list(sentences(text, Language.EN)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ミナは歌った。テオはねむった！", ["ミナは歌った。", "テオはねむった！"]),
        (
            "「来て。早く！」とミナは言った。うん。",
            ["「来て。早く！」とミナは言った。", "うん。"],
        ),
        ("「ただいま。」ミナは笑った。", ["「ただいま。」", "ミナは笑った。"]),
        ("「はい」　ミナは笑った。", ["「はい」", "ミナは笑った。"]),
        ("えっ！？ほんとう……。そう", ["えっ！？", "ほんとう……。", "そう"]),
        ("「とじない。まだ", ["「とじない。まだ"]),
    ],
)
def test_japanese(text, found):
    assert list(sentences(text, Language.JA)) == found


def test_narration_and_quotes():
    sentence = "「うん」とミナは言い、『本』を見た。"

    assert narration(sentence) == "とミナは言い、を見た。"
    assert narration(sentence, "…") == "…とミナは言い、…を見た。"
    assert quotes(sentence) == ("うん", "本")


@pytest.mark.parametrize("text", ["Done.", "Done.”", "終わり。」 ", "えっ？", "♪"])
def test_complete(text):
    assert is_complete(text)


@pytest.mark.parametrize("text", ["", "And then", "ハナは", "「」"])
def test_not_complete(text):
    assert not is_complete(text)


@given(st.text(max_size=300), st.sampled_from(Language))
def test_nothing_but_blanks_is_lost(text, language):
    joined = "".join(sentences(text, language))

    assert "".join(joined.split()) == "".join(text.split())
