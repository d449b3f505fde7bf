"""An evening with a server of one token a second: the voice is never left without words."""

from time import monotonic
from unittest.mock import patch

import pytest

from custom_components.mirae_story.const import DOMAIN
from custom_components.mirae_story.story.errors import ServerUnreachableError
from tests.living_home import (
    NOTES,
    PROSE_JA,
    SERVER_DATA,
    STORY_JA_DATA,
    set_up,
    story_entry,
)
from tests.speaking_home import DEFAULT_AGENT, Run
from tests.story.fakes import ScriptedModel

AGENT = "conversation.mina_adventure_at_sea"
SECOND_JA = (
    "あさの光が甲板にさしこみました。"
    + PROSE_JA.replace(
        "ミナは船をしずかな入り江にとめて、みんなは星の下で眠りました。", ""
    )
    + "船はゆっくりと港にもどり、みんなはあたたかい毛布にくるまりました。"
)
NOTES_JA = NOTES.replace("The green island", "緑の島の灯り").replace(
    "Mina lit the lamp of the green island.", "ミナは緑の島の灯りをともしました。"
)


@pytest.fixture
async def slow(hass, evenings, tmp_path):
    """The second evening of a Japanese story whose server writes one token a second."""
    hass.config.config_dir = str(tmp_path)
    model = ScriptedModel(
        prose=[PROSE_JA], default_prose=SECOND_JA, default_notes=NOTES_JA
    )
    entry = story_entry(STORY_JA_DATA, servers=(SERVER_DATA | {"tokens_per_s": 1.0},))
    with patch(
        "custom_components.mirae_story.writers.server_from_data", return_value=model
    ):
        await set_up(hass, entry)
        story = next(iter(entry.runtime_data.stories.values())).story
        await story.tell().ended()
        await story.catch_up()
        evenings.next()
        yield story, model
        await hass.config_entries.async_unload(entry.entry_id)
        await hass.async_block_till_done()


@pytest.mark.parametrize("agent", [AGENT, DEFAULT_AGENT])
async def test_the_shelf_answers_at_once_and_a_wish_is_promised(
    hass, slow, voice, agent
):
    story, model = slow
    prepared = await story.shelf.prepare()
    model.prose.append(ServerUnreachableError())
    calls = len(model.prose_calls)
    # The first words of a home that has just started wait for sentences to be read: not what is measured here.
    await Run(hass, agent=agent, language="ja", engine=None).say(
        "お話にはだれがいるの？"
    )
    run, asked = Run(hass, agent=agent, language="ja"), monotonic()
    await run.say("りゅうが出てくるお話を聞かせて")
    await run.listen()
    assert voice.heard[0][0] - asked < 3
    assert voice.ended == voice.begun == 1
    assert prepared.prose in voice.text
    assert "というお願いは、あしたの夜のお話にとっておきますね。" in voice.text
    assert len(model.prose_calls) == calls
    assert [wish.done for wish in story.shelf.wishes] == [False]
    assert story.state.night == 2


async def test_a_loved_night_answers_where_nothing_is_prepared(hass, slow, voice):
    story, model = slow
    calls = len(model.prose_calls)
    run = Run(hass, agent=AGENT, language="ja")
    await run.say("続きを聞かせて")
    await run.listen()
    assert "第1夜のお話、「緑の島の灯り」" in voice.text
    assert PROSE_JA in voice.text
    assert len(model.prose_calls) == calls
    assert story.state.night == 1
    response = await hass.services.async_call(
        DOMAIN, "tell", {"story": AGENT}, blocking=True, return_response=True
    )
    assert (response["night"], response["told_now"]) == (1, True)
