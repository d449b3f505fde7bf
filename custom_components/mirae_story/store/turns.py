"""The turns that the memory keeps, their full text and their vectors, in two SQLite files of a folder."""

import unicodedata
from collections.abc import AsyncGenerator, Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Final, override

import numpy as np

from ..memory.exchange import exported
from ..memory.model import Turn
from ..memory.ports import (
    Document,
    Halves,
    Ids,
    ReadRows,
    Roll,
    StoredModel,
    TextHits,
    TurnStore,
    VectorBlock,
)
from ..memory.relevance import Background
from ..memory.text import (
    choose_terms,
    document_text,
    query_terms,
    term_weights,
    turn_tokens,
)
from . import turn_rows, vector_rows, words
from .database import Database
from .memory_schema import MEMORY_MIGRATIONS, VECTOR_MIGRATIONS
from .words import Vocabulary

MEMORY_FILE: Final = "memory.db"
VECTORS_FILE: Final = "memory_vectors.db"
_UNSCRUBBED: Final = "unscrubbed"
_TOKENS: Final = "tokens"
_MOST_LATER: Final = 12
type _Indexed = dict[int, list[str]]
"""The tokens of turns, by their ids."""
_NO_HITS: Final = TextHits(
    turn_ids=np.empty(0, np.int64), bm25=np.empty(0, np.float32), weights={}
)


