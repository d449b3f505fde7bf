"""Stories that were removed from Home Assistant but never deleted: they are offered again."""

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import voluptuous as vol
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.helpers.selector import (
    SelectOptionDict,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
)

from .const import (
    CONF_AUDIENCE_AGE,
    CONF_FIRST_CAST,
    CONF_GENRE,
    CONF_LANGUAGE,
    CONF_NAME,
    CONF_PREMISE,
    CONF_PROTAGONIST_NAME,
    CONF_PROTAGONIST_ROLE,
    CONF_ROLE,
    CONF_STORY_ID,
    CONF_TITLE,
    DATABASE,
    SUBENTRY_STORY,
)
from .issues import raise_database_issue
from .store.database import Database
from .store.journal import SqliteJournal
from .story.errors import StoreError
from .story.model import StoryState

_LOGGER = logging.getLogger(__name__)

CONF_KEPT = "kept"


async def journaled_states(journal: SqliteJournal) -> list[StoryState]:
    """Return where each story of the journal stands. Raises StoreError."""
    states = [await journal.state(story.story_id) for story in await journal.stories()]
    return [state for state in states if state is not None]


async def async_stored_states(hass: HomeAssistant) -> list[StoryState]:
    """Return where each story stands that an earlier setup left behind, while nothing runs."""
    path = Path(hass.config.path(*DATABASE))
    if not await hass.async_add_executor_job(path.is_file):
        return []
    database = Database(path)
    try:
        await database.open()
        states = await journaled_states(SqliteJournal(database))
    except StoreError as err:
        # Setting up will meet the same error, and tell.
        _LOGGER.warning("The stories of before cannot be read: %s", err)
        return []
    finally:
        await database.close()
    if database.recovered_from is not None:
        raise_database_issue(hass, str(database.recovered_from))
    return states


def not_in_use(states: Iterable[StoryState], entry: ConfigEntry) -> list[StoryState]:
    """Return the stories that the entry does not have."""
    used = {
        story.data[CONF_STORY_ID]
        for story in entry.get_subentries_of_type(SUBENTRY_STORY)
    }
    return [state for state in states if state.story_id not in used]


def kept_schema(states: Sequence[StoryState]) -> vol.Schema:
    """Return the form that offers kept stories, each with its number of nights."""
    options = [
        SelectOptionDict(value=state.story_id, label=f"{state.title} ({state.night})")
        for state in states
    ]
    field = SelectSelector(
        SelectSelectorConfig(options=options, mode=SelectSelectorMode.LIST)
    )
    return vol.Schema({vol.Required(CONF_KEPT, default=states[0].story_id): field})


def story_data(state: StoryState) -> dict[str, Any]:
    """Return what a story is, as a subentry keeps it."""
    reference, protagonist = state.reference, state.cast.protagonist
    return {
        CONF_STORY_ID: state.story_id,
        CONF_TITLE: state.title,
        CONF_LANGUAGE: reference.language.value,
        CONF_GENRE: reference.genre,
        CONF_PREMISE: reference.premise,
        CONF_PROTAGONIST_NAME: protagonist.name,
        CONF_PROTAGONIST_ROLE: protagonist.role,
        CONF_FIRST_CAST: [
            {CONF_NAME: member.name, CONF_ROLE: member.role}
            for member in state.cast.active
            if not member.protagonist
        ],
        CONF_AUDIENCE_AGE: reference.audience_age,
    }
