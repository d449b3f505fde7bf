"""Chapters: which are due, which still stand, and lines by code that are true, short and in order."""

from dataclasses import replace

import pytest

from custom_components.mirae_story.story.chapters import (
    MAX_BOOK,
    MAX_CHAPTER,
    Chapter,
    Maker,
    begin_anew,
    book_by_code,
    chapter_by_code,
    due,
    is_good_book,
    is_good_chapter,
    recaps_of,
    sources,
    standing,
)
from custom_components.mirae_story.story.model import Cast, Language

from .saga import crew, saga

BOTH = pytest.mark.parametrize("language", list(Language))


def recaps(nights, first=1):
    return [(night, f"Mina lit lamp {night}.") for night in range(first, nights + 1)]


def chapter(number, told, **changes):
    return Chapter(
        **{
            "number": number,
            "source": sources(told)[number],
            "text": f"Chapter {number}.",
            "made_by": Maker.CODE,
            "book": f"Book {number}.",
            "book_made_by": Maker.CODE,
            **changes,
        }
    )


def test_a_chapter_ends_with_every_seventh_night():
    assert sources(recaps(6)) == {}
    assert list(sources(recaps(7))) == [1]
    assert list(sources(recaps(22))) == [1, 2, 3]
    assert sources([]) == {}


def test_a_chapter_knows_its_nights():
    third = chapter(3, recaps(21))
    assert (third.first_night, third.last_night) == (15, 21)
    assert recaps_of(3, recaps(30)) == [r for n, r in recaps(30) if 15 <= n <= 21]


def test_what_is_told_later_changes_no_chapter():
    assert sources(recaps(9))[1] == sources(recaps(70))[1]


def test_a_night_told_anew_takes_its_chapter_and_all_later_ones_down():
    told = recaps(21)
    kept = [chapter(number, told) for number in (3, 1, 2)]
    assert [c.number for c in standing(kept, told)] == [1, 2, 3]
    anew = [(n, "Another tale." if n == 9 else r) for n, r in told]
    assert [c.number for c in standing(kept, anew)] == [1]
    assert due(kept, anew) == {n: sources(anew)[n] for n in (2, 3)}
    assert due(kept, told) == {}


def test_an_undone_night_takes_its_chapter_down():
    kept = [chapter(1, recaps(7))]
    assert standing(kept, recaps(6)) == ()
    assert due(kept, recaps(6)) == {}


def test_nights_that_the_journal_does_not_know_have_no_chapter():
    assert list(sources(recaps(21, first=15))) == [3]
    assert list(due([], recaps(21, first=15))) == [3]


@BOTH
def test_a_line_by_code_has_first_and_last_and_fits(language):
    word = {"en": "Night {} was calm and bright", "ja": "第{}夜は静かで明るい夜でした"}
    told = [word[language].format(n) + "x" * 40 for n in range(1, 8)]
    line = chapter_by_code(told, language)
    assert len(line) <= MAX_CHAPTER
    places = [line.find(word[language].format(n)) for n in range(1, 8)]
    assert places[0] == 0
    assert places[-1] > 0
    shown = [place for place in places if place >= 0]
    assert shown == sorted(shown)
    assert line.endswith((".", "。"))


def test_a_short_chapter_is_told_whole():
    assert chapter_by_code(["One", "", "Two."], Language.EN) == "One. Two."
    assert chapter_by_code([], Language.EN) == ""


def test_one_endless_recap_is_cut():
    line = chapter_by_code(["a word " * 200], Language.EN)
    assert 0 < len(line) <= MAX_CHAPTER


@pytest.mark.parametrize("count", [1, 2, 10, 52, 300])
@BOTH
def test_the_book_by_code_is_bounded_and_spans_all_chapters(language, count):
    word = {
        "en": "In chapter {} they sailed on and on.",
        "ja": "第{}章で船は進みました。",
    }
    lines = [word[language].format(n) * 4 for n in range(1, count + 1)]
    book = book_by_code(lines, crew(language), language)
    assert 0 < len(book) <= MAX_BOOK
    assert word[language].format(1) in book
    assert word[language].format(count) in book


@BOTH
def test_the_dead_do_not_act_in_a_book_by_code(language):
    text = (
        "Elda laughed aloud. Mina waved.",
        "エルダは笑いました。ミナは手をふりました。",
    )
    line = text[language is Language.JA]
    book = book_by_code([line], crew(language), language)
    assert crew(language).members[5].name not in book
    assert crew(language).protagonist.name in book


@BOTH
def test_a_model_line_is_checked(language):
    cast = crew(language)
    good = ("Mina and Theo lit seven lamps.", "ミナとテオは七つの灯りをともしました。")
    bad = {
        "dead": ("Elda laughed and poured tea.", "エルダは笑ってお茶をいれました。"),
        "gone": ("Garo cooked soup for all.", "ガロはみんなにスープを作りました。"),
        "meta": ("Here is your summary of the story.", "以下は要約です。"),
        "foreign": (
            "彼らは七つの灯りをともしました。",
            "They lit seven lamps together.",
        ),
        "unsafe": (
            "Mina stabbed him and blood was everywhere.",
            "ミナはナイフで刺して、血まみれでした。",
        ),
        "empty": ("", ""),
        "long": ("Mina lit one lamp. " * 60, "ミナは灯りをともしました。" * 90),
    }
    index = language is Language.JA
    assert is_good_chapter(good[index], 3, cast, language)
    assert is_good_book(good[index], cast, language)
    for name, texts in bad.items():
        assert not is_good_chapter(texts[index], 3, cast, language), name
        if name != "gone":
            assert not is_good_book(texts[index], cast, language), name


def test_who_died_in_a_chapter_lived_in_it_before():
    text = "Elda told fortunes. Then she fell asleep."
    cast = crew()
    assert not is_good_chapter(text, 3, cast, Language.EN)
    assert is_good_chapter(text, 2, cast, Language.EN)
    away = Cast(tuple(replace(m, since=10) for m in cast.members))
    assert is_good_chapter("Garo cooked soup.", 2, away, Language.EN)


def test_the_summary_begins_anew_where_a_chapter_ends():
    state = saga(night=14)
    second = chapter(2, recaps(14), text="Mina lit lamps. Elda laughed.")
    after = begin_anew(second, state)
    assert after.reference.summary == "Mina lit lamps."
    assert after.revision == state.revision + 1
    assert begin_anew(replace(second, number=1), state) is state
