"""The memory of the home: remembers turns, finds them, and forgets them on request.

Nothing here works on the event loop for long: the store has threads of its own. Turns are
stored at once; their vectors come later, and until then, or without an embedder, full
text alone finds them.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, Final

import numpy as np

from ..story.errors import ServerError, StoreError, TurnNotFoundError
from .attendant import FIRST_PAUSE_S, Attendant
from .attention import AttentiveEmbedder
from .exchange import LONGEST_SPEAKER, LONGEST_TEXT, ImportReport, imported
from .model import EmbeddingStatus, Found, RecallRules, Turn, day_of
from .nearest import Wanted
from .ports import Embedder, StoredModel, TurnStore
from .scoring import Candidates, Floats
from .shelves import Shelves
from .shortlist import Listed, brought_up, shortlist
from .text import MOST_ASKED, query_terms, turn_token_set
from .when import named_ages, without_times

_LOGGER = logging.getLogger(__name__)

LOADING_PATIENCE_S: Final = 0.5
"""How long a recall waits for what is being loaded; after that full text alone answers it."""
_MAY_BE_CORRECTED: Final = 3
"""The best turns, for which others are looked for that may correct them."""
_BY_WORDS: Final = 64
"""Turns that are looked at while nothing is loaded."""
_IMPORTED_AT_ONCE: Final = 500

type Heard = Callable[[EmbeddingStatus], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What text and vectors found for a query."""

    listed: Sequence[Listed]
    """Best first."""
    weights: Mapping[str, float]
    """How much each term of the query says."""
    model: StoredModel | None
    """Whose vectors were compared."""


