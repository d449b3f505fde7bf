"""When a story's next night is prepared: after a telling, at an hour, when a server appears, or anew when it is stale."""

import logging
from collections.abc import Coroutine
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import CALLBACK_TYPE, HassJob, HomeAssistant, callback
from homeassistant.helpers.event import (
    async_call_later,
    async_track_time_change,
    async_track_time_interval,
)

from .const import (
    CONF_PREPARE_AT,
    CONF_PREPARE_WHEN,
    DEFAULT_PREPARE_AT,
    DEFAULT_PREPARE_WHEN,
    DOMAIN,
    PrepareWhen,
)
from .story.errors import MiraeError, ServerError, StoreError, StoryBusyError
from .story.shelf import Shelf
from .story.story import Happening

if TYPE_CHECKING:
    from .home import HomeStory

_LOGGER = logging.getLogger(__name__)

RENEW_AFTER_S = 60.0
"""A change seldom comes alone: what became stale is prepared anew after the last one."""
MOST_DOUBLINGS = 6
"""A server that fails is tried again after twice the time, up to about an hour."""
LOOK_EVERY = timedelta(minutes=5)
"""How often a server that is waited for is looked for."""

_NOTED = frozenset({Happening.NIGHT_NOTED, Happening.NOTES_LATE})
_CHANGES = frozenset(
    {
        Happening.NIGHT_TOLD,
        Happening.NIGHT_NOTED,
        Happening.NIGHT_UNDONE,
        Happening.DECIDED,
        Happening.EDITED,
        Happening.TOO_SCARY,
    }
)
"""What may make stale what is prepared."""


class Keeper:
    """Keeps the shelf of one story filled, as its family wants it."""

    def __init__(
        self, hass: HomeAssistant, entry: ConfigEntry, home_story: HomeStory
    ) -> None:
        """Do nothing before `async_start`."""
        self.readable = True
        """Whether the shelf could be read when somebody last looked."""
        self._hass = hass
        self._entry = entry
        self._home_story = home_story
        self._clocks: list[CALLBACK_TYPE] = []
        self._renewal: CALLBACK_TYPE | None = None
        self._away: bool | None = None
        self._failures = 0

    async def async_start(self) -> None:
        """Look at the shelf, and keep it from now on."""
        await self._async_refresh(quietly=True)
        self._clocks.append(self._home_story.async_listen(self._happened))
        self._set_clocks()
        if PrepareWhen.AFTER_TELLING in self._when and self._is_awaited():
            self._renew_soon()

    @callback
    def changed(self) -> None:
        """Follow the story's options, and its server's."""
        self.stop()
        self._clocks.append(self._home_story.async_listen(self._happened))
        self._set_clocks()
        self._in_background(self._async_follow())

    @callback
    def stop(self) -> None:
        """Prepare nothing by itself any more."""
        for end in self._clocks:
            end()
        self._clocks.clear()
        self._forget_renewal()

    @callback
    def prepare(self, *, anew: bool = False) -> None:
        """Prepare the next night in the background, unless one stands there that counts."""
        self._forget_renewal()
        self._in_background(self._async_prepare(anew=anew))

    @property
    def _when(self) -> list[str]:
        when: list[str] = self._home_story.subentry.data.get(
            CONF_PREPARE_WHEN, DEFAULT_PREPARE_WHEN
        )
        return when

    def _is_awaited(self) -> bool:
        """Whether a night should have been prepared before the last shutdown, or has to be before the first evening."""
        story = self._home_story.story
        if self._shelf.now.night is not None:
            return False
        return story.state.night > 0 or not story.bedtime.live

    def _set_clocks(self) -> None:
        if PrepareWhen.AT_HOUR in self._when:
            at = time.fromisoformat(
                self._home_story.subentry.data.get(CONF_PREPARE_AT, DEFAULT_PREPARE_AT)
            )

            @callback
            def strike(_: datetime) -> None:
                self.prepare()

            self._clocks.append(
                async_track_time_change(
                    self._hass, strike, at.hour, at.minute, at.second
                )
            )
        if PrepareWhen.SERVER_APPEARS in self._when:
            self._clocks.append(
                async_track_time_interval(
                    self._hass,
                    self._async_look_for_server,
                    LOOK_EVERY,
                    cancel_on_shutdown=True,
                )
            )

    async def _async_look_for_server(self, _: datetime) -> None:
        """Prepare when a server that was away is there again."""
        writer = self._home_story.story.writer
        if writer is None:
            return
        try:
            await writer.server.check()
        except ServerError:
            self._away = True
            return
        appeared, self._away = bool(self._away), False
        if appeared:
            self.prepare()

    @callback
    def _happened(self, happening: Happening, _night: int) -> None:
        if happening in _NOTED and PrepareWhen.AFTER_TELLING in self._when:
            self.prepare()
        elif happening in _CHANGES:
            self._in_background(self._async_refresh())
        if happening is Happening.SHELF_CHANGED and self._shelf.now.stale:
            self._renew_soon()

    async def _async_refresh(self, *, quietly: bool = False) -> None:
        try:
            await self._shelf.refresh(quietly=quietly)
        except StoreError as err:
            _LOGGER.warning("The shelf cannot be read: %s", err)
            self._set_readable(readable=False)
            return
        self._set_readable(readable=True)
        if self._shelf.now.stale:
            self._renew_soon()

    async def _async_follow(self) -> None:
        """Show what the new options say."""
        await self._async_refresh()
        self._show()

    def _set_readable(self, *, readable: bool) -> None:
        if readable is not self.readable:
            self.readable = readable
            self._show()

    def _show(self) -> None:
        night = self._home_story.story.state.night + 1
        self._home_story.happened(Happening.SHELF_CHANGED, night)

    async def _async_prepare(self, *, anew: bool) -> None:
        try:
            await self._entry.runtime_data.async_wake()
            await self._shelf.prepare(anew=anew)
            self._failures = 0
        except StoryBusyError:
            # Somebody listens: it is tried again when they sleep.
            self._renew_soon()
        except MiraeError as err:
            _LOGGER.info("No night was prepared: %s", err)
            self._failures = min(self._failures + 1, MOST_DOUBLINGS)
        await self._async_refresh()

    @callback
    def _renew_soon(self) -> None:
        """Prepare anew, once nothing more changes; only where the family wants nights to be prepared."""
        if not self._when or not self._clocks:
            return
        self._forget_renewal()

        @callback
        def renew(_: datetime) -> None:
            self._renewal = None
            self.prepare()

        self._renewal = async_call_later(
            self._hass,
            RENEW_AFTER_S * 2**self._failures,
            HassJob(renew, cancel_on_shutdown=True),
        )

    def _forget_renewal(self) -> None:
        if self._renewal is not None:
            self._renewal()
            self._renewal = None

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        self._entry.async_create_background_task(self._hass, work, f"{DOMAIN} shelf")

    @property
    def _shelf(self) -> Shelf:
        return self._home_story.story.shelf
