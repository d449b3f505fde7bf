import pytest

from custom_components.mirae_story.servers.connect import (
    ServerKind,
    make_server,
    sampling_from_data,
    server_from_data,
)
from custom_components.mirae_story.servers.ollama import OllamaServer
from custom_components.mirae_story.servers.openai import OpenAIServer
from custom_components.mirae_story.servers.transport import USUAL_TIMEOUTS
from custom_components.mirae_story.story.errors import ServerNotFoundError
from custom_components.mirae_story.story.ports import Sampling

DATA = {
    "kind": "ollama",
    "url": "http://pi:11434/",
    "api_key": "key",
    "model": "gemma3:12b",
    "embedding_model": "nomic-embed-text",
    "order": 1,
    "context_tokens": 8192.0,
    "keep_alive": "30m",
    "think": False,
    "first_token_timeout": 900,
    "next_token_timeout": 60,
    "tokens_per_s": 2.5,
}


async def test_makes_the_client_of_each_kind(session):
    ollama = server_from_data(session, DATA)
    assert isinstance(ollama, OllamaServer)
    assert (ollama.model, ollama.embedding_model) == ("gemma3:12b", "nomic-embed-text")
    timeouts = ollama._transport.timeouts
    assert (timeouts.first_token, timeouts.next_token) == (900, 60)
    assert isinstance(make_server(ServerKind.OPENAI, session, "pi:8080"), OpenAIServer)


async def test_what_is_not_given_is_usual(session):
    client = make_server("openai", session, "pi:8080", api_key="", embedding_model="")
    assert client._transport.timeouts == USUAL_TIMEOUTS
    assert client.embedding_model is None
    assert "Authorization" not in client._transport._headers


async def test_a_bad_address_is_told(session):
    with pytest.raises(ServerNotFoundError):
        make_server("ollama", session, "not an address")


def test_options_come_from_server_and_story():
    story = {"temperature": 0.8, "seed": 7, "title": "Moon"}
    assert sampling_from_data(DATA, story) == Sampling(
        temperature=0.8, seed=7, context_tokens=8192, keep_alive="30m"
    )
    assert type(sampling_from_data(DATA).context_tokens) is int
    assert sampling_from_data({"keep_alive": ""}) == Sampling()
