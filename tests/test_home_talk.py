"""One agent for lights and stories: the story's own, with a real lamp, the real Assist API, a scripted model."""

from dataclasses import replace
from unittest.mock import patch

import pytest
from homeassistant.components.homeassistant.exposed_entities import (
    async_expose_entity,
)
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import llm

from custom_components.mirae_story import home_talk
from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.memory.lines import ENGLISH, JAPANESE
from custom_components.mirae_story.story.errors import (
    MiraeError,
    ServerUnreachableError,
    ToolsRefusedError,
)
from custom_components.mirae_story.story.ports import Role
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
from tests.speaking_home import Run
from tests.test_conversation import AGENT, say, speech, told


@pytest.fixture
async def lamp(hass, entry):
    return await put_lamp(hass)


@pytest.fixture
async def story(hass, entry, lamp):
    """The story, whose agent may use Assist; its server has room for the tools."""
    for subentry in list(entry.subentries.values()):
        more = {"context_tokens": 16384}
        if subentry.subentry_type == "story":
            more = {"llm_hass_api": ["assist"]}
        hass.config_entries.async_update_subentry(
            entry, subentry, data={**subentry.data, **more}
        )
    await hass.async_block_till_done()
    return next(iter(entry.runtime_data.stories.values()))


async def let(hass, entry, story, **changes):
    hass.config_entries.async_update_subentry(
        entry, story.subentry, data={**story.subentry.data, **changes}
    )
    await hass.async_block_till_done()


async def turns(story):
    return await story.talk.memory.turns(story.workspace)


async def test_one_agent_for_lights_and_stories(hass, entry, story, model, lamp):
    assert PROSE in speech(await say(hass, "Continue the story"))
    await told(hass, entry)
    kept = len(await turns(story))
    model.prose.append(["I will. ", calling(TURN_ON, name="reading lamp")])
    model.prose.append("The reading lamp is on. It is bright. It is warm. It glows.")
    result = await say(hass, "Turn on the reading lamp!")
    assert hass.states.get(LAMP).state == "on"
    # Before it acted it had nothing to say, and afterwards not much.
    assert "I will" not in speech(result)
    assert speech(result).startswith("The reading lamp is on.")
    assert "It glows" not in speech(result)
    assert not result.continue_conversation
    # The model knows of the home and of nothing else.
    asked = str(model.prose_calls[1:])
    assert "Reading lamp" in asked
    assert not [word for word in ("Mina", "Theo", "island") if word in asked]
    assert not [n for n in model.tools_offered[-1] if DOMAIN in n]
    # Nothing of it is remembered as talk.
    assert len(await turns(story)) == kept
    assert PROSE in speech(await say(hass, "tell it again"))


async def test_one_pipeline_for_lights_and_stories(
    hass, entry, story, voice, model, lamp
):
    model.prose.append([calling(TURN_ON, name="reading lamp")])
    model.prose.append("The reading lamp is on.")
    light = Run(hass, agent=AGENT)
    await light.say("Turn on the reading lamp")
    await light.listen()
    assert lamp.is_on
    assert voice.text == "The reading lamp is on."
    kinds = [event.data for event in light.events if event.type == "intent-progress"]
    assert any("tool_calls" in data.get("chat_log_delta", {}) for data in kinds)
    night = Run(hass, agent=AGENT)
    await night.say("Continue the story")
    await night.listen()
    assert PROSE in voice.text
    assert voice.begun == voice.ended == 2


async def test_local_commands_stay_local_where_that_is_preferred(
    hass, story, voice, model, lamp
):
    run = Run(hass, agent=AGENT)
    run._pipeline = replace(run._pipeline, prefer_local_intents=True)
    await run.say("Turn on the reading lamp")
    await run.listen()
    assert lamp.is_on
    assert run.data("intent-end")["processed_locally"]
    assert model.prose_calls == []


