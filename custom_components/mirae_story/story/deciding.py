"""Deciding by voice what waits for a person: asked one at a time, only after somebody wants to know what waits."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from .asks import Ask, AskKind
from .desk import Desk
from .dialogue import Reply
from .errors import NothingPendingError, StoryBusyError
from .model import Change, Character, Language, StoryState
from .names import visible
from .phrases.deciding import DECIDING, DecidingPhrases
from .phrases.wording import fill, spoken
from .scripts import is_japanese
from .story import Story

QUESTION_LASTS = timedelta(minutes=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """What was asked, in which conversation, and when."""

    name: str
    change: Change
    conversation: str
    at: datetime


def waiting(state: StoryState) -> tuple[Character, ...]:
    """Return whose change waits for a person."""
    return tuple(member for member in state.cast.members if member.pending is not None)


class Deciding:
    """The questions of one story that are answered by voice. One is open at a time."""

    def __init__(self, story: Story, desk: Desk, now: Callable[[], datetime]) -> None:
        """Decide at this desk; nothing is asked yet."""
        self._story = story
        self._desk = desk
        self._now = now
        self._open: _Question | None = None

    async def respond(self, ask: Ask, conversation: str) -> Reply | None:
        """Return the reply to who may decide; None if this is not about deciding.

        A question waits for its answer in its own conversation, and no longer than `QUESTION_LASTS`. Raises a
        MiraeError if the decision cannot be kept.
        """
        question = self._open
        self._open = None
        if ask.kind is AskKind.DECIDE:
            return self._next(conversation)
        if question is None or not self._is_about(question, conversation):
            self._open = question
            return None
        accept = _accepts(ask)
        if accept is not None:
            return await self._decide(question, accept=accept)
        return Reply.of(self._words.later) if ask.kind is AskKind.NO else None

    @property
    def _language(self) -> Language:
        return self._story.state.reference.language

    @property
    def _words(self) -> DecidingPhrases:
        return DECIDING[self._language]

    def _is_about(self, question: _Question, conversation: str) -> bool:
        fresh = self._now() - question.at <= QUESTION_LASTS
        return fresh and question.conversation == conversation

    async def _decide(self, question: _Question, *, accept: bool) -> Reply:
        words, conversation = self._words, question.conversation
        member = self._story.state.cast.named(question.name)
        if member is None or member.pending is not question.change:
            return self._next(conversation, words.settled)
        try:
            decided = await self._desk.decide(question.name, accept=accept)
        except StoryBusyError:
            return Reply.of(words.busy)
        except NothingPendingError:
            return self._next(conversation, words.settled)
        outcome = words.outcomes[decided.member.status]
        return self._next(conversation, fill(outcome, name=decided.member.name))

    def _next(self, conversation: str, said: str = "") -> Reply:
        """Ask for the next decision after what is said first, or say that there is none."""
        words, left = self._words, waiting(self._story.state)
        if not left:
            return Reply.of(self._spoken(said, words.done if said else words.nothing))
        member = left[0]
        assert member.pending is not None  # noqa: S101 - that is what was looked for
        self._open = _Question(
            name=member.name,
            change=member.pending,
            conversation=conversation,
            at=self._now(),
        )
        question = fill(words.questions[member.pending], name=member.name)
        return Reply.of(self._spoken(said, question), asks=True)

    def _spoken(self, *lines: str) -> str:
        return spoken([line for line in lines if line], self._language).strip()


def _accepts(ask: Ask) -> bool | None:
    """Return what an utterance answers; None if it is no plain answer."""
    letters = (c for c in visible(ask.text) if c.isalnum() or c.isspace())
    said = " ".join("".join(letters).split())
    if any(map(is_japanese, said)):
        said = said.replace(" ", "")
    for words in DECIDING.values():
        if any(each.fullmatch(said) for each in words.affirms):
            return True
        if any(each.fullmatch(said) for each in words.denies):
            return False
    return None
