"""What a model reads of the talk so far: Home Assistant's own log of the conversation, as messages."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile

from homeassistant.components.conversation import (
    AssistantContent,
    ChatLog,
    Content,
    ToolResultContent,
    UserContent,
)

from .companion_prompt import told
from .hands import Hands, as_text
from .story.ports import Message, Role, ToolCall

_LONGEST_RESULT = 300
"""Characters of what a tool answered once: it is not true any more, but shows that tools are used."""

_HOME_TURNS = 2
"""So many turns before are enough to know what "brighter" is about."""


def history(
    chat_log: ChatLog,
    hands: Hands | None,
    story_agents: AbstractSet[str],
    language: str,
) -> list[Message]:
    """Return the talk so far, without what is said now.

    Tools are left in it that can be used now as well; of a story nothing is left but that it spoke.
    """
    said, known = (
        chat_log.content[:-1],
        {t.name for t in hands.tools} if hands else set(),
    )
    stories = {
        content.content
        for content in said
        if isinstance(content, AssistantContent) and content.agent_id in story_agents
    } - {None}
    messages: list[Message] = []
    for place, content in enumerate(said):
        if isinstance(content, UserContent):
            messages.append(Message(Role.USER, content.content))
        elif isinstance(content, AssistantContent) and content.content in stories:
            messages.append(Message(Role.ASSISTANT, told(language)))
        elif isinstance(content, AssistantContent):
            messages += _round(content, said[place + 1 :], known)
    return messages


def home_history(chat_log: ChatLog, hands: Hands | None) -> list[Message]:
    """Return the last turns of the talk in which tools were used that can be used now as well, and no other turn."""
    known = {tool.name for tool in hands.tools} if hands else set()
    turns: list[list[Message]] = []
    for place, content in enumerate(chat_log.content[:-1]):
        if isinstance(content, UserContent):
            turns.append([Message(Role.USER, content.content)])
        elif isinstance(content, AssistantContent) and turns:
            turns[-1] += _round(content, chat_log.content[place + 1 : -1], known)
    acted = [turn for turn in turns if any(message.calls for message in turn)]
    return [message for turn in acted[-_HOME_TURNS:] for message in turn]


def _round(
    content: AssistantContent, after: Sequence[Content], known: AbstractSet[str]
) -> Iterator[Message]:
    """Yield what an agent said, with the tools that it used and what came of that."""
    results = {
        result.tool_call_id: result
        for result in takewhile(lambda c: isinstance(c, ToolResultContent), after)
        if isinstance(result, ToolResultContent)
    }
    calls = tuple(
        ToolCall(call_id=asked.id, name=asked.tool_name, arguments=asked.tool_args)
        for asked in content.tool_calls or ()
        if asked.tool_name in known and asked.id in results
    )
    yield Message(Role.ASSISTANT, content.content or "", calls)
    for call in calls:
        text = as_text(results[call.call_id].result)[:_LONGEST_RESULT]
        yield Message(Role.TOOL, text, result_of=call)
