"""Run continuity cases through the real code: scripts/bench continuity FILE... [--kind notes|gate] [--json FILE].

Each miss is printed with what was expected and what came; the last line sums up by kind and language. Exits 1 on any
miss. The format of the cases is tests/cases/README.md.

Keys of the JSON report: `cases`, `passed`, `missed` (counts), `by` (list of `kind`, `lang`, `cases`, `passed`) and
`misses` (list of `id`, `kind`, `lang`, `field`, `expected`, `got`).
"""

import argparse
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from custom_components.mirae_story.servers.repair import repair_json
from custom_components.mirae_story.servers.sentences import Sentences
from custom_components.mirae_story.story.clean import clean
from custom_components.mirae_story.story.continuity import review
from custom_components.mirae_story.story.gate import Gate, Violation, ViolationCode
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    DeathPolicy,
    HouseRules,
    Language,
    Outcome,
    Reference,
    Review,
    Situation,
    Status,
    StoryState,
)
from custom_components.mirae_story.story.notes import read_notes
from custom_components.mirae_story.story.safety import YOUNGEST

type Case = Mapping[str, Any]

_APPLIED = ("joined", "returned", "left", "died")
_TEXTS = ("situation", "summary", "recap")
LOCAL = frozenset(
    {
        ViolationCode.DEAD_ACTS,
        ViolationCode.DEPARTED_PRESENT,
        ViolationCode.NAME_DRIFT,
        ViolationCode.PROTAGONIST_EXITS,
        ViolationCode.DEATH_TOLD,
        ViolationCode.MARKUP,
        ViolationCode.META_TEXT,
        ViolationCode.UNSAFE,
    }
)
"""Violations that must be found before their sentence is spoken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """One expectation that was not met."""

    id: str
    kind: str
    lang: str
    field: str
    expected: object
    got: object


def main(argv: Sequence[str] | None = None) -> int:
    """Run the cases of the files given; return 0 if every one of them passes."""
    parser = argparse.ArgumentParser(
        prog="bench continuity", description=(__doc__ or "").partition(":")[0]
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--kind", choices=("notes", "gate"), help="only these cases")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a report")
    options = parser.parse_args(argv)
    cases = [
        case
        for path in options.files
        for case in read_cases(path)
        if options.kind in {None, case["kind"]}
    ]
    misses = [miss for case in cases for miss in run_case(case)]
    for miss in misses:
        print(f"{miss.id}: {miss.field}")
        print(f"  expected {json.dumps(miss.expected, ensure_ascii=False)}")
        print(f"  got      {json.dumps(miss.got, ensure_ascii=False)}")
    report = summary_of(cases, misses)
    if options.json:
        text = json.dumps(report, ensure_ascii=False, indent=2)
        options.json.write_text(text + "\n", encoding="utf-8")
    parts = (
        f"{b['kind']} {b['lang']} {b['passed']}/{b['cases']}" for b in report["by"]
    )
    print("; ".join([f"{report['passed']}/{report['cases']} passed", *parts]))
    return 1 if misses else 0


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a file, one JSON object a line."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def run_case(case: Case) -> list[Miss]:
    """Run one case; return what it expects and did not get."""
    run = {"notes": _run_notes, "gate": _run_gate}[case["kind"]]
    return [
        Miss(
            id=case["id"],
            kind=case["kind"],
            lang=case["lang"],
            field=field,
            expected=expected,
            got=got,
        )
        for field, expected, got in run(case)
    ]


def summary_of(cases: Sequence[Case], misses: Iterable[Miss]) -> dict[str, Any]:
    """Return the report on these cases."""
    missed = list(misses)
    bad = {miss.id for miss in missed}
    groups = sorted({(case["kind"], case["lang"]) for case in cases})
    by = []
    for kind, lang in groups:
        ids = [c["id"] for c in cases if (c["kind"], c["lang"]) == (kind, lang)]
        passed = sum(each not in bad for each in ids)
        by.append({"kind": kind, "lang": lang, "cases": len(ids), "passed": passed})
    return {
        "cases": len(cases),
        "passed": sum(case["id"] not in bad for case in cases),
        "missed": sum(case["id"] in bad for case in cases),
        "by": by,
        "misses": [asdict(miss) for miss in missed],
    }


def cast_of(case: Case) -> Cast:
    """Return a case's cast."""
    return Cast(
        tuple(
            Character(
                name=member["name"],
                role=member["role"],
                protagonist=member["protagonist"],
                aliases=tuple(member["aliases"]),
                status=Status(member["status"]),
                joined=1,
                since=member["since"],
                pending=Change(member["pending"]) if member.get("pending") else None,
            )
            for member in case["cast"]
        )
    )


def rules_of(case: Case) -> HouseRules:
    """Return a case's house rules."""
    policy = case["policy"]
    return HouseRules(
        death_policy=DeathPolicy(policy["death"]), max_active=policy["max_active"]
    )


