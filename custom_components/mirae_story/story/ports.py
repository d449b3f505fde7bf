"""What the story needs from outside: models, a journal, a clock, a sentence cutter, a JSON repairer.

Adapters, `servers` and `store` implement these; the story never imports them.
"""

from asyncio import Task
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from .chapters import Chapter
from .lookback import Recalled
from .model import Decision, Episode, NotesStatus, StoryState
from .prepared import Prepared, Wish


class Role(StrEnum):
    """Who speaks in a prompt."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """What a model may ask to have done, or looked up."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """A JSON schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A model's request to use a tool. It may be anything: names and arguments are the model's own."""

    call_id: str
    name: str
    arguments: Mapping[str, Any] | None
    """None: what came could not be read."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Role
    content: str
    calls: tuple[ToolCall, ...] = ()
    """With `ASSISTANT`: the tools that were asked for."""
    result_of: ToolCall | None = None
    """With `TOOL`: what the content is the result of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """Options of one model call; `None` leaves the server's own default."""

    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    repeat_penalty: float | None = None
    max_tokens: int | None = None
    context_tokens: int | None = None
    keep_alive: str | int | None = None
    """Ollama only: seconds, a duration such as `30m`, or -1 for ever."""
    think: bool = False
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallReport:
    """What one model call cost; kept for diagnostics. Times in seconds, `None` where the server does not tell."""

    kind: str
    model: str
    seconds: float
    first_token_s: float | None = None
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    cached_tokens: int | None = None
    tokens_per_s: float | None = None
    done_reason: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """A model that a server offers. Unknown facts are `None`."""

    name: str
    context_tokens: int | None = None
    size_bytes: int | None = None
    embeds: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Answer of a health check."""

    version: str | None
    models: tuple[ModelInfo, ...]


class ModelServer(Protocol):
    """One model server. Raises only `errors.ServerError`s (and cancellation).

    Closing a generator or cancelling a call closes the connection, which frees the server at once.
    """

    @property
    def reports(self) -> Sequence[CallReport]:
        """The last calls, oldest first."""

    def stream_text(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[str]:
        """Yield the reply's text as it comes, never reasoning."""

    async def ask_json(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        sampling: Sampling,
    ) -> str:
        """Return the raw reply to a request for JSON by this schema; without one, for any text. It may be anything."""

    def complete(
        self, prompt: str, sampling: Sampling, suffix: str = ""
    ) -> AsyncGenerator[str]:
        """Yield a continuation of raw text (no chat template), filling in before `suffix` if given."""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector a text."""

    async def list_models(self) -> list[ModelInfo]:
        """Return what the server offers."""

    async def check(self) -> Health:
        """Return whether the server answers, with its version and models."""


class TalkServer(ModelServer, Protocol):
    """A model server whose model may use tools in a talk."""

    def stream_turn(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool],
        sampling: Sampling,
    ) -> AsyncGenerator[str | ToolCall]:
        """Yield the reply's text as it comes, never reasoning, and each call once it is complete.

        Raises `errors.ToolsRefusedError` where the model or server knows no tools.
        """


class Journal(Protocol):
    """The history of all stories. Each call is one transaction; the journaled state is what the story resumes from.

    Raises `errors.StoreError`.
    """

    async def begin(self, state: StoryState, at: datetime) -> None:
        """Journal the first state (revision 1, night 0) of a new story."""

    async def state(self, story_id: str) -> StoryState | None:
        """Return the newest journaled state."""

    async def add_told(self, episode: Episode, state: StoryState) -> None:
        """Store a told night, and the state that it leads to (design step 4)."""

    async def add_reviewed(
        self,
        episode: Episode,
        decisions: Sequence[Decision],
        state: StoryState,
        at: datetime,
    ) -> None:
        """Store title, recap, raw notes, notes status and decisions of a told night with the resulting state (step 6)."""

    async def undo(self, episode: Episode, state: StoryState, at: datetime) -> None:
        """Make the last night void; `state` is the one from before it, with the next revision."""

    async def add_edit(
        self, kind: str, detail: Mapping[str, Any], state: StoryState, at: datetime
    ) -> None:
        """Journal a person's or the code's other step (`edited`, `adopted`, ...) with the resulting state."""

    async def episode(self, story_id: str, night: int) -> Episode | None:
        """Return the latest version of a night, with its decisions."""

    async def episodes(
        self, story_id: str, *, last: int | None = None
    ) -> list[Episode]:
        """Return the latest versions of told nights, oldest first; `last` limits to the newest ones."""

    async def state_before(self, story_id: str, night: int) -> StoryState | None:
        """Return the last state before a told night; None if the journal does not know it."""

    async def versions(self, story_id: str, night: int | None = None) -> list[Episode]:
        """Return every version of every night, or of this one, void ones too, by night and version."""

    async def passages(self, story_id: str, words: Sequence[str]) -> list[Episode]:
        """Return told nights whose prose has any of these words literally, newest first, at most five."""

    async def recalled(
        self, story_id: str, words: Sequence[str], *, before: int
    ) -> list[Recalled]:
        """Return told nights before this one that some of the words recall, best first (`lookback`)."""

    async def recaps(self, story_id: str) -> list[tuple[int, str]]:
        """Return night and recap of all told nights on which no notes are waited for, oldest first."""

    async def chapters(self, story_id: str) -> list[Chapter]:
        """Return all chapters that were ever made, also those that do not stand any more."""

    async def add_chapter(
        self, chapter: Chapter, state: StoryState, at: datetime
    ) -> None:
        """Store a chapter; with the next revision of the state, if the summary begins anew with it."""

    async def keep_raw_notes(
        self, story_id: str, night: int, raw: str, status: NotesStatus
    ) -> None:
        """Store raw notes that were not (or not yet) usable."""


class ShelfStore(Protocol):
    """The nights that are prepared, and the wishes. The journal knows nothing of either.

    Telling a night (`Journal.add_told`) takes it off the shelf and ticks off its wish in the same transaction; undoing
    one opens its wish again. Raises `errors.StoreError`.
    """

    async def prepared(self, story_id: str) -> list[Prepared]:
        """Return what stands on the shelf, by night, valid or not."""

    async def put(self, prepared: Prepared) -> None:
        """Put a night on the shelf, in place of one of the same number."""

    async def approve(self, prepared: Prepared) -> None:
        """Mark this very writing of a night as read and approved; without effect where it is gone."""

    async def clear(self, story_id: str) -> None:
        """Take everything off the shelf, so that its words are nowhere in the store's files."""

    async def wishes(self, story_id: str) -> list[Wish]:
        """Return the wishes in their order."""

    async def add_wish(
        self, story_id: str, text: str, at: datetime, *, first: bool = False
    ) -> None:
        """Add an open wish at the end, or before all others; one that waits already is not added twice."""

    async def change_wish(self, story_id: str, wish: Wish) -> None:
        """Change text and state of a wish; raise WishNotFoundError."""

    async def remove_wishes(self, story_id: str, wish_ids: Sequence[str]) -> None:
        """Delete wishes in the same way."""

    async def move_wish(self, story_id: str, wish_id: str, after: str | None) -> None:
        """Put a wish behind another one, or before all; raise WishNotFoundError."""


class StateStore(Protocol):
    """The state that is loaded at start; the journal is its history."""

    async def save(self, state: StoryState) -> None:
        """Write the state durably."""


class JsonRepair(Protocol):
    """A repairer of nearly-JSON text."""

    def __call__(self, text: str) -> object:
        """Return the repaired value; raise `ValueError` where nothing can be made of it."""


class SentenceCutter(Protocol):
    """Cuts a stream of text into sentences, quotes kept whole; joined, they are the text again."""

    def push(self, text: str) -> list[str]:
        """Return the sentences that are complete now, with their trailing blanks."""

    def finish(self) -> list[str]:
        """Return what is left, as sentences."""


type Now = Callable[[], datetime]
"""The local time, with its zone."""

type Spawn = Callable[[Coroutine[Any, Any, None], str], Task[None]]
"""Start a coroutine in the background under a name."""
