"""Evenings, counted by the clock on the wall."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from custom_components.mirae_story.story.evening import (
    Tonight,
    evening_of,
    this_evening,
    told_count_after,
    tonight,
)
from custom_components.mirae_story.story.model import HouseRules
from tests.story.tales import sea_story

NOON = time(12)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("moment", "evening"),
    [
        ("2026-11-30 12:00", "2026-11-30"),
        ("2026-11-30 20:15", "2026-11-30"),
        ("2026-12-01 00:30", "2026-11-30"),
        ("2026-12-01 11:59", "2026-11-30"),
        # Spring forward: 02:30 does not exist; autumn: 02:30 comes twice.
        ("2026-03-29 02:30", "2026-03-28"),
        ("2026-10-25 02:30", "2026-10-24"),
    ],
)
def test_an_evening_lasts_until_noon(moment, evening):
    local = datetime.fromisoformat(moment).replace(tzinfo=BERLIN)
    assert evening_of(local, NOON) == date.fromisoformat(evening)


@pytest.mark.parametrize("changes", ["2026-03-28", "2026-10-24"])
def test_a_clock_change_neither_skips_nor_doubles_an_evening(changes):
    start = datetime.fromisoformat(changes).replace(hour=18, tzinfo=BERLIN)
    moments = [start.timestamp() + 600 * step for step in range(6 * 48)]
    evenings = [
        evening_of(datetime.fromtimestamp(moment, BERLIN), NOON) for moment in moments
    ]
    assert evenings == sorted(evenings)
    days = sorted(set(evenings))
    assert [(b - a).days for a, b in pairwise(days)] == [1, 1]


def told(on, count=1):
    return replace(sea_story(night=3), told_on=on, told_count=count)


def test_what_continue_means():
    evening = datetime(2026, 11, 30, 20, tzinfo=BERLIN)
    once, thrice = HouseRules(), HouseRules(nights_a_day=3)
    assert tonight(sea_story(night=0), once, evening) is Tonight.NEXT_NIGHT
    assert tonight(told(date(2026, 11, 29)), once, evening) is Tonight.NEXT_NIGHT
    assert tonight(told(date(2026, 11, 30)), once, evening) is Tonight.ALL_TOLD
    assert tonight(told(date(2026, 11, 30), 2), thrice, evening) is Tonight.ONE_MORE
    assert tonight(told(date(2026, 11, 30), 3), thrice, evening) is Tonight.ALL_TOLD


def test_a_clock_that_goes_backwards_does_not_open_an_evening_again():
    state = told(date(2026, 11, 30))
    earlier = datetime(2026, 11, 29, 20, tzinfo=BERLIN)
    assert tonight(state, HouseRules(), earlier) is Tonight.ALL_TOLD
    assert this_evening(state, HouseRules(), earlier) == date(2026, 11, 30)


def test_nights_of_an_evening_are_counted():
    today = date(2026, 11, 30)
    assert told_count_after(told(today, 1), today) == 2
    assert told_count_after(told(today, 2), today + timedelta(days=1)) == 1


def test_a_clock_that_was_wrong_by_years_does_not_silence_the_story():
    state = told(date(2037, 11, 30))
    now = datetime(2026, 11, 30, 20, tzinfo=BERLIN)
    assert tonight(state, HouseRules(), now) is Tonight.NEXT_NIGHT
    assert this_evening(state, HouseRules(), now) == date(2026, 11, 30)
