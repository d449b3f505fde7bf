"""Stories that were removed from Home Assistant but never deleted: they are offered again."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import voluptuous as vol
from homeassistant.config_entries import ConfigEntry
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
    SUBENTRY_STORY,
)
from .story.model import StoryState

CONF_KEPT = "kept"


class KeptStory(Protocol):
    """What the journal's list tells of each story."""

    @property
    def story_id(self) -> str:
        """The story's id."""

    @property
    def title(self) -> str:
        """The story's title."""

    @property
    def night(self) -> int:
        """Number of its last told night."""


def not_in_use[Kept: KeptStory](
    stories: Iterable[Kept], entry: ConfigEntry
) -> list[Kept]:
    """Return the stories that the entry does not have."""
    used = {
        story.data[CONF_STORY_ID]
        for story in entry.get_subentries_of_type(SUBENTRY_STORY)
    }
    return [story for story in stories if story.story_id not in used]


def kept_schema(stories: Sequence[KeptStory]) -> vol.Schema:
    """Return the form that offers kept stories, each with its number of nights."""
    options = [
        SelectOptionDict(value=story.story_id, label=f"{story.title} ({story.night})")
        for story in stories
    ]
    field = SelectSelector(
        SelectSelectorConfig(options=options, mode=SelectSelectorMode.LIST)
    )
    return vol.Schema({vol.Required(CONF_KEPT, default=stories[0].story_id): field})


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
