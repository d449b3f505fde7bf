"""Tell whole nights with a plausible, a hostile or a real model; count what is wrong of what is heard and stored.

scripts/bench nights --nights N --stories S --seed K --model scripted|hostile|URL. The real story, teller, gate,
validator and journal run with a virtual clock. The keys of the JSON report are in docs/benchmarks.md.
"""

import argparse
import asyncio
import json
import logging
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

import aiohttp

from custom_components.mirae_story.servers.connect import make_server
from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.story.errors import ServerAuthError, ServerError
from custom_components.mirae_story.story.model import (
    Change,
    DeathPolicy,
    HouseRules,
    Language,
    Outcome,
)
from custom_components.mirae_story.story.ports import Sampling

from .bedtime.evenings import (
    PATIENCE_S,
    Evenings,
    Plan,
    Tale,
    Told,
    accepted,
    spoken_kinds,
)
from .bedtime.standins import Watch, guards

type Report = dict[str, Any]

POLICIES = (DeathPolicy.ALLOW, DeathPolicy.ASK, DeathPolicy.NEVER)
HORIZONS = ((1, 10), (11, 20), (21, 30), (31, 10_000))
KEY_VARIABLE = "MIRAE_STORY_API_KEY"
SMALL = 200
"""Nights for which no further process is started."""
LEAST_MODEL_SHARE = 0.6
LEAST_F1 = 0.98
MOST_FALSE_REJECTS = 0.02
MOST_RETOLD = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What a run came to."""

    tales: Sequence[Tale]
    watch: Watch

    @property
    def nights(self) -> list[Told]:
        """Return all nights of all stories."""
        return [night for tale in self.tales for night in tale.nights]


def main(argv: Sequence[str] | None = None) -> int:
    """Tell the nights; return 0 if every limit is kept."""
    options = _parser().parse_args(argv)
    _hush(show=options.show)
    guarded = options.gate and options.validator
    try:
        run, *bare = _run(options, compare=guarded and options.compare)
        report = _header(options) | report_of(run, options.model)
        if bare:
            report["unguarded"] = report_of(bare[0], options.model)
    except ServerError as err:
        print(f"bench nights: {options.model} failed: {err}", file=sys.stderr)
        if isinstance(err, ServerAuthError):
            print(
                f"bench nights: the key is taken from {KEY_VARIABLE}", file=sys.stderr
            )
        return 2
    if options.show:
        _show(run)
    missed = limits_missed(report, options.model) if guarded else []
    report["missed"] = missed
    if options.json:
        text = json.dumps(report, ensure_ascii=False, indent=2)
        options.json.write_text(text + "\n", encoding="utf-8")
    _print_table(report)
    for limit in missed:
        print(f"limit missed: {limit}")
    print(_summary(report))
    return 1 if missed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bench nights", description=(__doc__ or "").partition("\n")[0]
    )
    add = parser.add_argument
    add("--nights", type=int, default=30, help="nights of each story")
    add("--stories", type=int, default=2, help="stories")
    add("--seed", type=int, default=1)
    add("--model", default="scripted", help="scripted, hostile, or a server's URL")
    add("--server-model", default="", help="the model to use on that server")
    add("--kind", default="openai", choices=("openai", "ollama"), help="of server")
    add("--temperature", type=float, help="of a server's model")
    add("--repeat-penalty", type=float, help="of a server's model")
    add(
        "--prose-only",
        dest="notes",
        action="store_false",
        help="ask a server for no notes: nobody comes or goes",
    )
    add("--minutes", type=float, default=1.5, help="wanted length of a night")
    add("--language", default="both", choices=("en", "ja", "both"))
    add("--no-gate", dest="gate", action="store_false")
    add("--no-validator", dest="validator", action="store_false")
    add(
        "--no-compare",
        dest="compare",
        action="store_false",
        help="do not run a second time without gate and validator",
    )
    add("--jobs", type=int, default=os.process_cpu_count() or 1, help="processes")
    add("--show", action="store_true", help="print what was missed or refused")
    add("--json", type=Path, metavar="FILE", help="write a report")
    return parser


def _hush(*, show: bool) -> None:
    logging.disable(logging.WARNING if show else logging.CRITICAL)


def _run(options: argparse.Namespace, *, compare: bool) -> list[Run]:
    """Return what the nights came to, and if wanted without gate and validator; stories share the processes."""
    sides = [(options.gate, options.validator), *([(False, False)] if compare else [])]
    small = options.nights * options.stories * len(sides) < SMALL
    if small or options.jobs == 1 or _is_url(options.model):
        return [
            asyncio.run(
                tell(options, range(options.stories), gate=gate, validator=validator)
            )
            for gate, validator in sides
        ]
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        told = [
            [
                pool.submit(
                    _tell_alone, options, number, gate=gate, validator=validator
                )
                for number in range(options.stories)
            ]
            for gate, validator in sides
        ]
        return [_joined([each.result() for each in stories]) for stories in told]


def _tell_alone(
    options: argparse.Namespace, number: int, *, gate: bool, validator: bool
) -> Run:
    """Tell one story in a process of its own."""
    _hush(show=options.show)
    return asyncio.run(tell(options, [number], gate=gate, validator=validator))


def _joined(runs: Sequence[Run]) -> Run:
    watch = Watch()
    for run in runs:
        watch.costs_ms += run.watch.costs_ms
        watch.refused += run.watch.refused
    return Run(tales=[tale for run in runs for tale in run.tales], watch=watch)


async def tell(
    options: argparse.Namespace,
    numbers: Sequence[int],
    *,
    gate: bool,
    validator: bool,
) -> Run:
    """Tell these stories; a real server is asked for all at the same time. Raises `ServerError`."""
    watch = Watch()
    with guards(watch, gate=gate, validator=validator):
        if _is_url(options.model):
            async with aiohttp.ClientSession() as session:
                told = [
                    _tell(options, n, session, validator=validator) for n in numbers
                ]
                tales = await _together(told)
        else:
            tales = [
                await _tell(options, n, None, validator=validator) for n in numbers
            ]
    return Run(tales=tales, watch=watch)


async def _together(told: Sequence[Coroutine[Any, Any, Tale]]) -> list[Tale]:
    """Return what all give; the first error ends all, and is raised as itself."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in told]
    except* ServerError as errors:
        first = errors.exceptions[0]
    else:
        return [task.result() for task in tasks]
    raise first


