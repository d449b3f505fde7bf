"""Told nights among Home Assistant's media, and as files of sound."""

from http import HTTPStatus
from unittest.mock import patch

import pytest
from homeassistant.components import media_source
from homeassistant.components.assist_pipeline import (
    async_get_pipeline,
    async_update_pipeline,
)
from homeassistant.components.media_player import BrowseError, SearchMediaQuery
from homeassistant.components.media_source import Unresolvable
from homeassistant.exceptions import ServiceValidationError

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.story.errors import StoreError
from tests.living_home import PROSE, SECOND, STORY_ID
from tests.test_conversation import AGENT
from tests.test_services import tell

ROOT = f"media-source://{DOMAIN}"


@pytest.fixture
async def voiced(hass, entry, nursery):
    """A home with a voice that reads whole texts."""
    await async_update_pipeline(
        hass, async_get_pipeline(hass), tts_engine="tts.whole", tts_language="en"
    )
    return entry


@pytest.fixture
async def nights(hass, voiced):
    """One told night."""
    await tell(hass)
    return voiced


async def browse(hass, place=""):
    return await media_source.async_browse_media(hass, ROOT + place)


def titles(folder):
    return [child.title for child in folder.children]


OPENINGS = (
    "Rain drummed on the deck.",
    "A grey gull came first.",
    "Seven bells rang far away.",
    "Nobody had slept well.",
    "Warm wind filled the sail.",
    "Bread was baking below.",
    "The moon rose early.",
    "Fog hid the whole coast.",
)


async def test_stories_chapters_and_nights_can_be_browsed(
    hass, voiced, model, evenings
):
    for at, opening in enumerate(OPENINGS):
        model.prose.append(f"{opening} {(PROSE, SECOND)[at % 2]}")
        await tell(hass)
        evenings.next()
    root = await browse(hass)
    assert titles(root) == ["The Star Ship"]
    story = await media_source.async_browse_media(
        hass, root.children[0].media_content_id
    )
    assert titles(story)[0] == "Nights 1 to 7"
    assert titles(story)[1].startswith("Night 8")
    assert [child.can_play for child in story.children] == [False, True]
    chapter = await media_source.async_browse_media(
        hass, story.children[0].media_content_id
    )
    assert len(chapter.children) == 7
    assert all(child.can_play for child in chapter.children)


async def test_a_night_is_read_in_the_voice_of_its_story(
    hass, nights, whole_voice, hass_client
):
    media = await media_source.async_resolve_media(hass, f"{ROOT}/{STORY_ID}/1", None)
    assert media.mime_type == "audio/mpeg"
    client = await hass_client()
    sound = await (await client.get(media.url)).read()
    assert PROSE.encode() in sound
    assert whole_voice.heard[-1].encode() == sound


@pytest.mark.parametrize(
    "place",
    [
        f"/{STORY_ID}/99",
        f"/{STORY_ID}/chapter/1",
        "/nobody/1",
        "/a/b/c",
        f"/{STORY_ID}",
    ],
)
async def test_what_is_no_night_cannot_be_played(hass, nights, place):
    with pytest.raises(Unresolvable):
        await media_source.async_resolve_media(hass, ROOT + place, None)


@pytest.mark.parametrize("place", [f"/{STORY_ID}/1", "/nobody", "/a/b/c"])
async def test_what_is_no_folder_cannot_be_browsed(hass, nights, place):
    with pytest.raises(BrowseError):
        await browse(hass, place)


async def test_nights_are_found_by_their_words(hass, nights):
    for place in ("", f"/{STORY_ID}"):
        for words, titles_found in (("chart and oil", 1), ("elephants", 0)):
            found = await media_source.async_search_media(
                hass, ROOT + place, SearchMediaQuery(search_query=words)
            )
            assert len(found.result) == titles_found


async def test_a_home_that_is_not_running_has_an_empty_shelf(hass, nights):
    assert await hass.config_entries.async_unload(nights.entry_id)
    assert (await browse(hass)).children == []
    with pytest.raises(Unresolvable):
        await media_source.async_resolve_media(hass, f"{ROOT}/{STORY_ID}/1", None)


async def test_a_broken_journal_says_so(hass, nights):
    broken = StoreError()
    with (
        patch.object(SqliteJournal, "episodes", side_effect=broken),
        patch.object(SqliteJournal, "passages", side_effect=broken),
        patch.object(SqliteJournal, "episode", side_effect=broken),
    ):
        with pytest.raises(BrowseError):
            await browse(hass, f"/{STORY_ID}")
        with pytest.raises(BrowseError):
            await media_source.async_search_media(
                hass, ROOT, SearchMediaQuery(search_query="lamp")
            )
        with pytest.raises(Unresolvable):
            await media_source.async_resolve_media(hass, f"{ROOT}/{STORY_ID}/1", None)


async def test_a_voice_that_is_gone_says_so(hass, nights):
    await async_update_pipeline(hass, async_get_pipeline(hass), tts_engine="tts.gone")
    with pytest.raises(Unresolvable, match="gone"):
        await media_source.async_resolve_media(hass, f"{ROOT}/{STORY_ID}/1", None)


async def export(hass, **data):
    return await hass.services.async_call(
        DOMAIN,
        "export",
        {"story": AGENT, "format": "audio"} | data,
        blocking=True,
        return_response=True,
    )


async def test_a_night_leaves_as_a_file(hass, nights, hass_client_no_auth):
    answer = await export(hass, night=1)
    assert answer["filename"] == "the_star_ship_1.mp3"
    assert "content" not in answer
    client = await hass_client_no_auth()
    response = await client.get(answer["url"])
    assert response.status == HTTPStatus.OK
    assert response.headers["Content-Type"] == "audio/mpeg"
    assert 'filename="the_star_ship_1.mp3"' in response.headers["Content-Disposition"]
    assert PROSE.encode() in await response.read()
    assert (await export(hass))["filename"] == "the_star_ship_1.mp3"
    unsigned = await client.get(answer["url"].partition("?")[0])
    assert unsigned.status == HTTPStatus.UNAUTHORIZED


async def test_a_night_that_is_not_there_leaves_as_no_file(hass, nights, hass_client):
    with pytest.raises(ServiceValidationError) as refused:
        await export(hass, night=99)
    assert refused.value.translation_key == "night_not_found"
    client = await hass_client()
    for path in (f"{STORY_ID}/99", f"{STORY_ID}/x", "nobody/1"):
        response = await client.get(f"/api/{DOMAIN}/night/{path}")
        assert response.status == HTTPStatus.NOT_FOUND


async def test_a_download_without_its_voice_fails_clearly(hass, nights, hass_client):
    await async_update_pipeline(hass, async_get_pipeline(hass), tts_engine="tts.gone")
    response = await (await hass_client()).get(f"/api/{DOMAIN}/night/{STORY_ID}/1")
    assert response.status == HTTPStatus.BAD_GATEWAY
