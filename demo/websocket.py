"""Home Assistant's websocket, as its frontend uses it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiohttp

from .errors import CommandError, ConnectionGoneError

type Value = Any
"""What JSON may hold; what it does hold is Home Assistant's matter."""

type Json = dict[str, Value]


class Websocket:
    """One signed-in connection: commands and subscriptions, told apart by their numbers."""

    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        """Read everything that comes, for as long as the connection is open."""
        self._connection = connection
        self._number = 0
        self._gone = False
        self._queues: dict[int, asyncio.Queue[Json | None]] = {}
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def connect(
        cls, session: aiohttp.ClientSession, url: str, token: str
    ) -> Websocket:
        """Sign in. Raises `CommandError` when the token is refused."""
        connection = await session.ws_connect(f"{url}/api/websocket", max_msg_size=0)
        await connection.receive_json()
        await connection.send_json({"type": "auth", "access_token": token})
        answer = await connection.receive_json()
        if answer["type"] != "auth_ok":
            raise CommandError(answer.get("message", answer["type"]))
        return cls(connection)

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()
        self._reader.cancel()
        with suppress(asyncio.CancelledError):
            await self._reader

    async def call(self, command: str, **fields: Value) -> Value:
        """Send one command and return its result. Raises `CommandError`."""
        number, queue = await self._send(command, fields)
        try:
            return _result(await queue.get())
        finally:
            del self._queues[number]

    @asynccontextmanager
    async def subscribe(
        self, command: str, **fields: Value
    ) -> AsyncGenerator[AsyncGenerator[Json]]:
        """Give the events that a command brings. Raises `CommandError`, `ConnectionGoneError`."""
        number, queue = await self._send(command, fields)
        try:
            _result(await queue.get())
            try:
                yield _events(queue)
            finally:
                if not self._gone:
                    await self.call("unsubscribe_events", subscription=number)
        finally:
            del self._queues[number]

    async def _send(
        self, command: str, fields: Json
    ) -> tuple[int, asyncio.Queue[Json | None]]:
        self._number += 1
        number, queue = self._number, asyncio.Queue[Json | None]()
        self._queues[number] = queue
        try:
            await self._connection.send_json({"id": number, "type": command} | fields)
        except ConnectionResetError as err:
            raise ConnectionGoneError from err
        if self._gone:
            raise ConnectionGoneError
        return number, queue

    async def _read(self) -> None:
        try:
            async for message in self._connection:
                if message.type is aiohttp.WSMsgType.TEXT:
                    self._hand_out(message.json())
        finally:
            self._gone = True
            for queue in self._queues.values():
                queue.put_nowait(None)

    def _hand_out(self, message: Json | list[Json]) -> None:
        for item in message if isinstance(message, list) else [message]:
            if queue := self._queues.get(item["id"]):
                queue.put_nowait(item)


def _result(message: Json | None) -> Value:
    if message is None:
        raise ConnectionGoneError
    if not message.get("success", False):
        error = message.get("error", {})
        raise CommandError(error.get("code"), error.get("message"))
    return message.get("result")


async def _events(queue: asyncio.Queue[Json | None]) -> AsyncGenerator[Json]:
    while (message := await queue.get()) is not None:
        if message["type"] == "event":
            yield message["event"]
        elif not message.get("success", True):
            _result(message)
    raise ConnectionGoneError
