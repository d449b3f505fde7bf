"""What can go wrong in the demo."""

from typing import override


class DemoError(Exception):
    """Root of what the demo reports in one line. Its arguments tell where and what."""

    @override
    def __str__(self) -> str:
        """Join the arguments."""
        return ": ".join(str(part) for part in self.args)


class ProcessEndedError(DemoError):
    """A program that should be running has ended; with the end of its log."""


class RefusedError(DemoError):
    """Home Assistant answered a request with an error."""


class CommandError(DemoError):
    """Home Assistant refused a websocket command."""


class ConnectionGoneError(DemoError):
    """The websocket was closed from the other side."""


class FlowError(DemoError):
    """The config flow asks for what nobody can answer, refuses an answer, or was aborted."""


class NoStoryError(DemoError):
    """The integration made no conversation entity."""


class NotToldError(DemoError):
    """A night that was asked for is not among the told ones."""
