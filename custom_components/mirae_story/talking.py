"""One answer of a model in a talk: in whole sentences, over the servers in their order, with the tools of the home.

Sentences are said once they are whole. So where a server breaks off, the next one goes on after the last of them, and
where none is left, nobody has heard half a sentence.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from time import monotonic

from homeassistant.components.conversation import (
    AssistantContentDeltaDict,
    ToolResultContentDeltaDict,
)
from homeassistant.helpers import llm

from .companion_prompt import go_on, message_cost
from .hands import Hands, as_text, as_tool_input
from .servers.sentences import Sentences
from .story.clean import Cleaner
from .story.errors import (
    GarbledReplyError,
    RequestRefusedError,
    ServerError,
    ToolsTooBigError,
)
from .story.listening import Patience, heard
from .story.model import Language
from .story.ports import Message, Role, Tool, ToolCall
from .story.sentences import is_complete
from .story.tokens import TokenScale, estimate_tokens
from .writers import Talker

type Delta = AssistantContentDeltaDict | ToolResultContentDeltaDict
type Piece = str | Delta
"""What is said, or what Home Assistant's chat log notes beside it."""
type MakePrompt = Callable[[Hands | None, int], tuple[list[Message], int]]
"""Makes the messages for these hands within a budget of tokens, and says about how many they cost."""

MOST_ROUNDS = 6
"""How often tools may be used for one answer; after that the model has to say what it found."""
MOST_CALLS = 8
"""Of one round: what a confused model asks for beyond that is not done."""
LONGEST_TURN_S = 270.0
"""All of an answer, whatever servers and tools do: Home Assistant ends a run after 300 seconds."""
_FOR_TALK = 0.75
"""Share of what tools leave of a context that the talk may fill; the rest is for their results."""
_SHORTEST_RESULT = 100
"""Tokens that a result may have however little is left."""


