"""Which model tells: a server that the user names, or the small one that comes with the demo."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .model_server import KEY_VARIABLE, MODEL_NAME
from .processes import HERE, Child, free_port
from .websocket import Value

CONTEXT_TOKENS = 8192
"""What the small model was trained with."""
OPTIONS = {
    "context_tokens": CONTEXT_TOKENS,
    # Found by trying: with less penalty the small model falls into loops, with more it avoids even the protagonist's
    # name; warmer, it chats with its reader; in long nights it loses the story.
    "temperature": 0.6,
    "repeat_penalty": 1.1,
    "minutes": 1,
}
"""How the small model is asked; see `Storyteller.options`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storyteller:
    """What the config flow is told of a model server. No model named: the first that the server lists."""

    kind: str
    url: str
    api_key: str | None = None
    model: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    """Other fields of the flow's forms, by name."""

    def wishes(self) -> dict[str, Value]:
        """Return the values for the flow's fields."""
        return {
            "kind": self.kind,
            "url": self.url,
            "api_key": self.api_key,
            "model": self.model,
            **self.options,
        }


class Embedded:
    """The small model's server."""

    language = "en"
    """The only one that it can write."""

    def __init__(self, folder: Path) -> None:
        """Choose a port and a key; its messages go into the folder."""
        self._port, self._key = free_port(), secrets.token_urlsafe(16)
        self._url = f"http://127.0.0.1:{self._port}"
        log = folder / "model_server.log"
        self.child = Child(HERE / "model_server.py", log, f"{self._url}/health")

    async def start(self) -> Storyteller:
        """Start it and wait until it answers. Raises `ProcessEndedError`, `TimeoutError`."""
        arguments = ["--port", str(self._port), "--context", str(CONTEXT_TOKENS)]
        await self.child.start(arguments, {KEY_VARIABLE: self._key})
        return Storyteller(
            kind="openai",
            url=f"{self._url}/v1",
            api_key=self._key,
            model=MODEL_NAME,
            options=OPTIONS,
        )
