"""The client for Ollama's own API: newline-delimited JSON."""

import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, override

from yarl import URL

from ..story.errors import GarbledReplyError, ReplyCutOffError
from ..story.ports import Health, Message, ModelInfo, Sampling, ToolCall
from .calls import Call
from .client import EMBEDDERS, ModelClient, Wanted
from .faults import name_fault
from .fields import count_of, object_of, objects_of, text_of
from .tool_calls import as_function, new_call_id, read_arguments
from .transport import Reply, read_object


@dataclass(frozen=True, slots=True, kw_only=True)
class PullProgress:
    """How far a model's download is. Bytes of all layers known so far; `None` before any is known."""

    status: str
    completed: int | None = None
    total: int | None = None

    @property
    def fraction(self) -> float | None:
        """From 0 to 1; `None` where nothing is known."""
        return (self.completed or 0) / self.total if self.total else None


class OllamaServer(ModelClient):
    """Ollama. Implements `ports.TalkServer`."""

    async def check(self) -> Health:
        """Return version and models."""
        answer = await self._transport.ask("api/version")
        models = await self.list_models()
        return Health(version=text_of(answer, "version") or None, models=tuple(models))

    async def list_models(self) -> list[ModelInfo]:
        """Return what is pulled; whether a model embeds is told by its family and name."""
        return _models(await self._transport.ask("api/tags"), self.url)

    async def list_loaded(self) -> list[ModelInfo]:
        """Return what is in memory now, with the context that each has there."""
        return _models(await self._transport.ask("api/ps"), self.url)

    async def describe(self, model: str | None = None) -> ModelInfo:
        """Return what the server knows of a model: its longest context, and whether it embeds."""
        name = model or self.model
        data = await self._transport.ask("api/show", {"model": name}, model=name)
        facts = object_of(data, "model_info")
        length = next((key for key in facts if key.endswith(".context_length")), "")
        abilities = data.get("capabilities")
        return ModelInfo(
            name=name,
            context_tokens=count_of(facts, length),
            embeds="embedding" in abilities if isinstance(abilities, list) else None,
        )

    async def pull(self, model: str) -> AsyncGenerator[PullProgress]:
        """Download a model; ends when the server has it. Closing the generator stops the download."""
        layers: dict[str, tuple[int, int]] = {}
        payload = {"model": model, "stream": True}
        async with (
            self._transport.stream("api/pull", payload, model=model) as reply,
            aclosing(self._events(reply)) as events,
        ):
            async for event in events:
                # The server is silent while it checks a big file: as patient as for a first token.
                reply.patience = self._transport.timeouts.first_token
                status = text_of(event, "status")
                if total := count_of(event, "total"):
                    done = count_of(event, "completed") or 0
                    layers[text_of(event, "digest")] = (done, total)
                yield PullProgress(
                    status=status,
                    completed=sum(done for done, _ in layers.values()),
                    total=sum(total for _, total in layers.values()) or None,
                )
                if status == "success":
                    return
            raise ReplyCutOffError(**reply.places)

    @override
    @staticmethod
    def _root(address: URL) -> URL:
        return address.with_path(re.sub(r"/(?:v1|api)$", "", address.path))

    @override
    async def _request(
        self, wanted: Wanted, refused: frozenset[str]
    ) -> tuple[str, dict[str, Any]]:
        sampling = wanted.sampling
        payload: dict[str, Any] = {
            "model": self.model,
            "stream": True,
            # Ollama would silently cut the prompt, or what is already told while it writes.
            "truncate": False,
            "shift": False,
            "options": _options(sampling),
        }
        if sampling.keep_alive is not None:
            payload["keep_alive"] = keep_alive(sampling.keep_alive)
        if wanted.kind == "complete":
            payload["prompt"] = wanted.prompt
            if wanted.suffix and "suffix" not in refused:
                payload["suffix"] = wanted.suffix
            else:
                payload["raw"] = True
            return "api/generate", payload
        payload["messages"] = [_as_sent(message) for message in wanted.messages]
        if wanted.tools:
            payload["tools"] = [as_function(tool) for tool in wanted.tools]
        if "think" not in refused:
            payload["think"] = sampling.think
        if wanted.schema is not None and "json" not in refused:
            payload["format"] = "json" if "schema" in refused else dict(wanted.schema)
        return "api/chat", payload

    @override
    def _doubtful(self, payload: Mapping[str, Any], detail: str) -> str | None:
        if "think" in payload and "think" in detail:
            return "think"
        if "suffix" in payload:
            return "suffix"
        if "format" in payload and re.search("format|schema|grammar", detail):
            return "json" if payload["format"] == "json" else "schema"
        return None

    @override
    async def _tokens(self, reply: Reply, call: Call) -> AsyncGenerator[str | ToolCall]:
        async with aclosing(self._events(reply)) as events:
            async for event in events:
                part = object_of(event, "message") or event
                text = text_of(part, "content") or text_of(part, "response")
                tools = objects_of(part, "tool_calls") or []
                if text or tools or text_of(part, "thinking"):
                    self._renew(reply, call)
                if text:
                    yield text
                for tool in tools:
                    yield _tool_call(tool)
                if event.get("done") is True:
                    _settle(call, event)
                    return
        raise ReplyCutOffError(**reply.places)

    async def _events(self, reply: Reply) -> AsyncGenerator[dict[str, Any]]:
        """Yield the JSON object of each line; an error among them is raised."""
        async with aclosing(reply.lines()) as lines:
            async for line in lines:
                if not line.strip():
                    continue
                event = read_object(line, reply.places)
                if event.get("error"):
                    raise name_fault(200, line, **reply.places)
                yield event

    @override
    async def _embed(self, texts: list[str], model: str, call: Call) -> list[Any]:
        payload = {"model": model, "input": texts}
        answer = await self._transport.ask(
            "api/embed",
            payload,
            model=model,
            patience=self._transport.timeouts.first_token,
        )
        call.prompt_tokens = count_of(answer, "prompt_eval_count")
        vectors = answer.get("embeddings")
        return vectors if isinstance(vectors, list) else []


