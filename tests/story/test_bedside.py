"""How tonight's night comes about: from the shelf, live, or one that is loved."""

from dataclasses import replace

import pytest

from custom_components.mirae_story.story.desk import Desk
from custom_components.mirae_story.story.errors import (
    NothingPreparedError,
)
from custom_components.mirae_story.story.loved import loved_lead, promise
from custom_components.mirae_story.story.model import HouseRules, Language
from custom_components.mirae_story.story.phrases.shelf import working_title
from custom_components.mirae_story.story.prepared import Bedtime, Fallback
from custom_components.mirae_story.story.staging import gate_for
from custom_components.mirae_story.story.story import Happening
from tests.living_home import NOTES, PROSE, SECOND

from .saga import saga, told
from .shelf_world import SLOW, THIRD, written
from .test_story import night


async def test_a_slow_model_tells_the_shelf(nursery, story):
    story.bedtime = SLOW
    await story.shelf.prepare()
    assert SECOND in (await night(nursery, story)).text


@pytest.mark.parametrize("title", [True, False])
async def test_a_slow_model_and_an_empty_shelf_tell_a_loved_night(
    nursery, story, title
):
    story.bedtime = SLOW
    if not title:
        nursery.clock.next_evening()
        nursery.model.notes.append(NOTES.replace("The green island", "As an AI model"))
        await Desk(story, story._around).undo()
        story.bedtime = Bedtime()
        await night(nursery, story)
        nursery.clock.next_evening()
        story.bedtime = SLOW
    before, told = story.state, await story.last_episodes()
    telling = await night(nursery, story)
    assert telling.repeats == 1
    assert not telling.stored
    assert "night 1" in telling.text
    assert ("The green island" in telling.text) is title
    assert told[0].prose in telling.text
    assert len(telling.text.partition(told[0].prose)[0]) > 60
    assert (story.state, await story.last_episodes()) == (before, told)


async def test_a_slow_model_tells_live_where_nothing_was_ever_told(nursery):
    story = await nursery.begin()
    story.bedtime = SLOW
    assert PROSE in (await night(nursery, story)).text


async def test_a_family_may_wait_for_a_slow_model(nursery, story):
    story.bedtime = replace(SLOW, fallback=Fallback.LIVE)
    assert SECOND in (await night(nursery, story, "a whale")).text
    assert (await story.last_episode()).wish == "a whale"


async def test_another_loved_night_each_evening(nursery, story, monkeypatch):
    for prose in (SECOND, THIRD):
        nursery.model.prose.appendleft(prose)
        await night(nursery, story)
        nursery.clock.next_evening()
    nursery.model.prose.append(PROSE)
    await night(nursery, story)
    nursery.clock.next_evening()
    story.bedtime = SLOW
    told = []
    for _ in range(2):
        told.append((await night(nursery, story)).repeats)
        nursery.clock.next_evening()
    assert sorted(told) == [1, 2]
    monkeypatch.setattr(
        "custom_components.mirae_story.story.loved.is_fit",
        lambda prose: prose.startswith(SECOND),
    )
    assert [(await night(nursery, story)).repeats for _ in range(2)] == [2, 2]
    monkeypatch.setattr(
        "custom_components.mirae_story.story.loved.is_fit", lambda _: False
    )
    telling = await night(nursery, story)
    assert telling.repeats is None


async def test_what_is_not_approved_waits(nursery, story):
    story.bedtime = Bedtime(approval=True)
    await story.shelf.prepare()
    assert not story.shelf.ready
    assert nursery.happened == [(Happening.APPROVAL_NEEDED, 2)]
    assert (await night(nursery, story)).repeats == 1
    approved = await story.shelf.approve()
    assert approved.approved
    assert story.shelf.ready
    assert (Happening.TONIGHT_READY, 2) in nursery.happened
    assert SECOND in (await night(nursery, story)).text
    with pytest.raises(NothingPreparedError):
        await story.shelf.approve()


async def test_what_is_not_approved_is_told_live_if_the_family_wants_that(
    nursery, story
):
    story.bedtime = Bedtime(approval=True, fallback=Fallback.LIVE)
    await story.shelf.prepare()
    assert THIRD in (await night(nursery, story)).text


async def test_approved_is_what_was_read(nursery, story):
    story.bedtime = Bedtime(approval=True)
    read = await story.shelf.prepare()
    await story.shelf.prepare(anew=True)
    await nursery.kept.approve(read)
    assert not (await written(nursery))[0].approved


@pytest.mark.parametrize("language", list(Language))
def test_what_the_code_says_passes_the_gate_and_is_heard_at_once(language):
    state = saga(language)
    gate = gate_for(state, HouseRules(), (), "")
    wish = "a small whale" if language is Language.EN else "小さなくじら"
    assert wish in promise(state, wish, gate)
    assert wish not in promise(state, f"<b>{wish}</b>", gate)
    other = "小さなくじら" if language is Language.EN else "a small whale, please"
    for text in (wish, f"<b>{wish}</b>", other):
        assert not gate.check_line(promise(state, text, gate))
    episode = told(1, "The ship came home.")
    for title in ("", "The green island", "As an AI language model"):
        line = loved_lead(state, replace(episode, title=title), gate)
        assert len(line) > 60
        assert not gate.check_line(line)
    assert working_title(2, language) in {"Night 2", "第2夜"}
