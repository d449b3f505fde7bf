"""Fixtures: import them in a `conftest.py` (`from tests.scripted.fixtures import *`)."""

import pytest

from .ollama_server import ScriptedOllama
from .openai_server import ScriptedOpenAI

__all__ = ["scripted_ollama", "scripted_openai"]


@pytest.fixture
async def scripted_ollama(socket_enabled):
    """A scripted Ollama that serves on a real socket."""
    async with ScriptedOllama().serving() as server:
        yield server


@pytest.fixture
async def scripted_openai(socket_enabled):
    """A scripted OpenAI-compatible server (as llama-server) that serves on a real socket."""
    async with ScriptedOpenAI().serving() as server:
        yield server
