"""Puts a corrected fact before what it corrects, and never takes anything away.

People correct by statements: "we moved the lesson to Thursday". Such a turn often has
fewer words of the question than the old one, and would stand below it. Signs are that it
is newer, is about what the question and the old turn share, and says that something
changed, or names the old value as not so.

Among what is brought up anyhow, likely is enough to change places. A turn that would not
be brought up comes in only where it is plain that it corrects.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Final

from .manner import only_asks
from .model import Found, Turn
from .text import document_text, held_weights, index_tokens, turn_token_set

LIKELY: Final = 0.4
"""Share of what the question and the old turn have in common that a newer one must hold."""
PLAIN: Final = 0.7
"""The same to come in from outside."""
ALIKE: Final = 0.25
"""Share of the words of the shorter turn that is as good as `LIKELY`."""
WITH_OTHER_VALUE: Final = 0.3
"""What is enough where a word of change stands with another day, number or title than the old one's, ..."""
BY_THE_SAME: Final = 0.15
"""... and where the same person says so."""
TIED: Final = 0.15
LEAST_TOPIC: Final = 0.3
"""Share of the question that the old turn must hold, to bring in another."""
MOST_READ: Final = 4_000
"""Characters of a turn in which signs of a correction are looked for."""
LONGEST: Final = 240
"""Bytes of a turn that may come in (80 Japanese characters): people correct in a sentence, not in an essay."""
_CHANGE_EN: Final = re.compile(
    r"\b(?:actually|no longer|not any ?more|any ?more|instead|chang(?:ed?|ing)|mov(?:ed|ing)"
    r"|switch(?:ed|ing)|replac(?:ed|ing)|updated?|rescheduled|postponed|cancell?ed"
    r"|corrections?|wrong|mistake|i meant|rather than|from now on|new|after all|turns out"
    r"|(?<!right )(?<!just )(?<!for )now|these days|lately|used to|stopped|quit|gave up|dropped|raised|lowered|too (?:hot|cold|big|small|much))\b"
)
_CHANGE_JA: Final = re.compile(
    r"変わ|変え|かわった|かわる|かわりに|かえた|変更|代わ|替え|換え|やっぱり|やはり|じゃなくて|ではなく"
    r"|間違|まちが|違って|違った|ちがっ|訂正|直し|今は|いまは|最近は|このごろは|今度から|これから|新しい|新しく"
    r"|あたらし|もう[^。、]{0,12}ない|やめ|止め|引っ越|延期|中止|ずらし|移し|移った|になった"
    r"|増え|減ら|減っ|上がった|下がった|すぎ"
)
_REJECTED_EN: Final = re.compile(
    r"\b(?:not|instead of|rather than|no longer|isn't|wasn't|dropped) (?:the |an? )?"
    r"([\w'-]+(?: (?!any ?more\b|today\b|tonight\b)[\w'-]+)?)"
)
_REJECTING_JA: Final = (
    r"(?:じゃなく|では?なく|ではありません|[をは]やめ|の[代か]わりに)"
)
_REJECTS_JA: Final = re.compile(_REJECTING_JA)
_REJECTED_JA: Final = re.compile(rf"([^、。！？!?はがもをに]{{1,12}}){_REJECTING_JA}")
_SUBSTITUTES: Final = re.compile(
    r"\binstead\b(?! of)|(?<!の)(?:代わり|かわり|替わり)に", re.IGNORECASE
)
"""Something stands in for what is named."""
_ENDING: Final = re.compile(r"[\u3041-\u309f]+|.")
"""Kana of grammar, and single signs: they name nothing."""

_VALUES: Final = {
    "day": re.compile(
        r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|[月火水木金土日](?=曜)"
    ),
    "number": re.compile(r"\d+"),
    "name": re.compile(r"[「『“\"]([^」』”\"]{1,40})[」』”\"]"),
}


@dataclass(frozen=True, slots=True)
class _Read:
    """A turn, read for what it may correct."""

    turn: Turn
    tokens: AbstractSet[str]
    changes: bool
    tells: bool
    spoke: frozenset[str]
    """The name of who spoke: what one person says is not alike for that."""
    rejected: frozenset[str]
    substitutes: frozenset[str]
    """What it may name that something else stands in for; empty if nothing does."""
    values: Mapping[str, AbstractSet[str]]
    """Weekdays, numbers and quoted names, by these kinds."""


def settle_corrections(
    found: Sequence[Found],
    weights: Mapping[str, float],
    limit: int,
    tokens_of: Callable[[Turn], AbstractSet[str]] = turn_token_set,
) -> list[Found]:
    """Return the best `limit` turns, best first, with each correction before what it corrects.

    `weights` are those of the question's terms (`text.term_weights`).
    """
    read = {
        one.turn.turn_id: _read(one.turn, tokens_of(one.turn))
        for place, one in enumerate(found)
        if place < limit or _may_come_in(one.turn)
    }
    settled = list(found)
    whole = sum(weights.values())
    bound: set[int] = set()
    for older in sorted(found[:limit], key=lambda one: one.turn.at):
        place = _place(settled, older.turn.turn_id)
        signs = {
            newer.turn.turn_id: sign
            for at, newer in enumerate(settled)
            if newer.turn.turn_id in read
            and (
                sign := _sign(
                    read[newer.turn.turn_id],
                    read[older.turn.turn_id],
                    weights,
                    whole if at >= limit else None,
                )
            )
        }
        if not signs:
            continue
        best = max(signs.values())
        tied = [turn_id for turn_id, sign in signs.items() if sign >= best - TIED]
        newest = max(tied, key=lambda turn_id: read[turn_id].turn.at)
        settled[place] = replace(settled[place], superseded_by=newest)
        for turn_id in tied:
            other = _place(settled, turn_id)
            if place < other and (other < limit or turn_id == newest):
                settled.insert(place, settled.pop(other))
                place += 1
                if other >= limit:
                    bound |= {turn_id, older.turn.turn_id}
    return _kept(settled, limit, bound)


