"""What every other agent of the home can do with the story: have it told, and ask about it.

The prose itself is never given to another model, which would tell it in its own words.
"""

import logging
from typing import override

import voluptuous as vol
from homeassistant.components.llm import LLMTools
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.llm import (
    LLM_API_ASSIST,
    LLMContext,
    Tool,
    ToolAnnotations,
    ToolInput,
    ToolResult,
)

from .const import DOMAIN
from .home import HomeStory
from .intent import QUESTIONS
from .playing import async_play, speaker_of_device, voice_of_story
from .story.asks import Ask, AskKind, understand
from .story.dialogue import respond_to
from .story.errors import MiraeError, WhichStoryError
from .translate import as_home_assistant_error
from .which import loaded_home, story_of_room

_LOGGER = logging.getLogger(__name__)

_LONGEST = 300
_PROMPT = (
    "The home tells a bedtime story of its own. To tell or continue it, call mirae_story__continue_story: it plays by "
    "itself, so add nothing of the story yourself. For questions about the story, call mirae_story__ask_story and "
    "repeat its answer."
)


@callback
def async_get_tools(
    hass: HomeAssistant, llm_context: LLMContext, api_id: str
) -> LLMTools | None:
    """Offer the tools with the home's own API, while there is a story.

    Agents of our own do without: they would ask a story by a tool of itself.
    """
    if llm_context.platform == DOMAIN:
        return None
    entries = hass.config_entries.async_loaded_entries(DOMAIN)
    if api_id != LLM_API_ASSIST or not entries or not loaded_home(hass).stories:
        return None
    return LLMTools(tools=[ContinueStory(), AskStory()], prompt=_PROMPT)


class ContinueStory(Tool):
    """Starts tonight's telling in the room of who asks."""

    name = f"{DOMAIN}__continue_story"
    title = "Continue the story"
    description = (
        "Tell tonight's part of the family's bedtime story aloud in the room. Use it when somebody wants to hear the "
        "story or how it goes on."
    )
    integration = DOMAIN
    annotations = ToolAnnotations(destructive=False, open_world=False)
    parameters = vol.Schema(
        {
            vol.Optional(
                "wish", default="", description="What the listener wishes for in it"
            ): vol.All(str, vol.Length(max=_LONGEST))
        }
    )

    @override
    async def async_call(
        self, hass: HomeAssistant, tool_input: ToolInput, llm_context: LLMContext
    ) -> ToolResult:
        """Start the telling, and say so; what it tells is not returned."""
        try:
            wish = self.parameters(tool_input.tool_args)["wish"]
            home_story = _story(hass, llm_context)
            speaker = speaker_of_device(hass, llm_context.device_id)
            voice = voice_of_story(hass, home_story)
        except MiraeError as err:
            return _failed(err)
        ask = Ask(kind=AskKind.CONTINUE, text="", wish=wish)
        reply = await respond_to(home_story.story, ask)
        loaded_home(hass).entry.async_create_background_task(
            hass,
            async_play(hass, reply.pieces, voice, speaker),
            f"{DOMAIN} telling on {speaker.entity_id}",
        )
        return ToolResult(
            data={"status": "it plays when you have finished speaking; say good night"}
        )


class AskStory(Tool):
    """Answers from what is true in the story."""

    name = f"{DOMAIN}__ask_story"
    title = "Ask about the story"
    description = (
        "Answer a question about the family's bedtime story: who is in it, who has left, what happened last time or "
        "so far, where something was."
    )
    integration = DOMAIN
    annotations = ToolAnnotations(
        read_only=True, destructive=False, idempotent=True, open_world=False
    )
    parameters = vol.Schema(
        {
            vol.Required("question", description="As it was asked"): vol.All(
                str, vol.Length(min=1, max=_LONGEST)
            )
        }
    )

    @override
    async def async_call(
        self, hass: HomeAssistant, tool_input: ToolInput, llm_context: LLMContext
    ) -> ToolResult:
        """Return the answer that the code gives."""
        question = self.parameters(tool_input.tool_args)["question"]
        try:
            home_story = _story(hass, llm_context)
            state = home_story.story.state
            ask = understand(
                question, llm_context.language or state.reference.language, state.cast
            )
            if ask.kind not in QUESTIONS:
                return ToolResult(
                    data={"answer": "", "hint": f"use {DOMAIN}__continue_story"}
                )
            reply = await respond_to(home_story.story, ask)
            answer = "".join([piece async for piece in reply.pieces])
        except MiraeError as err:
            return _failed(err)
        return ToolResult(data={"story": state.title, "answer": answer})


def _story(hass: HomeAssistant, llm_context: LLMContext) -> HomeStory:
    language = llm_context.language or hass.config.language
    home_story = story_of_room(hass, llm_context.device_id, language)
    if home_story is None:
        raise WhichStoryError
    return home_story


def _failed(err: MiraeError) -> ToolResult:
    return ToolResult(data={"error": str(as_home_assistant_error(err))}, error=True)
