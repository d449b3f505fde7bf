"""Sees to it, in the background, that every turn has a vector of the present embedding model.

What waits is not written down anywhere: it is what has no vector. So a restart, another
model or a crash needs no care: the work goes on where vectors are missing.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import numpy as np

from ..story.errors import (
    ContextTooSmallError,
    MiraeError,
    RequestRefusedError,
    StoreError,
)
from .model import EmbeddingStatus
from .ports import Document, Embedder, StoredModel, TurnStore, Vectors
from .relevance import PROBE_QUESTIONS, PROBE_TURNS, calibrate
from .shelves import Shelves

_LOGGER = logging.getLogger(__name__)

BATCH: Final = 32
"""Turns that are embedded, and stored, together."""
FIRST_PAUSE_S: Final = 5.0
LONGEST_PAUSE_S: Final = 600.0


class Attendant:
    """Loads the shelves, and gives vectors to the turns that have none."""

    def __init__(
        self,
        store: TurnStore,
        shelves: Shelves,
        changing: asyncio.Lock,
        *,
        first_pause_s: float = FIRST_PAUSE_S,
    ) -> None:
        """Work on what is stored; whoever changes that holds `changing`."""
        self.status = EmbeddingStatus(model=None, embedded=0, waiting=0)
        self.heard: Callable[[], None] = lambda: None
        """Called whenever the status is another."""
        self._store = store
        self._shelves = shelves
        self._changing = changing
        self._first_pause_s = first_pause_s
        self._more = asyncio.Event()
        self._well = asyncio.Event()
        self._passed: set[int] = set()
        self._alone: StoredModel | None = None

    def wake(self, reworded: int | None = None) -> None:
        """Say that there is something to do; a reworded turn may be taken where the old one was not."""
        self._passed.discard(reworded or 0)
        self._more.set()

    def embedder_works(self) -> None:
        """Say that the embedder has answered: what waits need not wait longer."""
        self._well.set()

    def fail(self, trouble: str) -> None:
        """Say what keeps everything from working."""
        self._tell(None, 0, 0, trouble)

    async def attend(self, embedder: Embedder | None) -> None:
        """Work until cancelled; what fails is tried again, after longer and longer pauses."""
        self._passed.clear()
        self._alone = None
        pause = self._first_pause_s
        while True:
            self._more.clear()
            self._well.clear()
            try:
                more = await self._step(embedder)
            except MiraeError as err:
                _LOGGER.debug("What is remembered waits for vectors: %s", err)
                await self._tell_trouble(embedder, err.key)
            except Exception as err:  # noqa: BLE001 - the task's boundary
                # The words of an unforeseen error may be what was remembered.
                _LOGGER.error("Making vectors failed: %s", type(err).__name__)  # noqa: TRY400
                await self._tell_trouble(embedder, MiraeError.key)
            else:
                pause = self._first_pause_s
                if not more:
                    await self._more.wait()
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._well.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _step(self, embedder: Embedder | None) -> bool:
        """Do the next piece of work; tell whether there was one."""
        model = await self._store.model(embedder.model) if embedder else None
        if model != self._shelves.model or not self._shelves.loaded.is_set():
            await self._shelves.load(model, self._changing)
            await self._report(embedder)
        worked = False
        if embedder is not None and model is None:
            await self._calibrate(embedder)
            worked = True
        elif embedder is not None and model is not None:
            worked = await self._embed_some(embedder, model)
        if await self._report(embedder):
            await self._shelves.load(model, self._changing)
        return worked

    async def _report(self, embedder: Embedder | None) -> bool:
        """Tell how far the vectors have come; return whether their mean is to be taken anew."""
        progress = await self._shelves.progress()
        self._tell(embedder, progress.embedded, progress.waiting, None)
        return progress.stale

    async def _calibrate(self, embedder: Embedder) -> None:
        """Learn a model's dimension, and how alike it finds what has nothing in common."""
        # Turns first: for them the embedder waits until its model is loaded, for questions not.
        turns = await embedder.embed_documents(PROBE_TURNS)
        questions = await embedder.embed_queries(PROBE_QUESTIONS)
        await self._store.add_model(
            embedder.model, turns.shape[1], calibrate(questions, turns)
        )

    async def _embed_some(self, embedder: Embedder, model: StoredModel) -> bool:
        """Give some turns their vectors; tell whether there were any to give."""
        ids = await self._shelves.waiting(BATCH, frozenset(self._passed))
        if not ids:
            if self._alone != model:
                await self._store.drop_models(model)
                self._alone = model
            return False
        documents = await self._store.documents(ids)
        taken, vectors = await self._embedded(embedder, documents)
        if len(taken) and vectors.shape[1] != model.dimension:
            await self._calibrate(embedder)
            return True
        async with self._changing:
            await self._keep(model, taken, vectors)
        return True

    async def _embedded(
        self, embedder: Embedder, documents: Sequence[Document]
    ) -> tuple[Sequence[Document], Vectors]:
        """Return the documents that the embedder takes, with their vectors."""
        try:
            texts = [document.text for document in documents]
            return documents, await embedder.embed_documents(texts)
        except ContextTooSmallError, RequestRefusedError:
            # Raises again if it is not about these texts.
            await embedder.embed_documents(PROBE_TURNS[:1])
        if len(documents) == 1:
            self._passed.add(documents[0].turn_id)
            return [], np.empty((0, 0), np.float32)
        parts = [await self._embedded(embedder, [one]) for one in documents]
        taken = [one for ones, _ in parts for one in ones]
        rows = [vectors for ones, vectors in parts if ones]
        return taken, np.concatenate(rows) if rows else np.empty((0, 0), np.float32)

    async def _keep(
        self, model: StoredModel, taken: Sequence[Document], vectors: Vectors
    ) -> None:
        """Store the vectors of those turns that still say what was embedded."""
        now = await self._store.documents([one.turn_id for one in taken])
        marks = {one.mark for one in now}
        places = [place for place, one in enumerate(taken) if one.mark in marks]
        if not places:
            return
        rows = vectors[places].astype(np.float16)
        slots = await self._store.add_vectors(
            model, [taken[place].mark for place in places], rows
        )
        ids = [taken[place].turn_id for place in places]
        await self._shelves.put_vectors(ids, slots, rows)

    async def _tell_trouble(self, embedder: Embedder | None, trouble: str) -> None:
        """Tell what keeps the vectors from coming, and how many are waited for now."""
        embedded, waiting = self.status.embedded, self.status.waiting
        with suppress(StoreError):
            progress = await self._shelves.progress()
            embedded, waiting = progress.embedded, progress.waiting
        self._tell(embedder, embedded, waiting, trouble)

    def _tell(
        self,
        embedder: Embedder | None,
        embedded: int,
        waiting: int,
        trouble: str | None,
    ) -> None:
        status = EmbeddingStatus(
            model=embedder.model if embedder else None,
            embedded=embedded,
            waiting=waiting if embedder else 0,
            trouble=trouble,
        )
        if status != self.status:
            self.status = status
            self.heard()
