"""What recognisers hear in silence."""

import pytest

from custom_components.mirae_story.memory.phantoms import is_phantom, is_worth_keeping


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "...",
        "。",
        "♪",
        "♪〜",
        "[music]",
        "(silence)",
        "*sighs*",
        "うーん",
        "uh",
        "\ud83d",
        "ご視聴ありがとうございました。",
        "ご視聴 ありがとう ございました",
        "Thanks for watching!",
        "THANK YOU FOR WATCHING",
        "Please subscribe to my channel.",
        "チャンネル登録お願いします！",
        "ご視聴ありがとうございました ご視聴ありがとうございました",
        "字幕はAmara.orgコミュニティによって作成されました",
    ],
)
def test_nobody_said_that(text):
    assert is_phantom(text)
    assert not is_worth_keeping(text)


@pytest.mark.parametrize(
    "text", ["Thank you.", "ありがとうございました", "Bye bye", "はい", "you"]
)
def test_somebody_may_have_said_that_but_it_says_nothing(text):
    assert not is_phantom(text)
    assert not is_worth_keeping(text)


@pytest.mark.parametrize(
    "text",
    [
        "犬",
        "7",
        "My dog is called Pochi",
        "Thank you for watching my cat last week",
        "ご視聴ありがとうございましたってどういう意味？",
        "チャンネル登録ってなに",
        "a" * 10_000,
    ],
)
def test_somebody_said_that(text):
    assert not is_phantom(text)
    assert is_worth_keeping(text)
