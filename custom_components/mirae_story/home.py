"""The home: its database, its model servers, and its living stories.

This is the entry's runtime data. It follows the entry's subentries while it runs: a story that is added
appears, one that is changed gets its new rules at the next night, and nothing of that cuts a telling.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, time
from typing import Any

from homeassistant.config_entries import ConfigEntry, ConfigSubentry
from homeassistant.core import CALLBACK_TYPE, HomeAssistant, callback
from homeassistant.helpers.aiohttp_client import async_get_clientsession

from . import clock
from .const import (
    CONF_AUDIENCE_AGE,
    CONF_DAY_STARTS_AT,
    CONF_DEATH_POLICY,
    CONF_FIRST_CAST,
    CONF_GENRE,
    CONF_LANGUAGE,
    CONF_MAX_ACTIVE,
    CONF_MINUTES,
    CONF_NAME,
    CONF_NIGHTS_A_DAY,
    CONF_PREMISE,
    CONF_PROTAGONIST_NAME,
    CONF_PROTAGONIST_ROLE,
    CONF_ROLE,
    CONF_STORY_ID,
    CONF_TITLE,
    DEFAULT_DAY_STARTS_AT,
    DEFAULT_MAX_ACTIVE,
    DEFAULT_MINUTES,
    DEFAULT_NIGHTS_A_DAY,
    SUBENTRY_STORY,
)
from .issues import raise_adopted_issue, raise_store_issue
from .naming import story_slug
from .servers.repair import repair_json
from .servers.sentences import Sentences
from .state_store import HomeStateStore, Way
from .store.database import Database
from .store.journal import SqliteJournal
from .story.desk import Desk
from .story.errors import MiraeError
from .story.model import (
    Character,
    DeathPolicy,
    HouseRules,
    Language,
    Reference,
    StoryState,
)
from .story.ports import ModelServer
from .story.state import begin_state
from .story.story import Happening, Story, Surroundings
from .writers import Writers

_LOGGER = logging.getLogger(__name__)

type MiraeConfigEntry = ConfigEntry[Home]
type Heard = Callable[[Happening, int], None]


class HomeStory:
    """A story with what Home Assistant needs to show it."""

    def __init__(self, entry_id: str, subentry: ConfigSubentry) -> None:
        """Wait for `story` and `desk`, which the home sets once the state is loaded."""
        self.entry_id = entry_id
        self.subentry = subentry
        self.story: Story
        self.desk: Desk
        self._listeners: list[Heard] = []

    @property
    def story_id(self) -> str:
        """The story's own id: it outlives its subentry."""
        story_id: str = self.subentry.data[CONF_STORY_ID]
        return story_id

    @property
    def language(self) -> Language:
        """The language in which it is told."""
        return self.story.state.reference.language

    @property
    def slug(self) -> str:
        """A readable object id."""
        data = self.subentry.data
        return story_slug(
            data[CONF_TITLE], data[CONF_PROTAGONIST_NAME], data[CONF_GENRE]
        )

    async def async_apply_options(self) -> None:
        """Let the story have the title and the audience that its options hold."""
        data = self.subentry.data
        await self.story.edit(
            title=data[CONF_TITLE], audience_age=int(data[CONF_AUDIENCE_AGE])
        )

    @callback
    def async_listen(self, heard: Heard) -> CALLBACK_TYPE:
        """Call `heard` whenever something happens to the story."""
        self._listeners.append(heard)
        return lambda: self._listeners.remove(heard)

    @callback
    def happened(self, happening: Happening, night: int) -> None:
        """Tell all who listen."""
        for heard in tuple(self._listeners):
            heard(happening, night)


