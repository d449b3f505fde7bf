"""What the memory needs from outside."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

type Vectors = NDArray[np.float32]
"""One row a text, each of length 1."""


class Embedder(Protocol):
    """Turns text into vectors. Raises only `story.errors.ServerError`s (and cancellation)."""

    @property
    def model(self) -> str:
        """What the vectors are stored under: vectors of different models are never compared."""

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a question, with the model family's prefix for questions."""

    async def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a text to be found, with the model family's prefix for those."""
