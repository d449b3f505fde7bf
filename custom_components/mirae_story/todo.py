"""The wish list of a story: what its listeners would like to hear of. The next night takes the first open wish."""

from typing import override

from homeassistant.components.todo.const import TodoItemStatus, TodoListEntityFeature
from homeassistant.components.todo.entity import TodoItem, TodoListEntity
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .entity import StoryEntity
from .home import HomeStory, MiraeConfigEntry
from .story.errors import MiraeError
from .story.prepared import Wish
from .story.shelf import Shelf
from .translate import as_home_assistant_error

PARALLEL_UPDATES = 1


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: MiraeConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the wish list of each story."""

    def add(home_story: HomeStory) -> None:
        async_add_entities(
            [Wishes(home_story)],
            config_subentry_id=home_story.subentry.subentry_id,
        )

    entry.runtime_data.async_add_entities_for(add)


class Wishes(StoryEntity, TodoListEntity):
    """The wishes, in the order in which they are told. Each is checked; one that was told is ticked off.

    It is exposed to Assist as any list, so that a child may add to it by voice.
    """

    _attr_supported_features = (
        TodoListEntityFeature.CREATE_TODO_ITEM
        | TodoListEntityFeature.UPDATE_TODO_ITEM
        | TodoListEntityFeature.DELETE_TODO_ITEM
        | TodoListEntityFeature.MOVE_TODO_ITEM
    )

    def __init__(self, home_story: HomeStory) -> None:
        """Be the story's one list."""
        super().__init__(home_story, Platform.TODO, "wishes")

    @property
    @override
    def available(self) -> bool:
        """Return whether the wishes can be read."""
        return self.home_story.keeper.readable

    @property
    @override
    def todo_items(self) -> list[TodoItem]:
        """Return the wishes."""
        return [
            TodoItem(
                uid=wish.wish_id,
                summary=wish.text,
                status=(
                    TodoItemStatus.COMPLETED
                    if wish.done
                    else TodoItemStatus.NEEDS_ACTION
                ),
            )
            for wish in self._shelf.wishes
        ]

    @override
    async def async_create_todo_item(self, item: TodoItem) -> None:
        """Add a wish; one that is nothing for the listeners is refused."""
        try:
            await self._shelf.wish_for(item.summary or "")
        except MiraeError as err:
            raise as_home_assistant_error(err) from err

    @override
    async def async_update_todo_item(self, item: TodoItem) -> None:
        """Change a wish, or tick it off."""
        wish = Wish(
            wish_id=item.uid or "",
            text=item.summary or "",
            done=item.status == TodoItemStatus.COMPLETED,
        )
        try:
            await self._shelf.change_wish(wish)
        except MiraeError as err:
            raise as_home_assistant_error(err) from err

    @override
    async def async_delete_todo_items(self, uids: list[str]) -> None:
        """Delete wishes."""
        try:
            await self._shelf.drop_wishes(uids)
        except MiraeError as err:
            raise as_home_assistant_error(err) from err

    @override
    async def async_move_todo_item(
        self, uid: str, previous_uid: str | None = None
    ) -> None:
        """Let a wish be told earlier or later."""
        try:
            await self._shelf.move_wish(uid, previous_uid)
        except MiraeError as err:
            raise as_home_assistant_error(err) from err

    @property
    def _shelf(self) -> Shelf:
        return self.home_story.story.shelf