class Memory:
    """Everything that the home remembers of conversations. Raises only StoreError."""

    def __init__(
        self,
        store: TurnStore,
        *,
        first_pause_s: float = FIRST_PAUSE_S,
        loading_patience_s: float = LOADING_PATIENCE_S,
    ) -> None:
        """Keep everything in this store; nothing is opened before `start`."""
        self._store = store
        self._changing = asyncio.Lock()
        self._shelves = Shelves(store)
        self._attendant = Attendant(
            store, self._shelves, self._changing, first_pause_s=first_pause_s
        )
        self._attendant.heard = self._tell
        self._loading_patience_s = loading_patience_s
        self._embedder: Embedder | None = None
        self._opening: asyncio.Task[None] | None = None
        self._attending: asyncio.Task[None] | None = None
        self._listeners: list[Heard] = []

    # Life --------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to open and load what is kept, in the background: whoever needs it meanwhile waits for it."""
        self._opening = asyncio.create_task(self._store.open())
        self._attend()

    async def close(self) -> None:
        """End the work in the background, and close the store."""
        await self._stop_attending()
        if self._opening is not None:
            with suppress(StoreError):
                await self._opening
            self._opening = None
        await self._store.close()

    async def use_embedder(self, embedder: Embedder | None) -> None:
        """Have vectors of this embedder from now on; None: full text alone.

        With another model every turn gets a new vector in the background; meanwhile full text finds it.
        """
        await self._stop_attending()
        self._embedder = AttentiveEmbedder(embedder) if embedder else None
        if self._opening is not None:
            self._attend()

    @property
    def status(self) -> EmbeddingStatus:
        """How far the vectors of the present model have come."""
        return self._attendant.status

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Call `heard` with each new status; return what ends that."""
        self._listeners.append(heard)
        return lambda: self._listeners.remove(heard)

    # Remembering and forgetting ----------------------------------------------------------------------

    async def remember(self, turn: Turn) -> Turn:
        """Store a turn; return it with its id. It can be found at once by its words, and soon by its meaning.

        More of it than can be imported again (`exchange.LONGEST_TEXT`) is not kept.
        """
        (stored,) = await self._add([_kept(turn)])
        return stored

    async def edit(
        self,
        workspace: str,
        turn_id: int,
        *,
        question: str | None = None,
        answer: str | None = None,
    ) -> Turn:
        """Reword a turn; nothing is left of the old words. Raises TurnNotFoundError."""
        await self._opened()
        async with self._changing:
            turn = await self._turn(workspace, turn_id)
            if question is not None:
                turn = replace(turn, question=question)
            if answer is not None:
                turn = replace(turn, answer=answer)
            turn = await self._store.reword(_kept(turn))
            await self._shelves.reword(workspace, turn_id)
            await self._store.scrub()
        self._attendant.wake(turn_id)
        return turn

    async def pin(self, workspace: str, turn_id: int, pinned: bool) -> Turn:  # noqa: FBT001 - the value to set
        """Let a turn fade or not. Raises TurnNotFoundError."""
        await self._opened()
        async with self._changing:
            turn = await self._turn(workspace, turn_id)
            await self._store.set_pinned(workspace, turn_id, pinned)
            await self._shelves.set_pinned(workspace, turn_id, pinned=pinned)
        return replace(turn, pinned=pinned)

    async def forget(self, workspace: str, turn_ids: Sequence[int]) -> int:
        """Delete turns so that nothing is left of them in any file; return how many there were."""
        await self._opened()
        async with self._changing:
            gone = await self._store.erase(workspace, turn_ids)
            if gone:
                await self._shelves.remove(workspace, gone)
                await self._store.scrub()
        self._attendant.wake()
        return len(gone)

    async def wipe(self, workspace: str) -> int:
        """Delete all turns of a workspace in the same way; return how many there were."""
        await self._opened()
        async with self._changing:
            gone = await self._store.wipe(workspace)
            await self._shelves.remove(workspace, gone)
            await self._store.scrub()
        self._attendant.wake()
        return len(gone)

    # Finding -----------------------------------------------------------------------------------------

    async def recall(
        self,
        workspace: str,
        query: str,
        *,
        now: datetime,
        rules: RecallRules | None = None,
    ) -> list[Found]:
        """Return what has to do with the query, best first, at most `rules.limit`."""
        rules = rules or RecallRules()
        searched = await self.search(workspace, query, now=now, rules=rules)
        if searched is None:
            return []
        listed, model = searched.listed, searched.model
        tokens_of = cache(turn_token_set)

        def choose(turns: list[Turn]) -> list[Found]:
            return brought_up(
                query,
                listed,
                turns,
                rules=rules,
                weights=searched.weights,
                background=model.background if model else None,
                tokens_of=tokens_of,
            )

        ids = [one.turn_id for one in listed]
        return await self._store.read_with_later(
            workspace, ids, _MAY_BE_CORRECTED, tokens_of, choose
        )

    async def search(
        self, workspace: str, query: str, *, now: datetime, rules: RecallRules
    ) -> Searched | None:
        """Return the best scored turns before any is read; None: the query asks for nothing."""
        await self._opened()
        spans = named_ages(query, now)
        by_time = bool(spans) and not query_terms(without_times(query))
        hits = await self._store.text_hits(workspace, "" if by_time else query)
        if rules.gated and not hits.weights and not by_time:
            return None
        wanted = Wanted(
            vector=None if by_time else await self._query_vector(query, rules),
            today=day_of(now),
            rules=rules,
            text_ids=hits.turn_ids,
            bm25=hits.bm25,
            sought=sum(hits.weights.values()),
            spans=spans,
        )
        model = self._shelves.model
        if await self._is_loaded():
            listed = await self._shelves.nearest(workspace, wanted, model)
        else:
            listed = await self._by_words(workspace, wanted)
        return Searched(listed=listed, weights=hits.weights, model=model)

    async def turns(
        self, workspace: str, *, before: int | None = None, limit: int = 50
    ) -> list[Turn]:
        """Return turns, newest first; `before` is the id of the last one that is known already."""
        await self._opened()
        return await self._store.turns(workspace, before, limit)

    async def turn(self, workspace: str, turn_id: int) -> Turn | None:
        """Return a turn; None if there is no such one."""
        await self._opened()
        found = await self._store.read_turns(workspace, [turn_id], list)
        return found[0] if found else None

    async def matching(
        self,
        workspace: str,
        *,
        text: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[Turn]:
        """Return the turns that hold all that `text` names and were said in [since, until), newest first."""
        await self._opened()
        return await self._store.matching(workspace, text, since, until)

    async def workspaces(self) -> list[str]:
        """Return the names of all workspaces, sorted."""
        await self._opened()
        return await self._store.workspaces()

    # Taking along ------------------------------------------------------------------------------------

    async def export(self, workspace: str) -> dict[str, Any]:
        """Return all turns of a workspace as data for JSON."""
        await self._opened()
        return await self._store.export(workspace)

    async def import_(self, workspace: str, data: object) -> ImportReport:
        """Add the turns of an export to a workspace; what is there already or is not as it must be is left out."""
        await self._opened()
        turns, report = await asyncio.to_thread(imported, workspace, data)
        added = 0
        for first in range(0, len(turns), _IMPORTED_AT_ONCE):
            some = turns[first : first + _IMPORTED_AT_ONCE]
            added += len(await self._add(some, only_new=True))
        return replace(report, added=added, known=len(turns) - added)

    async def _add(
        self, turns: Sequence[Turn], *, only_new: bool = False
    ) -> list[Turn]:
        await self._opened()
        async with self._changing:
            stored = await self._store.add(turns, only_new=only_new)
            if stored:
                await self._shelves.add(stored)
        self._attendant.wake()
        return stored

    # -------------------------------------------------------------------------------------------------

    async def _query_vector(self, query: str, rules: RecallRules) -> Floats | None:
        """Return the query's vector if there are any to compare it with."""
        embedder, model = self._embedder, self._shelves.model
        if embedder is None or model is None or model.name != embedder.model:
            return None
        if not rules.vector_weight:
            return None
        try:
            vectors = await embedder.embed_queries([query[:MOST_ASKED]])
        except ServerError as err:
            _LOGGER.debug("Full text alone answers a recall: %s", err)
            return None
        self._attendant.embedder_works()
        return vectors[0] if vectors.shape == (1, model.dimension) else None

    async def _is_loaded(self) -> bool:
        """Tell whether the turns are in memory, after a moment's patience."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._loading_patience_s):
                await self._shelves.loaded.wait()
        return self._shelves.loaded.is_set()

    async def _by_words(self, workspace: str, wanted: Wanted) -> list[Listed]:
        """Return the best by full text and age alone."""
        first = np.argsort(-wanted.bm25)[:_BY_WORDS]
        bm25 = dict(
            zip(wanted.text_ids[first].tolist(), wanted.bm25[first], strict=True)
        )

        def list_them(turns: list[Turn]) -> list[Listed]:
            days = np.array([day_of(turn.at) for turn in turns], np.float32)
            candidates = Candidates(
                turn_ids=np.array([turn.turn_id for turn in turns], np.int64),
                cosines=np.full(len(turns), np.nan, np.float32),
                bm25=np.array([bm25[turn.turn_id] for turn in turns], np.float32),
                ages_days=np.float32(wanted.today) - days,
                pinned=np.array([turn.pinned for turn in turns], np.bool_),
                cosine_low=0,
                cosine_high=0,
                sought=wanted.sought,
                spans=wanted.spans,
            )
            return shortlist(candidates, wanted.rules)

        return await self._store.read_turns(workspace, list(bm25), list_them)

    async def _turn(self, workspace: str, turn_id: int) -> Turn:
        found = await self._store.read_turns(workspace, [turn_id], list)
        if not found:
            message = "there is no such turn"
            raise TurnNotFoundError(message)
        return found[0]

    async def _opened(self) -> None:
        """Wait until the store is open; raise what kept it from opening."""
        if self._opening is None:
            message = "the memory is not open"
            raise StoreError(message)
        await asyncio.shield(self._opening)

    def _attend(self) -> None:
        self._attending = asyncio.create_task(self._attend_opened())

    async def _attend_opened(self) -> None:
        try:
            await self._opened()
        except StoreError as err:
            self._attendant.fail(err.key)
            return
        await self._attendant.attend(self._embedder)

    async def _stop_attending(self) -> None:
        if self._attending is not None:
            self._attending.cancel()
            await asyncio.wait([self._attending])
            self._attending = None

    def _tell(self) -> None:
        for heard in tuple(self._listeners):
            heard(self.status)


def _kept(turn: Turn) -> Turn:
    """Return as much of a turn as an import takes."""
    return replace(
        turn,
        question=turn.question[:LONGEST_TEXT],
        answer=turn.answer[:LONGEST_TEXT],
        speaker=turn.speaker[:LONGEST_SPEAKER] if turn.speaker else None,
    )
