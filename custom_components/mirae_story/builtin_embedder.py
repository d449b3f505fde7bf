"""The built-in embedder in Home Assistant: installed when it is chosen, loaded when it is needed.

Its package is none of the integration's requirements, so that nobody downloads it who does not want it. An update of
Home Assistant's image loses it. Then it is installed again in the background, and memories are found by their words
until it is there.
"""

import asyncio
import logging
from collections.abc import Sequence

import numpy as np
from homeassistant.core import HomeAssistant, callback
from homeassistant.requirements import (
    RequirementsNotFound,
    async_clear_install_history,
    async_process_requirements,
)

from .const import DOMAIN
from .issues import clear_embedder_issue, raise_embedder_issue
from .memory.embedding import batches
from .memory.encoder import (
    ENCODER_DIMENSION,
    ENCODER_MODEL,
    REQUIREMENTS,
    SentenceEncoder,
)
from .memory.ports import Vectors
from .story.errors import (
    EmbedderMissingError,
    EmbedderNotReadyError,
    RequestRefusedError,
)

_LOGGER = logging.getLogger(__name__)

RETRY_S = 1800.0
"""Seconds after a failure in which nothing is tried: other integrations wait while a package is installed."""
QUERY_PATIENCE_S = 2.0
"""Seconds that a question waits for the model to be loaded."""
BATCH = 4
"""Texts encoded in one go: a question never waits for more than these."""


class BuiltinEmbedder:
    """Embeds on this machine. Implements `memory.ports.Embedder`."""

    model = ENCODER_MODEL

    def __init__(self, hass: HomeAssistant) -> None:
        """Do nothing yet."""
        self._hass = hass
        self._encoder: SentenceEncoder | None = None
        self._loading: asyncio.Task[None] | None = None
        self._not_before = 0.0

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a question; raise EmbedderNotReadyError where that would take long."""
        encoder = await self._ready(QUERY_PATIENCE_S)
        return await self._encode(encoder, texts)

    async def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a text; wait for the package to be installed."""
        encoder = await self._ready(None)
        parts = [await self._encode(encoder, batch) for batch in batches(texts, BATCH)]
        if parts:
            return np.concatenate(parts)
        return np.empty((0, ENCODER_DIMENSION), dtype=np.float32)

    @callback
    def async_close(self) -> None:
        """Give the memory back; what is being installed is installed to its end."""
        if self._loading is not None:
            self._loading.cancel()
        self._encoder = None
        clear_embedder_issue(self._hass)

    async def _encode(self, encoder: SentenceEncoder, texts: Sequence[str]) -> Vectors:
        try:
            return await self._hass.async_add_executor_job(encoder.encode, texts)
        except (MemoryError, ValueError) as err:
            msg = "The built-in embedder has no vectors for these texts"
            raise RequestRefusedError(msg) from err

    async def _ready(self, patience: float | None) -> SentenceEncoder:
        """Return the loaded model; raise EmbedderNotReadyError or EmbedderMissingError without."""
        if self._encoder is None:
            await asyncio.wait([self._start()], timeout=patience)
        if self._encoder is not None:
            return self._encoder
        if self._loading is not None and not self._loading.done():
            raise EmbedderNotReadyError
        raise EmbedderMissingError

    def _start(self) -> asyncio.Task[None]:
        """Begin to load unless that is under way; raise EmbedderMissingError soon after a failure."""
        if self._loading is None or self._loading.done():
            if self._hass.loop.time() < self._not_before:
                raise EmbedderMissingError
            self._loading = self._hass.async_create_background_task(
                self._load(), f"{DOMAIN} built-in embedder"
            )
        return self._loading

    async def _load(self) -> None:
        try:
            await async_process_requirements(
                self._hass, DOMAIN, list(REQUIREMENTS), is_built_in=False
            )
            self._encoder = await self._hass.async_add_executor_job(SentenceEncoder)
        except RequirementsNotFound as err:
            _LOGGER.warning("The built-in embedder could not be installed: %s", err)
            self._failed()
        except Exception:
            _LOGGER.exception("The built-in embedder could not be loaded")
            self._failed()
        else:
            clear_embedder_issue(self._hass)

    def _failed(self) -> None:
        """Tell the person, and let Home Assistant try again instead of remembering the failure."""
        self._not_before = self._hass.loop.time() + RETRY_S
        async_clear_install_history(self._hass)
        raise_embedder_issue(self._hass)
