"""A real Home Assistant in this process with a companion who remembers thousands of turns, and speaks through a model."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import patch

import numpy as np
from homeassistant.components import conversation
from homeassistant.config_entries import ConfigSubentryData
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import frame
from homeassistant.loader import DATA_CUSTOM_COMPONENTS
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from numpy.random import Generator
from pytest_homeassistant_custom_component.common import (  # type: ignore[import-untyped]
    MockConfigEntry,
    async_test_home_assistant,
)

from benchmarks.bedtime.timed_server import MIDDLE, TimedServer
from custom_components.mirae_story.companion import workspace_of
from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.home import Home
from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.memory.ports import Vectors
from custom_components.mirae_story.memory.relevance import Background
from custom_components.mirae_story.recollection import Forgetting, Recollection
from custom_components.mirae_story.store.turns import SqliteTurns
from custom_components.mirae_story.whose import Asker

from .texts import Said, Talk

AGENT = "conversation.tama"
TOKENS_PER_S = 400.0
BACKGROUND = Background(mean=0.0, deviation=0.05)
_DAYS = 700.0
_AT_ONCE = 500


class AnyEmbedder:
    """Gives any vector for a text, at once: what is measured is the memory."""

    model = "any"

    def __init__(self, draw: Generator, dimension: int) -> None:
        """Draw vectors of a dimension."""
        self._draw = draw
        self.dimension = dimension

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return a vector a text."""
        shape = (len(texts), self.dimension)
        rows = self._draw.standard_normal(shape, np.float32)
        unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    async def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Return a vector a text."""
        return await self.embed_queries(texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class LivingHome:
    """The home, and whose companion lives in it."""

    hass: HomeAssistant
    asker: Asker
    entry: MockConfigEntry

    @property
    def home(self) -> Home:
        """The integration's own home."""
        home: Home = self.entry.runtime_data
        return home

    async def open(self) -> None:
        """Set the integration up, and wait until the memory is loaded."""
        if not await self.hass.config_entries.async_setup(self.entry.entry_id):
            message = "the integration could not be set up"
            raise RuntimeError(message)
        await self.hass.async_block_till_done()
        await self.newest()

    async def talk(self, text: str) -> None:
        """Say something to the companion; it answers with what it recalls, and keeps the turn."""
        result = await conversation.async_converse(
            self.hass,
            text,
            None,
            Context(user_id=self.asker.user_id),
            language="en",
            agent_id=AGENT,
        )
        # What the model could not answer is not what is measured.
        if MIDDLE not in result.response.speech["plain"]["speech"]:
            message = "the model's answer did not come through"
            raise RuntimeError(message)

    async def recall(self, query: str) -> None:
        """Call the action."""
        await self._call("recall", {"query": query})

    async def remember(self, text: str) -> None:
        """Call the action."""
        await self._call("remember", {"text": text})

    async def reword(self, text: str) -> None:
        """Reword the newest turn, as a card does."""
        memory = Recollection(self.hass, AGENT, self.asker)
        await memory.edit(await self.newest(), question=text, answer=None)

    async def forget(self, _: str) -> None:
        """Forget the newest turn, as a card does."""
        what = Forgetting(ids=[await self.newest()])
        await Recollection(self.hass, AGENT, self.asker).forget(what, dry_run=False)

    async def newest(self) -> int:
        """Return the id of the newest turn."""
        memory = Recollection(self.hass, AGENT, self.asker)
        newest: int = (await memory.turns(None, 1))["turns"][0]["id"]
        return newest

    async def _call(self, service: str, data: dict[str, str]) -> None:
        await self.hass.services.async_call(
            DOMAIN,
            service,
            {"agent": AGENT, **data},
            blocking=True,
            return_response=True,
            context=Context(user_id=self.asker.user_id),
        )


@asynccontextmanager
async def living_home(
    folder: Path, draw: Generator, *, talk: Talk, stored: int, dimension: int
) -> AsyncGenerator[LivingHome]:
    """Furnish a home with a full memory; the integration is not set up yet."""
    embedder = AnyEmbedder(draw, dimension)
    chosen = patch(
        "custom_components.mirae_story.home.async_home_embedder", return_value=embedder
    )
    with _model_server() as url, chosen:
        async with async_test_home_assistant(config_dir=str(folder)) as hass:
            hass.loop.set_debug(False)
            frame.async_setup(hass)
            hass.data.pop(DATA_CUSTOM_COMPONENTS, None)
            for component in ("homeassistant", "conversation", "intent"):
                await async_setup_component(hass, component, {})
            user = await hass.auth.async_create_user("Ken")
            data = _companion(user.id)
            await _fill(
                folder / DOMAIN, workspace_of(data), embedder, talk.turn, stored
            )
            entry = _entry(url, data)
            entry.add_to_hass(hass)
            try:
                yield LivingHome(
                    hass=hass, asker=Asker(user_id=user.id, name="Ken"), entry=entry
                )
            finally:
                await hass.config_entries.async_unload(entry.entry_id)
                await hass.async_stop(force=True)


async def _fill(
    folder: Path,
    workspace: str,
    embedder: AnyEmbedder,
    draw_turn: Callable[[], Said],
    stored: int,
) -> None:
    """Store so many turns with their vectors."""
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    store = SqliteTurns(folder)
    await store.open()
    now = dt_util.utcnow()
    for first in range(0, stored, _AT_ONCE):
        count = min(_AT_ONCE, stored - first)
        ages = [_DAYS * (1 - (first + place) / stored) for place in range(count)]
        said = [draw_turn() for _ in range(count)]
        await store.add(
            [
                Turn(
                    workspace=workspace,
                    question=one.question,
                    answer=one.answer,
                    at=now - timedelta(days=age, minutes=20),
                )
                for one, age in zip(said, ages, strict=True)
            ]
        )
    model = await store.add_model(embedder.model, embedder.dimension, BACKGROUND)
    marks = (await store.roll()).marks.tolist()
    for first in range(0, stored, _AT_ONCE):
        some = marks[first : first + _AT_ONCE]
        rows = await embedder.embed_documents([""] * len(some))
        await store.add_vectors(model, some, rows.astype(np.float16))
    await store.close()


@contextmanager
def _model_server() -> Iterator[str]:
    """Serve the model from a process of its own, so that its work is not in our loop; yield its address."""
    spawn = get_context("spawn")
    ours, its = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(its,), daemon=True)
    process.start()
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection) -> None:
    async def serve() -> None:
        server = TimedServer(tokens_per_s=TOKENS_PER_S)
        async with server.serving():
            pipe.send(server.url)
            await asyncio.Event().wait()

    asyncio.run(serve())


def _companion(owner: str) -> dict[str, object]:
    return {
        "companion_id": "01JC0MPAN10N00000000000000",
        "name": "Tama",
        "owner": owner,
        "prompt": "You are Tama, a kind cat.",
        "memory": True,
        "workspace": "Tama",
        "hear_anywhere": False,
        "voice_recall": False,
        "voice_forget": False,
        "admins_may": False,
    }


def _entry(url: str, companion: dict[str, object]) -> MockConfigEntry:
    server = {
        "kind": "openai",
        "url": url,
        "model": "timed",
        "order": 1,
        "context_tokens": 4096,
        "tokens_per_s": TOKENS_PER_S,
    }
    return MockConfigEntry(
        domain=DOMAIN,
        title="Mirae Story",
        subentries_data=[
            ConfigSubentryData(
                data=server, subentry_type="server", title="timed", unique_id=None
            ),
            ConfigSubentryData(
                data=companion,
                subentry_type="companion",
                title="Tama",
                unique_id="tama",
            ),
        ],
    )