class ModelAnswer:
    """One answer: `pieces` says it once."""

    def __init__(
        self,
        talker: Talker,
        make_prompt: MakePrompt,
        *,
        hands: Hands | None = None,
        only_with_hands: bool = False,
        language: str,
        scale: TokenScale,
    ) -> None:
        """Be about to ask; `only_with_hands` says nothing at all where tools cannot be used."""
        self.scale = scale
        """How the model counts tokens, as far as its server told."""
        self.hands = hands
        """None as soon as it is clear that there is no use in having them."""
        self.used = False
        """Whether a tool was used ..."""
        self.failed = False
        """... and whether one of them failed."""
        self._only_with_hands = only_with_hands
        self._talker = talker
        self._make_prompt = make_prompt
        self._language = language
        self._until = monotonic() + LONGEST_TURN_S
        self._servers_left = talker.servers
        self._messages: list[Message] = []
        self._more: list[Message] = []
        """The rounds with tools so far."""
        self._estimated = 0
        self._room = 0
        self._calls: list[ToolCall] = []
        self._results: dict[str, str] = {}
        self._last = ""

    async def pieces(self) -> AsyncGenerator[Piece]:
        """Yield what is said, sentence by sentence, and what is done. Raises ServerError."""
        self._talker.look_after()
        self._talker.begin()
        self._begin()
        if self._is_useless():
            return
        for number in range(MOST_ROUNDS + 1):
            said: list[str] = []
            async with aclosing(
                self._round(said, may_use=number < MOST_ROUNDS)
            ) as sentences:
                async for sentence in sentences:
                    yield sentence
            if number == 0:
                self._learn()
            if not self._calls or self.hands is None:
                return
            async for delta in self._use("".join(said), self.hands):
                yield delta

    def _begin(self) -> None:
        """Make the prompt; hands for which it has no room are left out."""
        room = self._talker.prompt_tokens
        if self.hands is not None:
            tools = self.hands.cost(self.scale)
            budget = round((room - tools) * _FOR_TALK)
            self._messages, cost = self._make_prompt(self.hands, budget)
            self._estimated = tools + cost
            self._room = room - self._estimated
            if cost <= budget:
                return
            self._talker.on_error(ToolsTooBigError())
            self.hands = None
        self._messages, self._estimated = self._make_prompt(None, room)

    def _is_useless(self) -> bool:
        return self._only_with_hands and self.hands is None and not self.used

    def _learn(self) -> None:
        """Correct the estimate of tokens by what the server counted.

        Some models never get to see the tools: that they cost nothing then says nothing of how the model counts text.
        """
        reports = self._talker.server.reports
        counted = reports[-1].prompt_tokens if reports else None
        if counted is not None and (self.hands is None or counted > self._estimated):
            self.scale = self.scale.corrected(self._estimated, counted)

    async def _round(self, said: list[str], *, may_use: bool) -> AsyncGenerator[str]:
        """Yield the sentences of one reply, whoever gives it; `said` gets them too."""
        while True:
            tools = self.hands.tools if may_use and self.hands else ()
            try:
                async with aclosing(self._sentences(said, tools)) as sentences:
                    async for sentence in sentences:
                        text = self._set_off(sentence)
                        said.append(text)
                        yield text
                if not (said or self._calls or self.used or self._only_with_hands):
                    raise GarbledReplyError
            except ServerError as err:
                self._talker.on_error(err)
                if tools and isinstance(err, RequestRefusedError):
                    self.hands = None
                    if not self.used:
                        self._begin()
                    self._talker.begin()
                    self._servers_left = self._talker.servers
                    if self._is_useless():
                        return
                elif not self._may_go_on(err):
                    raise
            else:
                return

    def _may_go_on(self, err: ServerError) -> bool:
        if monotonic() >= self._until or not self._talker.move_on(err):
            return False
        self._servers_left -= 1
        return True

    async def _sentences(
        self, said: list[str], tools: tuple[Tool, ...]
    ) -> AsyncGenerator[str]:
        """Yield what one server says, and note its calls."""
        talker, messages = self._talker, [*self._messages, *self._more]
        if said:
            broken = Message(Role.ASSISTANT, "".join(said))
            messages += [broken, go_on(self._language)]
        self._calls = []
        cleaner, cutter = Cleaner(keep_titles=True), Sentences(self._cut_as())
        patience = Patience(self._patience_s(), until=self._until)
        stream = talker.server.stream_turn(messages, tools, talker.sampling)
        parts = heard(stream, asyncio.Event(), patience)
        async with aclosing(stream), aclosing(parts):
            async for part in parts:
                if isinstance(part, ToolCall):
                    self._calls.append(part)
                    continue
                if piece := cleaner.push(part):
                    patience.renew()
                    for sentence in cutter.push(piece):
                        yield sentence
        for sentence in (*cutter.push(cleaner.finish()), *cutter.finish()):
            if not (self._last and self._was_cut() and not is_complete(sentence)):
                yield sentence

    def _was_cut(self) -> bool:
        """Tell whether the reply was longer than it may be: then it ends in the middle of a sentence."""
        reports = self._talker.server.reports
        return bool(reports) and reports[-1].done_reason == "length"

    def _cut_as(self) -> Language:
        japanese = self._language[:2].casefold() == "ja"
        return Language.JA if japanese else Language.EN

    def _patience_s(self) -> float:
        """Return how long this server may be silent: the ones after it want their time too."""
        left = self._until - monotonic()
        return min(self._talker.patience_s, left / max(self._servers_left, 1))

    def _set_off(self, sentence: str) -> str:
        """Return a sentence, parted from what another reply said before it."""
        parted = not self._last or self._last[-1].isspace() or sentence[0].isspace()
        gap = "" if parted or self._cut_as() is Language.JA else " "
        self._last = sentence
        return gap + sentence

    async def _use(self, said: str, hands: Hands) -> AsyncGenerator[Delta]:
        """Do what was asked for, and let the model read what came of it."""
        self.used = True
        calls = tuple(self._calls[:MOST_CALLS])
        self._more.append(Message(Role.ASSISTANT, said, calls))
        yield {"tool_calls": [as_tool_input(call) for call in calls]}
        done_before = dict(self._results)
        for call in calls:
            key = f"{call.name} {json.dumps(call.arguments, sort_keys=True)}"
            if key in done_before:
                # A small model in a loop: what was done once is not done again.
                result = llm.ToolResult(data={"done_before": done_before[key]})
            else:
                result = await hands.use(call)
                self.failed = self.failed or result.error
                self._results[key] = self._fitting(as_text(result))
            message = Message(
                Role.TOOL, done_before.get(key) or self._results[key], result_of=call
            )
            self._room -= message_cost(message, self.scale)
            self._more.append(message)
            yield {
                "role": "tool_result",
                "tool_call_id": call.call_id,
                "tool_name": call.name,
                "result": result,
            }
        yield {"role": "assistant"}

    def _fitting(self, result: str) -> str:
        """Return a result without its end, if it has no room."""
        room = max(self._room, _SHORTEST_RESULT)
        cost = estimate_tokens(result, self.scale)
        return result if cost <= room else f"{result[: len(result) * room // cost]} …"
