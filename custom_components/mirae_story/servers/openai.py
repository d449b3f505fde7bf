"""The client for OpenAI-compatible servers: llama-server, LM Studio, vLLM and others; server-sent events."""

import json
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress
from dataclasses import replace
from enum import StrEnum
from typing import Any, override

from yarl import URL

from ..story.errors import (
    GarbledReplyError,
    ReplyCutOffError,
    ServerError,
    ServerSlowError,
)
from ..story.ports import Health, Message, ModelInfo, ToolCall
from .calls import Call
from .client import EMBEDDERS, ModelClient, Wanted
from .faults import name_fault
from .fields import count_of, object_of, objects_of, text_of
from .tool_calls import PiecedCalls, as_function
from .transport import Reply, read_object

_DONE = "[DONE]"
_EPILOGUE_S = 5.0
"""How long counts may come after the text has ended."""

_EXTRAS = (
    "chat_template_kwargs",
    "stream_options",
    "repeat_penalty",
    "repetition_penalty",
)
"""Fields that not every server knows: left out where they are refused."""


class Flavour(StrEnum):
    """Which server it is, as far as its list of models tells (`owned_by`)."""

    LLAMA_SERVER = "llamacpp"
    VLLM = "vllm"
    LM_STUDIO = "organization_owner"
    OTHER = ""


_REPEAT_PENALTY = {
    Flavour.LLAMA_SERVER: "repeat_penalty",
    Flavour.LM_STUDIO: "repeat_penalty",
    Flavour.VLLM: "repetition_penalty",
}


class OpenAIServer(ModelClient):
    """An OpenAI-compatible server. Implements `ports.TalkServer`."""

    _flavour: Flavour | None = None

    async def check(self) -> Health:
        """Return the models, and the version where the server tells it."""
        models = await self.list_models()
        version = None
        if self._flavour is Flavour.LLAMA_SERVER:
            version = text_of(await self._aside("props"), "build_info")
        elif self._flavour is Flavour.VLLM:
            version = text_of(await self._aside("version"), "version")
        return Health(version=version or None, models=tuple(models))

    async def list_models(self) -> list[ModelInfo]:
        """Return what the server offers, with the context size where it tells it."""
        answer = await self._transport.ask("v1/models")
        listed = objects_of(answer, "data")
        if listed is None:
            raise GarbledReplyError(url=self.url, model="")
        self._flavour = _flavour(listed)
        models = [_model(item) for item in listed]
        if self._flavour is Flavour.LLAMA_SERVER and (size := await self._context()):
            models = [replace(model, context_tokens=size) for model in models]
        return models

    async def _context(self) -> int | None:
        """Return the context size with which llama-server runs."""
        settings = object_of(await self._aside("props"), "default_generation_settings")
        return count_of(settings, "n_ctx")

    async def _aside(self, path: str) -> Mapping[str, Any]:
        """Ask what only some servers answer."""
        with suppress(ServerError):
            return await self._transport.ask(path)
        return {}

    @override
    @staticmethod
    def _root(address: URL) -> URL:
        return address.with_path(re.sub(r"/v1$", "", address.path))

    @override
    async def _request(
        self, wanted: Wanted, refused: frozenset[str]
    ) -> tuple[str, dict[str, Any]]:
        sampling = wanted.sampling
        length = "max_completion_tokens" if "max_tokens" in refused else "max_tokens"
        options: dict[str, Any] = {
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "seed": sampling.seed,
            length: sampling.max_tokens,
            "stop": list(sampling.stop) or None,
        }
        payload: dict[str, Any] = {"model": self.model, "stream": True}
        payload |= {key: value for key, value in options.items() if value is not None}
        if "extras" not in refused:
            payload |= await self._extras(wanted)
        if wanted.kind == "complete":
            payload["prompt"] = wanted.prompt
            if wanted.suffix and "suffix" not in refused:
                payload["suffix"] = wanted.suffix
            return "v1/completions", payload
        payload["messages"] = [_as_sent(message) for message in wanted.messages]
        if wanted.tools:
            payload["tools"] = [as_function(tool) for tool in wanted.tools]
        if wanted.schema is not None:
            payload |= _response_format(wanted.schema, refused)
        return "v1/chat/completions", payload

    async def _extras(self, wanted: Wanted) -> dict[str, Any]:
        extras: dict[str, Any] = {"stream_options": {"include_usage": True}}
        if wanted.kind != "complete" and not wanted.sampling.think:
            extras["chat_template_kwargs"] = {"enable_thinking": False}
        if wanted.sampling.repeat_penalty is not None:
            if self._flavour is None:
                with suppress(ServerError):
                    await self.list_models()
            if name := _REPEAT_PENALTY.get(self._flavour or Flavour.OTHER):
                extras[name] = wanted.sampling.repeat_penalty
        return extras

    @override
    def _doubtful(self, payload: Mapping[str, Any], detail: str) -> str | None:
        kind = text_of(object_of(payload, "response_format"), "type")
        if "max_tokens" in payload and "max_completion_tokens" in detail:
            return "max_tokens"
        if "suffix" in payload and "suffix" in detail:
            return "suffix"
        if kind and re.search("response_format|schema|json|grammar", detail):
            return kind
        if any(extra in payload for extra in _EXTRAS):
            return "extras"
        return "suffix" if "suffix" in payload else kind or None

    @override
    async def _tokens(self, reply: Reply, call: Call) -> AsyncGenerator[str | ToolCall]:
        tools = PiecedCalls()
        async with aclosing(_events(reply)) as events:
            try:
                async for data in events:
                    if data == _DONE:
                        call.done_reason = call.done_reason or "stop"
                        break
                    event = read_object(data, reply.places)
                    if event.get("error"):
                        raise name_fault(200, data, **reply.places)
                    if text := self._read(event, reply, call, tools):
                        yield text
            except ReplyCutOffError, ServerSlowError:
                # The text was complete: only counts or a farewell are missing.
                if call.done_reason is None:
                    raise
        if call.done_reason is None:
            raise ReplyCutOffError(**reply.places)
        for tool in tools.finish():
            yield tool

    def _read(
        self, event: Mapping[str, Any], reply: Reply, call: Call, tools: PiecedCalls
    ) -> str:
        """Return the text of one event, and note what else it tells."""
        choice = next(iter(objects_of(event, "choices") or ()), {})
        delta = object_of(choice, "delta")
        text = text_of(delta, "content") or text_of(choice, "text")
        thought = text_of(delta, "reasoning_content") or text_of(delta, "reasoning")
        pieces = objects_of(delta, "tool_calls") or []
        tools.push(pieces)
        if text or thought or pieces:
            self._renew(reply, call)
        if reason := text_of(choice, "finish_reason"):
            call.done_reason = reason
            reply.patience = min(reply.patience, _EPILOGUE_S)
        _settle(call, event)
        return text

    @override
    async def _embed(self, texts: list[str], model: str, call: Call) -> list[Any]:
        answer = await self._transport.ask(
            "v1/embeddings",
            {"model": model, "input": texts},
            model=model,
            patience=self._transport.timeouts.first_token,
        )
        _settle(call, answer)
        listed = objects_of(answer, "data") or []
        listed.sort(key=lambda item: count_of(item, "index") or 0)
        return [item.get("embedding") for item in listed]