async def _tell(
    options: argparse.Namespace,
    number: int,
    session: aiohttp.ClientSession | None,
    *,
    validator: bool,
) -> Tale:
    """Tell one story."""
    async with AsyncExitStack() as stack:
        server = None
        if session is not None:
            server = make_server(
                options.kind,
                session,
                options.model,
                api_key=os.environ.get(KEY_VARIABLE),
                model=options.server_model,
                first_token_timeout=PATIENCE_S,
                next_token_timeout=PATIENCE_S,
            )
        database = None
        if validator:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            database = Database(Path(folder) / "nights.db")
            await database.open()
            stack.push_async_callback(database.close)
        plan = Plan(
            number=number,
            seed=options.seed,
            nights=options.nights,
            language=_language(options.language, number),
            rules=HouseRules(
                minutes=options.minutes,
                death_policy=POLICIES[number % len(POLICIES)],
            ),
            hostile=options.model == "hostile",
            server=server,
            notes=options.notes,
            sampling=Sampling(
                temperature=options.temperature,
                repeat_penalty=options.repeat_penalty,
                seed=options.seed,
            ),
        )
        return await Evenings(plan, database).tell_all()


def _is_url(model: str) -> bool:
    return "://" in model


def _language(choice: str, number: int) -> Language:
    if choice == "both":
        return list(Language)[number % len(Language)]
    return Language(choice)


# The report --------------------------------------------------------------------------------------------


def _header(options: argparse.Namespace) -> Report:
    return {
        "model": options.model,
        "seed": options.seed,
        "stories": options.stories,
        "language": options.language,
        "gate": options.gate,
        "validator": options.validator,
    }


def report_of(run: Run, model: str) -> Report:
    """Return the numbers of a run."""
    nights = run.nights
    told = sum(night.length for night in nights)
    by_code = sum(night.length_by_code for night in nights)
    violations: Counter[str] = Counter()
    tokens: Counter[str] = Counter()
    for tale in run.tales:
        violations.update(tale.state_violations)
        tokens.update(tale.tokens)
    lost = sum(night.lost for night in nights)
    if lost:
        violations["night_lost"] = lost
    spoken = spoken_kinds(nights)
    planted = Counter(each.kind for night in nights for each in night.planted)
    clean = [night for night in nights if not night.planted]
    wrong = {each.sentence for night in nights for each in night.planted}
    report: Report = {
        "nights": len(nights),
        "sv": {"total": violations.total(), **dict(sorted(violations.items()))},
        "pv": {"total": spoken.total(), **_sorted(spoken)},
        "planted": {"total": planted.total(), **_sorted(planted)},
        "sentences": sum(tale.sentences for tale in run.tales),
        "model_word_share": _share(told - by_code, told),
        "retold": sum(night.retold for night in nights),
        "clean_retold": sum(night.retold for night in clean),
        "calm_endings": sum(night.calm_ending for night in nights),
        "clean_calm_endings": sum(night.calm_ending for night in clean),
        "clean_nights": len(clean),
        "refused": _sorted(Counter(v.code for v in run.watch.refused)),
        "refused_clean": sum(
            not any(v.sentence in each or each in v.sentence for each in wrong)
            for v in run.watch.refused
        ),
        "gate_ms_median": round(median(run.watch.costs_ms or [0]), 4),
        "tokens": dict(tokens),
    }
    if not _is_url(model):
        report |= scores(nights)
        report["horizons"] = {
            f"{first}-{last}" if last < HORIZONS[-1][1] else f"{first}-": scores(some)
            for first, last in HORIZONS
            if (some := [n for n in nights if first <= n.number <= last])
        }
    return report


