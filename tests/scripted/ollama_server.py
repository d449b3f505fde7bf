"""A scripted Ollama: its API as far as the integration uses it, answers and faults word for word."""

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, override

from aiohttp import web

from .script import Script, ScriptedServer, as_error, vector

_STAMP = "2026-11-01T19:00:00.000000Z"
_DIGEST = "sha256:" + "ab" * 32


@dataclass(kw_only=True)
class ScriptedOllama(ScriptedServer):
    """Ollama. `refuses` may have `think`, `tools`, `suffix`, `schema`, `json`."""

    version: str = "0.30.5"
    loaded: list[str] = field(default_factory=list)
    pullable: list[str] = field(default_factory=lambda: ["gemma3:12b"])
    pull_delay: float = 0.0
    pull_ends: bool = True

    @override
    def route(self, router: web.UrlDispatcher) -> None:
        router.add_get("/api/version", self._version)
        router.add_get("/api/tags", self._tags)
        router.add_get("/api/ps", self._ps)
        router.add_post("/api/show", self._show)
        router.add_post("/api/chat", self._chat)
        router.add_post("/api/generate", self._generate)
        router.add_post("/api/embed", self._embed)
        router.add_post("/api/pull", self._pull)

    @override
    def complaint(self, status: int, message: str) -> web.Response:
        return web.json_response({"error": message}, status=status)

    async def _version(self, _request: web.Request) -> web.Response:
        return web.json_response({"version": self.version})

    def _card(self, name: str) -> dict[str, Any]:
        family = "nomic-bert" if name in self.embedders else "gemma3"
        return {
            "name": name,
            "model": name,
            "modified_at": _STAMP,
            "size": 815319791,
            "digest": _DIGEST.removeprefix("sha256:"),
            "details": {
                "parent_model": "",
                "format": "gguf",
                "family": family,
                "families": [family],
                "parameter_size": "999.89M",
                "quantization_level": "Q4_K_M",
            },
        }

    async def _tags(self, _request: web.Request) -> web.Response:
        names = [*self.models, *self.embedders]
        return web.json_response({"models": [self._card(name) for name in names]})

    async def _ps(self, _request: web.Request) -> web.Response:
        more = {"expires_at": _STAMP, "size_vram": 0, "context_length": 8192}
        models = [self._card(name) | more for name in self.loaded]
        return web.json_response({"models": models})

    async def _show(self, request: web.Request) -> web.Response:
        name = request["payload"].get("model", "")
        if not self.has(name):
            return self.complaint(404, f"model '{name}' not found")
        embeds = name in self.embedders
        family = "nomic-bert" if embeds else "gemma3"
        return web.json_response(
            {
                "modelfile": "",
                "template": "",
                "modified_at": _STAMP,
                "details": self._card(name)["details"],
                "model_info": {
                    "general.architecture": family,
                    f"{family}.context_length": 2048 if embeds else 32768,
                },
                "capabilities": ["embedding"] if embeds else self._abilities(),
            }
        )

    def _abilities(self) -> list[str]:
        return ["completion", *({"tools"} - self.refuses)]

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        return await self._text(request, chat=True)

    async def _generate(self, request: web.Request) -> web.StreamResponse:
        return await self._text(request, chat=False)

    def _objection(self, payload: Mapping[str, Any]) -> web.Response | None:
        name = payload.get("model", "")
        if not self.has(name):
            return self.complaint(404, f"model '{name}' not found")
        message = self._refusal(payload, name)
        return self.complaint(400, message) if message else None

    def _refusal(self, payload: Mapping[str, Any], name: str) -> str | None:
        alive = payload.get("keep_alive")
        size = payload.get("options", {}).get("num_ctx", self.context_tokens)
        shape = payload.get("format")
        if isinstance(alive, str) and re.fullmatch(r"-?\d+", alive):
            return f'time: missing unit in duration "{alive}"'
        if payload.get("think") and "think" in self.refuses:
            return f'"{name}" does not support thinking'
        for feature, ability in (("tools", "tools"), ("suffix", "insert")):
            if payload.get(feature) and feature in self.refuses:
                return f"registry.ollama.ai/library/{name} does not support {ability}"
        if shape and ("json" if shape == "json" else "schema") in self.refuses:
            return 'invalid format: expected "json" or a JSON Schema'
        if payload.get("truncate") is False and self.too_long(payload, size):
            return "the input length exceeds the context length"
        return None

    async def _text(self, request: web.Request, *, chat: bool) -> web.StreamResponse:
        payload = request["payload"]
        if objection := self._objection(payload):
            return objection
        script = self.next_script(payload)
        if script.status != 200:
            return await as_error(script)
        head = {"model": payload["model"], "created_at": _STAMP}

        def event(text: str, thinking: str = "", **more: Any) -> dict[str, Any]:
            thought = {"thinking": thinking} if thinking else {}
            body = (
                {"message": {"role": "assistant", "content": text, **thought}}
                if chat
                else {"response": text, **thought}
            )
            return head | body | {"done": False} | more

        def call(place: int, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
            function = {"index": place, "name": name, "arguments": dict(arguments)}
            return {"id": f"call_{place}", "function": function}

        def calling(*calls: dict[str, Any]) -> dict[str, Any]:
            said = event("")
            return said | {"message": said["message"] | {"tool_calls": list(calls)}}

        def line(data: object) -> str:
            return json.dumps(data, ensure_ascii=False) + "\n"

        calls = [call(place, *each) for place, each in enumerate(script.calls)]
        count = len(script.pieces) + len(script.thinking) + len(calls)
        end = {
            "done": True,
            "done_reason": script.done_reason,
            "total_duration": 4_000_000_000,
            "load_duration": 1_000_000_000,
            "prompt_eval_count": script.prompt_tokens,
            "prompt_eval_duration": 1_000_000_000,
            "eval_count": count,
            "eval_duration": max(count, 1) * 100_000_000,
        }
        if payload.get("stream") is False:
            await asyncio.sleep(script.first_delay)
            thinking = "".join(script.thinking)
            whole = event("".join(script.pieces), thinking, **end)
            if calls:
                whole["message"]["tool_calls"] = calls
            return web.json_response(whole)
        events = {
            "ping": "\n",
            "thought": lambda text: line(event("", text)),
            "piece": lambda text: line(event(text)),
            "calls": [line(calling(each)) for each in calls],
            "garbage": "<<< not JSON >>>\n",
            "error": lambda text: line({"error": text}),
            "final": [line(event("", **end))],
        }
        return await self.stream(request, script, "application/x-ndjson", events)

    async def _embed(self, request: web.Request) -> web.Response:
        payload = request["payload"]
        name = payload.get("model", "")
        if not self.has(name):
            return self.complaint(404, f"model '{name}' not found")
        texts = payload["input"]
        texts = [texts] if isinstance(texts, str) else texts
        return web.json_response(
            {
                "model": name,
                "embeddings": [vector(text) for text in texts],
                "total_duration": 14143917,
                "load_duration": 1019500,
                "prompt_eval_count": sum(len(text.split()) for text in texts),
            }
        )

    async def _pull(self, request: web.Request) -> web.StreamResponse:
        name = request["payload"].get("model", "")
        steps: list[dict[str, Any]] = [{"status": "pulling manifest"}]
        if name in self.pullable:
            for digest, total in ((_DIGEST, 1000), ("sha256:" + "cd" * 32, 200)):
                layer = {"status": f"pulling {digest[7:19]}", "digest": digest}
                steps.append(layer | {"total": total})
                steps += [
                    layer | {"total": total, "completed": total * part // 4}
                    for part in range(1, 5)
                ]
            steps += [
                {"status": "verifying sha256 digest"},
                {"status": "writing manifest"},
                {"status": "success"},
            ]
        else:
            steps.append({"error": "pull model manifest: file does not exist"})
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        for step in steps if self.pull_ends else steps[:4]:
            await response.write(json.dumps(step).encode() + b"\n")
            await asyncio.sleep(self.pull_delay)
        if self.pull_ends and name in self.pullable:
            self.models.append(name)
        await response.write_eof()
        return response


__all__ = ["Script", "ScriptedOllama"]
