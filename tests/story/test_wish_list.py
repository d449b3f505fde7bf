"""Wishes: material for the nights to come, checked, in order, and ticked off."""

from dataclasses import replace

import pytest

from custom_components.mirae_story.story import shelf as shelf_module
from custom_components.mirae_story.story.desk import Desk
from custom_components.mirae_story.story.errors import (
    WishNotFoundError,
    WishRefusedError,
)
from tests.living_home import SECOND

from .shelf_world import SLOW, THIRD
from .test_story import night


async def test_a_wish_is_written_into_the_next_night_and_ticked_off(nursery, story):
    await story.shelf.wish_for("  a small\nwhale ")
    prepared = await story.shelf.prepare()
    assert prepared.wish == "a small whale"
    assert "a small whale" in nursery.model.prose_calls[-1][-1].content
    await night(nursery, story)
    (wish,) = await nursery.kept.wishes(story.state.story_id)
    assert (wish.done, wish.told_night) == (True, 2)
    await Desk(story, story._around).undo()
    (wish,) = await nursery.kept.wishes(story.state.story_id)
    assert (wish.done, wish.told_night) == (False, None)


async def test_a_wish_on_the_list_is_told_live(nursery, story):
    await story.shelf.wish_for("a whale")
    await night(nursery, story)
    assert (await story.last_episode()).wish == "a whale"
    assert [w.done for w in await nursery.kept.wishes(story.state.story_id)] == [True]


async def test_a_new_wish_makes_what_is_prepared_stale(nursery, story):
    await story.shelf.prepare()
    await story.shelf.wish_for("a whale")
    assert not story.shelf.ready
    assert THIRD in (await night(nursery, story)).text


async def test_a_slow_model_keeps_a_new_wish_for_tomorrow(nursery, story):
    story.bedtime = SLOW
    await story.shelf.prepare()
    await story.shelf.wish_for("a whale")
    telling = await night(nursery, story)
    assert SECOND in telling.text
    assert "for tomorrow night: “a whale”" in telling.text
    assert [w.done for w in story.shelf.wishes] == [False]


async def test_a_fast_model_grants_a_spoken_wish(nursery, story):
    await story.shelf.prepare()
    assert THIRD in (await night(nursery, story, "a whale")).text
    assert (await story.last_episode()).wish == "a whale"


async def test_a_slow_model_promises_a_spoken_wish(nursery, story):
    story.bedtime = SLOW
    await story.shelf.wish_for("a kite")
    await story.shelf.prepare()
    telling = await night(nursery, story, "a whale")
    assert SECOND in telling.text
    assert "for tomorrow night: “a whale”" in telling.text
    assert (await story.last_episode()).wish == "a kite"
    await story.shelf.refresh()
    assert [w.text for w in story.shelf.wishes if not w.done] == ["a whale"]
    assert (await story.shelf.prepare()).wish == "a whale"


async def test_a_wish_is_promised_before_a_loved_night(nursery, story):
    story.bedtime = SLOW
    telling = await night(nursery, story, "a whale")
    assert "“a whale”" in telling.text
    assert telling.repeats == 1
    assert [w.text for w in story.shelf.wishes] == ["a whale"]


async def test_a_bad_wish_is_never_promised(nursery, story):
    story.bedtime = SLOW
    await story.shelf.prepare()
    telling = await night(nursery, story, "kill the captain with a knife")
    assert "tomorrow" not in telling.text
    assert "knife" not in telling.text
    assert SECOND in telling.text


async def test_a_wish_that_cannot_be_said_again_is_promised_without_its_words(
    nursery, story
):
    story.bedtime = SLOW
    telling = await night(nursery, story, "小さなりゅうが出てくるお話")
    assert "I will keep your wish for tomorrow night." in telling.text


async def test_what_cannot_be_kept_is_not_promised(nursery, story):
    story.bedtime = SLOW
    telling = await night(nursery, story, "a whale " * 40)
    assert "tomorrow" not in telling.text


async def test_the_list_is_kept_in_order(nursery, story):
    shelf, story_id = story.shelf, story.state.story_id
    for wish in ("a whale", "a kite", "a drum"):
        await shelf.wish_for(wish)
    await shelf.wish_for("a kite", first=True)
    assert [w.text for w in shelf.wishes] == ["a kite", "a whale", "a drum"]
    kite, whale, drum = shelf.wishes
    await shelf.move_wish(kite.wish_id, drum.wish_id)
    await shelf.move_wish(drum.wish_id, None)
    assert [w.text for w in shelf.wishes] == ["a drum", "a whale", "a kite"]
    await shelf.change_wish(replace(whale, text="a blue whale", done=True))
    assert [(w.text, w.done) for w in shelf.wishes][1] == ("a blue whale", True)
    await shelf.drop_wishes([kite.wish_id])
    assert [w.text for w in shelf.wishes] == ["a drum", "a blue whale"]
    with pytest.raises(WishNotFoundError):
        await shelf.change_wish(kite)
    for after in (None, drum.wish_id):
        with pytest.raises(WishNotFoundError):
            await shelf.move_wish(kite.wish_id, after)
    with pytest.raises(WishNotFoundError):
        await shelf.move_wish(drum.wish_id, kite.wish_id)
    assert await nursery.kept.wishes(story_id) == list(shelf.wishes)


@pytest.mark.parametrize("wish", ["", "  ", "x" * 201, "kill the captain with a knife"])
async def test_a_wish_is_checked(story, wish):
    with pytest.raises(WishRefusedError):
        await story.shelf.wish_for(wish)


async def test_the_list_has_an_end(nursery, story, monkeypatch):
    monkeypatch.setattr(shelf_module, "MOST_WISHES", 1)
    await story.shelf.wish_for("a whale")
    with pytest.raises(WishRefusedError):
        await story.shelf.wish_for("a kite")
    monkeypatch.setattr("custom_components.mirae_story.store.shelf.DONE_KEPT", 0)
    (whale,) = story.shelf.wishes
    await story.shelf.change_wish(replace(whale, done=True))
    await story.shelf.wish_for("a kite")
    assert [w.text for w in story.shelf.wishes] == ["a kite"]