async def test_a_japanese_voice(hass, story, model, lamp):
    model.prose.append([calling(TURN_ON, name="reading lamp")])
    model.prose.append("ランプをつけました。")
    result = await say(hass, "Reading lampをつけて", language="ja")
    assert speech(result) == "ランプをつけました。"
    assert "あなたは家族の家で" in model.prose_calls[0][0].content


async def test_what_is_about_the_story_stays_with_it(hass, entry, story, model):
    await say(hass, "continue the story")
    await told(hass, entry)
    asked = len(model.prose_calls)
    for question in (
        "Where was the lamp?",
        "What does Theo like best?",
        "What is the hero of the story afraid of?",
        "Is Lulu a cat?",
        "What colour are the sails of the Star Ship?",
        "Who is in the story?",
        "Is Theo still with them?",
        "What happened last time?",
    ):
        assert speech(await say(hass, question))
    assert len(model.prose_calls) == asked


async def test_what_was_done_before_is_known_and_nothing_else_of_the_talk(
    hass, entry, story, model
):
    first = await say(hass, "continue the story")
    await told(hass, entry)
    talk = first.conversation_id
    for name, line in (
        ("reading lamp", "The lamp is on."),
        ("other", "There is none."),
    ):
        model.prose.append([calling(TURN_ON, name=name)])
        model.prose.append(line)
        await say(hass, f"Turn on the {name}", conversation_id=talk)
        await say(hass, "who is in the story?", conversation_id=talk)
    model.prose.append([calling(LIVE)])
    model.prose.append("It is bright.")
    assert speech(await say(hass, "And now the hall", conversation_id=talk))
    first_round = model.prose_calls[-2]
    assert [
        message.content for message in first_round if message.role is Role.USER
    ] == [
        "Turn on the reading lamp",
        "Turn on the other",
        "And now the hall",
    ]
    assert [
        m.content for m in first_round if m.role is Role.ASSISTANT and m.content
    ] == [
        "The lamp is on.",
        "There is none.",
    ]
    assert not [word for word in ("Mina", "Theo") if word in str(first_round)]


async def test_nobody_waits_long_for_light(hass, story, model):
    model.gate.clear()
    with patch.object(home_talk, "LONGEST_WAIT_S", 0.05):
        said = speech(await say(hass, "Turn on the reading lamp"))
    model.gate.set()
    assert said == ENGLISH.model_trouble


async def test_what_sounds_like_a_wish_may_be_for_the_shopping_list(
    hass, entry, story, model
):
    """「卵を入れて」 alone would be a wish for tonight; without a tool it still is one."""
    hass.states.async_set("todo.list", "0", {"friendly_name": "買い物リスト"})
    async_expose_entity(hass, "conversation", "todo.list", should_expose=True)
    model.prose.append([calling(LIVE, name="買い物リスト")])
    model.prose.append("リストを見ました。")
    said = speech(await say(hass, "買い物リストに卵を入れて", language="ja"))
    assert said == "リストを見ました。"
    assert (await story.story.last_episode()) is None
    model.prose.append("いいえ。")
    said = speech(await say(hass, "買い物リストにくじらを入れて", language="ja"))
    assert PROSE in said
    assert (await told(hass, entry)).wish


