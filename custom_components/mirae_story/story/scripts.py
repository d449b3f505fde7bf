"""Which script a character belongs to: Japanese marks most word boundaries by changing it."""

from bisect import bisect_right
from enum import StrEnum


class Script(StrEnum):
    """Scripts that are told apart. Letters of any other script share one kind with Latin."""

    NONE = "none"
    LATIN = "latin"
    HIRAGANA = "hiragana"
    KATAKANA = "katakana"
    HAN = "han"


_RANGES = (
    (0x3005, 0x3007, Script.HAN),
    (0x3021, 0x3029, Script.HAN),
    (0x3041, 0x3096, Script.HIRAGANA),
    (0x3099, 0x309A, Script.HIRAGANA),
    (0x309D, 0x309F, Script.HIRAGANA),
    (0x30A1, 0x30FA, Script.KATAKANA),
    (0x30FC, 0x30FF, Script.KATAKANA),
    (0x31F0, 0x31FF, Script.KATAKANA),
    (0x3400, 0x4DBF, Script.HAN),
    (0x4E00, 0x9FFF, Script.HAN),
    (0xF900, 0xFAFF, Script.HAN),
    (0xFF66, 0xFF9F, Script.KATAKANA),
    (0x20000, 0x3FFFF, Script.HAN),
)
_STARTS = tuple(start for start, _, _ in _RANGES)


def script_of(char: str) -> Script:
    """Return the script of one character; `NONE` for blanks, marks and the empty string."""
    if not char:
        return Script.NONE
    point = ord(char)
    index = bisect_right(_STARTS, point) - 1
    if index >= 0 and point <= _RANGES[index][1]:
        return _RANGES[index][2]
    return Script.LATIN if char.isalnum() else Script.NONE


def is_japanese(char: str) -> bool:
    """Tell whether a character is kana or kanji."""
    return script_of(char) in {Script.HIRAGANA, Script.KATAKANA, Script.HAN}
