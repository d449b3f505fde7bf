"""Adding, taking up again and changing a story."""

import logging
from datetime import datetime
from types import SimpleNamespace
from typing import override

import pytest
from homeassistant.components.tts import TextToSpeechEntity, Voice
from homeassistant.config_entries import SOURCE_USER, ConfigEntryState
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers.entity_component import EntityComponent
from homeassistant.setup import async_setup_component

from custom_components.mirae_story.home import house_rules
from custom_components.mirae_story.starters import GENRES, STARTERS
from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.voices import Voice as StoryVoice
from custom_components.mirae_story.voices import voice_from_text
from tests.flows import (
    RULES,
    STORY_DATA,
    Walk,
    details,
    entry_with,
    kept_state,
    subentry,
)

pytest_plugins = ["tests.flow_fixtures"]

SERVER = {"kind": "ollama", "url": "http://127.0.0.1:9", "model": "tiny", "order": 2}


@pytest.fixture
async def database(tmp_path):
    """A real database, open."""
    database = Database(tmp_path / "story.db")
    await database.open()
    yield database
    await database.close()


@pytest.fixture
def journal(database):
    """A real journal, empty."""
    return SqliteJournal(database)


async def loaded(hass, entry, journal):
    """The entry, as if it were set up with this journal."""
    entry.add_to_hass(hass)
    entry.mock_state(hass, ConfigEntryState.LOADED)
    entry.runtime_data = SimpleNamespace(journal=journal)
    return entry


async def start(hass, entry):
    """The flow that adds a story."""
    manager = hass.config_entries.subentries
    result = await manager.async_init(
        (entry.entry_id, "story"), context={"source": SOURCE_USER}
    )
    return Walk(manager, result)


@pytest.fixture
async def entry(hass, setups, journal):
    """A running entry without stories."""
    return await loaded(hass, entry_with(SERVER), journal)


@pytest.fixture
async def walk(hass, entry):
    """The flow that adds the first story."""
    return await start(hass, entry)


async def test_a_story_from_a_starter(walk, entry):
    assert walk.step == "language"
    await walk.answer({"language": "ja"})
    assert walk.options("starter") == [*GENRES, "own"]
    await walk.answer({"starter": "mystery"})
    starter = STARTERS["ja"]["mystery"]
    assert walk.suggested("title") == starter.title
    assert walk.suggested("genre") == "mystery"
    assert walk.suggested("premise") == starter.premise
    assert walk.suggested("first_cast")[0] == {
        "name": starter.first_cast[0][0],
        "role": starter.first_cast[0][1],
    }
    await walk.answer(details("ja", "mystery"))
    assert walk.step == "rules"
    assert walk.suggested("death_policy") == "allow"
    await walk.answer(RULES | {"death_policy": "ask"})
    assert walk.result["type"] is FlowResultType.CREATE_ENTRY
    story = subentry(entry, "story")
    assert story.title == starter.title
    assert story.unique_id == story.data["story_id"]
    assert len(story.unique_id) == 26
    assert story.data["language"] == "ja"
    assert story.data["death_policy"] == "ask"
    assert type(story.data["audience_age"]) is int
    assert type(story.data["nights_a_day"]) is int
    assert "server" not in story.data
    assert "voice" not in story.data
    assert "temperature" not in story.data


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("genre", GENRES)
async def test_every_starter_goes_through_as_it_is(walk, entry, language, genre):
    await walk.to_details(language, genre)
    shown = {marker: walk.suggested(marker) for marker in details()}
    assert shown == details(language, genre)
    await walk.answer(shown)
    assert walk.errors == {}
    await walk.answer(RULES)
    assert walk.result["type"] is FlowResultType.CREATE_ENTRY


