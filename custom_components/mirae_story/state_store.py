"""The file of a story's state in Home Assistant's storage: what a story is loaded from at start.

The journal is its history and has the last word, but for one case: a state that is ahead of the journal (an old
database was restored) is adopted.
"""

import glob
import logging
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, override

from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError, UnsupportedStorageVersionError
from homeassistant.helpers.storage import Store
from homeassistant.util import dt as dt_util

from .story.errors import InvalidStateError, StoreError, StoreNewerError
from .story.model import StoryState
from .story.ports import Journal, StateStore
from .story.replay import ADOPTED
from .story.state import state_from_dict, state_to_dict

_LOGGER = logging.getLogger(__name__)

VERSION = 1
MINOR_VERSION = 1


class Condition(StrEnum):
    """In what condition the file was found."""

    OK = "ok"
    MISSING = "missing"
    CORRUPT = "corrupt"
    """Not readable; a copy lies beside it."""
    INVALID = "invalid"
    """Readable, but no state of this story; a copy lies beside it."""
    NEWER = "newer"
    """Written by a newer version; it is left alone from now on."""


class Way(StrEnum):
    """How file and journal were brought together."""

    SAME = "same"
    REBUILT = "rebuilt"
    """The file was missing, damaged or behind: it was written anew from the journal."""
    ADOPTED = "adopted"
    """The journal was empty or behind: it goes on from the file's state. The family is to be told."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the file held."""

    state: StoryState | None
    condition: Condition


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The state to go on with, and how it was found."""

    state: StoryState
    what: Way


class HomeStateStore(StateStore):
    """The state file of one story."""

    def __init__(self, hass: HomeAssistant, story_id: str) -> None:
        """Name the file; nothing is touched yet."""
        self._hass = hass
        self._story_id = story_id
        self._file = _StateFile(
            hass,
            VERSION,
            f"mirae_story.{story_id}",
            private=True,
            atomic_writes=True,
            minor_version=MINOR_VERSION,
        )

    async def load(self) -> Loaded:
        """Read the file. Raises StoreError if the disk refuses."""
        try:
            data = await self._file.async_load()
        except UnsupportedStorageVersionError:
            self._file.make_read_only()
            return Loaded(None, Condition.NEWER)
        except HomeAssistantError as err:
            message = "the state file cannot be read"
            raise StoreError(message) from err
        except AttributeError, KeyError, NotImplementedError, TypeError:
            return await self._invalid()
        if data is None:
            copies = await self._hass.async_add_executor_job(self._copies)
            return Loaded(None, Condition.CORRUPT if copies else Condition.MISSING)
        try:
            state = state_from_dict(data)
        except InvalidStateError as err:
            _LOGGER.warning("A stored state is invalid: %s", err)
            return await self._invalid()
        if state.story_id != self._story_id:
            return await self._invalid()
        return Loaded(state, Condition.OK)

    @override
    async def save(self, state: StoryState) -> None:
        """Write the state; a refusing disk is logged, and made good from the journal at the next start."""
        await self._file.async_save(state_to_dict(state))

    async def reconcile(
        self, loaded: Loaded, journal: Journal, at: datetime
    ) -> Reconciled | None:
        """Bring file and journal to the same state and return it; `None` if the story was never begun.

        Raises StoreNewerError if the file is a newer version's, and StoreError if there was a story once but
        neither file nor journal can be read.
        """
        if loaded.condition is Condition.NEWER:
            message = "the state file was written by a newer version"
            raise StoreNewerError(message)
        kept, stored = await journal.state(self._story_id), loaded.state
        if stored is not None and (kept is None or stored.revision > kept.revision):
            behind = {"journal_revision": 0 if kept is None else kept.revision}
            await journal.add_edit(ADOPTED, behind, stored, at)
            return Reconciled(stored, Way.ADOPTED)
        if kept is None:
            if loaded.condition is Condition.MISSING:
                return None
            message = (
                "the state file is damaged and the journal does not know the story"
            )
            raise StoreError(message)
        if kept == stored:
            return Reconciled(kept, Way.SAME)
        await self.save(kept)
        return Reconciled(kept, Way.REBUILT)

    async def wipe(self) -> None:
        """Delete the file and every damaged copy of it."""
        await self._file.async_remove()
        await self._hass.async_add_executor_job(self._remove_copies)

    async def _invalid(self) -> Loaded:
        """Move a file that is no state out of the way, named as Home Assistant names damaged ones."""
        await self._hass.async_add_executor_job(self._move_aside)
        return Loaded(None, Condition.INVALID)

    def _move_aside(self) -> None:
        path = Path(self._file.path)
        path.rename(f"{path}.corrupt.{dt_util.utcnow().isoformat()}")

    def _copies(self) -> list[Path]:
        path = Path(self._file.path)
        return list(path.parent.glob(f"{glob.escape(path.name)}.corrupt.*"))

    def _remove_copies(self) -> None:
        for copy in self._copies():
            copy.unlink(missing_ok=True)


class _StateFile(Store[dict[str, Any]]):
    """A store that also leaves a newer minor version alone, which would else be saved as an older one."""

    @override
    async def _async_migrate_func(
        self, old_major_version: int, old_minor_version: int, old_data: dict[str, Any]
    ) -> dict[str, Any]:
        if (old_major_version, old_minor_version) > (VERSION, MINOR_VERSION):
            raise UnsupportedStorageVersionError(
                self.key, old_major_version, self.version
            )
        raise NotImplementedError
