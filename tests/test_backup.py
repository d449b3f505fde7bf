"""Backups find whole files: while one is made, nothing is written."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from custom_components.mirae_story import backup
from custom_components.mirae_story.backup import async_post_backup, async_pre_backup
from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.story.errors import StoreError


def count(path, table):
    with closing(sqlite3.connect(path)) as own:
        return own.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


async def test_nothing_is_written_while_a_backup_is_made(hass, entry):
    home = entry.runtime_data
    story = next(iter(home.stories.values())).story
    await home.memory.workspaces()
    await async_pre_backup(hass)
    folder = home.database.path.parent
    sizes = [(folder / f"{name}.db-wal").stat().st_size for name in ("story", "memory")]
    assert sizes == [0, 0]
    soothing = asyncio.create_task(story.soothe())
    await asyncio.sleep(0.1)
    assert not soothing.done()
    before = count(home.database.path, "steps")
    await async_post_backup(hass)
    await soothing
    assert count(home.database.path, "steps") == before + 1


async def test_a_backup_without_stories(hass):
    await async_pre_backup(hass)
    await async_post_backup(hass)
    await async_post_backup(hass)


async def test_a_backup_that_never_ended_holds_nothing_forever(hass, entry):
    story = next(iter(entry.runtime_data.stories.values())).story
    await async_pre_backup(hass)
    await async_pre_backup(hass)
    await async_post_backup(hass)
    await asyncio.wait_for(story.soothe(), 10)


async def test_the_pause_has_a_limit(hass, entry, monkeypatch):
    monkeypatch.setattr(backup, "LONGEST_PAUSE_S", 0.1)
    story = next(iter(entry.runtime_data.stories.values())).story
    await async_pre_backup(hass)
    await asyncio.wait_for(story.soothe(), 10)
    await async_post_backup(hass)


async def test_what_cannot_be_paused_fails_no_backup(hass, entry, monkeypatch, caplog):
    home = entry.runtime_data

    def refuse(_limit):
        raise StoreError

    monkeypatch.setattr(home.database, "pause_writes", refuse)
    await async_pre_backup(hass)
    await async_post_backup(hass)
    assert "while a file may change" in caplog.text


@pytest.mark.parametrize("side", ["enter", "exit"])
async def test_no_error_fails_a_backup(hass, entry, monkeypatch, caplog, side):
    class Pause:
        async def __aenter__(self):
            assert side != "enter"

        async def __aexit__(self, *_):
            raise ZeroDivisionError

    home = entry.runtime_data
    monkeypatch.setattr(home, "async_pause_writes", lambda _: Pause())
    await async_pre_backup(hass)
    await async_post_backup(hass)
    assert ("AssertionError" if side == "enter" else "ZeroDivisionError") in caplog.text
    assert hass.config_entries.async_loaded_entries(DOMAIN)
