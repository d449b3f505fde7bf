"""Cut streamed text into sentences: whole quotations, with the words that say who speaks.

`sentence_stream` finds where sentences may end. It knows nothing of quotations and drops blanks, so its findings
are only places here: each is judged by what stands around it, and the text itself is never changed.
"""

import re
from bisect import insort
from enum import Enum, auto
from itertools import accumulate
from typing import Final

from sentence_stream import SentenceBoundaryDetector

from ..story.model import Language

LONG: Final = 600
"""Characters after which a sentence is cut at the next comma."""

_LONGEST: Final = 800
_OPENERS = '"“‘(（「『'
_PAIRS = {"「": "」", "『": "』", "（": "）", "(": ")", "“": "”"}
_CLOSED = re.compile(r"[\"”’)）」』\]]\s*$")
_ENDED = re.compile(r"[.!?…。！？:：][\"'”’)）」』\]]*\s*$")
_ELLIPSIS = re.compile(r"(?:…|\.\.\.)\s*$")
_BEFORE_QUOTE = re.compile(rf"[.!?…][\"'”’)\]]*(\s+)[{_OPENERS}]$")
_SHORT_WORD = re.compile(r"\b([A-Z][a-z]{1,2})\.(\s+)[A-Z]$")
_ABBREVIATED = re.compile(
    r"(?:^|[\s\"“(])(?:M[rstx]|Mrs|Messrs|Dr|St|Mt|Jr|Sr|Lt|Col|Gen|Capt|Prof|Sgt|Rev|Hon|"
    r"No|vs|etc|Mme|Mlle|[A-Z])\.\s*$"
)
_PLACES = re.compile(r"[,;:、，；：。！？.!?—–\n]['\"”’」』）)]*")

_EN_SAYS = (
    r"(?:said|says|asked|cried|called|whispered|shouted|answered|replied|murmured|"
    r"laughed|giggled|sighed|added|yawned|smiled|exclaimed|muttered|hummed|sang|told|"
    r"wondered|agreed|nodded|explained|announced|gasped|squeaked|purred|chirped|begged|"
    r"grumbled|growled|roared|hooted|promised|warned|repeated|continued|went on)"
)
_EN_SPEAKER = re.compile(rf"(?:[\w’'-]+,?\s+){{1,4}}?{_EN_SAYS}\b")
_EN_WORDS: Final = 5
_JA_SAYS = re.compile(
    r"言[っいう]|いいま(?:し|す)|さけ(?:び|ん)|叫|つぶや|呟|答え|こたえ|たずね|尋ね|ささや|"
    r"囁|話しかけ|声をかけ|声をあげ|よびかけ|呼びかけ"
)
_JA_SPEAKER: Final = 30
_JA_BELONGS = re.compile(
    r"[、，。]|(?:と|って|は|が|を|に|の|も|へ|や|で|から|まで|だ[。！とっ]|です|そう[言い答さ])"
)
_JA_BEGINS = re.compile(
    r"でも|では|です?から|とつぜん|とても|とうとう|ところ|となり|とお|とき|とびら|もう|もし|もっと|"
    r"もちろん|もり|もも|はい|はじ|はる|はな|はと|にっこり|にわ|にじ|のんび|のそ|のはら|やっと|"
    r"やがて|やさ|やま|やはり|やっぱり|がけ|へや"
)


class _Verdict(Enum):
    CUT = auto()
    JOIN = auto()
    WAIT = auto()


