"""A scripted OpenAI-compatible server that can pass for llama-server, vLLM, LM Studio or another."""

import asyncio
import base64
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, override

from aiohttp import web

from .script import Script, ScriptedServer, as_error, vector

_CREATED = 1796070426
_EXTRAS = {
    "chat_template_kwargs",
    "stream_options",
    "repeat_penalty",
    "repetition_penalty",
}


@dataclass(kw_only=True)
class ScriptedOpenAI(ScriptedServer):
    """`owned_by` tells its kind: `llamacpp`, `vllm`, `organization_owner` (LM Studio) or any other.

    `refuses` may have `extras`, `json_schema`, `json_object`, `suffix`, `max_tokens`, `tools`.
    """

    owned_by: str = "llamacpp"
    timings: bool = True
    counts: bool = True
    thinking_field: str = "reasoning_content"
    finishes: bool = True
    lingers: float = 0.0

    @override
    def route(self, router: web.UrlDispatcher) -> None:
        router.add_get("/v1/models", self._models)
        router.add_post("/v1/chat/completions", self._chat)
        router.add_post("/v1/completions", self._complete)
        router.add_post("/v1/embeddings", self._embed)
        if self.owned_by == "llamacpp":
            router.add_get("/props", self._props)
        if self.owned_by == "vllm":
            router.add_get("/version", self._version)

    @override
    def complaint(self, status: int, message: str, **more: Any) -> web.Response:
        kinds = {400: "invalid_request_error", 401: "authentication_error"}
        error = {"message": message, "type": kinds.get(status, "not_found_error")}
        return web.json_response(
            {"error": error | {"param": None, "code": status} | more}, status=status
        )

    async def _models(self, _request: web.Request) -> web.Response:
        facts: dict[str, Any] = {}
        if self.owned_by == "vllm":
            facts = {"max_model_len": self.context_tokens}
        if self.owned_by == "llamacpp":
            facts = {"meta": {"n_ctx_train": 131072, "size": 96576768}}
        base = {"object": "model", "created": _CREATED, "owned_by": self.owned_by}
        data = [{"id": n, **base, **facts} for n in (*self.models, *self.embedders)]
        return web.json_response({"object": "list", "data": data})

    async def _props(self, _request: web.Request) -> web.Response:
        settings = {"n_ctx": self.context_tokens}
        return web.json_response(
            {"default_generation_settings": settings, "build_info": "b7200-abcdef"}
        )

    async def _version(self, _request: web.Request) -> web.Response:
        return web.json_response({"version": "0.15.1"})

    def _objection(self, payload: Mapping[str, Any]) -> web.Response | None:
        name = payload.get("model", "")
        shape = payload.get("response_format", {}).get("type")
        if not self.has(name):
            return self.complaint(404, f"The model `{name}` does not exist.")
        if shape in self.refuses:
            what = f"'response_format.type' must be 'text', not '{shape}'"
            return web.json_response({"error": what}, status=400)
        if self.too_long(payload, self.context_tokens):
            what = "request (9412 tokens) exceeds the available context size, try increasing it"
            return self.complaint(400, what, type="exceed_context_size_error")
        message = self._refusal(payload)
        return self.complaint(400, message) if message else None

    def _refusal(self, payload: Mapping[str, Any]) -> str | None:
        if "extras" in self.refuses and (extra := _EXTRAS & payload.keys()):
            return f"Unrecognized request argument supplied: {min(extra)}"
        if "tools" in self.refuses and payload.get("tools"):
            return "tools param requires --jinja flag"
        if complaint := _wrong_order(payload.get("messages", [])):
            return complaint
        if "suffix" in self.refuses and payload.get("suffix"):
            return "suffix is not currently supported"
        if "max_tokens" in self.refuses and "max_tokens" in payload:
            return "'max_tokens' is not supported: use 'max_completion_tokens' instead."
        return None

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        return await self._text(request, chat=True)

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        return await self._text(request, chat=False)

    def _costs(self, script: Script) -> dict[str, Any]:
        count = len(script.pieces) + len(script.thinking) + len(script.calls)
        usage = {
            "prompt_tokens": script.prompt_tokens,
            "completion_tokens": count,
            "total_tokens": script.prompt_tokens + count,
            "prompt_tokens_details": {"cached_tokens": script.cached_tokens},
        }
        costs: dict[str, Any] = {"usage": usage} if self.counts else {}
        if self.timings:
            costs["timings"] = {
                "cache_n": script.cached_tokens,
                "predicted_n": count,
                "predicted_per_second": 10.0,
            }
        return costs

    async def _text(self, request: web.Request, *, chat: bool) -> web.StreamResponse:
        payload = request["payload"]
        if objection := self._objection(payload):
            return objection
        script = self.next_script(payload)
        if script.status != 200:
            return await as_error(script)
        if not payload.get("stream"):
            await asyncio.sleep(script.first_delay)
            return web.json_response(self._whole(payload, script, chat=chat))
        events = self._sse(payload, script, chat=chat)
        response = await self.stream(request, script, "text/event-stream", events)
        await asyncio.sleep(self.lingers)
        return response

    def _head(self, payload: Mapping[str, Any], kind: str) -> dict[str, Any]:
        return {
            "id": "chatcmpl-1",
            "object": kind,
            "created": _CREATED,
            "model": payload["model"],
            "system_fingerprint": "b7200-abcdef",
        }

    def _whole(
        self, payload: Mapping[str, Any], script: Script, *, chat: bool
    ) -> dict[str, Any]:
        text = "".join(script.pieces)
        said = {"message": {"role": "assistant", "content": text}}
        if script.calls:
            said["message"]["tool_calls"] = [
                _call(place, *each) for place, each in enumerate(script.calls)
            ]
        choice = said if chat else {"text": text, "logprobs": None}
        choice |= {"index": 0, "finish_reason": _reason(script)}
        head = self._head(payload, "chat.completion" if chat else "text_completion")
        return head | {"choices": [choice]} | self._costs(script)

    def _sse(
        self, payload: Mapping[str, Any], script: Script, *, chat: bool
    ) -> dict[str, Any]:
        head = self._head(
            payload, "chat.completion.chunk" if chat else "text_completion"
        )

        def line(data: object) -> str:
            return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"

        def chunk(delta: dict[str, Any], reason: str | None = None) -> str:
            body = {"delta": delta} if chat else {"text": delta.get("content", "")}
            choice = {"index": 0, "finish_reason": reason, "logprobs": None} | body
            return line(head | {"choices": [choice]})

        def calling(place: int, call: dict[str, Any]) -> list[str]:
            """The name comes first, and then the arguments bit by bit."""
            text = call["function"]["arguments"]
            first = call | {"function": call["function"] | {"arguments": ""}}
            bits = [text[start : start + 5] for start in range(0, len(text), 5)]
            deltas = [first, *({"function": {"arguments": bit}} for bit in bits)]
            return [chunk({"tool_calls": [{"index": place} | d]}) for d in deltas]

        calls = [
            event
            for place, each in enumerate(script.calls)
            for event in calling(place, _call(place, *each))
        ]
        final = [chunk({}, _reason(script))] if self.finishes else []
        if payload.get("stream_options", {}).get("include_usage"):
            final.append(line(head | {"choices": []} | self._costs(script)))
        if script.farewell:
            final.append("data: [DONE]\n\n")
        return {
            "ping": ": keep alive\n\n\n",
            "thought": lambda text: chunk({self.thinking_field: text}),
            "piece": lambda text: chunk({"content": text}),
            "calls": calls,
            "garbage": "data: <<< not JSON >>>\n\n",
            "error": lambda text: line({"error": {"code": 500, "message": text}}),
            "final": final,
        }

    async def _embed(self, request: web.Request) -> web.Response:
        payload = request["payload"]
        if not self.has(payload.get("model", "")):
            name = payload.get("model", "")
            return self.complaint(404, f"The model `{name}` does not exist.")
        texts = payload["input"]
        texts = [texts] if isinstance(texts, str) else texts
        packed = payload.get("encoding_format") == "base64"
        data = [
            {
                "object": "embedding",
                "index": index,
                "embedding": _packed(vector(text)) if packed else vector(text),
            }
            for index, text in enumerate(texts)
        ]
        used = sum(len(text.split()) for text in texts)
        return web.json_response(
            {
                "object": "list",
                # Servers that batch may answer in any order: the index tells.
                "data": data[::-1],
                "model": payload["model"],
                "usage": {"prompt_tokens": used, "total_tokens": used},
            }
        )


def _call(place: int, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    text = json.dumps(arguments, ensure_ascii=False)
    return {
        "id": f"call_{place}",
        "type": "function",
        "function": {"name": name, "arguments": text},
    }


def _reason(script: Script) -> str:
    called = script.calls and script.done_reason == "stop"
    return "tool_calls" if called else script.done_reason


def _wrong_order(messages: list[dict[str, Any]]) -> str | None:
    """What OpenAI says of calls without results, and of results without calls."""
    open_calls: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            if message.get("tool_call_id") not in open_calls:
                return (
                    "messages with role 'tool' must be a response to a preceding "
                    "message with 'tool_calls'."
                )
            open_calls.remove(message["tool_call_id"])
        elif open_calls:
            break
        else:
            open_calls = [call["id"] for call in message.get("tool_calls") or ()]
    if open_calls:
        return (
            "An assistant message with 'tool_calls' must be followed by tool messages "
            "responding to each 'tool_call_id'."
        )
    return None


def _packed(numbers: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()


__all__ = ["Script", "ScriptedOpenAI"]
