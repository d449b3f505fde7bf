"""The cleaner: what a text-to-speech voice must not read is gone, all else stays."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from custom_components.mirae_story.story.clean import Cleaner, clean

PIECES = st.sampled_from(
    [
        "Mina sailed on. ",
        "ミナは笑った。",
        "**",
        "*",
        "_",
        "`",
        "```",
        "~~",
        "~",
        "\n",
        "\r\n",
        "\n\n\n",
        "# ",
        "- ",
        "---",
        "1. ",
        "Episode 12: ",
        "Night ",
        "第十二話　",
        "<think>",
        "</think>",
        "<th",
        "<b>",
        "<br>",
        "<div>",
        "[",
        "](http://a.b/c)",
        "![",
        "!",
        "😀",
        "\u200b",
        "\ud83d",
        "\x07",
        "　",
        "  ",
        "\\",
        "n",
        "「おーい」",
        "Title",
    ]
)


@st.composite
def chunked(draw):
    text = "".join(draw(st.lists(PIECES | st.text(max_size=4), max_size=25)))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    chunks = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    return text, chunks


@given(chunked())
@settings(max_examples=400, deadline=None)
@example(("<think>a</think>b", ["<th", "ink>a</thi", "nk>b"]))
@example(("**A**\n\nb.", ["*", "*A*", "*\n", "\nb."]))
def test_chunks_do_not_matter(case):
    text, chunks = case
    cleaner = Cleaner()
    assert "".join(map(cleaner.push, chunks)) + cleaner.finish() == clean(text)


@given(chunked())
@settings(max_examples=200, deadline=None)
def test_result_is_speakable(case):
    cleaned = clean(case[0])
    cleaned.encode()
    assert cleaned == cleaned.strip()
    assert "\n\n\n" not in cleaned
    assert not set("*_\u200b\r\t\x07😀") & set(cleaned)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**Bold** and *soft* and __both__.", "Bold and soft and both."),
        ("`code` and ~~gone~~ 3~4", "code and gone 3~4"),
        ("See [the sea](https://a.b/c) now.", "See the sea now."),
        ("A picture ![of fog](fog.png) here.", "A picture here."),
        ("It ends [here", "It ends [here"),
        ("A [bare] one.", "A [bare] one."),
        ("Wow! [x](y)", "Wow! x"),
        ("It \\*was\\* so.\\nIndeed.", "It was so.\nIndeed."),
        ("# The Harbour\n\nIt was late.", "It was late."),
        ("It was late.\n\n## Scene two\n\nThey slept.", "It was late.\n\nThey slept."),
        ("# Where is Lulu?\nHere.", "Here."),
        ("# Mina woke. She sailed.\nOn.", "Mina woke. She sailed.\nOn."),
        (
            "- one.\n* two.\n1. three.\n・四。\n> five.",
            "one.\ntwo.\nthree.\n四。\nfive.",
        ),
        ("One.\n\n---\n\nTwo.\n* * *\nThree.", "One.\n\nTwo.\n\nThree."),
        ("Good night 😀. Sleep 👍🏽 well 1️⃣♪", "Good night. Sleep well 1"),
        ("It was 20° © Theo.", "It was 20° © Theo."),
        ("<think>I plan.</think>Mina.", "Mina."),
        ("<THINK>I <b>\nplan.</Think>\n\nMina.", "Mina."),
        ("Mina.<think>never closed", "Mina."),
        ("Lost</think>Mina.", "Lost</think>Mina."),
        ("<b>Mina</b> slept.<br/>So did Lulu.<|im_end|>", "Mina slept.\nSo did Lulu."),
        (
            '<div class="a long class name">x</div>',
            '<div class="a long class name">x</div>',
        ),
        ("2 < 3\nand 3 <", "2 < 3\nand 3 <"),
        ("a <b <i>c</i>", "a <b c"),
        ("```json\n{}\n```", "```json\n{}\n```"),
        ("A\ud83d\ude00b\x00c\u200bd\ufefff", "Abcdf"),
        ("a\u00a0b\tc   d\r\ne\rf\r\n\r\n\r\ng", "a b c d\ne\nf\n\ng"),
        ("　ミナは、\n　ルルと　走った。", "ミナは、\nルルと　走った。"),
        ("", ""),
    ],
)
def test_marks(text, expected):
    assert clean(text) == expected


@pytest.mark.parametrize(
    "heading",
    [
        "Episode 15: The Dead Calm",
        "EPISODE 15 - Where is Lulu?",
        "Chapter Three: The Fog",
        "Night twenty-one",
        "Chapter IV. The Fog",
        "**Episode 15: The Dead Calm**",
        "### Chapter 2",
        "Title: The Dead Calm",
        "**The Dead Calm**",
        "The Dead Calm",
        "第十二話",
        "第12話　霧の岬",
        "第三夜「霧の岬」",
        "【第12話】霧の岬",
        "エピソード12：霧の岬",
        "タイトル：霧の岬",
    ],
)
def test_heading_is_dropped(heading):
    assert clean(f"{heading}\n\nThe sea. 海。") == "The sea. 海。"
    assert clean(f"{heading}\nThe sea. 海。") == "The sea. 海。"


@pytest.mark.parametrize(
    "line",
    [
        "Night fell over the bay.",
        "Night three was cold. Lulu shivered.",
        "Part of the sail was gone.",
        "Act now, said the gull, and they did.",
        "12 gulls sat on the mast.",
        "1.5 miles is far.",
        "第八夜に、エルダは亡くなった。",
        "第一に、ミナはねむかった。",
        "十二話のお話を、ルルは聞いた。",
        "「おーい」",
        "題名のない歌が聞こえた。",
        "-- and then it rained.",
    ],
)
def test_prose_is_kept(line):
    assert clean(f"{line}\nThe sea.") == f"{line}\nThe sea."


def test_a_title_ends_with_its_line():
    assert clean("霧の岬の鐘\n\n海。") == "海。"
    assert clean("Mina and the fog\n\nThe sea.") == "The sea."
    assert clean("The sea was so calm that\nMina slept.") == (
        "The sea was so calm that\nMina slept."
    )
    assert clean("The sea was so calm\n") == "The sea was so calm"
    assert clean("The Dead Calm") == "The Dead Calm"
    assert clean("The Calm\n\nThe sea\nwas calm.") == "The sea\nwas calm."
    assert clean("Episode 2\nThe Calm\n\nThe sea.") == "The sea."
    assert clean("# The Calm") == ""


def test_headings_stop_at_a_line_of_prose_length():
    line = "**" + "Mina sailed on and on " * 8 + "**"
    assert clean(line + "\nSo.") == line.strip("*").strip() + "\nSo."


PROSE = (
    "The bay was full of tiny blue jellyfish, and every one of them was glowing. "
    '"Come," said Mina.\n\nThey went on (all of them) and on! 雲のパン屋の朝は、「おはよう」で'
    "はじまった。\nNight fell. Part of it was dark."
)


def test_little_is_held_back():
    cleaner, out = Cleaner(), ""
    for count, char in enumerate(PROSE, 1):
        out += cleaner.push(char)
        assert count - len(out) <= 62
    assert out + cleaner.finish() == PROSE


def test_inside_a_line_nothing_is_held_back():
    cleaner = Cleaner()
    cleaner.push("It was late. ")
    assert cleaner.push("Mina") == " Mina"
    assert cleaner.push(" slept") == " slept"
