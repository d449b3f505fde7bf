"""Measure what the gate adds to each sentence: CPU time with a cast of 40 and 365 nights of openings.

The keys of the JSON report are in docs/benchmarks.md.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from time import thread_time_ns
from typing import Any

from custom_components.mirae_story.servers.sentences import Sentences
from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    HouseRules,
    Language,
    Reference,
    Situation,
    Status,
    StoryState,
)

from .bedtime.author import Author
from .bedtime.people import WORDS, drawing

type Report = dict[str, Any]

MOST_MS = 1.0
"""Median CPU time that a sentence may cost."""
GENRE = "adventure_at_sea"
_KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"status": Status.DEPARTED},
    {"status": Status.DEAD},
    {"pending": Change.LEFT},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure both languages; return 0 if the median of each keeps the limit."""
    parser = argparse.ArgumentParser(
        prog="bench gate", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--names", type=int, default=40, help="members of the cast")
    parser.add_argument("--openings", type=int, default=365, help="nights compared")
    parser.add_argument("--nights", type=int, default=40, help="nights measured")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a report")
    options = parser.parse_args(argv)
    report: Report = {"names": options.names, "openings": options.openings}
    for language in Language:
        costs = measure(language, options.names, options.openings, options.nights)
        report[language.value] = {
            "sentences": len(costs),
            "median_ms": round(median(costs), 4),
            "p95_ms": round(quantiles(costs, n=20)[-1], 4),
            "max_ms": round(max(costs), 4),
        }
    slowest = max(report[language.value]["median_ms"] for language in Language)
    report["median_ms"] = slowest
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for language in Language:
        print(language.value, report[language.value])
    print(
        f"median {slowest} ms a sentence (at most {MOST_MS}),"
        f" {options.names} names, {options.openings} openings"
    )
    return 0 if slowest <= MOST_MS else 1


def measure(language: Language, names: int, openings: int, nights: int) -> list[float]:
    """Return the CPU time in ms that the gate took for each sentence of some nights."""
    author = Author(language, GENRE, drawing("gate", language))
    rules = HouseRules()
    state = _state(author, language, names)
    before = [author.night(state, rules).text[:200] for _ in range(openings)]
    costs = []
    for _ in range(nights):
        gate = Gate(state.cast, language, rules, recent_openings=before, genre=GENRE)
        for sentence in _sentences(author.night(state, rules).text, language):
            began = thread_time_ns()
            ruling = gate.offer(sentence)
            costs.append((thread_time_ns() - began) / 1e6)
            if ruling.violations:
                gate.restart()
    return costs


def _sentences(text: str, language: Language) -> list[str]:
    cutter = Sentences(language)
    return [*cutter.push(text), *cutter.finish()]


def _state(author: Author, language: Language, names: int) -> StoryState:
    """Return a story with so many members: on stage, departed, dead, and undecided."""
    words = WORDS[language]
    hero, friends = author.cast()
    free = [n for n in words.NAMES if n not in {friend.name for friend in friends}]
    others = [
        replace(
            Character(name=name, role=words.GENRES[GENRE]["roles"][0]),
            **_KINDS[index % len(_KINDS)],
        )
        for index, name in enumerate(free[: max(0, names - len(friends) - 1)])
    ]
    return StoryState(
        story_id="gate",
        title="",
        revision=1,
        night=300,
        reference=Reference(
            language=language,
            genre=GENRE,
            premise=words.GENRES[GENRE]["premise"],
            audience_age=6,
        ),
        cast=Cast((hero, *friends, *others)),
        situation=Situation(text="", night=300),
    )


if __name__ == "__main__":
    sys.exit(main())
