"""How a night is set up, and what it leaves behind: the same whether it is told now or prepared ahead."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from .continuity import review
from .derive import derive_situation
from .evening import this_evening, told_count_after
from .gate import Gate
from .model import (
    Episode,
    HouseRules,
    Notes,
    NotesStatus,
    Review,
    Situation,
    StoryState,
)
from .recap import opening, plain_recap, recap

RECAPS = 7
"""Nights whose recaps may stand in the prompt; their first sentences are compared for sameness too."""


def gate_for(
    base: StoryState, rules: HouseRules, episodes: Sequence[Episode], wish: str
) -> Gate:
    """Return the gate of the night after `base`; `episodes` are the nights before it."""
    reference = base.reference
    situation = base.situation.text
    return Gate(
        base.cast,
        reference.language,
        rules,
        recent_openings=[episode.prose[:200] for episode in episodes],
        genre=reference.genre,
        material=(reference.premise, reference.summary, situation, wish),
        age=reference.audience_age,
    )


def lead_for(
    base: StoryState,
    rules: HouseRules,
    gate: Gate,
    episodes: Sequence[Episode],
    now: datetime,
) -> str:
    """Return what the code says at once, before the model's first word."""
    if base.night == 0:
        return opening(base)
    today = this_evening(base, rules, now)
    text = recap(base, episodes, today=today, told_on=base.told_on)
    return text if episodes and not gate.check_line(text) else plain_recap(base)


def told(base: StoryState, rules: HouseRules, prose: str, now: datetime) -> StoryState:
    """Return the state once this prose is told as the next night."""
    night, evening = base.night + 1, this_evening(base, rules, now)
    situation = derive_situation(prose, base.reference.language, base.cast)
    return base.advanced(
        night=night,
        situation=Situation(text=situation, night=night),
        told_on=evening,
        told_count=told_count_after(base, evening),
    )


def reviewed(state: StoryState, result: Review) -> StoryState:
    """Return the state once the notes on its last night are decided about."""
    return state.advanced(
        cast=result.cast,
        reference=replace(state.reference, summary=result.summary),
        situation=Situation(text=result.situation, night=state.night),
    )


def settled(
    episode: Episode, notes: Notes, state: StoryState, rules: HouseRules
) -> Review:
    """Decide about the notes on the last night."""
    return review(
        notes,
        state=state,
        previous=episode.began_from,
        prose=episode.prose,
        night=episode.night,
        rules=rules,
    )


def outlook(
    state: StoryState, episode: Episode | None, rules: HouseRules
) -> tuple[StoryState, Episode | None]:
    """Return state and last night as they will be when the next night begins, if no notes come until then."""
    if episode is None or episode.notes is not NotesStatus.WAITING:
        return state, episode
    result = settled(episode, Notes(), state, rules)
    noted = replace(
        episode,
        title=result.title,
        recap=result.recap,
        situation=result.situation,
        notes=NotesStatus.DERIVED,
    )
    return reviewed(state, result), noted
