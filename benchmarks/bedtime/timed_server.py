"""A model server on this machine that writes at the pace it is told, or not at all."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

MIDDLE = (
    "Mina took the wheel while Theo read the old chart aloud. A small green island came out of the mist. On it stood a "
    "lamp that nobody had lit for years. Mina rowed over with Theo and filled the lamp with oil. The light ran over the "
    "water like a smile. Lulu purred in a coil of rope when they came back. Theo cut an apple into three pieces. They ate "
    "without a word and listened to the waves."
)
BOOKENDS = (
    ("The sails hung still that evening.", "Mina closed her eyes beside the wheel."),
    ("Rain had washed the deck until it shone.", "The moon kept watch over the ship."),
    (
        "A gull sat on the mast and would not leave.",
        "Everybody slept before the clock struck.",
    ),
    (
        "It smelled of bread in the little galley.",
        "Warm blankets were pulled up to every chin.",
    ),
    ("Far off, a bell rang twice for supper.", "Nothing moved any more but the tide."),
    (
        "Somebody had painted a star on the anchor.",
        "Lulu snored, and the stars grew bright.",
    ),
    ("Two dolphins swam before the bow.", "At last the lantern went out by itself."),
    (
        "The harbour lights grew small behind them.",
        "Good dreams came aboard, one by one.",
    ),
    (
        "Nobody knew yet where the wind would go.",
        "So ended a long and happy day at sea.",
    ),
)
"""As many as no night begins or ends like a recent one."""
NOTES = {
    "joined": [],
    "left": [],
    "died": [],
    "title": "A lamp",
    "recap": "Mina lit the lamp of a green island with Theo.",
    "summary": "Mina and her friends sail from lamp to lamp.",
    "situation": "The ship rests in a calm bay.",
}


@dataclass(slots=True)
class TimedServer:
    """Speaks the protocol of OpenAI. Times are real seconds."""

    first_token_s: float = 0.0
    tokens_per_s: float = 200.0
    stalls_after: int | None = None
    """After so many tokens it is silent until the client leaves."""
    url: str = ""
    nights: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[None]:
        """Serve on any free port."""
        app = web.Application()
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/v1/chat/completions", self._chat)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
            yield
        finally:
            await runner.cleanup()

    async def _models(self, _: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": "timed"}]})

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        payload = await request.json()
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        if "response_format" in payload:
            await _send(response, json.dumps(NOTES))
        else:
            await self._write(response)
        await _send(response, "", "stop")
        await response.write(b"data: [DONE]\n\n")
        return response

    async def _write(self, response: web.StreamResponse) -> None:
        begin, end = BOOKENDS[self.nights % len(BOOKENDS)]
        self.nights += 1
        text = f"{begin} {MIDDLE} {end}"
        await asyncio.sleep(self.first_token_s)
        for number, start in enumerate(range(0, len(text), 4)):
            if number == self.stalls_after:
                await asyncio.Event().wait()
            await _send(response, text[start : start + 4])
            await asyncio.sleep(1 / self.tokens_per_s)


async def _send(
    response: web.StreamResponse, text: str, reason: str | None = None
) -> None:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": reason}
    event = {"object": "chat.completion.chunk", "choices": [choice]}
    await response.write(f"data: {json.dumps(event)}\n\n".encode())
