"""Reads conversations and questions about them, in three formats, as turns and what is asked."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from custom_components.mirae_story.memory.model import Turn

_EVIDENCE = re.compile(r"D\d+:\d+")
_SESSION_TIME = "%I:%M %p on %d %B, %Y"
_UNANSWERABLE = 5
_CHUNK = 2
"""Consecutive turns of a conversation that make one turn of question and answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question."""

    text: str
    at: datetime
    evidence: tuple[int, ...]
    """Turns that hold what the answer needs, one for each piece of evidence."""
    kind: str
    answerable: bool = True
    superseded: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """One memory: its turns in order of time, and what is asked."""

    turns: tuple[Turn, ...]
    questions: tuple[Asked, ...]
    gated: bool = False
    """Whether questions without evidence must bring up nothing at all."""


def read(path: Path) -> list[Corpus]:
    """Return the memories of a file; raise ValueError if it has none of the formats."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(data, list) and data and "conversation" in data[0]:
        return [_conversation(one) for one in data]
    if isinstance(data, dict) and "data" in data:
        return [_paragraphs(data["data"])]
    if isinstance(data, dict) and "turns" in data:
        return [_home(data)]
    msg = f"{path.name}: neither conversations, paragraphs nor turns"
    raise ValueError(msg)


def _conversation(one: dict[str, Any]) -> Corpus:
    """Read a conversation of many sessions (LoCoMo)."""
    turns: list[Turn] = []
    places: dict[str, int] = {}
    for at, said in _sessions(one["conversation"]):
        for start in range(0, len(said), _CHUNK):
            pair = said[start : start + _CHUNK]
            turns.append(
                Turn(
                    turn_id=len(turns) + 1,
                    workspace="conversation",
                    question=_line(pair[0]),
                    answer=_line(pair[1]) if len(pair) == _CHUNK else "",
                    at=at + timedelta(seconds=10 * start),
                )
            )
            places |= {line["dia_id"]: len(turns) for line in pair}
    asked_at = turns[-1].at + timedelta(days=1)
    questions = tuple(
        Asked(
            text=question["question"],
            at=asked_at,
            evidence=evidence,
            kind=str(question["category"]),
            answerable=question["category"] != _UNANSWERABLE,
        )
        for question in one["qa"]
        if (evidence := _found(question["evidence"], places))
    )
    return Corpus(turns=tuple(turns), questions=questions)


def _sessions(
    conversation: dict[str, Any],
) -> Iterator[tuple[datetime, list[dict[str, str]]]]:
    numbers = (
        int(key.removeprefix("session_"))
        for key, value in conversation.items()
        if isinstance(value, list)
    )
    for number in sorted(numbers):
        time = conversation[f"session_{number}_date_time"]
        at = datetime.strptime(time.upper(), _SESSION_TIME).replace(tzinfo=UTC)
        yield at, conversation[f"session_{number}"]


def _line(said: dict[str, str]) -> str:
    picture = said.get("blip_caption")
    words = f"{said['text']} {picture}" if picture else said["text"]
    return f"{said['speaker']}: {words}"


def _found(evidence: list[str], places: dict[str, int]) -> tuple[int, ...]:
    named = dict.fromkeys(_EVIDENCE.findall(" ".join(evidence)))
    return tuple(places[name] for name in named if name in places)


def _paragraphs(articles: list[dict[str, Any]]) -> Corpus:
    """Read paragraphs of articles (JSQuAD); each is a day of its own."""
    first = datetime(2026, 1, 1, tzinfo=UTC)
    turns: list[Turn] = []
    asked: list[tuple[str, int]] = []
    for paragraph in (one for article in articles for one in article["paragraphs"]):
        turns.append(
            Turn(
                turn_id=len(turns) + 1,
                workspace="paragraphs",
                question="",
                answer=paragraph["context"],
                at=first + timedelta(days=len(turns)),
            )
        )
        asked += [(question["question"], len(turns)) for question in paragraph["qas"]]
    at = turns[-1].at + timedelta(days=1)
    questions = tuple(
        Asked(text=text, at=at, evidence=(place,), kind="paragraph")
        for text, place in asked
    )
    return Corpus(turns=tuple(turns), questions=questions)


def _home(data: dict[str, Any]) -> Corpus:
    """Read conversations of a home; turns and questions carry their time."""
    pinned = frozenset(data.get("pinned", ()))
    said = sorted(data["turns"], key=lambda turn: datetime.fromisoformat(turn["time"]))
    places = {turn["id"]: place for place, turn in enumerate(said, 1)}
    turns = tuple(
        Turn(
            turn_id=places[turn["id"]],
            workspace="home",
            question=turn["question"],
            answer=turn["answer"],
            at=datetime.fromisoformat(turn["time"]),
            speaker=turn.get("speaker"),
            pinned=turn["id"] in pinned,
        )
        for turn in said
    )
    questions = tuple(
        Asked(
            text=question["question"],
            at=datetime.fromisoformat(question["time"]),
            evidence=tuple(places[name] for name in question["evidence"]),
            kind=question["kind"],
            answerable=bool(question["evidence"]),
            superseded=frozenset(
                places[name] for name in question.get("superseded", ())
            ),
        )
        for question in data["questions"]
    )
    return Corpus(turns=turns, questions=questions, gated=True)
