"""What is said at once, before the model has written a word: a recap, or the opening of the first night.

It is made from the journal alone. Home Assistant starts to speak after some sixty characters, so every
lead is longer than that.
"""

from collections.abc import Sequence
from datetime import date

from .model import Episode, StoryState
from .names import named
from .phrases import phrases
from .phrases.shape import Gap
from .phrases.wording import (
    fill,
    friends,
    introduced,
    names,
    one_line,
    opening_sentences,
    spoken,
    turn,
    with_role,
)
from .sentences import sentences

SPEECH_STARTS_AFTER = 60
"""Characters that must be exceeded before a voice begins to speak."""
_LONGEST_QUOTE = 200
_LONGEST_PREMISE = 300
_INTRODUCED = 4
_DAYS_OF_A_WEEK = 7
_DAYS_OF_MONTHS = 60


def gap(today: date, told_on: date | None) -> Gap:
    """Return how long ago the last night was told; a clock that went backwards says nothing."""
    days = -1 if told_on is None else (today - told_on).days
    if days < 0:
        return Gap.UNKNOWN
    if days == 0:
        return Gap.SAME_EVENING
    if days == 1:
        return Gap.LAST_NIGHT
    if days < _DAYS_OF_A_WEEK:
        return Gap.DAYS
    return Gap.WEEK if days < _DAYS_OF_MONTHS else Gap.MONTHS


def recap(
    state: StoryState,
    episodes: Sequence[Episode],
    *,
    today: date,
    told_on: date | None,
) -> str:
    """Return what happened, for the night after `state.night`, as whole sentences of over 60 characters.

    `episodes` are told nights, oldest first. Before the first night this is the opening.
    """
    if state.night == 0:
        return opening(state)
    language = state.reference.language
    words = phrases(language).recap
    since = gap(today, told_on)
    happened = _happened(state, episodes, back=2 if since is Gap.MONTHS else 1)
    lines = [
        _line(state, words.leads[since]),
        *happened,
        *_situation(state, already=happened),
        _company(state),
        _line(state, words.start),
    ]
    return spoken(lines, language)


def plain_recap(state: StoryState) -> str:
    """Return a recap that names only who is on stage, for when the gate refuses the full one."""
    language = state.reference.language
    words = phrases(language).recap
    lead = fill(words.plain, hero=state.cast.protagonist.name)
    return spoken([lead, _company(state), _line(state, words.start)], language)


def opening(state: StoryState) -> str:
    """Return what is said before the first night, as whole sentences of over 60 characters."""
    language = state.reference.language
    words = phrases(language).recap
    premise = opening_sentences(state.reference.premise, language, _LONGEST_PREMISE)
    lines = [
        fill(words.opening, title=one_line(state.title)),
        premise,
        fill(words.hero, hero=with_role(state.cast.protagonist, language)),
        *(introduced(friend, language) for friend in friends(state.cast)[:_INTRODUCED]),
        words.opening_end,
    ]
    return spoken(lines, language)


def _line(state: StoryState, options: Sequence[str]) -> str:
    """Return the line whose turn it is tonight."""
    return fill(
        turn(options, state.night),
        title=one_line(state.title),
        hero=state.cast.protagonist.name,
    )


def _happened(
    state: StoryState, episodes: Sequence[Episode], *, back: int
) -> list[str]:
    """Return the recaps of the last `back` nights, oldest first, each with how it is led in."""
    language = state.reference.language
    words = phrases(language).recap
    told = [
        text
        for episode in episodes[-back:]
        if (text := opening_sentences(episode.recap, language, _LONGEST_QUOTE))
    ]
    if len(told) < 2:  # noqa: PLR2004 - only two need to be told apart
        return told
    return [
        _line(state, words.further_back),
        told[0],
        _line(state, words.then),
        told[1],
    ]


def _situation(state: StoryState, *, already: Sequence[str]) -> list[str]:
    """Return where last night ended, unless that was said already or names somebody who is off stage."""
    language = state.reference.language
    text = opening_sentences(state.situation.text, language, _LONGEST_QUOTE)
    cast = state.cast
    bad = any(named(member, text, cast) for member in cast.off_stage)
    said = "\n".join(already)
    new = [each for each in sentences(text, language) if each not in said]
    if not new or bad:
        return []
    return [_line(state, phrases(language).recap.now), *new]


def _company(state: StoryState) -> str:
    """Return who is there tonight."""
    language = state.reference.language
    words = phrases(language).recap
    others = friends(state.cast)
    return fill(
        turn(words.together if others else words.alone, state.night),
        hero=state.cast.protagonist.name,
        friends=names(others, language),
    )
