"""The companion's agent: a model that speaks with the owner's prompt and knows what was said before."""

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
from .const import DOMAIN
from .entity import CompanionEntity
from .hands import Hands, async_hands, controls
from .memory.lines import Lines, lines
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
from .story.errors import ServerError, StoreError
from .story.faults import log_fault
from .story.ports import Message
from .talk_history import history
from .talking import ModelAnswer, Piece
from .which import story_agents

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

    @property
    @override
    def supported_features(self) -> conversation.ConversationEntityFeature:
        """Say whether it controls the home: then Home Assistant leaves it sentences that only seem to be commands."""
        return controls(self.companion.apis)

    @override
    async def async_added_to_hass(self) -> None:
        """Show anew what it may do when its options change."""
        await super().async_added_to_hass()
        changes = self.companion.changes
        self.async_on_remove(changes.listen(self.async_write_ha_state))

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
        pieces = self._pieces(said, chat_log, speech, user_input)
        text = await async_speak(self.hass, self.entity_id, chat_log, pieces)
        if speech.whole:
            now = replace(said, access=self.companion.access(asker))
            await async_keep_turn(
                self.companion.talk, now, "" if speech.acted else text
            )
        asks = speech.asks or (speech.whole and text.rstrip().endswith(_QUESTION_MARKS))
        return spoken_result(user_input, chat_log, text, asks=asks)

    async def _pieces(
        self,
        said: Heard,
        chat_log: conversation.ChatLog,
        speech: Speech,
        user_input: conversation.ConversationInput,
    ) -> AsyncGenerator[Piece]:
        """Yield the reply; whatever goes wrong becomes a soft line in it, so that nobody waits in silence."""
        if is_phantom(said.text):
            yield lines(said.language).not_heard
            return
        answer = await async_answer_about_memory(self.companion.talk, said)
        if answer is not None:
            speech.asks = answer.asks
            if answer.forgot:
                _forget_talk(chat_log)
            yield answer.text
            return
        model, spoken = None, ""
        try:
            model = await self._model(said, chat_log, user_input)
            if model is not None:
                async with aclosing(model.pieces()) as reply:
                    async for piece in reply:
                        spoken = piece if isinstance(piece, str) else spoken
                        yield piece
                self.companion.scale = model.scale
                speech.whole = bool(spoken) or model.used
        except ServerError as err:
            _LOGGER.warning("The companion's model failed: %s", err)
        except Exception as err:  # noqa: BLE001 - an error outside would lose what was said
            log_fault(_LOGGER, "The companion could not answer", err)
        speech.acted = model is not None and model.used
        if end := _soft_end(lines(said.language), model, spoken, speech):
            yield end

    async def _model(
        self,
        said: Heard,
        chat_log: conversation.ChatLog,
        user_input: conversation.ConversationInput,
    ) -> ModelAnswer | None:
        """Return the answer that the model is about to give; None without any."""
        companion, talker = self.companion, self.companion.talker
        if talker is None:
            return None
        hands = await async_hands(
            self.hass, companion.apis, user_input.as_llm_context(DOMAIN)
        )
        memories = await self._memories(said)
        stories = story_agents(self.hass)

        def prompt(hands: Hands | None, budget: int) -> tuple[list[Message], int]:
            talk = Talk(
                prompt=companion.prompt,
                home=hands.prompt if hands else None if companion.apis else "",
                memories=memories,
                history=history(chat_log, hands, stories, said.language),
                said=said.text,
                today=clock.local_now().date(),
                language=said.language,
                extra=user_input.extra_system_prompt or "",
            )
            return companion_messages(talk, budget, companion.scale)

        return ModelAnswer(
            talker,
            prompt,
            hands=hands,
            language=said.language,
            scale=companion.scale,
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


def _soft_end(
    words: Lines, model: ModelAnswer | None, spoken: str, speech: Speech
) -> str:
    """Return what code says at the end of an answer that had none; empty where the model came to its own."""
    if spoken:
        gap = "" if spoken[-1].isspace() else "\n"
        return "" if speech.whole else f"{gap}{words.broke_off}"
    if model is not None and model.used:
        return words.acted_in_vain if model.failed else words.acted
    return words.model_trouble


def _forget_talk(chat_log: conversation.ChatLog) -> None:
    """Let Home Assistant's own log of this conversation begin anew: what was forgotten may stand in it."""
    del chat_log.content[1:-1]
