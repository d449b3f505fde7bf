"""Talk about the memory itself: remember, forget, recall, each understood and answered by code.

What is asked back ("shall I forget all of them?") is kept here, for each conversation, and expires.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from .asks import MemoryAsk, MemoryAskKind, agrees, understand
from .lines import Lines, lines, quoted, spoken_date, topic_as_said
from .model import Found, RecallRules, Turn
from .phantoms import is_worth_keeping

PENDING_LASTS = timedelta(minutes=2)
JUST_NOW = timedelta(minutes=10)
"""How long the last turn, or what was recalled, is what "that" means."""
_TOLD = 3
_LONGEST_SAID = 90
_LONGEST_ANSWER = 60
_MOST = 10_000
_CONVERSATIONS = 64


class Bar(StrEnum):
    """Why the memory may not be used in some way."""

    OFF = "off"
    TEMPORARY = "temporary"
    NOT_HERE = "not_here"
    NOT_YOURS = "not_yours"


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """What the one who speaks may do with a memory; None: it is allowed."""

    read: Bar | None = None
    write: Bar | None = None
    forget: Bar | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One utterance, with what is known of where it came from."""

    text: str
    language: str
    """Of the answer: "ja" or "en", with or without a region."""
    conversation: str
    access: Access
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said, whether it asks back, and whether something was forgotten."""

    text: str
    asks: bool = False
    forgot: bool = False


class Memories(Protocol):
    """What is needed of the home's memory. Raises StoreError."""

    async def remember(self, turn: Turn) -> Turn:
        """Store a turn."""

    async def recall(
        self,
        workspace: str,
        query: str,
        *,
        now: datetime,
        rules: RecallRules | None = None,
    ) -> list[Found]:
        """Find turns."""

    async def turns(
        self, workspace: str, *, before: int | None = None, limit: int = 50
    ) -> list[Turn]:
        """Return the newest turns."""

    async def matching(
        self,
        workspace: str,
        *,
        text: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[Turn]:
        """Return the turns that a forget by text or period would delete."""

    async def forget(self, workspace: str, turn_ids: Sequence[int]) -> int:
        """Delete turns."""

    async def pin(self, workspace: str, turn_id: int, pinned: bool) -> Turn:  # noqa: FBT001 - as the memory has it
        """Let a turn not fade."""


@dataclass(slots=True)
class _Conversation:
    """What is in the air in one conversation."""

    pending: tuple[int, ...] = ()
    pending_until: datetime | None = None
    last: tuple[int, ...] = ()
    """What "that" means."""
    last_at: datetime | None = None


@dataclass(slots=True)
class MemoryTalk:
    """The talk of one agent about its memory."""

    memory: Memories
    workspace: str
    now: Callable[[], datetime]
    rules: RecallRules = field(default_factory=RecallRules)
    speakable: Callable[[str], bool] = lambda _: True
    """Whether what was said once may be said again aloud."""
    owns_nothing: bool = True
    """Whether it says so when it remembers nothing; if not, the agent answers in its own way."""
    _conversations: dict[str, _Conversation] = field(default_factory=dict)

    async def respond(self, heard: Heard) -> Answer | None:
        """Answer what is about the memory; None for all else. Raises StoreError."""
        said = lines(heard.language)
        talk = self._conversation(heard.conversation)
        if (answered := await self._settle(talk, heard, said)) is not None:
            return answered
        ask = understand(heard.text)
        return None if ask is None else await self.obey(ask, heard)

    async def obey(self, ask: MemoryAsk, heard: Heard) -> Answer | None:
        """Do what is asked of the memory, as far as that is allowed. Raises StoreError."""
        said = lines(heard.language)
        talk = self._conversation(heard.conversation)
        if (bar := _bar_of(ask, heard.access)) is not None:
            return Answer(_barred(bar, ask, said))
        return await self._obey(talk, ask, heard, said)

    async def keep(self, heard: Heard, answer: str) -> None:
        """Store what was said and answered; it is what "that" means from now on.

        What nobody said, or what may not be kept, is not. Raises StoreError.
        """
        if heard.access.write is not None or not is_worth_keeping(heard.text):
            return
        turn = Turn(
            workspace=self.workspace,
            question=heard.text.strip(),
            answer=answer.strip(),
            at=self.now(),
            speaker=heard.speaker,
        )
        stored = await self.memory.remember(turn)
        self._mean(self._conversation(heard.conversation), (stored.turn_id,))

    async def _obey(
        self, talk: _Conversation, ask: MemoryAsk, heard: Heard, said: Lines
    ) -> Answer | None:
        match ask.kind:
            case MemoryAskKind.REMEMBER:
                return await self._remember(talk, ask.about, heard, said)
            case MemoryAskKind.RECALL:
                return await self._recall(talk, ask.about, heard, said)
            case MemoryAskKind.FORGET_LAST:
                return await self._forget_last(talk, said)
            case MemoryAskKind.FORGET_ABOUT:
                return await self._forget_about(talk, ask.about, said)
            case MemoryAskKind.FORGET_ALL:
                return await self._forget_all(talk, said)

    # Remembering and recalling -----------------------------------------------------------------------

    async def _remember(
        self, talk: _Conversation, fact: str, heard: Heard, said: Lines
    ) -> Answer:
        if fact:
            turn = Turn(
                workspace=self.workspace,
                question=fact,
                answer=said.remembered,
                at=self.now(),
                speaker=heard.speaker,
                pinned=True,
            )
            stored = await self.memory.remember(turn)
            self._mean(talk, (stored.turn_id,))
            return Answer(said.remembered)
        last = await self._last(talk)
        if not last:
            return Answer(said.what_to_remember, asks=True)
        for turn_id in last:
            await self.memory.pin(self.workspace, turn_id, True)  # noqa: FBT003 - as the memory has it
        return Answer(said.pinned)

    async def _recall(
        self, talk: _Conversation, about: str, heard: Heard, said: Lines
    ) -> Answer | None:
        now = self.now()
        if about:
            found = await self.memory.recall(
                self.workspace, about, now=now, rules=self.rules
            )
            turns = [each.turn for each in found if each.superseded_by is None]
            intro, nothing = said.about, said.nothing_about
        else:
            turns = await self.memory.turns(self.workspace, limit=_TOLD)
            intro, nothing = said.lately, said.nothing_at_all
        turns = [turn for turn in turns if self.speakable(turn.question)]
        topic = topic_as_said(about)
        if not turns:
            nothing = _filled(nothing, topic=topic)
            return Answer(nothing) if self.owns_nothing else None
        told = turns[:_TOLD]
        self._mean(talk, tuple(turn.turn_id for turn in told))
        parts = [
            _filled(intro, topic=topic),
            *(self._told(turn, now, heard.language) for turn in told),
        ]
        if more := len(turns) - len(told):
            parts.append(_filled(said.more, count=str(more)))
        return Answer(" ".join(parts) if said.quotes[0] == "“" else "".join(parts))

    def _told(self, turn: Turn, now: datetime, language: str) -> str:
        said = lines(language)
        day = turn.at.astimezone(now.tzinfo).date()
        text = _filled(
            said.said,
            date=spoken_date(day, now.date(), language),
            said=quoted(turn.question, _LONGEST_SAID, language),
        )
        answer = turn.answer.strip()
        if (
            not answer
            or answer in _OWN_LINES
            or not _is_question(turn.question)
            or not self.speakable(answer)
        ):
            return text
        gap = " " if said.quotes[0] == "“" else ""
        return f"{text}{gap}{_filled(said.answered, answered=quoted(answer, _LONGEST_ANSWER, language))}"

    # Forgetting --------------------------------------------------------------------------------------

    async def _forget_last(self, talk: _Conversation, said: Lines) -> Answer:
        last = await self._last(talk)
        if not last:
            return Answer(said.nothing_to_forget)
        if len(last) == 1:
            return await self._forget(talk, last, said)
        return self._ask(talk, last, said.confirm_recalled)

    async def _forget_about(
        self, talk: _Conversation, about: str, said: Lines
    ) -> Answer:
        topic = topic_as_said(about)
        exact = await self.memory.matching(self.workspace, text=about)
        if len(exact) == 1:
            return await self._forget(talk, (exact[0].turn_id,), said)
        if exact:
            ids = tuple(turn.turn_id for turn in exact)
            return self._ask(talk, ids, said.confirm_about, topic)
        found = await self.memory.recall(
            self.workspace, about, now=self.now(), rules=self.rules
        )
        if not found:
            return Answer(_filled(said.nothing_about, topic=topic))
        ids = tuple(each.turn.turn_id for each in found)
        return self._ask(talk, ids, said.confirm_maybe, topic)

    async def _forget_all(self, talk: _Conversation, said: Lines) -> Answer:
        turns = await self.memory.matching(self.workspace)
        if not turns:
            return Answer(said.nothing_at_all)
        return self._ask(talk, tuple(turn.turn_id for turn in turns), said.confirm_all)

    async def _forget(
        self, talk: _Conversation, ids: Sequence[int], said: Lines
    ) -> Answer:
        count = await self.memory.forget(self.workspace, ids)
        self._mean(talk, ())
        if count == 1:
            return Answer(said.forgotten_one, forgot=True)
        text = _filled(said.forgotten_many, count=str(count))
        return Answer(text if count else said.nothing_to_forget, forgot=True)

    def _ask(
        self, talk: _Conversation, ids: tuple[int, ...], question: str, topic: str = ""
    ) -> Answer:
        talk.pending, talk.pending_until = ids, self.now() + PENDING_LASTS
        return Answer(_filled(question, count=str(len(ids)), topic=topic), asks=True)

    async def _settle(
        self, talk: _Conversation, heard: Heard, said: Lines
    ) -> Answer | None:
        """Take a yes or no to what was asked back; anything else drops the question, and nothing is deleted."""
        ids, until = talk.pending, talk.pending_until
        talk.pending, talk.pending_until = (), None
        if until is None or self.now() > until:
            return None
        agreed = agrees(heard.text)
        if agreed is None:
            return None
        if not agreed:
            return Answer(said.kept)
        if heard.access.forget is not None:
            ask = MemoryAsk(MemoryAskKind.FORGET_ALL)
            return Answer(_barred(heard.access.forget, ask, said))
        return await self._forget(talk, ids, said)

    # What "that" means -------------------------------------------------------------------------------

    def _mean(self, talk: _Conversation, ids: tuple[int, ...]) -> None:
        talk.last, talk.last_at = ids, self.now()

    async def _last(self, talk: _Conversation) -> tuple[int, ...]:
        """Return what was recalled or stored last, here or else anywhere just now."""
        now = self.now()
        if talk.last_at is not None and now - talk.last_at <= JUST_NOW:
            return talk.last
        newest = await self.memory.turns(self.workspace, limit=1)
        return tuple(turn.turn_id for turn in newest if now - turn.at <= JUST_NOW)

    def _conversation(self, conversation: str) -> _Conversation:
        """Return what is known of a conversation; the oldest ones are let go of."""
        talk = self._conversations.pop(conversation, None) or _Conversation()
        self._conversations[conversation] = talk
        while len(self._conversations) > _CONVERSATIONS:
            del self._conversations[next(iter(self._conversations))]
        return talk


_OWN_LINES = frozenset(lines(language).remembered for language in ("en", "ja"))


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？", "か", "か。", "の？"))


def _bar_of(ask: MemoryAsk, access: Access) -> Bar | None:
    if ask.kind is MemoryAskKind.REMEMBER:
        return access.write
    return access.read if ask.kind is MemoryAskKind.RECALL else access.forget


def _barred(bar: Bar, ask: MemoryAsk, said: Lines) -> str:
    reading = ask.kind is MemoryAskKind.RECALL
    return {
        Bar.OFF: said.off,
        Bar.TEMPORARY: said.temporary,
        Bar.NOT_HERE: said.read_not_here if reading else said.forget_not_here,
        Bar.NOT_YOURS: said.not_yours,
    }[bar]


def _filled(template: str, **values: str) -> str:
    """Put values in place of `{key}`; braces inside a value stay as they are."""
    return re.sub(r"\{(\w+)\}", lambda place: values[place[1]], template)
