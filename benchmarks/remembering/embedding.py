"""The embedder to measure with: the built-in one, a server's, or none; what it made is kept for the next run."""

import asyncio
import hashlib
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final, override

import aiohttp
import numpy as np

from custom_components.mirae_story.memory.encoder import ENCODER_MODEL, SentenceEncoder
from custom_components.mirae_story.memory.ports import Embedder, Vectors
from custom_components.mirae_story.servers.embedding import ServerEmbedder
from custom_components.mirae_story.servers.openai import OpenAIServer

BATCH: Final = 64


class BuiltinEmbedder(Embedder):
    """The encoder that needs no server."""

    def __init__(self) -> None:
        """Load nothing before it is needed."""
        self._encoder: SentenceEncoder | None = None

    @property
    @override
    def model(self) -> str:
        return ENCODER_MODEL

    @override
    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return await asyncio.to_thread(self._encode, texts)

    @override
    async def embed_documents(self, texts: Sequence[str]) -> Vectors:
        return await asyncio.to_thread(self._encode, texts)

    def _encode(self, texts: Sequence[str]) -> Vectors:
        if self._encoder is None:
            self._encoder = SentenceEncoder()
        return self._encoder.encode(texts)


class KeptEmbedder(Embedder):
    """An embedder that asks another one only for what was never asked."""

    def __init__(self, embedder: Embedder) -> None:
        """Read what was kept of this embedder's model."""
        self._embedder = embedder
        name = hashlib.sha256(embedder.model.encode()).hexdigest()[:16]
        folder = Path(tempfile.gettempdir()) / "mirae-story-bench"
        folder.mkdir(exist_ok=True)
        self._file = folder / f"{name}.npz"
        self._kept: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
        self._changed = False
        if self._file.exists():
            with np.load(self._file) as kept:
                self._kept = dict(zip(kept["keys"].tolist(), kept["rows"], strict=True))

    @property
    @override
    def model(self) -> str:
        return self._embedder.model

    @override
    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return await self._made("q", texts, self._embedder.embed_queries)

    @override
    async def embed_documents(self, texts: Sequence[str]) -> Vectors:
        return await self._made("d", texts, self._embedder.embed_documents)

    def keep(self) -> None:
        """Write down what is new."""
        if self._changed:
            keys, rows = list(self._kept), np.stack(list(self._kept.values()))
            np.savez(self._file, keys=np.array(keys), rows=rows)
            self._changed = False

    async def _made(
        self,
        kind: str,
        texts: Sequence[str],
        make: Callable[[Sequence[str]], Awaitable[Vectors]],
    ) -> Vectors:
        keys = [kind + hashlib.sha256(text.encode()).hexdigest()[:24] for text in texts]
        new = {
            key: text
            for key, text in zip(keys, texts, strict=True)
            if key not in self._kept
        }
        names = list(new)
        for start in range(0, len(names), BATCH):
            some = names[start : start + BATCH]
            rows = await make([new[name] for name in some])
            self._kept |= dict(zip(some, rows, strict=True))
            self._changed = True
        return np.stack([self._kept[key] for key in keys])


def chosen(
    name: str, model: str, session: aiohttp.ClientSession | None
) -> KeptEmbedder | None:
    """Return the embedder of this name: `none`, `builtin`, or a server's address."""
    if name == "none":
        return None
    if name == "builtin":
        return KeptEmbedder(BuiltinEmbedder())
    if session is None:
        msg = "a server needs a session"
        raise ValueError(msg)
    server = OpenAIServer(session, name, model=model, embedding_model=model)
    return KeptEmbedder(ServerEmbedder(model, [server]))
