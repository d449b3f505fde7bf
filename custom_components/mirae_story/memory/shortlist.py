"""The best scored candidates of a query, from their numbers to what is brought up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from .model import Found, RecallRules, Turn
from .relevance import Background
from .scoring import SHORTLIST, Candidates, score
from .selection import Grounds, TokensOf, select
from .text import turn_token_set


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A turn's scores, before it is read."""

    turn_id: int
    score: float
    vector: float
    text: float
    fade: float
    timely: float
    cosine: float | None


def shortlist(candidates: Candidates, rules: RecallRules) -> list[Listed]:
    """Return the best candidates, best first."""
    scored = score(candidates, rules)
    listed = []
    for place in scored.order[: max(SHORTLIST, rules.limit)]:
        cosine = float(candidates.cosines[place])
        listed.append(
            Listed(
                turn_id=int(candidates.turn_ids[place]),
                score=float(scored.score[place]),
                vector=float(scored.vector[place]),
                text=float(scored.text[place]),
                fade=float(scored.fade[place]),
                timely=float(scored.timely[place]),
                cosine=None if isnan(cosine) else cosine,
            )
        )
    return listed


def brought_up(
    query: str,
    listed: Sequence[Listed],
    turns: Sequence[Turn],
    *,
    rules: RecallRules,
    weights: Mapping[str, float],
    background: Background | None,
    tokens_of: TokensOf = turn_token_set,
) -> list[Found]:
    """Return what is brought up of the turns that were listed and are there still.

    Turns that were not listed may correct those that were.
    """
    by_id = {turn.turn_id: turn for turn in turns}
    found = [
        Found(
            turn=by_id.pop(one.turn_id),
            score=one.score,
            vector=one.vector,
            text=one.text,
            fade=one.fade,
        )
        for one in listed
        if one.turn_id in by_id
    ]
    later = [
        Found(turn=turn, score=0, vector=0, text=0, fade=1) for turn in by_id.values()
    ]
    grounds = Grounds(
        query=query,
        rules=rules,
        weights=weights,
        cosines={one.turn_id: one.cosine for one in listed if one.cosine is not None},
        timely={one.turn_id: one.timely for one in listed},
        background=background,
        tokens_of=tokens_of,
    )
    return select(found, later, grounds)
