"""How fast a server writes, and how long a night takes at that speed."""

import asyncio
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from time import monotonic

from ..story.errors import ServerSlowError
from ..story.model import Language
from ..story.ports import Message, ModelServer, Role, Sampling

_TOKENS = 96
_LIMIT_S = 180.0
_BURST_S = 0.1
_SERVER_DEFAULTS = Sampling()

_ASK = {
    Language.EN: "Tell me in one paragraph of a small boat that sails home in the evening.",
    Language.JA: "夕方に小さな舟が港へ帰るお話を、ひとつの段落で聞かせてください。",
}

_TOKENS_PER_CHARACTER = {Language.EN: 0.25, Language.JA: 0.8}
_CHARACTERS_PER_MINUTE = {Language.EN: 350 / 2.5 * 5.6, Language.JA: 900 / 2.5}
"""Speech: 350 English words (with their blanks 5.6 characters each) or 900 Japanese characters in 2½ minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """How fast a model answers. `first_token_s` holds loading the model, where it was not loaded."""

    tokens_per_s: float
    first_token_s: float


async def measure_speed(
    server: ModelServer,
    language: Language,
    sampling: Sampling = _SERVER_DEFAULTS,
    *,
    limit_s: float = _LIMIT_S,
) -> Speed:
    """Let the server write a short paragraph, and stop after `limit_s` seconds at the latest.

    Pass the sampling of the real calls: another context size would make the server load the model twice.
    Raises ServerError; ServerSlowError where no text came.
    """
    began = monotonic()
    first = last = 0.0
    text = ""
    wanted = replace(sampling, max_tokens=_TOKENS)
    messages = (Message(Role.USER, _ASK[language]),)
    with suppress(TimeoutError):
        async with (
            asyncio.timeout(limit_s),
            aclosing(server.stream_text(messages, wanted)) as pieces,
        ):
            async for piece in pieces:
                last = monotonic()
                first = first or last
                text += piece
    return _speed(server, language, text, (began, first, last))


def _speed(
    server: ModelServer,
    language: Language,
    text: str,
    times: tuple[float, float, float],
) -> Speed:
    """Prefer the server's own figures; a call that was stopped has none, so its text is measured."""
    began, first, last = times
    report = server.reports[-1]
    if report.tokens_per_s and report.first_token_s is not None:
        return Speed(
            tokens_per_s=report.tokens_per_s, first_token_s=report.first_token_s
        )
    if not text:
        raise ServerSlowError
    # Text that came in one burst was written before it came.
    written_in = last - first if last - first > _BURST_S else last - began
    tokens = len(text) * _TOKENS_PER_CHARACTER[language]
    return Speed(tokens_per_s=tokens / written_in, first_token_s=first - began)


def night_tokens(minutes: float, language: Language) -> int:
    """Return about how many tokens the prose of so many minutes of speech has."""
    characters = minutes * _CHARACTERS_PER_MINUTE[language]
    return round(characters * _TOKENS_PER_CHARACTER[language])


def night_seconds(speed: Speed, minutes: float, language: Language) -> float:
    """Return about how many seconds a night of so many minutes of speech takes to write."""
    return speed.first_token_s + night_tokens(minutes, language) / speed.tokens_per_s
