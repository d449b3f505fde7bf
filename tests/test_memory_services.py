"""Actions and websocket commands of the memory, with who may use them."""

import asyncio
import json
from datetime import timedelta
from unittest.mock import patch

import pytest
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import issue_registry as ir
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.mirae_story.diagnostics import (
    async_get_config_entry_diagnostics,
)
from custom_components.mirae_story.memory.lines import ENGLISH
from custom_components.mirae_story.memory.model import Turn
from custom_components.mirae_story.story.errors import StoreError, StoreNewerError
from tests.companions import AGENT, add_companion, call, change, converse, speech

STORY = "conversation.the_star_ship"


@pytest.fixture
def owner(hass):
    return MockUser(name="Ken", is_owner=False).add_to_hass(hass)


@pytest.fixture
def admin(hass):
    return MockUser(name="Mio", is_owner=True).add_to_hass(hass)


@pytest.fixture
async def companion(hass, entry, owner):
    return await add_companion(hass, entry, owner)


async def remembered(hass, text, user=None, agent=AGENT):
    return await call(hass, "remember", {"agent": agent, "text": text}, user)


async def questions(companion):
    turns = await companion.memory.turns(companion.workspace)
    return sorted(turn.question for turn in turns)


async def refused(work):
    with pytest.raises(ServiceValidationError) as err:
        await work
    return err.value.translation_key


async def test_remember_and_recall(hass, companion, owner, evenings):
    for other in ("I like tea", "We live by the sea", "Grandma comes on Sunday"):
        await remembered(hass, other, owner)
    stored = await remembered(hass, " The name of my dog is Pochi ", owner)
    assert stored["question"] == "The name of my dog is Pochi"
    assert (stored["pinned"], stored["speaker"]) == (True, "Ken")
    evenings.next(10)
    answer = await call(
        hass, "recall", {"agent": AGENT, "query": "the name of my dog"}, owner
    )
    (found,) = answer["found"]
    assert found["id"] == stored["id"]
    assert found["age_days"] == 10
    assert (found["fade"], found["pinned"]) == (1, True)
    assert found["score"] > 0
    assert found["text"] > 0
    assert found["vector"] == 0
    assert found["superseded_by"] is None
    assert answer["embedding"]["model"] is None
    by_subentry = {"agent": companion.subentry.subentry_id, "query": "name of my dog"}
    assert (await call(hass, "recall", by_subentry))["found"]


async def test_forget_by_id_text_period_and_all(hass, companion, owner, evenings):
    first = await remembered(hass, "the dentist is nice", owner)
    evenings.next()
    middle = evenings.moment
    for text in ("the garden is green", "the sea is blue", "the dentist is at 3"):
        await remembered(hass, text, owner)
    dry = {"agent": AGENT, "text": "dentist", "dry_run": True}
    tried = await call(hass, "forget", dry, owner)
    assert (tried["dry_run"], tried["count"]) == (True, 2)
    assert {turn["question"] for turn in tried["turns"]} == {
        "the dentist is nice",
        "the dentist is at 3",
    }
    assert len(await questions(companion)) == 4
    by_id = {"agent": AGENT, "ids": [first["id"], 4711]}
    assert await call(hass, "forget", by_id, owner) == {"dry_run": False, "count": 1}
    by_text = {"agent": AGENT, "text": "dentist"}
    assert (await call(hass, "forget", by_text, owner))["count"] == 1
    before = {"agent": AGENT, "until": middle.isoformat()}
    assert (await call(hass, "forget", before, owner))["count"] == 0
    period = {
        "agent": AGENT,
        "since": middle.replace(tzinfo=None).isoformat(),
        "text": "green",
    }
    assert (await call(hass, "forget", period, owner))["count"] == 1
    everything = {"agent": AGENT, "everything": True}
    tried = await call(hass, "forget", everything | {"dry_run": True}, owner)
    assert tried["count"] == 1
    assert (await call(hass, "forget", everything, owner))["count"] == 1
    assert await questions(companion) == []


@pytest.mark.parametrize(
    "what",
    [
        {},
        {"ids": [1], "text": "a"},
        {"everything": True, "since": "2026-01-01T00:00:00"},
        {"text": "  "},
    ],
)
async def test_forget_what(hass, companion, what):
    work = call(hass, "forget", {"agent": AGENT, **what})
    assert await refused(work) == "forget_what"


