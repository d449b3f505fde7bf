"""Turn speech into text for Home Assistant, over the Wyoming protocol."""

import argparse
import sys
from collections.abc import Sequence

from . import __version__

NOT_BUILT = (
    "wyoming-whisper {version} is not built yet: it cannot turn speech into text.\n"
    "Until it can, choose another speech-to-text engine for your Assist pipeline."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Say what this version can do; return the exit status."""
    parser = argparse.ArgumentParser(prog="wyoming_whisper", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    parser.parse_args(arguments)
    sys.stderr.write(NOT_BUILT.format(version=__version__) + "\n")
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
