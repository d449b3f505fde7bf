"""Questions attend to what they are about."""

import numpy as np

from custom_components.mirae_story.memory.attention import (
    SHARE,
    AttentiveEmbedder,
    without,
)
from custom_components.mirae_story.memory.relevance import PROBE_QUESTIONS


class Embedder:
    model = "m"

    def __init__(self):
        self.asked = []

    async def embed_queries(self, texts):
        self.asked.append(tuple(texts))
        return np.tile(np.array([0.8, 0.6], np.float32), (len(texts), 1))

    async def embed_documents(self, texts):
        return np.ones((len(texts), 2), np.float32)


async def test_questions_lose_what_they_share():
    inner = Embedder()
    embedder = AttentiveEmbedder(inner)
    assert embedder.model == "m"
    (row,) = await embedder.embed_queries(["a"])
    await embedder.embed_queries(["b"])
    assert inner.asked == [PROBE_QUESTIONS, ("a",), ("b",)]
    assert np.allclose(row, [0.8, 0.6])  # all the same here: the direction stays
    assert (await embedder.embed_documents(["a", "b"])).shape == (2, 2)


def test_what_is_left_has_length_one():
    rows = without(np.eye(2, dtype=np.float32), np.array([SHARE, 0], np.float32))
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert rows[1][0] < 0 < rows[1][1]
    nothing = without(np.array([[1.0, 0]], np.float32), np.array([1, 0], np.float32))
    assert np.allclose(nothing, 0)


def test_vectors_of_another_length_stay():
    rows = np.eye(3, dtype=np.float32)
    assert without(rows, np.ones(2, np.float32)) is rows
