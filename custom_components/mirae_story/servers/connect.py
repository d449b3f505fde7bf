"""Makes model clients from the plain data of a `server` subentry."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from aiohttp import ClientSession

from ..story.ports import Sampling
from .ollama import OllamaServer
from .openai import OpenAIServer
from .transport import USUAL_TIMEOUTS, Timeouts


class ServerKind(StrEnum):
    """The kinds of model server."""

    OLLAMA = "ollama"
    OPENAI = "openai"


_CLIENTS: dict[ServerKind, type[OllamaServer | OpenAIServer]] = {
    ServerKind.OLLAMA: OllamaServer,
    ServerKind.OPENAI: OpenAIServer,
}


def make_server(
    kind: ServerKind | str,
    session: ClientSession,
    url: str,
    *,
    api_key: str | None = None,
    model: str = "",
    embedding_model: str | None = None,
    first_token_timeout: float | None = None,
    next_token_timeout: float | None = None,
) -> OllamaServer | OpenAIServer:
    """Return the client for this server; without a model it can only be asked what it offers.

    Raises ServerNotFoundError where the URL is none.
    """
    return _CLIENTS[ServerKind(kind)](
        session,
        url,
        api_key=api_key or None,
        model=model,
        embedding_model=embedding_model or None,
        timeouts=Timeouts(
            first_token=first_token_timeout or USUAL_TIMEOUTS.first_token,
            next_token=next_token_timeout or USUAL_TIMEOUTS.next_token,
        ),
    )


def server_from_data(
    session: ClientSession, data: Mapping[str, Any]
) -> OllamaServer | OpenAIServer:
    """Return the client for the data of a `server` subentry."""
    return make_server(
        data["kind"],
        session,
        data["url"],
        api_key=data.get("api_key"),
        model=data.get("model", ""),
        embedding_model=data.get("embedding_model"),
        first_token_timeout=data.get("first_token_timeout"),
        next_token_timeout=data.get("next_token_timeout"),
    )


def sampling_from_data(
    server: Mapping[str, Any], story: Mapping[str, Any] | None = None
) -> Sampling:
    """Return the options of model calls for the data of a `server` and, if given, a `story` subentry."""
    wishes = story or {}
    return Sampling(
        temperature=wishes.get("temperature"),
        top_p=wishes.get("top_p"),
        seed=_whole(wishes.get("seed")),
        repeat_penalty=wishes.get("repeat_penalty"),
        context_tokens=_whole(server.get("context_tokens")),
        keep_alive=server.get("keep_alive") or None,
        think=bool(server.get("think", False)),
    )


def _whole(number: float | None) -> int | None:
    """Return a form's number as the whole number that servers want."""
    return None if number is None else int(number)
