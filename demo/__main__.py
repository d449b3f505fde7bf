"""The demo's command line."""

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import aiohttp

from .errors import DemoError
from .run import KEY_VARIABLE, SERVE_PORT, Demo
from .show import Show

FAILURES = (DemoError, TimeoutError, aiohttp.ClientError, OSError)


def read_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(
        prog="scripts/demo",
        description="Start a real Home Assistant, add Mirae Story, and hear the first nights of a story.",
        epilog=f"A server that wants a key finds it in the environment variable {KEY_VARIABLE}.",
    )
    parser.add_argument(
        "--headless",
        action="store_true",
        help="ask nothing and rewrite no lines (default without a terminal)",
    )
    parser.add_argument("--nights", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--language", choices=("en", "ja"), default="en")
    server = parser.add_mutually_exclusive_group()
    server.add_argument("--ollama", metavar="URL", help="an Ollama server")
    server.add_argument(
        "--openai", metavar="URL", help="an OpenAI-compatible server, /v1 included"
    )
    parser.add_argument(
        "--model", metavar="NAME", help="the server's model (default: its first)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was told")
    parser.add_argument(
        "--serve",
        action="store_true",
        help=f"leave Home Assistant running on 127.0.0.1:{SERVE_PORT} until Ctrl-C",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="make the configuration folder here (new or empty) and leave it",
    )
    options = parser.parse_args(arguments)
    if options.nights < 1:
        parser.error("--nights: at least 1")
    if options.model and not (options.ollama or options.openai):
        parser.error("--model needs --ollama or --openai")
    if options.keep and options.keep.exists() and any(options.keep.iterdir()):
        parser.error(f"--keep: {options.keep} is not empty")
    options.headless = options.headless or not (
        sys.stdin.isatty() and sys.stdout.isatty()
    )
    return options


def _new_folder(options: argparse.Namespace) -> Path:
    """Return the folder that `--keep` names, else a temporary one."""
    if options.keep is None:
        return Path(tempfile.mkdtemp(prefix="mirae-story-demo-"))
    folder: Path = options.keep.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def _run(demo: Demo, show: Show) -> int:
    """Run the demo until it ends, fails or is told to stop; return the exit status."""
    task = asyncio.ensure_future(demo.run())
    caught: list[int] = []

    def stop(number: int) -> None:
        """End in order; at the second signal, at once."""
        caught.append(number)
        if len(caught) == 1:
            task.cancel()
        else:
            demo.kill()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop, number)
    try:
        await task
    except asyncio.CancelledError:
        show.say("stopped")
        return 0 if demo.serving else 128 + caught[0]
    except FAILURES as err:
        show.error(show.text("failed", reason=f"{type(err).__name__}: {err}"))
        return 1
    return 0


def main() -> int:
    """Run the demo from the command line; return the exit status."""
    options = read_arguments()
    show = Show(options.language, terminal=not options.headless)
    folder = _new_folder(options)
    status = asyncio.run(_run(Demo(options, show, folder), show))
    if options.keep or status == 1:
        show.say("kept", folder=folder)
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
