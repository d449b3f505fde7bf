"""A night that the family knows, told once more where no new one can be told. It changes nothing."""

from collections.abc import Sequence
from datetime import date

from .gate import Gate
from .languages import speaks
from .model import Episode, StoryState
from .phrases.shelf import SHELF
from .phrases.wording import fill, one_line, spoken
from .wishes import is_fit

_FRESH = 2
"""The newest nights are still in everybody's ears."""


def loved_night(episodes: Sequence[Episode], evening: date) -> Episode | None:
    """Return a night to tell once more, another one every evening; None if there is none.

    `episodes` are all told nights, oldest first. Calm endings made by code are nobody's favourite, and what is no
    longer fit for the listeners stays where it is.
    """
    told = [each for each in episodes if not each.calm_ending]
    choice = told[:-_FRESH] or told
    for turn in range(len(choice)):
        episode = choice[(evening.toordinal() + turn) % len(choice)]
        if is_fit(episode.prose):
            return episode
    return None


def loved_lead(state: StoryState, episode: Episode, gate: Gate) -> str:
    """Return what is said before it."""
    language = state.reference.language
    words = SHELF[language]
    text = fill(words.loved, night=str(episode.night), title=one_line(episode.title))
    if not episode.title or gate.check_line(text):
        text = fill(words.loved_plain, night=str(episode.night))
    return spoken([text], language)


def promise(state: StoryState, wish: str, gate: Gate) -> str:
    """Return that a wish is kept for tomorrow; the wish itself is said only where it may be."""
    language = state.reference.language
    words = SHELF[language]
    text = fill(words.promise, wish=one_line(wish).rstrip("。.!?！？"))
    if not speaks(wish, language) or gate.check_line(text):
        text = words.promise_plain
    return spoken([text], language)
