"""A hostile author: into a plausible night it plants sentences that must never be heard, and knows which they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from custom_components.mirae_story.story.model import (
    Character,
    DeathPolicy,
    HouseRules,
    Language,
    Status,
    StoryState,
)

from .author import Night, joined
from .people import WRONGS, capital, drifted, places_of, written

_MOST = 3
_ASLEEP = ("already dreaming", "もう夢を見て")
_SENTENCES_FOR_EACH = 10
"""At most a tenth of a night's sentences is wrong."""


class Wrong(StrEnum):
    """The kinds of planted sentences: each rule of the gate that one sentence can break."""

    DEAD_ACTS = "dead_acts"
    DEPARTED_PRESENT = "departed_present"
    PENDING_PRESENT = "pending_present"
    PROTAGONIST_EXITS = "protagonist_exits"
    NAME_DRIFT = "name_drift"
    DEATH_TOLD = "death_told"
    MARKUP = "markup"
    META_TEXT = "meta_text"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True)
class Planted:
    """One wrong sentence, exactly as it was planted."""

    kind: Wrong
    sentence: str

    def heard_in(self, text: str) -> bool:
        """Tell whether the sentence is in what was said."""
        return self.sentence in text


def spoil(
    night: Night,
    state: StoryState,
    rules: HouseRules,
    hero: str,
    touched: set[str],
    rng: Random,
) -> tuple[str, tuple[Planted, ...]]:
    """Return the night's prose with one to three wrong sentences, and these.

    Of the members `touched`, who come or go tonight, nothing wrong is told: it might be right.
    """
    paragraphs = [list(paragraph) for paragraph in night.paragraphs]
    most = min(_MOST, max(1, len(night.sentences) // _SENTENCES_FOR_EACH))
    planted: list[Planted] = []
    for _ in range(rng.randint(1, most)):
        wrong = _wrong(night, state, rules, hero, touched, rng)
        if any(wrong.sentence in each for each in night.sentences):
            continue
        paragraph = rng.choice(paragraphs)
        paragraph.insert(rng.randint(0, _awake(paragraph)), (wrong.sentence,))
        planted.append(wrong)
    return joined(paragraphs, night.language), tuple(planted)


def _awake(paragraph: Sequence[tuple[str, ...]]) -> int:
    """Return up to where nobody dreams: in a dream out of which nobody wakes, nothing is wrong."""
    for at, unit in enumerate(paragraph):
        if any(mark in unit[-1] for mark in _ASLEEP):
            return at
    return len(paragraph)


def possible_kinds(state: StoryState, rules: HouseRules) -> list[Wrong]:
    """Return which rules can be broken in this story tonight."""
    kinds = [kind for kind in Wrong if kind not in _OF_MEMBERS]
    if rules.death_policy is not DeathPolicy.NEVER:
        kinds.remove(Wrong.DEATH_TOLD)
    kinds += [kind for kind in _OF_MEMBERS if _absent(kind, state)]
    return kinds


_OF_MEMBERS = (Wrong.DEAD_ACTS, Wrong.DEPARTED_PRESENT, Wrong.PENDING_PRESENT)


def _absent(kind: Wrong, state: StoryState) -> list[Character]:
    members = state.cast.off_stage
    if kind is Wrong.PENDING_PRESENT:
        return [m for m in members if m.pending is not None]
    status = Status.DEAD if kind is Wrong.DEAD_ACTS else Status.DEPARTED
    return [m for m in members if m.status is status and m.pending is None]


def _wrong(
    night: Night,
    state: StoryState,
    rules: HouseRules,
    hero: str,
    touched: set[str],
    rng: Random,
) -> Planted:
    """Draw one wrong sentence of a kind that is possible tonight."""
    words, language = WRONGS[night.language], night.language
    friends = [
        m.name
        for m in state.cast.on_stage
        if not m.protagonist and m.name not in touched
    ]
    kind = rng.choice(possible_kinds(state, rules))
    values = {"h": hero, **_things(night.language, rng), "p": night.place}
    templates: Sequence[str]
    if kind in _OF_MEMBERS:
        absent = [m for m in _absent(kind, state) if m.name not in touched]
        if not absent:
            kind = Wrong.UNSAFE
    if kind in _OF_MEMBERS:
        templates = words.PRESENT
        values["o"] = written(rng.choice(absent), language, rng)
    elif kind is Wrong.NAME_DRIFT:
        templates = words.DRIFT
        taken = [n for m in state.cast.members for n in (m.name, *m.aliases)]
        values["v"] = drifted(hero, language, taken, rng)
    else:
        templates = {
            Wrong.PROTAGONIST_EXITS: words.EXITS,
            Wrong.DEATH_TOLD: words.DEATHS,
            Wrong.MARKUP: words.MARKUP,
            Wrong.META_TEXT: words.META,
            Wrong.UNSAFE: words.UNSAFE,
        }[kind]
    if friends:
        values["f"] = rng.choice(friends)
    fitting = [each for each in templates if places_of([each]) <= set(values)]
    if not fitting:
        return Planted(Wrong.UNSAFE, words.UNSAFE[0])
    return Planted(kind, capital(rng.choice(fitting).format(**values)))


def _things(language: Language, rng: Random) -> dict[str, str]:
    things = {
        Language.EN: {"t": ("a lantern", "a basket"), "k": ("the gulls", "a goat")},
        Language.JA: {"t": ("ランタン", "かご"), "k": ("かもめ", "やぎ")},
    }
    return {key: rng.choice(values) for key, values in things[language].items()}
