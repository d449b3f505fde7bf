"""The home's memory follows the options of the entry and its servers."""

import asyncio

from custom_components.mirae_story import clock
from custom_components.mirae_story.memory.encoder import ENCODER_MODEL
from custom_components.mirae_story.memory.model import Turn
from tests.living_home import SERVER_DATA


async def follows(hass, entry, model):
    """Wait until the memory has this embedding model and nothing waits for vectors of it."""
    await hass.async_block_till_done()
    memory = entry.runtime_data.memory
    changed = asyncio.Event()
    end = memory.listen(lambda _: changed.set())
    async with asyncio.timeout(60):
        while (memory.status.model, memory.status.waiting) != (model, 0):
            changed.clear()
            await changed.wait()
    end()


async def progress(hass, entry):
    """Open the options, and return what they say of the progress."""
    form = await hass.config_entries.options.async_init(entry.entry_id)
    hass.config_entries.options.async_abort(form["flow_id"])
    return form["description_placeholders"]["progress"]


async def test_the_memory_follows_options_and_servers(hass, entry, model):
    async def embed(texts):
        return [[1.0, float(len(text))] for text in texts]

    model.embed = embed
    memory = entry.runtime_data.memory
    turn = Turn(workspace="home", question="moon", answer="", at=clock.local_now())
    await memory.remember(turn)
    await follows(hass, entry, None)
    assert await progress(hass, entry) == "—"
    server = next(s for s in entry.subentries.values() if s.subentry_type == "server")
    hass.config_entries.async_update_subentry(
        entry, server, data=SERVER_DATA | {"embedding_model": "bge-m3"}
    )
    await follows(hass, entry, "bge-m3")
    assert await progress(hass, entry) == "1 / 1"
    hass.config_entries.async_update_entry(entry, options={"embedder": "builtin"})
    await follows(hass, entry, ENCODER_MODEL)
    hass.config_entries.async_update_entry(entry, options={"embedder": "none"})
    await follows(hass, entry, None)
