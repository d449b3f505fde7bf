"""Turn speech into text for Home Assistant, over the Wyoming protocol."""

import asyncio
import logging
import os
import sys
from collections.abc import Sequence

from .errors import EarError
from .options import check_uri, read_options
from .probing import probe


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve, or check, probe or calibrate; return the exit status."""
    try:
        options, flags = read_options(
            sys.argv[1:] if arguments is None else arguments, os.environ
        )
        logging.basicConfig(
            level=options.log_level.upper(), format="%(levelname)s: %(message)s"
        )
        check_uri(options)
        if flags.probe:
            return asyncio.run(probe(options))
        # The model's libraries take a second to load: not for --help, nor a bad flag.
        from . import checking, server  # noqa: PLC0415
        from .ear import Ear  # noqa: PLC0415

        ear = Ear(options)
        if flags.check:
            return asyncio.run(checking.check(ear))
        if flags.calibrate is not None:
            from .calibration import calibrate  # noqa: PLC0415

            return calibrate(ear, flags.calibrate)
        asyncio.run(server.Server(ear).run())
    except (EarError, OSError, ValueError) as err:
        sys.stderr.write(f"wyoming-whisper: {err}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
