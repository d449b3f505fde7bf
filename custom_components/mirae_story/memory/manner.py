"""Tells whether somebody only asked or ordered something, or told something.

"Turn off the lights" and "What goes with a salad?" say little about the people of a home,
but to an embedding model every question is like every other.
"""

import re
from typing import Final

_MOST_READ: Final = 400
_SENTENCE_END: Final = re.compile(r"(?<=[.!?。！？])\s*")
_SHORTEST: Final = 4
"""Characters up to which a sentence says nothing: "OK.", "はい。"."""
_TOLD: Final = re.compile(
    r"覚え|おぼえ|憶え|忘れない|わすれない|だから|(?:から|ので)[、,]|ないで"
    r"|[うくぐすつぶむるいだ]って[。！!]?$"
    r"|\b(?:remember|remind|forget|keep in mind|because)\b",
    re.IGNORECASE,
)
"""Something is told along with the order, or passed on: 「17日に来るって」."""
_ASKED: Final = re.compile(
    r"[?？][\s」』\"']*$|(?:か|かな|かしら|っけ|の|んだい)[。！!]?$"
)
_ORDERED_JA: Final = re.compile(
    r"(?:て|で|てね|でね|てよ|ください|下さい|ちょうだい|頂戴|お願い|おねがい|お願いします|"
    r"なさい|しよう|しようよ)[。！!]?$"
)
_ORDERED_EN: Final = re.compile(
    r"^(?:please,? |can you |could you |would you |ok(?:ay)?,? |hey,? )*"
    r"(?:turn|set|dim|add|put|play|stop|start|open|close|lock|unlock|switch|wake|say|"
    r"tell|show|let's|make|give|take|call|find|read|sing|count|raise|lower|"
    r"pause|skip|repeat|cancel|check|look up|translate|spell|run|begin|shut)\b",
    re.IGNORECASE,
)
_BEGINS_ASKING: Final = re.compile(
    r"^(?:and |but |so |ok(?:ay)?,? |hey,? )*(?:what|where|when|who|whom|whose|why|how|which|do|does|did|is|are|was|were"
    r"|can|could|has|have|had|should|shall|will|would|may|might)(?:'s|n't)?\b",
    re.IGNORECASE,
)
"""A question as a machine writes it that hears no question mark."""


def asks(said: str) -> bool:
    """Tell whether any sentence is a question or an order."""
    sentences = _SENTENCE_END.split(said[:_MOST_READ].strip())
    patterns = (_ASKED, _BEGINS_ASKING, _ORDERED_JA, _ORDERED_EN)
    return any(
        pattern.search(sentence) for sentence in sentences for pattern in patterns
    )


def only_asks(said: str) -> bool:
    """Tell whether every sentence of some length is a question or an order."""
    sentences = [
        part for part in _SENTENCE_END.split(said[:_MOST_READ].strip()) if part
    ]
    return bool(sentences) and all(map(_asks, sentences))


def _asks(sentence: str) -> bool:
    if len(sentence) <= _SHORTEST:
        return True
    return not _TOLD.search(sentence) and any(
        pattern.search(sentence) for pattern in (_ASKED, _ORDERED_JA, _ORDERED_EN)
    )
