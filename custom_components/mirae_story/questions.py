"""Questions back, where a sentence was heard in front of another agent: on the satellite, once its run is over.

A run whose agent is not ours cannot keep the microphone open. So the house asks anew, and plays what was chosen.
"""

import logging
from collections.abc import Coroutine
from typing import Any

from homeassistant.const import Platform
from homeassistant.core import HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError

from .beginning import async_begin
from .const import DOMAIN
from .home import HomeStory
from .playing import Speaker, async_at_rest, async_play, voice_of_story
from .story.answers import what_next, which_one
from .story.asks import Ask, AskKind, understand
from .story.choice import Chosen, choice
from .story.dialogue import respond_to
from .story.errors import MiraeError
from .story.model import Language
from .which import loaded_home

_LOGGER = logging.getLogger(__name__)

type Asking = Coroutine[Any, Any, None]

_LISTENS = 2
"""The feature bit of satellites that can start a conversation."""
MOST_QUESTIONS = 2
"""Nobody is asked for ever: after that the house is quiet."""
_SILENT = frozenset({AskKind.OTHER, AskKind.STOP, AskKind.GOOD_NIGHT})
"""What leaves the house quiet when it answers a question."""


@callback
def can_ask(hass: HomeAssistant, satellite_id: str | None) -> bool:
    """Tell whether a satellite can be made to ask and listen."""
    state = hass.states.get(satellite_id) if satellite_id else None
    features = state.attributes.get("supported_features", 0) if state else 0
    return bool(int(features) & _LISTENS)


@callback
def async_ask_which(
    hass: HomeAssistant,
    satellite_id: str,
    stories: list[HomeStory],
    language: Language,
    *,
    like: HomeStory | None = None,
) -> None:
    """Ask which of these stories shall be told, and tell it. With `like`, a new one with its rules is a choice too."""

    async def ask() -> None:
        said = await async_ask(hass, satellite_id, which_one(language))
        if said is None:
            return
        chosen = choice(said, [each.story.state.title for each in stories])
        if isinstance(chosen, int):
            await _async_tell(hass, stories[chosen], satellite_id)
        elif chosen is Chosen.NEW and like is not None:
            await _async_tell(hass, await async_begin(hass, like), satellite_id)

    in_background(hass, satellite_id, ask())


@callback
def async_ask_what_next(
    hass: HomeAssistant, satellite_id: str, home_story: HomeStory, language: Language
) -> None:
    """Listen for the answer to an offer that was made in a run that is over by then."""

    async def ask() -> None:
        for _ in range(MOST_QUESTIONS):
            said = await async_ask(hass, satellite_id, what_next(language))
            if said is None:
                return
            state = home_story.story.state
            ask = understand(said, language.value, state.cast, title=state.title)
            if ask.kind in _SILENT:
                return
            if not await _async_answer(hass, home_story, ask, satellite_id):
                return

    in_background(hass, satellite_id, ask())


async def _async_tell(
    hass: HomeAssistant, home_story: HomeStory, satellite_id: str
) -> None:
    ask = Ask(kind=AskKind.CONTINUE, text="")
    if await _async_answer(hass, home_story, ask, satellite_id):
        async_ask_what_next(hass, satellite_id, home_story, home_story.language)


async def _async_answer(
    hass: HomeAssistant, home_story: HomeStory, ask: Ask, satellite_id: str
) -> bool:
    """Play the answer on the satellite; return whether it asks something back."""
    voice = voice_of_story(hass, home_story)
    reply = await respond_to(home_story.story, ask)
    await async_play(
        hass, reply.pieces, voice, Speaker(satellite_id, is_satellite=True)
    )
    return reply.asks


async def async_ask(
    hass: HomeAssistant, satellite_id: str, question: str
) -> str | None:
    """Let a satellite ask, once it is at rest; return what was answered, or None where nobody answered."""
    await async_at_rest(hass, satellite_id)
    try:
        answer = await hass.services.async_call(
            Platform.ASSIST_SATELLITE,
            "ask_question",
            {"entity_id": satellite_id, "question": question, "preannounce": False},
            blocking=True,
            return_response=True,
        )
    except HomeAssistantError as err:
        _LOGGER.debug("Nobody answered on %s: %s", satellite_id, err)
        return None
    said = answer.get("sentence") if answer else None
    return str(said).strip() or None if said else None


@callback
def in_background(hass: HomeAssistant, satellite_id: str, asking: Asking) -> None:
    """Ask on a satellite while the run that led to it comes to its end."""

    async def ask() -> None:
        try:
            await asking
        except MiraeError as err:
            _LOGGER.warning(
                "What was asked on %s came to nothing: %s", satellite_id, err
            )
        except HomeAssistantError as err:
            _LOGGER.warning("%s could not play the story: %s", satellite_id, err)

    loaded_home(hass).entry.async_create_background_task(
        hass, ask(), f"{DOMAIN} question on {satellite_id}"
    )