class SqliteTurns(TurnStore):
    """Turns in SQLite."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; nothing is touched before `open`."""
        self._turns = Database(folder / MEMORY_FILE, migrations=MEMORY_MIGRATIONS)
        self._vectors = Database(folder / VECTORS_FILE, migrations=VECTOR_MIGRATIONS)
        self._vocabularies: dict[int, Vocabulary] = {}

    @property
    def recovered_from(self) -> Path | None:
        """Where a damaged file of turns was moved to, if it was."""
        return self._turns.recovered_from

    @override
    async def open(self) -> None:
        await self._turns.open()
        try:
            await self._vectors.open()
            await self._vectors.read(_cache_little)
            await self._turns.read(_cache_little)
            await self._turns.write(_follow_tokens)
            if await self._turns.read(_is_unscrubbed):
                await self.scrub()
        except BaseException:
            await self.close()
            raise

    @asynccontextmanager
    async def pause_writes(self, limit_s: float) -> AsyncGenerator[None]:
        """Keep both files still and whole, as `Database.pause_writes` does."""
        async with (
            self._turns.pause_writes(limit_s),
            self._vectors.pause_writes(limit_s),
        ):
            yield

    @override
    async def close(self) -> None:
        self._vocabularies.clear()
        try:
            await self._vectors.close()
        finally:
            await self._turns.close()

    # Turns -------------------------------------------------------------------------------------------

    @override
    async def add(self, turns: Sequence[Turn], *, only_new: bool = False) -> list[Turn]:
        def work(connection: Connection) -> tuple[int, list[Turn], _Indexed]:
            number = turn_rows.make_workspace(connection, turns[0].workspace)
            added, indexed = [], {}
            for turn in map(turn_rows.plain, turns):
                if only_new and turn_rows.is_known(connection, number, turn):
                    continue
                tokens = turn_tokens(turn)
                stored = turn_rows.insert(connection, number, turn, len(tokens))
                words.insert(connection, number, stored.turn_id, tokens)
                added.append(stored)
                indexed[stored.turn_id] = tokens
            return number, added, indexed

        number, added, indexed = await self._turns.write(work)
        await self._count(number, {}, indexed)
        return added

    @override
    async def turns(self, workspace: str, before: int | None, limit: int) -> list[Turn]:
        return await self._turns.read(
            lambda own: turn_rows.newest(own, workspace, before, limit)
        )

    @override
    async def read_turns[T](
        self, workspace: str, turn_ids: Sequence[int], work: Callable[[list[Turn]], T]
    ) -> T:
        return await self._turns.read(
            lambda own: work(turn_rows.by_ids(own, workspace, turn_ids))
        )

    @override
    async def read_with_later[T](
        self,
        workspace: str,
        turn_ids: Sequence[int],
        first: int,
        tokens_of: Callable[[Turn], AbstractSet[str]],
        work: Callable[[list[Turn]], T],
    ) -> T:
        def do(connection: Connection) -> T:
            turns = turn_rows.by_ids(connection, workspace, turn_ids)
            number = turn_rows.workspace_number(connection, workspace)
            if number is None:
                return work(turns)
            vocabulary = self._vocabulary(connection, number)
            ids = words.later(
                connection, number, map(tokens_of, turns[:first]), vocabulary
            )
            others = [one for one in ids if one not in set(turn_ids)][:_MOST_LATER]
            return work([*turns, *turn_rows.by_ids(connection, workspace, others)])

        return await self._turns.read(do)

    @override
    async def matching(
        self,
        workspace: str,
        text: str | None,
        since: datetime | None,
        until: datetime | None,
    ) -> list[Turn]:
        return await self._turns.read(
            lambda own: _matching(own, workspace, text, since, until)
        )

    @override
    async def set_pinned(self, workspace: str, turn_id: int, pinned: bool) -> None:
        await self._turns.write(
            lambda own: own.execute(
                "UPDATE turns SET pinned = ? WHERE turn_id = ?", (pinned, turn_id)
            )
        )

    @override
    async def reword(self, turn: Turn) -> Turn:
        def work(connection: Connection) -> tuple[int, list[str], list[str]]:
            number = turn_rows.make_workspace(connection, turn.workspace)
            (old,) = turn_rows.by_ids(connection, turn.workspace, [turn.turn_id])
            before, after = turn_tokens(old), turn_tokens(new)
            words.delete(connection, number, turn.turn_id, before)
            words.insert(connection, number, turn.turn_id, after)
            turn_rows.reword(connection, new, len(after))
            _leave_unscrubbed(connection, number)
            return number, before, after

        new = turn_rows.plain(turn)
        await self._erase_vectors([turn.turn_id])
        number, before, after = await self._turns.write(work)
        await self._count(number, {new.turn_id: before}, {new.turn_id: after})
        return new

    @override
    async def erase(self, workspace: str, turn_ids: Sequence[int]) -> list[int]:
        def work(connection: Connection) -> tuple[int, _Indexed]:
            number = turn_rows.make_workspace(connection, workspace)
            gone = {
                turn.turn_id: turn_tokens(turn)
                for turn in turn_rows.by_ids(connection, workspace, turn_ids)
            }
            for turn_id, tokens in gone.items():
                words.delete(connection, number, turn_id, tokens)
            turn_rows.delete(connection, [*gone])
            _leave_unscrubbed(connection, number)
            return number, gone

        there = await self.read_turns(workspace, turn_ids, list)
        if not there:
            return []
        await self._erase_vectors([turn.turn_id for turn in there])
        number, gone = await self._turns.write(work)
        await self._count(number, gone, {})
        return [*gone]

    @override
    async def wipe(self, workspace: str) -> list[int]:
        def work(connection: Connection) -> None:
            number = turn_rows.workspace_number(connection, workspace)
            if number is not None:
                turn_rows.delete_workspace(connection, number)
                _leave_unscrubbed(connection)

        ids = await self._turns.read(
            lambda own: [t.turn_id for t in turn_rows.between(own, workspace)]
        )
        await self._erase_vectors(ids)
        await self._turns.write(work)
        await self._turns.drop_damaged()
        return ids

    @override
    async def scrub(self) -> None:
        await self._turns.compact()
        await self._turns.write(_scrubbed)
        await self._vectors.checkpoint()

    @override
    async def export(self, workspace: str) -> dict[str, Any]:
        def work(connection: Connection) -> dict[str, Any]:
            newest_first = list(turn_rows.between(connection, workspace))
            return exported(workspace, newest_first[::-1])

        return await self._turns.read(work)

    @override
    async def workspaces(self) -> list[str]:
        return await self._turns.read(
            lambda own: [
                name
                for (name,) in own.execute("SELECT name FROM workspaces ORDER BY name")
            ]
        )

    @override
    async def text_hits(self, workspace: str, query: str) -> TextHits:
        def work(connection: Connection) -> TextHits:
            terms = query_terms(query)
            number = turn_rows.workspace_number(connection, workspace)
            if number is None or not terms:
                return _NO_HITS
            vocabulary = self._vocabulary(connection, number)
            return _hits(connection, number, terms, vocabulary)

        return await self._turns.read(work)

    # Vectors -----------------------------------------------------------------------------------------

    @override
    async def roll(self) -> Roll:
        return await self._turns.read(turn_rows.roll)

    @override
    async def model(self, name: str) -> StoredModel | None:
        return await self._vectors.read(lambda own: vector_rows.find_model(own, name))

    @override
    async def add_model(
        self, name: str, dimension: int, background: Background
    ) -> StoredModel:
        return await self._vectors.write(
            lambda own: vector_rows.add_model(own, name, dimension, background)
        )

    @override
    async def drop_models(self, keep: StoredModel) -> None:
        def work(connection: Connection) -> None:
            for number in vector_rows.model_numbers(connection):
                if number != keep.number:
                    vector_rows.drop_model(connection, number)

        await self._vectors.write(work)

    @override
    async def documents(self, turn_ids: Sequence[int]) -> list[Document]:
        return await self._turns.read(lambda own: turn_rows.documents(own, turn_ids))

    @override
    async def add_vectors(
        self, model: StoredModel, marks: Sequence[int], rows: Halves
    ) -> list[int]:
        return await self._vectors.write(
            lambda own: vector_rows.insert(own, model, marks, rows)
        )

    @override
    async def vector_sample(self, model: StoredModel, count: int) -> Halves:
        return await self._vectors.read(
            lambda own: vector_rows.sample(own, model, count)
        )

    @override
    async def vector_block(
        self, model: StoredModel, after: int, limit: int
    ) -> VectorBlock:
        return await self._vectors.read(
            lambda own: vector_rows.block(own, model, after, limit)
        )

    @override
    async def erase_orphans(self, marks: Sequence[int]) -> None:
        known = await self._turns.read(lambda own: turn_rows.known_marks(own, marks))
        await self._vectors.write(
            lambda own: vector_rows.erase(own, [m for m in marks if m not in known])
        )

    @override
    async def with_vectors[T](
        self, model: StoredModel | None, work: Callable[[ReadRows], T]
    ) -> T:
        def do(connection: Connection) -> T:
            def rows(slots: Ids) -> Halves:
                if model is None:
                    return np.empty((0, 0), np.float16)
                return vector_rows.read(connection, model, slots)

            return work(rows)

        return await self._vectors.read(do)

    # -------------------------------------------------------------------------------------------------

    async def _erase_vectors(self, turn_ids: Sequence[int]) -> None:
        marks = await self._turns.read(lambda own: turn_rows.marks_of(own, turn_ids))
        await self._vectors.write(lambda own: vector_rows.erase(own, marks))

    async def _count(self, number: int, removed: _Indexed, added: _Indexed) -> None:
        """Let a vocabulary that is in use, in the thread that uses it, follow what was written."""

        def work(_: Connection) -> None:
            vocabulary = self._vocabularies.get(number)
            if vocabulary is not None:
                for turn_id, tokens in removed.items():
                    vocabulary.remove(turn_id, tokens)
                for turn_id, tokens in added.items():
                    vocabulary.add(turn_id, tokens)

        await self._turns.read(work)

    def _vocabulary(self, connection: Connection, number: int) -> Vocabulary:
        known = self._vocabularies.get(number)
        if known is None:
            known = self._vocabularies[number] = Vocabulary(connection, number)
        return known


