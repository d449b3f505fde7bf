"""Stories leave the home as files, and come in from files: the actions `export` and `import`, and the download."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType
from typing import Any

import voluptuous as vol
from aiohttp import web
from homeassistant.components.file_upload import process_uploaded_file
from homeassistant.components.http.auth import async_sign_path
from homeassistant.config_entries import ConfigSubentry
from homeassistant.const import Platform
from homeassistant.core import (
    HomeAssistant,
    ServiceCall,
    ServiceResponse,
    SupportsResponse,
    callback,
)
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.http import KEY_HASS, HomeAssistantView
from homeassistant.helpers.service import async_register_admin_service
from homeassistant.util.ulid import ulid_now

from . import clock
from .audio import URL as NIGHT_URL
from .audio import async_sound_of_night, name_of_sound
from .const import (
    ATTR_STORY,
    CONF_STORY_ID,
    DOMAIN,
    SERVICE_EXPORT,
    SERVICE_IMPORT,
    SUBENTRY_STORY,
)
from .home import Home, HomeStory
from .kept import story_data
from .story.book import Book, book_of, to_markdown
from .story.epub import MEDIA_TYPE, to_epub
from .story.errors import ImportNotFoundError, MiraeError
from .story.exported import export_story, rules_to_dict
from .story.imported import MAX_BYTES, Imported, read_export
from .story.model import StoryState
from .translate import as_home_assistant_error
from .which import loaded_home, story_of_entity

ATTR_FORMAT = "format"
ATTR_NIGHT = "night"
ATTR_PATH = "path"
ATTR_UPLOAD = "upload"

LINK_LASTS = timedelta(hours=1)
MEDIA_SOURCE = "media-source://media_source/"
URL = f"/api/{DOMAIN}/export/{{story_id}}/{{kind}}"


class Kind(StrEnum):
    """Formats in which a story leaves."""

    JSON = "json"
    MARKDOWN = "markdown"
    EPUB = "epub"


AUDIO = "audio"
"""One night as sound: not a file of the library, but a link to what a voice reads."""

_ENDINGS = {Kind.JSON: "json", Kind.MARKDOWN: "md", Kind.EPUB: "epub"}
_MEDIA_TYPES = {
    Kind.JSON: "application/json",
    Kind.MARKDOWN: "text/markdown",
    Kind.EPUB: MEDIA_TYPE,
}

EXPORT_SCHEMA = vol.Schema(
    {
        vol.Required(ATTR_STORY): cv.entity_domain(Platform.CONVERSATION),
        vol.Optional(ATTR_FORMAT, default=Kind.JSON.value): vol.All(
            cv.string, vol.In([*(kind.value for kind in Kind), AUDIO])
        ),
        vol.Optional(ATTR_NIGHT): vol.All(vol.Coerce(int), vol.Range(min=1)),
    }
)
IMPORT_SCHEMA = vol.Schema(
    {
        vol.Exclusive(ATTR_PATH, "source"): cv.string,
        vol.Exclusive(ATTR_UPLOAD, "source"): cv.string,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """An exported story."""

    name: str
    media_type: str
    body: bytes


@callback
def async_register_library(hass: HomeAssistant) -> None:
    """Register the actions. Every user may read a story; only an administrator adds one."""
    hass.services.async_register(
        DOMAIN,
        SERVICE_EXPORT,
        _async_export,
        EXPORT_SCHEMA,
        supports_response=SupportsResponse.ONLY,
    )
    async_register_admin_service(
        hass,
        DOMAIN,
        SERVICE_IMPORT,
        _async_import,
        IMPORT_SCHEMA,
        SupportsResponse.OPTIONAL,
    )


# Out ---------------------------------------------------------------------------------------------------


class ExportView(HomeAssistantView):
    """The download of a story, for users and by signed links."""

    url = URL
    name = f"api:{DOMAIN}:export"

    async def get(self, request: web.Request, story_id: str, kind: str) -> web.Response:
        """Return the file."""
        hass = request.app[KEY_HASS]
        try:
            home = loaded_home(hass)
            home_story = home.by_story_id(story_id)
            if home_story is None or kind not in Kind:
                return web.Response(status=HTTPStatus.NOT_FOUND)
            file = await _async_file(hass, home, home_story, Kind(kind))
        except MiraeError:
            return web.Response(status=HTTPStatus.NOT_FOUND)
        return web.Response(
            body=file.body,
            content_type=file.media_type,
            charset=None if kind == Kind.EPUB else "utf-8",
            headers={
                "Content-Disposition": f'attachment; filename="{file.name}"',
                "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            },
        )


async def _async_export(call: ServiceCall) -> ServiceResponse:
    """Return a story as text, with a link from which it can be downloaded for an hour."""
    hass = call.hass
    try:
        home_story = story_of_entity(hass, call.data[ATTR_STORY])
        if call.data[ATTR_FORMAT] == AUDIO:
            return await _async_audio(hass, home_story, call.data.get(ATTR_NIGHT))
        kind = Kind(call.data[ATTR_FORMAT])
        file = await _async_file(hass, loaded_home(hass), home_story, kind)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    path = URL.format(story_id=home_story.story_id, kind=kind)
    answer: dict[str, Any] = {
        "format": kind.value,
        "filename": file.name,
        "url": async_sign_path(hass, path, LINK_LASTS),
        "expires": (clock.local_now() + LINK_LASTS).isoformat(),
    }
    if kind is not Kind.EPUB:
        answer["content"] = file.body.decode()
    return answer


async def _async_audio(
    hass: HomeAssistant, home_story: HomeStory, night: int | None
) -> ServiceResponse:
    """Return a link to the sound of a night, the last one if none is named.

    Raises NightNotFoundError, NoVoiceError, StoreError.
    """
    night = night or home_story.story.state.night
    sound = await async_sound_of_night(hass, home_story, night)
    answer: ServiceResponse = {
        "format": AUDIO,
        "filename": name_of_sound(home_story, night, sound.extension),
        "url": async_sign_path(
            hass,
            NIGHT_URL.format(story_id=home_story.story_id, night=night),
            LINK_LASTS,
        ),
        "expires": (clock.local_now() + LINK_LASTS).isoformat(),
    }
    return answer


async def _async_file(
    hass: HomeAssistant, home: Home, home_story: HomeStory, kind: Kind
) -> File:
    """Return the story as a file. Raises StoreError."""
    story, now = home_story.story, clock.local_now()
    state = story.state
    if kind is Kind.JSON:
        versions = await home.journal.versions(state.story_id)
        steps = await home.journal.steps(state.story_id)
        chapters = await home.journal.chapters(state.story_id)
        data = export_story(state, story.rules, versions, steps, chapters, now)
        body = await hass.async_add_executor_job(_as_json, data)
    else:
        book = book_of(state, await story.last_episodes())
        body = await hass.async_add_executor_job(_as_book, book, kind, now)
    return File(
        name=f"{home_story.slug}.{_ENDINGS[kind]}",
        media_type=_MEDIA_TYPES[kind],
        body=body,
    )


def _as_json(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def _as_book(book: Book, kind: Kind, now: datetime) -> bytes:
    return to_epub(book, now) if kind is Kind.EPUB else to_markdown(book).encode()


# In ----------------------------------------------------------------------------------------------------


async def _async_import(call: ServiceCall) -> ServiceResponse:
    """Add a story from a file, and tell what of it was refused."""
    hass = call.hass
    try:
        home = loaded_home(hass)
        imported = await hass.async_add_executor_job(
            _read, hass, call.data.get(ATTR_PATH), call.data.get(ATTR_UPLOAD)
        )
        state, resumed = await _async_bring_in(home, imported)
    except MiraeError as err:
        raise as_home_assistant_error(err) from err
    data = story_data(state) | rules_to_dict(imported.rules)
    hass.config_entries.async_add_subentry(
        home.entry,
        ConfigSubentry(
            data=MappingProxyType(data),
            subentry_type=SUBENTRY_STORY,
            title=state.title,
            unique_id=state.story_id,
        ),
    )
    return {
        "story_id": state.story_id,
        "title": state.title,
        "night": state.night,
        "nights": len({each.episode.night for each in imported.nights}),
        "resumed": resumed,
        "refused": list(imported.refused),
    }


async def _async_bring_in(home: Home, imported: Imported) -> tuple[StoryState, bool]:
    """Journal the story and return its state; take up a kept story that is the same.

    It gets an id of its own where the home has another story of that id.
    """
    story_id = imported.state.story_id
    kept = await home.journal.state(story_id)
    in_use = any(
        subentry.data[CONF_STORY_ID] == story_id
        for subentry in home.entry.get_subentries_of_type(SUBENTRY_STORY)
    )
    if kept is not None and not in_use and _same(kept, imported.state):
        return kept, True
    if kept is not None or in_use:
        imported = imported.renamed(ulid_now())
    return await home.journal.bring_in(imported, clock.local_now()), False


def _same(one: StoryState, other: StoryState) -> bool:
    return replace(one, revision=1) == replace(other, revision=1)


def _read(hass: HomeAssistant, path: str | None, upload: str | None) -> Imported:
    """Read and check a file; runs in the executor. Raises an ImportRefusedError."""
    return read_export(read_file(hass, path, upload, MAX_BYTES))


def read_file(
    hass: HomeAssistant, path: str | None, upload: str | None, most: int
) -> bytes:
    """Return what a file in a media folder, or an upload, holds: at most one byte more than `most`.

    Runs in the executor. Raises ImportNotFoundError.
    """
    with _found(hass, path, upload) as file:
        try:
            with file.open("rb") as opened:
                return opened.read(most + 1)
        except OSError as err:
            raise ImportNotFoundError from err


@contextmanager
def _found(
    hass: HomeAssistant, path: str | None, upload: str | None
) -> Generator[Path]:
    if path is not None:
        yield _media_file(hass, path)
        return
    try:
        with process_uploaded_file(hass, upload or "") as file:
            yield file
    except ValueError as err:
        raise ImportNotFoundError from err


def _media_file(hass: HomeAssistant, path: str) -> Path:
    """Return a file below a media folder, named from there, as a whole path, or as a media source."""
    folders = {name: Path(folder) for name, folder in hass.config.media_dirs.items()}
    name, _, rest = path.removeprefix(MEDIA_SOURCE).partition("/")
    if path.startswith(MEDIA_SOURCE):
        candidates = [folders[name] / rest] if name in folders else []
    else:
        candidates = [folder / path for folder in folders.values()]
    allowed = [folder.resolve() for folder in folders.values()]
    for candidate in candidates:
        try:
            file = candidate.resolve()
            inside = any(file.is_relative_to(folder) for folder in allowed)
            if inside and file.is_file():
                return file
        except OSError, ValueError:
            continue
    raise ImportNotFoundError