def raw_notes(case: Case) -> str:
    """Return what the model returned in a case."""
    if "notes_repeat" in case:
        repeat = case["notes_repeat"]
        return str(repeat["text"]) * int(repeat["times"])
    return str(case["notes"])


def review_of(case: Case) -> Review:
    """Return what the code decides about a case's notes."""
    language = Language(case["lang"])
    state = StoryState(
        story_id="case",
        title="",
        revision=1,
        night=case["night"],
        reference=Reference(
            language=language,
            genre=case.get("genre", ""),
            premise=case.get("premise", ""),
            audience_age=case["policy"].get("age", 6),
            summary=case["summary"],
        ),
        cast=cast_of(case),
        situation=Situation(text="", night=case["night"]),
    )
    return review(
        read_notes(raw_notes(case), repair_json),
        state=state,
        previous=case.get("previous", ""),
        prose=case["prose"],
        night=case["night"],
        rules=rules_of(case),
    )


def _run_notes(case: Case) -> Iterator[tuple[str, object, object]]:
    """Yield field, expectation and result of everything that a notes case misses."""
    expect, result = case["expect"], review_of(case)
    accepted = [d for d in result.decisions if d.outcome is Outcome.ACCEPTED]
    for field in _APPLIED:
        got = [d.name for d in accepted if d.change == field]
        if _plain(got) != _plain(expect[field]):
            yield field, expect[field], got
    waiting = [
        {"name": d.name, "change": d.change.value}
        for d in result.decisions
        if d.outcome is Outcome.PENDING
    ]
    if _pairs(waiting) != _pairs(expect["pending"]):
        yield "pending", expect["pending"], waiting
    rejected = [
        {"name": d.written or d.name, "change": d.proposed.value}
        for d in result.decisions
        if d.outcome is Outcome.REJECTED
    ]
    missing = set(_pairs(expect["rejected"])) - set(_pairs(rejected))
    if missing:
        yield "rejected", expect["rejected"], rejected
    yield from _wrong_sources(expect, result)


def _wrong_sources(
    expect: Mapping[str, Any], result: Review
) -> Iterator[tuple[str, object, object]]:
    """Yield the texts that were taken from elsewhere than expected."""
    from_notes = {
        "situation": result.situation_from_notes,
        "summary": result.summary_from_notes,
        "recap": result.recap_from_notes,
    }
    for field in _TEXTS:
        if field in expect and (expect[field] == "notes") != from_notes[field]:
            other = "kept" if field == "summary" else "derived"
            yield field, expect[field], "notes" if from_notes[field] else other


def _plain(names: Iterable[str]) -> list[str]:
    return sorted(_spaceless(name) for name in names)


def _pairs(changes: Iterable[Mapping[str, str]]) -> list[tuple[str, str]]:
    return sorted((_spaceless(each["name"]), each["change"]) for each in changes)


def _spaceless(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def gate_of(case: Case) -> Gate:
    """Return a gate for a gate case."""
    material = ("premise", "summary", "previous", "wish")
    return Gate(
        cast_of(case),
        Language(case["lang"]),
        rules_of(case),
        recent_openings=case.get("recent_openings", ()),
        genre=case.get("genre", ""),
        material=[case[key] for key in material if case.get(key)],
        age=case["policy"].get("age", YOUNGEST),
    )


def _run_gate(case: Case) -> Iterator[tuple[str, object, object]]:
    """Yield what a gate case misses, checked as a whole and then sentence by sentence."""
    expect = case["expect"]
    whole = gate_of(case).check_prose(case["prose"])
    got = sorted(set(map(_label, whole)))
    if got != sorted(expect["violations"]):
        yield "violations", sorted(expect["violations"]), got
    released, found = stream(case)
    leaked = [bad for bad in expect.get("bad_sentences", ()) if bad.strip() in released]
    if leaked:
        yield "bad_sentences", [], leaked
    is_local = any(each.partition(":")[0] in LOCAL for each in expect["violations"])
    if is_local and not found:
        yield "streaming", sorted(expect["violations"]), []
    if expect["verdict"] == "ok":
        if found:
            yield "streaming", [], sorted(found)
        if _spaceless(released) != _spaceless(clean(case["prose"])):
            yield "released", clean(case["prose"]), released


def stream(case: Case) -> tuple[str, set[str]]:
    """Offer a case's prose sentence by sentence; return what was released and what was found wrong."""
    gate = gate_of(case)
    cutter = Sentences(Language(case["lang"]))
    released: list[str] = []
    found: set[str] = set()
    for sentence in [*cutter.push(clean(case["prose"])), *cutter.finish()]:
        ruling = gate.offer(sentence)
        released += ruling.released
        found |= {_label(each) for each in ruling.violations}
        if ruling.violations:
            return "".join(released), found
    last = gate.finish()
    released += last.released
    found |= {_label(each) for each in last.violations}
    return "".join(released), found


def _label(violation: Violation) -> str:
    code = violation.code.value
    return f"{code}:{violation.name}" if violation.name else code


if __name__ == "__main__":
    sys.exit(main())
