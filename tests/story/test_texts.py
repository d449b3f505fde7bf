"""Which of the model's texts may stand."""

import time

import pytest

from custom_components.mirae_story.story.chatter import has_markup, is_meta
from custom_components.mirae_story.story.languages import speaks
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    Language,
    Status,
)
from custom_components.mirae_story.story.scripts import Script, is_japanese, script_of
from custom_components.mirae_story.story.texts import (
    is_good_recap,
    is_good_situation,
    is_good_summary,
    usable_role,
    usable_title,
)

EN, JA = Language.EN, Language.JA
CAST = Cast(
    (
        Character(name="Nora", role="gardener", protagonist=True),
        Character(name="Pip", role="robin"),
        Character(name="Otto", role="beekeeper", status=Status.DEAD),
        Character(name="Finn", role="postman", status=Status.DEPARTED),
        Character(name="Bea", role="bee", pending=Change.DIED),
    )
)
CAST_JA = Cast(
    (
        Character(name="そら", role="花屋", protagonist=True),
        Character(name="ゲン", role="大工", status=Status.DEAD),
        Character(name="モモ", role="うさぎ", status=Status.DEPARTED),
    )
)


@pytest.mark.parametrize(
    "text",
    [
        "Nora planted beans with Pip.",
        "Nora found a letter from Otto and read it aloud.",
        "They laid flowers on Otto's grave.",
        "Pip remembered how Otto used to sing.",
        "Otto died peacefully, and the friends kept watch.",
        "Nora still misses Otto. Finn sails far away.",
    ],
)
def test_good_english_summaries(text):
    assert is_good_summary(text, CAST, EN)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Certainly!",
        "Sure, here is the summary: Nora planted beans.",
        "I'm sorry, but I cannot summarise this content.",
        "Error: context length exceeded.",
        "Summary: Nora planted beans.",
        "No changes.",
        "Nora planted beans and then",
        "Nora planted beans. " * 80,
        "そらは豆をまいた。月が出て、みんなはねむった。",
        "Nora planta des haricots et le rouge-gorge chanta dans le jardin avec les autres.",
        "Otto bakes bread with Nora.",
        "Old Mr. Otto waves to Pip from the gate.",
        "<b>Nora</b> planted beans.",
        '{"summary": "Nora planted beans."}',
    ],
)
def test_bad_english_summaries(text):
    assert not is_good_summary(text, CAST, EN)


@pytest.mark.parametrize(
    "text",
    [
        "そらは豆をまいた。",
        "そらは豆をまきました",
        "そらはゲンのお墓に花をそなえた。",
        "ゲンが亡くなり、みんなで見おくった。",
        "そらはゲンの歌を思い出した。",
    ],
)
def test_good_japanese_summaries(text):
    assert is_good_summary(text, CAST_JA, JA)


@pytest.mark.parametrize(
    "text",
    [
        "承知しました。要約します。",
        "申し訳ありませんが、その内容の要約はできません。",
        "以下が要約です。",
        "エラー: 失敗しました。",
        "なし",
        "そらは豆をまいた。そして次の朝、そらは",
        "Sora planted beans and went to sleep under the moon.",
        "天地玄黄宇宙洪荒日月盈昃辰宿列張。",
        "ゲンはそらといっしょにパンを焼いた。",
        "夜、ゲンも歌った。",
    ],
)
def test_bad_japanese_summaries(text):
    assert not is_good_summary(text, CAST_JA, JA)


def test_situations():
    assert is_good_situation("Nora and Pip are asleep.", "They sit.", CAST, EN)
    assert is_good_situation("They sit by Otto's grave.", "", CAST, EN)
    for text in (
        "",
        "They  sit.",
        "I hope this helps!",
        "Finn hands out soup.",
        "Nora sits beside Otto.",
        "Bea hums on the sill.",
        "みんなはねむっている。",
        "Nora sleeps. " * 200,
    ):
        assert not is_good_situation(text, "They sit.", CAST, EN)
    assert is_good_situation("そらはねむっている。", "", CAST_JA, JA)
    for text in ("モモがとなりで歌っている。", "そらはモモのとなりにいる。"):
        assert not is_good_situation(text, "", CAST_JA, JA)


def test_recaps():
    assert is_good_recap("Nora planted beans", CAST, set(), EN)
    assert is_good_recap("Finn came home and sang.", CAST, {"Finn"}, EN)
    for text in (
        "",
        "Finn sang.",
        "Bea sang.",
        "Otto sang.",
        "Nora sang.\nPip slept.",
        "Nora sang. " * 30,
        "そらは歌った。",
        "Here is your recap of the story.",
    ):
        assert not is_good_recap(text, CAST, set(), EN)


def test_titles():
    assert usable_title(" “The Key” ", EN) == "The Key"
    assert usable_title("石うすの朝", JA) == "石うすの朝"
    for text in (
        "",
        "石うすの朝",
        "Title: The Key",
        "a\nb",
        "x" * 61,
        "# Key",
        "<b>x</b>",
    ):
        assert usable_title(text, EN) == ""


def test_roles():
    assert usable_role(" night  owl ") == "night owl"
    for text in ("", "a\nb", "x" * 61, "{{ x }}", "N/A", '[ "a" ]'):
        assert usable_role(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Nora said that she was sorry.",
        "“Sure!” said Pip, and he helped.",
        "Great white birds crossed the sky.",
        "The queen of errors sang.",
        "はい、とそらは言った。",
        "そらは「申し訳ありません」と頭をさげた。",
    ],
)
def test_story_text_is_no_chatter(text):
    assert not is_meta(text)


def test_markup():
    assert has_markup("```x```")
    assert has_markup("see https://x")
    assert not has_markup("Nora < Pip > Bea")


@pytest.mark.parametrize(
    "text",
    ["a" * 100_000, "i am sorry " * 5_000, "here is the " * 5_000, "<a" * 50_000],
)
def test_time_is_bounded(text):
    started = time.perf_counter()
    is_meta(text)
    has_markup(text)

    assert time.perf_counter() - started < 0.3


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Pip", JA, True),
        ("", EN, True),
        ("ミナ", EN, True),
        ("ミナとテオは歌った。", EN, False),
        ("Mina saw the sea.", EN, True),
        ("Мина видела синее море.", EN, False),
        ("Mina, Theo, Lulu, Garo.", EN, True),
        ("Mina sah das Meer und die Sterne.", EN, False),
        ("ミナはseaを見た。", JA, True),
        ("満月祭", JA, True),
        ("今天晚上我们看见了大海和星星。", JA, False),
    ],
)
def test_languages(text, language, expected):
    assert speaks(text, language) is expected


def test_scripts():
    assert [script_of(c) for c in "あアー漢aж1 。"] == [
        Script.HIRAGANA,
        Script.KATAKANA,
        Script.KATAKANA,
        Script.HAN,
        Script.LATIN,
        Script.LATIN,
        Script.LATIN,
        Script.NONE,
        Script.NONE,
    ]
    assert script_of("") is Script.NONE
    assert is_japanese("漢")
    assert not is_japanese("a")
