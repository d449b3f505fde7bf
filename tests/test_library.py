"""The actions `export` and `import`, and the download."""

import io
import json
import time
from datetime import timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
from homeassistant.components.file_upload import _DATA, FileUploadData
from homeassistant.core import Context
from homeassistant.exceptions import ServiceValidationError, Unauthorized

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.story.imported import MAX_BYTES
from tests.living_home import PROSE, SECOND, STORY_ID, STORY_JA_DATA
from tests.test_conversation import AGENT, told
from tests.test_init import subentry
from tests.test_people_services import home_story
from tests.test_services import tell

pytestmark = pytest.mark.usefixtures("entry")


@pytest.fixture
async def two_nights(hass, entry, model, evenings):
    """A story of two nights."""
    await tell(hass)
    await told(hass, entry)
    evenings.next()
    model.prose.append(SECOND)
    await tell(hass)
    await told(hass, entry)
    return home_story(entry)


@pytest.fixture
def media(hass, tmp_path):
    """The media folder."""
    folder = tmp_path / "media"
    folder.mkdir()
    hass.config.media_dirs = {"local": str(folder)}
    return folder


async def export(hass, **data):
    return await hass.services.async_call(
        DOMAIN,
        "export",
        {"story": AGENT} | data,
        blocking=True,
        return_response=True,
    )


async def bring_in(hass, context=None, **data):
    response = await hass.services.async_call(
        DOMAIN,
        "import",
        data,
        blocking=True,
        return_response=True,
        context=context,
    )
    await hass.async_block_till_done()
    return response


# Out ---------------------------------------------------------------------------------------------------


async def test_json_has_everything(hass, entry, two_nights):
    await hass.services.async_call(DOMAIN, "undo", {"story": AGENT}, blocking=True)
    response = await export(hass)
    assert (response["format"], response["filename"]) == ("json", "the_star_ship.json")
    data = json.loads(response["content"])
    assert (data["format"], data["format_version"]) == ("mirae_story", 1)
    assert data["state"]["night"] == 1
    assert [(e["night"], e["standing"]) for e in data["episodes"]] == [
        (1, "told"),
        (2, "void"),
    ]
    assert [step["kind"] for step in data["steps"]] == [
        *("begun", "told", "reviewed", "told", "reviewed", "undone"),
    ]
    assert data["rules"]["minutes"] == 0.5


async def test_a_book_in_markdown(hass, two_nights):
    response = await export(hass, format="markdown")
    assert response["filename"] == "the_star_ship.md"
    assert response["content"].startswith("# The Star Ship\n")
    assert response["content"].count("\n## Night ") == 2
    assert PROSE in response["content"]


async def test_an_e_book_by_a_link(hass, two_nights, hass_client_no_auth):
    response = await export(hass, format="epub")
    assert "content" not in response
    client = await hass_client_no_auth()
    download = await client.get(response["url"])
    assert download.status == 200
    assert download.content_type == "application/epub+zip"
    assert 'filename="the_star_ship.epub"' in download.headers["Content-Disposition"]
    files = ZipFile(io.BytesIO(await download.read()))
    assert "book/night-0002.xhtml" in files.namelist()
    assert (await client.get(response["url"].partition("?")[0])).status == 401
    other = response["url"].replace("/epub?", "/json?")
    assert (await client.get(other)).status == 401


async def test_a_link_ends(hass, two_nights, hass_client_no_auth, monkeypatch):
    monkeypatch.setattr(
        "custom_components.mirae_story.library.LINK_LASTS", timedelta(seconds=-60)
    )
    response = await export(hass, format="epub")
    client = await hass_client_no_auth()
    assert (await client.get(response["url"])).status == 401


@pytest.mark.parametrize("kind", ["json", "markdown", "epub"])
async def test_a_user_downloads(hass, two_nights, hass_client, kind):
    client = await hass_client()
    download = await client.get(f"/api/mirae_story/export/{STORY_ID}/{kind}")
    assert download.status == 200
    assert await download.read()


@pytest.mark.parametrize("path", [f"{STORY_ID}/pdf", "01JNONE/json"])
async def test_what_is_not_there_is_not_found(hass, hass_client, entry, path):
    client = await hass_client()
    assert (await client.get(f"/api/mirae_story/export/{path}")).status == 404
    await hass.config_entries.async_unload(entry.entry_id)
    download = await client.get(f"/api/mirae_story/export/{STORY_ID}/json")
    assert download.status == 404


async def test_no_export_of_what_is_no_story(hass):
    with pytest.raises(ServiceValidationError) as refused:
        await export(hass, story="conversation.home_assistant")
    assert refused.value.translation_key == "story_not_found"


# In ----------------------------------------------------------------------------------------------------


async def test_a_story_comes_in_beside_itself(
    hass, entry, two_nights, media, model, evenings
):
    exported = (await export(hass))["content"]
    (media / "story.json").write_text(exported)
    response = await bring_in(hass, path="story.json")
    assert response["story_id"] != STORY_ID
    assert response | {"story_id": ""} == {
        "story_id": "",
        "title": "The Star Ship",
        "night": 2,
        "nights": 2,
        "resumed": False,
        "refused": [],
    }
    new = entry.runtime_data.by_story_id(response["story_id"])
    assert new.story.rules == two_nights.story.rules
    assert new.story.state.cast == two_nights.story.state.cast
    assert [e.prose for e in await new.story.last_episodes()] == [
        e.prose for e in await two_nights.story.last_episodes()
    ]
    journal = entry.runtime_data.journal
    assert await journal.replay(new.story_id) == new.story.state
    await new.desk.undo()
    assert new.story.state.night == 1
    evenings.next()
    model.prose.append(f"Far away a bell rang. {PROSE}")
    telling = new.story.tell()
    await telling.ended()
    await told(hass, entry)
    assert new.story.state.night == 2
    assert two_nights.story.state.night == 2


