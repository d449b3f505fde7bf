"""The ways to find that are compared: plain ones over all turns, and the product's own memory."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from custom_components.mirae_story.memory.memory import Memory
from custom_components.mirae_story.memory.model import Fading, RecallRules, Turn
from custom_components.mirae_story.memory.scoring import Candidates
from custom_components.mirae_story.memory.text import document_text
from custom_components.mirae_story.store.turns import SqliteTurns

from .corpora import Asked, Corpus
from .embedding import BATCH, KeptEmbedder
from .shelf import Shelf

LIMIT: Final = 5
_RRF: Final = 60
_NO_FADING: Final = Fading(half_life_days=None)
OWN: Final = {
    "ours": RecallRules(fading=_NO_FADING, gated=False),
    "ours_gated": RecallRules(fading=_NO_FADING),
    "ours_faded": RecallRules(gated=False),
    "ours_default": RecallRules(),
}
"""The product's own ways: with and without fading, with and without the gate."""

type Order = Callable[[Candidates], NDArray[np.floating]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What each method brought up for a question: turn ids, best first."""

    asked: Asked
    found: dict[str, list[int]] = field(default_factory=dict)


def _cosines(of: Candidates) -> NDArray[np.floating]:
    return np.nan_to_num(of.cosines)


def _rrf(of: Candidates) -> NDArray[np.floating]:
    def part(values: NDArray[np.floating]) -> NDArray[np.floating]:
        rank = np.empty(len(values))
        rank[np.argsort(-values, kind="stable")] = np.arange(1, len(values) + 1)
        return np.where(values > 0, 1 / (_RRF + rank), 0.0)

    return part(_cosines(of)) + part(of.bm25)


PLAIN: Final[dict[str, Order]] = {
    "vector": _cosines,
    "text": lambda of: of.bm25,
    "pure": lambda of: _cosines(of) + of.bm25,
    "rrf": _rrf,
}
"""Scores of all turns; only what is above 0 is brought up."""


async def answers(corpus: Corpus, embedder: KeptEmbedder | None) -> list[Answer]:
    """Ask every question when it is asked, of every method."""
    asked = [
        Answer(asked=one) for one in sorted(corpus.questions, key=lambda one: one.at)
    ]
    await _plainly(corpus, embedder, asked)
    async with _opened(embedder) as memory:
        told = 0
        for turns, some in _evenings(corpus, asked):
            for turn in turns:
                await memory.remember(turn)
            told += len(turns)
            if embedder is not None:
                await _embedded(memory, told)
            for one in some:
                for name, rules in OWN.items():
                    found = await memory.recall(
                        corpus.turns[0].workspace,
                        one.asked.text,
                        now=one.asked.at,
                        rules=rules,
                    )
                    one.found[name] = [each.turn.turn_id for each in found]
    return asked


async def _plainly(
    corpus: Corpus, embedder: KeptEmbedder | None, asked: list[Answer]
) -> None:
    shelf = Shelf()
    for turns, some in _evenings(corpus, asked):
        texts = [document_text(turn) for turn in turns]
        rows = (
            await embedder.embed_documents(texts)
            if embedder and texts
            else [None] * len(texts)
        )
        for turn, row in zip(turns, rows, strict=True):
            shelf.add(turn, row)
        for start in range(0, len(some), BATCH):
            batch = some[start : start + BATCH]
            questions = [one.asked.text for one in batch]
            vectors = (
                await embedder.embed_queries(questions)
                if embedder
                else [None] * len(batch)
            )
            for one, vector in zip(batch, vectors, strict=True):
                of = shelf.find(one.asked.text, one.asked.at, vector)
                for name, order in PLAIN.items():
                    one.found[name] = _best(of, order(of))
    shelf.close()


def _best(of: Candidates, scores: NDArray[np.floating]) -> list[int]:
    places = np.argsort(-scores, kind="stable")[:LIMIT]
    return [int(of.turn_ids[place]) for place in places if scores[place] > 0]


def _evenings(
    corpus: Corpus, asked: list[Answer]
) -> Iterator[tuple[list[Turn], list[Answer]]]:
    """Yield the turns that are new, and the questions that are asked before the next ones."""
    turns, place = list(corpus.turns), 0
    while place < len(asked):
        at = asked[place].asked.at
        known = [turn for turn in turns if turn.at <= at]
        turns = turns[len(known) :]
        end = place
        while end < len(asked) and (not turns or asked[end].asked.at < turns[0].at):
            end += 1
        yield known, asked[place:end]
        place = end


@asynccontextmanager
async def _opened(embedder: KeptEmbedder | None) -> AsyncIterator[Memory]:
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(SqliteTurns(Path(folder)), loading_patience_s=60)
        await memory.start()
        await memory.use_embedder(embedder)
        try:
            yield memory
        finally:
            await memory.close()


async def _embedded(memory: Memory, turns: int) -> None:
    """Wait until so many turns have their vectors: what waits is counted a little later than it is said."""
    while memory.status.embedded < turns:
        if memory.status.trouble:
            msg = f"the embedder does not work: {memory.status.trouble}"
            raise RuntimeError(msg)
        await asyncio.sleep(0.02)
