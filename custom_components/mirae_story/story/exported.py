"""A whole story as JSON: its state, every version of every night, its chapters, and every step that led there.

`imported` reads it again.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from .chapters import Chapter
from .model import Episode, HouseRules, StoryState
from .replay import Step, decision_to_dict
from .state import state_to_dict

FORMAT = "mirae_story"
FORMAT_VERSION = 1
"""Raised when an older version could no longer read what is written."""


def export_story(
    state: StoryState,
    rules: HouseRules,
    episodes: Sequence[Episode],
    steps: Sequence[Step],
    chapters: Sequence[Chapter],
    at: datetime,
) -> dict[str, Any]:
    """Return the story as JSON-ready data; `episodes` are all versions, `steps` all steps, oldest first."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "exported_at": at.isoformat(),
        "state": state_to_dict(state),
        "rules": rules_to_dict(rules),
        "episodes": [episode_to_dict(episode) for episode in episodes],
        "steps": [step_to_dict(step) for step in steps],
        "chapters": [chapter_to_dict(chapter) for chapter in chapters],
    }


def rules_to_dict(rules: HouseRules) -> dict[str, Any]:
    """Return the house rules as JSON-ready data."""
    return {
        "death_policy": rules.death_policy.value,
        "max_active": rules.max_active,
        "minutes": rules.minutes,
        "nights_a_day": rules.nights_a_day,
        "day_starts_at": rules.day_starts_at.isoformat(),
        "foreign_words": list(rules.foreign_words),
    }


def episode_to_dict(episode: Episode) -> dict[str, Any]:
    """Return one version of a night as JSON-ready data, with its decisions."""
    return {
        "night": episode.night,
        "version": episode.version,
        "standing": episode.standing.value,
        "title": episode.title,
        "recap": episode.recap,
        "lead": episode.lead,
        "prose": episode.prose,
        "began_from": episode.began_from,
        "situation": episode.situation,
        "told_on": episode.told_on.isoformat(),
        "told_at": episode.told_at.isoformat(),
        "wish": episode.wish,
        "wish_dropped": episode.wish_dropped,
        "notes": episode.notes.value,
        "notes_raw": episode.notes_raw,
        "calm_ending": episode.calm_ending,
        "retellings": episode.retellings,
        "first_delta_ms": episode.first_delta_ms,
        "prose_s": episode.prose_s,
        "notes_s": episode.notes_s,
        "decisions": [decision_to_dict(decision) for decision in episode.decisions],
    }


def step_to_dict(step: Step) -> dict[str, Any]:
    """Return a step as JSON-ready data; the state that it led to follows by replaying."""
    return {
        "revision": step.revision,
        "kind": step.kind,
        "night": step.night,
        "at": step.at.isoformat(),
        "detail": dict(step.detail),
    }


def chapter_to_dict(chapter: Chapter) -> dict[str, Any]:
    """Return a chapter as JSON-ready data."""
    return {
        "number": chapter.number,
        "source": chapter.source,
        "text": chapter.text,
        "made_by": chapter.made_by.value,
        "book": chapter.book,
        "book_made_by": chapter.book_made_by.value,
    }
