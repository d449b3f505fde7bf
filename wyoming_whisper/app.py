"""The server as an app of Home Assistant OS: its options, and its discovery.

The Supervisor writes the options of the app's page to a file and passes on to Home
Assistant where the app listens, so that nobody has to type an address.
"""

import asyncio
import json
import logging
import os
import socket
import sys
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from .errors import EarError
from .options import ENVIRONMENT, Options, read_options

_LOGGER = logging.getLogger(__name__)

OPTIONS = Path("/data/options.json")
PORT = 10300
ATTEMPTS = 5
PAUSE = 2.0


def app_options(path: Path, environment: Mapping[str, str]) -> Options:
    """Return the options of the app's page. Raises EarError."""
    try:
        given = json.loads(path.read_text("utf-8"))
        if not isinstance(given, dict):
            raise TypeError  # noqa: TRY301
    except (OSError, ValueError, TypeError) as err:
        message = f"The app's options could not be read ({type(err).__name__})."
        raise EarError(message) from err
    variables = {
        f"{ENVIRONMENT}{name.upper()}": (
            ",".join(map(str, value)) if isinstance(value, list) else str(value)
        )
        for name, value in given.items()
        if value not in (None, "")
    }
    uri = f"tcp://0.0.0.0:{PORT}"
    return read_options([], {**environment, **variables, f"{ENVIRONMENT}URI": uri})[0]


async def announce(
    ready: asyncio.Event, environment: Mapping[str, str], pause: float = PAUSE
) -> bool:
    """Tell Home Assistant where the server listens, once it does."""
    await ready.wait()
    token = environment.get("SUPERVISOR_TOKEN")
    if not token:
        _LOGGER.warning("There is no Supervisor here: add the server by its address")
        return False
    address = environment.get("SUPERVISOR_URL", "http://supervisor")
    body = {
        "service": "wyoming",
        "config": {"uri": f"tcp://{socket.gethostname()}:{PORT}"},
    }
    request = urllib.request.Request(  # noqa: S310 - the Supervisor's own address
        f"{address}/discovery",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    for _ in range(ATTEMPTS):
        try:
            await asyncio.to_thread(_post, request)
        except OSError as err:
            _LOGGER.debug("Home Assistant was not told: %s", err)
            await asyncio.sleep(pause)
        else:
            _LOGGER.info("Home Assistant was told where this server is")
            return True
    _LOGGER.warning("Home Assistant could not be told; add the server by its address")
    return False


def _post(request: urllib.request.Request) -> None:
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
        answer.read()


def main() -> int:
    """Serve with the app's options; return the exit status."""
    try:
        options = app_options(OPTIONS, os.environ)
        logging.basicConfig(
            level=options.log_level.upper(), format="%(levelname)s: %(message)s"
        )
        # The model's libraries take a second to load: not before the options are right.
        from .ear import Ear  # noqa: PLC0415
        from .server import Server  # noqa: PLC0415

        server = Server(Ear(options))
    except EarError as err:
        sys.stderr.write(f"ERROR: {err}\n")
        return 1

    async def serve() -> None:
        ready = asyncio.Event()
        telling = asyncio.create_task(announce(ready, os.environ))
        await server.run(ready)
        telling.cancel()

    asyncio.run(serve())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
