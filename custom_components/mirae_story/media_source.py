"""The told nights among Home Assistant's media: each can be played again, in the voice of its story."""

import re
from collections.abc import Iterable
from typing import NamedTuple, override

from homeassistant.components.media_player.browse_media import (
    SearchMedia,
    SearchMediaQuery,
)
from homeassistant.components.media_player.const import MediaClass, MediaType
from homeassistant.components.media_player.errors import BrowseError
from homeassistant.components.media_source import (
    BrowseMediaSource,
    MediaSource,
    MediaSourceItem,
    PlayMedia,
    Unresolvable,
)
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError

from .audio import async_sound_of_night
from .const import DOMAIN
from .home import HomeStory
from .reading import CONTENT_TYPE, PLACE, url_of_reading
from .story.book import chapter_heading, night_heading
from .story.chapters import NIGHTS
from .story.content import content_words
from .story.errors import MiraeError, NightNotFoundError
from .story.model import Episode
from .translate import as_home_assistant_error
from .which import loaded_home

_PLACE = re.compile(
    r"(?P<story>\w+)(?:/(?:chapter/(?P<chapter>[1-9]\d{0,5})|(?P<night>[1-9]\d{0,5})))?"
)


class _Place(NamedTuple):
    """A story, one of its chapters, or one of its nights."""

    home_story: HomeStory
    chapter: int | None
    night: int | None


async def async_get_media_source(hass: HomeAssistant) -> NightsMediaSource:
    """Return the one media source of the home's stories."""
    return NightsMediaSource(hass)


class NightsMediaSource(MediaSource):
    """Stories, their chapters of seven nights, and their nights."""

    name = "Mirae Story"

    def __init__(self, hass: HomeAssistant) -> None:
        """Look into the home that is running when somebody asks."""
        super().__init__(DOMAIN)
        self._hass = hass

    @override
    async def async_resolve_media(self, item: MediaSourceItem) -> PlayMedia:
        """Return where the sound of a night, or of a telling that is read now, can be fetched."""
        kind, _, token = item.identifier.partition("/")
        if kind == PLACE and (url := url_of_reading(self._hass, token)) is not None:
            return PlayMedia(url, CONTENT_TYPE)
        place = self._place(item.identifier)
        if place is None or place.night is None:
            raise Unresolvable(
                translation_domain=DOMAIN, translation_key=NightNotFoundError.key
            )
        try:
            sound = await async_sound_of_night(
                self._hass, place.home_story, place.night
            )
        except MiraeError as err:
            raise Unresolvable(str(as_home_assistant_error(err))) from err
        except HomeAssistantError as err:
            raise Unresolvable(str(err)) from err
        return PlayMedia(sound.url, sound.content_type)

    @override
    async def async_browse_media(self, item: MediaSourceItem) -> BrowseMediaSource:
        """Return what stands in one place."""
        if not item.identifier:
            return self._shelf()
        place = self._place(item.identifier)
        if place is None or place.night is not None:
            raise BrowseError(
                translation_domain=DOMAIN, translation_key=NightNotFoundError.key
            )
        try:
            episodes = await place.home_story.story.last_episodes()
        except MiraeError as err:
            raise BrowseError(str(as_home_assistant_error(err))) from err
        if place.chapter is None:
            return _story(place.home_story, episodes)
        return _chapter(place.home_story, place.chapter, episodes)

    @override
    async def async_search_media(
        self, item: MediaSourceItem, query: SearchMediaQuery
    ) -> SearchMedia:
        """Return the nights in which the words of a query stand, newest first."""
        place = self._place(item.identifier) if item.identifier else None
        stories = [place.home_story] if place else list(self._stories())
        found: list[BrowseMediaSource] = []
        for home_story in stories:
            words = content_words(query.search_query)
            try:
                nights = await home_story.story.passages(words)
            except MiraeError as err:
                raise BrowseError(str(as_home_assistant_error(err))) from err
            found += [_night(home_story, night) for night in nights]
        return SearchMedia(result=list(found))

    def _stories(self) -> Iterable[HomeStory]:
        """Return the stories of the home; none where the integration is not running."""
        try:
            return loaded_home(self._hass).stories.values()
        except MiraeError:
            return ()

    def _place(self, identifier: str) -> _Place | None:
        found = _PLACE.fullmatch(identifier)
        if found is None:
            return None
        for home_story in self._stories():
            if home_story.story_id == found["story"]:
                chapter, night = found["chapter"], found["night"]
                return _Place(
                    home_story,
                    int(chapter) if chapter else None,
                    int(night) if night else None,
                )
        return None

    def _shelf(self) -> BrowseMediaSource:
        return _folder(
            None, self.name, [_story(home_story) for home_story in self._stories()]
        )


def _story(
    home_story: HomeStory, episodes: Iterable[Episode] | None = None
) -> BrowseMediaSource:
    """Return a story: its whole chapters, then the nights of the chapter that is open. Without nights, its cover."""
    state = home_story.story.state
    if episodes is None:
        return _folder(home_story.story_id, state.title)
    whole = state.night // NIGHTS
    chapters = [_chapter(home_story, number) for number in range(1, whole + 1)]
    nights = [
        _night(home_story, episode)
        for episode in episodes
        if episode.night > whole * NIGHTS
    ]
    return _folder(home_story.story_id, state.title, chapters + nights)


def _chapter(
    home_story: HomeStory, number: int, episodes: Iterable[Episode] | None = None
) -> BrowseMediaSource:
    first, last = (number - 1) * NIGHTS + 1, number * NIGHTS
    identifier = f"{home_story.story_id}/chapter/{number}"
    title = chapter_heading(first, last, home_story.language)
    if episodes is None:
        return _folder(identifier, title)
    nights = [
        _night(home_story, episode)
        for episode in episodes
        if first <= episode.night <= last
    ]
    return _folder(identifier, title, nights)


def _night(home_story: HomeStory, episode: Episode) -> BrowseMediaSource:
    return BrowseMediaSource(
        domain=DOMAIN,
        identifier=f"{home_story.story_id}/{episode.night}",
        media_class=MediaClass.TRACK,
        media_content_type=MediaType.MUSIC,
        title=night_heading(episode, home_story.language),
        can_play=True,
        can_expand=False,
    )


def _folder(
    identifier: str | None,
    title: str,
    children: list[BrowseMediaSource] | None = None,
) -> BrowseMediaSource:
    return BrowseMediaSource(
        domain=DOMAIN,
        identifier=identifier,
        media_class=MediaClass.DIRECTORY,
        media_content_type=MediaType.PLAYLIST,
        title=title,
        can_play=False,
        can_expand=True,
        can_search=True,
        children=children,
        children_media_class=MediaClass.TRACK,
    )
