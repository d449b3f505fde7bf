"""Wyoming events, read with limits and without trust.

The protocol's own reader waits for as many bytes as a client announces. Here sound is
passed on in small pieces as it comes, and anything else must be small.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from .errors import BadEventError

LONGEST_LINE = 64 * 1024
MOST_DATA = 1024 * 1024
MOST_PAYLOAD = 256 * 1024 * 1024
PIECE = 16 * 1024
BUFFER = 512 * 1024
"""Bytes that are taken from a client ahead: so much is a command as a whole."""


class Reader(asyncio.StreamReader):
    """A stream that tells at once when the client has left, and not once all is read."""

    left = False

    def feed_eof(self) -> None:
        """Note that nothing comes any more."""
        self.left = True
        super().feed_eof()


@dataclass(slots=True, kw_only=True)
class Incoming:
    """An event whose payload is still to come."""

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    left: int = 0


async def read_event(reader: asyncio.StreamReader) -> Incoming | None:
    """Read the next event up to its payload; None if the client has left.

    Raises BadEventError if it is none: the stream cannot be read any further then.
    """
    line = await _read_line(reader)
    if line is None:
        return None
    head = _object(line, "a line")
    if not isinstance(head.get("type"), str):
        message = "An event must be an object with a type."
        raise BadEventError(message)
    data = head.get("data") or {}
    length = _length(head, "data_length", MOST_DATA)
    if length:
        try:
            more = await reader.readexactly(length)
        except asyncio.IncompleteReadError:
            return None
        data = {**data, **_object(more, "its data")} if isinstance(data, dict) else None
    if not isinstance(data, dict):
        message = "The data of an event must be an object."
        raise BadEventError(message)
    left = _length(head, "payload_length", MOST_PAYLOAD)
    return Incoming(kind=head["type"], data=data, left=left)


async def _read_line(reader: asyncio.StreamReader) -> bytes | None:
    """Return the next line; None if the client has left."""
    try:
        line = await reader.readuntil(b"\n")
    except asyncio.IncompleteReadError as torn:
        if not torn.partial.strip():
            return None
        message = "The stream ended inside an event."
        raise BadEventError(message) from None
    except asyncio.LimitOverrunError:
        line = None
    if line is None or len(line) > LONGEST_LINE:
        message = "This is not the Wyoming protocol: a line is too long."
        raise BadEventError(message)
    return line


def _object(text: bytes, what: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        message = f"This is not the Wyoming protocol: {what} is no JSON."
        raise BadEventError(message) from None
    if not isinstance(value, dict):
        message = f"This is not the Wyoming protocol: {what} is no object."
        raise BadEventError(message)
    return value


def _length(head: dict[str, Any], name: str, most: int) -> int:
    value = head.get(name) or 0
    if not isinstance(value, int) or not 0 <= value <= most:
        message = f"{name} must be a number from 0 to {most}."
        raise BadEventError(message)
    return value


async def read_payload(
    reader: asyncio.StreamReader, event: Incoming
) -> AsyncIterator[bytes]:
    """Yield the payload of an event in small pieces."""
    while event.left:
        piece = await reader.read(min(event.left, PIECE))
        if not piece:
            message = "The stream ended inside an event."
            raise BadEventError(message)
        event.left -= len(piece)
        yield piece
