"""How a told night and its decisions stand in a row, and back."""

import json
from collections.abc import Sequence
from datetime import date, datetime
from sqlite3 import Row
from typing import Any

from ..story.model import (
    Change,
    Decision,
    Episode,
    NotesStatus,
    Outcome,
    Reason,
    Standing,
)
from ..story.replay import Step


def plain_text(text: str) -> str:
    """Return the text with each lone surrogate, which no file can hold, replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def episode_values(episode: Episode) -> dict[str, Any]:
    """Return the columns of a told night."""
    return {
        "story_id": episode.story_id,
        "night": episode.night,
        "version": episode.version,
        "title": plain_text(episode.title),
        "recap": plain_text(episode.recap),
        "lead": plain_text(episode.lead),
        "prose": plain_text(episode.prose),
        "began_from": plain_text(episode.began_from),
        "situation": plain_text(episode.situation),
        "told_on": episode.told_on.isoformat(),
        "told_at": episode.told_at.isoformat(),
        "wish": plain_text(episode.wish),
        "wish_dropped": int(episode.wish_dropped),
        "notes": episode.notes.value,
        "notes_raw": plain_text(episode.notes_raw),
        "calm_ending": int(episode.calm_ending),
        "retellings": episode.retellings,
        "first_delta_ms": float(episode.first_delta_ms),
        "prose_s": float(episode.prose_s),
        "notes_s": float(episode.notes_s),
        "standing": episode.standing.value,
    }


def episode_from_row(row: Row, decisions: Sequence[Decision]) -> Episode:
    """Return the told night that stands in a row."""
    return Episode(
        story_id=row["story_id"],
        night=row["night"],
        version=row["version"],
        title=row["title"],
        recap=row["recap"],
        lead=row["lead"],
        prose=row["prose"],
        began_from=row["began_from"],
        situation=row["situation"],
        told_on=date.fromisoformat(row["told_on"]),
        told_at=datetime.fromisoformat(row["told_at"]),
        wish=row["wish"],
        wish_dropped=bool(row["wish_dropped"]),
        notes=NotesStatus(row["notes"]),
        notes_raw=row["notes_raw"],
        calm_ending=bool(row["calm_ending"]),
        retellings=row["retellings"],
        first_delta_ms=row["first_delta_ms"],
        prose_s=row["prose_s"],
        notes_s=row["notes_s"],
        standing=Standing(row["standing"]),
        decisions=tuple(decisions),
    )


def decision_values(
    episode: Episode, position: int, decision: Decision
) -> dict[str, Any]:
    """Return the columns of a decision about a told night."""
    return {
        "story_id": episode.story_id,
        "night": episode.night,
        "version": episode.version,
        "position": position,
        "name": plain_text(decision.name),
        "proposed": decision.proposed.value,
        "change": decision.change.value,
        "outcome": decision.outcome.value,
        "reason": decision.reason.value,
        "role": plain_text(decision.role),
    }


def decision_from_row(row: Row) -> Decision:
    """Return the decision that stands in a row."""
    return Decision(
        name=row["name"],
        proposed=Change(row["proposed"]),
        change=Change(row["change"]),
        outcome=Outcome(row["outcome"]),
        reason=Reason(row["reason"]),
        night=row["night"],
        role=row["role"],
    )


def step_from_row(row: Row) -> Step:
    """Return the step that stands in a row."""
    return Step(
        story_id=row["story_id"],
        revision=row["revision"],
        kind=row["kind"],
        night=row["night"],
        at=datetime.fromisoformat(row["at"]),
        detail=json.loads(row["detail"]),
        state=row["state"],
    )
