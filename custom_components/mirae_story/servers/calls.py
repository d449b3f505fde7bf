"""Keeps what each model call cost: tokens, times, why it ended."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from ..story.errors import ServerError
from ..story.ports import CallReport

_KEPT = 50


@dataclass(slots=True, kw_only=True)
class Call:
    """A call under way; the client fills in what the server tells."""

    kind: str
    model: str
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    cached_tokens: int | None = None
    tokens_per_s: float | None = None
    done_reason: str | None = None
    error: str | None = None
    _began: float = field(default_factory=monotonic)
    _first: float | None = None
    _last: float = 0.0

    def token(self) -> None:
        """Note that a token came, spoken or thought."""
        self._last = monotonic()
        if self._first is None:
            self._first = self._last

    def report(self) -> CallReport:
        """Return the call as it stands."""
        return CallReport(
            kind=self.kind,
            model=self.model,
            seconds=monotonic() - self._began,
            first_token_s=None if self._first is None else self._first - self._began,
            prompt_tokens=self.prompt_tokens,
            reply_tokens=self.reply_tokens,
            cached_tokens=self.cached_tokens,
            tokens_per_s=self.tokens_per_s or self._measured(),
            done_reason=self.done_reason,
            error=self.error,
        )

    def _measured(self) -> float | None:
        """Return the speed from first to last token, for servers that do not tell it."""
        if self._first is None or not self.reply_tokens or self._last <= self._first:
            return None
        return (self.reply_tokens - 1) / (self._last - self._first)


class CallLog:
    """The last calls of one client."""

    def __init__(self) -> None:
        """Start empty."""
        self._reports: deque[CallReport] = deque(maxlen=_KEPT)

    @property
    def reports(self) -> Sequence[CallReport]:
        """The last calls, oldest first."""
        return tuple(self._reports)

    @contextmanager
    def call(self, kind: str, model: str) -> Iterator[Call]:
        """Record one call, however it ends."""
        call = Call(kind=kind, model=model)
        try:
            yield call
        except ServerError as err:
            call.error = err.key
            raise
        finally:
            call.done_reason = call.done_reason or (None if call.error else "cancelled")
            self._reports.append(call.report())
