"""The one place where the story's errors become Home Assistant's, with their translations."""

from homeassistant.exceptions import HomeAssistantError, ServiceValidationError

from .const import DOMAIN
from .story.errors import (
    AlreadyToldError,
    CharacterUnknownError,
    EditRefusedError,
    ImportRefusedError,
    MiraeError,
    NameAmbiguousError,
    NightNotFoundError,
    NothingPendingError,
    NothingPreparedError,
    NothingToUndoError,
    RememberingError,
    StoryBusyError,
    StoryNotFoundError,
    TurnNotFoundError,
    WhichStoryError,
    WishNotFoundError,
    WishRefusedError,
)

_THEIR_MISTAKE = (
    AlreadyToldError,
    CharacterUnknownError,
    EditRefusedError,
    ImportRefusedError,
    NameAmbiguousError,
    NightNotFoundError,
    NothingPendingError,
    NothingPreparedError,
    NothingToUndoError,
    RememberingError,
    StoryBusyError,
    StoryNotFoundError,
    TurnNotFoundError,
    WhichStoryError,
    WishNotFoundError,
    WishRefusedError,
)
"""Errors that the caller can avoid: Home Assistant logs no traceback for these."""


def as_home_assistant_error(err: MiraeError) -> HomeAssistantError:
    """Return the error that tells a person what happened and what to do."""
    kind = (
        ServiceValidationError
        if isinstance(err, _THEIR_MISTAKE)
        else HomeAssistantError
    )
    return kind(
        translation_domain=DOMAIN,
        translation_key=err.key,
        translation_placeholders=err.placeholders,
    )
