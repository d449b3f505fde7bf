"""The sentence cutter: whole sentences and quotations, nothing lost, nothing held for ever."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_components.mirae_story.servers.sentences import LONG, Sentences
from custom_components.mirae_story.story.model import Language


def cut(text, language, size=None):
    cutter = Sentences(language)
    size = size or len(text) or 1
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    sentences = [sentence for chunk in chunks for sentence in cutter.push(chunk)]
    return sentences + cutter.finish()


@pytest.mark.parametrize(
    "sentences",
    [
        ["Mina smiled. ", '"Hello," she said. ', '"Go!" ', "Theo ran off at once."],
        ["“Where?” asked Theo. ", "“Here. And there.” "],
        ['"Run! Now." Mina cried. ', "He left the deck."],
        ['"Good." ', "The small grey cat went to sleep again."],
        ['"Good." ', "So it was."],
        ['"One, two." ', '"Three."'],
        ["Mr. Fox and Mrs. Owl met Dr. A. Bear. ", "Capt. Mina came too."],
        ["It was Sam. ", "He had 3.5 pears, i.e. a lot, at 6 p.m. on deck."],
        ["Well… she slept. ", "He ran... and fell... ", "The end came."],
        ["(It was late. Very late.) ", "They slept."],
        ["She wrote a list:\n\n", "Bread and jam.\n", "Then bed."],
        ["The sea was\nso calm. ", "Good!"],
        ["Oh no!! ", "What?! ", "Yes."],
        ['She said, "I will\n\n', "The next day came."],
        ["No end"],
        ["He said it. "],
    ],
)
def test_english(sentences):
    text = "".join(sentences)
    for size in (1, 5, None):
        assert cut(text, Language.EN, size) == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["「おーい。こっち！」とミナが言った。", "ミナは……うなずいた。"],
        ["「さあ。」ミナが言いました。", "「はい。」", "「うん。」"],
        ["「はい。」", "ミナは走った。"],
        ["「はい。」", "でも、ミナは動かなかった。"],
        [
            "「はい。」",
            "ミナはしずかに、とてもしずかに、船べりの手すりのそばまで歩いていった。",
        ],
        ["彼は（え？）と言った。", "『海の本』を読んだ！", "そして寝た。"],
        ["やった！とコロはとんだ。", "やった！", "コロはとんだ。"],
        ["雨だ。\n", "「うん」と、テオ。"],
        ["ほんとう…？", "そう…。", "うん。"],
        ["そうか……", "「うん。」"],
        ["「海は「青い。とても」らしい。」とモクは言った。", "おわり"],
        ["「おしまい。」"],
        ["「ね。」と"],
    ],
)
def test_japanese(sentences):
    text = "".join(sentences)
    for size in (1, 3, None):
        assert cut(text, Language.JA, size) == sentences


def test_a_quotation_waits_for_its_speaker_only_so_long():
    cutter = Sentences(Language.EN)
    assert cutter.push('"Run!" Mina ') == []
    assert cutter.push("and Theo quickly went off") == ['"Run!" ']
    cutter = Sentences(Language.JA)
    assert cutter.push("「走れ。」ミナ") == []
    assert cutter.push(
        "とテオは、長い長い長い長い長い長い坂道をのぼっていきました"
    ) == ["「走れ。」"]
    assert cutter.finish()[0].startswith("ミナとテオは")


@pytest.mark.parametrize(
    ("text", "language", "longest"),
    [
        ("and on and on, " * 200, Language.EN, LONG + 15),
        ("word " * 400, Language.EN, 800),
        ("a" * 3000, Language.EN, 800),
        ("「" + "ずっと、" * 400, Language.JA, LONG + 4),
        ("あ" * 2000, Language.JA, 800),
        ('"' + "He went on. " * 200, Language.EN, LONG + 13),
    ],
)
def test_an_endless_sentence_is_cut(text, language, longest):
    sentences = cut(text, language)
    assert "".join(sentences) == text
    assert max(map(len, sentences)) <= longest
    assert cut(text, language, 7) == sentences


TEXT = st.lists(
    st.sampled_from(
        [*" \n.!?…。！？「」『』（）\"“”'*,、:ABzaと", "Mr", "said ", "ミナ"]
    )
    | st.text(max_size=3),
    max_size=60,
).map("".join)


@given(TEXT, st.sampled_from(Language), st.integers(1, 9))
@settings(max_examples=300, deadline=None)
def test_joined_is_the_text_whatever_the_chunks(text, language, size):
    sentences = cut(text, language)
    assert "".join(sentences) == text
    assert all(sentences)
    assert cut(text, language, size) == sentences


CASES = Path(__file__).parents[1] / "cases" / "continuity.jsonl"


def test_real_prose_is_cut_small():
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        sentences = cut(case["prose"], Language(case["lang"]))
        assert "".join(sentences) == case["prose"]
        if len(case["prose"]) > LONG:
            assert len(sentences) >= len(case["prose"]) // 200
