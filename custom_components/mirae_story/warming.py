"""What is prepared while nobody speaks, so that the first words of an evening come as fast as the later ones.

Home Assistant parses the sentences of all triggers at the first utterance after a start, and after every change of one:
ours alone take it half a second of its event loop. Here they are parsed before, on another thread. The same goes for
the patterns of each story's gate.
"""

import logging
from asyncio import Future
from collections.abc import Container, Sequence
from contextlib import closing
from datetime import datetime

from homeassistant.components.conversation import (
    HOME_ASSISTANT_AGENT,
    ConversationInput,
)
from homeassistant.components.conversation.agent_manager import get_agent_manager
from homeassistant.components.conversation.const import IntentSource
from homeassistant.components.conversation.default_agent import DefaultAgent
from homeassistant.core import (
    CALLBACK_TYPE,
    Context,
    HassJob,
    HomeAssistant,
    callback,
)
from homeassistant.helpers.event import async_call_later

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
    """Keeps the sentences of all triggers parsed, and the gates of the home's stories ready."""

    def __init__(self, hass: HomeAssistant, home: Home) -> None:
        """Begin to watch for changes of triggers."""
        self._hass = hass
        self._home = home
        self._manager = get_agent_manager(hass)
        self._waiting: CALLBACK_TYPE | None = None
        self._stale = False
        self._unsubscribe = self._manager.subscribe_intents(self._heard)

    @callback
    def close(self) -> None:
        """Watch no longer."""
        self._unsubscribe()
        self._wait_no_longer()

    @callback
    def _heard(self, update: Container[IntentSource]) -> None:
        if IntentSource.TRIGGER in update:
            self._stale = True
            self._wait_no_longer()
            job = HassJob(self._settled, cancel_on_shutdown=True)
            self._waiting = async_call_later(self._hass, SETTLE_S, job)

    def _wait_no_longer(self) -> None:
        if self._waiting is not None:
            self._waiting()
            self._waiting = None

    @callback
    def _settled(self, _: datetime) -> None:
        self._waiting, self._stale = None, False
        stories = [each.story for each in self._home.stories.values()]
        # No task: this keeps nobody waiting who waits for all tasks.
        work = self._hass.async_add_executor_job(
            _prepare,
            self._manager.default_agent,
            [(story.state, story.rules) for story in stories],
        )
        work.add_done_callback(self._prepared)

    @callback
    def _prepared(self, work: Future[None]) -> None:
        """Let the agent drop what it parsed if a trigger changed meanwhile: it may be of before."""
        if not work.cancelled() and work.exception() is None and self._stale:
            self._manager.register_trigger([], _never)()


def async_keep_warm(hass: HomeAssistant, entry: MiraeConfigEntry) -> None:
    """Prepare in the background, as long as the entry is set up."""
    entry.async_on_unload(Warmth(hass, entry.runtime_data).close)


def _prepare(
    agent: DefaultAgent | None, stories: Sequence[tuple[StoryState, HouseRules]]
) -> None:
    for state, rules in stories:
        _check_once(state, rules)
    if agent is not None:
        _parse(agent)


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
