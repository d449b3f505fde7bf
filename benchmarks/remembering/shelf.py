"""A memory to measure on: the real tokens in a real full-text table, and all vectors at hand."""

import sqlite3
from collections import Counter
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from custom_components.mirae_story.memory import text
from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.memory.ports import Vectors
from custom_components.mirae_story.memory.scoring import Candidates

_DAY = timedelta(days=1)


class Shelf:
    """Turns in order of time, each put there when it was said."""

    def __init__(self) -> None:
        """Open an empty shelf."""
        self.turns: list[Turn] = []
        self._rows: list[NDArray[np.float32]] = []
        self._frequency: Counter[str] = Counter()
        self._database = sqlite3.connect(":memory:")
        self._database.execute(
            f'CREATE VIRTUAL TABLE words USING fts5(said, content="", '
            f'tokenize="{text.TOKENIZER}")'
        )

    def close(self) -> None:
        """Close the table."""
        self._database.close()

    def add(self, turn: Turn, vector: NDArray[np.float32] | None) -> None:
        """Put a turn on the shelf."""
        tokens = text.turn_tokens(turn)
        self._frequency.update(set(tokens))
        self._database.execute(
            "INSERT INTO words (rowid, said) VALUES (?, ?)",
            (len(self.turns) + 1, " ".join(tokens)),
        )
        self.turns.append(turn)
        if vector is not None:
            self._rows.append(vector)

    def find(
        self, question: str, at: datetime, vector: NDArray[np.float32] | None
    ) -> Candidates:
        """Return every turn with its cosine and bm25 for a question."""
        terms = text.query_terms(question)
        frequency = self._frequency.__getitem__
        count = len(self.turns)
        if vector is None:
            cosines = np.full(count, np.nan, np.float32)
            low = high = 0.0
        else:
            cosines = self._matrix() @ vector
            low, high = float(cosines.min()), float(cosines.max())
        ages = np.array([(at - turn.at) / _DAY for turn in self.turns], np.float32)
        return Candidates(
            turn_ids=np.array([turn.turn_id for turn in self.turns]),
            cosines=cosines,
            bm25=self._bm25(text.choose_terms(terms, frequency, count)),
            ages_days=ages,
            pinned=np.array([turn.pinned for turn in self.turns]),
            cosine_low=low,
            cosine_high=high,
        )

    def _matrix(self) -> Vectors:
        if len(self._rows) != 1:
            self._rows = [np.vstack(self._rows)]
        return np.atleast_2d(self._rows[0])

    def _bm25(self, terms: list[str]) -> NDArray[np.float32]:
        values = np.zeros(len(self.turns), np.float32)
        if terms:
            rows = self._database.execute(
                "SELECT rowid, -bm25(words) FROM words WHERE words MATCH ?",
                (text.match_expression(terms),),
            )
            for row, value in rows:
                values[row - 1] = value
        return values
