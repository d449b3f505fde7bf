"""Reading the model's notes: whatever came back, something safe is made of it, in bounded time.

Strict JSON is read as it is. What is nearly JSON goes through the repairer, and is marked, since a repair may change
what was meant. A reply without any JSON may be notes in plain lines (`note_lines`). Nothing here decides anything: `continuity` does.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .model import Change, Notes, Proposal
from .names import fold
from .note_lines import Entry, read_lines
from .ports import JsonRepair

MAX_RAW = 65_536
"""Characters of a reply that are looked at, reasoning included."""
MAX_READ = 32_768
"""Characters of a reply that are looked at, reasoning aside; the rest counts as cut off."""
MAX_PROPOSALS = 100
"""Entries of one list that are looked at."""
MAX_DEPTH = 32
"""Levels of nesting beyond which a reply is no notes."""
_MAX_TRIES = 16
_MAX_REPAIRS = 2
_TEXTS = ("title", "recap", "summary", "situation")
_LISTS = {"joined": Change.JOINED, "left": Change.LEFT, "died": Change.DIED}
_DETAILS = {"joined": ("role",), "left": ("reason",), "died": ("how",)}
_CLAIMS = frozenset({"protagonist", "hero", "heroine", "main_character", "主人公"})
_RENAMES = frozenset({"rename", "renamed", "renames", "replaced", "replaces"})
_SCHEMA_WORDS = frozenset({"$schema", "$ref", "$defs", "properties", "items"})
_SCHEMA_TYPES = frozenset({"array", "object", "string"})

_THINKING = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_START = re.compile(r"""[{｛]\s*(?:["'“”„‟＂‘’}｝]|[A-Za-z_])""")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")

MOST_CHANGES = 6
"""Entries that the model is asked for in each list, at most."""
NOTES_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        **{
            key: {
                "type": "array",
                # Without a limit a small model fills its reply with one list.
                "maxItems": MOST_CHANGES,
                "items": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        **{word: {"type": "string"} for word in details},
                    },
                    "required": ["name", *details],
                },
            }
            for key, details in _DETAILS.items()
        },
        **{key: {"type": "string"} for key in _TEXTS},
    },
    "required": [*_LISTS, *_TEXTS],
}
"""The shape that the model is asked for. Servers may ignore it, so nothing is taken on trust."""


class Pairs(list[tuple[str, object]]):
    """A JSON object as its pairs, so that a key given twice is seen twice."""

    def values_of(self, *keys: str) -> list[object]:
        """Return the values of these keys, as often as they are given."""
        return [value for key, value in self if _plain_key(key) in keys]


def read_notes(raw: str, repair: JsonRepair) -> Notes:
    """Return what a reply proposes. Never raises; without notes the result is not `usable`."""
    best: tuple[int, Pairs, bool] | None = None
    text = _without_thinking(raw[:MAX_RAW])
    for found, repaired in _objects(text, repair):
        notes = _unwrap(found)
        known = len(_known_keys(notes)) if notes is not None else 0
        if notes is not None and known and (best is None or known >= best[0]):
            best = (known, notes, repaired)
    if best is not None:
        return _notes(best[1], repaired=best[2])
    lines = [] if "{" in text else read_lines(text)
    return _notes(_as_pairs(lines), repaired=False) if lines else Notes()


def _as_pairs(lines: Sequence[tuple[str, str | list[Entry]]]) -> Pairs:
    return Pairs(
        (key, value if isinstance(value, str) else [Pairs(entry) for entry in value])
        for key, value in lines
    )


def _without_thinking(raw: str) -> str:
    """Return a reply without its reasoning; what follows reasoning that has no end is dropped with it."""
    kept: list[str] = []
    at, thinking = 0, False
    for tag in _THINKING.finditer(raw):
        if tag[1]:
            # Some chat templates swallow the tag that opens the reasoning.
            kept = kept if thinking else []
            at, thinking = tag.end(), False
        elif not thinking:
            kept.append(raw[at : tag.start()])
            thinking = True
    if not thinking:
        kept.append(raw[at:])
    return " ".join(kept)[:MAX_READ]


def _objects(text: str, repair: JsonRepair) -> Iterator[tuple[Pairs, bool]]:
    """Yield the outermost objects in a text, and whether each needed repair; what needed it is the last."""
    decoder = json.JSONDecoder(
        object_pairs_hook=Pairs,
        parse_int=_nothing,
        parse_float=_nothing,
        parse_constant=_nothing,
    )
    at, tries, repairs = 0, 0, 0
    while tries < _MAX_TRIES and (start := _START.search(text, at)):
        tries += 1
        try:
            value, at = decoder.raw_decode(text, start.start())
        except RecursionError:
            return
        except ValueError:
            at = start.start() + 1
            if repairs == _MAX_REPAIRS:
                return
            repairs += 1
            try:
                value = repair(text[start.start() :])
            except ValueError:
                continue
            if isinstance(value, Pairs) and _unwrap(value) is not None:
                yield value, True
                return
        else:
            yield value, False


