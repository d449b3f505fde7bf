import pytest

from custom_components.mirae_story.servers.measure import (
    Speed,
    measure_speed,
    night_seconds,
    night_tokens,
)
from custom_components.mirae_story.story.errors import ServerSlowError
from custom_components.mirae_story.story.model import Language
from custom_components.mirae_story.story.ports import Sampling
from tests.scripted.script import Fault, Script


async def test_prefers_the_servers_own_figures(scripted_ollama, make):
    scripted_ollama.plays(Script(first_delay=0.1))
    speed = await measure_speed(
        make(scripted_ollama), Language.JA, Sampling(context_tokens=8192)
    )
    assert speed.tokens_per_s == pytest.approx(10)
    assert 0.1 <= speed.first_token_s < 2
    (payload,) = scripted_ollama.asked("/api/chat")
    assert payload["options"]["num_ctx"] == 8192
    assert 0 < payload["options"]["num_predict"] <= 128
    assert "お話" in payload["messages"][0]["content"]


async def test_measures_text_where_the_call_had_to_be_stopped(scripted_openai, make):
    # Eight characters (two tokens) every 50 ms.
    scripted_openai.plays(Script(pieces=["eight ch"] * 1000, delay=0.05))
    speed = await measure_speed(make(scripted_openai), Language.EN, limit_s=0.8)
    assert 5 < speed.tokens_per_s < 50
    assert speed.first_token_s < 0.8
    await scripted_openai.left()


async def test_a_server_without_a_word_is_slow(scripted_ollama, make):
    scripted_ollama.plays(Script(fault=Fault.STALL))
    with pytest.raises(ServerSlowError):
        await measure_speed(make(scripted_ollama), Language.EN, limit_s=0.2)
    await scripted_ollama.left()


async def test_a_model_that_only_thinks_has_a_speed(scripted_ollama, make):
    scripted_ollama.plays(Script(pieces=[], thinking=["hm"] * 5))
    speed = await measure_speed(make(scripted_ollama), Language.EN)
    assert speed.tokens_per_s == pytest.approx(10)


async def test_a_single_piece_without_figures_counts_from_the_start(
    scripted_openai, make
):
    scripted_openai.timings = scripted_openai.counts = False
    scripted_openai.plays(Script(pieces=["x" * 400], first_delay=0.2))
    speed = await measure_speed(make(scripted_openai), Language.EN)
    assert 100 < speed.tokens_per_s < 600


async def test_no_text_and_no_figures_is_no_speed(scripted_openai, make):
    scripted_openai.timings = scripted_openai.counts = False
    scripted_openai.plays(Script(pieces=[]))
    with pytest.raises(ServerSlowError):
        await measure_speed(make(scripted_openai), Language.EN)


def test_a_night_in_both_languages():
    assert 400 < night_tokens(2.5, Language.EN) < 600
    assert 600 < night_tokens(2.5, Language.JA) < 900
    slow = Speed(tokens_per_s=2, first_token_s=60)
    assert night_seconds(slow, 2.5, Language.EN) == pytest.approx(60 + 490 / 2)
    assert night_seconds(slow, 5, Language.JA) == pytest.approx(60 + 1440 / 2)