class Home:
    """All stories of the home, by subentry id."""

    def __init__(
        self, hass: HomeAssistant, entry: MiraeConfigEntry, database: Database
    ) -> None:
        """Stand on an open database."""
        self.hass = hass
        self.entry = entry
        self.database = database
        self.journal = SqliteJournal(database)
        self.stories: dict[str, HomeStory] = {}
        self._writers = Writers(hass, entry, async_get_clientsession(hass))
        self._shelves: list[Callable[[HomeStory], None]] = []

    async def async_open(self) -> None:
        """Take up every story where it is."""
        for subentry in self.entry.subentries.values():
            if subentry.subentry_type == SUBENTRY_STORY:
                await self._async_take_up(subentry)

    async def async_close(self) -> None:
        """End what runs in the background, and close the database."""
        for home_story in self.stories.values():
            await home_story.story.close()
        await self.database.close()

    @callback
    def async_add_entities_for(self, add: Callable[[HomeStory], None]) -> None:
        """Call `add` for each story that is there, and for each that comes."""
        self._shelves.append(add)
        for home_story in self.stories.values():
            add(home_story)

    def servers(self) -> dict[str, ModelServer]:
        """Return the model servers in their order of use, by subentry id."""
        return self._writers.servers()

    def by_story_id(self, story_id: str) -> HomeStory | None:
        """Return the story with this id."""
        return next((s for s in self.stories.values() if s.story_id == story_id), None)

    async def async_follow_subentries(self) -> None:
        """Bring the stories in line with the entry's subentries."""
        self._writers.forget_changed()
        wanted = {
            subentry_id: subentry
            for subentry_id, subentry in self.entry.subentries.items()
            if subentry.subentry_type == SUBENTRY_STORY
        }
        for subentry_id in self.stories.keys() - wanted.keys():
            await self.stories.pop(subentry_id).story.close()
        for subentry_id, subentry in wanted.items():
            if (home_story := self.stories.get(subentry_id)) is not None:
                await self._async_apply(home_story, subentry)
            elif (new := await self._async_take_up(subentry)) is not None:
                for add in self._shelves:
                    add(new)

    async def _async_apply(
        self, home_story: HomeStory, subentry: ConfigSubentry
    ) -> None:
        """Give a story its new rules and its new model; a telling that runs keeps the old ones."""
        home_story.subentry = subentry
        home_story.story.rules = house_rules(subentry.data)
        home_story.story.writer = self._writers.writer_for(
            subentry, home_story.language, home_story.story.rules
        )
        await self._async_apply_options(home_story)

    async def _async_apply_options(self, home_story: HomeStory) -> None:
        """Journal what the options say anew; what fails now is done at the next start."""
        try:
            await home_story.async_apply_options()
        except MiraeError as err:
            _LOGGER.warning("A story's options could not be journaled: %s", err)

    async def _async_take_up(self, subentry: ConfigSubentry) -> HomeStory | None:
        """Load one story's state, or begin it; a story that cannot be loaded becomes a repair."""
        home_story = HomeStory(self.entry.entry_id, subentry)
        states = HomeStateStore(self.hass, home_story.story_id)
        try:
            state = await self._async_state(home_story, states)
        except MiraeError as err:
            _LOGGER.warning("A story could not be loaded: %s", err)
            raise_store_issue(self.hass, subentry, err)
            return None
        rules = house_rules(subentry.data)
        around = self._surroundings(home_story, states)
        home_story.story = Story(
            state,
            rules,
            self._writers.writer_for(subentry, state.reference.language, rules),
            around,
        )
        home_story.desk = Desk(home_story.story, around)
        self.stories[subentry.subentry_id] = home_story
        await self._async_apply_options(home_story)
        await home_story.story.resume()
        return home_story

    async def _async_state(
        self, home_story: HomeStory, states: HomeStateStore
    ) -> StoryState:
        found = await states.reconcile(
            await states.load(), self.journal, clock.local_now()
        )
        if found is not None:
            if found.what is Way.ADOPTED:
                raise_adopted_issue(self.hass, home_story.subentry)
            return found.state
        state = first_state(home_story.subentry.data)
        await self.journal.begin(state, clock.local_now())
        await states.save(state)
        return state

    def _surroundings(
        self, home_story: HomeStory, states: HomeStateStore
    ) -> Surroundings:
        return Surroundings(
            journal=self.journal,
            states=states,
            cutter=Sentences,
            repair=repair_json,
            now=_now,
            spawn=lambda work, name: self.entry.async_create_background_task(
                self.hass, work, name
            ),
            notify=home_story.happened,
        )


def _now() -> datetime:
    """Ask the clock anew each time: tests and the demo replace it to move the evening on."""
    return clock.local_now()


def house_rules(data: Mapping[str, Any]) -> HouseRules:
    """Return the rules that a story's subentry holds."""
    return HouseRules(
        death_policy=DeathPolicy(data.get(CONF_DEATH_POLICY, DeathPolicy.ALLOW)),
        max_active=int(data.get(CONF_MAX_ACTIVE, DEFAULT_MAX_ACTIVE)),
        minutes=float(data.get(CONF_MINUTES, DEFAULT_MINUTES)),
        nights_a_day=int(data.get(CONF_NIGHTS_A_DAY, DEFAULT_NIGHTS_A_DAY)),
        day_starts_at=time.fromisoformat(
            data.get(CONF_DAY_STARTS_AT, DEFAULT_DAY_STARTS_AT)
        ),
    )


def first_state(data: Mapping[str, Any]) -> StoryState:
    """Return the state in which a story begins; raises InvalidStateError."""
    protagonist = Character(
        name=data[CONF_PROTAGONIST_NAME],
        role=data[CONF_PROTAGONIST_ROLE],
        protagonist=True,
    )
    return begin_state(
        story_id=data[CONF_STORY_ID],
        title=data[CONF_TITLE],
        reference=Reference(
            language=Language(data[CONF_LANGUAGE]),
            genre=data[CONF_GENRE],
            premise=data[CONF_PREMISE],
            audience_age=int(data[CONF_AUDIENCE_AGE]),
        ),
        protagonist=protagonist,
        first_cast=[
            Character(name=member[CONF_NAME], role=member[CONF_ROLE])
            for member in data.get(CONF_FIRST_CAST, ())
        ],
    )
