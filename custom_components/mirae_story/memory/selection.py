"""Makes of the best scored turns what is brought up."""

from collections.abc import Mapping, Sequence

from .corrections import settle_corrections
from .model import Found, RecallRules
from .relevance import Background, is_relevant
from .text import coverage, turn_tokens


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
    kept = list(shortlist)
    if rules.gated:
        kept = [
            one
            for one in shortlist
            if weights
            and is_relevant(
                cosine=cosines.get(one.turn.turn_id),
                covered=coverage(weights, turn_tokens(one.turn)),
                background=background,
            )
        ]
    return settle_corrections(kept, query)[: rules.limit]