async def test_export_and_import(hass, companion, owner, tmp_path):
    await remembered(hass, "I like tea", owner)
    exported = await call(hass, "export_memory", {"agent": AGENT}, owner)
    await call(hass, "forget", {"agent": AGENT, "everything": True}, owner)
    data = {"agent": AGENT, "memory": exported["memory"]}
    exported["memory"]["turns"].append({"question": 3})
    report = await call(hass, "import_memory", data, owner)
    assert (report["added"], report["known"]) == (1, 0)
    assert report["refused"] == [{"index": 1, "reason": "question"}]
    assert (await call(hass, "import_memory", data, owner))["known"] == 1
    (tmp_path / "media").mkdir()
    hass.config.media_dirs = {"local": str(tmp_path / "media")}
    (tmp_path / "media" / "tama.json").write_text(json.dumps(exported))
    from_file = {"agent": AGENT, "path": "tama.json"}
    assert (await call(hass, "import_memory", from_file, owner))["known"] == 1
    (tmp_path / "media" / "tama.json").write_text(json.dumps(exported["memory"]))
    assert (await call(hass, "import_memory", from_file, owner))["known"] == 1
    assert await questions(companion) == ["I like tea"]


async def test_files_that_are_no_memory(hass, companion, owner, tmp_path):
    hass.config.media_dirs = {"local": str(tmp_path)}
    nothing = call(hass, "import_memory", {"agent": AGENT}, owner)
    assert await refused(nothing) == "import_not_found"
    for text in ("{", "[" * 100_000, "[]", '{"format": "x"}'):
        (tmp_path / "bad.json").write_text(text)
        work = call(hass, "import_memory", {"agent": AGENT, "path": "bad.json"}, owner)
        assert await refused(work) == "memory_import_refused"
    with patch("custom_components.mirae_story.memory_services.MAX_BYTES", 3):
        work = call(hass, "import_memory", {"agent": AGENT, "path": "bad.json"}, owner)
        assert await refused(work) == "memory_import_refused"


CALLS = {
    "recall": {"query": "tea"},
    "remember": {"text": "I like tea"},
    "forget": {"everything": True},
    "export_memory": {},
    "import_memory": {"memory": {}},
}


@pytest.mark.parametrize(("service", "data"), CALLS.items())
async def test_only_the_owner(hass, entry, companion, owner, admin, service, data):
    await remembered(hass, "tea is green", owner)
    work = call(hass, service, {"agent": AGENT, **data}, admin)
    assert await refused(work) == "memory_not_yours"
    assert await questions(companion) == ["tea is green"]
    if service != "import_memory":
        await call(hass, service, {"agent": AGENT, **data})
        await change(hass, entry, companion, admins_may=True)
        await call(hass, service, {"agent": AGENT, **data}, admin)


@pytest.mark.parametrize(("service", "data"), CALLS.items())
async def test_what_has_no_memory(hass, companion, service, data):
    for agent in ("conversation.home_assistant", "sensor.nothing"):
        work = call(hass, service, {"agent": agent, **data})
        assert await refused(work) == "memory_not_found"


async def test_a_broken_memory_is_told(hass, companion, owner):
    with (
        patch.object(companion.memory, "recall", side_effect=StoreError),
        pytest.raises(HomeAssistantError) as err,
    ):
        await call(hass, "recall", {"agent": AGENT, "query": "tea"}, owner)
    assert err.value.translation_key == "store_fault"
    assert not isinstance(err.value, ServiceValidationError)


# Stories -----------------------------------------------------------------------------------------------


async def test_a_story_keeps_its_talk_in_a_memory_of_its_own(hass, entry, model, owner):
    story = next(iter(entry.runtime_data.stories.values()))
    said = await converse(hass, "Mina is my favourite captain", agent=STORY)
    memory = entry.runtime_data.memory
    (turn,) = await memory.turns(story.workspace)
    assert (turn.question, turn.answer) == (
        "Mina is my favourite captain",
        speech(said),
    )
    assert await memory.workspaces() == [story.workspace]
    await converse(hass, "Thanks for watching!", agent=STORY)
    assert len(await memory.turns(story.workspace)) == 1
    found = await call(
        hass, "recall", {"agent": STORY, "query": "favourite captain"}, owner
    )
    assert len(found["found"]) == 1
    recalled = await converse(
        hass, "What do you remember about my favourite captain?", owner, agent=STORY
    )
    assert "“Mina is my favourite captain”" in speech(recalled)
    assert model.prose_calls == []