async def test_a_removed_story_is_taken_up_again(hass, entry, two_nights, media):
    exported = (await export(hass))["content"]
    state = two_nights.story.state
    (media / "stories").mkdir()
    (media / "stories" / "story.json").write_text(exported)
    hass.config_entries.async_remove_subentry(entry, two_nights.subentry.subentry_id)
    await hass.async_block_till_done()
    response = await bring_in(hass, path=str(media / "stories" / "story.json"))
    assert (response["story_id"], response["resumed"]) == (STORY_ID, True)
    assert home_story(entry).story.state == state
    assert home_story(entry).story.rules == two_nights.story.rules


async def test_a_kept_story_that_went_on_is_not_overwritten(
    hass, entry, two_nights, media
):
    exported = (await export(hass))["content"]
    (media / "story.json").write_text(exported)
    await two_nights.desk.undo()
    hass.config_entries.async_remove_subentry(entry, two_nights.subentry.subentry_id)
    await hass.async_block_till_done()
    response = await bring_in(hass, path="media-source://media_source/local/story.json")
    assert response["story_id"] != STORY_ID
    assert (await entry.runtime_data.journal.state(STORY_ID)).night == 1


async def test_a_story_of_another_home_keeps_its_id(hass, entry, two_nights, media):
    data = json.loads((await export(hass))["content"])
    hass.config_entries.async_remove_subentry(entry, two_nights.subentry.subentry_id)
    await hass.async_block_till_done()
    await entry.runtime_data.journal.wipe(STORY_ID)
    data["episodes"][0]["prose"] = 7
    data["steps"] = None
    data["rules"]["minutes"] = 1000
    (media / "story.json").write_text(json.dumps(data))
    response = await bring_in(hass, path="story.json")
    assert response["story_id"] == STORY_ID
    assert response["nights"] == 1
    assert response["refused"] == ["steps", "rules", "night 1, version 1"]
    assert home_story(entry).story.state.night == 2


async def test_a_japanese_story(hass, entry, media):
    hass.config_entries.async_add_subentry(entry, subentry(STORY_JA_DATA))
    await hass.async_block_till_done()
    agent = "conversation.mina_adventure_at_sea"
    response = await export(hass, story=agent)
    assert "星の船" in response["content"]
    (media / "story.json").write_text(response["content"])
    assert (await bring_in(hass, path="story.json"))["title"] == "星の船"


async def test_an_uploaded_file(hass, entry, two_nights, tmp_path):
    exported = (await export(hass))["content"]
    uploads = FileUploadData(tmp_path, {"abc": "story.json"})
    hass.data[_DATA] = uploads
    (tmp_path / "abc").mkdir()
    (tmp_path / "abc" / "story.json").write_text(exported)
    assert (await bring_in(hass, upload="abc"))["nights"] == 2
    assert not (tmp_path / "abc").exists()
    with pytest.raises(ServiceValidationError) as refused:
        await bring_in(hass, upload="abc")
    assert refused.value.translation_key == "import_not_found"


@pytest.mark.parametrize(
    "path",
    [
        "nothing.json",
        "../secret.json",
        "/etc/passwd",
        "link.json",
        "folder",
        "",
        "\0",
        "x" * 5000,
        "media-source://media_source/other/story.json",
        "media-source://media_source/local//etc/passwd",
        "media-source://tts/local/story.json",
    ],
)
async def test_only_files_of_the_media_folders_are_read(hass, media, tmp_path, path):
    (tmp_path / "secret.json").write_text("{}")
    (media / "link.json").symlink_to(tmp_path / "secret.json")
    (media / "folder").mkdir()
    with pytest.raises(ServiceValidationError) as refused:
        await bring_in(hass, path=path)
    assert refused.value.translation_key == "import_not_found"


async def test_a_file_must_be_named(hass):
    with pytest.raises(ServiceValidationError) as refused:
        await bring_in(hass)
    assert refused.value.translation_key == "import_not_found"


async def test_an_unreadable_file_is_not_found(hass, media, monkeypatch):
    (media / "story.json").write_text("{}")

    def refuse(*_args, **_kwargs):
        raise PermissionError

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ServiceValidationError) as refused:
        await bring_in(hass, path="story.json")
    assert refused.value.translation_key == "import_not_found"


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"\x00" * (MAX_BYTES * 3), "import_too_big"),
        (b"[" * 900_000, "import_too_big"),
        (b'{"a":' * 900_000, "import_too_big"),
        (b"story", "import_refused"),
        (b"[]", "import_refused"),
        (b'{"format": "mirae_story", "format_version": 9}', "import_newer"),
        (
            b'{"format": "mirae_story", "format_version": 1, "state": []}',
            "import_refused",
        ),
    ],
    ids=["100 MB", "nested", "nested objects", "text", "list", "newer", "no state"],
)
async def test_hostile_files_are_a_clear_error(hass, entry, media, content, key):
    (media / "story.json").write_bytes(content)
    started = time.monotonic()
    with pytest.raises(ServiceValidationError) as refused:
        await bring_in(hass, path="story.json")
    assert time.monotonic() - started < 10
    assert refused.value.translation_key == key
    assert "{" not in str(refused.value)
    assert len(entry.runtime_data.stories) == 1
    assert len(await entry.runtime_data.journal.stories()) == 1


async def test_only_administrators_bring_stories_in(hass, media, hass_read_only_user):
    with pytest.raises(Unauthorized):
        await bring_in(hass, Context(user_id=hass_read_only_user.id), path="story.json")
