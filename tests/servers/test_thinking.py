import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_components.mirae_story.servers.thinking import (
    MAX_REPLY,
    ThinkingFilter,
    without_thinking,
)


def filtered(pieces):
    thoughts = ThinkingFilter()
    return "".join(map(thoughts.push, pieces)) + thoughts.finish()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Luna sailed home.", "Luna sailed home."),
        ("<think>hmm</think>\n\nLuna sailed.", "Luna sailed."),
        ("<thinking>うーん</thinking>ルナは帰りました。", "ルナは帰りました。"),
        ("<THINK>a</Think>Yes.", "Yes."),
        ("[THINK]a[/THINK]Yes.", "Yes."),
        ("One. <think>x</think>Two.", "One. Two."),
        ("</think>\n\nOne.", "One."),
        (" and so on.", " and so on."),
        ("One.<think>never ends", "One."),
        ("<think></think>", ""),
        ("One.</think> Two.", "One. Two."),
        ("2 < 3, said Luna <b", "2 < 3, said Luna <b"),
        ("ends with <thin", "ends with <thin"),
        ("<think>a <think> b</think>Yes.", "Yes."),
        ("<think>a < b</thin</think>Yes.", "Yes."),
    ],
)
def test_takes_thoughts_out_wherever_the_text_is_cut(text, said):
    assert filtered([text]) == said
    assert filtered(text) == said
    for cut in range(len(text)):
        assert filtered([text[:cut], text[cut:]]) == said


@given(
    st.lists(
        st.sampled_from(["<think>", "</think>", "<", "think", ">", "a", "雪", " "])
    )
)
def test_pieces_never_change_the_outcome(pieces):
    assert filtered(pieces) == filtered(["".join(pieces)])


def test_ordinary_text_is_not_held_back():
    thoughts = ThinkingFilter()
    assert thoughts.push("Luna sailed") == "Luna sailed"
    assert thoughts.push(" to the <") == " to the "
    assert thoughts.push("3 islands") == "<3 islands"


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        ('I must write JSON {"a"} </think>{"a": 1}', '{"a": 1}'),
        ('one</think>two</think>{"a": 1}', '{"a": 1}'),
        ('<think>x</think>{"a": 1}', '{"a": 1}'),
        ('{"a": 1}', '{"a": 1}'),
        ('{"a": 1}</think>', '{"a": 1}'),
        ('{"a": 1}</think>  \n', '{"a": 1}  \n'),
        ('{"title": "</think>"}', '{"title": ""}'),
    ],
)
def test_a_whole_reply_may_lack_the_opening_tag(reply, left):
    assert without_thinking(reply) == left


def test_a_whole_reply_is_looked_at_only_so_far():
    reply = '{"a": 1}' + " " * MAX_REPLY + "<think>x</think>"
    assert without_thinking(reply) == reply[:MAX_REPLY]
