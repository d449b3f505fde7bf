"""Websocket commands around a telling: what a card begins, ends, wishes for and approves, and the text to read along.

Everybody of the home may listen and wish, as by voice. What changes a story is for administrators, unless
the family lets everybody.
"""

import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from functools import partial
from typing import Any

import voluptuous as vol
from homeassistant.components import websocket_api
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError, Unauthorized
from homeassistant.helpers import config_validation as cv

from .const import DOMAIN
from .home import HomeStory
from .playing import voice_of_story
from .room import async_tell_again, async_tell_tonight, speaker_called
from .servers.sentences import Sentences
from .shelf_services import prepared_to_dict
from .story.errors import MiraeError
from .story.evening import Tonight
from .story.length import speech_s
from .story.telling import Telling
from .translate import as_home_assistant_error
from .which import loaded_home, story_of_entity
from .whose import Asker

_LOGGER = logging.getLogger(__name__)

WISH_LENGTH = 200
_WISH = vol.All(str, vol.Length(max=WISH_LENGTH))
_SPEAKER = cv.entity_domain([Platform.ASSIST_SATELLITE, Platform.MEDIA_PLAYER])


def _command(name: str, **fields: object) -> dict[str | vol.Marker, Any]:
    return {
        vol.Required("type"): f"{DOMAIN}/{name}",
        vol.Required("entity_id"): str,
        **{
            vol.Optional(key[:-1]) if key.endswith("_") else vol.Required(key): value
            for key, value in fields.items()
        },
    }


@callback
def async_register_telling_commands(hass: HomeAssistant) -> None:
    """Register all commands."""
    for command in (
        _async_tell,
        _async_again,
        _async_stop,
        _async_wish,
        _async_decide,
        _async_approve,
        _async_live,
    ):
        websocket_api.async_register_command(hass, command)


def _story(hass: HomeAssistant, msg: dict[str, Any]) -> HomeStory:
    try:
        return story_of_entity(hass, msg["entity_id"])
    except MiraeError as err:
        raise as_home_assistant_error(err) from err


