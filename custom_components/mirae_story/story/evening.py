"""Which evening a moment belongs to, and how many nights may still be told on it."""

from datetime import date, datetime, time, timedelta
from enum import StrEnum

from .model import HouseRules, StoryState

STEP_BACK = timedelta(days=2)
"""How far a clock may go backwards and still be in the evening that was."""


class Tonight(StrEnum):
    """What "continue the story" means right now."""

    NEXT_NIGHT = "next_night"
    """Nothing was told on this evening yet."""
    ONE_MORE = "one_more"
    """A night was told, and the family allows another."""
    ALL_TOLD = "all_told"
    """A night was told, and the family allows no more."""


def evening_of(moment: datetime, day_starts_at: time) -> date:
    """Return the evening (a local date) that a local moment belongs to.

    A new evening begins at `day_starts_at` by the clock on the wall: one o'clock at night still belongs to
    the day before. Only wall time is compared, so a clock change can neither skip nor double an evening.
    """
    if moment.time() < day_starts_at:
        return moment.date() - timedelta(days=1)
    return moment.date()


def this_evening(state: StoryState, rules: HouseRules, moment: datetime) -> date:
    """Return the evening on which a night told at this local moment counts.

    A clock that went a little backwards (`told_on` lies ahead) does not open an evening again. One that was
    wrong by more than that is believed now: else the story would be silent until its false date.
    """
    evening = evening_of(moment, rules.day_starts_at)
    if state.told_on is None or state.told_on - evening > STEP_BACK:
        return evening
    return max(evening, state.told_on)


def tonight(state: StoryState, rules: HouseRules, moment: datetime) -> Tonight:
    """Return what may be told at this local moment."""
    if state.told_on != this_evening(state, rules, moment):
        return Tonight.NEXT_NIGHT
    if state.told_count < rules.nights_a_day:
        return Tonight.ONE_MORE
    return Tonight.ALL_TOLD


def told_count_after(state: StoryState, evening: date) -> int:
    """Return how many nights this evening has once another one is told on it."""
    return state.told_count + 1 if state.told_on == evening else 1
