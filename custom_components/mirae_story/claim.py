"""The speech stream of a pipeline's run, fed by the agent itself.

Home Assistant ends the text of a stream only where the agent returns in good order: one that is cancelled, or that was
asked by a sentence trigger in front of another agent, leaves the listener waiting for ever. An agent that claims the
stream of its run ends it in every case. What this reads of a run is not public: where it is not found, nothing is
claimed and all goes the usual way.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any, Protocol

from homeassistant.core import HomeAssistant

if TYPE_CHECKING:
    from homeassistant.components.assist_pipeline import PipelineEvent
    from homeassistant.components.tts import ResultStream

_LOGGER = logging.getLogger(__name__)

_PIPELINES = "assist_pipeline"


class _Run(Protocol):
    """What is read of a pipeline's run."""

    events: list[PipelineEvent]


class ClaimedStream:
    """The text that a run's voice reads, until it is ended."""

    def __init__(self, stream: ResultStream, run: _Run) -> None:
        """Take the stream over; the pipeline's own feeding of it does nothing from now on."""
        self._run = run
        self._pieces: asyncio.Queue[str | None] = asyncio.Queue()
        stream.async_set_message_stream(self._read())

    @property
    def is_orphan(self) -> bool:
        """Whether the run has ended without waiting for us: nobody listens any more."""
        return _has_ended(self._run)

    def say(self, text: str) -> None:
        """Let the voice read this next."""
        self._pieces.put_nowait(text)

    def end(self) -> None:
        """Let the voice come to its end."""
        self._pieces.put_nowait(None)

    async def _read(self) -> AsyncGenerator[str]:
        while (piece := await self._pieces.get()) is not None:
            yield piece


def claim(hass: HomeAssistant, conversation_id: str) -> ClaimedStream | None:
    """Take over the speech stream of the run that has this conversation; None where there is nothing to claim."""
    run, stream = _run_and_stream(hass, conversation_id)
    if run is None or stream is None or not stream.supports_streaming_input:
        return None
    return ClaimedStream(stream, run)


def may_stream(hass: HomeAssistant, conversation_id: str) -> bool:
    """Tell whether text may be streamed into a run although another agent is its own.

    It may where the stream can be claimed, where its voice waits for the whole text anyway, and where nothing is
    spoken at all.
    """
    run, _ = _run_and_stream(hass, conversation_id)
    return run is not None


def _run_and_stream(
    hass: HomeAssistant, conversation_id: str
) -> tuple[_Run | None, ResultStream | None]:
    """Return the run and its speech; without a run that can be read whole, nothing."""
    try:
        run, output = _running(hass, conversation_id)
        if output is None:
            return run, None
        stream = _stream_of(hass, output["token"])
    except (AttributeError, KeyError, IndexError, TypeError) as err:
        _LOGGER.debug("The pipeline's run cannot be read: %r", err)
        return None, None
    return (None, None) if stream is None else (run, stream)


def _stream_of(hass: HomeAssistant, token: str) -> ResultStream | None:
    # Imported where a pipeline runs: a home without one may lack what the component requires.
    from homeassistant.components.tts import async_get_stream  # noqa: PLC0415

    return async_get_stream(hass, token)


def _running(hass: HomeAssistant, conversation_id: str) -> tuple[_Run | None, Any]:
    """Return the run with this conversation that has not ended, and where its speech goes; None where it has none."""
    data: Any = hass.data.get(_PIPELINES)
    if data is None:
        return None, None
    for runs in data.pipeline_debug.values():
        for run in reversed(list(runs.values())):
            if run.events and not _has_ended(run):
                started = run.events[0].data or {}
                if started.get("conversation_id") == conversation_id:
                    return run, started.get("tts_output")
    return None, None


def _has_ended(run: _Run) -> bool:
    return bool(run.events[-1].type == "run-end")