def _nothing(_: str) -> None:
    """Read a number as nothing: no note is a number, and one of 5,000 digits would be an error."""


def _unwrap(found: Pairs) -> Pairs | None:
    """Return the object that has notes in it: this one, or the one object inside it; never a schema."""
    if _is_too_deep(found) or _is_schema(found):
        return None
    if _known_keys(found):
        return found
    inner = [
        value
        for _, value in found
        if isinstance(value, Pairs) and not _is_schema(value) and _known_keys(value)
    ]
    return inner[0] if len(inner) == 1 else None


def _is_schema(found: Pairs) -> bool:
    """Tell whether an object describes notes instead of being some."""
    if any(type(value) in {list, str} for value in found.values_of(*_LISTS)):
        return False
    return bool(_SCHEMA_WORDS & {key for key, _ in found}) or any(
        isinstance(value, Pairs) and _is_type(value) for _, value in found
    )


def _is_type(found: Pairs) -> bool:
    types = {value for key, value in found if key == "type" and isinstance(value, str)}
    return bool(types & _SCHEMA_TYPES) or bool(
        _SCHEMA_WORDS & {key for key, _ in found}
    )


def _is_too_deep(found: Pairs) -> bool:
    layer: list[object] = [found]
    for _ in range(MAX_DEPTH):
        layer = [
            child
            for each in layer
            if isinstance(each, list)
            for child in (
                [value for _, value in each] if isinstance(each, Pairs) else each
            )
        ]
        if not layer:
            return False
    return True


def _known_keys(found: Pairs) -> set[str]:
    return {key for each, _ in found if (key := _plain_key(each)) in {*_LISTS, *_TEXTS}}


def _plain_key(key: str) -> str:
    return key.strip().casefold()


def _notes(found: Pairs, *, repaired: bool) -> Notes:
    texts = {key: _last_text(found.values_of(key)) for key in _TEXTS}
    proposals = [
        proposal
        for key in _LISTS
        for proposal in _proposals(key, found.values_of(key))[:MAX_PROPOSALS]
    ]
    claims = [
        name
        for value in found.values_of(*_CLAIMS)
        for name, _ in _entries(value, _DETAILS["joined"])
    ]
    return Notes(
        proposals=tuple(proposals),
        **texts,
        repaired=repaired,
        usable=True,
        protagonist=claims[-1] if claims else "",
        renamed=tuple(
            text
            for value in found.values_of(*_RENAMES)
            for text in _texts_within(value)
        ),
    )


def _proposals(key: str, copies: Sequence[object]) -> list[Proposal]:
    """Return what a list proposes; of a list given twice, a death counts only if every copy has it."""
    lists = [_entries(copy, _DETAILS[key]) for copy in copies]
    proposals: dict[str, Proposal] = {}
    for name, detail in (entry for entries in lists for entry in entries):
        is_join = key == "joined"
        proposal = Proposal(
            name=name,
            change=_LISTS[key],
            role=detail if is_join else "",
            detail="" if is_join else detail,
        )
        proposals.setdefault(fold(name), proposal)
    if key == "died" and len(lists) > 1:
        common = set.intersection(*({fold(name) for name, _ in each} for each in lists))
        return [each for each in proposals.values() if fold(each.name) in common]
    return list(proposals.values())


def _entries(value: object, details: Sequence[str]) -> list[tuple[str, str]]:
    """Return names and details of a list, a map or a single entry; what is no text is dropped singly."""
    if isinstance(value, str):
        return [(_text(value), "")]
    if isinstance(value, Pairs):
        return _entries_of_object(value, details)
    if not isinstance(value, list):
        return []
    return [
        entry
        for each in value[:MAX_PROPOSALS]
        if not isinstance(each, list) or isinstance(each, Pairs)
        for entry in _entries(each, details)
    ]


def _entries_of_object(found: Pairs, details: Sequence[str]) -> list[tuple[str, str]]:
    if _is_type(found):
        return []
    names = found.values_of("name")
    if not names:
        return [
            (_text(key), _detail(value, details))
            for key, value in found[:MAX_PROPOSALS]
            if value is not False
        ]
    texts = {_text(name) for name in names if isinstance(name, str)}
    if len(texts) != 1 or not all(isinstance(name, str) for name in names):
        return []
    return [(texts.pop(), _last_text(found.values_of(*details)))]


def _detail(value: object, details: Sequence[str]) -> str:
    if isinstance(value, Pairs):
        return _last_text(value.values_of(*details))
    return _text(value) if isinstance(value, str) else ""


def _last_text(values: Sequence[object]) -> str:
    texts = [_text(value) for value in values if isinstance(value, str)]
    return texts[-1] if texts else ""


def _text(value: str) -> str:
    """Return a text that can be stored: no lone surrogates, no control characters but tabs and line ends."""
    paired = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _UNPRINTABLE.sub("", paired.replace("\r\n", "\n").replace("\ufffd", ""))


def _texts_within(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield _text(each)
        elif isinstance(each, Pairs):
            waiting += [part for pair in each for part in pair]
        elif isinstance(each, list):
            waiting += each