async def test_a_question_without_a_tool_is_the_storys(hass, story, model):
    model.default_prose = "Blue! " * 50
    said = speech(await say(hass, "What is the dragon's favourite colour?"))
    assert "not told" in said
    assert "Blue" not in said
    assert len(model.prose_calls) == 1
    assert model.closed == 1
    assert [turn.question for turn in await turns(story)] == [
        "What is the dragon's favourite colour?"
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_dead_server_is_not_silence(hass, story, model, language):
    model.default_prose = ServerUnreachableError()
    said = speech(await say(hass, "Dim the lights", language=language))
    lines = JAPANESE if language == "ja" else ENGLISH
    assert said == lines.model_trouble
    assert await turns(story) == []
    model.prose.append([calling(TURN_ON, name="reading lamp")])
    said = speech(await say(hass, "Reading lamp on", language=language))
    assert said == lines.acted


async def test_what_no_child_should_hear_is_not_said(hass, story, model, lamp):
    model.prose.append([calling(TURN_ON, name="reading lamp")])
    model.prose.append("I will kill you with a bloody knife.")
    said = speech(await say(hass, "Turn on the reading lamp"))
    assert said == ENGLISH.acted
    model.prose.append([calling(TURN_ON, name="no such lamp")])
    model.prose.append("")
    said = speech(await say(hass, "Turn on the other thing"))
    assert said == ENGLISH.acted_in_vain


async def test_a_model_without_tools_is_not_asked_to_talk(hass, story, model):
    model.prose.append(ToolsRefusedError())
    assert "not told" in speech(await say(hass, "Turn on the reading lamp"))
    assert len(model.prose_calls) == 1


async def test_tools_without_room_are_not_offered(hass, entry, story, model):
    server = next(s for s in entry.subentries.values() if s.subentry_type == "server")
    hass.config_entries.async_update_subentry(
        entry, server, data={**server.data, "context_tokens": 2048}
    )
    await hass.async_block_till_done()
    assert "not told" in speech(await say(hass, "Turn on the reading lamp"))
    assert model.prose_calls == []


async def test_without_apis_or_servers_it_is_the_storys(hass, entry, story, model):
    await let(hass, entry, story, llm_hass_api=["gone"])
    assert "not told" in speech(await say(hass, "Turn on the reading lamp"))
    await let(hass, entry, story, llm_hass_api=["assist"])
    server = next(s for s in entry.subentries.values() if s.subentry_type == "server")
    hass.config_entries.async_remove_subentry(entry, server.subentry_id)
    await hass.async_block_till_done()
    assert "not told" in speech(await say(hass, "Turn on the reading lamp"))
    assert model.prose_calls == []


async def test_a_lamp_may_be_called_after_the_hero(hass, entry, story, model, lamp):
    ar.async_get(hass).async_update(
        ar.async_get(hass).async_get_area_by_name("Bedroom").id, aliases={"Mina's room"}
    )
    er.async_get(hass).async_update_entity(LAMP, name="Mina's lamp")
    await hass.async_block_till_done()
    model.prose.append([calling(TURN_ON, name="Mina's lamp")])
    model.prose.append("Mina's lamp is on.")
    assert speech(await say(hass, "Turn on Mina’s lamp")) == "Mina's lamp is on."
    assert lamp.is_on
    model.prose.append([calling(LIVE, area="Bedroom")])
    model.prose.append("The lamp is on.")
    assert speech(await say(hass, "Is it bright in Mina's room?")) == "The lamp is on."


async def test_a_fault_of_ours_is_not_silence(hass, story, model, monkeypatch):
    async def fail(*_):
        raise MiraeError

    monkeypatch.setattr(home_talk, "_is_about_home", fail)
    assert speech(await say(hass, "Turn on the reading lamp"))


async def test_the_prose_passes_through_no_tool(hass, entry, story, model):
    """Whatever the model wants to hand to a tool, it has nothing of the story."""
    tool = Watched()
    llm.async_register_api(hass, WatchAPI(hass, [tool]))
    await let(hass, entry, story, llm_hass_api=["watch"])
    first = await say(hass, "continue the story")
    await told(hass, entry)
    model.prose.append([calling("watch", what="all that was said")])
    model.prose.append("Done.")
    await say(hass, "Send that to grandma", conversation_id=first.conversation_id)
    assert tool.seen == [{"what": "all that was said"}]
    assert [m.role for m in model.prose_calls[-1]] == [
        Role.SYSTEM,
        Role.USER,
        Role.ASSISTANT,
        Role.TOOL,
    ]
    assert results(model.prose_calls[-1]) == [{"seen": "a bird"}]
    assert not [word for word in ("Mina", "Theo") if word in str(model.prose_calls[1:])]
