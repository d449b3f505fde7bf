"""Who wants to know that a person changed the options of a story or companion."""

from collections.abc import Callable

from homeassistant.core import CALLBACK_TYPE, callback


class Changes:
    """Tells all who listen."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._heard: list[Callable[[], None]] = []

    @callback
    def listen(self, heard: Callable[[], None]) -> CALLBACK_TYPE:
        """Call `heard` after each change; return what ends that."""
        self._heard.append(heard)
        return lambda: self._heard.remove(heard)

    @callback
    def tell(self) -> None:
        """Say that the options are others now."""
        for heard in tuple(self._heard):
            heard()