def _as_sent(message: Message) -> dict[str, Any]:
    sent: dict[str, Any] = {"role": message.role.value, "content": message.content}
    if message.calls:
        sent["tool_calls"] = [
            {
                "id": call.call_id,
                "function": {
                    "name": call.name,
                    "arguments": dict(call.arguments or {}),
                },
            }
            for call in message.calls
        ]
    if message.result_of is not None:
        sent["tool_name"] = message.result_of.name
        sent["tool_call_id"] = message.result_of.call_id
    return sent


def _tool_call(tool: Mapping[str, Any]) -> ToolCall:
    function = object_of(tool, "function")
    return ToolCall(
        call_id=text_of(tool, "id") or new_call_id(),
        name=text_of(function, "name"),
        arguments=read_arguments(function.get("arguments")),
    )


def keep_alive(wanted: str | int) -> str | int:
    """Return a time in Ollama's form: a number below zero (for ever) as such, seconds as `300s`."""
    try:
        seconds = int(wanted)
    except ValueError:
        return wanted
    return seconds if seconds <= 0 else f"{seconds}s"


def _options(sampling: Sampling) -> dict[str, Any]:
    options: dict[str, Any] = {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "seed": sampling.seed,
        "repeat_penalty": sampling.repeat_penalty,
        "num_predict": sampling.max_tokens,
        "num_ctx": sampling.context_tokens,
        "stop": list(sampling.stop) or None,
    }
    return {name: value for name, value in options.items() if value is not None}


def _settle(call: Call, last: Mapping[str, Any]) -> None:
    """Read counts and times (nanoseconds) from the last event."""
    call.done_reason = text_of(last, "done_reason") or "stop"
    call.prompt_tokens = count_of(last, "prompt_eval_count")
    call.reply_tokens = count_of(last, "eval_count")
    nanoseconds = count_of(last, "eval_duration")
    if call.reply_tokens and nanoseconds:
        call.tokens_per_s = call.reply_tokens / nanoseconds * 1e9


def _models(answer: Mapping[str, Any], url: str) -> list[ModelInfo]:
    listed = objects_of(answer, "models")
    if listed is None:
        raise GarbledReplyError(url=url, model="")
    return [_model(item) for item in listed]


def _model(item: Mapping[str, Any]) -> ModelInfo:
    name = text_of(item, "model") or text_of(item, "name")
    family = text_of(object_of(item, "details"), "family")
    return ModelInfo(
        name=name,
        context_tokens=count_of(item, "context_length"),
        size_bytes=count_of(item, "size"),
        embeds=EMBEDDERS.search(f"{family} {name}") is not None,
    )
