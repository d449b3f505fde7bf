"""A story's agent as the voice of the home: what is not about the story may be done with the home's tools.

The model is told nothing of the story, nor of the talk about it, so that none of it can get into a tool. It only acts: what it says without having
used a tool is nobody's answer, and what it says of what it did passes the story's gate.
"""

import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import replace

from homeassistant.components.conversation import DOMAIN as ASSISTANT
from homeassistant.components.conversation import ChatLog, ConversationInput
from homeassistant.components.homeassistant.exposed_entities import (
    async_should_expose,
)
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import intent

from .companion_prompt import message_cost
from .const import DOMAIN
from .hands import Hands, async_hands
from .home import HomeStory
from .memory.lines import lines
from .speaking import Speech
from .story.answers import answer_from_passages
from .story.asks import Ask, AskKind
from .story.content import content_words
from .story.errors import ServerError
from .story.gate import Gate
from .story.model import Language
from .story.outside import is_about_home
from .story.ports import Message, Role
from .story.tokens import UNCORRECTED
from .talk_history import home_history
from .talking import ModelAnswer, Piece
from .which import loaded_home

_LOGGER = logging.getLogger(__name__)

MOST_SENTENCES = 3
"""What is said of what was done; and what may be said before it, which nobody hears."""
LONGEST_REPLY = 300
"""Tokens: a call, and a sentence or two."""

LONGEST_WAIT_S = 45.0
"""What the model may take for its first word: who wants light waits for no model that is busy with the night."""

_SYSTEM = {
    Language.EN: (
        "You help in a family's home. Do what is asked with your tools, or look up with them what is asked. Then say"
        " in one short, plain sentence of English what you did or found, without lists or markup. Speak of nothing"
        " else. If none of the tools fits, use none, and answer only: no."
    ),
    Language.JA: (
        "あなたは家族の家で手伝いをします。頼まれたことは道具を使って行い、聞かれたことは道具を使って調べてください。"
        "それから、したことやわかったことを、短くやさしい日本語の一文で言ってください。箇条書きや記号は使わないでください。"
        "ほかのことは話さないでください。合う道具がないときは、道具を使わずに「いいえ」とだけ答えてください。"
    ),
}


async def async_home_answer(
    hass: HomeAssistant,
    home_story: HomeStory,
    ask: Ask,
    said: ConversationInput,
    chat_log: ChatLog,
) -> ModelAnswer | None:
    """Return the answer of a model that may use the home's tools; None where the story itself has to answer."""
    apis = home_story.apis
    may_be = ask.kind is AskKind.OTHER or ask.wish
    if not apis or not may_be or not await _is_about_home(hass, home_story, ask):
        return None
    talker = loaded_home(hass).talker_for(home_story.subentry)
    hands = await async_hands(hass, apis, said.as_llm_context(DOMAIN))
    if talker is None or hands is None:
        return None
    most = min(talker.sampling.max_tokens or LONGEST_REPLY, LONGEST_REPLY)
    sampling = replace(talker.sampling, max_tokens=most)

    def prompt(hands: Hands | None, _budget: int) -> tuple[list[Message], int]:
        parts = [_SYSTEM[_language(said.language)], hands.prompt if hands else ""]
        messages = [
            Message(Role.SYSTEM, "\n\n".join(parts).strip()),
            *home_history(chat_log, hands),
            Message(Role.USER, ask.text),
        ]
        return messages, sum(message_cost(each, UNCORRECTED) for each in messages)

    return ModelAnswer(
        replace(
            talker, sampling=sampling, patience_s=min(talker.patience_s, LONGEST_WAIT_S)
        ),
        prompt,
        hands=hands,
        only_with_hands=True,
        language=said.language,
        scale=UNCORRECTED,
    )


async def said_at_home(
    model: ModelAnswer,
    home_story: HomeStory,
    language: str,
    speech: Speech,
    otherwise: AsyncGenerator[str],
) -> AsyncGenerator[Piece]:
    """Yield what is done, and what is said of it; what the story says `otherwise`, where nothing was."""
    words, silent = lines(language), True
    try:
        async with aclosing(_heard(model, home_story, language)) as pieces:
            async for piece in pieces:
                silent = silent and not isinstance(piece, str)
                yield piece
    except ServerError as err:
        _LOGGER.warning("The home's tools could not be used: %s", err)
        speech.failed = True
    speech.acted = model.used
    if model.used:
        if silent:
            yield words.acted_in_vain if model.failed else words.acted
    elif speech.failed:
        yield words.model_trouble
    else:
        async with aclosing(otherwise):
            async for text in otherwise:
                yield text


async def _heard(
    model: ModelAnswer, home_story: HomeStory, language: str
) -> AsyncGenerator[Piece]:
    """Yield what the model does, and those sentences after it that may be spoken; not many of them."""
    gate, unheard, spoken = _gate(home_story, _language(language)), 0, 0
    async with aclosing(model.pieces()) as pieces:
        async for piece in pieces:
            if not isinstance(piece, str):
                yield piece
            elif not model.used:
                unheard += 1
                if unheard > MOST_SENTENCES:
                    return
            elif spoken < MOST_SENTENCES and not gate.check_line(piece):
                yield piece if spoken else piece.lstrip()
                spoken += 1


async def _is_about_home(hass: HomeAssistant, home_story: HomeStory, ask: Ask) -> bool:
    story = home_story.story
    words = content_words(ask.text)
    episodes = await story.passages(words) if words else []
    told = answer_from_passages(ask.text, episodes, home_story.language)
    return is_about_home(ask, story.state, _things(hass), is_told_of=told is not None)


@callback
def _things(hass: HomeAssistant) -> Iterator[str]:
    """Yield the names of what voice assistants may see of the home, but for what is our own."""
    for area in ar.async_get(hass).async_list_areas():
        yield from (area.name, *area.aliases)
    entities = er.async_get(hass)
    for state in hass.states.async_all():
        entry = entities.async_get(state.entity_id)
        if entry is not None and entry.platform == DOMAIN:
            continue
        if async_should_expose(hass, ASSISTANT, state.entity_id):
            yield from intent.async_get_entity_aliases(hass, entry, state=state)


def _gate(home_story: HomeStory, language: Language) -> Gate:
    story = home_story.story
    return Gate(
        story.state.cast,
        language,
        story.rules,
        age=story.state.reference.audience_age,
    )


def _language(language: str) -> Language:
    return Language.JA if language[:2].casefold() == "ja" else Language.EN
