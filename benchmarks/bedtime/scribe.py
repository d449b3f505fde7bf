"""Notes on a night as models give them: right ones in every shape, and hostile ones."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from custom_components.mirae_story.story.model import Change, Language, StoryState

from .author import Night, stands_in
from .people import WORDS, titled

type Raw = dict[str, Any]

_LISTS = {
    Change.JOINED: "joined",
    Change.RETURNED: "joined",
    Change.LEFT: "left",
    Change.DIED: "died",
}
_TRAPS = 0.25


def right_notes(night: Night, prose: str, state: StoryState, rng: Random) -> str:
    """Return notes that tell what happened in the prose, in some shape, with some harmless mistakes."""
    return _shaped(_contents(night, prose, state, rng), rng)


def _contents(night: Night, prose: str, state: StoryState, rng: Random) -> Raw:
    words = WORDS[night.language]
    texts = words.NOTE_TEXTS
    hero = state.cast.protagonist.name
    notes: Raw = {"joined": [], "left": [], "died": []}
    known = {member.name for member in state.cast.members}
    for gold in night.heard(prose):
        if not gold.noted:
            continue
        name = gold.name
        if name in known:
            name = titled(name, texts["honorifics"], rng)
        entry = {"name": name}
        if gold.change is Change.JOINED:
            entry["role"] = gold.role
        elif gold.change is Change.LEFT:
            entry["reason"] = texts["reason"]
        elif gold.change is Change.DIED:
            entry["how"] = texts["how"]
        notes[_LISTS[gold.change]].append(entry)
    if rng.random() < _TRAPS:
        _add_mistake(notes, night, prose, state, rng)
    notes["title"] = rng.choice(texts["titles"])
    for key in ("recap", "summary", "situation"):
        notes[key] = texts[key].format(h=hero, p=night.place)
    return notes


def _add_mistake(
    notes: Raw, night: Night, prose: str, state: StoryState, rng: Random
) -> None:
    """Add something that must change nothing."""
    texts = WORDS[night.language].NOTE_TEXTS
    away = [m.name for m in state.cast.off_stage if m.status.value == "dead"]
    mistakes: list[tuple[str, str]] = [
        ("joined", state.cast.protagonist.name),
        ("left", state.cast.protagonist.name),
        ("joined", rng.choice(texts["strangers"])),
        ("died", rng.choice(texts["strangers"])),
        ("joined", rng.choice(texts["groups"])),
    ]
    mistakes += [("joined", name) for name in away]
    touched = {gold.name for gold in night.gold}
    mistakes += [
        ("joined", member.name)
        for member in state.cast.on_stage
        if member.name not in touched
    ]
    played = night.played_dead and stands_in(night.play, prose)
    if played and night.played_dead not in touched:
        mistakes += [("died", night.played_dead)] * 3
    key, name = rng.choice(mistakes)
    notes[key].append({"name": name})


def _shaped(notes: Raw, rng: Random) -> str:
    """Return notes as text, in one of the shapes that models give and that need no repair."""
    bare = {k: v for k, v in notes.items() if v or k not in {"left", "died"}}
    maps = {
        **notes,
        "left": {e["name"]: e.get("reason", "") for e in notes["left"]},
    }
    names = {
        key: [e["name"] for e in value] if key in {"left", "died"} else value
        for key, value in notes.items()
    }
    plain = _dump(notes)
    return rng.choice(
        (
            plain,
            plain,
            _dump(notes, indent=2),
            json.dumps(notes),
            f"```json\n{plain}\n```",
            f"<think>Who is new? Let me see. {{}}</think>\n{plain}",
            f"Here are the notes:\n{plain}\nAnything else?",
            _dump({"notes": notes}),
            _dump([notes]),
            _dump(bare),
            _dump(maps),
            _dump(names),
        )
    )


def _dump(value: object, **options: int) -> str:
    return json.dumps(value, ensure_ascii=False, **options)  # type: ignore[arg-type]


# Hostile notes -----------------------------------------------------------------------------------------


def hostile_notes(night: Night, prose: str, state: StoryState, rng: Random) -> str:
    """Return notes that try to break the story, on a night or on nothing at all."""
    hero = state.cast.protagonist
    others = [m.name for m in state.cast.members if not m.protagonist]
    notes = _contents(night, prose, state, rng)
    attack = rng.choice(_ATTACKS)
    if attack == "garbage":
        return _garbage(notes, rng)
    notes |= _attack(attack, hero.name, hero.role, others, night.language, rng)
    raw = _dump(notes)
    if attack == "truncated":
        return raw[: rng.randrange(1, len(raw))]
    if attack == "huge":
        return raw + " " * 1000 + "{" * 50_000
    if attack == "twice":
        return raw[:-1] + ', "died": ' + _dump([hero.name, *others]) + "}"
    return raw if attack != "everything" else f"```json\n{raw}\n```"


_ATTACKS = (
    "kill_hero",
    "hero_leaves",
    "rename_hero",
    "replace_hero",
    "revive",
    "kill_all",
    "all_leave",
    "newcomers",
    "doubles",
    "roles",
    "reference",
    "names",
    "types",
    "truncated",
    "huge",
    "twice",
    "everything",
    "garbage",
)


def _attack(
    attack: str,
    hero: str,
    role: str,
    others: Sequence[str],
    language: Language,
    rng: Random,
) -> Raw:
    words = WORDS[language]
    crowd = [{"name": name, "role": role} for name in words.NAMES]
    spaced = [f" {name} " for name in others]
    attacks: dict[str, Raw] = {
        "kill_hero": {"died": [{"name": hero, "how": "x"}]},
        "hero_leaves": {"left": [{"name": hero, "reason": "x"}, hero]},
        "rename_hero": {
            "protagonist": words.NAMES[0],
            "joined": [{"name": words.NAMES[0], "role": role}],
            "rename": {hero: words.NAMES[0]},
        },
        "replace_hero": {
            "left": [hero],
            "joined": [{"name": words.NAMES[1], "role": role, "protagonist": True}],
        },
        "revive": {"joined": [{"name": name, "role": role} for name in others]},
        "kill_all": {"died": list(others), "joined": []},
        "all_leave": {"left": list(others), "joined": []},
        "newcomers": {"joined": crowd[:40]},
        "doubles": {"joined": [{"name": name} for name in [*spaced, hero.upper()]]},
        "roles": {
            "joined": [{"name": name, "role": "villain"} for name in [hero, *others]]
        },
        "reference": {
            "genre": "horror",
            "premise": "Everybody is dead.",
            "language": "xx",
            "night": 99,
            "audience_age": 99,
            "title": "x" * 5000,
            "summary": "x" * 50_000,
        },
        "names": {"joined": ["", "  ", "x" * 31, "a\nb", "{{x}}", "<b>", "\ud800"]},
        "types": {"joined": 7, "left": {"a": [1, None]}, "died": [[[hero]], True]},
    }
    if attack == "everything":
        some = rng.sample(sorted(attacks), 4)
        return {key: value for each in some for key, value in attacks[each].items()}
    return attacks.get(attack, {"died": [hero, *others]})


def _garbage(notes: Raw, rng: Random) -> str:
    text = list(_dump(notes))
    for _ in range(rng.randrange(1, 40)):
        text[rng.randrange(len(text))] = rng.choice('{}[]",:\\\x00x 「')
    return rng.choice(("", "null", "I am sorry.", "[" * 2000, "".join(text)))
