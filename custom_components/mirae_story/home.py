"""The home: its database, its memory, its model servers, its living stories and its companions.

This is the entry's runtime data. It follows the entry's subentries while it runs: a story that is added
appears, one that is changed gets its new rules at the next night, and nothing of that cuts a telling.
"""

import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, time
from typing import Any

from homeassistant.config_entries import ConfigEntry, ConfigSubentry
from homeassistant.core import CALLBACK_TYPE, HomeAssistant, callback
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers.aiohttp_client import async_get_clientsession

from . import clock
from .bedtime import bedtime_of
from .changes import Changes
from .companion import HomeCompanion, apis_of, story_workspace
from .const import (
    CONF_ALL_CHANGE,
    CONF_AUDIENCE_AGE,
    CONF_DAY_STARTS_AT,
    CONF_DEATH_POLICY,
    CONF_FIRST_CAST,
    CONF_FOREIGN_WORDS,
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
    CONF_VOICE_DECIDE,
    CONF_VOICE_FORGET,
    DEFAULT_DAY_STARTS_AT,
    DEFAULT_MAX_ACTIVE,
    DEFAULT_MINUTES,
    DEFAULT_NIGHTS_A_DAY,
    DOMAIN,
    SUBENTRY_COMPANION,
    SUBENTRY_STORY,
)
from .embedder import async_home_embedder
from .issues import (
    raise_adopted_issue,
    raise_memory_closed_issue,
    raise_memory_issue,
    raise_store_issue,
)
from .memory.memory import Memory
from .memory.model import RecallRules
from .memory.ports import Embedder
from .memory.talk import Access, Bar, MemoryTalk
from .naming import story_slug
from .preparing import Keeper
from .servers.repair import repair_json
from .servers.sentences import Sentences
from .state_store import HomeStateStore, Way
from .store.database import Database
from .store.journal import SqliteJournal
from .store.shelf import SqliteShelf
from .store.turns import SqliteTurns
from .story.deciding import Deciding
from .story.desk import Desk
from .story.errors import MiraeError, StoreError
from .story.model import (
    Character,
    DeathPolicy,
    HouseRules,
    Language,
    Reference,
    StoryState,
)
from .story.names import visible
from .story.ports import ModelServer
from .story.prepared import Bedtime
from .story.safety import is_unsafe
from .story.state import begin_state
from .story.story import Happening, Story, Surroundings
from .story.telling import Telling
from .whose import Asker
from .writers import Talker, Writers

_LOGGER = logging.getLogger(__name__)

type MiraeConfigEntry = ConfigEntry[Home]
type Heard = Callable[[Happening, int], None]


