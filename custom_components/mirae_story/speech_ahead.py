"""The speech of a night that stands on the shelf, made before bedtime where the family wants that.

What fails here is never heard: a sentence whose speech is not kept is spoken when it is told.
"""

from asyncio import Task
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback

from .const import CONF_SPEECH_AHEAD, DOMAIN
from .parts import Parts
from .playing import voice_of_story
from .reading import async_make_ahead
from .story.errors import NoVoiceError
from .story.prepared import Prepared
from .story.story import Happening

if TYPE_CHECKING:
    from .home import HomeStory

_NEW = frozenset(
    {Happening.TONIGHT_READY, Happening.APPROVAL_NEEDED, Happening.SHELF_CHANGED}
)
"""What may put a night on the shelf that counts."""


class SpeechAhead:
    """Keeps the speech of one story's next night ready."""

    def __init__(
        self, hass: HomeAssistant, entry: ConfigEntry, home_story: HomeStory
    ) -> None:
        """Do nothing before `start`."""
        self._hass = hass
        self._entry = entry
        self._home_story = home_story
        self._made: tuple[int, str, int] | None = None
        """Night, key and writing of the night whose speech is made, or being made."""
        self._making: Task[None] | None = None

    @callback
    def start(self) -> None:
        """Look at the shelf now, and whenever it changes."""
        self._home_story.async_listen(self._happened)
        self._look()

    @callback
    def _happened(self, happening: Happening, _night: int) -> None:
        if happening in _NEW:
            self._look()

    def _look(self) -> None:
        night = self._home_story.story.shelf.now.night
        wanted = self._home_story.subentry.data.get(CONF_SPEECH_AHEAD, False)
        if night is None or not wanted:
            return
        mark = (night.night, night.key, night.writing)
        if mark == self._made:
            return
        self._made = mark
        if self._making is not None:
            self._making.cancel()
        self._making = self._entry.async_create_background_task(
            self._hass, self._make(night), f"{DOMAIN} speech ahead"
        )

    async def _make(self, night: Prepared) -> None:
        home_story = self._home_story
        try:
            voice = voice_of_story(self._hass, home_story)
        except NoVoiceError:
            self._made = None
            return
        texts = Parts(_one(night.prose), home_story.language).whole()
        if not await async_make_ahead(self._hass, texts, voice):
            self._made = None


async def _one(text: str) -> AsyncGenerator[str]:
    yield text
