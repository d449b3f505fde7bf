"""What the story's own agent says to what it hears: the next night, or an answer from what is true.

No model answers here. What the state does not know is looked up in told nights, and what they do not tell
"the story has not told us".
"""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Self

from .answers import (
    already_told,
    answer_decide,
    answer_from_passages,
    answer_is_with,
    answer_last,
    answer_so_far,
    answer_who,
    comfort,
    good_night,
    new_story_refused,
    not_told,
    nothing_to_stop,
    one_more_offer,
    one_more_refused,
    stopped,
)
from .asks import Ask, AskKind, understand
from .content import content_words
from .errors import StoreError
from .evening import Tonight
from .story import Story

_LOGGER = logging.getLogger(__name__)

NIGHTS_SO_FAR = 30
"""Nights that an answer to "what happened so far?" may look back on."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said, piece by piece, and whether it asks something back."""

    pieces: AsyncGenerator[str]
    asks: bool = False

    @classmethod
    def of(cls, text: str, *, asks: bool = False) -> Self:
        """Return a reply that is said at once."""
        return cls(_one(text), asks)


async def respond(story: Story, text: str, language: str) -> Reply:
    """Return the reply of a story's agent to what was said to it, in any of our languages."""
    ask = understand(text, language, story.state.cast, title=story.state.title)
    return await respond_to(story, ask)


async def respond_to(story: Story, ask: Ask) -> Reply:
    """Return the reply to what is understood already."""
    await story.at_rest()
    match ask.kind:
        case AskKind.CONTINUE | AskKind.ONE_MORE:
            return _continue(story, ask)
        case AskKind.YES:
            return _yes(story)
        case AskKind.TELL_AGAIN:
            return Reply(_again(story))
        case _:
            return Reply.of(await _answer(story, ask))


def _continue(story: Story, ask: Ask) -> Reply:
    """Tell the next night, join the one that is being told, or offer what is left of the evening."""
    tonight = story.tonight
    if story.is_telling or tonight is Tonight.NEXT_NIGHT:
        return Reply(story.tell(ask.wish).listen())
    if tonight is Tonight.ALL_TOLD:
        refuse = one_more_refused if ask.kind is AskKind.ONE_MORE else already_told
        return Reply.of(refuse(story.state), asks=True)
    if ask.kind is AskKind.ONE_MORE:
        return Reply(story.tell(ask.wish).listen())
    return Reply.of(one_more_offer(story.state), asks=True)


def _yes(story: Story) -> Reply:
    """Take "yes" as the answer to what was offered: tonight's story, now or again."""
    if story.is_telling or story.tonight is Tonight.NEXT_NIGHT:
        return Reply(story.tell().listen())
    return Reply(_again(story))


async def _again(story: Story) -> AsyncGenerator[str]:
    """Yield the last told night once more, as it was told; a told night is never changed."""
    episode = None if story.is_telling else await story.last_episode()
    if episode is None:
        if not story.is_telling and story.tonight is Tonight.ALL_TOLD:
            # The nights of this evening were lost with a database.
            yield one_more_refused(story.state)
            return
        async for piece in story.tell().listen():
            yield piece
        return
    yield f"{episode.lead}\n"
    yield episode.prose


async def _answer(story: Story, ask: Ask) -> str:
    """Return what the state, or else a told night, says about it."""
    if ask.kind in _FROM_STORY:
        return await _FROM_STORY[ask.kind](story, ask)
    return await _from_passages(story, ask)


async def _who(story: Story, _ask: Ask) -> str:
    return answer_who(story.state)


async def _is_with(story: Story, ask: Ask) -> str:
    return answer_is_with(story.state, ask.name)


async def _last(story: Story, _ask: Ask) -> str:
    return answer_last(story.state, await story.last_episodes(1))


async def _so_far(story: Story, _ask: Ask) -> str:
    return answer_so_far(story.state, await story.last_episodes(NIGHTS_SO_FAR))


async def _scared(story: Story, ask: Ask) -> str:
    await _stop(story, ask)
    try:
        await story.soothe()
    except StoreError as err:
        _LOGGER.warning("The next nights could not be made gentler: %s", err)
    return comfort(story.state)


async def _decide(story: Story, _ask: Ask) -> str:
    return answer_decide(story.state)


async def _new_story(story: Story, _ask: Ask) -> str:
    return new_story_refused(story.state)


async def _good_night(story: Story, _ask: Ask) -> str:
    return good_night(story.state)


async def _stop(story: Story, _ask: Ask) -> str:
    if story.telling is None or not story.is_telling:
        return nothing_to_stop(story.state)
    story.telling.stop()
    return stopped(story.state)


async def _from_passages(story: Story, ask: Ask) -> str:
    language = story.state.reference.language
    words = content_words(ask.text)
    episodes = await story.passages(words) if words else []
    return answer_from_passages(ask.text, episodes, language) or not_told(language)


_FROM_STORY: Mapping[AskKind, Callable[[Story, Ask], Awaitable[str]]] = {
    AskKind.WHO: _who,
    AskKind.IS_WITH: _is_with,
    AskKind.RECAP_LAST: _last,
    AskKind.RECAP_ALL: _so_far,
    AskKind.STOP: _stop,
    AskKind.TOO_SCARY: _scared,
    AskKind.DECIDE: _decide,
    AskKind.NEW_STORY: _new_story,
    AskKind.NO: _good_night,
    AskKind.GOOD_NIGHT: _good_night,
}


async def _one(text: str) -> AsyncGenerator[str]:
    yield text
