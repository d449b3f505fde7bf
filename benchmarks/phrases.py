"""What is said in a house, through Home Assistant's own matcher of sentences: heard for what it is, or left alone.

Case files are JSON lines: `{"lang", "text", "intent", "slots"?, "stories"?}`; the intent is one of `Wanted`, or null
for what must reach other agents; `stories` are the titles of the home's stories, and the slot `story` is the one that
was asked for by its title. The keys of the JSON report are in docs/benchmarks.md.
"""

import argparse
import asyncio
import json
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from hassil.recognize import RecognizeResult
from homeassistant import loader
from homeassistant.bootstrap import async_load_base_functionality
from homeassistant.components.conversation import (
    HOME_ASSISTANT_AGENT,
    ConversationInput,
)
from homeassistant.components.conversation.agent_manager import get_agent_manager
from homeassistant.components.conversation.default_agent import DefaultAgent
from homeassistant.components.conversation.entity import ConversationEntity
from homeassistant.components.conversation.trigger import TRIGGER_CALLBACK_TYPE
from homeassistant.config_entries import ConfigEntries
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers.entity_component import EntityComponent

from custom_components.mirae_story.doors import read_doors
from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.story.spoken import bare, read_templates, titled

_LOGGER = logging.getLogger(__name__)

NOTHING = "none"


class Wanted(StrEnum):
    """What a sentence asks for."""

    TELL_AGAIN = "tell_again"
    ONE_MORE = "one_more"
    NEW_STORY = "new_story"
    STOP = "stop_story"
    WHO = "who"
    RECAP = "recap"
    IS_WITH = "is_with"
    CONTINUE = "continue"
    CONTINUE_WISH = "continue_wish"


type Templates = Mapping[str, Wanted]
"""Templates in the order in which they are tried, each with what it asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One sentence, matched."""

    wanted: Wanted
    wish: str = ""
    name: str = ""
    story: str = ""
    """The title by which a story was asked for."""


def load_templates(languages: Iterable[str]) -> Templates:
    """Read the templates of these languages from their files: a blocking call."""
    return {
        template: Wanted(wanted)
        for language in languages
        for wanted, template in read_templates(language)
    }


def read_match(templates: Templates, template: str, slots: Mapping[str, str]) -> Said:
    """Return what a matched template, with the text of its wildcards, asks for."""
    return Said(
        wanted=templates[template],
        wish=bare(slots.get("wish", "")),
        name=bare(slots.get("name", "")),
    )