def _own_story(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> HomeStory:
    """Return the story that somebody wants to change. Raises Unauthorized."""
    home_story, user = _story(hass, msg), connection.user
    if not home_story.may_rule(Asker(user_id=user.id, is_admin=user.is_admin)):
        raise Unauthorized
    return home_story


@websocket_api.websocket_command(
    _command("tell", wish_=_WISH, one_more_=bool, speaker_=_SPEAKER)
)
@websocket_api.async_response
async def _async_tell(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Begin tonight's night, one more, or join the one that is told; with a speaker, aloud in its room.

    A night that was told on this evening is only read aloud once more: a card has its text already.
    """
    home_story = _story(hass, msg)
    story, one_more = home_story.story, msg.get("one_more", False)
    wish, speaker_id = msg.get("wish", ""), msg.get("speaker")
    try:
        await story.at_rest()
        begins = one_more or story.is_telling or story.tonight is Tonight.NEXT_NIGHT
        if speaker_id is not None:
            # What could not be heard is told to who asks, before anything is told.
            speaker_called(hass, speaker_id)
            voice_of_story(hass, home_story)
        night = story.tell(wish).night if begins else story.state.night
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    if speaker_id is not None:
        _play(hass, async_tell_tonight(hass, home_story, speaker_id=speaker_id))
    connection.send_result(msg["id"], {"night": night, "telling": begins})


@websocket_api.websocket_command(_command("again", speaker=_SPEAKER))
@websocket_api.async_response
async def _async_again(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Read the last night aloud once more in a room; a card without a room has its text already."""
    home_story = _story(hass, msg)
    try:
        speaker_called(hass, msg["speaker"])
        voice_of_story(hass, home_story)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    _play(hass, async_tell_again(hass, home_story, msg["speaker"]))
    connection.send_result(msg["id"], {"night": home_story.story.state.night})


@websocket_api.websocket_command(_command("stop"))
@callback
def _async_stop(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """End the telling that runs; say whether there was one."""
    story = _story(hass, msg).story
    stops = story.telling is not None and story.is_telling
    if story.telling is not None and stops:
        story.telling.stop()
    connection.send_result(msg["id"], {"stopped": stops})


@websocket_api.websocket_command(_command("wish", text=_WISH))
@websocket_api.async_response
async def _async_wish(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Put a wish on the list of the nights to come."""
    try:
        await _story(hass, msg).story.shelf.wish_for(msg["text"])
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    connection.send_result(msg["id"])


@websocket_api.websocket_command(_command("decide", character=str, accept=bool))
@websocket_api.async_response
async def _async_decide(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Apply or drop a change of the cast that waits for a person."""
    try:
        decided = await _own_story(hass, connection, msg).desk.decide(
            msg["character"], accept=msg["accept"]
        )
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    member = decided.member
    connection.send_result(
        msg["id"], {"character": member.name, "status": member.status.value}
    )


@websocket_api.websocket_command(_command("approve"))
@websocket_api.async_response
async def _async_approve(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Let the prepared night be told, and return it."""
    home_story = _own_story(hass, connection, msg)
    try:
        prepared = await home_story.story.shelf.approve()
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    connection.send_result(msg["id"], prepared_to_dict(home_story, prepared))


@websocket_api.websocket_command(_command("live"))
@callback
def _async_live(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Send each night while it is told, sentence by sentence, from its start."""
    home_story = _story(hass, msg)
    connection.send_result(msg["id"])
    begins = partial(_read_along, hass, connection, msg["id"], home_story)
    connection.subscriptions[msg["id"]] = home_story.async_read_along(begins)
    if home_story.story.telling is not None and home_story.story.is_telling:
        begins(home_story.story.telling)


@callback
def _read_along(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    subscription: int,
    home_story: HomeStory,
    telling: Telling,
) -> None:
    async def send() -> None:
        async with aclosing(_sentences(home_story, telling)) as events:
            async for event in events:
                if subscription not in connection.subscriptions:
                    return
                connection.send_event(subscription, event)

    loaded_home(hass).entry.async_create_background_task(
        hass, send(), f"{DOMAIN} card reads along"
    )


async def _sentences(
    home_story: HomeStory, telling: Telling
) -> AsyncGenerator[dict[str, Any]]:
    """Yield what a card shows of a telling.

    `start_s` is when a sentence is read aloud, counted from the first one, by the usual pace: no voice tells its place.
    `elapsed_s` is how far the telling is when a card comes to it.
    """
    yield {
        "kind": "begins",
        "night": telling.night,
        "elapsed_s": round(telling.elapsed_s, 2),
    }
    language = home_story.language
    index, start_s = 0, 0.0
    async with aclosing(telling.listen(reads=True)) as pieces:
        async for piece in pieces:
            # A piece ends with a sentence: nothing is held back until the next one comes.
            cutter = Sentences(language)
            for text in (*cutter.push(piece), *cutter.finish()):
                seconds = speech_s(text, language)
                yield {
                    "kind": "sentence",
                    "index": index,
                    "text": text,
                    "start_s": round(start_s, 2),
                    "seconds": round(seconds, 2),
                }
                index, start_s = index + 1, start_s + seconds
    yield {
        "kind": "ends",
        "night": telling.night,
        "stored": telling.stored,
        "stopped": telling.stop_asked,
    }


def _play(hass: HomeAssistant, playing: Coroutine[Any, Any, object]) -> None:
    """Play in the background: a card does not wait for the end of a night."""

    async def play() -> None:
        try:
            await playing
        except (MiraeError, HomeAssistantError) as err:
            _LOGGER.warning("A night could not be heard to its end: %s", err)

    loaded_home(hass).entry.async_create_background_task(
        hass, play(), f"{DOMAIN} card plays"
    )
