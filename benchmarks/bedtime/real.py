"""A real model server on the bench: what it writes is counted, and a server that fails ends the run."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from custom_components.mirae_story.story.errors import (
    GarbledReplyError,
    ReplyCutOffError,
    ServerError,
)
from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.story.ports import (
    CallReport,
    Health,
    Message,
    ModelInfo,
    ModelServer,
    Sampling,
)
from custom_components.mirae_story.story.sentences import sentences
from custom_components.mirae_story.story.tokens import estimate_tokens

_OF_THE_MODEL = (GarbledReplyError, ReplyCutOffError)
"""Errors that a poor model may cause on a sound server: they belong to what is measured."""

_NOTHING_CHANGED = '{"joined": [], "left": [], "died": []}'


class RealModel:
    """Passes every call of one story on to a server."""

    def __init__(
        self, server: ModelServer, language: Language, *, notes: bool = True
    ) -> None:
        """Ask this server for prose, and for `notes` as well; else the notes say that nothing changed."""
        self._server, self._language, self._notes = server, language, notes
        self.sentences = 0
        """How many sentences of prose were written in all."""
        self.tokens = {"prompt": 0, "reply": 0}
        self.fault: ServerError | None = None
        """Why the server could not do what it was asked."""

    @property
    def reports(self) -> Sequence[CallReport]:
        """The last calls, oldest first."""
        return self._server.reports

    async def stream_text(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[str]:
        """Yield the reply."""
        self._count(messages)
        written: list[str] = []
        try:
            async with aclosing(self._server.stream_text(messages, sampling)) as chunks:
                async for chunk in chunks:
                    written.append(chunk)
                    yield chunk
        except ServerError as err:
            self._keep(err)
            raise
        finally:
            text = "".join(written)
            self.sentences += len(sentences(text, self._language))
            self.tokens["reply"] += estimate_tokens(text)

    async def ask_json(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        sampling: Sampling,
    ) -> str:
        """Return the raw reply."""
        if not self._notes:
            return _NOTHING_CHANGED
        self._count(messages)
        try:
            raw = await self._server.ask_json(messages, schema, sampling)
        except ServerError as err:
            self._keep(err)
            raise
        self.tokens["reply"] += estimate_tokens(raw)
        return raw

    def complete(
        self, prompt: str, sampling: Sampling, suffix: str = ""
    ) -> AsyncGenerator[str]:
        """Yield a continuation."""
        return self._server.complete(prompt, sampling, suffix)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector a text."""
        return await self._server.embed(texts)

    async def list_models(self) -> list[ModelInfo]:
        """Return what the server offers."""
        return await self._server.list_models()

    async def check(self) -> Health:
        """Return whether the server answers."""
        return await self._server.check()

    def _count(self, messages: Sequence[Message]) -> None:
        self.tokens["prompt"] += sum(estimate_tokens(each.content) for each in messages)

    def _keep(self, err: ServerError) -> None:
        if self.fault is None and not isinstance(err, _OF_THE_MODEL):
            self.fault = err
