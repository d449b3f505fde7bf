"""Questions and orders are told from what is told."""

import pytest

from custom_components.mirae_story.memory.manner import asks, only_asks


@pytest.mark.parametrize(
    "said",
    [
        "1たす1は？",
        "電気を消して",
        "カーテンを閉めてください",
        "ごみ出したっけ",
        "しりとりしよう",
        "Turn off all the lights",
        "Please dim the lamp",
        "What goes with a salad?",
        "OK. Play some music.",
        "明日の天気は「晴れ？」",
    ],
)
def test_asks(said):
    assert only_asks(said)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "うちの犬はポチだよ",
        "鍵の番号、4829って覚えておいて",
        "めいは卵アレルギーだから、すすめないでね",
        "来週の火曜に歯医者に行くから、教えて",
        "The key is under the mat. Where is mine?",
        "Remember the code, it's 4829",
        "I turned the lights off",
    ],
)
def test_tells(said):
    assert not only_asks(said)


def test_what_somebody_else_said_is_no_order():
    assert not only_asks("おばさん、17日に着くって")
    assert only_asks("牛乳を買って")


@pytest.mark.parametrize(
    "said",
    [
        "Where is the key",
        "and who's coming",
        "Didn't Rin call",
        "The key is gone. Where is it?",
        "鍵はどこ？",
        "明日は雨かな",
        "牛乳を買って",
        "Turn the lamp off",
    ],
)
def test_a_question_or_an_order_asks(said):
    assert asks(said)


@pytest.mark.parametrize(
    "said", ["", "lalala lala", "ふにゃらかほいほい", "The key is here", "鍵があった"]
)
def test_babble_and_what_is_told_ask_nothing(said):
    assert not asks(said)
