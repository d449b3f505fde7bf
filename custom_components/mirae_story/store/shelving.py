"""How an imported story comes into the journal: with its steps, nights and chapters, as if it had been told here."""

from datetime import datetime
from sqlite3 import Connection

from ..story.imported import Imported, ImportedNight
from ..story.model import NotesStatus, StoryState
from ..story.replay import IMPORTED, Step, whole_detail
from ..story.state import canonical_json
from .chapters import insert_chapter
from .rows import plain_text
from .statements import add_decisions, add_episode, add_step, add_story


def shelve(connection: Connection, imported: Imported, at: datetime) -> StoryState:
    """Store an imported story that the journal does not know, and return its state: one step after the file's."""
    state = imported.state.advanced()
    add_story(connection, state, at)
    for step in imported.steps:
        _add_old_step(connection, step)
    for night in imported.nights:
        _add_night(connection, night)
    for chapter in imported.chapters:
        insert_chapter(connection, state.story_id, chapter, at)
    what = {"refused": list(imported.refused)}
    add_step(connection, IMPORTED, whole_detail(state, what), state, at)
    return state


def _add_old_step(connection: Connection, step: Step) -> None:
    connection.execute(
        "INSERT INTO steps (story_id, revision, kind, night, at, detail, state)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            step.story_id,
            step.revision,
            plain_text(step.kind),
            step.night,
            step.at.isoformat(),
            plain_text(canonical_json(step.detail)),
            step.state,
        ),
    )


def _add_night(connection: Connection, night: ImportedNight) -> None:
    episode = night.episode
    add_episode(connection, episode, night.revision)
    add_decisions(connection, episode, episode.decisions)
    if episode.notes is not NotesStatus.WAITING:
        connection.execute(
            "UPDATE episodes SET reviewed = ?"
            " WHERE story_id = ? AND night = ? AND version = ?",
            (night.revision, episode.story_id, episode.night, episode.version),
        )
