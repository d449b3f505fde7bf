"""An exported story, read back. Nothing in the file is trusted: it may be old, edited, broken or hostile.

The state must be as it must be, or nothing is imported. A night, a chapter, the steps or the rules that are not are left
out, and named.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any

from .chapters import MAX_BOOK, MAX_CHAPTER, Chapter, Maker
from .errors import (
    ImportNewerError,
    ImportRefusedError,
    ImportTooBigError,
    InvalidStateError,
)
from .exported import FORMAT, FORMAT_VERSION
from .hearable import Hearing
from .model import (
    DeathPolicy,
    Decision,
    Episode,
    HouseRules,
    NotesStatus,
    Standing,
    StoryState,
)
from .own_words import MOST_WORDS, read_words, word_error
from .replay import TOLD, Step, apply, decision_from_dict
from .state import canonical_json, state_from_dict, state_to_dict

MAX_BYTES = 32 * 1024 * 1024
"""Far more than a thousand nights take."""
MAX_BRACKETS = 1_000_000
"""Objects and lists in a file; so many empty ones would fill the memory of a small computer."""
MAX_COMMAS = 2_000_000
"""The same of values; commas in texts are counted with them."""
MAX_DEPTH = 50
"""An exported story has less than ten."""
MAX_TEXT = 200_000
"""Characters of one text of a night."""
MAX_NUMBER = 1_000_000_000

_BROKEN = (AttributeError, InvalidStateError, KeyError, TypeError, ValueError)
"""What reading data of the wrong shape raises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedNight:
    """One version of a night, and the revision of the step that told it; 0 if no step is known."""

    episode: Episode
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A story from a file, and what in the file was refused ("night 3, version 1", "steps", "rules")."""

    state: StoryState
    rules: HouseRules
    nights: tuple[ImportedNight, ...]
    steps: tuple[Step, ...]
    chapters: tuple[Chapter, ...]
    refused: tuple[str, ...]

    def renamed(self, story_id: str) -> Imported:
        """Return the same story under another id."""
        return replace(
            self,
            state=replace(self.state, story_id=story_id),
            nights=tuple(
                replace(night, episode=replace(night.episode, story_id=story_id))
                for night in self.nights
            ),
            steps=tuple(_step_renamed(step, story_id) for step in self.steps),
        )


def read_export(raw: bytes) -> Imported:
    """Return the story in a file; raise an ImportRefusedError where there is none."""
    data = _parsed(raw)
    try:
        state = state_from_dict(data.get("state"))
    except InvalidStateError as err:
        reason = ": ".join(err.placeholders.values())
        raise ImportRefusedError(reason=reason) from err
    refused: list[str] = []
    steps = _steps(data.get("steps"), state, refused)
    return Imported(
        state=state,
        rules=_rules(data.get("rules"), refused),
        nights=_nights(data.get("episodes"), state, steps, refused),
        steps=steps,
        chapters=_chapters(data.get("chapters"), refused),
        refused=tuple(refused),
    )


def _parsed(raw: bytes) -> dict[str, Any]:
    if (
        len(raw) > MAX_BYTES
        or raw.count(b"{") + raw.count(b"[") > MAX_BRACKETS
        or raw.count(b",") > MAX_COMMAS
    ):
        raise ImportTooBigError
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except RecursionError as err:
        raise ImportTooBigError from err
    except ValueError as err:
        raise ImportRefusedError(reason="not_json") from err
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ImportRefusedError(reason="not_a_story")
    _check_depth(data)
    version = data.get("format_version")
    if type(version) is not int or version < 1:
        raise ImportRefusedError(reason="format_version")
    if version > FORMAT_VERSION:
        raise ImportNewerError
    return data


def _check_depth(data: object) -> None:
    """Refuse what is nested so deeply that writing it again could fail."""
    layer: list[Any] = [data]
    for _ in range(MAX_DEPTH):
        layer = [
            inner
            for each in layer
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, dict | list)
        ]
        if not layer:
            return
    raise ImportTooBigError


def _rules(data: object, refused: list[str]) -> HouseRules:
    try:
        rules = _rules_from(_mapping(data))
    except _BROKEN:
        refused.append("rules")
        return HouseRules()
    return rules


def _rules_from(data: Mapping[str, Any]) -> HouseRules:
    """Return the rules in this data, within what the form for them allows."""
    rules = HouseRules(
        death_policy=DeathPolicy(data["death_policy"]),
        max_active=_whole(data["max_active"]),
        minutes=_amount(data["minutes"]),
        nights_a_day=_whole(data["nights_a_day"]),
        day_starts_at=time.fromisoformat(data["day_starts_at"]),
        foreign_words=read_words(map(_text, _list(data.get("foreign_words", [])))),
    )
    if not (
        2 <= rules.max_active <= 20  # noqa: PLR2004 - the limits of the form
        and 0.5 <= rules.minutes <= 15  # noqa: PLR2004
        and 1 <= rules.nights_a_day <= 3  # noqa: PLR2004
        and rules.day_starts_at.tzinfo is None
        and len(rules.foreign_words) <= MOST_WORDS
        and not any(map(word_error, rules.foreign_words))
    ):
        raise ValueError
    return rules


# Steps -------------------------------------------------------------------------------------------------


def _steps(data: object, state: StoryState, refused: list[str]) -> tuple[Step, ...]:
    """Return the steps if replaying them leads to the state; else none of them."""
    try:
        steps = tuple(_replayed(_list(data), state.story_id))
    except _BROKEN:
        steps = ()
    if not steps or steps[-1].state != canonical_json(state_to_dict(state)):
        refused.append("steps")
        return ()
    return steps


def _replayed(items: Iterable[object], story_id: str) -> Iterable[Step]:
    state: StoryState | None = None
    for item in items:
        data = _mapping(item)
        detail = _mapping(data["detail"])
        before, kind = state, _text(data["kind"])
        # What a step makes of odd values is read anew, as every state that comes from outside.
        state = state_from_dict(state_to_dict(apply(before, kind, detail)))
        revision, night = _whole(data["revision"]), _whole(data["night"])
        follows = before is None or before.revision < revision
        if not follows or (state.story_id, state.revision, state.night) != (
            story_id,
            revision,
            night,
        ):
            raise ValueError
        yield Step(
            story_id=story_id,
            revision=revision,
            kind=kind,
            night=night,
            at=_moment(data["at"]),
            detail=detail,
            state=canonical_json(state_to_dict(state)),
        )


def _step_renamed(step: Step, story_id: str) -> Step:
    detail = dict(step.detail)
    if "state" in detail:
        detail["state"] = {**detail["state"], "story_id": story_id}
    state = {**json.loads(step.state), "story_id": story_id}
    return replace(step, story_id=story_id, detail=detail, state=canonical_json(state))


# Nights ------------------------------------------------------------------------------------------------


def _nights(
    data: object,
    state: StoryState,
    steps: Iterable[Step],
    refused: list[str],
) -> tuple[ImportedNight, ...]:
    """Return the nights that are whole and fit to each other and to the state."""
    told = {
        (step.night, step.detail.get("version")): step.revision
        for step in steps
        if step.kind == TOLD
    }
    versions: defaultdict[int, list[Episode]] = defaultdict(list)
    try:
        items = _list(data)
    except TypeError:
        refused.append("episodes")
        items = []
    hearing = Hearing(state.cast, state.reference.language)
    for index, item in enumerate(items):
        try:
            episode = _episode(_mapping(item), state.story_id)
            _check_fits(episode, versions[episode.night], state)
            _check_hearable(episode, hearing)
        except _BROKEN:
            refused.append(_place(item, index))
        else:
            versions[episode.night].append(episode)
    return tuple(
        ImportedNight(
            episode=episode, revision=told.get((episode.night, episode.version), 0)
        )
        for night in sorted(versions)
        for episode in versions[night]
    )


def _check_fits(
    episode: Episode, earlier: Iterable[Episode], state: StoryState
) -> None:
    """Raise ValueError unless a version follows the earlier ones, and at most one of a told night counts."""
    earlier = tuple(earlier)
    counts = episode.standing is Standing.TOLD
    if (
        episode.version != len(earlier) + 1
        or (counts and episode.night > state.night)
        or (counts and any(each.standing is Standing.TOLD for each in earlier))
    ):
        raise ValueError


def _check_hearable(episode: Episode, hearing: Hearing) -> None:
    """Raise ValueError if a night that counts, and so may be read aloud again, is not fit for that."""
    if episode.standing is not Standing.TOLD:
        return
    for text in (episode.lead, episode.prose, episode.recap):
        if not hearing.may_hear(text):
            raise ValueError


def _episode(data: Mapping[str, Any], story_id: str) -> Episode:
    return Episode(
        story_id=story_id,
        night=_whole(data["night"], least=1),
        version=_whole(data["version"], least=1),
        standing=Standing(data["standing"]),
        told_on=date.fromisoformat(data["told_on"]),
        told_at=_moment(data["told_at"]),
        notes=NotesStatus(data["notes"]),
        calm_ending=_flag(data["calm_ending"]),
        retellings=_whole(data["retellings"]),
        first_delta_ms=_amount(data["first_delta_ms"]),
        prose_s=_amount(data["prose_s"]),
        notes_s=_amount(data["notes_s"]),
        decisions=tuple(_decision(item) for item in _list(data["decisions"])),
        title=_text(data["title"]),
        recap=_text(data["recap"]),
        lead=_text(data["lead"]),
        prose=_text(data["prose"]),
        began_from=_text(data["began_from"]),
        situation=_text(data["situation"]),
        wish=_text(data["wish"]),
        wish_dropped=_flag(data["wish_dropped"]),
        notes_raw=_text(data["notes_raw"]),
    )


def _decision(item: object) -> Decision:
    decision = decision_from_dict(_mapping(item))
    _text(decision.name)
    _text(decision.role)
    _whole(decision.night, least=1)
    return decision


def _place(item: object, index: int) -> str:
    """Return where in the file a refused night stands, by its number if it has one."""
    if isinstance(item, Mapping):
        night, version = item.get("night"), item.get("version")
        if type(night) is int and type(version) is int:
            return f"night {night}, version {version}"[:80]
    return f"episodes.{index}"


# Chapters ----------------------------------------------------------------------------------------------


def _chapters(data: object, refused: list[str]) -> tuple[Chapter, ...]:
    """Return the chapters if all are whole; one that does not fit to the nights never counts anyway."""
    try:
        chapters = tuple(_chapter(_mapping(item)) for item in _list(data))
    except _BROKEN:
        chapters = ()
        refused.append("chapters")
    # The same chapter twice is one chapter.
    return tuple({(each.number, each.source): each for each in chapters}.values())


def _chapter(data: Mapping[str, Any]) -> Chapter:
    chapter = Chapter(
        number=_whole(data["number"], least=1),
        source=_text(data["source"]),
        text=_text(data["text"]),
        made_by=Maker(data["made_by"]),
        book=_text(data["book"]),
        book_made_by=Maker(data["book_made_by"]),
    )
    if len(chapter.text) > MAX_CHAPTER or len(chapter.book) > MAX_BOOK:
        raise ValueError
    return chapter


# Values ------------------------------------------------------------------------------------------------


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise TypeError
    value.encode()
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _whole(value: object, *, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= MAX_NUMBER:
        raise TypeError
    return value


def _amount(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    if not 0 <= value <= MAX_NUMBER:
        raise ValueError
    return float(value)


def _moment(value: object) -> datetime:
    """Return a moment that knows its zone."""
    moment = datetime.fromisoformat(_text(value))
    if moment.tzinfo is None:
        raise ValueError
    return moment
