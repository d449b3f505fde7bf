"""Diagnostics: counts, timings and versions, never a name, a sentence, an address or a key."""

import sqlite3
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.helpers.llm import LLM_API_ASSIST

from .companion import HomeCompanion, apis_of
from .const import (
    CONF_ADMINS_MAY,
    CONF_CONTEXT_TOKENS,
    CONF_DEATH_POLICY,
    CONF_FLOOR,
    CONF_GENRE,
    CONF_HALF_LIFE,
    CONF_KIND,
    CONF_LANGUAGE,
    CONF_MEMORY,
    CONF_MINUTES,
    CONF_MODEL,
    CONF_NIGHTS_A_DAY,
    CONF_PREPARE_WHEN,
    CONF_TOKENS_PER_S,
    CONF_VECTOR_WEIGHT,
    CONF_VOICE_FORGET,
    CONF_VOICE_RECALL,
    DEFAULT_PREPARE_WHEN,
)
from .home import HomeStory, MiraeConfigEntry
from .memory.memory import Memory
from .starters import GENRES
from .story.errors import StoreError
from .story.model import Status

_SERVER_FACTS = (CONF_KIND, CONF_MODEL, CONF_CONTEXT_TOKENS, CONF_TOKENS_PER_S)
_COMPANION_FACTS = (
    CONF_MEMORY,
    CONF_HALF_LIFE,
    CONF_FLOOR,
    CONF_VECTOR_WEIGHT,
    CONF_VOICE_RECALL,
    CONF_VOICE_FORGET,
    CONF_ADMINS_MAY,
)
_STORY_FACTS = (CONF_LANGUAGE, CONF_MINUTES, CONF_DEATH_POLICY, CONF_NIGHTS_A_DAY)


async def async_get_config_entry_diagnostics(
    _hass: HomeAssistant, entry: MiraeConfigEntry
) -> dict[str, Any]:
    """Return what helps to find a fault."""
    home = entry.runtime_data
    return {
        "sqlite": sqlite3.sqlite_version,
        "servers": [
            {
                **{
                    key: entry.subentries[subentry_id].data.get(key)
                    for key in _SERVER_FACTS
                },
                "calls": [asdict(report) for report in server.reports],
            }
            for subentry_id, server in home.servers().items()
        ],
        "stories": [await _story_facts(story) for story in home.stories.values()],
        "memory": {"embedding": asdict(home.memory.status)},
        "companions": [
            await _companion_facts(companion) for companion in home.companions.values()
        ],
    }


async def _companion_facts(companion: HomeCompanion) -> dict[str, Any]:
    data = companion.subentry.data
    return {
        **{key: data.get(key) for key in _COMPANION_FACTS},
        "control": _control_facts(data),
        "temporary": companion.temporary,
        "turns": await _count(companion.memory, companion.workspace),
    }


def _control_facts(data: Mapping[str, Any]) -> list[str]:
    """Return which of Home Assistant's own APIs an agent may use; others may bear a private name."""
    return [api_id if api_id == LLM_API_ASSIST else "other" for api_id in apis_of(data)]


async def _count(memory: Memory, workspace: str) -> int | None:
    """Return how many turns are remembered; None if that cannot be read."""
    try:
        return len(await memory.matching(workspace))
    except StoreError:
        return None


async def _story_facts(home_story: HomeStory) -> dict[str, Any]:
    state = home_story.story.state
    data = home_story.subentry.data
    episodes = await home_story.story.last_episodes(7)
    return {
        **{key: data.get(key) for key in _STORY_FACTS},
        "control": _control_facts(data),
        # A family's own genre is its own words.
        "genre": data[CONF_GENRE] if data[CONF_GENRE] in GENRES else "own",
        "revision": state.revision,
        "night": state.night,
        "told_on": state.told_on.isoformat() if state.told_on else None,
        "cast": {
            status.value: sum(m.status is status for m in state.cast.members)
            for status in Status
        },
        "shelf": _shelf_facts(home_story),
        "pending": sum(m.pending is not None for m in state.cast.members),
        "nights": [
            {
                "night": episode.night,
                "characters": len(episode.prose),
                "calm_ending": episode.calm_ending,
                "retellings": episode.retellings,
                "first_delta_ms": episode.first_delta_ms,
                "prose_s": episode.prose_s,
                "notes_s": episode.notes_s,
                "notes": episode.notes.value,
                "decisions": [
                    [d.change.value, d.outcome.value, d.reason.value]
                    for d in episode.decisions
                ],
            }
            for episode in episodes
        ],
    }


def _shelf_facts(home_story: HomeStory) -> dict[str, Any]:
    story, data = home_story.story, home_story.subentry.data
    shelf, bedtime = story.shelf, story.bedtime
    night = shelf.now.best
    return {
        "prepare_when": data.get(CONF_PREPARE_WHEN, DEFAULT_PREPARE_WHEN),
        "live": bedtime.live,
        "approval": bedtime.approval,
        "fallback": bedtime.fallback.value,
        "depth": bedtime.depth,
        "ready": shelf.ready,
        "stale": shelf.now.stale,
        "preparing": shelf.is_preparing,
        "prepared": night
        and {
            "night": night.night,
            "characters": len(night.prose),
            "retellings": night.retellings,
            "prose_s": night.prose_s,
            "writing": night.writing,
            "approved": night.approved,
        },
        "open_wishes": sum(not wish.done for wish in shelf.wishes),
    }
