"""What the journal does inside a transaction: the rules by which one step follows another, and the rows it takes."""

import json
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Connection, Row
from typing import Any, Never

from ..story.errors import InvalidStateError, StoreError
from ..story.model import Decision, Episode, Language, Standing, StoryState
from ..story.replay import apply, whole_detail
from ..story.state import canonical_json, state_from_dict, state_to_dict
from .rows import (
    decision_from_row,
    decision_values,
    episode_from_row,
    episode_values,
    plain_text,
)

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class StorySummary:
    """What the journal knows of a story without its nights. `changed_at` is the time of its last step."""

    story_id: str
    title: str
    language: Language
    protagonist: str
    night: int
    revision: int
    begun_at: datetime
    changed_at: datetime


def refuse(message: str) -> Never:
    """Raise StoreError: the step does not follow, and its transaction is undone."""
    raise StoreError(message)


def newest_state(connection: Connection, story_id: str) -> StoryState | None:
    """Return the state that the last step led to."""
    row = _newest_step(connection, story_id)
    return None if row is None else _state(row)


def follow(connection: Connection, state: StoryState) -> StoryState:
    """Return the state before this one; refuse a revision that is not the next."""
    before = newest_state(connection, state.story_id)
    if before is None:
        refuse("the story is not in the journal")
    if state.revision != before.revision + 1:
        refuse(f"revision {state.revision} cannot follow {before.revision}")
    return before


def adopt(connection: Connection, state: StoryState, at: datetime) -> None:
    """Make way for a state that the journal does not know the steps to; refuse one that is not ahead of it."""
    before = newest_state(connection, state.story_id)
    if before is None:
        add_story(connection, state, at)
    elif state.revision <= before.revision:
        refuse(f"revision {state.revision} is not ahead of {before.revision}")


def check_told(
    connection: Connection, episode: Episode, before: StoryState, state: StoryState
) -> None:
    """Refuse a telling that leaves a night out, or that takes the place of another one."""
    if (episode.story_id, episode.night) != (state.story_id, state.night):
        refuse("the night and its state do not belong together")
    version = newest_version(connection, episode.story_id, episode.night)
    if episode.version != version + 1:
        refuse(f"night {episode.night} was told in this version before")
    again = version > 0 and episode.night == before.night
    if not again and episode.night != before.night + 1:
        refuse(f"night {episode.night} cannot follow night {before.night}")


def leading(
    before: StoryState, kind: str, detail: dict[str, Any], state: StoryState
) -> dict[str, Any]:
    """Return a detail that leads to the state when it is replayed: the one given, or else the whole state too."""
    try:
        if apply(before, kind, detail) == state:
            return detail
    except InvalidStateError:
        pass
    _LOGGER.warning("A step (%s) changes more than it tells: kept whole", kind)
    return whole_detail(state, detail)


def add_story(connection: Connection, state: StoryState, at: datetime) -> None:
    """Enter a story that is not in the journal yet."""
    connection.execute(
        "INSERT INTO stories (story_id, begun_at) VALUES (?, ?)",
        (state.story_id, at.isoformat()),
    )


def add_step(
    connection: Connection,
    kind: str,
    detail: Mapping[str, Any],
    state: StoryState,
    at: datetime,
) -> None:
    """Append a step with its resulting state."""
    values = (
        state.story_id,
        state.revision,
        kind,
        state.night,
        at.isoformat(),
        plain_text(canonical_json(detail)),
        canonical_json(state_to_dict(state)),
    )
    connection.execute(
        "INSERT INTO steps (story_id, revision, kind, night, at, detail, state)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        values,
    )


def add_episode(connection: Connection, episode: Episode, revision: int) -> None:
    """Store a told night; `revision` is that of the step which told it."""
    connection.execute(
        """
        INSERT INTO episodes (
            story_id, night, version, revision, title, recap, lead, prose, began_from,
            situation, told_on, told_at, wish, notes, notes_raw, calm_ending, retellings,
            first_delta_ms, prose_s, notes_s, standing, wish_dropped
        ) VALUES (
            :story_id, :night, :version, :revision, :title, :recap, :lead, :prose, :began_from,
            :situation, :told_on, :told_at, :wish, :notes, :notes_raw, :calm_ending, :retellings,
            :first_delta_ms, :prose_s, :notes_s, :standing, :wish_dropped
        )
        """,
        {**episode_values(episode), "revision": revision},
    )


