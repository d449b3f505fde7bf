"""What may be logged of an exception that nobody foresaw: where it came from, and nothing that it carries."""

import asyncio
import logging
import traceback


def trace_of(err: BaseException) -> str:
    """Return kind and places of an exception, without its text: that may hold names or story text."""
    places = traceback.extract_tb(err.__traceback__)
    lines = [f"{place.filename}:{place.lineno} in {place.name}" for place in places]
    return f"{type(err).__name__} ({'; '.join(lines)})"


def log_fault(logger: logging.Logger, what: str, err: BaseException) -> None:
    """Log that something broke off, and where."""
    logger.error("%s: %s", what, trace_of(err))


def is_cancelled_by_us(err: BaseException) -> bool:
    """Tell whether this is the cancellation of the task that runs, not one that leaked out of a library."""
    task = asyncio.current_task()
    return (
        isinstance(err, asyncio.CancelledError)
        and task is not None
        and task.cancelling() > 0
    )