def scores(nights: Sequence[Told]) -> Report:
    """Return how well the changes of these nights were understood."""
    right = false_accepts = deaths = false_rejects = got_all = gold_all = wanted = 0
    for night in nights:
        gold = {each.key for each in night.gold}
        got = accepted(night.decisions)
        right += len(gold & got)
        got_all += len(got)
        gold_all += len(gold)
        over = {each for each in got - gold if each[2] is Outcome.ACCEPTED}
        false_accepts += len(over)
        deaths += sum(change is Change.DIED for _, change, _ in over)
        sure = {each for each in gold if each[2] is Outcome.ACCEPTED}
        wanted += len(sure)
        false_rejects += len(sure - got)
    precision = _share(right, got_all)
    recall = _share(right, gold_all)
    total = precision + recall
    return {
        "gold": gold_all,
        "precision": precision,
        "recall": recall,
        "f1": round(2 * precision * recall / total, 4) if total else 0.0,
        "false_accepts": false_accepts,
        "false_accept_deaths": deaths,
        "false_rejects": false_rejects,
        "false_reject": round(false_rejects / wanted, 4) if wanted else 0.0,
    }


def limits_missed(report: Report, model: str) -> list[str]:
    """Return which of the stated limits a report misses."""
    limits = [("sv = 0", report["sv"]["total"] == 0)]
    if model == "hostile":
        limits += [
            ("pv = 0", report["pv"]["total"] == 0),
            (
                f"model_word_share >= {LEAST_MODEL_SHARE}",
                report["model_word_share"] >= LEAST_MODEL_SHARE,
            ),
        ]
    if model == "scripted":
        most = MOST_RETOLD * report["nights"]
        limits += [
            ("false_accept_deaths = 0", report["false_accept_deaths"] == 0),
            (f"f1 >= {LEAST_F1}", report["f1"] >= LEAST_F1),
            (
                f"false_reject <= {MOST_FALSE_REJECTS}",
                report["false_reject"] <= MOST_FALSE_REJECTS,
            ),
            (f"retold <= {MOST_RETOLD} of the nights", report["retold"] <= most),
            ("calm_endings = 0", report["calm_endings"] == 0),
        ]
    return [name for name, kept in limits if not kept]


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0


def _sorted(counts: Counter[Any]) -> dict[str, int]:
    return {str(key): counts[key] for key in sorted(counts)}


# On the screen -----------------------------------------------------------------------------------------


def _print_table(report: Report) -> None:
    """Print the numbers; beside them those of the run without gate and validator."""
    bare = report.get("unguarded", {})
    for key, value in report.items():
        if key in {"unguarded", "missed"}:
            continue
        beside = f"   unguarded: {_cell(bare[key])}" if key in bare else ""
        print(f"{key:20} {_cell(value)}{beside}")


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(
            f"{key}={_cell(each)}"
            if not isinstance(each, dict)
            else f"\n    {key}: {_cell(each)}"
            for key, each in value.items()
        )
    return str(value)


def _show(run: Run) -> None:
    """Print what was heard and should not have been, what was refused, and what was misunderstood."""
    for night in run.nights:
        for planted in night.heard:
            print(f"heard    {planted.kind}: {planted.sentence}")
            at = night.prose.find(planted.sentence)
            end = at + len(planted.sentence)
            print(f"         | {night.prose[max(0, at - 300) : at]!r}")
            print(f"         | then {night.prose[end : end + 300]!r}")
        gold = {each.key for each in night.gold}
        got = accepted(night.decisions)
        if gold != got:
            for key in sorted(gold ^ got):
                side = "missed" if key in gold else "extra "
                print(f"{side}   {' '.join(key)}: {_reasons(night, key[0])}")
                for line in sentences_naming(key[0], night.prose):
                    print(f"         | {line}")
    wrong = {each.sentence for night in run.nights for each in night.planted}
    for violation in run.watch.refused:
        if not any(violation.sentence in w or w in violation.sentence for w in wrong):
            print(f"refused  {violation}: {violation.sentence}")


def _reasons(night: Told, name: str) -> list[str]:
    return [d.reason.value for d in night.decisions if d.name == name]


def sentences_naming(name: str, prose: str) -> list[str]:
    """Return the lines of a night in which a name stands."""
    return [line for line in prose.splitlines() if name in line]


def _summary(report: Report) -> str:
    parts = [
        f"{report['nights']} nights",
        f"sv {report['sv']['total']}",
        f"pv {report['pv']['total']} of {report['planted']['total']} planted",
        f"model words {report['model_word_share']:.0%}",
        f"retold {report['retold']}",
        f"calm endings {report['calm_endings']}",
    ]
    if "f1" in report:
        parts.append(f"f1 {report['f1']}")
    if "unguarded" in report:
        bare = report["unguarded"]
        parts.append(f"unguarded: sv {bare['sv']['total']}, pv {bare['pv']['total']}")
    return ", ".join(parts)


if __name__ == "__main__":
    sys.exit(main())
