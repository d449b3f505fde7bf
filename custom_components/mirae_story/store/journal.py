"""The journal of all stories in SQLite: every step, every told night, every decision."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from sqlite3 import Connection, Row
from typing import Any, override

from ..story.chapters import Chapter
from ..story.imported import Imported
from ..story.lookback import Recalled, folded, look_back
from ..story.model import Decision, Episode, NotesStatus, Standing, StoryState
from ..story.ports import Journal
from ..story.replay import (
    ADOPTED,
    BEGUN,
    CHAPTER,
    REVIEWED,
    TOLD,
    UNDONE,
    Step,
    chapter_detail,
    replay,
    reviewed_detail,
    told_detail,
    whole_detail,
)
from ..story.state import check_state
from .chapters import chapters_of, insert_chapter
from .database import Database
from .rows import plain_text, step_from_row
from .shelf import open_wish_again, take_off
from .shelving import shelve
from .statements import (
    StorySummary,
    add_decisions,
    add_episode,
    add_step,
    add_story,
    adopt,
    check_told,
    follow,
    latest_episode,
    leading,
    newest_state,
    refuse,
    review_episode,
    set_standing,
    state_before,
    summary,
    with_decisions,
)

__all__ = ["SqliteJournal", "StorySummary"]

PASSAGES = 5
"""Most told nights that `passages` returns."""

_LATEST = """
    SELECT * FROM episodes AS told WHERE story_id = :story_id AND version = (
        SELECT max(version) FROM episodes
        WHERE story_id = told.story_id AND night = told.night AND standing = 'told'
    ) ORDER BY night DESC LIMIT :last
