"""What the memory needs from outside."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .model import Turn
from .relevance import Background

type Vectors = NDArray[np.float32]
"""One row a text, each of length 1."""
type Halves = NDArray[np.float16]
"""Vectors as they are stored."""
type Ids = NDArray[np.int64]
type ReadRows = Callable[[Ids], Halves]
"""Gives the stored vectors of slots, in their order."""


class Embedder(Protocol):
    """Turns text into vectors. Raises only `story.errors.ServerError`s (and cancellation)."""

    @property
    def model(self) -> str:
        """What the vectors are stored under: vectors of different models are never compared."""

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a question, with the model family's prefix for questions."""

    async def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a text to be found, with the model family's prefix for those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredModel:
    """An embedding model whose vectors are stored."""

    number: int
    name: str
    dimension: int
    background: Background


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Roll:
    """All turns there are, one a place, by rising turn id."""

    turn_ids: Ids
    marks: Ids
    """What ties a vector to one wording of one turn: an edited turn has a new one."""
    workspaces: NDArray[np.int64]
    """Places in `names`."""
    days: NDArray[np.float32]
    """When, as `model.day_of` counts."""
    pinned: NDArray[np.bool_]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VectorBlock:
    """Some stored vectors, by rising slot."""

    slots: Ids
    marks: Ids
    rows: Halves


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TextHits:
    """Every turn of a workspace that has a term of a query."""

    turn_ids: Ids
    bm25: NDArray[np.float32]
    """Above 0, the more the better."""
    weights: Mapping[str, float]
    """How much each term of the query says (`text.term_weights`); empty if it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What is to be embedded of a turn."""

    turn_id: int
    mark: int
    text: str


class TurnStore(Protocol):
    """Keeps turns, their full text and their vectors. Raises only StoreError (and cancellation)."""

    async def open(self) -> None:
        """Open what is kept; finish what was cut off."""

    async def close(self) -> None:
        """Finish what was asked for and close."""

    # Turns -------------------------------------------------------------------------------------------

    async def add(self, turns: Sequence[Turn], *, only_new: bool = False) -> list[Turn]:
        """Store turns of one workspace, all or none; return them with their ids.

        `only_new` leaves out what was said in the same words at the same time already.
        """

    async def turns(self, workspace: str, before: int | None, limit: int) -> list[Turn]:
        """Return turns, newest first; `before` is the id of the last one that is known."""

    async def read_turns[T](
        self, workspace: str, turn_ids: Sequence[int], work: Callable[[list[Turn]], T]
    ) -> T:
        """Run `work` on those turns that exist, in the thread that read them."""

    async def read_with_later[T](
        self,
        workspace: str,
        turn_ids: Sequence[int],
        first: int,
        tokens_of: Callable[[Turn], AbstractSet[str]],
        work: Callable[[list[Turn]], T],
    ) -> T:
        """Do the same with, after them, later turns that share rare words with the `first` of them.

        What corrects a turn often has no other words in common with a question about it.
        """

    async def matching(
        self,
        workspace: str,
        text: str | None,
        since: datetime | None,
        until: datetime | None,
    ) -> list[Turn]:
        """Return the turns that hold all that the text names, and were said in that time; newest first."""

    async def set_pinned(self, workspace: str, turn_id: int, pinned: bool) -> None:  # noqa: FBT001 - a value
        """Let a turn fade or not."""

    async def reword(self, turn: Turn) -> Turn:
        """Write another question and answer, and return them; the old ones' vector is overwritten."""

    async def erase(self, workspace: str, turn_ids: Sequence[int]) -> list[int]:
        """Delete turns and their vectors; return the ids of those that there were."""

    async def wipe(self, workspace: str) -> list[int]:
        """Delete a workspace; return the ids of its turns."""

    async def scrub(self) -> None:
        """Leave nothing in any file of what was deleted or reworded."""

    async def export(self, workspace: str) -> dict[str, Any]:
        """Return what `exchange.exported` makes of all turns of a workspace."""

    async def workspaces(self) -> list[str]:
        """Return the names of all workspaces, sorted."""

    async def text_hits(self, workspace: str, query: str) -> TextHits:
        """Search the full text; the query may be anything."""

    # Vectors -----------------------------------------------------------------------------------------

    async def roll(self) -> Roll:
        """Return what there is to be found."""

    async def model(self, name: str) -> StoredModel | None:
        """Return what is known of an embedding model."""

    async def add_model(
        self, name: str, dimension: int, background: Background
    ) -> StoredModel:
        """Make room for the vectors of a model, in place of any that it had."""

    async def drop_models(self, keep: StoredModel) -> None:
        """Delete the vectors of all other models."""

    async def documents(self, turn_ids: Sequence[int]) -> list[Document]:
        """Return what is to be embedded of those turns that exist."""

    async def add_vectors(
        self, model: StoredModel, marks: Sequence[int], rows: Halves
    ) -> list[int]:
        """Store vectors; return their slots."""

    async def vector_sample(self, model: StoredModel, count: int) -> Halves:
        """Return about so many vectors from all over the store."""

    async def vector_block(
        self, model: StoredModel, after: int, limit: int
    ) -> VectorBlock:
        """Return the next vectors after a slot."""

    async def erase_orphans(self, marks: Sequence[int]) -> None:
        """Overwrite the vectors that bear these marks, unless a turn bears one."""

    async def with_vectors[T](
        self, model: StoredModel | None, work: Callable[[ReadRows], T]
    ) -> T:
        """Run `work` in the one thread that reads vectors; without a model there are none to read."""
