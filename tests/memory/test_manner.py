"""Questions and orders are told from what is told."""

import pytest

from custom_components.mirae_story.memory.manner import only_asks


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
