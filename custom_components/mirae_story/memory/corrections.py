"""Puts a corrected fact before what it corrects, and never takes anything away.

People correct by statements: "we moved the lesson to Thursday". Such a turn often has
fewer words of the question than the old one, and would stand below it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .model import Found, Turn
from .text import document_text, index_tokens, query_terms

SAME_TOPIC: Final = 0.6
"""Share of the question's terms in the old turn that the newer one must hold."""
SAME_TOPIC_CHANGED: Final = 0.3
"""The same for a turn that says that something changed."""
CHANGE: Final = re.compile(
    r"\b(?:actually|no longer|not any ?more|anymore|instead|changed?|changing|moved?"
    r"|switched|replaced|updated?|rescheduled|postponed|cancell?ed|corrections?"
    r"|i was wrong|my mistake|i meant|wrong|rather than|from now on|new(?:ly)?|now)\b"
    r"|変わ|変え|変更|代わ|替え|換え|やっぱり|やはり|じゃなくて|ではなく|間違|違って|違った"
    r"|訂正|直し|今は|今度は|これからは|新しい|新しく|もう[^。、]{0,12}ない|やめ|引っ越"
    r"|延期|中止|ずらし|移し|移った"
)


def settle_corrections(found: Sequence[Found], query: str) -> list[Found]:
    """Return the same turns, best first, with each correction before what it corrects."""
    settled = list(found)
    terms = frozenset(query_terms(query))
    tokens = {
        one.turn.turn_id: frozenset(index_tokens(document_text(one.turn)))
        for one in found
    }
    for newer in sorted(found, key=lambda one: one.turn.at):
        place = _place(settled, newer)
        for index, older in enumerate(settled):
            if corrects(newer.turn, older.turn, terms, tokens):
                settled[index] = replace(older, superseded_by=newer.turn.turn_id)
                if index < place:
                    settled.insert(index, settled.pop(place))
                    place = index
    return settled


def corrects(
    newer: Turn,
    older: Turn,
    terms: frozenset[str],
    tokens: dict[int, frozenset[str]],
) -> bool:
    """Tell whether a turn is newer and about what the question and the old turn share."""
    if newer.at <= older.at:
        return False
    topic = terms & tokens[older.turn_id]
    common = topic & tokens[newer.turn_id]
    needed = SAME_TOPIC_CHANGED if CHANGE.search(newer.question) else SAME_TOPIC
    return bool(topic) and len(common) >= needed * len(topic)


def _place(settled: Sequence[Found], one: Found) -> int:
    return next(
        index
        for index, other in enumerate(settled)
        if other.turn.turn_id == one.turn.turn_id
    )
