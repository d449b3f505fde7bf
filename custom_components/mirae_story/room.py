"""Tonight's night, told because an action, an automation or a card asks for it: as text, or aloud in a room."""

from asyncio import sleep
from collections.abc import AsyncGenerator, Awaitable, Callable
from time import monotonic

from homeassistant.const import STATE_UNAVAILABLE, Platform
from homeassistant.core import HomeAssistant

from .home import HomeStory
from .playing import Speaker, async_play, voice_of_story
from .story.errors import NightNotFoundError, NoSpeakerError, StoryNotToldError
from .story.evening import Tonight
from .story.length import speech_s

type Hear = Callable[[AsyncGenerator[str]], Awaitable[None]]
"""Takes the text piece by piece, as it is told, and returns when it was heard."""


async def async_tell_tonight(
    hass: HomeAssistant,
    home_story: HomeStory,
    wish: str = "",
    *,
    one_more: bool = False,
    speaker_id: str | None = None,
) -> tuple[str, bool]:
    """Return the whole text of tonight's night and whether it was told now; with a speaker, once it was heard there.

    A night that was told on this evening is not told anew, unless one more is asked for. A loved night counts as told
    now: it is told once more, where no new one may be told. Raises
    AlreadyToldError when the family allows no more, StoryNotToldError when the night could not be kept,
    NoSpeakerError and NoVoiceError, before anything is told, when it could not be heard.
    """
    if speaker_id is None:
        return await _async_tell(home_story, wish, one_more=one_more)
    speaker = speaker_called(hass, speaker_id)
    voice = voice_of_story(hass, home_story)
    began = monotonic()
    text, told_now = await _async_tell(
        home_story,
        wish,
        one_more=one_more,
        hear=lambda pieces: async_play(hass, pieces, voice, speaker),
    )
    if not speaker.is_satellite:
        # Other than a satellite, a player does not say when it has played what it was given.
        spoken = speech_s(text, home_story.language)
        await sleep(max(0.0, spoken - (monotonic() - began)))
    return text, told_now


async def async_tell_again(
    hass: HomeAssistant, home_story: HomeStory, speaker_id: str
) -> None:
    """Read the last night aloud once more, as it was told; return when it was given to the speaker.

    Raises NightNotFoundError, NoSpeakerError, NoVoiceError.
    """
    speaker = speaker_called(hass, speaker_id)
    voice = voice_of_story(hass, home_story)
    episode = await home_story.story.last_episode()
    if episode is None:
        raise NightNotFoundError(night=str(home_story.story.state.night))
    await async_play(hass, _whole(f"{episode.lead}\n{episode.prose}"), voice, speaker)


async def _async_tell(
    home_story: HomeStory, wish: str, *, one_more: bool, hear: Hear | None = None
) -> tuple[str, bool]:
    story = home_story.story
    await story.at_rest()
    if (
        not story.is_telling
        and not one_more
        and story.tonight is not Tonight.NEXT_NIGHT
    ):
        episode = await story.last_episode()
        if episode is not None:
            text = f"{episode.lead}\n{episode.prose}"
            if hear is not None:
                await hear(_whole(text))
            return text, False
    telling = story.tell(wish)
    if hear is not None:
        await hear(telling.listen())
    await telling.ended()
    if not telling.stored and telling.repeats is None:
        raise StoryNotToldError(night=str(telling.night))
    return telling.text, True


async def _whole(text: str) -> AsyncGenerator[str]:
    yield text


def speaker_called(hass: HomeAssistant, entity_id: str) -> Speaker:
    """Return a satellite or a player that is there now. Raises NoSpeakerError."""
    state = hass.states.get(entity_id)
    if state is None or state.state == STATE_UNAVAILABLE:
        raise NoSpeakerError
    return Speaker(entity_id, state.domain == Platform.ASSIST_SATELLITE)