async def test_a_story_of_ones_own(walk, entry):
    await walk.to_details("en", "own")
    assert walk.field("title").description is None
    assert walk.suggested("audience_age") == 6
    assert walk.suggested("first_cast") == []
    await walk.answer(
        {
            "title": "  The Tea Dragons ",
            "genre": "tea and dragons",
            "premise": "Small dragons grow tea on a hill.\nThey are very polite.",
            "protagonist_name": " Ryn ",
            "protagonist_role": "youngest dragon",
            "first_cast": [
                {"name": " Old Moss ", "role": ""},
                {"name": "", "role": " "},
                {"name": "Pekoe"},
            ],
            "audience_age": 9.0,
        }
    )
    assert walk.errors == {}
    await walk.answer(RULES)
    data = subentry(entry, "story").data
    assert data["title"] == "The Tea Dragons"
    assert data["genre"] == "tea and dragons"
    assert data["protagonist_name"] == "Ryn"
    assert data["first_cast"] == [
        {"name": "Old Moss", "role": ""},
        {"name": "Pekoe", "role": ""},
    ]
    assert data["audience_age"] == 9


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("title", " ", "title_missing"),
        ("title", "x" * 61, "title_too_long"),
        ("title", "two\nlines", "one_line"),
        ("title", "half \ud83d", "one_line"),
        ("genre", "", "genre_missing"),
        ("genre", "x" * 61, "genre_too_long"),
        ("premise", "Short.", "premise_too_short"),
        ("premise", "x" * 1001, "premise_too_long"),
        ("premise", "A premise with half a sign \ud83d.", "text_broken"),
        ("protagonist_name", "", "name_missing"),
        ("protagonist_name", "x" * 31, "name_too_long"),
        ("protagonist_name", "Nell\tB", "one_line"),
        ("protagonist_name", "<b>Nell</b>", "name_odd"),
        ("protagonist_name", "「ネル」", "name_odd"),
        ("protagonist_name", "123", "not_a_name"),
        ("protagonist_name", "Captain", "not_a_name"),
        ("first_cast", [{"name": "everybody", "role": "cook"}], "not_a_name"),
        ("protagonist_role", "", "role_missing"),
        ("protagonist_role", "x" * 121, "role_too_long"),
        ("first_cast", [{"name": "", "role": "cook"}], "name_missing"),
        ("first_cast", [{"name": "x" * 31, "role": "cook"}], "name_too_long"),
        ("first_cast", [{"name": "Moss", "role": "x" * 121}], "role_too_long"),
        ("first_cast", [{"name": "Moss", "role": "a\nb"}], "one_line"),
        ("first_cast", [{"name": " ＮＥＬＬ ", "role": "cook"}], "name_twice"),
        ("first_cast", [{"name": "Pip"}, {"name": "ｐｉｐ"}], "name_twice"),
        ("first_cast", [{"name": "Nel", "role": "cook"}], "name_like_hero"),
        ("first_cast", [{"name": "Pip"}, {"name": "Nella"}], "name_like_hero"),
        ("first_cast", [{"name": "Captain Nell"}], "name_like_hero"),
        ("title", "The \u202eship", "hidden_signs"),
        ("title", "The\u200b ship", "hidden_signs"),
        ("genre", "sea\u2066", "hidden_signs"),
        ("premise", "A ship sails \u202d to the south.", "hidden_signs"),
        ("protagonist_name", "Nell\u202e", "hidden_signs"),
        ("protagonist_role", "cook\ufeff", "hidden_signs"),
        ("first_cast", [{"name": "Mo\u200ess"}], "hidden_signs"),
        ("first_cast", [{"name": "Moss", "role": "\u2067cook"}], "hidden_signs"),
    ],
)
async def test_what_cannot_be_used_is_told_at_its_field(walk, field, value, error):
    await walk.to_details()
    await walk.answer(details() | {field: value})
    assert (walk.step, walk.errors) == ("details", {field: error})
    await walk.answer(details())
    assert walk.step == "rules"


@pytest.mark.parametrize(
    ("age", "policy"), [(2, "never"), (6, "never"), (7, "allow"), (12, "allow")]
)
async def test_the_youngest_get_a_story_without_deaths(walk, age, policy):
    await walk.to_details()
    await walk.answer(details(audience_age=age))
    assert walk.suggested("death_policy") == policy


async def test_the_first_cast_must_fit(walk):
    await walk.to_details()
    await walk.answer(details())
    small = {"max_active": 3, "day_starts_at": "04:00:00"}
    await walk.answer(RULES | {"advanced": small})
    assert (walk.step, walk.errors) == ("rules", {"base": "max_active_too_small"})
    await walk.answer(RULES | {"advanced": small | {"max_active": 4}})
    assert walk.result["type"] is FlowResultType.CREATE_ENTRY


async def test_the_server_and_the_sampling_can_be_chosen(walk, entry):
    server_id = subentry(entry, "server").subentry_id
    await walk.to_details()
    await walk.answer(details())
    assert walk.options("server") == [server_id]
    advanced = RULES["advanced"] | {
        "temperature": 0.9,
        "top_p": 0.95,
        "seed": 7.0,
        "repeat_penalty": 1.1,
    }
    await walk.answer(RULES | {"server": server_id, "advanced": advanced})
    data = subentry(entry, "story").data
    assert data["server"] == server_id
    assert (data["temperature"], data["top_p"]) == (0.9, 0.95)
    assert (data["seed"], data["repeat_penalty"]) == (7, 1.1)
    assert type(data["seed"]) is int


