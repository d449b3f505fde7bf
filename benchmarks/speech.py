"""Speech to text: errors, delay, work and memory of our server and another, in turn, and what they bear.

Clips are lines of `file<TAB>language<TAB>transcript`. The keys of the JSON report are in docs/benchmarks.md.
"""

import argparse
import asyncio
import json
import statistics
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .hearing.abuse import abuse
from .hearing.asking import ask, describe
from .hearing.clips import Clip, Errors, errors, read_manifest
from .hearing.serving import Server, own_command, started

RATIO = 0.6
DESCRIBE = 0.1
LONG_ENOUGH = 0.5


@dataclass(slots=True)
class Measured:
    """What was measured of one server in one language."""

    wrong: int = 0
    of: int = 0
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    unanswered: int = 0

    def add(self, found: Errors, seconds: float) -> None:
        """Count one clip."""
        self.wrong += found.wrong
        self.of += found.of
        self.seconds.append(seconds)

    def report(self) -> dict[str, Any]:
        """Return the figures."""
        return {
            "error_rate": self.wrong / self.of if self.of else None,
            "wrong": self.wrong,
            "of": self.of,
            "latency_median_s": statistics.median(self.seconds or [0]),
            "latency_max_s": max(self.seconds, default=0),
            "cpu_s": statistics.mean(self.cpu) if self.cpu else None,
            "unanswered": self.unanswered,
        }


async def listen(
    server: Server,
    clips: Sequence[Clip],
    names: dict[str, list[str]],
    measured: dict[str, Measured],
    heard: list[dict[str, Any]],
) -> None:
    """Have a server hear every clip once."""
    for clip in clips:
        before = server.cpu()
        reply = await ask(
            server.uri, clip.sound, lang=clip.lang, names=names.get(clip.lang)
        )
        after = server.cpu()
        figures = measured.setdefault(clip.lang, Measured())
        figures.add(errors(reply.text or "", clip), reply.seconds)
        if reply.text is None:
            figures.unanswered += 1
        if before is not None and after is not None:
            figures.cpu.append(after - before)
        heard.append({"server": server.name, "clip": clip.name, "reply": str(reply)})


async def crowd(server: Server, clip: Clip, clients: int) -> dict[str, Any]:
    """Have a server hear a clip from many clients at once, and say who it is meanwhile."""
    asked = [
        asyncio.create_task(ask(server.uri, clip.sound, lang=clip.lang))
        for _ in range(clients)
    ]
    slowest = 0.0
    while not all(task.done() for task in asked):
        slowest = max(slowest, await describe(server.uri) or 10.0)
        await asyncio.sleep(0.02)
    replies = [task.result() for task in asked]
    seconds = [reply.seconds for reply in replies]
    return {
        "clients": clients,
        "answered": sum(reply.text is not None for reply in replies),
        "latency_median_s": statistics.median(seconds),
        "latency_max_s": max(seconds),
        "describe_max_s": slowest,
    }


def summary(measured: dict[str, Measured], server: Server) -> dict[str, Any]:
    """Return what is said of one server."""
    by_lang = {lang: figures.report() for lang, figures in measured.items()}
    seconds = [s for figures in measured.values() for s in figures.seconds]
    cpu = [s for figures in measured.values() for s in figures.cpu]
    others = [figures for lang, figures in measured.items() if lang != "ja"]
    words = sum(figures.of for figures in others)
    return {
        "cer": by_lang.get("ja", {}).get("error_rate"),
        "wer": sum(f.wrong for f in others) / words if words else None,
        "latency_median_s": statistics.median(seconds or [0]),
        "latency_max_s": max(seconds, default=0),
        "cpu_s": statistics.mean(cpu) if cpu else None,
        "rss_mb": server.memory(),
        "by_lang": by_lang,
    }


@asynccontextmanager
async def servers(arguments: argparse.Namespace) -> AsyncGenerator[list[Server]]:
    """Have the servers up that are compared."""
    async with AsyncExitStack() as stack:
        if arguments.server:
            found = [Server(name="ours", uri=arguments.server)]
        else:
            command = own_command(arguments.model, arguments.with_options)
            found = [await stack.enter_async_context(started("ours", command))]
        if arguments.versus:
            found.append(
                await stack.enter_async_context(started("peer", arguments.versus))
            )
        yield found


