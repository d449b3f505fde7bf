"""The wish list in a real home."""

import pytest
from homeassistant.components.todo.const import DATA_COMPONENT
from homeassistant.core import Context
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import intent

from custom_components.mirae_story.story.errors import StoreError
from tests.living_home import PROSE, SECOND
from tests.test_conversation import say, told

LIST = "todo.the_star_ship_wishes"


@pytest.fixture
def shelf(entry, model):
    """The shelf of the home's story."""
    model.prose.extend([PROSE, SECOND])
    return next(iter(entry.runtime_data.stories.values())).story.shelf


async def do(hass, action, **data):
    answer = await hass.services.async_call(
        "todo",
        action,
        data,
        target={"entity_id": LIST},
        blocking=True,
        return_response=action == "get_items",
    )
    await hass.async_block_till_done()
    return answer


async def items(hass):
    answer = await do(hass, "get_items", status=["needs_action", "completed"])
    return [(each["summary"], each["status"]) for each in answer[LIST]["items"]]


async def test_a_told_wish_is_ticked_off(hass, entry, model, shelf):
    await do(hass, "add_item", item="a small whale")
    assert hass.states.get(LIST).state == "1"
    assert "whale" not in str(hass.states.get(LIST).attributes)
    await say(hass, "continue the story")
    await told(hass, entry)
    assert "a small whale" in str(model.prose_calls[0])
    assert hass.states.get(LIST).state == "0"
    assert await items(hass) == [("a small whale", "completed")]
    assert await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    assert await items(hass) == [("a small whale", "completed")]


async def test_wishes_are_changed_moved_and_deleted(hass, shelf):
    for wish in ("a whale", "a kite"):
        await do(hass, "add_item", item=wish)
    await do(hass, "update_item", item="a whale", rename="a blue whale")
    entity = hass.data[DATA_COMPONENT].get_entity(LIST)
    whale, kite = entity.todo_items
    await entity.async_move_todo_item(kite.uid)
    assert await items(hass) == [
        ("a kite", "needs_action"),
        ("a blue whale", "needs_action"),
    ]
    await do(hass, "update_item", item="a kite", status="completed")
    await do(hass, "remove_item", item="a blue whale")
    assert await items(hass) == [("a kite", "completed")]
    with pytest.raises(ServiceValidationError) as refused:
        await entity.async_move_todo_item(whale.uid)
    assert refused.value.translation_key == "wish_not_found"


async def test_a_wish_is_checked(hass, shelf):
    with pytest.raises(ServiceValidationError) as refused:
        await do(hass, "add_item", item="kill the captain with a knife")
    assert refused.value.translation_key == "wish_refused"
    await do(hass, "add_item", item="a whale")
    with pytest.raises(ServiceValidationError):
        await do(hass, "update_item", item="a whale", rename="x" * 201)
    assert await items(hass) == [("a whale", "needs_action")]


async def test_a_list_that_cannot_be_written_says_so(hass, shelf, monkeypatch):
    await do(hass, "add_item", item="a whale")

    async def broken(*_):
        raise StoreError

    monkeypatch.setattr(shelf, "drop_wishes", broken)
    with pytest.raises(HomeAssistantError) as failed:
        await do(hass, "remove_item", item="a whale")
    assert failed.value.translation_key == "store_fault"


async def test_a_child_wishes_by_voice(hass, shelf):
    await intent.async_handle(
        hass,
        "test",
        "HassListAddItem",
        {"item": {"value": "a whale"}, "name": {"value": "The Star Ship Wishes"}},
        context=Context(),
    )
    assert [wish.text for wish in shelf.wishes] == ["A whale"]
