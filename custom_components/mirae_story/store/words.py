"""The full text of a workspace: a table of tokens, and how many turns hold each of them.

Each workspace has a table of its own, so that rare means rare in this workspace.
"""

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b
from sqlite3 import Connection
from typing import Final

import numpy as np

from ..memory.relevance import PROBE_QUESTIONS, PROBE_TURNS
from ..memory.text import TOKENIZER, index_tokens

_MERGED_AT: Final = 20_000
_FACT: Final = "tokens"


class Vocabulary:
    """How many turns of a workspace hold a term. Used in one thread at a time.

    SQLite needs a third of a millisecond to tell that of one term, and a query has many.
    Kept by their hashes, 100,000 terms take little more than a megabyte.
    """

    def __init__(self, connection: Connection, number: int) -> None:
        """Count the terms that are indexed now."""
        rows = connection.execute(_named("SELECT term, doc FROM vocabulary_N", number))
        counted = np.fromiter(
            ((hash(row[0]), row[1]) for row in rows),
            np.dtype([("term", np.int64), ("turns", np.int32)]),
        )
        counted.sort(order="term")
        self._terms, self._turns = counted["term"].copy(), counted["turns"].copy()
        self._changes: Counter[int] = Counter()
        (self.turns,) = connection.execute(
            "SELECT count(*) FROM turns WHERE workspace = ?", (number,)
        ).fetchone()

    def frequency(self, term: str) -> int:
        """Return how many turns hold a term."""
        key = hash(term)
        place = int(np.searchsorted(self._terms, key))
        known = place < len(self._terms) and self._terms[place] == key
        return (int(self._turns[place]) if known else 0) + self._changes[key]

    def add(self, tokens: Iterable[str]) -> None:
        """Count a turn that was added."""
        self.turns += 1
        self._changes.update(map(hash, set(tokens)))
        if len(self._changes) > _MERGED_AT:
            self._merge()

    def remove(self, tokens: Iterable[str]) -> None:
        """Count a turn no longer; a term that no turn holds now stays known, which does no harm."""
        self.turns -= 1
        for token in set(tokens):
            if self.frequency(token) > 1:
                self._changes[hash(token)] -= 1

    def _merge(self) -> None:
        terms = np.concatenate([self._terms, np.array([*self._changes], np.int64)])
        turns = np.concatenate([self._turns, np.array([*self._changes.values()])])
        self._terms, places = np.unique(terms, return_inverse=True)
        self._turns = np.bincount(places, weights=turns).astype(np.int32)
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


def drop(connection: Connection, number: int) -> None:
    """Delete the full text of a workspace."""
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
    connection: Connection, number: int, expression: str
) -> list[tuple[int, float]]:
    """Return the ids of the turns that match, each with how well: the more, the better."""
    rows = connection.cursor()
    rows.row_factory = None
    found: list[tuple[int, float]] = rows.execute(
        _named(
            "SELECT rowid, -bm25(words_N) FROM words_N WHERE words_N MATCH ?", number
        ),
        (expression,),
    ).fetchall()
    return found


def tokens_mark() -> str:
    """Return what changes when texts are cut into other tokens than before."""
    probes = index_tokens("\n".join((*PROBE_QUESTIONS, *PROBE_TURNS)))
    return blake2b(" ".join(probes).encode(), digest_size=8).hexdigest()


def _named(statement: str, number: int) -> str:
    """Return the statement with the tables of a workspace: names cannot be parameters."""
    return statement.replace("_N", f"_{number}")
