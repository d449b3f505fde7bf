"""HTTP for model servers: patience instead of a total timeout, and every failure named.

Home Assistant's shared session is passed in. No answer is waited for longer than `Timeouts` says, and leaving
a reply early closes its connection, which is how a model server learns that nobody listens any more.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address
from typing import Any

from aiohttp import (
    ClientConnectorDNSError,
    ClientError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    InvalidURL,
)
from yarl import URL

from ..story.errors import (
    GarbledReplyError,
    ReplyCutOffError,
    ServerError,
    ServerNotFoundError,
    ServerSlowError,
    ServerUnreachableError,
)
from .faults import name_fault

_SUCCESS = range(200, 300)
_LONGEST_LINE = 1 << 20
_LONGEST_COMPLAINT = 1 << 16
_LONGEST_ANSWER = 1 << 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """How long to wait, in seconds. A Pi may read a prompt for minutes before its first token."""

    connect: float = 10.0
    first_token: float = 600.0
    next_token: float = 120.0
    answer: float = 30.0
    """For questions that no model is run for: version, list of models."""


USUAL_TIMEOUTS = Timeouts()


class Reply:
    """A streamed reply, read line by line. Lines are cut at newlines only: JSON text may hold other breaks."""

    def __init__(
        self, response: ClientResponse, patience: float, places: dict[str, str]
    ) -> None:
        """Wait up to `patience` seconds in all for lines, until it is renewed."""
        self.patience = patience
        self._response = response
        self.places = places

    async def lines(self) -> AsyncGenerator[str]:
        """Yield each line without its end; a last one may come without newline."""
        buffer = b""
        while chunk := await self._read():
            *whole, buffer = (buffer + chunk).split(b"\n")
            for line in whole:
                yield _text(line)
            if len(buffer) > _LONGEST_LINE:
                msg = "A line has no end"
                raise GarbledReplyError(msg, **self.places)
        if buffer:
            yield _text(buffer)

    async def whole(self, limit: int = _LONGEST_ANSWER) -> str:
        """Return all of the body."""
        body = bytearray()
        while chunk := await self._read():
            body += chunk
            if len(body) > limit:
                msg = "The answer has no end"
                raise GarbledReplyError(msg, **self.places)
        return body.decode(errors="replace")

    async def _read(self) -> bytes:
        """Return the next bytes, empty at the end. Only the time spent here counts."""
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            async with asyncio.timeout(max(self.patience, 0)):
                return await self._response.content.readany()
        except ClientError as err:
            raise ReplyCutOffError(**self.places) from err
        except TimeoutError as err:
            raise ServerSlowError(**self.places) from err
        finally:
            self.patience -= clock() - began


def _text(line: bytes) -> str:
    return line.rstrip(b"\r").decode(errors="replace")


class Transport:
    """Sends requests to one server and raises only `ServerError`s."""

    def __init__(
        self,
        session: ClientSession,
        root: URL,
        *,
        api_key: str | None,
        timeouts: Timeouts,
    ) -> None:
        """Speak to the server at `root`; a key is sent as bearer token."""
        # aiohttp refuses credentials in the address together with an authorization header.
        self._root = root.with_user(None) if api_key else root
        self._session = session
        self._headers = {
            "Content-Type": "application/json",
            # A proxy that compresses would hold tokens back.
            "Accept-Encoding": "identity",
            # A connection that the server is just giving up must not fail a bedtime: each request has its own.
            "Connection": "close",
        }
        if api_key:
            self._headers["Authorization"] = f"Bearer {''.join(api_key.split())}"
        self.timeouts = timeouts
        self.url = str(root.with_user(None))

    @asynccontextmanager
    async def stream(
        self, path: str, payload: Mapping[str, Any], *, model: str
    ) -> AsyncIterator[Reply]:
        """Post and open the reply, with patience for a first token."""
        patience = self.timeouts.first_token
        async with self._exchange("POST", path, payload, patience, model) as reply:
            yield reply

    async def ask(
        self,
        path: str,
        payload: Mapping[str, Any] | None = None,
        *,
        model: str = "",
        patience: float | None = None,
    ) -> dict[str, Any]:
        """Get (or post, with a payload) and return the JSON object that the server answers."""
        method = "GET" if payload is None else "POST"
        wait = self.timeouts.answer if patience is None else patience
        async with self._exchange(method, path, payload, wait, model) as reply:
            return read_object(await reply.whole(), reply.places)

    @asynccontextmanager
    async def _exchange(
        self,
        method: str,
        path: str,
        payload: Mapping[str, Any] | None,
        patience: float,
        model: str,
    ) -> AsyncIterator[Reply]:
        places = {"url": self.url, "model": model}
        clock = asyncio.get_running_loop().time
        began = clock()
        response = await self._send(method, path, payload, patience, places)
        try:
            reply = Reply(response, patience - (clock() - began), places)
            if response.status not in _SUCCESS:
                reply.patience = min(reply.patience, self.timeouts.answer)
                raise name_fault(
                    response.status, await _complaint(reply), url=self.url, model=model
                )
            yield reply
        finally:
            # At once, also when unread: a released connection would go on receiving.
            response.close()

    async def _send(
        self,
        method: str,
        path: str,
        payload: Mapping[str, Any] | None,
        patience: float,
        places: dict[str, str],
    ) -> ClientResponse:
        try:
            async with asyncio.timeout(patience):
                return await self._session.request(
                    method,
                    self._root.joinpath(*path.split("/")),
                    data=None if payload is None else _encode(payload),
                    headers=self._headers,
                    timeout=ClientTimeout(
                        total=None, sock_connect=self.timeouts.connect
                    ),
                    allow_redirects=False,
                )
        except (ClientConnectorDNSError, InvalidURL) as err:
            raise ServerNotFoundError(**places) from err
        except ClientError as err:
            raise ServerUnreachableError(**places) from err
        except TimeoutError as err:
            raise ServerSlowError(**places) from err
        except OSError as err:
            raise ServerUnreachableError(**places) from err


def read_address(url: str) -> URL:
    """Return a user's address as URL without trailing slashes, query and fragment; http where none is said.

    Raises ServerNotFoundError.
    """
    text = url.strip()
    try:
        address = URL(text if "://" in text else f"http://{_bracketed(text)}")
    except ValueError as err:
        raise ServerNotFoundError(url="") from err
    host = address.host or ""
    if address.scheme not in ("http", "https") or not re.fullmatch(r"\S+", host):
        raise ServerNotFoundError(url="")
    return address.with_path(address.path.rstrip("/"))


def _bracketed(address: str) -> str:
    """Return an address as URLs want it: IPv6 in brackets, which people leave out."""
    try:
        return f"[{IPv6Address(address)}]"
    except ValueError:
        return address


def read_object(text: str, places: Mapping[str, str]) -> dict[str, Any]:
    """Return the JSON object in this text; raise GarbledReplyError where there is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as err:
        msg = "Not JSON"
        raise GarbledReplyError(msg, **places) from err
    if not isinstance(data, dict):
        msg = "No JSON object"
        raise GarbledReplyError(msg, **places)
    return data


def _encode(payload: Mapping[str, Any]) -> bytes:
    return json.dumps(payload, ensure_ascii=False).encode(errors="replace")


async def _complaint(reply: Reply) -> str:
    """Return an error's body as far as it comes: the status alone says enough."""
    try:
        return await reply.whole(_LONGEST_COMPLAINT)
    except ServerError:
        return ""
