"""What is said in a house, in files, through Home Assistant's matcher and through the story's own agent."""

import functools
import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.phrases import (
    NOTHING,
    Case,
    Wanted,
    load_templates,
    read_cases,
    run,
)
from custom_components.mirae_story.story.asks import Ask, AskKind, understand
from custom_components.mirae_story.story.model import Cast, Character
from custom_components.mirae_story.story.spoken import FOLDER

CASES = Path(__file__).parent / "cases"
LANGUAGES = ("en", "ja")
MOST_CHARACTERS = 100_000
"""Home Assistant parses every template in its event loop, when it first hears something."""
KINDS = {
    Wanted.TELL_AGAIN: {AskKind.TELL_AGAIN},
    Wanted.ONE_MORE: {AskKind.ONE_MORE},
    Wanted.NEW_STORY: {AskKind.NEW_STORY},
    Wanted.STOP: {AskKind.STOP},
    Wanted.WHO: {AskKind.WHO},
    Wanted.RECAP: {AskKind.RECAP_LAST, AskKind.RECAP_ALL},
    Wanted.IS_WITH: {AskKind.IS_WITH},
    Wanted.CONTINUE: {AskKind.CONTINUE},
    Wanted.CONTINUE_WISH: {AskKind.CONTINUE},
}


@functools.cache
def cases(language: str) -> list[Case]:
    """Return the cases of one language."""
    return read_cases([CASES / f"phrases_{language}.jsonl"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_hold_enough_of_every_kind(language):
    assert {case.lang for case in cases(language)} == {language}
    assert len({case.text for case in cases(language)}) == len(cases(language))
    counts = Counter(case.intent for case in cases(language))
    assert set(counts) == {*Wanted, NOTHING}
    assert min(counts[wanted] for wanted in Wanted) >= 40
    assert counts[NOTHING] >= 200
    for case in cases(language):
        slot = {Wanted.CONTINUE_WISH: "wish", Wanted.IS_WITH: "name"}.get(case.intent)
        assert list(case.slots) == ([slot] if slot else []), case


@pytest.mark.parametrize("language", LANGUAGES)
async def test_home_assistant_hears_what_is_said(language):
    report = await run(cases(language))
    assert report["misses"] == []
    assert report["right"] == len(cases(language))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_home_assistant_hears_which_story_is_meant(language):
    named = read_cases([CASES / f"phrases_named_{language}.jsonl"])
    assert {case.lang for case in named} == {language}
    assert sum(case.slots.get("story") in case.stories for case in named) >= 15
    assert sum(case.intent == NOTHING for case in named) >= 4
    assert (await run(named))["misses"] == []


def test_the_templates_stay_small():
    templates = load_templates(LANGUAGES)
    assert sum(map(len, templates)) <= MOST_CHARACTERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_storys_own_agent_takes_it_for_the_same(language):
    misses = []
    for case in cases(language):
        if case.intent == NOTHING:
            continue
        ask = _understood(case)
        right = ask.kind in KINDS[case.intent]
        if not right or {"wish": ask.wish, "name": ask.name} != {
            "wish": case.slots.get("wish", ""),
            "name": case.slots.get("name", ""),
        }:
            misses.append((case.intent, case.text, ask.kind, ask.wish, ask.name))
    assert misses == []


def _understood(case: Case) -> Ask:
    names = [case.slots["name"]] if "name" in case.slots else []
    cast = Cast(tuple(Character(name=name, role="friend") for name in names))
    return understand(case.text, case.lang, cast)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_request_has_templates_made_of_known_rules(language):
    assert set(load_templates([language]).values()) == set(Wanted)
    assert not any("<" in template for template in load_templates([language]))
    data = json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    text = json.dumps(data, ensure_ascii=False)
    assert all(rule == "~" or f"<{rule}>" in text for rule in data["rules"])
