"""Become another Python program that dies with the process that started it.

Run as `python tether.py PARENT_PID PYTHON_ARGUMENTS…`. The kernel's mark survives `exec`, so that even a demo that is
killed outright leaves nothing behind. Only Linux knows the mark; elsewhere the demo's own ending must do.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Mark this process, then replace it."""
    parent = int(sys.argv[1])
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("The process to be tied to is gone.")
    os.execv(sys.executable, [sys.executable, *sys.argv[2:]])  # noqa: S606 - no shell is wanted


main()
