"""Told text as sentences, and a sentence as what is narrated and what is quoted in it."""

import re

from .model import Language

ENDS = "。！？!?.…♪"
CLOSERS = "」』）”’\"')〉》】"
_OPEN, _CLOSE = "「『“", "」』”"
_MARK = re.compile(f"[{re.escape(ENDS + CLOSERS + _OPEN)}]")
_ABBREVIATION = re.compile(
    r"(?:^|[\s\"“(])(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Sr|Jr|[A-Z])\.$"
)
_QUOTE_GOES_ON = re.compile(r"[、,とっなのはがをにでもだ]")
_QUOTES = re.compile(r"「[^」]*」?|『[^』]*』?|“[^”]*”?|\"[^\"]*\"?")


def sentences(text: str, language: Language) -> tuple[str, ...]:
    """Return the sentences of a text without blanks around them; quotes are kept whole, a line end ends one."""
    return tuple(
        sentence
        for line in text.splitlines()
        for sentence in _of_line(line.strip(), language)
    )


def narration(sentence: str, mark: str = "") -> str:
    """Return a sentence without what is quoted in it; `mark` takes the place of each quote."""
    return _QUOTES.sub(mark, sentence)


def quotes(sentence: str) -> tuple[str, ...]:
    """Return what is quoted in a sentence, without the quotation marks."""
    return tuple(each.strip('「」『』“”"') for each in _QUOTES.findall(sentence))


def is_complete(text: str) -> bool:
    """Tell whether a text ends with the mark of a whole sentence."""
    bare = text.rstrip().rstrip(CLOSERS)
    return bool(bare) and bare[-1] in ENDS


def _of_line(line: str, language: Language) -> list[str]:
    found: list[str] = []
    start, depth, straight = 0, 0, False
    for mark in _MARK.finditer(line):
        char, at = mark[0], mark.end()
        depth = max(0, depth + (char in _OPEN) - (char in _CLOSE))
        straight ^= char == '"'
        closed = depth == 0 and not straight
        if closed and char not in _OPEN and _ends(line, at, language):
            found.append(line[start:at].strip())
            start = at
    found.append(line[start:].strip())
    return [sentence for sentence in found if sentence]


def _ends(line: str, at: int, language: Language) -> bool:
    """Tell whether a sentence ends before this place, where no quote is open."""
    last, following = line[at - 1], line[at : at + 1]
    if following and following in ENDS + CLOSERS:
        return False
    quoted = last in CLOSERS
    head = line[max(0, at - 12) : at].rstrip(CLOSERS)
    if not head or head[-1] not in ENDS:
        # A quote in Japanese may end without a full stop: 「はい」　ミナは...
        return quoted and last in "」』" and following == "\u3000"
    if language is Language.JA and head[-1] != ".":
        return not (quoted and _QUOTE_GOES_ON.match(following))
    if following and not following.isspace():
        return False
    next_word = line[at:].lstrip()[:1]
    if quoted or head[-1] == "…":
        return not next_word.islower()
    return not _ABBREVIATION.search(head)
