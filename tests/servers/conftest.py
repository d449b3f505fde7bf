"""Scripted servers and clients of them, with some patience."""

import pytest
from aiohttp import ClientSession

from custom_components.mirae_story.servers.ollama import OllamaServer
from custom_components.mirae_story.servers.openai import OpenAIServer
from custom_components.mirae_story.servers.transport import Timeouts
from tests.scripted.fixtures import *  # noqa: F403 - fixtures


@pytest.fixture
async def session(socket_enabled):
    async with ClientSession() as session:
        yield session


PATIENT = Timeouts(connect=2, first_token=5, next_token=5, answer=5)


@pytest.fixture
def make(session):
    """Make a client of a scripted server."""

    def _make(server, *, timeouts=PATIENT, url=None, **options):
        kind = OllamaServer if "Ollama" in type(server).__name__ else OpenAIServer
        options = {
            "model": "tiny:latest",
            "embedding_model": "nomic-embed-text:latest",
        } | options
        return kind(session, url or server.url, timeouts=timeouts, **options)

    return _make
