"""Diagnostics hold facts, and nothing private."""

import json

from custom_components.mirae_story.diagnostics import (
    async_get_config_entry_diagnostics,
)
from custom_components.mirae_story.story.ports import CallReport
from tests.living_home import PROSE, SERVER_DATA, STORY_DATA
from tests.test_conversation import say, told


async def test_diagnostics_are_redacted(hass, entry, model):
    model.reports = [CallReport(kind="chat", model="tiny", seconds=1.0)]
    model.notes.append(
        '{"joined": [{"name": "Lulu", "role": "x"}], "recap": "Mina lit a lamp."}'
    )
    await say(hass, "continue the story with a whale")
    await told(hass, entry)
    facts = await async_get_config_entry_diagnostics(hass, entry)
    text = json.dumps(facts)
    secrets = [
        STORY_DATA["title"],
        STORY_DATA["premise"],
        SERVER_DATA["url"],
        PROSE[:30],
        "Mina",
        "whale",
    ]
    assert not [secret for secret in secrets if secret in text]
    assert facts["servers"][0]["calls"][0]["kind"] == "chat"
    story = facts["stories"][0]
    assert (story["night"], story["genre"]) == (1, "adventure_at_sea")
    assert story["cast"] == {"active": 3, "departed": 0, "dead": 0}
    assert story["nights"][0]["notes"] == "used"


async def test_an_own_genre_stays_private(hass, entry):
    hass.config_entries.async_update_subentry(
        entry,
        next(s for s in entry.subentries.values() if s.subentry_type == "story"),
        data=STORY_DATA | {"genre": "grandma's garden"},
    )
    await hass.async_block_till_done()
    facts = await async_get_config_entry_diagnostics(hass, entry)
    assert facts["stories"][0]["genre"] == "own"
