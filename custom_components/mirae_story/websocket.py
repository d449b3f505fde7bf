"""Websocket commands: what a card, the demo or a panel asks of a story.

Stories are read by every user of the home. Private text goes this way, since the recorder keeps actions.
"""

from typing import Any

import voluptuous as vol
from homeassistant.components import websocket_api
from homeassistant.core import HomeAssistant, callback

from .const import DOMAIN
from .home import HomeStory
from .memory_websocket import async_register_memory_commands
from .shelf_services import prepared_to_dict
from .story.errors import MiraeError
from .story.model import Episode, StoryState
from .story.state import state_to_dict
from .story.story import Happening
from .story.why import explain_decision
from .telling_websocket import async_register_telling_commands
from .translate import as_home_assistant_error
from .which import story_of_entity

PAGE = 30
"""Most nights in one answer."""


@callback
def async_register_commands(hass: HomeAssistant) -> None:
    """Register all commands."""
    websocket_api.async_register_command(hass, _async_story)
    websocket_api.async_register_command(hass, _async_subscribe)
    websocket_api.async_register_command(hass, _async_shelf)
    async_register_telling_commands(hass)
    async_register_memory_commands(hass)


@websocket_api.websocket_command(
    {
        vol.Required("type"): f"{DOMAIN}/story",
        vol.Required("entity_id"): str,
        vol.Optional("last", default=PAGE): vol.All(int, vol.Range(min=1, max=PAGE)),
        vol.Optional("before"): vol.All(int, vol.Range(min=1)),
    }
)
@websocket_api.async_response
async def _async_story(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Return a story's state and its newest nights, or the last ones before a night, oldest first."""
    try:
        story = story_of_entity(hass, msg["entity_id"]).story
        if "before" in msg:
            before = min(msg["before"], story.state.night + 1)
            episodes = await story.nights(before, msg["last"])
        else:
            episodes = await story.last_episodes(msg["last"])
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    connection.send_result(
        msg["id"],
        {
            "state": state_to_dict(story.state),
            "episodes": [episode_to_dict(episode, story.state) for episode in episodes],
            "telling": story.is_telling,
        },
    )


@websocket_api.websocket_command(
    {
        vol.Required("type"): f"{DOMAIN}/subscribe",
        vol.Required("entity_id"): str,
    }
)
@callback
def _async_subscribe(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Send what happens to a story as it happens."""
    try:
        home_story: HomeStory = story_of_entity(hass, msg["entity_id"])
    except MiraeError as err:
        raise as_home_assistant_error(err) from err

    @callback
    def happened(happening: Happening, night: int) -> None:
        connection.send_event(msg["id"], {"event": happening.value, "night": night})

    connection.subscriptions[msg["id"]] = home_story.async_listen(happened)
    connection.send_result(msg["id"])


@websocket_api.websocket_command(
    {
        vol.Required("type"): f"{DOMAIN}/shelf",
        vol.Required("entity_id"): str,
    }
)
@websocket_api.async_response
async def _async_shelf(
    hass: HomeAssistant,
    connection: websocket_api.ActiveConnection,
    msg: dict[str, Any],
) -> None:
    """Return the night that stands on the shelf, to be read before it is told, and the wishes."""
    try:
        home_story = story_of_entity(hass, msg["entity_id"])
        shelf = home_story.story.shelf
        await shelf.refresh(quietly=True)
        night = shelf.now.best
        prepared = night and prepared_to_dict(home_story, night)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    connection.send_result(
        msg["id"],
        {
            "prepared": prepared,
            "ready": shelf.ready,
            "preparing": shelf.is_preparing,
            "approval": home_story.story.bedtime.approval,
            "wishes": [
                {"text": wish.text, "done": wish.done, "told_night": wish.told_night}
                for wish in shelf.wishes
            ],
        },
    )


def episode_to_dict(episode: Episode, state: StoryState) -> dict[str, Any]:
    """Return a night as JSON; each decision says why, in the story's language."""
    return {
        "night": episode.night,
        "version": episode.version,
        "title": episode.title,
        "recap": episode.recap,
        "lead": episode.lead,
        "prose": episode.prose,
        "situation": episode.situation,
        "told_on": episode.told_on.isoformat(),
        "wish": episode.wish,
        "wish_dropped": episode.wish_dropped,
        "notes": episode.notes.value,
        "notes_raw": episode.notes_raw,
        "decisions": [
            {
                "name": decision.name,
                "change": decision.change.value,
                "outcome": decision.outcome.value,
                "reason": decision.reason.value,
                "why": explain_decision(decision, state.cast, state.reference.language),
            }
            for decision in episode.decisions
        ],
        "first_delta_ms": episode.first_delta_ms,
        "prose_s": episode.prose_s,
        "notes_s": episode.notes_s,
        "calm_ending": episode.calm_ending,
        "retellings": episode.retellings,
    }
