"""An embedder for the memory, made of the model servers that have the same embedding model.

Questions are asked while somebody waits, so they are patient for seconds only, and a server that failed a moment ago
is not asked again. Texts to be found are embedded in the background, with all the patience that a server gets.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..memory.embedding import batches, clip, unit_rows
from ..memory.families import canonical, family_of
from ..memory.ports import Vectors
from ..story.errors import (
    ContextTooSmallError,
    GarbledReplyError,
    RequestRefusedError,
    ServerError,
    ServerSlowError,
)
from ..story.ports import ModelServer

LONGEST_TEXT = 2000
"""Characters. Most embedding models read 512 tokens; what is too long for one is cut further."""
SHORTEST_TEXT = 60
"""Characters. A model that cannot read as much as this is of no use."""
BATCH = 4
"""Texts a request: reading a larger reply would hold up everything else for a moment."""
QUERY_PATIENCE_S = 5.0
"""Seconds for one server and one question; after that it is searched for by its words."""
REST_S = 60.0
"""Seconds in which a server that failed is not asked while somebody waits."""

type Heard = Callable[[ModelServer, ServerError | None], None]
"""Is told of each failure of a server, and, without an error, that it works again."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """Why a server is left alone, and until when (the event loop's time)."""

    until: float
    error: ServerError


class ServerEmbedder:
    """Embeds with the one model that all its servers have. Implements `memory.ports.Embedder`."""

    def __init__(
        self,
        model: str,
        servers: Sequence[ModelServer],
        *,
        query_patience: float = QUERY_PATIENCE_S,
        heard: Heard | None = None,
    ) -> None:
        """Use the servers in this order; at least one, and each with `model` as its embedding model."""
        self._model = canonical(model)
        self._family = family_of(model)
        self.servers = tuple(servers)
        self._query_patience = query_patience
        self._heard = heard
        self._failed: set[int] = set()
        self._resting: dict[int, _Rest] = {}
        self._longest = LONGEST_TEXT
        self._dimension: tuple[int, int] | None = None
        """The first server that answered, and how long its vectors are."""

    @property
    def model(self) -> str:
        """The model's name, without a default tag."""
        return self._model

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a question, soon or not at all."""
        return await self._embed(self._family.query, texts, self._query_patience)

    async def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a text to be found, as long as it takes."""
        return await self._embed(self._family.document, texts, None)

    async def _embed(
        self, prefix: str, texts: Sequence[str], patience: float | None
    ) -> Vectors:
        parts = [
            await self._batch(prefix, batch, patience)
            for batch in batches(texts, BATCH)
        ]
        if parts:
            return np.concatenate(parts)
        return np.empty((0, 0), dtype=np.float32)

    async def _batch(
        self, prefix: str, texts: Sequence[str], patience: float | None
    ) -> Vectors:
        """Ask one server after the other; raise what the first one said where none can."""
        said = {place: rest.error for place, rest in self._resting.items()}
        for place in self._places(hurried=patience is not None):
            try:
                async with asyncio.timeout(patience and patience * len(texts)):
                    vectors = await self._ask(place, prefix, texts)
            except TimeoutError:
                said[place] = self._rest(place, ServerSlowError(model=self._model))
            except (ContextTooSmallError, RequestRefusedError) as err:
                # It is the texts: others may well be taken.
                said[place] = err
            except ServerError as err:
                said[place] = self._rest(place, err)
            else:
                self._works(place)
                return vectors
        raise said[min(said)].with_traceback(None)

    def _places(self, *, hurried: bool) -> Iterator[int]:
        """Yield which servers to ask: those that are well, then, without hurry, those that failed a moment ago."""
        now = asyncio.get_running_loop().time()
        for place, rest in list(self._resting.items()):
            if rest.until <= now:
                del self._resting[place]
        resting = set(self._resting)
        yield from (p for p in range(len(self.servers)) if p not in resting)
        if not hurried:
            yield from sorted(resting)

    def _rest(self, place: int, err: ServerError) -> ServerError:
        """Leave a server alone for a while, and tell whoever wants to know."""
        now = asyncio.get_running_loop().time()
        self._resting[place] = _Rest(now + REST_S, err)
        self._failed.add(place)
        if self._heard is not None:
            self._heard(self.servers[place], err)
        return err

    def _works(self, place: int) -> None:
        """Let a server be asked again, and tell whoever heard that it had failed."""
        self._resting.pop(place, None)
        if place in self._failed:
            self._failed.remove(place)
            if self._heard is not None:
                self._heard(self.servers[place], None)

    async def _ask(self, place: int, prefix: str, texts: Sequence[str]) -> Vectors:
        """Ask one server; texts that it finds too long are halved, and such are not sent again."""
        longest = min(self._longest, max(map(len, texts)))
        while True:
            try:
                rows = await self.servers[place].embed(
                    [prefix + clip(text, longest) for text in texts]
                )
                break
            except ContextTooSmallError:
                longest //= 2
                if longest < SHORTEST_TEXT:
                    raise
                self._longest = longest
        return self._checked(place, rows)

    def _checked(self, place: int, rows: list[list[float]]) -> Vectors:
        """Return the vectors; raise RequestRefusedError for texts that the model has none for.

        Raises GarbledReplyError for a dimension that another server's model of this name does not have.
        """
        try:
            vectors = unit_rows(rows)
        except ValueError as err:
            msg = "No vectors"
            raise RequestRefusedError(msg, model=self._model) from err
        dimension = vectors.shape[1]
        first, known = self._dimension or (place, dimension)
        if first == place:
            # A model that was replaced on its own server: whoever stores vectors notices.
            self._dimension = (place, dimension)
        elif known != dimension:
            msg = "Vectors of another dimension"
            raise GarbledReplyError(msg, model=self._model)
        return vectors