def _hits(
    connection: Connection, number: int, terms: Sequence[str], vocabulary: Vocabulary
) -> TextHits:
    """Return every turn with one of the terms that a search can afford."""
    frequency = cache(vocabulary.frequency)
    weights = term_weights(terms, frequency, vocabulary.turns)
    chosen = choose_terms(terms, frequency, vocabulary.turns)
    turn_ids, bm25 = words.search(connection, number, chosen, vocabulary)
    return TextHits(turn_ids=turn_ids, bm25=bm25, weights=weights)


def _matching(
    connection: Connection,
    workspace: str,
    text: str | None,
    since: datetime | None,
    until: datetime | None,
) -> list[Turn]:
    """Return turns by time and by what they hold, newest first."""
    turns = turn_rows.between(connection, workspace, since, until)
    number = turn_rows.workspace_number(connection, workspace)
    if text is None or number is None:
        return list(turns)
    terms = query_terms(text)
    if terms:
        ids = words.holding_all(connection, number, terms)
        return [turn for turn in turns if turn.turn_id in ids]
    part = _folded(text)
    return [turn for turn in turns if part and part in _folded(document_text(turn))]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _leave_unscrubbed(connection: Connection, number: int | None = None) -> None:
    """Note, with what was deleted, that its bytes are still to be overwritten."""
    if number is not None:
        words.settle(connection, number)
    connection.execute("INSERT OR IGNORE INTO facts VALUES (?, '')", (_UNSCRUBBED,))


def _is_unscrubbed(connection: Connection) -> bool:
    found = connection.execute("SELECT 1 FROM facts WHERE name = ?", (_UNSCRUBBED,))
    return found.fetchone() is not None


def _scrubbed(connection: Connection) -> None:
    connection.execute("DELETE FROM facts WHERE name = ?", (_UNSCRUBBED,))


def _cache_little(connection: Connection) -> None:
    """Keep few pages in memory: turns are read from all over the files, hardly one twice."""
    connection.execute("PRAGMA cache_size = -512")


def _follow_tokens(connection: Connection) -> None:
    """Index everything anew if texts are cut into other tokens than when they were indexed."""
    mark = words.tokens_mark()
    row = connection.execute(
        "SELECT value FROM facts WHERE name = ?", (_TOKENS,)
    ).fetchone()
    if row is not None and row["value"] == mark:
        return
    lengths: dict[int, int] = {}
    for name, number in turn_rows.all_workspaces(connection):
        words.drop(connection, number)
        words.create(connection, number)
        for turn in turn_rows.between(connection, name):
            tokens = turn_tokens(turn)
            words.insert(connection, number, turn.turn_id, tokens)
            lengths[turn.turn_id] = len(tokens)
    turn_rows.set_lengths(connection, lengths)
    connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (_TOKENS, mark))
