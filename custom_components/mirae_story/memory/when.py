"""Reads out of a question when something was said: "last night", "先週の水曜", "October 3rd".

Turns keep their time, not the words for it: who asks what was said last night finds it by
the time alone.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

MOST_READ: Final = 1_000
"""Characters of a question that are read."""
_DAY: Final = timedelta(days=1)
_WEEK: Final = 7
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
)  # fmt: skip
_WEEKDAYS: Final = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
)  # fmt: skip
_KANJI_DAYS: Final = "月火水木金土日"
_NUMBERS: Final = {
    word: number
    for number, words in enumerate(
        ("a an one 一", "two couple 二 両", "three 三", "four 四", "five 五", "six 六"),
        1,
    )
    for word in words.split()
}
_PARTS: Final = (
    (re.compile(r"morning|朝|午前"), 4, 12),
    (re.compile(r"afternoon|昼|午後"), 11, 18),
    (re.compile(r"evening|夕方|夕"), 15, 23),
    (re.compile(r"night|夜|晩|ゆうべ"), 17, 29),
)
_PART: Final = (
    r"(?P<part>\s*(?:in the |at )?(?:morning|afternoon|evening|night)"
    r"|の?(?:朝|午前|昼間?|午後|夕方|夜|晩))?"
)
_NUMBER: Final = r"(?P<number>\d{1,3}|an?|one|two|(?:a )?couple(?: of)?|three|four|five|six|[一二三四五六])"
_MONTH_NAME: Final = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS)
_WEEKDAY_NAME: Final = "|".join(_WEEKDAYS)

_DAYS_BACK: Final = (
    (r"\b(?:the )?day before yesterday\b|おととい|一昨日", 2),
    (r"\byesterday\b|昨日|きのう", 1),
    (r"\blast night\b|昨夜|昨晩|ゆうべ", 1),
    (r"\b(?:today|tonight)\b|今日|きょう|今朝|けさ|今夜|今晩", 0),
    (r"\bthis (?=morning|afternoon|evening)", 0),
)
_RELATIVE_DAY: Final = re.compile(
    "|".join(
        f"(?P<back{number}_{place}>{words})"
        for place, (words, number) in enumerate(_DAYS_BACK)
    ),
)
_AGO: Final = re.compile(
    rf"\b{_NUMBER} (?P<unit>day|week|month)s? ago\b"
    r"|(?P<number_ja>\d{1,3}|[一二三四五六])(?P<unit_ja>日|週間?|[かヶカケ]月)(?:くらい|ほど|ぐらい)?前"
)
_SPAN: Final = re.compile(
    r"\b(?P<which>last|this|past) (?P<unit>week|weekend|month)\b"
    r"|(?P<which_ja>先々|先|今)(?P<unit_ja>週|月)(?P<weekend>末)?(?!の?[月火水木金土日]曜)"
)
_WEEKDAY: Final = re.compile(
    rf"\b(?:(?P<which>last|this|on|past) )?(?P<name>{_WEEKDAY_NAME})\b"
    r"|(?:(?P<which_ja>先々週|先週|今週|この前|こないだ)の?)?(?P<name_ja>[月火水木金土日])曜日?"
)
_DATE: Final = re.compile(
    rf"\b(?P<month>{_MONTH_NAME})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b"
    rf"|\b(?P<day_of>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month_of>{_MONTH_NAME})\b"
    r"|(?P<month_ja>\d{1,2})月(?P<day_ja>\d{1,2})日"
)
_WHOLE_MONTH: Final = re.compile(
    rf"\b(?:in|during|back in|last) (?P<month>{_MONTH_NAME})\b(?! \d)"
    r"|(?<!\d)(?P<month_ja>\d{1,2})月(?![\d日])"
)
_FEASTS: Final = {
    "halloween": (10, 31), "ハロウィン": (10, 31), "christmas eve": (12, 24),
    "クリスマスイブ": (12, 24), "christmas": (12, 25), "クリスマス": (12, 25),
    "new year's eve": (12, 31), "大晦日": (12, 31), "new year's day": (1, 1), "元日": (1, 1),
    "元旦": (1, 1), "valentine's day": (2, 14), "バレンタイン": (2, 14), "七夕": (7, 7),
}  # fmt: skip
_FEAST: Final = re.compile(
    f"\\b(?:on|at) (?P<name>{'|'.join(_FEASTS)})\\b(?! (?:the|of))"
    f"|(?P<name_ja>{'|'.join(_FEASTS)})(?:の日|の夜|の朝)"
)
RELATIVE: Final = re.compile(
    f"{_RELATIVE_DAY.pattern}|{_AGO.pattern}"
    r"|\b(?:last|this|past) (?:week|weekend|month|night)\b|(?:先々|先|今)[週月]末?"
)
"""Words that say when it was, seen from now: what was said then does not hold them."""


_ALL: Final = (
    _DATE, _FEAST, _WHOLE_MONTH, _AGO, _SPAN, _RELATIVE_DAY, RELATIVE, _WEEKDAY,
    *(pattern for pattern, _, _ in _PARTS),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """A time that a question names."""

    start: datetime
    end: datetime


def spans(question: str, now: datetime) -> list[Span]:
    """Return the past times that a question names, in the zone of `now`."""
    text = unicodedata.normalize("NFKC", question[:MOST_READ]).casefold()
    found = [*_relative(text, now), *_weekdays(text, now), *_dates(text, now)]
    return [span for span in found if span.start <= now]


def without_times(question: str) -> str:
    """Return the rest of a question, without what says when."""
    text = unicodedata.normalize("NFKC", question[:MOST_READ]).casefold()
    for pattern in _ALL:
        text = pattern.sub(" ", text)
    return text


def named_ages(question: str, now: datetime) -> tuple[tuple[float, float], ...]:
    """Return the same times as ages in days, the younger end first."""
    return tuple(
        ((now - span.end) / _DAY, (now - span.start) / _DAY)
        for span in spans(question, now)
    )


def _relative(text: str, now: datetime) -> Iterator[Span]:
    today = now.date()
    for match in _RELATIVE_DAY.finditer(text):
        name = next(key for key, value in match.groupdict().items() if value)
        back = int(name.removeprefix("back").partition("_")[0])
        yield _day(today - back * _DAY, now, text[match.start() : match.end() + 12])
    for match in _AGO.finditer(text):
        words = (match["number"] or match["number_ja"] or "").split()
        number = next((_number(word) for word in words if _number(word)), 1)
        yield _ago(number, match["unit"] or match["unit_ja"], now)
    for match in _SPAN.finditer(text):
        yield _stretch(match, now)


def _ago(number: int, unit: str, now: datetime) -> Span:
    """Return the day, or the days around it the farther it is."""
    days = {"d": 1, "日": 1, "w": 7, "週": 7}.get(unit[0], 30)
    slack = days // 2
    middle = now.date() - number * days * _DAY
    return Span(
        _midnight(middle - slack * _DAY, now),
        _midnight(middle + (slack + 1) * _DAY, now),
    )


def _stretch(match: re.Match[str], now: datetime) -> Span:
    which = match["which"] or match["which_ja"]
    unit = match["unit"] or match["unit_ja"]
    back = {"this": 0, "今": 0, "先々": 2}.get(which, 1)
    today = now.date()
    if unit in {"month", "月"}:
        first = today.replace(day=1)
        for _ in range(back):
            first = (first - _DAY).replace(day=1)
        return Span(
            _midnight(first, now), _midnight((first + 31 * _DAY).replace(day=1), now)
        )
    monday = today - (today.weekday() + _WEEK * back) * _DAY
    weekend = unit == "weekend" or match["weekend"]
    start = monday + 5 * _DAY if weekend else monday
    return Span(_midnight(start, now), _midnight(monday + _WEEK * _DAY, now))


def _weekdays(text: str, now: datetime) -> Iterator[Span]:
    today = now.date()
    for match in _WEEKDAY.finditer(text):
        name = match["name"]
        number = _WEEKDAYS.index(name) if name else _KANJI_DAYS.index(match["name_ja"])
        which = match["which"] or match["which_ja"] or ""
        back = (today.weekday() - number) % _WEEK or _WEEK
        if which in {"this", "今週"}:
            back = today.weekday() - number
        elif which in {"先週", "先々週"}:
            weeks = 1 if which == "先週" else 2
            back = today.weekday() - number + weeks * _WEEK
        yield _day(today - back * _DAY, now, text[match.start() : match.end() + 12])


def _dates(text: str, now: datetime) -> Iterator[Span]:
    for match in _DATE.finditer(text):
        month = _month(match["month"] or match["month_of"] or match["month_ja"])
        day = int(match["day"] or match["day_of"] or match["day_ja"])
        if found := _latest(month, day, now):
            yield _day(found, now, text[match.start() : match.end() + 12])
    for match in _FEAST.finditer(text):
        if found := _latest(*_FEASTS[match["name"] or match["name_ja"]], now):
            yield _day(found, now, match.group())
    for match in _WHOLE_MONTH.finditer(text):
        if first := _latest(_month(match["month"] or match["month_ja"]), 1, now):
            end = (first + 31 * _DAY).replace(day=1)
            yield Span(_midnight(first, now), _midnight(end, now))


def _month(name: str) -> int:
    if name.isdigit():
        return int(name)
    return next(n for n, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def _latest(month: int, day: int, now: datetime) -> date | None:
    """Return the last such day up to now; None if the calendar has none."""
    for year in (now.year, now.year - 1):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found <= now.date():
            return found
    return None


def _day(day: date, now: datetime, words: str) -> Span:
    """Return a day, or the part of it that the words name."""
    start = _midnight(day, now)
    for part, first, last in _PARTS:
        if part.search(words):
            return Span(start + timedelta(hours=first), start + timedelta(hours=last))
    return Span(start, start + timedelta(hours=28))


def _midnight(day: date, now: datetime) -> datetime:
    return datetime.combine(day, time(), now.tzinfo)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS.get(word, 0)
