"""Measure how long the reader takes over hostile notes: CPU time for 1 MB, or 100,000 brackets, of each shape.

Each shape passes what a reply passes: reasoning taken out, strict reading, repair, plain lines. The keys of the JSON
report are in docs/benchmarks.md.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import thread_time_ns
from typing import Any

from custom_components.mirae_story.servers.repair import repair_json
from custom_components.mirae_story.servers.thinking import without_thinking
from custom_components.mirae_story.story.notes import read_notes

type Report = dict[str, Any]

MOST_MS = 50.0
"""CPU time that any reply may cost."""
MOST_RATIO = 2.0
"""The same as a multiple of what `json.loads` takes over 1 MB of valid JSON in the same run."""
SIZE = 1_000_000
BRACKETS = 100_000
_ROUNDS = 3
_KEY = '{"title": "x", "joined": '


def shapes(size: int = SIZE, brackets: int = BRACKETS) -> dict[str, str]:
    """Return hostile replies of this many characters, or of so many brackets, by name."""

    def fill(unit: str) -> str:
        return (unit * (size // len(unit) + 1))[:size]

    return {
        **_nested(brackets),
        **_marks(fill),
        **_thoughts(fill),
        **_entries(fill),
        **_lines(fill),
    }


def _nested(count: int) -> Mapping[str, str]:
    return {
        "brackets": "[" * count,
        "braces": "{" * count,
        "objects_in_objects": '{"a":' * count,
        "brackets_after_key": _KEY + "[" * count,
        "braces_after_key": _KEY + "{" * count,
        "objects_after_key": _KEY + '{"a":' * count,
        "objects_in_lists": _KEY + "[{" * (count // 2),
        "closed_brackets": _KEY + "[" * count + "]" * count + "}",
        "closing_braces": '{"title":"x"' + "}" * count,
        "full_width_brackets": "｛［" * (count // 2),
    }


def _marks(fill: Callable[[str], str]) -> Mapping[str, str]:
    return {
        "quotes": fill('"'),
        "quotes_after_key": _KEY + fill('"'),
        "quotes_in_text": '{"title": "' + fill('" '),
        "quotes_and_commas": '{"title": "' + fill('",'),
        "quotes_and_words": '{"title": "' + fill('", "a'),
        "quotes_and_long_words": '{"title": "' + fill('"' + "a" * 500),
        "quotes_and_blanks": '{"title": "' + fill('"' + " " * 60),
        "single_quotes": "{'title': '" + fill("',"),
        "curly_quotes": "{“title”: “" + fill("“'，"),
        "japanese_quotes": "{「title」: 「" + fill("」「"),
        "full_width_quotes": "｛＂title＂：＂" + fill("＂，"),
        "backslashes": '{"title": "' + fill("\\"),
        "escaped_quotes": '{"title": "' + fill('\\"'),
        "unicode_escapes": '{"title": "' + fill("\\u0061"),
        "lone_surrogates": '{"title": "' + fill("\\ud83d") + '"}',
        "control_characters": '{"title": "' + fill("\x00") + '"}',
        "commas": _KEY + fill(","),
        "colons": '{"title"' + fill(":"),
        "keys_without_values": "{" + fill('"a":'),
        "bare_keys": "{" + fill("a:b,"),
        "blanks": "{" + fill(" "),
        "newlines": '{"title": "' + fill("\n"),
        "newlines_only": fill("\n"),
    }


def _thoughts(fill: Callable[[str], str]) -> Mapping[str, str]:
    return {
        "thoughts_opened": fill("<think>"),
        "thoughts_closed": '{"title":"x"' + fill("</think>"),
        "thoughts": fill("<think></think>"),
        "thoughts_and_notes": fill('<think>{"title":"a"}</think>{"title":"b"}'),
        "thoughts_in_text": '{"title": "' + fill(":“</think>"),
        "halves_of_tags": fill("<think"),
        "less_than": fill("<"),
    }


def _entries(fill: Callable[[str], str]) -> Mapping[str, str]:
    return {
        "same_key": "{" + fill('"title":"x",') + "}",
        "same_list": "{" + fill('"joined":["a","b"],') + "}",
        "same_deaths": "{" + fill('"died":[{"name":"a"}],') + "}",
        "many_names": _KEY + "[" + fill('"a",') + '""]}',
        "many_entries": _KEY + "[" + fill('{"name":"a","role":"b"},') + "{}]}",
        "map_of_names": _KEY + "{" + fill('"a":"b",') + '"c":"d"}}',
        "many_objects": fill('{"title":"x"} '),
        "many_bad_objects": fill('{"title":x} '),
        "many_starts": fill("{a"),
        "empty_lists": '{"x":[' + fill("[[]],") + '[]],"title":"t"}',
        "numbers": _KEY + "[" + fill("1,") + "1]}",
        "long_number": '{"title": ' + fill("1"),
        "long_text": '{"title": "' + fill("あ") + '"}',
        "schemas": fill('{"type":"object","properties":{}}'),
    }


def _lines(fill: Callable[[str], str]) -> Mapping[str, str]:
    return {
        "prose": fill("The ship went on. "),
        "lines": fill("joined: Pip - boy\n"),
        "bullets": "title: x\njoined:\n" + fill("- a\n"),
        "long_line": "title: x\njoined: " + fill("名前｛"),
        "ornaments": fill("**__##"),
        "dashes": "title: x\nleft: " + fill(" -"),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Measure every shape; return 0 if each keeps both limits."""
    parser = argparse.ArgumentParser(
        prog="bench reader", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a report")
    options = parser.parse_args(argv)
    valid = valid_notes()
    loads_ms = _fastest(lambda: json.loads(valid))
    costs = {
        name: measure(reply) for name, reply in {**shapes(), "valid": valid}.items()
    }
    worst = max(costs, key=lambda name: costs[name])
    report: Report = {
        "shapes": len(costs),
        "loads_ms": round(loads_ms, 3),
        "max_ms": round(costs[worst], 3),
        "ratio": round(costs[worst] / loads_ms, 3),
        "worst": worst,
        "ms": {name: round(cost, 3) for name, cost in costs.items()},
    }
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for name in sorted(costs, key=lambda name: -costs[name]):
        print(f"{name:24} {costs[name]:8.3f} ms")
    print(
        f"slowest of {len(costs)} shapes {worst}: {report['max_ms']} ms (at most {MOST_MS}),"
        f" {report['ratio']} of json.loads over 1 MB (at most {MOST_RATIO})"
    )
    return 0 if report["max_ms"] <= MOST_MS and report["ratio"] <= MOST_RATIO else 1


def valid_notes(size: int = SIZE) -> str:
    """Return valid notes of about this many characters."""
    entry = {"name": "Pip", "role": "sailor"}
    count = size // (len(json.dumps(entry)) + 2)
    return json.dumps({"title": "x", "joined": [entry] * count})


def measure(reply: str) -> float:
    """Return the CPU time in ms that it takes to read a reply."""
    return _fastest(lambda: read_notes(without_thinking(reply), repair_json))


def _fastest(work: Callable[[], object]) -> float:
    """Return the least of several times in ms: the others are those of a busy machine."""
    costs = []
    for _ in range(_ROUNDS):
        began = thread_time_ns()
        work()
        costs.append((thread_time_ns() - began) / 1e6)
    return min(costs)


if __name__ == "__main__":
    sys.exit(main())
