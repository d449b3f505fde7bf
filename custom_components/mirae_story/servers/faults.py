"""Names what a server complains about, whatever its kind: from an HTTP error, or from an error in a stream.

What a server writes may repeat the prompt. So it is looked at here alone, and logged for debugging only; errors carry address, model and status.
"""

import json
import logging
import re

from ..story.errors import (
    ContextTooSmallError,
    GarbledReplyError,
    ModelMissingError,
    ModelTooBigError,
    RequestRefusedError,
    ServerAuthError,
    ServerBusyError,
    ServerError,
    ServerSlowError,
    ServerUnreachableError,
    ToolsRefusedError,
)

_LOGGER = logging.getLogger(__name__)

_CONTEXT = re.compile(
    r"exceed_context_size|context_length_exceeded|maximum context length"
    r"|exceeds? the (?:available |model'?s )?(?:maximum )?context"
    r"|context (?:length|size|window)[^.]{0,40}(?:exceeded|too small)"
    r"|context length of only|longer than the (?:model's )?context|prompt (?:is )?too long"
    # What servers say of a text to embed.
    r"|too large to process|larger than the max(?:imum)? context|must have less than \d+ tokens",
    re.IGNORECASE,
)
_MEMORY = re.compile(
    r"more system memory|out of memory|not enough memory|insufficient (?:system )?memory"
    r"|unable to allocate|insufficient system resources",
    re.IGNORECASE,
)
_MISSING = re.compile(
    r"model_not_found|no models? (?:is |are )?loaded|model not found"
    r"|\bmodel\s+(?:'[^']*'|\"[^\"]*\"|`[^`]*`|\S+)\s+(?:is |was )?"
    r"(?:not found|does not exist|not loaded)"
    r"|invalid model (?:identifier|name)|not a valid model"
    r"|pull model manifest|try pulling it",
    re.IGNORECASE,
)
_NO_VECTOR = re.compile(r"unsupported value: (?:NaN|[+-]?Inf)")
"""A model made no numbers of a text, and the server cannot write them down: others it may embed."""
_TOOLS = re.compile(
    r"(?:not|n't|un)[ -]?support(?:ed|s)?\W+(?:\w+\W+){0,2}?(?:tool|function)"
    r"|(?:tool|function)s?(?: use| calling| calls?| choice| param)?\W+(?:is|are|does|do|not)\b[^.]{0,20}support"
    r"|tools? param requires|tool choice requires|support tool use",
    re.IGNORECASE,
)
"""What servers say that were started without tools (llama-server, vLLM), or whose model knows none."""
_BUSY = re.compile(
    r"loading model|server busy|overloaded|too many requests", re.IGNORECASE
)


_COMPLAINTS: dict[re.Pattern[str], type[ServerError]] = {
    _CONTEXT: ContextTooSmallError,
    _MEMORY: ModelTooBigError,
    _MISSING: ModelMissingError,
    _TOOLS: ToolsRefusedError,
}
"""In the order in which they are looked for."""


class RefusalError(RequestRefusedError):
    """A refusal with the server's reason, so that the client can ask again more modestly."""

    def __init__(self, detail: str, **placeholders: str) -> None:
        """Keep the reason; it is not part of the message."""
        super().__init__(**placeholders)
        self.detail = detail


def name_fault(status: int, body: str, *, url: str, model: str) -> ServerError:
    """Return the named error for this HTTP status (200: inside a stream) and body."""
    detail = read_complaint(body)
    _LOGGER.debug("%s complains with status %d: %.500s", url, status, detail)
    places = {"url": url, "model": model, "status": str(status)}
    if status in (401, 403):
        return ServerAuthError(**places)
    for pattern, error in _COMPLAINTS.items():
        if pattern.search(detail):
            return error(**places)
    if status in (429, 503, 529) or _BUSY.search(detail):
        return ServerBusyError(**places)
    return _by_status(status, detail, places)


def _by_status(status: int, detail: str, places: dict[str, str]) -> ServerError:
    match status:
        case _ if status in (400, 422, 501) or _NO_VECTOR.search(detail):
            return RefusalError(detail, **places)
        case 404 | 405:
            return GarbledReplyError("No such path: another kind of server", **places)
        case 502:
            return ServerUnreachableError("A proxy does not reach it", **places)
        case 408 | 504:
            return ServerSlowError(**places)
        case _ if 300 <= status < 400:  # noqa: PLR2004 - the class of redirects
            return GarbledReplyError("It points elsewhere", **places)
    return ServerError(f"The server failed with status {status}", **places)


def read_complaint(body: str) -> str:
    """Return the words of an error body of any server kind: Ollama, OpenAI, FastAPI, plain text."""
    try:
        data = json.loads(body)
    except ValueError, RecursionError:
        return body
    return _words(data)


def _words(data: object) -> str:
    """Join what a complaint says in its known fields."""
    if not isinstance(data, dict):
        return data if isinstance(data, str) else json.dumps(data)
    found = [data[key] for key in ("error", "message", "detail") if data.get(key)]
    kinds = [data[key] for key in ("type", "code") if isinstance(data.get(key), str)]
    return " ".join([*map(_words, found), *kinds])
