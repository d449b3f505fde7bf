"""Whether a text is in the story's language."""

import re
from collections import Counter

from .model import Language
from .scripts import Script, script_of
from .wordlist import word_list

_MIN_LETTERS = 4
_JUDGED_WORDS = 12
"""Fewer words than this are judged by their script alone: they may be mostly names."""
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ENGLISH = frozenset(
    word_list("""
    the a an and or but of to in on at by for with from as is are was were be been it its he she they we you i his her
    their our my your him them us this that these those there here not no so if then than when while who what which
    where how all one two up down out over into after before again very had has have did do said would could will can
    """)
)
_FOREIGN = frozenset(
    word_list("""
    le la les un une des du de et est était dans sur avec pour que qui elle il ils elles au aux ce cette mais pas se son
    sa ses leur en ne plus nous vous comme
    der die das den dem des ein eine einen einem einer und ist war waren mit auf für von zu im am nicht sich auch er sie
    es ihr sein aber als wie nach bei noch wieder
    el los las una unos unas y era fue con por para del al lo su sus se muy pero como más sin sobre había
    il gli uno che di è con per non si sono nel della delle dei alla una molto ma
    o os as um uma e com para não mais mas foi seu sua no na nos nas ao
    het een van en dat die ze zijn haar niet met voor
    """)
) - {"a", "an", "as", "in", "on", "is", "was", "die", "no", "he", "me", "so", "am"}


def speaks(text: str, language: Language) -> bool:
    """Tell whether a text is mainly in this language; what is too short to tell passes.

    Han text without kana is not Japanese; a text in Latin letters needs English's small words to be English.
    """
    counts = dict.fromkeys(Script, 0)
    for char, number in Counter(text).items():
        if char.isalpha() or char in "ー々":
            counts[script_of(char)] += number
    kana = counts[Script.HIRAGANA] + counts[Script.KATAKANA]
    japanese = kana + counts[Script.HAN]
    letters = japanese + counts[Script.LATIN]
    if letters < _MIN_LETTERS:
        return True
    if language is Language.JA:
        return _is_japanese(counts, kana, japanese, letters)
    return japanese * 5 < letters and _is_english(text)


def is_small_word(word: str) -> bool:
    """Tell whether an English sentence can hardly do without this word, folded."""
    return word in _ENGLISH


def _is_japanese(
    counts: dict[Script, int], kana: int, japanese: int, letters: int
) -> bool:
    if japanese * 2 < letters:
        return False
    # A heading may be all kanji; a sentence never is.
    return kana * 10 >= japanese or (counts[Script.HAN] < _MIN_LETTERS * 2 and not kana)


def _is_english(text: str) -> bool:
    words = [word.casefold() for word in _WORD.findall(text.replace("’", "'"))]
    if any(not _is_basic(word) for word in words) and sum(
        map(_is_basic, words)
    ) * 2 < len(words):
        return False
    english = sum(word in _ENGLISH for word in words)
    foreign = sum(word in _FOREIGN and word not in _ENGLISH for word in words)
    if len(words) < _JUDGED_WORDS:
        return foreign <= english + 1
    return english * 10 >= len(words) and english > foreign


def _is_basic(word: str) -> bool:
    return all(char < "\u0250" or char == "'" for char in word)
