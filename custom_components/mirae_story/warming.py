"""What is prepared while nobody speaks, so that the first words of an evening come as fast as the later ones.

Home Assistant parses the sentences of all triggers at the first utterance after a start, and after every change of one:
ours alone take it half a second of its event loop. Here they are parsed before, on another thread. The same goes for
the patterns of each story's gate.
"""

import asyncio
import logging
from collections.abc import Container
from contextlib import closing

from homeassistant.components.conversation import (
    HOME_ASSISTANT_AGENT,
    ConversationInput,
)
from homeassistant.components.conversation.agent_manager import get_agent_manager
from homeassistant.components.conversation.const import IntentSource
from homeassistant.components.conversation.default_agent import DefaultAgent
from homeassistant.core import CALLBACK_TYPE, Context, HomeAssistant

from .home import Home, MiraeConfigEntry
from .story.gate import Gate
from .story.model import HouseRules, Language, StoryState
from .story.recap import opening

_LOGGER = logging.getLogger(__name__)

SETTLE_S = 1.0
"""Automations come and go many at a time: they are waited for so long."""
NO_REQUEST = {
    Language.EN: "nothing of the story is asked, let's tell us to go on with this bedtime story nowhere",
    Language.JA: "お話の続きを聞かせてもらうことのない静かな夜です",
}
"""Has the words of our sentences, so that they are tried, and matches none."""


class Warmth:
    """Keeps the sentences of all triggers parsed."""

    def __init__(self, hass: HomeAssistant) -> None:
        """Begin to watch for changes of triggers."""
        self._hass = hass
        self._manager = get_agent_manager(hass)
        self._changed = asyncio.Event()
        self.close: CALLBACK_TYPE = self._manager.subscribe_intents(self._heard)

    def _heard(self, update: Container[IntentSource]) -> None:
        if IntentSource.TRIGGER in update:
            self._changed.set()

    async def async_keep(self) -> None:
        """Parse the sentences after each change, as long as this is not cancelled."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(SETTLE_S)
            self._changed.clear()
            agent = self._manager.default_agent
            if agent is None:
                continue
            await self._hass.async_add_executor_job(_parse, agent)
            if self._changed.is_set():
                self._forget()

    def _forget(self) -> None:
        """Let the agent drop what it parsed: a trigger changed meanwhile, and it may be of before."""
        self._manager.register_trigger([], _never)()


def async_keep_warm(hass: HomeAssistant, entry: MiraeConfigEntry) -> None:
    """Prepare in the background, as long as the entry is set up."""
    warmth = Warmth(hass)
    entry.async_on_unload(warmth.close)
    entry.async_create_background_task(
        hass, warmth.async_keep(), "mirae_story sentences"
    )
    entry.async_create_background_task(
        hass, _async_warm_gates(hass, entry.runtime_data), "mirae_story gates"
    )


async def _async_warm_gates(hass: HomeAssistant, home: Home) -> None:
    await asyncio.sleep(SETTLE_S)
    for home_story in tuple(home.stories.values()):
        story = home_story.story
        await hass.async_add_executor_job(_check_once, story.state, story.rules)


def _check_once(state: StoryState, rules: HouseRules) -> None:
    """Use what a night's first words use: patterns are compiled at their first use."""
    reference = state.reference
    gate = Gate(state.cast, reference.language, rules, genre=reference.genre)
    gate.check_line(opening(state))


def _parse(agent: DefaultAgent) -> None:
    """Let the agent parse its sentences on this thread, by having it recognise what is none of them.

    Its answer is computed without waiting for anything, so nothing here needs a loop. Should that change, what it has
    done until then is all that is gained.
    """
    for language, text in NO_REQUEST.items():
        heard = ConversationInput(
            text=text,
            context=Context(),
            conversation_id=None,
            device_id=None,
            satellite_id=None,
            language=language.value,
            agent_id=HOME_ASSISTANT_AGENT,
        )
        with closing(agent.async_recognize_sentence_trigger(heard)) as answer:
            try:
                answer.send(None)
            except StopIteration:
                continue
            except Exception as err:  # noqa: BLE001 - the first utterance will say what is wrong
                _LOGGER.debug("Sentences could not be prepared: %r", err)
            return


async def _never(*_: object) -> None:
    return None