class HomeStory:
    """A story with what Home Assistant needs to show it."""

    def __init__(self, entry_id: str, subentry: ConfigSubentry) -> None:
        """Wait for what the home sets once the state is loaded: `story` and what serves it."""
        self.entry_id = entry_id
        self.subentry = subentry
        self.story: Story
        self.desk: Desk
        self.deciding: Deciding
        self.talk: MemoryTalk
        self.keeper: Keeper
        self.changes = Changes()
        self._listeners: list[Heard] = []
        self._readers: list[Callable[[Telling], None]] = []

    @property
    def story_id(self) -> str:
        """The story's own id: it outlives its subentry."""
        story_id: str = self.subentry.data[CONF_STORY_ID]
        return story_id

    @property
    def workspace(self) -> str:
        """The key of its memory of talk."""
        return story_workspace(self.story_id)

    @property
    def apis(self) -> Sequence[str]:
        """The language-model APIs whose tools its agent may use."""
        return apis_of(self.subentry.data)

    @property
    def rules(self) -> RecallRules:
        """How it recalls."""
        return RecallRules()

    def may_read(self, _asker: Asker) -> bool:
        """Tell whether somebody may read its memory of talk: a story is the family's."""
        return True

    def may_change(self, asker: Asker) -> bool:
        """Tell whether somebody may change its memory of talk: an admin, or an automation."""
        return asker.user_id is None or asker.is_admin

    def access(self, asker: Asker) -> Access:
        """Return what somebody may do with its memory of talk: all may remember and recall, not all may forget.

        An admin may; a voice in the room may if the family allows it.
        """
        if asker.user_id is not None:
            return Access(forget=None if asker.is_admin else Bar.NOT_HERE)
        allowed = bool(self.subentry.data.get(CONF_VOICE_FORGET, False))
        return Access(forget=None if allowed else Bar.NOT_HERE)

    def may_rule(self, asker: Asker) -> bool:
        """Tell whether somebody may decide and approve with a card: an admin, or everybody if the family allows it."""
        return asker.is_admin or bool(self.subentry.data.get(CONF_ALL_CHANGE, False))

    def may_decide(self, asker: Asker) -> bool:
        """Tell whether somebody may decide in talk what waits: an admin, or a voice if the family allows it."""
        if asker.user_id is not None:
            return asker.is_admin
        return bool(self.subentry.data.get(CONF_VOICE_DECIDE, False))

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
        data, before = self.subentry.data, self.story.state.revision
        await self.story.edit(
            title=data[CONF_TITLE], audience_age=int(data[CONF_AUDIENCE_AGE])
        )
        if self.story.state.revision != before:
            self.happened(Happening.EDITED, self.story.state.night)

    @callback
    def async_listen(self, heard: Heard) -> CALLBACK_TYPE:
        """Call `heard` whenever something happens to the story."""
        self._listeners.append(heard)
        return lambda: self._listeners.remove(heard)

    @callback
    def async_read_along(self, begins: Callable[[Telling], None]) -> CALLBACK_TYPE:
        """Call `begins` with each telling that begins."""
        self._readers.append(begins)
        return lambda: self._readers.remove(begins)

    @callback
    def began(self, telling: Telling) -> None:
        """Tell all who read along."""
        for begins in tuple(self._readers):
            begins(telling)

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
        self._shelf = SqliteShelf(database)
        self._turns = SqliteTurns(database.path.parent)
        self.memory = Memory(self._turns)
        self.stories: dict[str, HomeStory] = {}
        self.companions: dict[str, HomeCompanion] = {}
        self._writers = Writers(hass, entry, async_get_clientsession(hass))
        self._shelves: list[Callable[[HomeStory], None]] = []
        self._rooms: list[Callable[[HomeCompanion], None]] = []
        self._embedder: Embedder | None = None

    async def async_open(self) -> None:
        """Take up every story where it is. The memory opens in the background: no start waits for it."""
        await self.memory.start()
        self.entry.async_create_background_task(
            self.hass, self._async_watch_memory(), "mirae_story memory"
        )
        await self._async_choose_embedder()
        self._follow_companions()
        for subentry in self.entry.subentries.values():
            if subentry.subentry_type == SUBENTRY_STORY:
                await self._async_take_up(subentry)

    async def async_close(self) -> None:
        """End what runs in the background, and close the database."""
        for home_story in self.stories.values():
            await _async_close(home_story)
        await self.memory.close()
        await self.database.close()

    @callback
    def async_add_entities_for(self, add: Callable[[HomeStory], None]) -> None:
        """Call `add` for each story that is there, and for each that comes."""
        self._shelves.append(add)
        for home_story in self.stories.values():
            add(home_story)

    @callback
    def async_add_companions_for(self, add: Callable[[HomeCompanion], None]) -> None:
        """Call `add` for each companion that is there, and for each that comes."""
        self._rooms.append(add)
        for companion in self.companions.values():
            add(companion)

    def servers(self) -> dict[str, ModelServer]:
        """Return the model servers in their order of use, by subentry id."""
        return self._writers.servers()

    def talker_for(self, asking: ConfigSubentry) -> Talker | None:
        """Return the models that a story may ask beside its nights, sampled as they are by themselves."""
        return self._writers.talker_for(asking)

    async def async_wake(self) -> bool:
        """Wake the model servers that sleep; return whether one answers at the end. Takes up to two minutes."""
        return await self._writers.async_wake()

    def by_story_id(self, story_id: str) -> HomeStory | None:
        """Return the story with this id."""
        return next((s for s in self.stories.values() if s.story_id == story_id), None)

    async def async_follow_subentries(self) -> None:
        """Bring the stories in line with the entry's subentries."""
        self._writers.forget_changed()
        await self._async_choose_embedder()
        self._follow_companions()
        wanted = self._subentries(SUBENTRY_STORY)
        for subentry_id in self.stories.keys() - wanted.keys():
            await _async_close(self.stories.pop(subentry_id))
        for subentry_id, subentry in wanted.items():
            if (home_story := self.stories.get(subentry_id)) is not None:
                await self._async_apply(home_story, subentry)
            elif (new := await self._async_take_up(subentry)) is not None:
                for add in self._shelves:
                    add(new)

    @callback
    def _follow_companions(self) -> None:
        """Bring the companions in line with the subentries; what one remembers stays when it goes."""
        wanted = self._subentries(SUBENTRY_COMPANION)
        for subentry_id in self.companions.keys() - wanted.keys():
            del self.companions[subentry_id]
        for subentry_id, subentry in wanted.items():
            if (companion := self.companions.get(subentry_id)) is not None:
                companion.changed(subentry)
                self._name_device(companion)
                continue
            companion = self.companions[subentry_id] = HomeCompanion(
                self.entry.entry_id,
                subentry,
                self.memory,
                self._writers.talker_for,
                _now,
            )
            for add in self._rooms:
                add(companion)

    @asynccontextmanager
    async def async_pause_writes(self, limit_s: float) -> AsyncGenerator[None]:
        """Keep the files of stories and memory still, for a backup. What cannot be paused keeps no backup waiting."""
        async with AsyncExitStack() as stack:
            for pause in (self.database.pause_writes, self._turns.pause_writes):
                try:
                    await stack.enter_async_context(pause(limit_s))
                except StoreError as err:
                    _LOGGER.warning("A backup is made while a file may change: %s", err)
            yield

    @callback
    def _name_device(self, companion: HomeCompanion) -> None:
        """Let the device be called what the companion is called now."""
        devices = dr.async_get(self.hass)
        device = devices.async_get_device_by_identifier(
            (DOMAIN, companion.companion_id), companion.entry_id
        )
        if device is not None:
            devices.async_update_device(device.id, name=companion.name)

    async def _async_watch_memory(self) -> None:
        """Tell the family if the memory could not be opened, or only without what it held."""
        try:
            await self.memory.workspaces()
        except StoreError as err:
            _LOGGER.warning("The memory could not be opened: %s", err)
            raise_memory_closed_issue(self.hass, err)
            return
        if self._turns.recovered_from is not None:
            raise_memory_issue(self.hass, str(self._turns.recovered_from))

    async def _async_choose_embedder(self) -> None:
        """Let the memory have the embedder that the options name, if it is another one than before."""
        embedder = async_home_embedder(self.hass, self.entry, self._writers)
        if embedder is not self._embedder:
            self._embedder = embedder
            await self.memory.use_embedder(embedder)

    def _subentries(self, kind: str) -> dict[str, ConfigSubentry]:
        return {s.subentry_id: s for s in self.entry.get_subentries_of_type(kind)}

    async def _async_apply(
        self, home_story: HomeStory, subentry: ConfigSubentry
    ) -> None:
        """Give a story its new rules and its new model; a telling that runs keeps the old ones."""
        home_story.subentry = subentry
        home_story.story.rules = house_rules(subentry.data)
        home_story.story.writer = self._writers.writer_for(
            subentry, home_story.language, home_story.story.rules
        )
        home_story.story.bedtime = self._bedtime_of(subentry)
        await self._async_apply_options(home_story)
        home_story.keeper.changed()
        home_story.changes.tell()

    def _bedtime_of(self, subentry: ConfigSubentry) -> Bedtime:
        return bedtime_of(subentry.data, self._writers.data_for(subentry))

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
        home_story.story.began = home_story.began
        home_story.story.bedtime = self._bedtime_of(subentry)
        home_story.keeper = Keeper(self.hass, self.entry, home_story)
        home_story.desk = Desk(home_story.story, around)
        home_story.deciding = Deciding(home_story.story, home_story.desk, _now)
        home_story.talk = self._talk_of(home_story)
        self.stories[subentry.subentry_id] = home_story
        await self._async_apply_options(home_story)
        await home_story.story.resume()
        await home_story.keeper.async_start()
        return home_story

    def _talk_of(self, home_story: HomeStory) -> MemoryTalk:
        """Return the talk of a story's agent; what no child should hear is not said again."""
        return MemoryTalk(
            self.memory,
            home_story.workspace,
            _now,
            speakable=lambda text: not is_unsafe(visible(text), home_story.language),
            owns_nothing=False,
        )

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
            shelf=self._shelf,
        )


async def _async_close(home_story: HomeStory) -> None:
    """End what a story does in the background."""
    home_story.keeper.stop()
    await home_story.story.close()


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
        foreign_words=tuple(data.get(CONF_FOREIGN_WORDS, ())),
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
