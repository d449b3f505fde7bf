"""How a story's nights come about: what the family chose, and how fast the server was when it was measured."""

from collections.abc import Mapping
from typing import Any

from .const import (
    CONF_APPROVAL,
    CONF_KIND,
    CONF_MODEL,
    CONF_NOT_READY,
    CONF_REPEAT_PENALTY,
    CONF_SEED,
    CONF_TEMPERATURE,
    CONF_TOKENS_PER_S,
    CONF_TOP_P,
    DEFAULT_APPROVAL,
    DEFAULT_NOT_READY,
    LIVE_TOKENS_PER_S,
)
from .story.prepared import Bedtime, Fallback
from .story.state import canonical_json

_WAKING = ("wake_mac", "wake_script")
"""A server that has one of these sleeps at times."""
_SAMPLING = (CONF_TEMPERATURE, CONF_TOP_P, CONF_SEED, CONF_REPEAT_PENALTY)


def bedtime_of(story: Mapping[str, Any], server: Mapping[str, Any]) -> Bedtime:
    """Return how nights come about, from the data of a story and of its server (empty without one).

    A server that sleeps at times has two nights prepared: one for tonight, one for an evening on which it sleeps.
    """
    speed = server.get(CONF_TOKENS_PER_S)
    asked = {key: story.get(key) for key in _SAMPLING}
    model = {key: server.get(key) for key in (CONF_KIND, CONF_MODEL)}
    return Bedtime(
        # What nobody has measured is believed to be fast enough.
        live=not speed or float(speed) >= LIVE_TOKENS_PER_S,
        approval=bool(story.get(CONF_APPROVAL, DEFAULT_APPROVAL)),
        fallback=Fallback(story.get(CONF_NOT_READY, DEFAULT_NOT_READY)),
        depth=2 if any(map(server.get, _WAKING)) else 1,
        made_with=canonical_json({**model, **asked}),
    )
