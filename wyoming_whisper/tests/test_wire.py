"""Events from clients that mean well, and from those that do not."""

import asyncio
import json

import pytest
from wyoming_whisper.errors import BadEventError
from wyoming_whisper.wire import BUFFER, Reader, read_event, read_payload


async def parse(raw: bytes):
    reader = Reader(limit=BUFFER)
    reader.feed_data(raw)
    reader.feed_eof()
    assert reader.left
    return await read_event(reader), reader


async def test_an_event_with_data_and_payload():
    data = json.dumps({"rate": 1}).encode()
    head = {
        "type": "audio-chunk",
        "data": {"width": 2},
        "data_length": len(data),
        "payload_length": 40_000,
    }
    event, reader = await parse(
        json.dumps(head).encode() + b"\n" + data + b"x" * 40_000
    )
    assert event.kind == "audio-chunk"
    assert event.data == {"width": 2, "rate": 1}
    pieces = [piece async for piece in read_payload(reader, event)]
    assert b"".join(pieces) == b"x" * 40_000
    assert len(pieces) > 1


async def test_the_end_of_a_stream():
    assert (await parse(b""))[0] is None
    assert (await parse(b'{"type": "a", "data_length": 9}\n{'))[0] is None
    event, reader = await parse(b'{"type": "a", "payload_length": 9}\nx')
    with pytest.raises(BadEventError, match="ended"):
        [piece async for piece in read_payload(reader, event)]


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\n",
        b"[1, 2]\n",
        b"{}\n",
        b'{"type": 5}\n',
        b'{"type": "a", "data": [1]}\n',
        b'{"type": "a", "data": "x", "data_length": 2}\n{}',
        b'{"type": "a", "data_length": 2}\n[]',
        b'{"type": "a", "data_length": 2}\n}{',
        b'{"type": "a", "data_length": -1}\n',
        b'{"type": "a", "data_length": 99999999}\n',
        b'{"type": "a", "payload_length": 4294967296}\n',
        b'{"type": "a", "payload_length": "4"}\n',
        b"[" * 60_000 + b"\n",
        b"a" * 100_000 + b"\n",
        b"a" * 2_000_000 + b"\n",
        b"\xff\xfe\n",
        b"no end of line",
    ],
)
async def test_what_is_no_event(raw):
    with pytest.raises(BadEventError):
        await asyncio.wait_for(parse(raw), 5)