async def test_needs_a_running_entry(hass, setups):
    entry = entry_with(SERVER)
    entry.add_to_hass(hass)
    walk = await start(hass, entry)
    assert walk.result["reason"] == "entry_not_loaded"


@pytest.fixture
async def kept(journal):
    """A story that was told here before."""
    state = kept_state()
    await journal.begin(state, datetime.fromisoformat("2026-11-01T20:00:00+09:00"))
    return state


async def test_a_kept_story_goes_on(hass, entry, kept):
    walk = await start(hass, entry)
    assert walk.step == "begin"
    await walk.choose("resume")
    assert walk.options("kept") == [kept.story_id]
    await walk.answer({"kept": kept.story_id})
    assert walk.step == "rules"
    assert walk.suggested("death_policy") == "never"
    await walk.answer(RULES)
    story = subentry(entry, "story")
    assert story.unique_id == kept.story_id
    assert story.data == {
        "story_id": kept.story_id,
        "title": "The Kept Story",
        "language": "ja",
        "genre": "school",
        "premise": "小さな学校のお話です。",
        "protagonist_name": "ハナ",
        "protagonist_role": "一年生",
        "first_cast": [{"name": "ソラ", "role": "同級生"}],
        "audience_age": 5,
        "minutes": 2.5,
        "death_policy": "never",
        "nights_a_day": 1,
        "max_active": 8,
        "day_starts_at": "12:00:00",
        **RULES["shelf"],
        "offer_choice": False,
        "sentence_pause": 0,
        "all_change": False,
        "voice_decide": False,
        "voice_begin": False,
        "voice_forget": False,
    }
    walk = await start(hass, entry)
    assert walk.step == "language"


async def test_a_new_story_beside_kept_ones(hass, entry, kept):
    walk = await start(hass, entry)
    await walk.choose("language")
    await walk.to_details()
    await walk.answer(details())
    await walk.answer(RULES)
    assert subentry(entry, "story").unique_id != kept.story_id


async def test_a_journal_that_cannot_be_read(hass, entry, database):
    await database.close()
    walk = await start(hass, entry)
    assert walk.result["reason"] == "store_fault"


async def test_a_kept_story_is_not_taken_up_twice(hass, entry, kept):
    first, second = await start(hass, entry), await start(hass, entry)
    for walk in (first, second):
        await walk.choose("resume")
        await walk.answer({"kept": kept.story_id})
        await walk.answer(RULES)
    assert first.result["type"] is FlowResultType.CREATE_ENTRY
    assert second.result["reason"] == "already_configured"


async def change(hass, entry):
    """The flow that changes the first story."""
    result = await entry.start_subentry_reconfigure_flow(
        hass, subentry(entry, "story").subentry_id
    )
    return Walk(hass.config_entries.subentries, result)


@pytest.fixture
async def begun(hass, setups, journal):
    """A running entry with a story that has begun, told by a server and a voice that are gone."""
    data = STORY_DATA | {"server": "gone", "voice": "tts.gone|en", "seed": 3}
    return await loaded(hass, entry_with(SERVER, stories=[data]), journal)


async def test_a_begun_story_shows_only_what_may_change(hass, begun):
    walk = await change(hass, begun)
    assert walk.step == "reconfigure"
    assert {str(marker) for marker in walk.result["data_schema"].schema} == {
        "title",
        "audience_age",
        "minutes",
        "death_policy",
        "nights_a_day",
        "foreign_words",
        "server",
        "shelf",
        "advanced",
    }
    assert walk.places == {"title": "The Star Ship", "protagonist": "Mina"}
    assert walk.field("server").description is None
    assert walk.suggested("seed") == 3

    await walk.answer(
        RULES
        | {
            "title": " The Far Star Ship ",
            "audience_age": 8,
            "minutes": 4,
            "nights_a_day": 2,
            "death_policy": "ask",
        }
    )
    assert walk.result["reason"] == "reconfigure_successful"
    story = subentry(begun, "story")
    assert story.title == "The Far Star Ship"
    assert story.data == STORY_DATA | {
        "title": "The Far Star Ship",
        "audience_age": 8,
        "minutes": 4,
        "nights_a_day": 2,
        "death_policy": "ask",
    }


