"""A companion that may do things in the home: a real lamp, the real Assist API, a scripted model."""

import asyncio
from unittest.mock import patch

import pytest
from homeassistant.components.conversation import chat_log as chat_logs
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers import llm
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.mirae_story import hands, talking
from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.diagnostics import (
    async_get_config_entry_diagnostics,
)
from custom_components.mirae_story.memory.lines import ENGLISH, JAPANESE
from custom_components.mirae_story.story.errors import (
    RequestRefusedError,
    ServerUnreachableError,
    ToolsRefusedError,
)
from custom_components.mirae_story.story.ports import CallReport, Role, ToolCall
from tests.companions import AGENT, add_companion, change, converse, speech
from tests.controlled_home import (
    LAMP,
    LIVE,
    TURN_ON,
    WatchAPI,
    Watched,
    calling,
    put_lamp,
    results,
)
from tests.living_home import PROSE


@pytest.fixture
def owner(hass):
    return MockUser(name="Ken", is_owner=True).add_to_hass(hass)


@pytest.fixture
async def lamp(hass, entry):
    return await put_lamp(hass)


@pytest.fixture
async def watched(hass, entry):
    tool = Watched()
    llm.async_register_api(hass, WatchAPI(hass, [tool]))
    return tool


@pytest.fixture
async def companion(hass, entry, owner, lamp, watched):
    server = next(s for s in entry.subentries.values() if s.subentry_type == "server")
    hass.config_entries.async_update_subentry(
        entry, server, data={**server.data, "context_tokens": 16384}
    )
    await hass.async_block_till_done()
    return await add_companion(hass, entry, owner, llm_hass_api=["assist"])


async def stored(companion):
    turns = await companion.memory.turns(companion.workspace)
    return [(turn.question, turn.answer) for turn in turns]


def issues(hass):
    known = ir.async_get(hass).issues
    return sorted(
        issue.translation_key
        for (domain, _), issue in known.items()
        if domain == DOMAIN
    )


async def test_a_lamp_is_switched(hass, companion, model, owner, lamp):
    model.prose.append(["One moment. ", calling(TURN_ON, name="reading lamp")])
    model.default_prose = "The lamp is on."
    result = await converse(hass, "Turn on the reading lamp", owner)
    assert hass.states.get(LAMP).state == "on"
    assert speech(result) == "One moment. The lamp is on."
    assert not result.continue_conversation
    assert lamp.switched[0].user_id == owner.id
    first, second = model.prose_calls
    assert "Reading lamp" in first[0].content
    assert first[0].content.startswith("You are Tama, a kind cat.\n\nToday is")
    assert TURN_ON in model.tools_offered[0]
    (told,) = results(second)
    assert told["data"]["success"][0]["name"] == "Reading lamp"
    assert [m.role for m in second[1:]] == [Role.USER, Role.ASSISTANT, Role.TOOL]
    assert second[2].content == "One moment."


async def test_who_may_not_switch_a_lamp_cannot_have_it_switched(
    hass, entry, companion, model, lamp
):
    child = MockUser(name="Mio").add_to_hass(hass)
    model.prose.append([calling(TURN_ON, name="reading lamp")])
    model.default_prose = ""
    said = speech(await converse(hass, "Turn on the reading lamp", child))
    assert said == ENGLISH.acted_in_vain
    assert not lamp.is_on
    (told,) = results(model.prose_calls[-1])
    assert told["failed"]


async def test_what_a_tool_did_stays_in_the_talk_and_its_state_out_of_memory(
    hass, companion, model, owner
):
    model.prose.append([calling(LIVE, domain="light")])
    model.default_prose = "The reading lamp is off."
    first = await converse(hass, "Is the reading lamp on?", owner)
    # What was true of a lamp then is not true for ever: the question alone is kept.
    assert await stored(companion) == [("Is the reading lamp on?", "")]
    log = hass.data[chat_logs.DATA_CHAT_LOGS][first.conversation_id]
    assert [content.role for content in log.content] == [
        "system",
        "user",
        "assistant",
        "tool_result",
        "assistant",
    ]
    await converse(hass, "And now?", owner, conversation_id=first.conversation_id)
    roles = [message.role for message in model.prose_calls[-1][1:]]
    assert roles == [Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT, Role.USER]
    assert model.prose_calls[-1][2].calls[0].name == LIVE
    assert len(model.prose_calls[-1][3].content) <= 300
    # Talk of which nothing is done is remembered whole, as ever.
    assert ("And now?", "The reading lamp is off.") in await stored(companion)


