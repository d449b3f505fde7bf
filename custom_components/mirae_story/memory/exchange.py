"""A workspace as data that leaves the home and comes back. Nothing that comes back is trusted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from .model import Turn

FORMAT: Final = "mirae_story.memory"
FORMAT_VERSION: Final = 1
MOST_TURNS: Final = 200_000
LONGEST_TEXT: Final = 20_000
"""Characters of a question or an answer."""
LONGEST_SPEAKER: Final = 200
EARLIEST_YEAR: Final = 1970
LATEST_YEAR: Final = 2200
_LONGEST_TIME: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An entry that was left out, and why."""

    index: int
    """Its place in the list of turns."""
    reason: str
    """`not_an_entry`, `question`, `answer`, `at`, `speaker` or `pinned`: the field that is not as it must be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What became of the entries of an import."""

    added: int = 0
    known: int = 0
    """Entries that were in the workspace already; they are not added twice."""
    refused: tuple[Refusal, ...] = ()
    unreadable: str | None = None
    """Why nothing at all was read: `not_a_memory`, `newer`, `too_many`."""


def exported(workspace: str, turns: Sequence[Turn]) -> dict[str, Any]:
    """Return the turns as data for JSON, the oldest first."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "workspace": workspace,
        "turns": [
            {
                "question": turn.question,
                "answer": turn.answer,
                "at": turn.at.isoformat(),
                "speaker": turn.speaker,
                "pinned": turn.pinned,
            }
            for turn in turns
        ],
    }


def imported(workspace: str, data: object) -> tuple[list[Turn], ImportReport]:
    """Return the turns that an export holds, and what was not as it must be."""
    entries = data.get("turns") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        return [], ImportReport(unreadable="not_a_memory")
    if data.get("version") != FORMAT_VERSION:
        return [], ImportReport(unreadable="newer")
    if not isinstance(entries, list):
        return [], ImportReport(unreadable="not_a_memory")
    if len(entries) > MOST_TURNS:
        return [], ImportReport(unreadable="too_many")
    turns, refused = [], []
    for index, entry in enumerate(entries):
        read = _turn(workspace, entry)
        if isinstance(read, Turn):
            turns.append(read)
        else:
            refused.append(Refusal(index=index, reason=read))
    return turns, ImportReport(refused=tuple(refused))


def _turn(workspace: str, entry: object) -> Turn | str:
    """Return the turn that an entry is, or the reason why it is none."""
    if not isinstance(entry, Mapping):
        return "not_an_entry"
    for name, is_good in _FIELDS.items():
        if not is_good(entry.get(name)):
            return name
    question, answer = entry["question"], entry["answer"]
    if not (question.strip() or answer.strip()):
        return "question"
    return Turn(
        workspace=workspace,
        question=question,
        answer=answer,
        at=datetime.fromisoformat(entry["at"]),
        speaker=entry.get("speaker"),
        pinned=entry.get("pinned") or False,
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _is_time(value: object) -> bool:
    """Tell whether it is a time with its zone, of the years that a home can have lived in."""
    if not isinstance(value, str) or len(value) > _LONGEST_TIME:
        return False
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        return False
    return at.tzinfo is not None and EARLIEST_YEAR < at.year < LATEST_YEAR


_FIELDS: Final[Mapping[str, Callable[[object], bool]]] = {
    "question": _is_text,
    "answer": _is_text,
    "at": _is_time,
    "speaker": lambda value: (
        value is None or (isinstance(value, str) and len(value) <= LONGEST_SPEAKER)
    ),
    "pinned": lambda value: value is None or isinstance(value, bool),
}
