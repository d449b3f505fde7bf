"""The agents: each story's own, which tells the next night and answers from what is true, and each companion's."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Literal, override

from homeassistant.components import conversation
from homeassistant.const import MATCH_ALL, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .choosing import async_offer_choice
from .companion import HomeCompanion
from .companion_agent import CompanionAgent
from .entity import StoryEntity
from .hands import controls
from .home import HomeStory, MiraeConfigEntry
from .home_talk import async_home_answer, said_at_home
from .memory.talk import Heard
from .remembering import (
    as_heard,
    async_answer_about_memory,
    async_asker,
    async_keep_turn,
)
from .speaking import Speech, async_speak, spoken_result
from .story.answers import server_trouble
from .story.asks import Ask, understand
from .story.dialogue import Reply, respond_to
from .story.errors import MiraeError
from .story.faults import log_fault
from .talking import Piece
from .whose import Asker

_LOGGER = logging.getLogger(__name__)

PARALLEL_UPDATES = 0


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: MiraeConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the agent of each story and of each companion."""

    def add(home_story: HomeStory) -> None:
        async_add_entities(
            [StoryAgent(home_story)],
            config_subentry_id=home_story.subentry.subentry_id,
        )

    def add_companion(companion: HomeCompanion) -> None:
        async_add_entities(
            [CompanionAgent(companion)],
            config_subentry_id=companion.subentry.subentry_id,
        )

    entry.runtime_data.async_add_entities_for(add)
    entry.runtime_data.async_add_companions_for(add_companion)


class StoryAgent(StoryEntity, conversation.ConversationEntity):
    """Tells its story. Its replies stream, so that the voice begins with the first sentence."""

    _attr_name = None
    _attr_supports_streaming = True

    def __init__(self, home_story: HomeStory) -> None:
        """Be the main entity of the story's device."""
        super().__init__(home_story, Platform.CONVERSATION)

    @property
    @override
    def supported_languages(self) -> list[str] | Literal["*"]:
        """Listen in any language: an English story may live in a Japanese home."""
        return MATCH_ALL

    @property
    @override
    def supported_features(self) -> conversation.ConversationEntityFeature:
        """Say whether it controls the home: then Home Assistant leaves it sentences that only seem to be commands."""
        return controls(self.home_story.apis)

    @override
    async def async_added_to_hass(self) -> None:
        """Show anew what it may do when its options change."""
        await super().async_added_to_hass()
        changes = self.home_story.changes
        self.async_on_remove(changes.listen(self.async_write_ha_state))

    @override
    async def _async_handle_message(
        self,
        user_input: conversation.ConversationInput,
        chat_log: conversation.ChatLog,
    ) -> conversation.ConversationResult:
        """Answer, piece by piece. The microphone opens again only after an offer, never after a story."""
        asker = await async_asker(self.hass, user_input)
        access = self.home_story.access(asker)
        said = as_heard(user_input, chat_log.conversation_id, access, asker)
        talk, speech = self.home_story.talk, Speech()
        answer = await async_answer_about_memory(talk, said)
        if answer is None:
            pieces = await self._reply(said, asker, speech, user_input, chat_log)
        else:
            pieces = Reply.of(answer.text).pieces
            speech.asks = answer.asks
            if answer.forgot:
                await self._forget_what_is_prepared()
        pieces = self._spoken(pieces, speech)
        text = await async_speak(self.hass, self.entity_id, chat_log, pieces)
        if answer is None and speech.is_talk:
            await async_keep_turn(talk, said, text)
        return spoken_result(user_input, chat_log, text, asks=speech.asks)

    async def _forget_what_is_prepared(self) -> None:
        """Let nothing stand ready that may hold what was just forgotten."""
        try:
            await self.home_story.story.shelf.forget(())
        except MiraeError as err:
            _LOGGER.warning("The shelf could not be cleared: %s", err)

    async def _reply(
        self,
        said: Heard,
        asker: Asker,
        speech: Speech,
        user_input: conversation.ConversationInput,
        chat_log: conversation.ChatLog,
    ) -> AsyncGenerator[Piece]:
        """Understand what was said; what goes wrong here becomes a gentle line, never silence."""
        try:
            home_story = self.home_story
            state = home_story.story.state
            ask = understand(said.text, said.language, state.cast, title=state.title)
            reply = None
            if home_story.may_decide(asker):
                reply = await home_story.deciding.respond(ask, said.conversation)
            if reply is None:
                model = await async_home_answer(
                    self.hass, home_story, ask, user_input, chat_log
                )
                if model is not None:
                    otherwise = _answer_of_story(home_story, ask)
                    return said_at_home(
                        model, home_story, said.language, speech, otherwise
                    )
                reply = await async_offer_choice(
                    self.hass, home_story, ask, user_input.satellite_id
                ) or await respond_to(home_story.story, ask)
        except MiraeError as err:
            _LOGGER.warning("The story could not answer: %s", err)
            speech.failed = True
            reply = Reply.of(server_trouble(self.state_of_story.reference.language))
        speech.asks = reply.asks
        return reply.pieces

    async def _spoken(
        self, pieces: AsyncGenerator[Piece], speech: Speech
    ) -> AsyncGenerator[Piece]:
        """Yield the reply; an error becomes a soft ending of it, since one outside would lose what was said."""
        silent = True
        try:
            async with aclosing(pieces) as said:
                async for piece in said:
                    silent = silent and not isinstance(piece, str)
                    yield piece
            speech.whole = not silent
        except MiraeError as err:
            _LOGGER.warning("The story could not answer: %s", err)
        except Exception as err:  # noqa: BLE001 - an error outside would leave the speech stream open
            log_fault(_LOGGER, "The story could not answer", err)
        if silent:
            yield server_trouble(self.state_of_story.reference.language)


async def _answer_of_story(home_story: HomeStory, ask: Ask) -> AsyncGenerator[str]:
    reply = await respond_to(home_story.story, ask)
    async with aclosing(reply.pieces) as pieces:
        async for piece in pieces:
            yield piece