async def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure; return the report."""
    clips = [clip for path in arguments.manifest for clip in read_manifest(path)]
    names = read_cast(arguments.cast)
    report: dict[str, Any] = {"servers": {}, "clips": len(clips)}
    heard: list[dict[str, Any]] = []
    async with servers(arguments) as running:
        measured: dict[str, dict[str, Measured]] = {s.name: {} for s in running}
        for server in running:  # the first request of each is not counted
            await ask(server.uri, clips[0].sound, lang=clips[0].lang)
        for _ in range(arguments.rounds):
            for server in running:
                await listen(server, clips, names, measured[server.name], heard)
        for server in running:
            report["servers"][server.name] = summary(measured[server.name], server)
        if arguments.clients:
            spoken = max(clips, key=lambda clip: (clip.lang == "ja", -len(clip.text)))
            report["clients"] = {
                server.name: [await crowd(server, spoken, n) for n in arguments.clients]
                for server in running
            }
        if arguments.chaos:
            seen = {s.name: await abuse(s.uri, clips[0]) for s in running}
            report["chaos"] = {
                case: {name: cases[case] for name, cases in seen.items()}
                for case in next(iter(seen.values()))
            }
    report["heard"] = heard
    report["ratio"] = ratios(report["servers"])
    report["missed"] = missed(report)
    return report


def ratios(found: dict[str, Any]) -> dict[str, Any]:
    """Return what ours takes of what the peer takes."""
    if "peer" not in found:
        return {}
    result = {}
    for lang, ours in found["ours"]["by_lang"].items():
        theirs = found["peer"]["by_lang"][lang]
        for key in ("latency_median_s", "cpu_s"):
            if ours[key] is not None and theirs[key]:
                result[f"{key}_{lang}"] = ours[key] / theirs[key]
    return result


def missed(report: dict[str, Any]) -> list[str]:
    """Return a line for each limit that is missed."""
    lines = [
        f"{name}: {value:.2f} of the peer's, at most {RATIO}"
        for name, value in report["ratio"].items()
        if value > RATIO
    ]
    found = report["servers"]
    for lang, ours in found["ours"]["by_lang"].items():
        if ours["unanswered"]:
            lines.append(f"{lang}: {ours['unanswered']} clips were not answered")
        if "peer" in found:
            theirs = found["peer"]["by_lang"][lang]
            # One word is noise; a Japanese word has about two characters.
            slack = 2 if lang == "ja" else 1
            if ours["wrong"] > theirs["wrong"] + slack * report.get("rounds", 2):
                lines.append(
                    f"{lang}: {ours['wrong']} wrong, the peer {theirs['wrong']}"
                )
    lines += [
        f"{crowd['clients']} clients: describe took {crowd['describe_max_s']:.3f} s"
        for crowd in report.get("clients", {}).get("ours", ())
        if crowd["describe_max_s"] > DESCRIBE
    ]
    for case, seen in report.get("chaos", {}).items():
        quiet = case.startswith(("silence", "noise", "hum"))
        if (
            (quiet and not seen["ours"].startswith("text ''"))
            or "closed" in seen["ours"]
            or "no answer" in seen["ours"]
        ):
            lines.append(f"{case}: {seen['ours']}")
    return lines


def read_cast(path: Path | None) -> dict[str, list[str]]:
    """Return the names of a cast file by the languages that write them so."""
    names: dict[str, list[str]] = {"ja": [], "en": []}
    if path is not None:
        for line in path.read_text("utf-8").splitlines():
            name = line.partition("\t")[0].strip()
            if name and not name.startswith("#"):
                names["en" if name.isascii() else "ja"].append(name)
    return names


def numbers(text: str) -> list[int]:
    """Read whole numbers, by commas."""
    return [int(number) for number in text.split(",")]


def main() -> int:
    """Run the benchmark; return the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/bench speech", description=__doc__)
    parser.add_argument("manifest", type=Path, nargs="+", metavar="MANIFEST.tsv")
    parser.add_argument("--server", metavar="URI", help="our server, running already")
    parser.add_argument(
        "--model", default=".cache/whisper-base", help="model of our own"
    )
    parser.add_argument(
        "--with-options",
        default="--compute-type int8 --threads 2 --beam-size 5 --offline",
        help="options of our own server",
    )
    parser.add_argument("--versus", metavar="COMMAND", help="starts another at {uri}")
    parser.add_argument("--cast", type=Path, metavar="FILE", help="names to send along")
    parser.add_argument("--rounds", type=int, default=2, help="times for each server")
    parser.add_argument("--clients", type=numbers, metavar="1,4,8")
    parser.add_argument("--chaos", action="store_true", help="the abuse as well")
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    report = asyncio.run(run(arguments))
    text = json.dumps(report, ensure_ascii=False, indent=2)
    if arguments.json:
        arguments.json.write_text(text + "\n", "utf-8")
    print(text)
    for line in report["missed"]:
        print(f"missed: {line}", file=sys.stderr)
    return 1 if report["missed"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
