"""The story's own agent: it tells the next night when asked, and answers from what is true."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Literal, override

from homeassistant.components import conversation
from homeassistant.const import MATCH_ALL, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers import intent
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .claim import claim
from .doors import ask_of_sentence
from .entity import StoryEntity
from .home import HomeStory, MiraeConfigEntry
from .story.answers import server_trouble
from .story.dialogue import Reply, respond_to
from .story.errors import MiraeError
from .story.faults import log_fault

_LOGGER = logging.getLogger(__name__)

PARALLEL_UPDATES = 0


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: MiraeConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the agent of each story."""

    def add(home_story: HomeStory) -> None:
        async_add_entities(
            [StoryAgent(home_story)],
            config_subentry_id=home_story.subentry.subentry_id,
        )

    entry.runtime_data.async_add_entities_for(add)


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

    @override
    async def _async_handle_message(
        self,
        user_input: conversation.ConversationInput,
        chat_log: conversation.ChatLog,
    ) -> conversation.ConversationResult:
        """Answer, piece by piece. The microphone opens again only after an offer, never after a story."""
        reply = await self._reply(user_input)
        contents = chat_log.async_add_delta_content_stream(
            self.entity_id, self._deltas(reply, chat_log.conversation_id)
        )
        text = "".join(
            [
                content.content or ""
                async for content in contents
                if isinstance(content, conversation.AssistantContent)
            ]
        )
        response = intent.IntentResponse(language=user_input.language)
        response.async_set_speech(text)
        return conversation.ConversationResult(
            response=response,
            conversation_id=chat_log.conversation_id,
            continue_conversation=reply.asks,
        )

    async def _reply(self, user_input: conversation.ConversationInput) -> Reply:
        """Understand what was said; what goes wrong here becomes a gentle line, never silence."""
        try:
            ask = ask_of_sentence(self.home_story, user_input.text, user_input.language)
            return await respond_to(self.home_story.story, ask)
        except MiraeError as err:
            _LOGGER.warning("The story could not answer: %s", err)
            return Reply.of(server_trouble(self.state_of_story.reference.language))

    async def _deltas(
        self, reply: Reply, conversation_id: str
    ) -> AsyncGenerator[conversation.AssistantContentDeltaDict]:
        """Yield the reply, and feed the voice of the run with it, so that it ends whatever happens here."""
        voice = claim(self.hass, conversation_id)
        yield {"role": "assistant"}
        try:
            async with aclosing(self._pieces(reply)) as pieces:
                async for piece in pieces:
                    if voice is not None:
                        if voice.is_orphan:
                            return
                        voice.say(piece)
                    yield {"content": piece}
        finally:
            if voice is not None:
                voice.end()

    async def _pieces(self, reply: Reply) -> AsyncGenerator[str]:
        """Yield the reply's text; an error becomes a soft ending of it, since one outside would lose what was said."""
        silent = True
        try:
            async with aclosing(reply.pieces) as said:
                async for piece in said:
                    silent = False
                    yield piece
        except MiraeError as err:
            _LOGGER.warning("The story could not answer: %s", err)
        except Exception as err:  # noqa: BLE001 - an error outside would leave the speech stream open
            log_fault(_LOGGER, "The story could not answer", err)
        if silent:
            yield server_trouble(self.state_of_story.reference.language)
