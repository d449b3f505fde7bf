"""Which of several things somebody means who answers "which one would you like?", in English and Japanese."""

import re
from collections.abc import Sequence
from enum import Enum, auto

from .names import fold

_PLACES = (
    r"first|number one|^one$|1|一つ目|ひとつ目|ひとつめ|一番目|一番|いちばん|最初|さいしょ|1つ目",
    r"second|number two|^two$|2|二つ目|ふたつ目|ふたつめ|二番目|二番|にばん|2つ目",
    r"third|number three|^three$|3|三つ目|みっつ目|みっつめ|三番目|三番|さんばん|3つ目",
    r"fourth|number four|^four$|4|四つ目|よっつ目|よっつめ|四番目|四番|よんばん|4つ目",
)
_PLACE = tuple(re.compile(rf"(?<![\w])(?:the )?(?:{place})") for place in _PLACES)
_LAST = re.compile(r"\b(?:the )?last(?: one)?\b|最後|さいご")
_NEW = re.compile(r"\bnew\b|\banother\b|新しい|あたらしい|別の|べつの|ほかの|他の")
_YES = re.compile(
    r"(?:yes|yeah|yep|ok|okay|sure|please|that one|はい|うん|それ|いいよ|お願い|おねがい)\b"
)
_NO = re.compile(
    r"(?:no|nope|none|nothing|neither|never mind|いや|いいえ|ううん|いらない|やめ|なし|なんでもない)"
)
_ARTICLE = re.compile(r"^(?:the|a|an) ")


class Chosen(Enum):
    """An answer that is no place in the list."""

    NEW = auto()
    NONE = auto()
    UNCLEAR = auto()


def choice(said: str, titles: Sequence[str]) -> int | Chosen:
    """Return the place of the title that is meant, or what else the answer means."""
    plain = fold(said)
    named = [at for at, title in enumerate(titles) if _named(title) in plain]
    if named:
        # Of titles that are parts of each other, the longest was said.
        return max(named, key=lambda at: len(titles[at]))
    if _NO.match(plain):
        return Chosen.NONE
    placed = _placed(plain, len(titles))
    if placed is not None:
        return placed
    return Chosen.NEW if _NEW.search(plain) else Chosen.UNCLEAR


def _named(title: str) -> str:
    return _ARTICLE.sub("", fold(title))


def _placed(plain: str, count: int) -> int | None:
    for at, place in enumerate(_PLACE[:count]):
        if place.search(plain):
            return at
    if _LAST.search(plain) or (count == 1 and _YES.match(plain)):
        return count - 1
    return None