async def _events(reply: Reply) -> AsyncGenerator[str]:
    """Yield the data of each server-sent event; comments and other fields say nothing here."""
    data: list[str] = []
    nonsense = False
    async with aclosing(reply.lines()) as lines:
        async for line in lines:
            field, colon, value = line.partition(":")
            # Older llama-servers send faults in a field `error`.
            if field in ("data", "error"):
                data.append(value.removeprefix(" "))
            elif not line.strip() and data:
                yield "\n".join(data)
                data.clear()
            elif line.strip() and not (colon and field in ("", "event", "id", "retry")):
                nonsense = True
    if data:
        yield "\n".join(data)
    elif nonsense:
        msg = "No server-sent events"
        raise GarbledReplyError(msg, **reply.places)


def _as_sent(message: Message) -> dict[str, Any]:
    sent: dict[str, Any] = {"role": message.role.value, "content": message.content}
    if message.calls:
        # Some servers take an empty text beside calls for a mistake.
        sent["content"] = message.content or None
        sent["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {
                    "name": call.name,
                    "arguments": json.dumps(
                        dict(call.arguments or {}), ensure_ascii=False
                    ),
                },
            }
            for call in message.calls
        ]
    if message.result_of is not None:
        sent["tool_call_id"] = message.result_of.call_id
    return sent


def _settle(call: Call, event: Mapping[str, Any]) -> None:
    """Read the counts of OpenAI's `usage` and the times of llama-server's `timings`."""
    usage = object_of(event, "usage")
    timings = object_of(event, "timings")
    if usage:
        call.prompt_tokens = count_of(usage, "prompt_tokens")
        call.reply_tokens = count_of(usage, "completion_tokens")
        details = object_of(usage, "prompt_tokens_details")
        call.cached_tokens = count_of(details, "cached_tokens")
    if timings:
        if call.cached_tokens is None:
            call.cached_tokens = count_of(timings, "cache_n")
        call.reply_tokens = call.reply_tokens or count_of(timings, "predicted_n")
        speed = timings.get("predicted_per_second")
        if isinstance(speed, int | float) and speed > 0:
            call.tokens_per_s = float(speed)


def _response_format(
    schema: Mapping[str, Any], refused: frozenset[str]
) -> dict[str, Any]:
    if "json_schema" not in refused:
        shape = {"name": "answer", "schema": dict(schema)}
        return {"response_format": {"type": "json_schema", "json_schema": shape}}
    if "json_object" not in refused:
        return {"response_format": {"type": "json_object"}}
    return {}


def _flavour(listed: list[Mapping[str, Any]]) -> Flavour:
    owners = {text_of(item, "owned_by") for item in listed}
    return next((kind for kind in Flavour if kind and kind in owners), Flavour.OTHER)


def _model(item: Mapping[str, Any]) -> ModelInfo:
    meta = object_of(item, "meta")
    name = text_of(item, "id")
    return ModelInfo(
        name=name,
        context_tokens=count_of(item, "max_model_len") or count_of(meta, "n_ctx_train"),
        size_bytes=count_of(meta, "size"),
        embeds=EMBEDDERS.search(name) is not None,
    )
