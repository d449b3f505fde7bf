"""Makes rates of what was found."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any, Final

from .corpora import Asked
from .methods import LIMIT, OWN, PLAIN, Answer

METHODS: Final = (*PLAIN, *OWN)
SMALL_TALK: Final = frozenset({"greeting", "nonsense"})

type Figures = dict[str, Any]


def of_method(answers: Sequence[Answer], method: str) -> Figures:
    """Return the rates of a method; those without any question are None."""
    by_kind: dict[str, list[float]] = defaultdict(list)
    recalls, injected, babble, ahead = [], [], [], []
    # What is brought up without need is for the gate to tell.
    gate = f"{method}_gated" if f"{method}_gated" in OWN else method
    for answer in answers:
        asked, found = answer.asked, answer.found[method][:LIMIT]
        if not asked.answerable:
            injected.append(float(bool(answer.found[gate])))
            if asked.kind in SMALL_TALK:
                babble.append(injected[-1])
            continue
        by_kind[asked.kind].append(float(any(one in found for one in asked.evidence)))
        recalls.append(fmean(one in found for one in asked.evidence))
        if asked.superseded:
            ahead.append(float(_is_superseded_ahead(asked, found)))
    hits = [hit for kind in by_kind.values() for hit in kind]
    return {
        "hit5": _rate(hits),
        "recall5": _rate(recalls),
        "by_kind": {kind: _rate(some) for kind, some in sorted(by_kind.items())},
        "false_injection": _rate(injected),
        "small_talk_injection": _rate(babble),
        "superseded_ahead": _rate(ahead),
    }


def _is_superseded_ahead(asked: Asked, found: Sequence[int]) -> bool:
    """Tell whether a superseded turn stands before all evidence, or in its place."""
    places = [found.index(one) for one in asked.evidence if one in found]
    return not asked.superseded.isdisjoint(found[: min(places, default=LIMIT)])


def _rate(values: Iterable[float]) -> float | None:
    some = list(values)
    return round(fmean(some), 4) if some else None
