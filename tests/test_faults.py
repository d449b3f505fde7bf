"""What a listener hears when something fails: the faults of docs/faults.md that have no test elsewhere.

The model servers are scripted, and asked over real connections.
"""

import re
import sqlite3
from pathlib import Path

import pytest

from custom_components.mirae_story.story.errors import StoreError
from tests.living_home import (
    NOTES,
    PROSE,
    SECOND,
    SERVER_DATA,
    STORY_DATA,
    set_up,
    story_entry,
)
from tests.scripted.script import Fault, Script
from tests.speaking_home import DEFAULT_AGENT, Run
from tests.test_conversation import say, speech

pytest_plugins = ["tests.scripted.fixtures"]

DOC = Path(__file__).parents[1] / "docs" / "faults.md"
HALF = len(PROSE) // 2


def tells(prose, **trouble):
    """A script that answers with notes where they are asked for, else with prose or what goes wrong."""

    def answer(payload):
        if "response_format" in payload:
            return Script.of(NOTES)
        return Script.of(prose, **trouble)

    return answer


@pytest.fixture
async def home(hass, evenings, tmp_path, scripted_openai):
    """A home whose model server is a scripted one."""
    hass.config.config_dir = str(tmp_path)
    scripted_openai.answer = tells(PROSE)
    server = SERVER_DATA | {"url": f"{scripted_openai.url}/v1"}
    entry = await set_up(hass, story_entry(STORY_DATA, servers=(server,)))
    yield entry
    await hass.config_entries.async_unload(entry.entry_id)
    await hass.async_block_till_done()


def story_of(entry):
    return next(iter(entry.runtime_data.stories.values())).story


def whole(text):
    """Whether a text ends with a whole sentence."""
    return text.rstrip().endswith((".", "!", "?"))


@pytest.mark.parametrize("fault", [Fault.ABORT, Fault.GARBAGE, Fault.ERROR, Fault.END])
async def test_a_server_that_fails_in_the_middle_costs_its_words_not_the_evening(
    hass, home, scripted_openai, fault
):
    scripted_openai.answer = tells(PROSE, fault=fault, fault_after=30)
    text = speech(await say(hass, "continue the story"))
    assert "Mina stood at the wheel" in text
    assert whole(text)
    episode = await story_of(home).last_episode()
    assert episode.night == 1
    assert len(episode.prose.split()) > 20


@pytest.mark.parametrize(
    "trouble",
    [
        {"fault": Fault.GARBAGE},
        {"fault": Fault.ABORT},
        {"status": 404, "body": '{"error": {"message": "model \'tiny\' not found"}}'},
        {"status": 503, "body": '{"error": {"message": "loading model"}}'},
        {"status": 200, "body": "", "fault": Fault.END},
    ],
    ids=["garbage", "gone", "model deleted", "loading", "nothing"],
)
async def test_a_server_that_never_gets_to_a_word_leaves_a_whole_calm_night(
    hass, home, scripted_openai, trouble
):
    scripted_openai.answer = tells(PROSE, **trouble)
    text = speech(await say(hass, "continue the story"))
    assert "Mina" in text
    assert len(text.split()) > 60
    assert whole(text)
    assert (await story_of(home).last_episode()).calm_ending


async def test_a_voice_that_fails_costs_no_night(hass, home, voice):
    async def broken(_):
        raise RuntimeError("the voice is hoarse")

    voice.async_stream_tts_audio = broken
    run = Run(hass, agent=DEFAULT_AGENT)
    await run.say("continue the story")
    assert PROSE in (await story_of(home).last_episode()).prose
    del voice.async_stream_tts_audio
    again = Run(hass, agent=DEFAULT_AGENT)
    await again.say("tell the story again")
    await again.listen()
    assert PROSE in voice.text


async def test_home_assistant_that_stops_in_the_middle_says_good_night(
    hass, home, scripted_openai, evenings
):
    scripted_openai.answer = tells(PROSE, fault=Fault.STALL, fault_after=12)
    story = story_of(home)
    telling = story.tell()
    heard = []
    async for piece in telling.listen():
        heard.append(piece)
        if len(heard) == 2:
            assert await hass.config_entries.async_unload(home.entry_id)
    assert "night" in heard[-1].lower()
    assert whole(heard[-1])
    scripted_openai.answer = tells(SECOND)
    assert await hass.config_entries.async_setup(home.entry_id)
    text = speech(await say(hass, "continue the story"))
    assert SECOND in text
    assert (await story_of(home).last_episode()).night == 1


async def test_a_full_disk_is_not_heard(hass, home, monkeypatch):
    async def full(*_):
        raise StoreError from sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(home.runtime_data.journal, "add_told", full)
        text = speech(await say(hass, "continue the story"))
    assert PROSE in text
    await hass.async_block_till_done()
    happened = hass.states.get("event.the_star_ship_episode")
    assert happened.attributes["event_type"] == "night_failed"
    assert PROSE in speech(await say(hass, "continue the story"))
    assert (await story_of(home).last_episode()).night == 1


def test_every_fault_in_the_manual_names_a_test_that_exists():
    rows = [line for line in DOC.read_text("utf-8").splitlines() if line[:2] == "| "]
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", "\n".join(rows))
    assert len(rows) - 1 >= 12
    assert len(named) >= len(rows) - 1
    for path, name in named:
        source = (DOC.parents[1] / path).read_text("utf-8")
        assert f"def {name}(" in source, (path, name)
