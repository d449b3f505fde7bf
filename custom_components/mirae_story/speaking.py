"""How an agent of ours speaks in a conversation: piece by piece, and always to an end."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from homeassistant.components import conversation
from homeassistant.core import HomeAssistant
from homeassistant.helpers import intent

from .claim import claim
from .talking import Delta, Piece


@dataclass(slots=True)
class Speech:
    """What became of one reply."""

    whole: bool = False
    """Whether it came to its end."""
    failed: bool = False
    """Whether something went wrong: then it is not remembered."""
    acted: bool = False
    """Whether something was done or looked up in the home: what was said of that is true at this moment alone."""
    asks: bool = False
    """Whether it asks something back: then the microphone opens again."""

    @property
    def is_talk(self) -> bool:
        """Whether it was talk that came to its end: what is done in the home is none."""
        return self.whole and not self.failed and not self.acted


async def async_speak(
    hass: HomeAssistant,
    agent_id: str,
    chat_log: conversation.ChatLog,
    pieces: AsyncGenerator[Piece],
) -> str:
    """Say the pieces as they come, and note what is done between them; return the whole text."""
    contents = chat_log.async_add_delta_content_stream(
        agent_id, _deltas(hass, pieces, chat_log.conversation_id)
    )
    return "".join(
        [
            content.content or ""
            async for content in contents
            if isinstance(content, conversation.AssistantContent)
        ]
    )


def spoken_result(
    heard: conversation.ConversationInput,
    chat_log: conversation.ChatLog,
    text: str,
    *,
    asks: bool,
) -> conversation.ConversationResult:
    """Return what was said as Home Assistant wants it."""
    response = intent.IntentResponse(language=heard.language)
    response.async_set_speech(text)
    return conversation.ConversationResult(
        response=response,
        conversation_id=chat_log.conversation_id,
        continue_conversation=asks,
    )


async def _deltas(
    hass: HomeAssistant, pieces: AsyncGenerator[Piece], conversation_id: str
) -> AsyncGenerator[Delta]:
    """Yield the reply, and feed the voice of the run with it, so that it ends whatever happens here."""
    voice = claim(hass, conversation_id)
    yield {"role": "assistant"}
    try:
        async with aclosing(pieces) as said:
            async for piece in said:
                if voice is not None and voice.is_orphan:
                    return
                if not isinstance(piece, str):
                    yield piece
                    continue
                if voice is not None:
                    voice.say(piece)
                yield {"content": piece}
    finally:
        if voice is not None:
            voice.end()
