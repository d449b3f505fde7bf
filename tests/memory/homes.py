"""A memory in a folder, an embedder that can fail, and turns to remember."""

import asyncio
import hashlib
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import numpy as np

from custom_components.mirae_story.memory.memory import Memory
from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.store.turns import SqliteTurns

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
HOME = "home"


def turn(question, answer="I see.", *, days=1.0, **more):
    at = NOW - timedelta(days=days)
    return Turn(workspace=HOME, question=question, answer=answer, at=at, **more)


class WordsEmbedder:
    """Texts with common words are alike."""

    def __init__(self, model="words", dimension=64):
        self.model = model
        self.dimension = dimension
        self.error = None
        self.refused = ()
        self.refusal = None
        self.documents = []
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def embed_queries(self, texts):
        if self.error:
            raise self.error
        return np.stack([self._vector(text) for text in texts])

    async def embed_documents(self, texts):
        await self.go_on.wait()
        if self.error:
            raise self.error
        if any(word in text for word in self.refused for text in texts):
            raise self.refusal
        self.documents += texts
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text):
        vector = np.full(self.dimension, 0.01)
        for word in text.lower().replace("?", " ").replace(".", " ").split():
            digest = hashlib.blake2b(
                f"{self.model} {word}".encode("utf-8", "replace")
            ).digest()
            vector[int.from_bytes(digest[:4]) % self.dimension] += 1
        return (vector / np.linalg.norm(vector)).astype(np.float32)


@asynccontextmanager
async def a_memory(folder, embedder=None, **more):
    memory = Memory(SqliteTurns(folder), first_pause_s=0.01, **more)
    await memory.use_embedder(embedder)
    await memory.start()
    try:
        yield memory
    finally:
        await memory.close()


async def until(true, seconds=20):
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - what is waited for tells of itself by its state alone
            await asyncio.sleep(0.005)


async def caught_up(memory, embedded):
    await until(
        lambda: (
            memory.status.embedded == embedded
            and not memory.status.waiting
            and not memory.status.trouble
        )
    )


def ids(found):
    return [one.turn.turn_id for one in found]
