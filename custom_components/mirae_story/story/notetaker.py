"""How the model's notes on a told night are fetched. They are only proposals: `continuity` decides."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from .errors import ServerError
from .model import HouseRules, Notes, StoryState
from .notes import NOTES_SCHEMA, read_notes
from .ports import JsonRepair
from .prompt import notes_messages
from .teller import Writer

_LOGGER = logging.getLogger(__name__)

NOTES_TOKENS = 700
"""Most tokens of a reply: a model that loops inside a JSON string is cut off here."""
RETRY_AFTER_S: Sequence[float] = (0, 0, 60, 600, 3600)
"""Seconds to wait before each attempt; after the last one the next night goes on without notes."""


async def take_notes(
    writer: Writer,
    state: StoryState,
    prose: str,
    rules: HouseRules,
    repair: JsonRepair,
    *,
    attempt: int = 0,
) -> tuple[Notes, str]:
    """Ask once for notes on `prose`; return what could be read of them, and the raw reply.

    From the second attempt on the request is for plain lines instead of JSON, and slightly warmer, so that a model
    does not give the same useless reply again. Never raises for what the server does.
    """
    sampling = replace(
        writer.notes,
        temperature=min(0.2 * attempt, 0.8),
        max_tokens=writer.notes.max_tokens or NOTES_TOKENS,
    )
    simple = attempt > 0
    messages = notes_messages(state, prose, rules, simple=simple)
    schema = {} if simple else NOTES_SCHEMA
    try:
        raw = await writer.server.ask_json(messages, schema, sampling)
    except ServerError as err:
        _LOGGER.warning("The model server gave no notes on the night: %s", err)
        writer.on_error(err)
        return Notes(), ""
    return read_notes(raw, repair), raw
