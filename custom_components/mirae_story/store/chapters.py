"""How chapters stand in their table."""

from datetime import datetime
from sqlite3 import Connection

from ..story.chapters import Chapter, Maker
from .rows import plain_text


def insert_chapter(
    connection: Connection, story_id: str, chapter: Chapter, at: datetime
) -> None:
    """Store a chapter; one that is there in this form already is refused by its key."""
    connection.execute(
        "INSERT INTO chapters"
        " (story_id, number, source, text, made_by, book, book_made_by, made_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            story_id,
            chapter.number,
            chapter.source,
            plain_text(chapter.text),
            chapter.made_by.value,
            plain_text(chapter.book),
            chapter.book_made_by.value,
            at.isoformat(),
        ),
    )


def chapters_of(connection: Connection, story_id: str) -> list[Chapter]:
    """Return all chapters of a story, in the order of their numbers and their making."""
    rows = connection.execute(
        "SELECT * FROM chapters WHERE story_id = ? ORDER BY number, made_at",
        (story_id,),
    )
    return [
        Chapter(
            number=row["number"],
            source=row["source"],
            text=row["text"],
            made_by=Maker(row["made_by"]),
            book=row["book"],
            book_made_by=Maker(row["book_made_by"]),
        )
        for row in rows
    ]
