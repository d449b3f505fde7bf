"""How soon the house speaks after "continue the story", and how long it is silent meanwhile, by every way of asking.

A real Home Assistant runs in this process, with real assist pipelines and a voice that notes what it gets and when. The
model server is a scripted one, over HTTP. Where it is slow, a clock that runs ten times as fast saves the waiting: its
times, the rate of reading aloud and the pauses that are bridged are all shortened alike, and what is measured is given
in full seconds again. Keys of the JSON report: docs/benchmarks.md.
"""

import argparse
import asyncio
import json
import logging
import os
import sys
import tempfile
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from time import monotonic, process_time
from unittest.mock import patch

from homeassistant.components import conversation

from benchmarks.bedtime.silence import longest_gap
from benchmarks.bedtime.spoken_home import (
    OTHER_AGENT,
    STORY_AGENT,
    SpokenHome,
    spoken_home,
)
from benchmarks.bedtime.timed_server import TimedServer
from custom_components.mirae_story import warming
from custom_components.mirae_story.story import pace
from custom_components.mirae_story.story.ending import bridge
from custom_components.mirae_story.story.length import speech_s
from custom_components.mirae_story.story.model import Language

FIRST_LIMIT_MS = 100.0
GAP_LIMIT_S = 8.0
MOST_BRIDGES = 3
SPED_UP = 10
REST_S = 9.0
"""What a home has after its start, before it is asked for the first time."""
ENOUGH = 60
"""Home Assistant begins to speak after so many characters."""
GONE = "http://127.0.0.1:9/v1"
"""An address at which nothing answers."""

