"""Memory that is free goes back to the system: a home has little of it."""

import contextlib
import ctypes
from collections.abc import Callable


def _trimmer() -> Callable[[int], int] | None:
    with contextlib.suppress(OSError, AttributeError):
        trim: Callable[[int], int] = ctypes.CDLL("libc.so.6").malloc_trim
        return trim
    return None


_TRIM = _trimmer()


def give_back() -> None:
    """Return what the C library keeps in reserve, where it can be asked to."""
    if _TRIM is not None:
        _TRIM(0)
