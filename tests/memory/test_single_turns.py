"""A memory of one turn finds it, and keeps of a turn what can be brought back."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from custom_components.mirae_story.memory.exchange import LONGEST_TEXT
from custom_components.mirae_story.memory.memory import Memory
from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.store.turns import SqliteTurns

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
HOME = "home"


def turn(question, answer="I see.", **more):
    at = NOW - timedelta(days=1)
    return Turn(workspace=HOME, question=question, answer=answer, at=at, **more)


@asynccontextmanager
async def a_memory(folder):
    memory = Memory(SqliteTurns(folder))
    await memory.start()
    try:
        yield memory
    finally:
        await memory.close()


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("My dog is called Pochi.", "What is the name of my dog?"),
        ("うちの犬はポチっていうんだ。", "犬の名前は何？"),
    ],
)
async def test_the_only_turn_is_found_by_its_word(tmp_path, said, asked):
    async with a_memory(tmp_path) as memory:
        await memory.remember(turn(said))
        (found,) = await memory.recall(HOME, asked, now=NOW)
        assert found.score > 0
        for other in ("Good morning!", "blah gnorf", "おはよう。", "ほげほげ"):
            assert await memory.recall(HOME, other, now=NOW) == []


async def test_a_turn_too_long_is_cut_to_what_comes_back(tmp_path):
    async with a_memory(tmp_path) as memory:
        words = "No, my dog is Pochi. " * 50_000
        said = await memory.remember(turn(words, words, speaker="Ana" * 999))
        edited = await memory.edit(HOME, said.turn_id, answer=words)
        assert len(edited.question) == len(edited.answer) == LONGEST_TEXT
        data = await memory.export(HOME)
        assert (await memory.import_("copy", data)).added == 1