"""


class SqliteJournal(Journal):
    """A journal in a database.

    Raises StoreError where a step does not follow the last one (its revision or night skips, a night is told
    twice) and InvalidStateError where its state breaks the rules; nothing of such a step is kept.
    """

    def __init__(self, database: Database) -> None:
        """Write to this database, which is open as long as the journal is in use."""
        self._database = database

    # Writing -------------------------------------------------------------------------------------------

    @override
    async def begin(self, state: StoryState, at: datetime) -> None:
        check_state(state)
        if (state.revision, state.night) != (1, 0):
            refuse("a story begins with revision 1 and night 0")

        def work(connection: Connection) -> None:
            add_story(connection, state, at)
            add_step(connection, BEGUN, whole_detail(state), state, at)

        await self._database.write(work)

    @override
    async def add_told(self, episode: Episode, state: StoryState) -> None:
        check_state(state)

        def work(connection: Connection) -> None:
            before = follow(connection, state)
            check_told(connection, episode, before, state)
            detail = told_detail(state, episode.version)
            if episode.night == before.night:
                set_standing(connection, episode, Standing.SUPERSEDED)
                detail = whole_detail(state, detail)
            else:
                detail = leading(before, TOLD, detail, state)
            add_episode(connection, episode, state.revision)
            take_off(connection, episode)
            add_step(connection, TOLD, detail, state, episode.told_at)

        await self._database.write(work)

    @override
    async def add_reviewed(
        self,
        episode: Episode,
        decisions: Sequence[Decision],
        state: StoryState,
        at: datetime,
    ) -> None:
        check_state(state)

        def work(connection: Connection) -> None:
            before = follow(connection, state)
            if not before.night == state.night == episode.night:
                refuse("only the last told night is reviewed")
            review_episode(connection, episode, state.revision)
            add_decisions(connection, episode, decisions)
            detail = reviewed_detail(state, decisions)
            detail = leading(before, REVIEWED, detail, state)
            add_step(connection, REVIEWED, detail, state, at)

        await self._database.write(work)

    @override
    async def add_edit(
        self, kind: str, detail: Mapping[str, Any], state: StoryState, at: datetime
    ) -> None:
        """Journal another step; `adopted` may skip revisions and be the first that is known of its story."""
        check_state(state)

        def work(connection: Connection) -> None:
            if kind == ADOPTED:
                adopt(connection, state, at)
            else:
                follow(connection, state)
            add_step(connection, kind, whole_detail(state, detail), state, at)

        await self._database.write(work)

    @override
    async def undo(self, episode: Episode, state: StoryState, at: datetime) -> None:
        check_state(state)

        def work(connection: Connection) -> None:
            before = follow(connection, state)
            if not before.night == episode.night > state.night:
                refuse("only the last told night is undone")
            set_standing(connection, episode, Standing.VOID)
            open_wish_again(connection, episode)
            what = {"undone": episode.night, "version": episode.version}
            add_step(connection, UNDONE, whole_detail(state, what), state, at)

        await self._database.write(work)

    @override
    async def keep_raw_notes(
        self, story_id: str, night: int, raw: str, status: NotesStatus
    ) -> None:
        def work(connection: Connection) -> None:
            row = latest_episode(connection, story_id, night)
            if row is None or row["reviewed"] is not None:
                refuse("no night waits for these notes")
            connection.execute(
                "UPDATE episodes SET notes_raw = ?, notes = ?"
                " WHERE story_id = ? AND night = ? AND version = ?",
                (plain_text(raw), status.value, story_id, night, row["version"]),
            )

        await self._database.write(work)

    @override
    async def add_chapter(
        self, chapter: Chapter, state: StoryState, at: datetime
    ) -> None:
        check_state(state)

        def work(connection: Connection) -> None:
            insert_chapter(connection, state.story_id, chapter, at)
            if newest_state(connection, state.story_id) == state:
                return
            before = follow(connection, state)
            detail = chapter_detail(state, chapter.number)
            detail = leading(before, CHAPTER, detail, state)
            add_step(connection, CHAPTER, detail, state, at)

        await self._database.write(work)

    async def bring_in(self, imported: Imported, at: datetime) -> StoryState:
        """Journal an imported story and return its state; refuse one whose id is in use."""
        check_state(imported.state.advanced())
        return await self._database.write(
            lambda connection: shelve(connection, imported, at)
        )

    async def wipe(self, story_id: str) -> None:
        """Delete a story with all its nights, so that its words are nowhere in the database's files.

        Damaged copies of the database go with it, since nobody can tell what is in them.
        """

        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM stories WHERE story_id = ?", (story_id,))

        await self._database.write(work)
        await self._database.compact()
        await self._database.drop_damaged()

    # Reading -------------------------------------------------------------------------------------------

    @override
    async def state(self, story_id: str) -> StoryState | None:
        return await self._database.read(lambda own: newest_state(own, story_id))

    @override
    async def episode(self, story_id: str, night: int) -> Episode | None:
        def work(connection: Connection) -> Episode | None:
            row = latest_episode(connection, story_id, night)
            if row is None:
                return None
            return with_decisions(connection, story_id, [row])[0]

        return await self._database.read(work)

    @override
    async def episodes(
        self, story_id: str, *, last: int | None = None
    ) -> list[Episode]:
        def work(connection: Connection) -> list[Episode]:
            rows = connection.execute(
                _LATEST, {"story_id": story_id, "last": -1 if last is None else last}
            ).fetchall()
            return with_decisions(connection, story_id, rows[::-1])

        return await self._database.read(work)

    @override
    async def state_before(self, story_id: str, night: int) -> StoryState | None:
        return await self._database.read(
            lambda connection: state_before(connection, story_id, night)
        )

    @override
    async def versions(self, story_id: str, night: int | None = None) -> list[Episode]:
        def work(connection: Connection) -> list[Episode]:
            rows = connection.execute(
                "SELECT * FROM episodes WHERE story_id = :story_id"
                " AND night = coalesce(:night, night) ORDER BY night, version",
                {"story_id": story_id, "night": night},
            ).fetchall()
            return with_decisions(connection, story_id, rows)

        return await self._database.read(work)

    @override
    async def passages(self, story_id: str, words: Sequence[str]) -> list[Episode]:
        wanted = [key for word in words if (key := folded(word).strip())]

        def work(connection: Connection) -> list[Episode]:
            rows: list[Row] = []
            newest_first = {"story_id": story_id, "last": -1}
            for row in connection.execute(_LATEST, newest_first):
                prose = folded(row["prose"])
                if any(word in prose for word in wanted):
                    rows.append(row)
                if len(rows) == PASSAGES:
                    break
            return with_decisions(connection, story_id, rows)

        return await self._database.read(work) if wanted else []

    @override
    async def recalled(
        self, story_id: str, words: Sequence[str], *, before: int
    ) -> list[Recalled]:
        def work(connection: Connection) -> list[Recalled]:
            rows = connection.execute(_LATEST, {"story_id": story_id, "last": -1})
            told = ((row["night"], row["prose"]) for row in rows)
            return look_back((each for each in told if each[0] < before), words)

        return await self._database.read(work)

    @override
    async def recaps(self, story_id: str) -> list[tuple[int, str]]:
        def work(connection: Connection) -> list[tuple[int, str]]:
            rows = connection.execute(_LATEST, {"story_id": story_id, "last": -1})
            settled = [
                (row["night"], row["recap"])
                for row in rows
                if row["notes"] != NotesStatus.WAITING
            ]
            return settled[::-1]

        return await self._database.read(work)

    @override
    async def chapters(self, story_id: str) -> list[Chapter]:
        return await self._database.read(lambda own: chapters_of(own, story_id))

    async def stories(self) -> list[StorySummary]:
        """Return what is known of every story, in the order of their beginnings."""

        def work(connection: Connection) -> list[StorySummary]:
            stories = connection.execute(
                "SELECT * FROM stories ORDER BY begun_at, story_id"
            ).fetchall()
            return [summary(connection, story) for story in stories]

        return await self._database.read(work)

    async def steps(self, story_id: str) -> list[Step]:
        """Return every step of a story, oldest first."""

        def work(connection: Connection) -> list[Step]:
            rows = connection.execute(
                "SELECT * FROM steps WHERE story_id = ? ORDER BY revision", (story_id,)
            )
            return [step_from_row(row) for row in rows]

        return await self._database.read(work)

    async def replay(self, story_id: str) -> StoryState | None:
        """Return the state that the details of all steps lead to, without looking at journaled states."""
        return replay(await self.steps(story_id))