async def test_a_story_that_remembers_no_talk_answers_from_told_nights(
    hass, entry, model
):
    await converse(hass, "continue the story", agent=STORY)
    said = speech(
        await converse(hass, "What do you remember about the old chart?", agent=STORY)
    )
    assert "chart" in said
    assert said != ENGLISH.nothing_at_all


async def test_talk_never_reaches_the_prompt_of_a_night(hass, entry, model, evenings):
    await converse(hass, "Remember that my turtle is called Zorro", agent=STORY)
    await converse(hass, "continue the story", agent=STORY)
    evenings.next()
    await converse(hass, "continue the story with a turtle", agent=STORY)
    prompts = "".join(m.content for call in model.prose_calls for m in call)
    assert "Zorro" not in prompts


async def test_forgetting_talk_with_a_story(hass, entry, admin, owner):
    story = next(iter(entry.runtime_data.stories.values()))
    memory = entry.runtime_data.memory
    await converse(hass, "Remember that I like whales", agent=STORY)
    for user in (None, owner):
        said = await converse(hass, "forget that", user, agent=STORY)
        assert speech(said) == ENGLISH.forget_not_here
    work = call(hass, "forget", {"agent": STORY, "everything": True}, owner)
    assert await refused(work) == "memory_not_yours"
    said = await converse(hass, "forget that", admin, agent=STORY)
    assert speech(said) == ENGLISH.forgotten_one
    assert await memory.turns(story.workspace) == []
    hass.config_entries.async_update_subentry(
        entry, story.subentry, data={**story.subentry.data, "voice_forget": True}
    )
    await hass.async_block_till_done()
    await converse(hass, "Remember that I like whales", agent=STORY)
    said = await converse(hass, "forget that", agent=STORY)
    assert speech(said) == ENGLISH.forgotten_one


async def test_what_no_child_should_hear_is_not_said_again(hass, entry, evenings):
    story = next(iter(entry.runtime_data.stories.values()))
    await entry.runtime_data.memory.remember(
        Turn(
            workspace=story.workspace,
            question="My phone number is 090-1234-5678",
            answer="",
            at=evenings.moment - timedelta(days=1),
        )
    )
    said = await converse(hass, "What do you remember?", agent=STORY)
    assert "1234" not in speech(said)


async def test_a_story_answers_without_its_memory(hass, entry):
    memory = entry.runtime_data.memory
    with patch.object(memory, "remember", side_effect=StoreError):
        said = await converse(hass, "Who is in the story?", agent=STORY)
    assert "Theo" in speech(said)


# Websocket ---------------------------------------------------------------------------------------------


@pytest.fixture
def ask(hass, hass_ws_client, hass_access_token):
    async def ask(token, kind, **fields):
        client = await hass_ws_client(hass, token)
        await client.send_json_auto_id(
            {"type": f"mirae_story/memory/{kind}", "entity_id": AGENT, **fields}
        )
        return await client.receive_json()

    return ask


@pytest.fixture
async def token(hass, owner):
    refresh = await hass.auth.async_create_refresh_token(owner, "https://card.example")
    return hass.auth.async_create_access_token(refresh)


