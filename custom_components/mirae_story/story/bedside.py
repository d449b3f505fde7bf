"""What is told at the bedside in place of a night that is written now: a prepared one, or one that is loved."""

import logging

from .errors import MiraeError
from .gate import Gate
from .loved import loved_lead, promise
from .model import Episode, HouseRules, StoryState
from .shelf import Plan, Shelf
from .staging import gate_for
from .teller import Prose
from .telling import Telling

_LOGGER = logging.getLogger(__name__)


async def plan_night(shelf: Shelf, wish: str) -> Plan:
    """Return how the night comes about; what the store cannot do keeps nobody waiting."""
    try:
        return await shelf.plan(wish)
    except MiraeError as err:
        _LOGGER.warning("The story goes on without its shelf: %s", err)
        return Plan(wish=wish)


async def keep_wish(
    shelf: Shelf, telling: Telling, plan: Plan, state: StoryState, gate: Gate
) -> None:
    """Keep a wish for tomorrow, aloud; what cannot be kept is not promised."""
    if not plan.promised:
        return
    try:
        await shelf.wish_for(plan.promised, first=True)
    except MiraeError as err:
        _LOGGER.warning("A wish could not be kept: %s", err)
        return
    telling.say(promise(state, plan.promised, gate))


async def take_from_shelf(
    shelf: Shelf, telling: Telling, plan: Plan, gate: Gate
) -> Prose | None:
    """Say what stands on the shelf; None where nothing does, or where it would not be told so now."""
    prepared = plan.prepared
    if prepared is None:
        return None
    try:
        counts = await shelf.still_counts(prepared)
    except MiraeError as err:
        _LOGGER.warning("The story goes on without its shelf: %s", err)
        return None
    said = shelf.as_prose(prepared, gate) if counts else ()
    if not said:
        gate.restart()
        return None
    for sentence in said:
        telling.say(sentence)
    return Prose(
        text=prepared.prose,
        written=prepared.written,
        calm_ending=False,
        retellings=prepared.retellings,
        seconds=prepared.prose_s,
    )


async def tell_loved(
    shelf: Shelf,
    telling: Telling,
    plan: Plan,
    episode: Episode,
    state: StoryState,
    rules: HouseRules,
) -> None:
    """Tell a night once more. Nothing changes by that, and the next night is still to come."""
    telling.repeats = episode.night
    gate = gate_for(state, rules, (), "")
    telling.say(loved_lead(state, episode, gate))
    await keep_wish(shelf, telling, plan, state, gate)
    telling.say(episode.prose)
