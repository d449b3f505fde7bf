"""A home with a companion: short cuts for tests."""

from types import MappingProxyType

from homeassistant.components import conversation
from homeassistant.config_entries import ConfigSubentry
from homeassistant.core import Context

from custom_components.mirae_story.const import DOMAIN

COMPANION_ID = "01JC0MPAN10N00000000000000"
COMPANION_DATA = {
    "companion_id": COMPANION_ID,
    "name": "Tama",
    "owner": "nobody",
    "prompt": "You are Tama, a kind cat.",
    "memory": True,
    "workspace": "Tama",
    "hear_anywhere": False,
    "voice_recall": False,
    "voice_forget": False,
    "admins_may": False,
    "half_life_days": 30,
    "floor": 0.7,
    "vector_weight": 0.5,
}
AGENT = "conversation.tama"
SWITCH = "switch.tama_temporary_mode"


async def add_companion(hass, entry, owner, **changes):
    """Add a companion that belongs to a user; return it."""
    data = COMPANION_DATA | {"owner": owner.id} | changes
    subentry = ConfigSubentry(
        data=MappingProxyType(data),
        subentry_type="companion",
        title=data["name"],
        unique_id=data["companion_id"],
    )
    hass.config_entries.async_add_subentry(entry, subentry)
    await hass.async_block_till_done()
    return entry.runtime_data.companions[subentry.subentry_id]


async def change(hass, entry, companion, **changes):
    """Change a companion's options."""
    subentry = entry.subentries[companion.subentry.subentry_id]
    hass.config_entries.async_update_subentry(
        entry, subentry, data={**subentry.data, **changes}
    )
    await hass.async_block_till_done()


async def converse(hass, text, user=None, *, agent=AGENT, language="en", **kwargs):
    """Say something; without a user it is a voice in the room."""
    return await conversation.async_converse(
        hass,
        text,
        kwargs.pop("conversation_id", None),
        Context(user_id=user.id if user else None),
        language=language,
        agent_id=agent,
        **kwargs,
    )


def speech(result):
    """What was answered."""
    return result.response.speech["plain"]["speech"]


async def call(hass, service, data, user=None):
    """Call an action and return its response."""
    return await hass.services.async_call(
        DOMAIN,
        service,
        data,
        blocking=True,
        return_response=True,
        context=Context(user_id=user.id if user else None),
    )
