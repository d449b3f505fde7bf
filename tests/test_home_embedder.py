"""The home's memory follows the options of the entry and its servers."""

import asyncio

from custom_components.mirae_story.memory.encoder import ENCODER_MODEL
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


async def test_the_memory_follows_options_and_servers(hass, entry, model):
    async def embed(texts):
        return [[1.0, float(len(text))] for text in texts]

    model.embed = embed
    await follows(hass, entry, None)
    server = next(s for s in entry.subentries.values() if s.subentry_type == "server")
    hass.config_entries.async_update_subentry(
        entry, server, data=SERVER_DATA | {"embedding_model": "bge-m3"}
    )
    await follows(hass, entry, "bge-m3")
    hass.config_entries.async_update_entry(entry, options={"embedder": "builtin"})
    await follows(hass, entry, ENCODER_MODEL)
    hass.config_entries.async_update_entry(entry, options={"embedder": "none"})
    await follows(hass, entry, None)