class Sentences:
    """Cuts one reply into sentences."""

    def __init__(self, language: Language) -> None:
        """Begin a reply in this language."""
        self._japanese = language is Language.JA
        self._text = ""
        self._ends: list[int] = []
        self._begin_detection()

    def push(self, text: str) -> list[str]:
        """Return the sentences that are complete now, with their trailing blanks."""
        sentences: list[str] = []
        for char in text:
            self._add(char)
            if self._ends:
                sentences += self._cut(final=False)
            if len(self._text) > LONG:
                sentences += self._cut_long()
        return sentences

    def finish(self) -> list[str]:
        """Return what is left, as sentences."""
        sentences = self._cut(final=True)
        rest, self._text = self._text, ""
        return [*sentences, rest] if rest else sentences

    def _begin_detection(self) -> None:
        self._detector = SentenceBoundaryDetector()
        self._detected = 0

    def _add(self, char: str) -> None:
        self._text += char
        for sentence in self._detector.add_chunk(char):
            self._detected += _solid(sentence)
            self._mark(self._place(self._detected))
        if char == "\n":
            self._mark(len(self._text) - 1)
        elif char in _OPENERS:
            if found := _BEFORE_QUOTE.search(self._text):
                self._mark(found.start(1))
        elif char.isupper() and (found := _SHORT_WORD.search(self._text)):
            self._mark(found.start(2))

    def _mark(self, place: int) -> None:
        if place > 0 and place not in self._ends and self._text[:place].strip():
            insort(self._ends, place)

    def _place(self, solid: int) -> int:
        """Return the index behind so many characters that the detector does not drop."""
        counts = accumulate(map(_solid, self._text), initial=0)
        return next(i for i, count in enumerate(counts) if count >= solid)

    def _cut(self, *, final: bool) -> list[str]:
        sentences = []
        while self._ends:
            end = self._ends[0]
            verdict = self._judge(self._text[:end], self._text[end:], final=final)
            if verdict is _Verdict.WAIT:
                break
            del self._ends[0]
            if verdict is _Verdict.CUT:
                sentences.append(self._take(end))
        return sentences

    def _take(self, end: int) -> str:
        """Take a sentence of this length, and the blanks behind it, off the text."""
        sentence = self._text[:end]
        rest = self._text[end:]
        sentence += rest[: len(rest) - len(rest.lstrip())]
        self._text = self._text[len(sentence) :]
        self._detected -= _solid(sentence)
        self._ends = [e - len(sentence) for e in self._ends if e > len(sentence)]
        return sentence

    def _judge(self, before: str, after: str, *, final: bool) -> _Verdict:
        bare = after.lstrip()
        if not bare:
            return _Verdict.CUT if final else _Verdict.WAIT
        blanks = after[: len(after) - len(bare)]
        if blanks.count("\n") > 1:
            return _Verdict.CUT
        if not _ENDED.search(before) or _is_open(before):
            return _Verdict.JOIN
        if "\n" in blanks:
            return _Verdict.CUT
        if self._japanese:
            return _judge_japanese(before, bare, final=final)
        return _judge_english(before, bare, final=final)

    def _cut_long(self) -> list[str]:
        found = _PLACES.search(self._text, LONG)
        if found is not None and found.end() < len(self._text):
            end = found.end()
        elif len(self._text) > _LONGEST:
            end = self._text.rfind(" ", 0, _LONGEST) + 1 or _LONGEST
        else:
            return []
        sentence = self._take(end)
        rest, self._text, self._ends = self._text, "", []
        self._begin_detection()
        return [sentence, *self.push(rest)]


def _solid(text: str) -> int:
    """Return how many characters the detector keeps."""
    return sum(not (char.isspace() or char == "*") for char in text)


def _is_open(text: str) -> bool:
    """Tell whether a quotation or bracket is still open at the end."""
    paragraph = text[text.rfind("\n\n") + 1 :]
    if paragraph.count('"') % 2:
        return True
    return any(
        paragraph.count(opener) > paragraph.count(closer)
        for opener, closer in _PAIRS.items()
    )


def _judge_english(before: str, bare: str, *, final: bool) -> _Verdict:
    if bare[0].islower() or _ABBREVIATED.search(before):
        return _Verdict.JOIN
    if not _CLOSED.search(before):
        return _Verdict.CUT
    if _EN_SPEAKER.match(bare):
        return _Verdict.JOIN
    words = len(bare.split())
    whole = final or words > _EN_WORDS or bare[0] in _OPENERS
    return (
        _Verdict.CUT
        if whole or re.search(r"[.!?]", bare) is not None
        else _Verdict.WAIT
    )


def _judge_japanese(before: str, bare: str, *, final: bool) -> _Verdict:
    if _CLOSED.search(before):
        return _judge_quoted(bare, final=final)
    if _ELLIPSIS.search(before):
        return _Verdict.CUT if bare[0] in _OPENERS else _Verdict.JOIN
    if re.match(r"と(?![つてうこなおきびも])|って", bare) and before[-1] in "！？!?":
        return _Verdict.JOIN
    return _Verdict.CUT


def _judge_quoted(bare: str, *, final: bool) -> _Verdict:
    """Judge by what follows 」 whether it says who spoke."""
    if not final and len(bare) < len("とうとう"):
        return _Verdict.CUT if bare[0] in _OPENERS else _Verdict.WAIT
    if _JA_BELONGS.match(bare) and not _JA_BEGINS.match(bare):
        return _Verdict.JOIN
    clause = re.match(r"[^。！？!?「『\n]*", bare)
    said = clause[0][:_JA_SPEAKER] if clause else ""
    if _JA_SAYS.search(said):
        return _Verdict.JOIN
    known = final or len(said) < len(bare) or len(bare) > _JA_SPEAKER
    return _Verdict.CUT if known else _Verdict.WAIT
