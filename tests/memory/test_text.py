"""Texts become tokens, and questions terms that are no syntax."""

import sqlite3
from collections import Counter
from datetime import UTC, datetime
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.memory.relevance import COVERED_ALONE
from custom_components.mirae_story.memory.text import (
    MOST_POSTINGS,
    MOST_TERMS,
    TOKENIZER,
    choose_terms,
    coverage,
    document_text,
    index_tokens,
    match_expression,
    query_terms,
    term_weights,
    turn_tokens,
)

AT = datetime(2026, 11, 1, tzinfo=UTC)
HOSTILE = (
    '"',
    "AND",
    "犬 OR 猫",
    "NOT x",
    "(",
    "-a",
    "foo-bar",
    "tokens: x",
    "it's",
    '""',
    "a\x00b",
    "NEAR(a b)",
    "x*",
    "^x",
    "\ud800",
    "犬\udfff猫",
    "😀👨‍👩‍👧",
    "ﷺ" * 500,
    "'; DROP TABLE words; --",
    "{a b}: c",
    "+",
    "\u202e\u200b",
    "",
    " ",
)


@pytest.fixture
def table():
    connection = sqlite3.connect(":memory:")
    connection.execute(
        f"CREATE VIRTUAL TABLE words USING fts5(said, content='', tokenize=\"{TOKENIZER}\")"
    )
    yield connection
    connection.close()


def put(table, *texts):
    for row, text in enumerate(texts, 1):
        table.execute(
            "INSERT INTO words (rowid, said) VALUES (?, ?)",
            (row, " ".join(index_tokens(text))),
        )


def rows(table, question):
    terms = query_terms(question)
    if not terms:
        return []
    found = table.execute(
        "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words)",
        (match_expression(terms),),
    )
    return [row for (row,) in found]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("うちの犬はポチ", "犬"),
        ("うちの犬はポチ", "犬の名前は？"),
        ("ペットは犬", "犬は？"),
        ("赤城山に登った", "赤城"),
        ("写真をとった", "写真"),
        ("夕食はすし", "すし"),
        ("みかんが好き", "みかんは好き？"),
        ("ｴｱｺﾝは24度", "エアコン"),
        ("人々が集まった", "人々"),
        ("ラーメンを食べた", "ラーメン"),
        ("ＡＢＣテレビを見た", "abc"),
        ("5月8日に行く", "5月8日"),
        ("雨", "雨"),
        ("うん、え", "「え」"),
        ("We went hiking", "When did we go for a hike?"),
        ("The children's café", "cafe for a child"),
        ("It’s Mum’s key", "mum's key"),
        ("Zürich in March", "ZURICH"),
        ("한국에 갔다", "한국"),
    ],
)
def test_is_found(table, said, asked):
    put(table, "何か別のこと", said, "something else")
    expected = [] if asked == "「え」" else [2]
    assert rows(table, asked)[:1] == expected


@pytest.mark.parametrize(
    "said",
    [
        "おはよう",
        "こんにちは、元気？",
        "おやすみなさい",
        "ありがとう、助かったよ",
        "じゃあね、また明日",
        "えーっと、うーん",
        "ああああああ",
        "Good morning!",
        "Hello, how are you?",
        "Thanks, that helped",
        "um, hmm",
        "Do you remember what I said?",
        "何て言ったか覚えてる？",
        "、。！？",
        "",
    ],
)
def test_small_talk_has_no_terms(said):
    assert query_terms(said) == []


def test_words_of_hiragana_are_sought_as_a_whole(table):
    put(table, "おもしろいちゃわん", "おもちゃをなくした", "おもちを食べた")
    assert rows(table, "おもちゃはどこ？") == [2]
    assert query_terms("おもちゃはどこ？") == ["おも もち ちゃ"]


def test_words_of_katakana_are_sought_as_a_whole(table):
    put(table, "ワイファイのパスワード", "パスポートの期限")
    assert rows(table, "パスポート") == [2]


def test_grammar_is_not_sought():
    assert query_terms("ねこはどこにいますか") == ["ねこ"]
    assert query_terms("先生が言っていたことを覚えている？") == ["先生"]
    assert query_terms("食べました") == ["食", "食べ"]


@pytest.mark.parametrize("question", HOSTILE)
def test_hostile_questions_are_no_syntax(table, question):
    put(table, question, "犬と猫")
    rows(table, question)


