"""Lines that are no prose: headings, titles, rules, list marks. They are dropped or lose their mark."""

import re

LINE_LIMIT = 120
"""A longer line is prose, whatever it begins with."""

_HEADING_LIMIT = 80
_TITLE_LIMIT = 60

_EN_COUNTED = (
    "episode",
    "chapter",
    "night",
    "part",
    "scene",
    "act",
    "story",
    "tonight's episode",
)
_EN_LABELS = ("title", "episode title", "chapter title", "story title")
_JA_COUNTED = ("エピソード", "チャプター", "シーン", "パート")
_JA_LABELS = ("タイトル", "題名", "題")
_NUMBER_WORDS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
]
_NUMBER = rf"(?:\d+|[ivxlc]+|(?:{'|'.join(_NUMBER_WORDS)})(?:-\w+)?)"
_KANJI_NUMBER = r"[0-9０-９〇一二三四五六七八九十百千]+"
_REST = r"(?:\s*[:：.。\-–—―|｜]\s*[^.!?。！？]{0,80}[.!?。！？]?)?"
_OPEN, _SHUT = r"[\s>#*_【《『「(（\[]*", r"[\s*_】》』」)）\]]*"

_HEADING = re.compile(
    rf"{_OPEN}(?:"
    rf"(?:{'|'.join(_EN_COUNTED)})\s*(?:no\.?|number|\#)?\s*{_NUMBER}(?![\w]){_SHUT}{_REST}"
    rf"|(?:{'|'.join(_EN_LABELS)})\s*[:：]\s*[^\n]{{0,80}}"
    rf"|(?:{'|'.join(_JA_COUNTED)})\s*\#?{_KANJI_NUMBER}{_SHUT}{_REST}"
    rf"|(?:{'|'.join(_JA_LABELS)})\s*[:：]\s*[^\n]{{0,80}}"
    rf"|(?:第\s*{_KANJI_NUMBER}\s*|{_KANJI_NUMBER}\s*)(?:話|夜|章|回|幕|部|節|エピソード){_SHUT}"
    rf"(?:(?:[\s:：.\-–—―|｜]+|(?=[「『【《（])|(?<=[】』」》）]))[^.!?。！？]{{0,60}}[.!?。！？]?)?"
    rf"){_SHUT}",
    re.IGNORECASE,
)
_RULE = re.compile(r"\s*(?:[-_=~＊*＿―—–・]\s*){3,}")
_BOLD = re.compile(r"\s*(\*\*|__)(?!\s)[^*\n]+\1\s*[:：]?\s*")
_HASH = re.compile(r"\s*#{1,6}\s+")
_MARK = re.compile(
    r"\s*(?:#{1,6}\s+|>\s?|(?:[-+•‣◦・]|\*(?!\*))\s+|・|\d{1,3}[.)．）]\s+)+"
)
_MARK_START = re.compile(r"\s*[#*\-+•‣◦・_=~>—―–＊＿【《『「(（\[]")
_COUNT_START = re.compile(r"\s*\d{1,3}[.)．）]?\s*")
_COUNTED_START = re.compile(
    rf"\s*(?:{'|'.join(_EN_COUNTED)})\s+(?:n?o?\.?|number|\#)?\s*(\w*)", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?。！？…]")
_STARTS = (*_EN_COUNTED, *_EN_LABELS, *_JA_COUNTED, *_JA_LABELS)
_TELLING = (*_JA_COUNTED, *(f"{word}{colon}" for word in _STARTS for colon in ":："))
_KANJI_START = re.compile(rf"(?:第\s*)?(?:{_KANJI_NUMBER})?\s*")
_KANJI_HEADING = re.compile(
    rf"(?:第\s*)?{_KANJI_NUMBER}\s*[話夜章回幕部節エ][\s:：.\-–—―|｜「『【《（]?"
)


def may_be_special(start: str, *, first: bool) -> bool:
    """Tell whether a line that begins so may still turn out to be no prose."""
    bare = start.lstrip()
    if not bare or _MARK_START.match(start) or _COUNT_START.fullmatch(start):
        return True
    if _KANJI_START.fullmatch(bare) or _KANJI_HEADING.match(bare):
        return True
    if _may_be_counted(bare.lower()):
        return True
    return first and len(bare) <= _TITLE_LIMIT and _SENTENCE_END.search(bare) is None


def _may_be_counted(bare: str) -> bool:
    """Tell whether "Episode 12" or a label such as "Title:" may be beginning."""
    if any(word.startswith(bare) for word in _STARTS):
        return True
    if bare.startswith(_TELLING):
        return True
    counted = _COUNTED_START.match(bare)
    if counted is None:
        return False
    count = counted[1]
    return re.fullmatch(_NUMBER, count) is not None or (
        counted.end() == len(bare)
        and (not count or any(word.startswith(count) for word in _NUMBER_WORDS))
    )


def is_heading(line: str) -> bool:
    """Tell whether a whole line is a heading or a rule."""
    bare = line.strip()
    if _RULE.fullmatch(bare) or _HEADING.fullmatch(bare):
        return True
    if len(bare) > _HEADING_LIMIT or not (_HASH.match(bare) or _BOLD.fullmatch(bare)):
        return False
    inner = bare.strip("#*_ :：")
    return _SENTENCE_END.search(inner) is None or (
        _SENTENCE_END.search(inner[:-1]) is None and inner[-1] in "!?！？"
    )


def is_title(line: str) -> bool:
    """Tell whether a whole first line is a title: short, and no sentence."""
    bare = line.strip()
    return (
        0 < len(bare) <= _TITLE_LIMIT
        and _SENTENCE_END.search(bare) is None
        and bare[-1] not in ',、，;；:：」”"-—―'
        and "```" not in bare
        and bare[0] not in "<{[|"
    )


def is_capitalised(title: str) -> bool:
    """Tell whether a title is written like one: its long words begin with capitals."""
    words = re.findall(r"[A-Za-z]+", title)
    return len(words) > 1 and all(
        word[0].isupper()
        for place, word in enumerate(words)
        if not place or len(word) >= len("with")
    )


def without_mark(line: str) -> str:
    """Return a line without the mark of a list, a quotation or a heading."""
    return _MARK.sub("", line, count=1) if _MARK.match(line) else line