type Ask = Callable[[SpokenHome], Awaitable[None]]
ROUTES: Mapping[str, Ask] = {
    "own_agent": lambda home: home.ask_pipeline(STORY_AGENT),
    "trigger_default_agent": lambda home: home.ask_pipeline(
        conversation.HOME_ASSISTANT_AGENT
    ),
    "trigger_other_agent": lambda home: home.ask_pipeline(OTHER_AGENT),
    "llm_tool": lambda home: home.call_tool(),
    "action": lambda home: home.call_action(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """How the model server is doing."""

    server: TimedServer | None
    """None: nobody answers."""
    sped_up: bool = False
    shelf: bool = False
    first: bool = False
    """Only the first request after a start is measured."""
    gap_limit_s: float | None = None


def situations() -> dict[str, Situation]:
    """Return what is measured, by name; at most so many requests each."""
    return {
        "live": Situation(server=TimedServer()),
        "dead": Situation(server=None),
        "shelf": Situation(server=TimedServer(), shelf=True),
        "first_after_start": Situation(server=TimedServer(), first=True),
        "first_token_after_15_s": Situation(
            server=TimedServer(first_token_s=15 / SPED_UP, tokens_per_s=6 * SPED_UP),
            sped_up=True,
            gap_limit_s=GAP_LIMIT_S,
        ),
        "stalled": Situation(
            server=TimedServer(stalls_after=20, tokens_per_s=6 * SPED_UP),
            sped_up=True,
            gap_limit_s=pace.STALLED_S + 1,
        ),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one request brought."""

    first_ms: float
    cpu_ms: float
    """What this process worked from the request to the first text, the scripted server included."""
    enough_ms: float
    gap_s: float
    bridges: int


async def measure(route: Ask, home: SpokenHome, situation: Situation) -> Answer:
    """Ask once, and wait until the night is over."""
    story = home.story.story
    if situation.shelf:
        await story.shelf.prepare()
    night = story.state.night + 1
    lines = {bridge(story.state, night, used).strip() for used in range(MOST_BRIDGES)}
    asked_at, worked = monotonic(), process_time()
    asking = asyncio.ensure_future(route(home))
    await home.voice.begun.wait()
    worked = process_time() - worked
    await asking
    await home.voice.silent.wait()
    heard = list(home.voice.heard)
    await home.at_rest()
    heard = [(moment - asked_at, text) for moment, text in heard]
    said = ""
    enough_at = heard[-1][0]
    for moment, text in heard:
        said += text
        if len(said) > ENOUGH:
            enough_at = moment
            break
    factor = SPED_UP if situation.sped_up else 1
    return Answer(
        first_ms=1000 * heard[0][0],
        cpu_ms=1000 * worked,
        enough_ms=1000 * enough_at,
        gap_s=longest_gap(
            [(factor * moment, text) for moment, text in heard],
            Language.EN,
            asked_at=0,
        ),
        bridges=sum(text.strip() in lines for _, text in heard),
    )


@contextmanager
def hurried(*, wanted: bool) -> Iterator[None]:
    """Let reading aloud and the bridged pauses be ten times as fast."""
    if not wanted:
        yield
        return
    with patch.multiple(
        pace,
        speech_s=lambda text, language: speech_s(text, language) / SPED_UP,
        PAUSES_S=tuple(each / SPED_UP for each in pace.PAUSES_S),
        STALLED_S=pace.STALLED_S / SPED_UP,
        ANEW_S=pace.ANEW_S / SPED_UP,
        LOOK_S=pace.LOOK_S / SPED_UP,
    ):
        yield


@asynccontextmanager
async def at_home(url: str) -> AsyncGenerator[SpokenHome]:
    """Start a home, and let it come to rest."""
    with tempfile.TemporaryDirectory() as folder:
        async with spoken_home(Path(folder), url) as home:
            await asyncio.sleep(warming.SETTLE_S + REST_S)
            yield home


async def answers(
    routes: Sequence[str], situation: Situation, url: str, times: int
) -> AsyncGenerator[tuple[str, Answer]]:
    """Ask so many times by each of these ways: in one home, or each time for the first time in a new one."""
    if situation.first:
        for route in [route for route in routes for _ in range(times)]:
            async with at_home(url) as home:
                yield route, await measure(ROUTES[route], home, situation)
        return
    async with at_home(url) as home:
        await measure(ROUTES[routes[0]], home, situation)
        for route in routes:
            for _ in range(times):
                yield route, await measure(ROUTES[route], home, situation)


async def measure_all(
    routes: Sequence[str], wanted: Sequence[str], times: int
) -> dict[str, dict[str, float]]:
    """Measure each way of asking in each situation."""
    report = {}
    for name in wanted:
        situation = situations()[name]
        few = situation.sped_up or situation.first
        count = max(1, times // 10) if few else times
        found: dict[str, list[Answer]] = {route: [] for route in routes}
        async with AsyncExitStack() as stack:
            url = GONE
            if situation.server is not None:
                await stack.enter_async_context(situation.server.serving())
                url = situation.server.url
            stack.enter_context(hurried(wanted=situation.sped_up))
            async for route, answer in answers(routes, situation, url, count):
                found[route].append(answer)
        for route in routes:
            report[f"{route}.{name}"] = summary(found[route])
            print(f"{route}.{name}: {report[f'{route}.{name}']}", flush=True)
    return report


def summary(found: Sequence[Answer]) -> dict[str, float]:
    """Return the figures of one way of asking in one situation."""
    first = sorted(each.first_ms for each in found)
    enough = sorted(each.enough_ms for each in found)
    return {
        "requests": len(found),
        "p50_ms": round(at(first, 0.5), 1),
        "p95_ms": round(at(first, 0.95), 1),
        "cpu_p95_ms": round(at(sorted(each.cpu_ms for each in found), 0.95), 1),
        "p50_60_characters_ms": round(at(enough, 0.5), 1),
        "p95_60_characters_ms": round(at(enough, 0.95), 1),
        "longest_gap_s": round(max(each.gap_s for each in found), 2),
        "bridges": max(each.bridges for each in found),
    }


def at(ordered: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def missed(report: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return what is slower than the limits."""
    found = []
    for name, figures in report.items():
        limit = situations()[name.partition(".")[2]].gap_limit_s
        if figures["p95_60_characters_ms"] > FIRST_LIMIT_MS:
            found.append(f"{name}: first words after {figures['p95_ms']} ms")
        if limit is not None and figures["longest_gap_s"] > limit:
            found.append(f"{name}: silent for {figures['longest_gap_s']} s")
        if figures["bridges"] > MOST_BRIDGES:
            found.append(f"{name}: {figures['bridges']} bridges")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; return 1 where a limit is missed."""
    parser = argparse.ArgumentParser(prog="scripts/bench first_word")
    parser.add_argument("--json", type=Path, help="write the report to this file")
    parser.add_argument(
        "--requests",
        type=int,
        default=20,
        help="for each way of asking; a tenth of it where the clock is hurried or a home is started for each",
    )
    parser.add_argument("--route", choices=ROUTES, action="append")
    parser.add_argument("--situation", choices=situations(), action="append")
    options = parser.parse_args(arguments)
    logging.disable(logging.ERROR)
    routes = asyncio.run(
        measure_all(
            options.route or list(ROUTES),
            options.situation or list(situations()),
            options.requests,
        )
    )
    misses = missed(routes)
    report = {
        "sped_up": SPED_UP,
        "load": os.getloadavg()[0],
        "routes": routes,
        "missed": misses,
    }
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print("\n".join(misses) or "every limit is kept")
    return bool(misses)


if __name__ == "__main__":
    sys.exit(main())