def read_result(templates: Templates, match: RecognizeResult) -> Said:
    """Return what Home Assistant's match of one of the templates asks for."""
    sentence = match.intent_sentence
    template = sentence.text if sentence is not None else None
    if template is None:
        message = "a sentence trigger matched without its template"
        raise ValueError(message)
    slots = {name: str(entity.value) for name, entity in match.entities.items()}
    return read_match(templates, template, slots)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One sentence and what it must be heard as."""

    lang: str
    text: str
    intent: str
    slots: dict[str, str] = field(default_factory=dict)
    stories: tuple[str, ...] = ()
    """Titles of the stories that the home has."""


def read_cases(paths: Sequence[Path]) -> list[Case]:
    """Read case files; raises ValueError for a line that is no case."""
    cases = []
    for path in paths:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not line.strip():
                continue
            try:
                data = json.loads(line)
                case = Case(
                    lang=data["lang"],
                    text=data["text"],
                    intent=data["intent"] or NOTHING,
                    slots=data.get("slots") or {},
                    stories=tuple(data.get("stories") or ()),
                )
            except (KeyError, TypeError, ValueError) as err:
                message = f"{path}, line {number}: no case ({err!r})"
                raise ValueError(message) from err
            cases.append(case)
    return cases


class House(NamedTuple):
    """A Home Assistant that has the sentences of the story, and no others."""

    agent: DefaultAgent
    templates: Templates
    doors: list[tuple[TRIGGER_CALLBACK_TYPE, str]]
    """In the order in which they count; those of a story by its title."""


@asynccontextmanager
async def listening(
    templates: Templates, titles: Sequence[str] = ()
) -> AsyncGenerator[House]:
    """Open the same doors as the integration, in a home that has stories of these titles."""
    read = read_doors()
    sentences = [(titled(read.named, title), title) for title in titles]
    sentences += [(list(read.new), ""), (list(read.other), "")]
    with tempfile.TemporaryDirectory() as folder:
        hass = HomeAssistant(folder)
        loader.async_setup(hass)
        hass.config_entries = ConfigEntries(hass, {})
        await async_load_base_functionality(hass)
        agent = DefaultAgent(hass)
        await EntityComponent[ConversationEntity](
            _LOGGER, "conversation", hass
        ).async_add_entities([agent])
        doors = [(_door(), title) for _, title in sentences]
        for (door, _), (each, _) in zip(doors, sentences, strict=True):
            get_agent_manager(hass).register_trigger(each, door)
        try:
            yield House(agent, templates, doors)
        finally:
            await hass.async_stop(force=True)


def _door() -> TRIGGER_CALLBACK_TYPE:
    async def answer(_: ConversationInput, __: RecognizeResult) -> str:
        return ""

    return answer


async def hear(house: House, case: Case) -> Said | None:
    """Return what Home Assistant takes a sentence for: where it fits several doors, the first."""
    found = await house.agent.async_recognize_sentence_trigger(
        ConversationInput(
            text=case.text,
            context=Context(),
            conversation_id=None,
            device_id=None,
            satellite_id=None,
            language=case.lang,
            agent_id=HOME_ASSISTANT_AGENT,
        )
    )
    if found is None:
        return None
    agents = get_agent_manager(house.agent.hass)
    matches = {
        agents.get_trigger_callback(name): match
        for name, match in found.matched_triggers.items()
    }
    title, match = next(
        (title, matches[door]) for door, title in house.doors if door in matches
    )
    if title:
        return Said(wanted=Wanted.CONTINUE, story=title)
    return read_result(house.templates, match)


def heard_as(said: Said | None) -> tuple[str, dict[str, str]]:
    """Return intent and slots as case files have them."""
    if said is None:
        return NOTHING, {}
    slots = {"wish": said.wish, "name": said.name, "story": said.story}
    return said.wanted.value, {name: text for name, text in slots.items() if text}


async def _hear_all(
    cases: Sequence[Case], titles: Sequence[str]
) -> list[tuple[Case, Said | None]]:
    async with listening(load_templates(Language), titles) as house:
        return [(case, await hear(house, case)) for case in cases]


async def run(cases: Sequence[Case]) -> dict[str, Any]:
    """Hear every case; return the report."""
    counts: dict[str, Counter[str]] = {}
    misses = []
    by_home: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        by_home.setdefault(case.stories, []).append(case)
    for titles, said in by_home.items():
        for case, heard in await _hear_all(said, titles):
            intent, slots = heard_as(heard)
            right = intent == case.intent and slots == case.slots
            kind = (
                "right"
                if right
                else "false_match"
                if case.intent == NOTHING
                else "missed"
                if intent == NOTHING
                else "wrong"
            )
            counts.setdefault(f"{case.intent} {case.lang}", Counter())[kind] += 1
            if not right:
                misses.append(
                    {
                        "lang": case.lang,
                        "text": case.text,
                        "expected": {"intent": case.intent, "slots": case.slots},
                        "got": {"intent": intent, "slots": slots},
                        "kind": kind,
                    }
                )
    total: Counter[str] = sum(counts.values(), Counter())
    return {
        "cases": len(cases),
        **{key: total[key] for key in ("right", "missed", "wrong", "false_match")},
        "by_intent": {key: dict(counts[key]) for key in sorted(counts)},
        "misses": misses,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run case files; return 1 if any sentence is heard as something else."""
    parser = argparse.ArgumentParser(prog="bench phrases", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        cases = read_cases(options.files)
    except (OSError, ValueError) as err:
        parser.error(str(err))
    report = asyncio.run(run(cases))
    for miss in report["misses"]:
        expected, got = miss["expected"], miss["got"]
        print(f"{miss['kind']}: {miss['text']!r} ({miss['lang']})")
        print(f"  expected {expected['intent']} {expected['slots'] or ''}")
        print(f"  got      {got['intent']} {got['slots'] or ''}")
    for key, kinds in report["by_intent"].items():
        print(f"{key:20} {kinds.get('right', 0)}/{sum(kinds.values())}")
    if options.json:
        options.json.write_text(json.dumps(report, ensure_ascii=False, indent=1))
    print(
        f"{report['right']}/{report['cases']} sentences heard right: {report['missed']} missed, "
        f"{report['wrong']} heard as something else, {report['false_match']} taken from other agents"
    )
    return 0 if report["right"] == report["cases"] else 1


if __name__ == "__main__":
    sys.exit(main())