async def test_what_its_agent_may_do_in_the_home(hass, begun):
    assert await async_setup_component(hass, "llm", {})
    story = subentry(begun, "story")
    hass.config_entries.async_update_subentry(
        begun, story, data=story.data | {"llm_hass_api": ["gone", "assist"]}
    )
    walk = await change(hass, begun)
    assert walk.suggested("llm_hass_api") == ["assist"]
    of_home = RULES | {"title": "The Star Ship", "audience_age": 6}
    advanced = RULES["advanced"] | {"llm_hass_api": ["assist"]}
    await walk.answer(of_home | {"advanced": advanced})
    assert subentry(begun, "story").data["llm_hass_api"] == ["assist"]
    walk = await change(hass, begun)
    await walk.answer(of_home | {"advanced": advanced | {"llm_hass_api": []}})
    assert "llm_hass_api" not in subentry(begun, "story").data


async def test_words_that_the_story_must_not_have_can_be_changed(hass, begun):
    walk = await change(hass, begun)
    rules = RULES | {"title": "The Star Ship", "audience_age": 6}
    await walk.answer(rules | {"foreign_words": ["robot, robots", "war、鬼", " "]})
    assert walk.result["reason"] == "reconfigure_successful"
    words = ["robot", "robots", "war", "鬼"]
    assert subentry(begun, "story").data["foreign_words"] == words
    assert house_rules(subentry(begun, "story").data).foreign_words == tuple(words)

    walk = await change(hass, begun)
    assert walk.suggested("foreign_words") == words
    await walk.answer(rules)
    assert "foreign_words" not in subentry(begun, "story").data


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([f"word{n}x" for n in range(41)], "too_many_words"),
        (["robot", "r" * 31], "word_too_long"),
        (["the"], "word_too_common"),
        (["<b>"], "word_odd"),
        (["a\u202eb"], "hidden_signs"),
        (["Mina"], "word_in_story"),
    ],
)
async def test_words_that_cannot_be_looked_for_are_refused(hass, begun, words, error):
    walk = await change(hass, begun)
    answer = RULES | {"title": "The Star Ship", "audience_age": 6}
    await walk.answer(answer | {"foreign_words": words})
    assert walk.errors == {"foreign_words": error}
    assert walk.suggested("foreign_words") == words


async def test_a_begun_story_keeps_its_title_when_the_new_one_is_none(hass, begun):
    walk = await change(hass, begun)
    await walk.answer(RULES | {"title": " ", "audience_age": 8})
    assert walk.errors == {"title": "title_missing"}
    assert walk.suggested("audience_age") == 8
    assert subentry(begun, "story").title == "The Star Ship"


async def test_what_a_person_has_no_field_for_is_kept(hass, begun):
    walk = await change(hass, begun)
    await walk.answer(RULES | {"title": "Same", "audience_age": 6})
    data = subentry(begun, "story").data
    assert data["first_cast"] == STORY_DATA["first_cast"]
    assert data["premise"] == STORY_DATA["premise"]


async def test_a_chosen_server_is_still_chosen(hass, begun):
    server_id = subentry(begun, "server").subentry_id
    story = subentry(begun, "story")
    hass.config_entries.async_update_subentry(
        begun, story, data=dict(story.data) | {"server": server_id}
    )
    walk = await change(hass, begun)
    assert walk.suggested("server") == server_id


async def test_without_servers_there_is_none_to_choose(hass, setups, journal):
    entry = await loaded(hass, entry_with(stories=[STORY_DATA]), journal)
    walk = await change(hass, entry)
    assert "server" not in walk.result["data_schema"].schema


class Speaker(TextToSpeechEntity):
    """A text-to-speech engine of two languages."""

    _attr_name = "Piper"
    _attr_default_language = "en_GB"

    def __init__(self):
        self._attr_supported_languages = ["en_GB", "ja-JP", "eno"]

    @override
    def async_get_supported_voices(self, language):
        return [Voice("alba", "Alba")] if language == "en_GB" else None


async def test_the_voices_of_the_language_are_offered(hass, walk, caplog):
    component = EntityComponent(logging.getLogger(__name__), "tts", hass)
    speaker = Speaker()
    await component.async_add_entities([speaker])
    await walk.to_details("en")
    await walk.answer(details())
    default = f"{speaker.entity_id}|en_GB"
    assert walk.options("voice") == [default, f"{default}|alba"]
    await walk.answer(RULES | {"voice": f"{default}|alba"})
    voice = walk.result["data"]["voice"]
    assert voice_from_text(voice) == StoryVoice(speaker.entity_id, "en_GB", "alba")
    assert voice_from_text(default) == StoryVoice(speaker.entity_id, "en_GB")


async def test_no_voice_of_the_language(hass, walk):
    EntityComponent(logging.getLogger(__name__), "tts", hass)
    await walk.to_details()
    await walk.answer(details())
    assert "voice" not in walk.result["data_schema"].schema
