"""Notes on real prose, fuzzed: whatever comes back, nothing raises and no state breaks a rule.

`--full` reads 100,000 of them.
"""

import json
from dataclasses import replace

import pytest

from benchmarks.bedtime.author import Author
from benchmarks.bedtime.ledger import Ledger
from benchmarks.bedtime.people import WORDS, drawing
from benchmarks.bedtime.scribe import hostile_notes, right_notes
from custom_components.mirae_story.servers.repair import repair_json
from custom_components.mirae_story.story.continuity import review
from custom_components.mirae_story.story.invariants import check_step
from custom_components.mirae_story.story.model import (
    DeathPolicy,
    HouseRules,
    Language,
    Reference,
    Situation,
)
from custom_components.mirae_story.story.notes import read_notes
from custom_components.mirae_story.story.state import (
    begin_state,
    canonical_json,
    state_to_dict,
)

NIGHTS = 40
"""After so many a new story begins, so that casts stay as large as in a home."""
PIECES = ['"', "{", "}", "[", "]", ",", ":", "\\", "\x00", "\ud800", "　", "null", "「"]


def begin(language, number):
    rng = drawing("fuzz", language, number)
    genres = sorted(WORDS[language].GENRES)
    genre = genres[number % len(genres)]
    author = Author(language, genre, rng)
    hero, friends = author.cast()
    state = begin_state(
        story_id="fuzz",
        title="x",
        reference=Reference(
            language=language, genre=genre, premise="x", audience_age=6
        ),
        protagonist=hero,
        first_cast=friends,
    )
    return rng, author, state


def fuzzed(night, state, rng):
    """Return right, hostile or broken notes."""
    write = rng.choice((right_notes, hostile_notes, hostile_notes))
    raw = list(write(night, night.text, state, rng))
    for _ in range(rng.choice((0, 0, 1, 3, 20))):
        at = rng.randrange(len(raw) + 1)
        match rng.randrange(4):
            case 0:
                raw[at:at] = rng.choice(PIECES)
            case 1:
                del raw[at : at + rng.randrange(1, 30)]
            case 2:
                raw[at:at] = raw[max(0, at - 40) : at]
            case _:
                raw[at:at] = json.dumps(rng.choice(WORDS[night.language].NAMES))
    return "".join(raw)


def tell(state):
    """Return the state after step 4 of a night."""
    situation = Situation(text="x", night=state.night + 1)
    return state.advanced(night=state.night + 1, situation=situation)


def settled(state, notes, prose, rules):
    """Return the state after the review of a night."""
    result = review(
        notes,
        state=state,
        previous="x",
        prose=prose,
        night=state.night,
        rules=rules,
    )
    return state.advanced(
        cast=result.cast,
        reference=replace(state.reference, summary=result.summary),
        situation=Situation(text=result.situation, night=state.night),
    )


@pytest.mark.parametrize("language", list(Language))
def test_fuzzed_notes_break_nothing(language, full):
    policies = list(DeathPolicy)
    for number in range(50_000 // NIGHTS if full else 4):
        rules = HouseRules(
            death_policy=policies[number % len(policies)],
            max_active=4 + number % 7,
            minutes=0.25,
        )
        rng, author, state = begin(language, number)
        ledger = Ledger(state, rules)
        for _ in range(NIGHTS):
            night = author.night(state, rules)
            told = tell(state)
            notes = read_notes(fuzzed(night, state, rng), repair_json)
            state = settled(told, notes, night.text, rules)
            check_step(told, state)
            canonical_json(state_to_dict(state)).encode()
            ledger.follow(state)
        assert not ledger.violations
