"""Echoes: at most two passages of nights long told, which tonight's wish or the situation recalls."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from .content import content_words
from .lookback import Recalled, folded
from .model import Language, StoryState
from .phrases import phrases
from .phrases.wording import fill, whole_sentences
from .ports import Journal

MOST = 2
LONGEST = 240
"""Characters of a passage."""
NIGHTS_APART = 7
"""The last nights, whose recaps stand in the prompt anyway."""
_FEWEST = 2
"""Words of the situation that a passage must have; one word of the wish is enough."""


async def echoes(journal: Journal, state: StoryState, wish: str) -> tuple[str, ...]:
    """Return passages for the prompt, each marked as a memory of its night. Raises StoreError."""
    before = state.night - NIGHTS_APART + 1
    wished = content_words(wish)
    words = [*wished, *content_words(state.situation.text)]
    if before <= 1 or not words:
        return ()
    nights = await journal.recalled(state.story_id, words, before=before)
    return tuple(_echoes(nights, wished, state.reference.language))[:MOST]


def _echoes(
    nights: Sequence[Recalled], wished: Sequence[str], language: Language
) -> Iterator[str]:
    template = phrases(language).prompt.echo
    for each in nights:
        text = _passage(each, frozenset(map(folded, wished)), language)
        if text:
            yield fill(template, night=str(each.night), text=text)


def _passage(night: Recalled, wished: frozenset[str], language: Language) -> str:
    """Return the one or two sentences with most of the words; nothing if these recall too little."""
    told = whole_sentences(night.prose, language)
    gap = "" if language is Language.JA else " "
    passages = [*told, *(gap.join(pair) for pair in pairwise(told))]
    best, most = "", 0
    for passage in passages:
        text = folded(passage)
        here = {word for word in night.words if word in text}
        enough = here & wished or len(here) >= _FEWEST
        if enough and len(here) > most and len(passage) <= LONGEST:
            best, most = passage, len(here)
    return best
