import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator

import pytest
from aiohttp import ClientSession, TCPConnector
from aiohttp.abc import AbstractResolver

from custom_components.mirae_story.servers import transport as module
from custom_components.mirae_story.servers.transport import (
    Reply,
    Timeouts,
    Transport,
    read_address,
)
from custom_components.mirae_story.story import errors

HASTY = Timeouts(connect=0.5, first_token=0.2, next_token=0.2, answer=0.2)


class Body:
    """Stands for a response: bytes that come as they are cut."""

    def __init__(self, *chunks):
        self.content = self
        self.chunks = list(chunks)

    async def readany(self):
        return self.chunks.pop(0) if self.chunks else b""


async def lines_of(*chunks):
    reply = Reply(Body(*chunks), 5, {"url": "u", "model": "m"})
    return [line async for line in reply.lines()]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
async def test_lines_and_characters_may_be_cut_anywhere(size):
    raw = "ルナは🌙へ\r\n\nend\u2028of\x85line\nno newline".encode()
    cut = [raw[start : start + size] for start in range(0, len(raw), size)]
    assert await lines_of(*cut) == [
        "ルナは🌙へ",
        "",
        "end\u2028of\x85line",
        "no newline",
    ]


async def test_a_line_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(module, "_LONGEST_LINE", 10)
    with pytest.raises(errors.GarbledReplyError):
        await lines_of(b"x" * 8, b"x" * 8)


async def test_an_answer_without_end_is_refused():
    with pytest.raises(errors.GarbledReplyError):
        await Reply(Body(b"x" * 8, b"x" * 8), 5, {}).whole(10)


@pytest.mark.parametrize(
    ("entered", "address"),
    [
        ("http://pi:11434", "http://pi:11434"),
        (" http://pi:11434/ ", "http://pi:11434"),
        ("pi.local:8080/v1/", "http://pi.local:8080/v1"),
        ("192.168.1.5", "http://192.168.1.5"),
        ("https://pi/llm/?a=b#c", "https://pi/llm"),
        ("http://[fd00::1]:11434", "http://[fd00::1]:11434"),
        ("::1", "http://[::1]"),
        (" fd00::10 ", "http://[fd00::10]"),
        ("[::1]:11434", "http://[::1]:11434"),
    ],
)
def test_reads_addresses_as_people_enter_them(entered, address):
    assert str(read_address(entered)).rstrip("/") == address


@pytest.mark.parametrize(
    "entered",
    ["", "http://", "ftp://pi", "http://pi:99999999", "http://[fd", "::1:11434"],
)
def test_what_is_no_address_is_told(entered):
    with pytest.raises(errors.ServerNotFoundError):
        read_address(entered)


class Nowhere(AbstractResolver):
    async def resolve(self, host, port=0, family=0):
        raise OSError(None, f"{host}:{port} ({family}): Name or service not known")

    async def close(self):
        pass


async def test_a_name_that_leads_nowhere(socket_enabled):
    async with ClientSession(connector=TCPConnector(resolver=Nowhere())) as session:
        client = Transport(
            session, read_address("no-such-host"), api_key=None, timeouts=HASTY
        )
        with pytest.raises(errors.ServerNotFoundError) as caught:
            await client.ask("v1/models")
    assert caught.value.placeholders["url"] == "http://no-such-host"


async def test_nothing_listens(session, unused_tcp_port):
    client = Transport(
        session,
        read_address(f"127.0.0.1:{unused_tcp_port}"),
        api_key=None,
        timeouts=HASTY,
    )
    with pytest.raises(errors.ServerUnreachableError) as caught:
        await client.ask("v1/models")
    assert type(caught.value) is errors.ServerUnreachableError


@contextlib.asynccontextmanager
async def answering(raw: bytes) -> AsyncGenerator[str]:
    """Answer any connection with these bytes."""

    async def talk(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(raw)
        await writer.drain()
        if raw:
            writer.close()
        else:
            await reader.read()
            writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def raw_reply(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", *headers, "", ""]).encode() + body


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", errors.ServerUnreachableError),
        (b"", errors.ServerSlowError),
        (raw_reply(b"<html>Hello</html>"), errors.GarbledReplyError),
        (raw_reply(b"[1]"), errors.GarbledReplyError),
        (raw_reply(b"[" * 100_000), errors.GarbledReplyError),
        (raw_reply(b"{", "Content-Length: 20"), errors.ReplyCutOffError),
        (raw_reply(b"zz\r\n{", "Transfer-Encoding: chunked"), errors.ServerError),
        (
            raw_reply(b"", "Location: http://127.0.0.1/x", status="302 Found"),
            errors.GarbledReplyError,
        ),
        (
            raw_reply(b"short", "Content-Length: 20", status="401 No"),
            errors.ServerAuthError,
        ),
    ],
)
async def test_names_what_is_not_http_or_not_json(session, raw, kind):
    async with answering(raw) as url:
        client = Transport(session, read_address(url), api_key=None, timeouts=HASTY)
        with pytest.raises(kind):
            await client.ask("v1/models")


async def test_a_broken_frame_in_the_middle_of_a_stream(session):
    raw = raw_reply(b"3\r\na\nb\r\nzz\r\n", "Transfer-Encoding: chunked")
    async with answering(raw) as url:
        client = Transport(session, read_address(url), api_key=None, timeouts=HASTY)

        async def read():
            async with client.stream("x", {}, model="m") as reply:
                return [line async for line in reply.lines()]

        with pytest.raises(errors.ServerError):
            await read()


async def test_sockets_that_fail_otherwise(session, monkeypatch):
    async def fail(*args, **kwargs):
        raise ConnectionResetError

    monkeypatch.setattr(session, "request", fail)
    client = Transport(session, read_address("http://pi"), api_key=None, timeouts=HASTY)
    with pytest.raises(errors.ServerUnreachableError):
        await client.ask("x")


async def test_sends_the_key_and_hides_credentials(session, scripted_openai):
    scripted_openai.key = "secret-key"
    url = scripted_openai.url.replace("http://", "http://user:pass@")
    client = Transport(
        session, read_address(url), api_key=" secret-\nkey ", timeouts=HASTY
    )
    assert (await client.ask("v1/models"))["object"] == "list"
    assert client.url.rstrip("/") == scripted_openai.url
    scripted_openai.key = "another"
    with pytest.raises(errors.ServerAuthError) as caught:
        await client.ask("v1/models")
    told = f"{caught.value} {caught.value.placeholders}"
    assert "secret" not in told
    assert "pass" not in told


async def test_credentials_in_the_address_are_sent_where_there_is_no_key(
    session, scripted_openai
):
    url = scripted_openai.url.replace("http://", "http://user:pass@")
    client = Transport(session, read_address(url), api_key=None, timeouts=HASTY)
    await client.ask("v1/models")
    assert scripted_openai.seen[-1].headers["Authorization"].startswith("Basic ")


async def test_text_that_is_no_unicode_does_not_stop_a_request(
    session, scripted_openai
):
    client = Transport(
        session, read_address(scripted_openai.url), api_key=None, timeouts=HASTY
    )
    await client.ask("v1/embeddings", {"model": "tiny", "input": ["moon \ud83d"]})
    assert scripted_openai.seen[-1].payload["input"] == ["moon ?"]
    json.dumps(scripted_openai.seen[-1].payload)
