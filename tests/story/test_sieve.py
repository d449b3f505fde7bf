"""Many patterns at once find what each alone would find."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.continuity import read_cases
from custom_components.mirae_story.story import genres, meta, safety
from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.story.names import visible
from custom_components.mirae_story.story.needles import branches
from custom_components.mirae_story.story.sentences import sentences
from custom_components.mirae_story.story.sieve import Sieve

from .test_cases import FILE, MORE
from .test_safety import HARMLESS_EN, HARMLESS_JA, WRONG


def needles(pattern: str) -> set[str] | None:
    """Return what every match of a pattern without alternatives must have."""
    ((_, found),) = branches(pattern)
    return None if found is None else set(found)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Knife", {"knife"}),
        (r"\bknife\b", {"knife"}),
        ("kni[fv]es?", {"knife", "knives", "knive", "knifes"}),
        ("(?:gun|rifle)s", {"guns", "rifles"}),
        ("gun(?:ned|s)?", {"gun", "guns", "gunned"}),
        ("(?<!toy )gun(?! salute)(?=s)", {"gun"}),
        (r"\w+ed with (?P<what>stone)", {"ed with stone"}),
        ("(?:gun)+ .*", {"gun"}),
        ("gun{2,3}y", {"gu"}),
        (r"(?=.*\bsack)(?=.*\bkitten).*threw", {"kitten"}),
        (r"(?:the|her) \w+ gun", {" gun"}),
        ("a{0,3}b{2}", {"b"}),
        ("gun.*?bullets", {"bullets"}),
        ("x(?:gun|.*)", {"x"}),
        (r"\d+", None),
        (r"\w*|gun"[:3], None),
        ("[a-z][^b][abcdefghijklmn]", None),
        ("(?i:gun)", None),
        (r"gun\.\n", {"gun.\n"}),
        ("", None),
        ("(?:刺|突)し殺", {"刺し殺", "突し殺"}),
        (f"(?:{'|'.join(f'{n:03}' for n in range(500))})", None),
    ],
)
def test_what_a_pattern_needs(pattern, expected):
    assert needles(pattern) == expected


def test_alternatives_are_parted_at_the_outside_only():
    assert [each for each, _ in branches(r"a(?:b|c)|[|]|\|d|")] == [
        "a(?:b|c)",
        "[|]",
        r"\|d",
        "",
    ]
    assert [each for each, _ in branches("a\\ b | [ ]c", verbose=True)] == [
        "a\\ b",
        "[ ]c",
    ]


def test_a_class_without_an_end_is_no_pattern():
    with pytest.raises(ValueError, match="class"):
        branches("[abc")


def test_owners_come_in_the_order_of_the_patterns():
    sieve = Sieve([("b|a", 7), (r"\d", 8), ("c", 9)])
    assert list(sieve.owners("A 1 B")) == [7, 7, 8]
    assert list(sieve.owners("x")) == []


def _told() -> set[str]:
    """Return sentences of every kind that we have."""
    cases = [*read_cases(FILE), *read_cases(MORE)]
    prose = {
        sentence
        for case in cases
        for sentence in sentences(case.get("prose", ""), Language(case["lang"]))
    }
    return {*prose, *HARMLESS_EN, *HARMLESS_JA, *(text for _, text, _ in WRONG)}


SIEVES = {
    **{
        f"{kind}_{language}": getattr(lists, kind)
        for language, lists in safety.LISTS.items()
        for kind in ("told", "carried")
    },
    "genres": genres.SIEVE,
    "chatter": meta.CHATTER,
}


@pytest.mark.parametrize("name", SIEVES)
def test_nothing_is_missed(name):
    sieve = SIEVES[name]
    patterns = [
        (re.compile(pattern, re.IGNORECASE), owner) for pattern, owner in sieve.patterns
    ]
    for sentence in _told():
        text = visible(sentence).casefold()
        alone = [owner for pattern, owner in patterns if pattern.search(text)]
        assert list(sieve.owners(text)) == alone


@given(
    st.lists(st.text("ab殺|()?*+].\\", max_size=8), max_size=40),
    st.text("ab殺c", max_size=12),
)
def test_any_patterns_are_found_as_each_alone_finds(patterns, text):
    good = []
    for at, pattern in enumerate(patterns):
        if re.search(r"\(\?", pattern):
            continue
        with suppress(re.error):
            re.compile(pattern)
            good.append((pattern, at))
    alone = [at for pattern, at in good if re.search(pattern, text)]
    found = Sieve(good * 3 if len(good) > 20 else good).owners(text)
    assert sorted(set(found)) == alone
