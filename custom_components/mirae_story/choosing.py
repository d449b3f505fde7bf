"""A choice after the recap, where the family has switched that on: the answer is a wish for tonight.

The recap is spoken in the run that asked for the story. Then the satellite asks, and plays the night: also where nobody
answers. Where no satellite can ask, the story is told at once, since nothing could go on by itself there.
"""

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from homeassistant.core import HomeAssistant

from .const import CONF_OFFER_CHOICE
from .home import HomeStory
from .playing import Speaker, async_play, voice_of_story
from .questions import async_ask, can_ask, in_background
from .story.answers import server_trouble
from .story.asks import Ask, AskKind, understand
from .story.crossroads import Crossroads
from .story.dialogue import Reply, respond_to
from .story.errors import MiraeError, NoVoiceError
from .story.evening import Tonight
from .voices import Voice

_LOGGER = logging.getLogger(__name__)

_NOT_A_WISH = frozenset(
    {AskKind.STOP, AskKind.GOOD_NIGHT, AskKind.TOO_SCARY, AskKind.TELL_AGAIN}
)
"""What is done in place of a night when it answers the question."""


async def async_offer_choice(
    hass: HomeAssistant, home_story: HomeStory, ask: Ask, satellite_id: str | None
) -> Reply | None:
    """Return the recap, after which the satellite asks; None where the night is told without a choice."""
    story = home_story.story
    if (
        ask.kind is not AskKind.CONTINUE
        or ask.wish
        or not home_story.subentry.data.get(CONF_OFFER_CHOICE, False)
        or not can_ask(hass, satellite_id)
        or story.is_telling
        or story.tonight is not Tonight.NEXT_NIGHT
        # A wish cannot be told tonight where the night has to stand ready.
        or not story.bedtime.live
        or story.bedtime.approval
        or story.state.night == 0
    ):
        return None
    try:
        voice = voice_of_story(hass, home_story)
    except NoVoiceError:
        return None
    lead, way = await story.lead()
    if way is None or satellite_id is None:
        return None
    speaker = Speaker(satellite_id, is_satellite=True)

    def go_on() -> None:
        choosing = _async_choose(hass, home_story, (lead, way), voice, speaker)
        in_background(hass, satellite_id, choosing)

    return Reply(_then(lead, go_on))


async def _then(lead: str, go_on: Callable[[], None]) -> AsyncGenerator[str]:
    """Say the recap, then go on: who leaves during the recap is not asked."""
    yield lead
    go_on()


async def _async_choose(
    hass: HomeAssistant,
    home_story: HomeStory,
    recap: tuple[str, Crossroads],
    voice: Voice,
    speaker: Speaker,
) -> None:
    lead, way = recap
    said = await async_ask(hass, speaker.entity_id, way.question)
    try:
        night = await _answered(home_story, said, lead, way)
    except MiraeError as err:
        _LOGGER.warning("The night after the recap could not begin: %s", err)
        night = Reply.of(server_trouble(home_story.language)).pieces
    await async_play(hass, night, voice, speaker)


async def _answered(
    home_story: HomeStory, said: str | None, lead: str, way: Crossroads
) -> AsyncGenerator[str]:
    """Return what is heard next: the night, with the wish if there is one, or what was asked for in its place."""
    story, wish = home_story.story, ""
    if said is not None:
        state = story.state
        language = state.reference.language.value
        ask = understand(said, language, state.cast, title=state.title)
        if ask.kind in _NOT_A_WISH:
            return (await respond_to(story, ask)).pieces
        wish = ask.wish or way.wish(said)
    night = Ask(kind=AskKind.CONTINUE, text="", wish=wish)
    return _without(lead, (await respond_to(story, night)).pieces)


async def _without(lead: str, pieces: AsyncGenerator[str]) -> AsyncGenerator[str]:
    """Leave out the recap that was heard already."""
    async with aclosing(pieces) as said:
        async for piece in said:
            if piece != lead:
                yield piece