async def test_no_agent_of_ours_gets_the_tools_of_our_own_stories(
    hass, entry, companion, model, owner
):
    await converse(hass, "Hello Tama", owner)
    assert LIVE in model.tools_offered[0]
    assert not [name for name in model.tools_offered[0] if DOMAIN in name]
    assert "bedtime story" not in model.prose_calls[0][0].content


async def test_the_tool_knows_who_asks_where_and_in_which_language(
    hass, entry, companion, model, watched, owner
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    device = dr.async_get(hass).async_get_or_create(
        config_entry_id=entry.entry_id, identifiers={("test", "a")}, name="Kitchen"
    )
    model.prose.append([calling("watch", what="birds", nothing=None, blank="")])
    model.default_prose = "鳥がいます。"
    said = await converse(hass, "鳥はいる？", owner, language="ja", device_id=device.id)
    assert speech(said) == "鳥がいます。"
    assert watched.seen == [{"what": "birds"}]
    (context,) = watched.contexts
    assert (context.platform, context.assistant) == (DOMAIN, "conversation")
    assert (context.language, context.device_id) == ("ja", device.id)
    assert context.context.user_id == owner.id
    assert results(model.prose_calls[-1]) == [{"seen": "a bird"}]


async def test_several_apis_at_once(hass, entry, companion, model, watched, owner):
    await change(hass, entry, companion, llm_hass_api=["assist", "watch", "gone"])
    model.prose.append([calling("watch__watch", what="birds")])
    model.default_prose = "A bird."
    assert speech(await converse(hass, "What is there?", owner)) == "A bird."
    assert watched.seen == [{"what": "birds"}]
    await change(hass, entry, companion, llm_hass_api=["gone"])
    await converse(hass, "What is there?", owner)
    assert model.tools_offered[-1] == []
    assert "You can see and change nothing" in model.prose_calls[-1][0].content


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (
            HomeAssistantError("It is asleep."),
            {"failed": True, "error": "It is asleep."},
        ),
        (KeyError("secret"), {"failed": True, "error": "The tool failed: KeyError"}),
    ],
)
async def test_a_tool_that_fails_is_told_to_the_model(
    hass, entry, companion, model, watched, owner, trouble, told
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    watched.trouble = trouble
    model.prose.append([calling("watch")])
    model.default_prose = "It sleeps."
    assert speech(await converse(hass, "Look!", owner)) == "It sleeps."
    assert results(model.prose_calls[-1]) == [told]


@pytest.mark.parametrize(("language", "lines"), [("en", ENGLISH), ("ja", JAPANESE)])
async def test_a_model_that_says_nothing_of_what_it_did_is_spoken_for(
    hass, entry, companion, model, watched, owner, language, lines
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    model.default_prose = ""
    for trouble, line in ((None, lines.acted), (ValueError(), lines.acted_in_vain)):
        watched.trouble = trouble
        model.prose.append([calling("watch")])
        said = speech(await converse(hass, "Look!", owner, language=language))
        assert said == line


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (ToolCall(call_id="c", name="watch", arguments=None), "no JSON object"),
        (calling("fly"), 'Tool "fly" not found'),
        (calling("watch", what=7), "expected str"),
    ],
)
async def test_what_a_model_asks_for_in_vain_it_is_told(
    hass, entry, companion, model, watched, owner, call, told
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    model.prose.append([call])
    model.default_prose = "I cannot."
    assert speech(await converse(hass, "Look!", owner)) == "I cannot."
    (result,) = results(model.prose_calls[-1])
    assert result["failed"]
    assert told in result["error"]


async def test_a_model_in_a_loop_comes_to_an_end(
    hass, entry, companion, model, watched, owner
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    for number in range(talking.MOST_ROUNDS):
        model.prose.append([calling("watch", f"c{number}")])
    model.default_prose = "Only a bird."
    assert speech(await converse(hass, "Look!", owner)) == "Only a bird."
    # What was done once is not done again, and in the end there is nothing left to do.
    assert watched.seen == [{}]
    assert [len(tools) for tools in model.tools_offered] == [
        1
    ] * talking.MOST_ROUNDS + [0]
    assert results(model.prose_calls[-1]) == [{"seen": "a bird"}] * talking.MOST_ROUNDS


async def test_a_confused_model_does_not_do_everything(
    hass, entry, companion, model, watched, owner
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    model.prose.append([calling("watch", f"c{at}", what=f"{at}") for at in range(20)])
    model.default_prose = "Much."
    await converse(hass, "Look!", owner)
    assert len(watched.seen) == talking.MOST_CALLS


async def test_a_tool_that_takes_long_goes_on_alone(
    hass, entry, companion, model, watched, owner
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    watched.gate.clear()
    watched.trouble = ValueError("later")
    model.prose.append([calling("watch")])
    model.default_prose = "It has begun."
    with patch.object(hands, "TOOL_S", 0.01):
        assert speech(await converse(hass, "Look!", owner)) == "It has begun."
    assert results(model.prose_calls[-1]) == [{"status": "begun, but not finished yet"}]
    watched.gate.set()
    await hass.async_block_till_done()


async def test_a_long_result_is_cut_to_what_there_is_room_for(
    hass, entry, companion, model, watched, owner
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    watched.answer = {"seen": "bird " * 50_000}
    model.prose.append([calling("watch", f"c{at}", what=f"{at}") for at in (1, 2)])
    model.default_prose = "Birds."
    assert speech(await converse(hass, "Look!", owner)) == "Birds."
    long, short = (m.content for m in model.prose_calls[-1] if m.role is Role.TOOL)
    assert 4_000 < len(long) < 16_384 * 4
    assert len(short) < 500
    assert short.endswith("…")


async def test_a_tool_that_asks_the_agent_itself_meets_no_tools(
    hass, entry, companion, model, watched, owner
):
    await change(hass, entry, companion, llm_hass_api=["watch"])

    async def ask_again():
        await converse(hass, "What now?", owner)

    watched.meanwhile = ask_again
    model.prose.append([calling("watch")])
    model.default_prose = "Nothing."
    await converse(hass, "Look!", owner)
    assert model.tools_offered == [["watch"], [], ["watch"]]


@pytest.mark.parametrize("trouble", [ToolsRefusedError(), RequestRefusedError()])
async def test_a_model_that_knows_no_tools_says_so_and_talks_on(
    hass, entry, companion, model, owner, trouble
):
    model.prose.append(trouble)
    model.default_prose = "I cannot do that."
    assert (
        speech(await converse(hass, "Turn on the lamp", owner)) == "I cannot do that."
    )
    refused, talk = model.prose_calls
    assert "Reading lamp" in refused[0].content
    assert "Reading lamp" not in talk[0].content
    assert "You can see and change nothing in this home" in talk[0].content
    assert issues(hass) == (["tools_refused"] if trouble.key == "tools_refused" else [])
    assert await stored(companion) == [("Turn on the lamp", "I cannot do that.")]
    server = next(s for s in entry.subentries.values() if s.subentry_type == "server")
    hass.config_entries.async_update_subentry(
        entry, server, data={**server.data, "model": "another"}
    )
    await hass.async_block_till_done()
    assert issues(hass) == []


async def test_tools_that_have_no_room_are_left_out(
    hass, entry, companion, model, owner
):
    server = next(s for s in entry.subentries.values() if s.subentry_type == "server")
    hass.config_entries.async_update_subentry(
        entry, server, data={**server.data, "context_tokens": 2048}
    )
    await hass.async_block_till_done()
    model.default_prose = "Hello."
    assert speech(await converse(hass, "Hello", owner)) == "Hello."
    assert model.tools_offered == [[]]
    assert issues(hass) == ["tools_too_big"]


async def test_a_server_that_goes_after_the_lamp_was_switched(
    hass, companion, model, owner
):
    model.prose.append([calling(TURN_ON, name="reading lamp")])
    model.default_prose = ServerUnreachableError()
    said = speech(await converse(hass, "Turn on the reading lamp", owner))
    assert said == ENGLISH.acted
    assert hass.states.get(LAMP).state == "on"
    assert await stored(companion) == []


async def test_who_goes_away_in_the_middle(
    hass, entry, companion, model, watched, owner
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    watched.gate.clear()
    model.prose.append([calling("watch")])
    task = hass.async_create_task(converse(hass, "Look!", owner))
    for _ in range(500):
        if watched.seen:
            break
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    watched.gate.set()
    await hass.async_block_till_done()
    assert await stored(companion) == []


async def test_apis_that_cannot_be_read_leave_the_talk(
    hass, entry, companion, model, owner, caplog
):
    api = WatchAPI(hass, [], "broken")
    api.trouble = ValueError("secret")
    llm.async_register_api(hass, api)
    llm.async_register_api(hass, WatchAPI(hass, [], "empty"))
    model.default_prose = "Hello."
    for chosen in ("broken", "empty"):
        await change(hass, entry, companion, llm_hass_api=[chosen])
        assert speech(await converse(hass, "Hello", owner)) == "Hello."
    assert model.tools_offered == [[], []]
    assert "secret" not in caplog.text


async def test_results_of_any_kind_can_be_read(
    hass, entry, companion, model, watched, owner
):
    await change(hass, entry, companion, llm_hass_api=["watch"])
    watched.answer = {"seen": object}
    model.prose.append([calling("watch")])
    model.default_prose = "Something."
    assert speech(await converse(hass, "Look!", owner)) == "Something."
    (told,) = (m.content for m in model.prose_calls[-1] if m.role is Role.TOOL)
    assert "object" in told


@pytest.mark.parametrize(("counted", "grows"), [(1, False), (50_000, True)])
async def test_tools_that_a_model_never_sees_do_not_spoil_the_estimate(
    hass, companion, model, owner, counted, grows
):
    model.default_prose = "Hello."
    model.reports = [
        CallReport(kind="turn", model="tiny", seconds=1, prompt_tokens=counted)
    ]
    await converse(hass, "Hello", owner)
    assert (companion.scale.factor > 1) is grows
    assert companion.scale.factor >= 1


async def test_the_prose_of_a_story_reaches_no_companion(
    hass, entry, companion, model, owner
):
    """The story was told in this very conversation, by a sentence in front of the companion."""
    model.prose.append("Hello Ken.")
    first = await converse(hass, "Hello Tama", owner)
    assert speech(
        await converse(
            hass,
            "continue the story",
            owner,
            agent="conversation.the_star_ship",
            conversation_id=first.conversation_id,
        )
    ).endswith(PROSE)
    await hass.async_block_till_done(wait_background_tasks=True)
    model.default_prose = "Good night."
    await converse(
        hass, "Thank you Tama!", owner, conversation_id=first.conversation_id
    )
    prompt = str(model.prose_calls[-1])
    assert "Theo" not in prompt
    assert "(Here the bedtime story spoke.)" in prompt


async def test_home_assistant_knows_who_controls_it(hass, entry, companion):
    """It leaves sentences to such an agent that only seem to be commands."""
    assert hass.states.get(AGENT).attributes["supported_features"] == 1
    await change(hass, entry, companion, llm_hass_api=[])
    assert hass.states.get(AGENT).attributes["supported_features"] == 0
    story = next(iter(entry.runtime_data.stories.values())).subentry
    told_by = "conversation.the_star_ship"
    assert hass.states.get(told_by).attributes["supported_features"] == 0
    hass.config_entries.async_update_subentry(
        entry, story, data={**story.data, "llm_hass_api": ["assist"]}
    )
    await hass.async_block_till_done()
    assert hass.states.get(told_by).attributes["supported_features"] == 1


async def test_diagnostics_tell_what_may_be_done(hass, entry, companion):
    await change(hass, entry, companion, llm_hass_api=["assist", "grandmas_secret"])
    facts = await async_get_config_entry_diagnostics(hass, entry)
    assert facts["companions"][0]["control"] == ["assist", "other"]
    assert facts["stories"][0]["control"] == []
    assert hass.states.get(AGENT) is not None