async def test_a_card_shows_and_changes_the_memory(
    hass, companion, owner, ask, token, hass_access_token
):
    kept = (await ask(token, "remember", text="The sea is blue"))["result"]
    second = await ask(token, "remember", text="I like tea", answer="Ah.", pinned=False)
    assert second["result"]["answer"] == "Ah."
    page = (await ask(token, "turns", limit=1))["result"]
    assert [turn["question"] for turn in page["turns"]] == ["I like tea"]
    before = page["turns"][0]["id"]
    rest = (await ask(token, "turns", before=before))["result"]["turns"]
    assert [turn["id"] for turn in rest] == [kept["id"]]
    found = (await ask(token, "recall", query="blue sea", limit=3, gated=False))[
        "result"
    ]
    assert found["found"][0]["id"] == kept["id"]
    pinned = await ask(token, "pin", turn_id=kept["id"], pinned=False)
    assert pinned["result"]["pinned"] is False
    edited = await ask(token, "edit", turn_id=kept["id"], question="The sea is green")
    assert edited["result"]["question"] == "The sea is green"
    gone = await ask(token, "edit", turn_id=4711, question="x")
    assert gone["error"]["translation_key"] == "turn_not_found"
    forgot = await ask(token, "forget", ids=[kept["id"]], dry_run=False)
    assert forgot["result"]["count"] == 1
    forgot = await ask(token, "forget", since="2020-01-01T00:00:00+00:00")
    assert forgot["result"]["count"] == 1
    nowhere = await ask(token, "turns", entity_id="sensor.no")
    assert nowhere["error"]["translation_key"] == "memory_not_found"
    for kind, fields in {
        "recall": {"query": "x"},
        "turns": {},
        "remember": {"text": "x"},
        "forget": {"everything": True},
        "pin": {"turn_id": 1, "pinned": True},
        "edit": {"turn_id": 1, "answer": "x"},
    }.items():
        answer = await ask(hass_access_token, kind, **fields)
        assert answer["error"]["translation_key"] == "memory_not_yours", kind


# Diagnostics -------------------------------------------------------------------------------------------


async def test_diagnostics_count_and_tell_nothing(hass, entry, companion, owner):
    await remembered(hass, "my secret is Zorro", owner)
    facts = await async_get_config_entry_diagnostics(hass, entry)
    (told,) = facts["companions"]
    assert told["turns"] == 1
    assert told["memory"] is True
    assert facts["memory"]["embedding"]["waiting"] == 0
    text = json.dumps(facts)
    for secret in ("Zorro", "Tama", "Ken", owner.id, "kind cat"):
        assert secret not in text
    with patch.object(companion.memory, "matching", side_effect=StoreError):
        facts = await async_get_config_entry_diagnostics(hass, entry)
    assert facts["companions"][0]["turns"] is None


# Repairs -----------------------------------------------------------------------------------------------


async def test_a_damaged_memory_is_told_and_the_home_goes_on(hass, entry, tmp_path):
    memory = tmp_path / "mirae_story" / "memory.db"
    await hass.config_entries.async_unload(entry.entry_id)
    memory.write_bytes(b"no database " * 1000)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    issue = ir.async_get(hass).async_get_issue("mirae_story", "memory_corrupt")
    assert "memory" in issue.translation_placeholders["file"]


async def test_a_newer_memory_is_told_and_the_home_goes_on(hass, entry):
    await hass.config_entries.async_unload(entry.entry_id)
    with patch(
        "custom_components.mirae_story.home.SqliteTurns.open",
        side_effect=StoreNewerError,
    ):
        assert await hass.config_entries.async_setup(entry.entry_id)
        for _ in range(200):
            if ir.async_get(hass).async_get_issue("mirae_story", "memory_newer"):
                break
            await asyncio.sleep(0.01)
    issues = ir.async_get(hass)
    assert issues.async_get_issue("mirae_story", "memory_newer")
    said = await converse(hass, "Who is in the story?", agent=STORY)
    assert "Theo" in speech(said)
    said = await converse(hass, "What do you remember?", agent=STORY)
    assert speech(said) == ENGLISH.trouble


HOSTILE = (
    '"', "' OR 1=1 --", "AND", "NOT dog", "a*", "^dog", "question: dog", "(",
    "NEAR(dog, 2)", "-dog", "dog\x00dog", "\x00", "🐶🐶🐶", "\ud83d", "dog\udc00",
    "dog " * 250_000, "犬" * 350_000, "%s{}\\",
)  # fmt: skip


async def test_hostile_queries_are_only_words(hass, entry, companion, owner):
    await call(hass, "remember", {"agent": AGENT, "text": "My dog is Pochi"}, owner)
    for query in HOSTILE:
        for gated in (True, False):
            data = {"agent": AGENT, "query": query, "gated": gated}
            for one in (await call(hass, "recall", data, owner))["found"]:
                assert one["question"] == "My dog is Pochi"
        data = {"agent": AGENT, "text": query[:4000], "dry_run": True}
        await call(hass, "forget", data, owner)
    for query in HOSTILE:
        assert speech(await converse(hass, query, owner))
    assert "My dog is Pochi" in await questions(companion)
