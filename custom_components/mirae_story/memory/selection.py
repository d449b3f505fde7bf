"""Makes of the best scored turns what is brought up."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Final

from .corrections import settle_corrections
from .manner import asks, only_asks
from .model import Found, RecallRules, Turn
from .relevance import Background, evidence, relevant
from .text import coverage, query_terms

ASKED: Final = 0.8
"""What likeness in meaning counts for a turn that only asked or ordered something."""
SPEAKER: Final = 0.05
"""What a turn gains whose speaker the question names."""

type TokensOf = Callable[[Turn], AbstractSet[str]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grounds:
    """What is known of a query and of the turns that were scored for it."""

    query: str
    rules: RecallRules
    weights: Mapping[str, float]
    """Those of all terms of the query (`text.term_weights`)."""
    cosines: Mapping[int, float]
    """The raw ones by turn id, without those that have no vector."""
    timely: Mapping[int, float]
    """How far a turn was said when the query says, 0..1, by turn id."""
    background: Background | None
    tokens_of: TokensOf
    """Gives the tokens that a turn is indexed by."""


def select(
    shortlist: Sequence[Found], later: Sequence[Found], grounds: Grounds
) -> list[Found]:
    """Return what is brought up for a query, best first, at most `rules.limit`.

    `shortlist` are the best scored (`scoring.SHORTLIST` of them), `later` others that may correct
    them. A query without terms brings up nothing if the rules gate, unless it names a time.
    """
    rules, weights = grounds.rules, grounds.weights
    if not weights and any(grounds.timely.values()):
        return sorted(shortlist, key=_tells_little)[: rules.limit]
    plain = grounds.query.casefold()
    ranked = sorted(
        (_weighed(one, rules, plain) for one in shortlist),
        key=lambda one: one.score,
        reverse=True,
    )
    settled = settle_corrections(
        [*ranked, *later], weights, rules.limit, grounds.tokens_of
    )
    correcting = {one.superseded_by for one in settled}
    others = {one.turn.turn_id for one in later} - correcting
    settled = [one for one in settled if one.turn.turn_id not in others]
    if not rules.gated:
        return settled
    covered = {
        one.turn.turn_id: coverage(weights, grounds.tokens_of(one.turn))
        for one in settled
    }
    passed = relevant(
        {
            turn_id: _evidence(turn_id, share, grounds)
            for turn_id, share in covered.items()
        },
        len(weights),
        babbled=not any(covered.values()) and not asks(grounds.query),
    )
    # What corrects something relevant is so too, however few words they have in common.
    passed |= {
        one.superseded_by
        for one in settled
        if one.turn.turn_id in passed and one.superseded_by is not None
    }
    return [one for one in settled if one.turn.turn_id in passed]


def _evidence(turn_id: int, covered: float, grounds: Grounds) -> float:
    return evidence(
        cosine=grounds.cosines.get(turn_id),
        covered=covered,
        background=grounds.background,
        timely=grounds.timely.get(turn_id, 0.0),
    )


def _tells_little(one: Found) -> bool:
    """Tell whether nothing was told: it goes last where any turn of a time is meant."""
    said = one.turn.question
    return only_asks(said) or not query_terms(said)


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