def add_decisions(
    connection: Connection, episode: Episode, decisions: Sequence[Decision]
) -> None:
    """Store what was decided about a told night."""
    connection.executemany(
        """
        INSERT INTO decisions (
            story_id, night, version, position, name, proposed, change, outcome, reason, role
        ) VALUES (
            :story_id, :night, :version, :position, :name, :proposed, :change, :outcome, :reason,
            :role
        )
        """,
        [
            decision_values(episode, position, decision)
            for position, decision in enumerate(decisions)
        ],
    )


def review_episode(connection: Connection, episode: Episode, revision: int) -> None:
    """Write what the notes made of a told night; refuse it unless the night waits for that."""
    done = connection.execute(
        "UPDATE episodes SET reviewed = :revision, title = :title, recap = :recap,"
        " situation = :situation, notes = :notes, notes_raw = :notes_raw,"
        " notes_s = :notes_s WHERE story_id = :story_id AND night = :night"
        " AND version = :version AND reviewed IS NULL AND standing = 'told'",
        {**episode_values(episode), "revision": revision},
    )
    if done.rowcount != 1:
        refuse(f"night {episode.night} does not wait for notes")


def latest_episode(connection: Connection, story_id: str, night: int) -> Row | None:
    """Return the row of the version of a night that counts."""
    row: Row | None = connection.execute(
        "SELECT * FROM episodes WHERE story_id = ? AND night = ? AND standing = 'told'"
        " ORDER BY version DESC LIMIT 1",
        (story_id, night),
    ).fetchone()
    return row


def newest_version(connection: Connection, story_id: str, night: int) -> int:
    """Return the number of a night's last version, whether it counts or not; 0 if it was never told."""
    versions = connection.execute(
        "SELECT max(version) FROM episodes WHERE story_id = ? AND night = ?",
        (story_id, night),
    ).fetchone()
    return versions[0] or 0


def set_standing(connection: Connection, episode: Episode, standing: Standing) -> None:
    """Let the telling of a night that counts no longer count."""
    connection.execute(
        "UPDATE episodes SET standing = ?"
        " WHERE story_id = ? AND night = ? AND standing = 'told'",
        (standing.value, episode.story_id, episode.night),
    )


def state_before(
    connection: Connection, story_id: str, night: int
) -> StoryState | None:
    """Return the last state before the night was told, as it counts; None if the journal does not know it."""
    told = latest_episode(connection, story_id, night)
    if told is None:
        return None
    step = connection.execute(
        "SELECT * FROM steps WHERE story_id = ? AND revision < ? AND night < ?"
        " ORDER BY revision DESC LIMIT 1",
        (story_id, told["revision"], night),
    ).fetchone()
    return None if step is None else _state(step)


def with_decisions(
    connection: Connection, story_id: str, rows: Sequence[Row]
) -> list[Episode]:
    """Return the told nights of these rows, in their order, each with its decisions."""
    nights = [row["night"] for row in rows]
    found: defaultdict[tuple[int, int], list[Decision]] = defaultdict(list)
    for row in connection.execute(
        "SELECT * FROM decisions WHERE story_id = ? AND night BETWEEN ? AND ?"
        " ORDER BY night, version, position",
        (story_id, min(nights, default=0), max(nights, default=0)),
    ):
        found[row["night"], row["version"]].append(decision_from_row(row))
    return [episode_from_row(row, found[row["night"], row["version"]]) for row in rows]


def summary(connection: Connection, story: Row) -> StorySummary:
    """Return what is known of a story by its own row and its last step."""
    step = _newest_step(connection, story["story_id"])
    if step is None:
        refuse("a story has no steps")
    state = _state(step)
    return StorySummary(
        story_id=state.story_id,
        title=state.title,
        language=state.reference.language,
        protagonist=state.cast.protagonist.name,
        night=state.night,
        revision=state.revision,
        begun_at=datetime.fromisoformat(story["begun_at"]),
        changed_at=datetime.fromisoformat(step["at"]),
    )


def _newest_step(connection: Connection, story_id: str) -> Row | None:
    row: Row | None = connection.execute(
        "SELECT * FROM steps WHERE story_id = ? ORDER BY revision DESC LIMIT 1",
        (story_id,),
    ).fetchone()
    return row


def _state(step: Row) -> StoryState:
    try:
        return state_from_dict(json.loads(step["state"]))
    except (InvalidStateError, ValueError) as err:
        message = "the journaled state cannot be read"
        raise StoreError(message) from err
