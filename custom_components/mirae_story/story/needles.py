"""What a text must have to match a pattern, read from the pattern itself.

Most sentences hold nothing of a long list of patterns. Pieces of plain text that every match has tell that at once:
a pattern is tried only where one of them stands (see `sieve`). Where a pattern is too free to tell, it is always
tried; so a piece of syntax that is not understood here costs time and misses nothing.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from .wordlist import word_list

_MOST_EXACT, _MOST_NEEDLES = 64, 400
_LONGEST_CLASS = 12
_PLAIN = re.compile(r"[^\\\[\](){}|.*+?^$]+(?![*+?{])")
_AHEAD = "?="
_ZERO_WIDTH_GROUP = ("?!", "?<=", "?<!")
_PLAIN_GROUP = re.compile(r"\?:|\?P<\w+>|(?!\?)")
_REPEAT = re.compile(r"\*|\+|\?|\{(\d*)(?:,\d*)?\}")
_GREED = re.compile(r"[?+]?")
_CLASS = re.compile(r"\[(\^?)(\]?(?:\\.|[^\]\\])*)\]", re.DOTALL)
_VERBOSE_BLANK = re.compile(r"(\\.|\[(?:\\.|[^\]\\])*\])|\s+", re.DOTALL)
_LITTLE = frozenset(
    word_list("""
    a an the his her its their my your our that this some those these one two three him them me us you he she it they
    who and or of to in on at by with from into over off out up down under for as is was were are be had has have not
    so until till all no never with onto through against ed ing s es d
    は が を に で と の も へ や か って から まで もう ない する して いる みんな 人 女 男 子 手 目 何
    """)
)
_CHARACTERS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}

type _Strings = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a part of a pattern says of its match."""

    exact: _Strings | None
    """All texts that it can be, where they are few."""
    need: _Strings | None
    """Texts of which at least one stands in every match; None where nothing is sure."""


_NOTHING = _Piece(frozenset({""}), None)
_ANYTHING = _Piece(None, None)


def branches(
    pattern: str, *, verbose: bool = False
) -> tuple[tuple[str, frozenset[str] | None], ...]:
    """Return the alternatives of a pattern, each a pattern of its own with the texts of which every match has one.

    The texts are None where nothing is sure. A `verbose` pattern comes back without its blanks.
    """
    plain = _VERBOSE_BLANK.sub(r"\1", pattern) if verbose else pattern
    return tuple(_Reader(plain).branches())


class _Reader:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0

    def branches(self) -> Iterator[tuple[str, _Strings | None]]:
        while self._at <= len(self._text):
            start = self._at
            piece = self._sequence()
            yield self._text[start : self._at], _usable(piece)
            self._at += 1

    def _alternatives(self) -> _Piece:
        found = [self._sequence()]
        while self._next() == "|":
            self._at += 1
            found.append(self._sequence())
        return _one_of(found)

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _sequence(self) -> _Piece:
        pieces: list[_Piece] = []
        while (char := self._next()) and char not in "|)":
            if (plain := _PLAIN.match(self._text, self._at)) is not None:
                self._at = plain.end()
                pieces.append(_text(plain[0]))
            else:
                pieces.append(self._repeated(self._atom(char)))
        return _in_a_row(pieces)

    def _repeated(self, piece: _Piece) -> _Piece:
        repeat = _REPEAT.match(self._text, self._at)
        if repeat is None:
            return piece
        self._at = repeat.end()
        greed = _GREED.match(self._text, self._at)
        self._at = greed.end() if greed else self._at
        least = {"*": "0", "?": "0", "+": "1"}.get(repeat[0], repeat[1])
        if int(least or 0):
            return _Piece(None, _usable(piece))
        if repeat[0] == "?" and piece.exact is not None:
            return _Piece(piece.exact | {""}, None)
        return _ANYTHING

    def _atom(self, char: str) -> _Piece:
        if char == "(":
            return self._group()
        if char == "[":
            return self._class()
        self._at += 1
        if char == "\\":
            return self._escaped()
        if char == ".":
            return _ANYTHING
        return _NOTHING if char in "^$" else _text(char)

    def _escaped(self) -> _Piece:
        char = self._next()
        self._at += 1
        if char in "bBAZ":
            return _NOTHING
        if char in _CHARACTERS:
            return _text(_CHARACTERS[char])
        return _ANYTHING if char.isalnum() else _text(char)

    def _class(self) -> _Piece:
        found = _CLASS.match(self._text, self._at)
        if found is None:
            msg = "a class of characters without an end"
            raise ValueError(msg)
        self._at = found.end()
        inside = found[2]
        if (
            found[1]
            or len(inside) > _LONGEST_CLASS
            or not {"\\", "-"}.isdisjoint(inside)
        ):
            return _ANYTHING
        return _one_of([_text(char) for char in inside])

    def _group(self) -> _Piece:
        self._at += 1
        rest = self._text[self._at : self._at + 40]
        plain = _PLAIN_GROUP.match(rest)
        if plain is not None:
            self._at += plain.end()
        elif rest.startswith(_AHEAD):
            self._at += len(_AHEAD)
        inside = self._alternatives()
        self._at += 1
        if rest.startswith(_AHEAD):
            return _Piece(_NOTHING.exact, _usable(inside))
        if rest.startswith(_ZERO_WIDTH_GROUP):
            return _NOTHING
        return inside if plain is not None else _ANYTHING


def _text(plain: str) -> _Piece:
    one = frozenset({plain.casefold()})
    return _Piece(one, one)


def _one_of(pieces: list[_Piece]) -> _Piece:
    exact = _union((piece.exact for piece in pieces), _MOST_EXACT)
    return _Piece(exact, _union((_usable(piece) for piece in pieces), _MOST_NEEDLES))


def _union(sets: Iterable[_Strings | None], most: int) -> _Strings | None:
    together: set[str] = set()
    for each in sets:
        if each is None:
            return None
        together |= each
    return frozenset(together) if len(together) <= most else None


def _in_a_row(pieces: list[_Piece]) -> _Piece:
    run, best, whole = frozenset({""}), None, True
    for piece in pieces:
        if piece.exact == _NOTHING.exact:
            best = _better(best, piece.need)
            continue
        if piece.exact is not None and len(run) * len(piece.exact) <= _MOST_EXACT:
            run = frozenset(head + tail for head in run for tail in piece.exact)
            continue
        whole = False
        best = _better(_better(best, run), piece.need)
        run = piece.exact if piece.exact is not None else frozenset({""})
    return _Piece(run if whole else None, _better(best, run))


def _usable(piece: _Piece) -> _Strings | None:
    return _better(piece.need, piece.exact)


def _better(one: _Strings | None, other: _Strings | None) -> _Strings | None:
    """Return the set that tells more: that of the longer texts, and of these the smaller one."""
    told = [each for each in (one, other) if each and "" not in each]
    return max(told, key=_worth, default=None)


def _worth(texts: _Strings) -> tuple[int, int]:
    return min(map(_weight, texts)), -len(texts)


@lru_cache(maxsize=8192)
def _weight(text: str) -> int:
    """Return how rare a text is: long ones are, little words are not, and a kanji says as much as some letters."""
    if all(word in _LITTLE for word in text.split()):
        return 0
    return min(len(text.encode()), 6)