@given(said=st.text(max_size=80), asked=st.text(max_size=40))
def test_nothing_is_syntax(said, asked):
    connection = sqlite3.connect(":memory:")
    connection.execute(
        f"CREATE VIRTUAL TABLE words USING fts5(said, content='', tokenize=\"{TOKENIZER}\")"
    )
    put(connection, said)
    rows(connection, asked)
    connection.close()


@pytest.mark.parametrize(
    "part", ["a", "犬", "ab ", "ね", "ﷺ", "ねこ犬ab ", "a'", "ー", "か" * 9 + "を"]
)
def test_a_megabyte_is_bounded(part):
    text = part * (1_000_000 // len(part))
    begun = perf_counter()
    assert len(index_tokens(text)) <= 120_000
    assert len(query_terms(text)) <= 2_000
    assert perf_counter() - begun < 10


def test_the_table_keeps_every_token_whole(table):
    """What it cut would be counted under one name and searched for under another."""
    signs = [chr(number) for number in range(0x30000) if not 0xD800 <= number < 0xE000]
    tokens = {
        token
        for sign in signs
        for token in index_tokens(f"b{sign}b") + index_tokens(f"山{sign}川")
    }
    table.executemany(
        "INSERT INTO words (said) VALUES (?)", [(token,) for token in tokens]
    )
    table.execute("CREATE VIRTUAL TABLE kept USING fts5vocab(words, 'row')")
    assert tokens <= {term for (term,) in table.execute("SELECT term FROM kept")}


def test_both_parts_of_a_foreign_name_find_it(table):
    put(table, "マルコ・ポーロの本を読んだ", "本を買った", "ポーを聞いた")
    assert rows(table, "マルコの本は?")[0] == 1
    assert rows(table, "ポーロ") == [1]


def test_tokens_hold_neither_halves_of_pairs_nor_blanks():
    assert index_tokens("a\ud800b\x00犬 \udfff") == ["b", "犬"]
    assert all(token.encode() and " " not in token for token in index_tokens("ねこ ab"))


def test_speakers_are_indexed_not_embedded():
    turn = Turn(workspace="w", question="Hi", answer="", at=AT, speaker="Naomi")
    assert document_text(turn) == "Hi"
    assert turn_tokens(turn) == ["naomi"]


def test_rare_terms_are_chosen_first():
    counts = Counter(a=500, b=2, c=40)
    assert choose_terms(["a", "b", "c", "d"], counts.__getitem__, 1000) == [
        "b",
        "c",
        "a",
    ]


def test_terms_are_bounded_by_the_rows_they_touch_and_by_number():
    counts = Counter({f"t{number}": MOST_POSTINGS // 2 for number in range(9)})
    assert len(choose_terms(list(counts), counts.__getitem__, 100_000)) == 2
    many = Counter({f"t{number}": 1 for number in range(99)})
    assert len(choose_terms(list(many), many.__getitem__, 1000)) == MOST_TERMS


def test_the_rarest_term_is_always_sought():
    assert choose_terms(["犬"], lambda _: 90_000, 100_000) == ["犬"]


def test_a_term_of_several_tokens_is_as_rare_as_the_rarest():
    counts = Counter({"おも": 9, "もち": 1})
    assert choose_terms(["おも もち"], counts.__getitem__, 10) == ["おも もち"]
    weights = term_weights(["おも もち", "おも"], counts.__getitem__, 10)
    assert weights["おも もち"] > weights["おも"] > 0


def test_coverage_is_the_share_of_weight():
    weights = {"a": 3.0, "b c": 1.0}
    assert coverage(weights, {"a", "x"}) == 0.75
    assert coverage(weights, {"b", "c"}) == 0.25
    assert coverage(weights, {"b"}) == 0
    assert coverage({}, {"a"}) == 0


def test_quotes_in_a_term_are_doubled():
    assert match_expression(['a"b', "c"]) == '"a""b" OR "c"'


def test_few_turns_say_nothing_about_what_is_rare():
    known = {"dog": 1}
    weights = term_weights(["name", "dog"], lambda term: known.get(term, 0), 1)
    assert coverage(weights, ["dog", "call", "pochi"]) >= COVERED_ALONE
    assert weights == term_weights(
        ["name", "dog"], lambda term: known.get(term, 0), 100
    )
