"""Makes of the best scored turns what is brought up."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from .corrections import settle_corrections
from .manner import only_asks
from .model import Found, RecallRules
from .relevance import Background, is_relevant
from .text import coverage, turn_tokens

ASKED: Final = 0.8
"""What likeness in meaning counts for a turn that only asked or ordered something."""
SPEAKER: Final = 0.05
"""What a turn gains whose speaker the question names."""


def select(
    query: str,
    shortlist: Sequence[Found],
    *,
    rules: RecallRules,
    weights: Mapping[str, float],
    cosines: Mapping[int, float],
    background: Background | None,
) -> list[Found]:
    """Return what is brought up for a query, best first, at most `rules.limit`.

    `shortlist` are the best scored (`scoring.SHORTLIST` of them), `weights` those of all
    terms of the query (`text.term_weights`), `cosines` the raw ones by turn id, without
    those that have no vector. A query without terms brings up nothing if the rules gate.
    """
    plain = query.casefold()
    ranked = sorted(
        (_weighed(one, rules, plain) for one in shortlist),
        key=lambda one: one.score,
        reverse=True,
    )
    settled = settle_corrections(ranked, weights, rules.limit)
    if not rules.gated:
        return settled
    relevant = {
        one.turn.turn_id
        for one in settled
        if is_relevant(
            cosine=cosines.get(one.turn.turn_id),
            covered=coverage(weights, turn_tokens(one.turn)),
            background=background,
            terms=len(weights),
        )
    }
    # What corrects something relevant is so too, however few words they have in common.
    relevant |= {
        one.superseded_by
        for one in settled
        if one.turn.turn_id in relevant and one.superseded_by is not None
    }
    return [one for one in settled if one.turn.turn_id in relevant]


def _weighed(one: Found, rules: RecallRules, query: str) -> Found:
    """Let what was only asked or ordered be less like the question, and who is named count."""
    score = one.score
    vector = one.vector
    if only_asks(one.turn.question):
        vector *= ASKED
        score -= rules.vector_weight * (one.vector - vector) * one.fade
    speaker = one.turn.speaker
    if speaker and speaker.casefold() in query:
        score += SPEAKER
    if (score, vector) == (one.score, one.vector):
        return one
    return replace(one, vector=vector, score=max(score, 0.0))
