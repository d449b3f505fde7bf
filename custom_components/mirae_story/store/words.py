"""The full text of a workspace: a table of tokens, and how many turns hold each of them.

Each workspace has a table of its own, so that rare means rare in this workspace. SQLite
is asked for the turns that hold a term; what they score is worked out here, by SQLite's
own formula, in a fifth of its time.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from heapq import nsmallest
from math import log
from sqlite3 import Connection
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..memory.ports import Ids
from ..memory.relevance import PROBE_QUESTIONS, PROBE_TURNS
from ..memory.scoring import Floats
from ..memory.text import (
    FEWEST_DOCUMENTS,
    TOKENIZER,
    index_tokens,
    match_expression,
)
from .columns import columns, select

_RARE: Final = 40
"""Turns that may hold a rare token, ..."""
_RARE_OF_A_TURN: Final = 4
_RARE_OF_ALL: Final = 8
"""... and how many such tokens of a turn, and of all, are looked for in others."""
_MERGED_AT: Final = 20_000
_K1: Final = 1.2
_B: Final = 0.75
_LEAST_IDF: Final = 1e-6
_FEWEST_KEPT: Final = 200
_MOST_KEPT: Final = 96
_PROBE_NAME: Final = "マルコ・ポーロ"
"""A foreign name, which was cut otherwise once."""

type Holders = tuple[NDArray[np.int32], NDArray[np.int32]]
"""The ids of turns, and how many times each holds a term."""


class Vocabulary:
    """How many turns of a workspace hold a term, and how long they are. Used in one thread at a time.

    SQLite needs a third of a millisecond to tell the frequency of one term, and a query
    has many. Kept by their hashes, 100,000 terms take little more than a megabyte.
    """

    def __init__(self, connection: Connection, number: int) -> None:
        """Count what is indexed now."""
        rows = select(connection, _named("SELECT term, doc FROM vocabulary_N", number))
        terms, turns = columns(
            ((hash(term), count) for term, count in rows), np.int64, np.int32
        )
        order = terms.argsort()
        self._terms, self._turns = terms[order], turns[order]
        self._changes: Counter[int] = Counter()
        self._holders: dict[str, Holders] = {}
        rows = select(
            connection,
            "SELECT turn_id, length FROM turns WHERE workspace = ?",
            (number,),
        )
        turn_ids, lengths = columns(rows, np.int64, np.int32)
        self.turns = len(turn_ids)
        self._lengths = np.zeros(turn_ids.max(initial=-1) + 1, np.int32)
        self._lengths[turn_ids] = lengths
        self._tokens = int(lengths.sum())

    def frequency(self, term: str) -> int:
        """Return how many turns hold a term."""
        key = hash(term)
        place = int(np.searchsorted(self._terms, key))
        known = place < len(self._terms) and self._terms[place] == key
        return (int(self._turns[place]) if known else 0) + self._changes[key]

    def frequencies(self, terms: Sequence[str]) -> list[int]:
        """Return the same of many terms at once."""
        keys = np.array([hash(term) for term in terms], np.int64)
        places = np.searchsorted(self._terms, keys)
        places[places == len(self._terms)] = 0
        counts = np.zeros(len(keys), np.int64)
        if len(self._terms):
            counts = np.where(self._terms[places] == keys, self._turns[places], 0)
        return [
            count + self._changes[key]
            for count, key in zip(counts.tolist(), keys.tolist(), strict=True)
        ]

    def kept(self, term: str) -> Holders | None:
        """Return what was kept of the turns that hold a term."""
        found = self._holders.pop(term, None)
        if found is not None:
            self._holders[term] = found
        return found

    def keep(self, term: str, holders: Holders) -> None:
        """Keep them until a turn with the term comes or goes, if there are many: common terms are asked for often."""
        if len(holders[0]) >= _FEWEST_KEPT:
            self._holders[term] = holders
            if len(self._holders) > _MOST_KEPT:
                del self._holders[next(iter(self._holders))]

    def _let_go(self, tokens: AbstractSet[str]) -> None:
        for term in [
            one for one in self._holders if not tokens.isdisjoint(one.split())
        ]:
            del self._holders[term]

    def relative_lengths(self, turn_ids: NDArray[np.int32]) -> Floats:
        """Return how long turns are, 1 being the mean."""
        mean = max(self._tokens, 1) / max(self.turns, 1)
        relative: Floats = (self._lengths[turn_ids] / mean).astype(np.float32)
        return relative

    def add(self, turn_id: int, tokens: Sequence[str]) -> None:
        """Count a turn that was added; nothing happens if it was counted already."""
        if turn_id >= len(self._lengths):
            more = turn_id * 5 // 4 + 1 - len(self._lengths)
            self._lengths = np.pad(self._lengths, (0, more))
        if self._lengths[turn_id]:
            return
        self.turns += 1
        self._tokens += len(tokens)
        self._lengths[turn_id] = len(tokens)
        self._let_go(frozenset(tokens))
        self._changes.update(map(hash, set(tokens)))
        if len(self._changes) > _MERGED_AT:
            self._merge()

    def remove(self, turn_id: int, tokens: Sequence[str]) -> None:
        """Count a turn no longer; a term that no turn holds now stays known, which does no harm."""
        if turn_id >= len(self._lengths) or not self._lengths[turn_id]:
            return
        self.turns -= 1
        self._tokens -= len(tokens)
        self._lengths[turn_id] = 0
        self._let_go(frozenset(tokens))
        for token in set(tokens):
            if self.frequency(token) > 1:
                self._changes[hash(token)] -= 1

    def _merge(self) -> None:
        terms = np.concatenate([self._terms, np.array([*self._changes], np.int64)])
        turns = np.concatenate([self._turns, np.array([*self._changes.values()])])
        order = terms.argsort()
        terms, turns = terms[order], turns[order]
        first = np.flatnonzero(np.diff(terms, prepend=terms[0] - 1))
        self._terms = terms[first]
        self._turns = np.add.reduceat(turns, first).astype(np.int32)
        self._changes.clear()


def create(connection: Connection, number: int) -> None:
    """Make room for the full text of a workspace."""
    connection.execute(
        _named("CREATE VIRTUAL TABLE words_N USING fts5(tokens, content='', ", number)
        + f'tokenize="{TOKENIZER}")'
    )
    connection.execute(
        _named(
            "CREATE VIRTUAL TABLE vocabulary_N USING fts5vocab(words_N, 'row')", number
        )
    )
    connection.execute(
        _named(
            "CREATE VIRTUAL TABLE places_N USING fts5vocab(words_N, 'instance')", number
        )
    )


def drop(connection: Connection, number: int) -> None:
    """Delete the full text of a workspace."""
    connection.execute(_named("DROP TABLE places_N", number))
    connection.execute(_named("DROP TABLE vocabulary_N", number))
    connection.execute(_named("DROP TABLE words_N", number))


def insert(
    connection: Connection, number: int, turn_id: int, tokens: Iterable[str]
) -> None:
    """Index a turn."""
    connection.execute(
        _named("INSERT INTO words_N (rowid, tokens) VALUES (?, ?)", number),
        (turn_id, " ".join(tokens)),
    )


def delete(
    connection: Connection, number: int, turn_id: int, tokens: Iterable[str]
) -> None:
    """Index a turn no longer; `tokens` are those that it was indexed with."""
    connection.execute(
        _named(
            "INSERT INTO words_N (words_N, rowid, tokens) VALUES ('delete', ?, ?)",
            number,
        ),
        (turn_id, " ".join(tokens)),
    )


def settle(connection: Connection, number: int) -> None:
    """Rewrite the index, so that tokens of deleted turns are in it no more."""
    connection.execute(
        _named("INSERT INTO words_N (words_N) VALUES ('optimize')", number)
    )


def search(
    connection: Connection, number: int, terms: Iterable[str], vocabulary: Vocabulary
) -> tuple[Ids, Floats]:
    """Return the ids of the turns that hold any of the terms, each with its bm25: the more, the better."""
    turns = max(vocabulary.turns, FEWEST_DOCUMENTS)
    found = [np.empty(0, np.int32)]
    scores = [np.empty(0, np.float64)]
    for term in terms:
        holders = vocabulary.kept(term)
        if holders is None:
            holders = _holders(connection, number, term)
            vocabulary.keep(term, holders)
        ids, times = holders
        idf = log((turns - len(ids) + 0.5) / (len(ids) + 0.5))
        length = vocabulary.relative_lengths(ids)
        saturated = times * (_K1 + 1) / (times + _K1 * (1 - _B + _B * length))
        found.append(ids)
        scores.append(max(idf, _LEAST_IDF) * saturated)
    by_id = np.bincount(np.concatenate(found), np.concatenate(scores))
    turn_ids = np.flatnonzero(by_id > 0)
    return turn_ids, by_id[turn_ids].astype(np.float32)


def holding_all(
    connection: Connection, number: int, terms: Iterable[str]
) -> frozenset[int]:
    """Return the ids of the turns that hold every one of the terms."""
    holders = [set(_holders(connection, number, term)[0].tolist()) for term in terms]
    return frozenset(set.intersection(*holders)) if holders else frozenset()


def later(
    connection: Connection,
    number: int,
    tokens: Iterable[AbstractSet[str]],
    vocabulary: Vocabulary,
) -> list[int]:
    """Return the ids of turns that share rare tokens with any of some turns: the most shared, then the newest first."""
    counts: dict[str, int] = {}
    for some in tokens:
        all_of_it = list(some)
        numbers = vocabulary.frequencies(all_of_it)
        rare = (
            (count, token)
            for count, token in zip(numbers, all_of_it, strict=True)
            if 1 < count <= _RARE
        )
        counts |= {token: count for count, token in nsmallest(_RARE_OF_A_TURN, rare)}
    shared: Counter[int] = Counter()
    statement = _named("SELECT rowid FROM words_N WHERE words_N MATCH ?", number)
    cursor = connection.cursor()
    cursor.row_factory = None
    for token in nsmallest(_RARE_OF_ALL, counts, key=counts.__getitem__):
        cursor.execute(statement, (match_expression([token]),))
        shared.update(turn_id for (turn_id,) in cursor)
    return sorted(shared, key=lambda one: (-shared[one], -one))


def _holders(connection: Connection, number: int, term: str) -> Holders:
    """Return the ids of the turns that hold a term, and how many times each does.

    A term of several tokens is held where these stand side by side, and counts once.
    """
    if " " in term:
        statement = "SELECT group_concat(rowid) FROM words_N WHERE words_N MATCH ?"
        wanted = match_expression([term])
    else:
        statement = "SELECT group_concat(doc) FROM places_N WHERE term = ?"
        wanted = term
    # One text for all is read several times faster than a row for each.
    (joined,) = connection.execute(_named(statement, number), (wanted,)).fetchone()
    if joined is None:
        return np.empty(0, np.int32), np.empty(0, np.int32)
    places = np.fromstring(joined, np.int32, sep=",")
    first = np.flatnonzero(np.append(places[:1] >= 0, places[1:] != places[:-1]))
    times = np.diff(np.append(first, len(places))).astype(np.int32)
    return places[first], times


def tokens_mark() -> str:
    """Return what changes when texts are cut into other tokens than before."""
    said = (*PROBE_QUESTIONS, *PROBE_TURNS, _PROBE_NAME)
    probes = index_tokens("\n".join(said))
    return blake2b(" ".join(probes).encode(), digest_size=8).hexdigest()


def _named(statement: str, number: int) -> str:
    """Return the statement with the tables of a workspace: names cannot be parameters."""
    return statement.replace("_N", f"_{number}")
