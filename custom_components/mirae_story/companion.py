"""A companion: a conversation agent with a prompt of its own, an owner, and a memory."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from homeassistant.config_entries import ConfigSubentry
from homeassistant.const import CONF_LLM_HASS_API

from .changes import Changes
from .const import (
    CONF_ADMINS_MAY,
    CONF_COMPANION_ID,
    CONF_FLOOR,
    CONF_HALF_LIFE,
    CONF_MEMORY,
    CONF_NAME,
    CONF_OWNER,
    CONF_PROMPT,
    CONF_VECTOR_WEIGHT,
    CONF_VOICE_FORGET,
    CONF_VOICE_RECALL,
    CONF_WORKSPACE,
)
from .memory.memory import Memory
from .memory.model import (
    DEFAULT_FLOOR,
    DEFAULT_HALF_LIFE_DAYS,
    Fading,
    RecallRules,
)
from .memory.talk import Access, Bar, MemoryTalk
from .naming import companion_slug
from .story.tokens import UNCORRECTED, TokenScale
from .whose import Asker
from .writers import Talker

OPEN = Access()


class HomeCompanion:
    """A companion with what Home Assistant needs to show it."""

    def __init__(
        self,
        entry_id: str,
        subentry: ConfigSubentry,
        memory: Memory,
        find_talker: Callable[[ConfigSubentry, Mapping[str, Any]], Talker | None],
        now: Callable[[], datetime],
    ) -> None:
        """Be the companion that a subentry describes."""
        self.entry_id = entry_id
        self.subentry = subentry
        self.memory = memory
        self.temporary = False
        """In temporary mode nothing is remembered and nothing is looked up."""
        self.scale: TokenScale = UNCORRECTED
        self.changes = Changes()
        self._find_talker = find_talker
        self._now = now
        self.talk = self._new_talk()

    @property
    def companion_id(self) -> str:
        """The companion's own id."""
        companion_id: str = self.subentry.data[CONF_COMPANION_ID]
        return companion_id

    @property
    def name(self) -> str:
        """What it is called."""
        name: str = self.subentry.data[CONF_NAME]
        return name

    @property
    def slug(self) -> str:
        """A readable object id."""
        return companion_slug(self.name)

    @property
    def prompt(self) -> str:
        """How it is to be, in its owner's words."""
        prompt: str = self.subentry.data.get(CONF_PROMPT, "")
        return prompt

    @property
    def workspace(self) -> str:
        """The key of its memory."""
        return workspace_of(self.subentry.data)

    @property
    def rules(self) -> RecallRules:
        """How it recalls."""
        return recall_rules(self.subentry.data)

    @property
    def talker(self) -> Talker | None:
        """The models that speak for it; None without any server."""
        return self._find_talker(self.subentry, self.subentry.data)

    @property
    def apis(self) -> Sequence[str]:
        """The language-model APIs whose tools it may use."""
        return apis_of(self.subentry.data)

    def changed(self, subentry: ConfigSubentry) -> None:
        """Take new options; what was asked back in a conversation is dropped."""
        self.subentry = subentry
        self.talk = self._new_talk()
        self.changes.tell()

    def may_change(self, asker: Asker) -> bool:
        """Tell whether somebody may change this memory: whoever may read it."""
        return self.may_read(asker)

    def may_read(self, asker: Asker) -> bool:
        """Tell whether somebody may rule this memory: its owner, an admin if that is allowed, or an automation."""
        if asker.user_id is None or asker.user_id == self.subentry.data[CONF_OWNER]:
            return True
        return asker.is_admin and bool(self.subentry.data.get(CONF_ADMINS_MAY, False))

    def access(self, asker: Asker) -> Access:
        """Return what somebody may do in conversation; who has no user is a voice in the room."""
        data = self.subentry.data
        if not data.get(CONF_MEMORY, True):
            return _closed(Bar.OFF)
        if not self.may_read(asker):
            return _closed(Bar.NOT_YOURS)
        if self.temporary:
            return _closed(Bar.TEMPORARY)
        if asker.user_id is not None:
            return OPEN
        return Access(
            read=None if data.get(CONF_VOICE_RECALL, False) else Bar.NOT_HERE,
            forget=None if data.get(CONF_VOICE_FORGET, False) else Bar.NOT_HERE,
        )

    def _new_talk(self) -> MemoryTalk:
        return MemoryTalk(self.memory, self.workspace, self._now, rules=self.rules)


def apis_of(data: Mapping[str, Any]) -> Sequence[str]:
    """Return the language-model APIs whose tools a subentry's agent may use."""
    apis: Sequence[str] = data.get(CONF_LLM_HASS_API, ())
    return apis


def workspace_of(data: Mapping[str, Any]) -> str:
    """Return the key of a companion's memory: the owner's name for it, within what belongs to the owner."""
    return f"{owned_prefix(data[CONF_OWNER])}{data[CONF_WORKSPACE]}"


def owned_prefix(owner: str) -> str:
    """Return how the keys of all memories of an owner begin."""
    return f"companion/{owner}/"


def story_workspace(story_id: str) -> str:
    """Return the key of a story's memory of talk."""
    return f"story/{story_id}"


def recall_rules(data: Mapping[str, Any]) -> RecallRules:
    """Return the rules that a companion's subentry holds; no half-life: nothing fades."""
    vector_weight = float(data.get(CONF_VECTOR_WEIGHT, 0.5))
    half_life = float(data.get(CONF_HALF_LIFE, DEFAULT_HALF_LIFE_DAYS))
    return RecallRules(
        fading=Fading(
            half_life_days=half_life or None,
            floor=float(data.get(CONF_FLOOR, DEFAULT_FLOOR)),
        ),
        vector_weight=vector_weight,
        text_weight=1 - vector_weight,
    )


def _closed(bar: Bar) -> Access:
    return Access(read=bar, write=bar, forget=bar)