def _kept(settled: Sequence[Found], limit: int, bound: AbstractSet[int]) -> list[Found]:
    """Return so many: what came in takes the place of the last found, never of what it corrects."""
    loose = [one for one in settled if one.turn.turn_id not in bound]
    staying = {one.turn.turn_id for one in loose[: max(limit - len(bound), 0)]}
    return [one for one in settled if one.turn.turn_id in bound | staying][:limit]


def _sign(
    newer: _Read, older: _Read, weights: Mapping[str, float], whole: float | None
) -> float:
    """Return how clear it is that a turn corrects an older one; 0: it does not.

    `whole`: the weight of the whole question if the newer turn is to come in; None if it is in.
    """
    if newer.turn.at <= older.turn.at:
        return 0.0
    alike = newer.tokens & older.tokens
    topic = sum(held_weights(weights, older.tokens))
    common = sum(held_weights(weights, alike))
    share = common / topic if topic else 0.0
    if newer.rejected and newer.rejected <= older.tokens and topic:
        return 2.0 + share
    enough = topic >= LEAST_TOPIC * whole if whole is not None else topic > 0
    if enough and _stands_in(newer, older, weights):
        return 1.0 + share
    words = min(len(newer.tokens), len(older.tokens))
    are_alike = len(alike - newer.spoke) >= ALIKE * words
    if whole is not None:
        plain = newer.changes and topic >= LEAST_TOPIC * whole and share >= PLAIN
        return share if plain and are_alike else 0.0
    if are_alike:
        share = max(share, LIKELY)
    if newer.changes and share >= BY_THE_SAME and _has_other_value(newer, older):
        same = newer.turn.speaker is not None
        same = same and newer.turn.speaker == older.turn.speaker
        if same or share >= WITH_OTHER_VALUE:
            share = max(share, LIKELY)
    surely = newer.changes or newer.tells or share >= PLAIN
    return share + 0.1 * newer.changes if surely and share >= LIKELY else 0.0


def _stands_in(newer: _Read, older: _Read, weights: Mapping[str, float]) -> bool:
    """Tell whether a newer turn names a value of the older one, beyond what is asked, and another one instead."""
    if not newer.substitutes:
        return False
    asked = {token for term in weights for token in term.split(" ")}
    return bool((newer.substitutes & older.tokens) - asked - older.spoke)


def _has_other_value(newer: _Read, older: _Read) -> bool:
    """Tell whether a newer turn names another value of a kind of which the older one names one."""
    return any(
        older.values[kind] and values - older.values[kind]
        for kind, values in newer.values.items()
    )


def _values(whole: str) -> dict[str, AbstractSet[str]]:
    text = unicodedata.normalize("NFKC", whole).lower()
    return {kind: frozenset(found.findall(text)) for kind, found in _VALUES.items()}


def _may_come_in(turn: Turn) -> bool:
    """Tell whether a turn says at all that something is otherwise."""
    whole = document_text(turn)
    if len(whole.encode(errors="replace")) > LONGEST:
        return False
    return _says_change(whole) or bool(_rejected(whole))


def _says_change(text: str) -> bool:
    """Tell whether a text has a word of change: a pattern for one script, in one case, is five times as fast."""
    if _CHANGE_EN.search(text.lower()):
        return True
    return not text.isascii() and _CHANGE_JA.search(text) is not None


def _rejected(text: str) -> list[str]:
    """Return what a text says is not so."""
    rejected: list[str] = _REJECTED_EN.findall(text.lower())
    if not text.isascii() and _REJECTS_JA.search(text):
        rejected += _REJECTED_JA.findall(text)
    return rejected


def _read(turn: Turn, tokens: AbstractSet[str]) -> _Read:
    whole = document_text(turn)[:MOST_READ]
    spoke = frozenset(index_tokens(turn.speaker or ""))
    named = frozenset[str]()
    if _SUBSTITUTES.search(whole):
        named = frozenset(
            token for token in tokens - spoke if not _ENDING.fullmatch(token)
        )
    return _Read(
        turn=turn,
        tokens=tokens,
        changes=_says_change(whole),
        tells=not only_asks(turn.question),
        spoke=spoke,
        rejected=frozenset(
            token for part in _rejected(whole) for token in index_tokens(part)
        ),
        substitutes=named,
        values=_values(whole),
    )


def _place(settled: Sequence[Found], turn_id: int) -> int:
    return next(
        place for place, one in enumerate(settled) if one.turn.turn_id == turn_id
    )
