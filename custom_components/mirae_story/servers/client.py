"""What both kinds of model server have in common: one way to speak, to ask more modestly, and to keep count."""

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import ClientSession
from yarl import URL

from ..story.errors import GarbledReplyError, ModelMissingError
from ..story.ports import CallReport, Message, Sampling, Tool, ToolCall
from .calls import Call, CallLog
from .faults import RefusalError
from .spoken_calls import SpokenCalls
from .thinking import ThinkingFilter, without_thinking
from .transport import USUAL_TIMEOUTS, Reply, Timeouts, Transport, read_address

EMBEDDERS = re.compile(r"embed|bert|\bbge\b|\be5\b|minilm", re.IGNORECASE)
"""What names and families of embedding models have in them."""

_LONGEST_JSON = 65_536
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One request for text, before a protocol puts it into words. Either messages or a prompt."""

    kind: str
    sampling: Sampling
    messages: Sequence[Message] = ()
    prompt: str = ""
    suffix: str = ""
    schema: Mapping[str, Any] | None = None
    tools: Sequence[Tool] = ()


class ModelClient(ABC):
    """A model server; its protocol is in the subclasses. Implements `ports.TalkServer` with them."""

    def __init__(
        self,
        session: ClientSession,
        url: str,
        *,
        api_key: str | None = None,
        model: str,
        embedding_model: str | None = None,
        timeouts: Timeouts = USUAL_TIMEOUTS,
    ) -> None:
        """Speak to the server at `url`, with or without trailing slash and API path."""
        self.model = model
        self.embedding_model = embedding_model
        self._transport = Transport(
            session,
            self._root(read_address(url)),
            api_key=api_key,
            timeouts=timeouts,
        )
        self._calls = CallLog()
        self._refused: frozenset[str] = frozenset()

    @property
    def url(self) -> str:
        """The server's address, without credentials."""
        return self._transport.url

    @property
    def reports(self) -> Sequence[CallReport]:
        """The last calls, oldest first."""
        return self._calls.reports

    async def stream_text(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[str]:
        """Yield the reply's text as it comes, never reasoning."""
        wanted = Wanted(kind="text", messages=messages, sampling=sampling)
        thoughts = ThinkingFilter()
        async with aclosing(self._texts(wanted)) as texts:
            async for text in texts:
                if said := thoughts.push(text):
                    yield said
        if said := thoughts.finish():
            yield said

    async def stream_turn(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool],
        sampling: Sampling,
    ) -> AsyncGenerator[str | ToolCall]:
        """Yield the reply's text as it comes, never reasoning, and each call once it is complete."""
        wanted = Wanted(kind="turn", messages=messages, tools=tools, sampling=sampling)
        thoughts = ThinkingFilter()
        spoken = SpokenCalls({tool.name for tool in tools})
        async with aclosing(self._parts(wanted)) as parts:
            async for part in parts:
                if isinstance(part, ToolCall):
                    yield part
                    continue
                for said in spoken.push(thoughts.push(part)):
                    yield said
        for said in (*spoken.push(thoughts.finish()), *spoken.finish()):
            yield said

    async def ask_json(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        sampling: Sampling,
    ) -> str:
        """Return the raw reply to a request for JSON by this schema; without one, for any text. It may be anything."""
        wanted = Wanted(
            kind="json", messages=messages, schema=schema or None, sampling=sampling
        )
        pieces: list[str] = []
        size = 0
        async with aclosing(self._texts(wanted)) as texts:
            async for text in texts:
                pieces.append(text)
                size += len(text)
                if size > _LONGEST_JSON:
                    break
        return without_thinking("".join(pieces))

    async def complete(
        self, prompt: str, sampling: Sampling, suffix: str = ""
    ) -> AsyncGenerator[str]:
        """Yield a continuation of raw text; a `suffix` is left out where the model cannot fill in."""
        wanted = Wanted(
            kind="complete", prompt=prompt, suffix=suffix, sampling=sampling
        )
        async with aclosing(self._texts(wanted)) as texts:
            async for text in texts:
                yield text

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector a text. Raises ModelMissingError where no embedding model is set."""
        if not texts:
            return []
        if not self.embedding_model:
            msg = "No embedding model is set"
            raise ModelMissingError(msg, url=self.url, model="")
        with self._calls.call("embed", self.embedding_model) as call:
            vectors = await self._embed(list(texts), self.embedding_model, call)
            call.done_reason = "stop"
            if len(vectors) != len(texts) or not all(map(_is_vector, vectors)):
                raise GarbledReplyError(url=self.url, model=self.embedding_model)
        return [[float(number) for number in vector] for vector in vectors]

    async def _texts(self, wanted: Wanted) -> AsyncGenerator[str]:
        """Yield the reply's text alone."""
        async with aclosing(self._parts(wanted)) as parts:
            async for part in parts:
                if isinstance(part, str):
                    yield part

    async def _parts(self, wanted: Wanted) -> AsyncGenerator[str | ToolCall]:
        """Yield the reply's text, reasoning in tags included, and its calls."""
        with self._calls.call(wanted.kind, self.model) as call:
            async with (
                self._opened(wanted) as reply,
                aclosing(self._tokens(reply, call)) as tokens,
            ):
                async for token in tokens:
                    if isinstance(token, ToolCall):
                        yield token
                    elif text := _SURROGATES.sub("", token):
                        yield text

    @asynccontextmanager
    async def _opened(self, wanted: Wanted) -> AsyncIterator[Reply]:
        """Open the reply; what the server refuses to support is left out, and stays so if that helps."""
        refused = self._refused
        async with AsyncExitStack() as stack:
            while True:
                path, payload = await self._request(wanted, refused)
                opening = self._transport.stream(path, payload, model=self.model)
                try:
                    reply = await stack.enter_async_context(opening)
                    break
                except RefusalError as refusal:
                    feature = self._doubtful(payload, refusal.detail.lower())
                    if feature is None:
                        raise
                    refused |= {feature}
            self._refused = refused
            yield reply

    def _renew(self, reply: Reply, call: Call) -> None:
        """Note a token: the next one has its own time."""
        call.token()
        reply.patience = self._transport.timeouts.next_token

    @staticmethod
    @abstractmethod
    def _root(address: URL) -> URL:
        """Return the server's root, without the API path that a user may have entered."""

    @abstractmethod
    async def _request(
        self, wanted: Wanted, refused: frozenset[str]
    ) -> tuple[str, dict[str, Any]]:
        """Return path and payload that ask for this without the features that were refused."""

    @abstractmethod
    def _doubtful(self, payload: Mapping[str, Any], detail: str) -> str | None:
        """Return the feature of a refused payload that is to be left out next."""

    @abstractmethod
    def _tokens(self, reply: Reply, call: Call) -> AsyncGenerator[str | ToolCall]:
        """Yield the text of each token and each call of a tool, and fill in what the request cost."""

    @abstractmethod
    async def _embed(self, texts: list[str], model: str, call: Call) -> list[Any]:
        """Return the vectors as the server gives them."""


def _is_vector(vector: object) -> bool:
    return (
        isinstance(vector, list)
        and bool(vector)
        and all(type(number) in (int, float) for number in vector)
    )
