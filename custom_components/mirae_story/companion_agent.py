"""The companion's agent: a model that speaks with the owner's prompt and knows what was said before."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Literal, override

from homeassistant.components import conversation
from homeassistant.const import MATCH_ALL, Platform

from . import clock
from .companion import HomeCompanion
from .companion_prompt import Talk, companion_messages
from .entity import CompanionEntity
from .memory.lines import lines
from .memory.model import Found
from .memory.phantoms import is_phantom
from .memory.talk import Heard
from .remembering import (
    as_heard,
    async_answer_about_memory,
    async_asker,
    async_keep_turn,
)
from .speaking import Speech, async_speak, spoken_result
from .story.clean import Cleaner
from .story.errors import ServerError, StoreError
from .story.faults import log_fault
from .story.listening import Patience, heard
from .story.ports import Message, Role
from .writers import Talker

_LOGGER = logging.getLogger(__name__)

_QUESTION_MARKS = ("?", "？")


class CompanionAgent(CompanionEntity, conversation.ConversationEntity):
    """Speaks for a companion. What it says comes from the model; what is about the memory, from code."""

    _attr_name = None
    _attr_supports_streaming = True

    def __init__(self, companion: HomeCompanion) -> None:
        """Be the main entity of the companion's device."""
        super().__init__(companion, Platform.CONVERSATION)

    @property
    @override
    def supported_languages(self) -> list[str] | Literal["*"]:
        """Listen in any language that the model may know."""
        return MATCH_ALL

    @override
    async def _async_handle_message(
        self,
        user_input: conversation.ConversationInput,
        chat_log: conversation.ChatLog,
    ) -> conversation.ConversationResult:
        """Answer, and remember both halves once the answer is complete."""
        asker = await async_asker(self.hass, user_input)
        said = as_heard(
            user_input, chat_log.conversation_id, self.companion.access(asker), asker
        )
        speech = Speech()
        pieces = self._pieces(said, chat_log, speech, user_input.extra_system_prompt)
        text = await async_speak(self.hass, self.entity_id, chat_log, pieces)
        if speech.whole:
            now = replace(said, access=self.companion.access(asker))
            await async_keep_turn(self.companion.talk, now, text)
        asks = speech.asks or (speech.whole and text.rstrip().endswith(_QUESTION_MARKS))
        return spoken_result(user_input, chat_log, text, asks=asks)

    async def _pieces(
        self,
        said: Heard,
        chat_log: conversation.ChatLog,
        speech: Speech,
        extra: str | None,
    ) -> AsyncGenerator[str]:
        """Yield the reply; whatever goes wrong becomes a soft line in it, so that nobody waits in silence."""
        words = lines(said.language)
        if is_phantom(said.text):
            yield words.not_heard
            return
        answer = await async_answer_about_memory(self.companion.talk, said)
        if answer is not None:
            speech.asks = answer.asks
            if answer.forgot:
                _forget_talk(chat_log)
            yield answer.text
            return
        spoken = False
        try:
            async with aclosing(self._model(said, chat_log, extra or "")) as reply:
                async for piece in reply:
                    spoken = True
                    yield piece
            speech.whole = spoken
        except ServerError as err:
            _LOGGER.warning("The companion's model failed: %s", err)
        except Exception as err:  # noqa: BLE001 - an error outside would lose what was said
            log_fault(_LOGGER, "The companion could not answer", err)
        if not speech.whole:
            yield f"\n{words.broke_off}" if spoken else words.model_trouble

    async def _model(
        self, said: Heard, chat_log: conversation.ChatLog, extra: str
    ) -> AsyncGenerator[str]:
        """Yield what the model says, cleaned of what cannot be spoken. Raises ServerError."""
        companion, talker = self.companion, self.companion.talker
        if talker is None:
            return
        talk = Talk(
            prompt=companion.prompt,
            memories=await self._memories(said),
            history=_history(chat_log),
            said=said.text,
            today=clock.local_now().date(),
            language=said.language,
            extra=extra,
        )
        messages, estimated = companion_messages(
            talk, talker.prompt_tokens, companion.scale
        )
        try:
            async with aclosing(_cleaned(talker, messages)) as reply:
                async for piece in reply:
                    yield piece
        except ServerError as err:
            talker.on_error(err)
            raise
        if reports := talker.server.reports:
            companion.scale = companion.scale.corrected(
                estimated, reports[-1].prompt_tokens
            )

    async def _memories(self, said: Heard) -> list[Found]:
        """Return what to remind the model of; nothing where it may not be read, or cannot be."""
        if said.access.read is not None:
            return []
        companion = self.companion
        try:
            return await companion.memory.recall(
                companion.workspace,
                said.text,
                now=clock.local_now(),
                rules=companion.rules,
            )
        except StoreError as err:
            _LOGGER.warning("The memory could not be searched: %s", err)
            return []


async def _cleaned(talker: Talker, messages: list[Message]) -> AsyncGenerator[str]:
    """Yield the model's reply without markup. Raises ServerError, also when nothing comes for too long."""
    cleaner, patience = Cleaner(keep_titles=True), Patience(talker.patience_s)
    stream = talker.server.stream_text(messages, talker.sampling)
    never = asyncio.Event()
    async with aclosing(stream), aclosing(heard(stream, never, patience)) as chunks:
        async for chunk in chunks:
            if piece := cleaner.push(chunk):
                patience.renew()
                yield piece
    if piece := cleaner.finish():
        yield piece


def _history(chat_log: conversation.ChatLog) -> list[Message]:
    """Return the talk so far, without what is said now."""
    messages = []
    for content in chat_log.content[:-1]:
        if isinstance(content, conversation.UserContent):
            messages.append(Message(Role.USER, content.content))
        elif isinstance(content, conversation.AssistantContent) and content.content:
            messages.append(Message(Role.ASSISTANT, content.content))
    return messages


def _forget_talk(chat_log: conversation.ChatLog) -> None:
    """Let Home Assistant's own log of this conversation begin anew: what was forgotten may stand in it."""
    del chat_log.content[1:-1]
