"""Nearly-JSON text: what is repaired, what is dropped, what is refused."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_components.mirae_story.servers.repair import repair_json


def plain(value):
    """Return a value with its objects as dicts."""
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        return {key: plain(each) for key, each in value}
    if type(value).__name__ == "Pairs":
        return {}
    return [plain(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": ["x",], "b": "y",}', {"a": ["x"], "b": "y"}),
        ('{"a": ["x",, "z"]}', {"a": ["x", "z"]}),
        ('{"a": ["x" "z"] "b": "y"}', {"a": ["x", "z"], "b": "y"}),
        ("{'a': 'it\\'s', 'b': 'isn't it'}", {"a": "it's", "b": "isn't it"}),
        ('{a: "x", b_c: "y"}', {"a": "x", "b_c": "y"}),
        (
            '{"a": "he said "hi" to me", "b": "y"}',
            {"a": 'he said "hi" to me', "b": "y"},
        ),
        (
            '{"a": "he said "hi", then", "b": "y"}',
            {"a": 'he said "hi", then', "b": "y"},
        ),
        ("｛“a”：［“x”，“z”］，“b”：“y。”｝", {"a": ["x", "z"], "b": "y。"}),
        ('{"a":“x”、"b":"y"}', {"a": "x", "b": "y"}),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ('{"a": 1, "b": None, "c": True, "d": false, "e": "x"}', None),
        ('{"a": "\\u30df\\n\\"\\/\\b"}', {"a": 'ミ\n"/'}),
        ('{"a": ["x", "b": "y"}', {"a": ["x"], "b": "y"}),
        ('{"a": [{"n": "x"], "b": "y"}', {"a": [{"n": "x"}], "b": "y"}),
        ('{"a": "x"]}', {"a": "x"}),
        ('{"a":: "x"}', {"a": "x"}),
        ('["a", "b"] and more', ["a", "b"]),
        ('{"a": {}, "b": []}', {"a": {}, "b": []}),
    ],
)
def test_nearly_json_is_read(text, value):
    if value is None:
        value = {"a": None, "b": None, "c": True, "d": False, "e": "x"}

    assert plain(repair_json(text)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": "x", "b": "y', {"a": "x"}),
        ('{"a": "x", "b": "y"', {"a": "x", "b": "y"}),
        ('{"a": "x", "b":', {"a": "x"}),
        ('{"a": "x", "b"', {"a": "x"}),
        ('{"a": "x", b', {"a": "x"}),
        ('{"a": "x", "bo', {"a": "x"}),
        ('{"a": "x", "b": tru', {"a": "x"}),
        ('{"a": [{"n": "x"}, {"n": "y"', {"a": [{"n": "x"}]}),
        ('{"a": [{"n": "x"}, {"n": "y", "r": "z', {"a": [{"n": "x"}]}),
        ('{"a": [{"n": {"m": ["x', {"a": []}),
        ('{"a": ["x", "y', {"a": ["x"]}),
        ('{"a": {"x": "1", "y": "2', {"a": {"x": "1"}}),
    ],
)
def test_what_was_cut_off_is_dropped(text, value):
    assert plain(repair_json(text)) == value


def test_a_key_given_twice_is_kept_twice():
    assert repair_json('{"a": "x", "a": "y",}') == [("a", "x"), ("a", "y")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "plain prose",
        "{Wick, Bram}",
        '{{"a": 1}}',
        "[" * 100,
        '{;:"a"}',
        "{[]}",
    ],
)
def test_what_is_no_json_is_refused(text):
    with pytest.raises(ValueError, match=r"JSON|key|deep"):
        repair_json(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        '{"a":' * 200_000,
        '{"a": "' + "x" * 1_000_000,
        '{"a": "' + '" ' * 500_000,
        '{"a": "x"' + " " * 500_000,
        "{“a”: “" + "”" * 300_000,
        '{"a":["' + '","' * 300_000,
        "{" + "/*" * 400_000,
        '{"a": "' + "\\" * 1_000_000,
    ],
)
def test_time_is_bounded(text):
    started = time.perf_counter()
    with suppress(ValueError):
        repair_json(text)

    assert time.perf_counter() - started < 0.5


@given(st.text(alphabet="{}[]\",:“”，：｛｝\\/*ab1\n '", max_size=60))
def test_no_text_raises_anything_else(text):
    try:
        value = repair_json(text)
    except ValueError:
        return
    assert isinstance(value, list)
