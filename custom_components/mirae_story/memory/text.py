"""Turns what was said into the tokens that are indexed, and a question into terms to search for.

SQLite's own tokenizers know no Japanese words: a run of kanji and kana is one token to
them. So tokens are made here: English words by their stems, Japanese as pairs of
characters and single kanji. A token consists of letters and digits alone, so nothing that
a person says can be read as syntax of a query.
"""

import itertools
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from . import stopwords
from .manner import only_asks
from .model import Turn
from .stem import stem

TOKENIZER: Final = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
"""How the full-text table has to cut the tokens that are joined by blanks."""
MOST_INDEXED: Final = 40_000
"""Characters of a text that are indexed."""
MOST_ASKED: Final = 1_000
"""Characters of a question that are searched for."""
MOST_TERMS: Final = 24
MOST_POSTINGS: Final = 2_000
"""Rows that the terms of a query may touch together: it bounds the cost in a big memory."""
MOST_HEARD: Final = 2
"""New words, or twice as many pairs of characters, of an answer that only says that it was heard."""
FEWEST_DOCUMENTS: Final = 100
"""What is rare is told as if there were at least so many: a few turns say nothing about it."""
_LONGEST_WORD: Final = 48
_CJK: Final = (
    "\u3005-\u3007\u3040-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Letters alone: the full-text table cuts a token at any other sign, such as that of 「ハリー・ポッター」."""
_HIRAGANA: Final = re.compile("[\u3041-\u309f][\u3041-\u309fー]*")
_RUN: Final = re.compile(f"[{_CJK}]+|[^\\W_{_CJK}]+(?:'[^\\W_{_CJK}]+)*")
_IS_CJK: Final = re.compile(f"[{_CJK}]")
_KANJI: Final = re.compile(
    "[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("’‘ʼ＇`´", "'"))
_LATIN_MARKS: Final = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_KATAKANA: Final = re.compile("[\u30a1-\u30ff]{2,}")
_PARTICLES: Final = frozenset(["", *"はがをにのでともへや"])
_BARE: Final = 2
"""Characters up to which a word of hiragana keeps its end: すし, ねこ, いと."""
_LEADING: Final = re.compile("^[のはがをにでともへや]")
_TRAILING: Final = re.compile("[はがをにでとものかへやねよ]$")


def document_text(turn: Turn) -> str:
    """Return what both said in a turn."""
    return f"{turn.question}\n{turn.answer}".strip()


def embedded_text(turn: Turn) -> str:
    """Return what is embedded of a turn: without an answer that only says that it was heard.

    "Understood, the key is with Mrs. Tamura" makes every turn like every other.
    """
    if not turn.question or only_asks(turn.question):
        return document_text(turn)
    own = frozenset(index_tokens(turn.question))
    told = [
        term for term in query_terms(turn.answer) if not own.issuperset(term.split(" "))
    ]
    most = MOST_HEARD if turn.answer.isascii() else 2 * MOST_HEARD
    return document_text(turn) if len(told) > most else turn.question.strip()


def turn_tokens(turn: Turn) -> list[str]:
    """Return what is indexed of a turn: its words, and who spoke."""
    tokens = index_tokens(document_text(turn))
    if turn.speaker is not None:
        tokens += index_tokens(turn.speaker)
    return tokens


def turn_token_set(turn: Turn) -> frozenset[str]:
    """Return the same, each once."""
    return frozenset(turn_tokens(turn))


def index_tokens(text: str) -> list[str]:
    """Return the tokens of a text in its order, repeated ones too."""
    tokens: list[str] = []
    before = ""
    for run in _RUN.findall(_plain(text, MOST_INDEXED)):
        if _IS_CJK.match(run):
            tokens += _counted(before, run)
            tokens += _pairs(run)
            tokens += _KANJI.findall(run)
            before = ""
        else:
            tokens += _words(run, stopwords.ENGLISH)
            before = run
    return tokens


def query_terms(text: str) -> list[str]:
    """Return the different terms of a question that say what it is about, in its order.

    Empty for small talk and for a question without any word of its own.
    """
    plain = _plain(text, MOST_ASKED)
    plain = stopwords.GREETINGS.sub(" ", plain)
    plain = stopwords.JAPANESE_ASKING.sub(" ", plain)
    return list(dict.fromkeys(_asked(plain)))


def choose_terms(
    terms: Sequence[str], frequency: Callable[[str], int], documents: int
) -> list[str]:
    """Return the rarest of the terms that occur, as many as a search can afford.

    `frequency` gives the number of the `documents` that hold a term. The rarest one is
    always searched for.
    """
    counts = {term: _count(term, frequency) for term in terms}
    chosen: list[str] = []
    left = max(MOST_POSTINGS, documents // 50)
    for term in sorted(
        (term for term in terms if counts[term]), key=counts.__getitem__
    ):
        left -= counts[term]
        if chosen and (left < 0 or len(chosen) == MOST_TERMS):
            break
        chosen.append(term)
    return chosen


def match_expression(terms: Iterable[str]) -> str:
    """Return the full-text query for any of the terms; each is quoted."""
    return " OR ".join(f'"{term.replace('"', '""')}"' for term in terms)


def term_weights(
    terms: Iterable[str], frequency: Callable[[str], int], documents: int
) -> dict[str, float]:
    """Return how much each term says, by how rare it is; unknown ones say the most."""
    documents = max(documents, FEWEST_DOCUMENTS)
    return {
        term: math.log1p((documents - count + 0.5) / (count + 0.5))
        for term in terms
        for count in (min(_count(term, frequency), documents),)
    }


def coverage(weights: Mapping[str, float], held: AbstractSet[str]) -> float:
    """Return the share of a question's weight that the tokens hold, 0..1."""
    whole = sum(weights.values())
    if not whole:
        return 0.0
    return sum(held_weights(weights, held)) / whole


def held_weights(
    weights: Mapping[str, float], held: AbstractSet[str]
) -> Iterator[float]:
    """Yield the weights of the terms that are among the tokens held."""
    for term, weight in weights.items():
        if term in held or (" " in term and held >= set(term.split(" "))):
            yield weight


def _count(term: str, frequency: Callable[[str], int]) -> int:
    """Return in how many documents a term can be at most."""
    return min(map(frequency, term.split(" ")))


def _plain(text: str, most: int) -> str:
    """Return the text in one spelling: width, case, accents of Latin letters."""
    normal = unicodedata.normalize("NFKC", text[:most])[:most]
    folded = normal.casefold().translate(_APOSTROPHES)
    if folded.isascii():
        return folded
    parts = (
        unicodedata.normalize("NFKD", sign) if "\xc0" <= sign < "\u0250" else sign
        for sign in folded
    )
    return _LATIN_MARKS.sub("", "".join(parts))


def _words(run: str, dropped: frozenset[str]) -> Iterator[str]:
    for part in run.split("'"):
        word = part[:_LONGEST_WORD]
        if word not in dropped:
            yield stem(word)


def _counted(before: str, run: str) -> Iterator[str]:
    """Yield a number with what it counts: 5月, 3人."""
    if before.isdigit():
        yield before[-_LONGEST_WORD:] + run[0]


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        if not _KANJI.match(run):
            yield run
        return
    for first, second in itertools.pairwise(run):
        yield first + second


def _asked(plain: str) -> Iterator[str]:
    dropped = stopwords.ENGLISH | stopwords.ENGLISH_ASKING
    before = ""
    for run in _RUN.findall(plain):
        if _IS_CJK.match(run):
            yield from _counted(before, run)
            yield from _asked_characters(run)
            before = ""
        else:
            yield from _words(run, dropped)
            before = run


def _asked_characters(run: str) -> Iterator[str]:
    """Yield pairs of a run, and the kanji that stand alone in it."""
    place = 0
    for match in _HIRAGANA.finditer(run):
        yield from _solid(run[place : match.start()], run[match.start()])
        yield from _soft(match.group(), before=run[place : match.start()][-1:])
        place = match.end()
    if place < len(run):
        yield from _solid(run[place:], "")


def _solid(part: str, following: str) -> Iterator[str]:
    """Yield the terms of kanji and katakana, with the kana that a kanji may end in."""
    if len(part) == 1:
        yield part
    for word in _KATAKANA.findall(part):
        yield " ".join(_pairs(word))
    for pair in _pairs(part):
        if not _KATAKANA.fullmatch(pair):
            yield pair
    if part and following not in _PARTICLES and _KANJI.match(part[-1]):
        yield part[-1] + following


def _soft(part: str, *, before: str) -> Iterator[str]:
    """Yield the terms of a run of hiragana that is more than grammar and endings."""
    if _KANJI.match(before):
        part = part[1:]  # a particle, or the ending that stands with the kanji
    for index, piece in enumerate(stopwords.JAPANESE_GRAMMAR.split(part)):
        word = _LEADING.sub("", piece) if before or index else piece
        word = _TRAILING.sub("", word) if len(word) > _BARE else word
        if len(word) > 1:
            yield " ".join(_pairs(word))
