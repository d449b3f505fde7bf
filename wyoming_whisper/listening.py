"""From sound to text: the window, the guard, the second look, the known phrases."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from . import bias, texts
from .errors import GoneError
from .model import FRAMES, FULL_WINDOW, Encoded, Heard, Model
from .phrases import Phrase, snap
from .sound import RATE, Samples
from .voice import FRAME, Voice

MARGIN = 2.0
"""Seconds of nothing that the window needs after the sound."""
BEFORE, AFTER = 1.0, 1.0
"""Seconds kept around what is spoken."""
LONGEST_PIECE = FULL_WINDOW - MARGIN
UNLIKELY = -1.0
FEW_TOKENS = 6
"""So few tokens say little about how well the whole was heard."""
LIKELY_SILENT = 0.6
IN_DOUBT = 0.3
WARMER = 0.4
TOKENS_A_SECOND, TOKENS_MORE, MOST_TOKENS = 14, 24, 220
LONGEST_COMMAND = 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What an utterance is to be heard with."""

    language: str | None = None
    languages: Sequence[str] = ()
    names: Sequence[str] | None = None
    """Names from the wire; None if the cast file is to be asked."""
    cast: Sequence[str] = ()
    """Lines of the cast file."""
    phrases: dict[str, Sequence[Phrase]] = field(default_factory=dict)
    beam: int = 5

    def names_in(self, language: str) -> list[str]:
        """Return the names to be told to the model."""
        if self.names is not None:
            return bias.clean(self.names)
        return bias.from_lines(self.cast, language)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """What one stretch of sound was heard as."""

    text: str
    language: str
    raw: str
    names: Sequence[str] = ()


Check = Callable[[], bool]
"""Tells whether anybody still waits for the result."""


def pieces(voice: Voice, samples: int) -> list[tuple[int, int]]:
    """Return the stretches of sound that are to be heard, each at most a window long."""
    joined: list[tuple[int, int]] = []
    most = int(LONGEST_PIECE * RATE)
    for first, last in voice.turns:
        start = max(0, first * FRAME - int(BEFORE * RATE))
        end = min(samples, last * FRAME + int(AFTER * RATE))
        if joined and end - joined[-1][0] <= most:
            joined[-1] = (joined[-1][0], end)
            continue
        if joined:
            start = max(start, joined[-1][1])
        while end - start > most:
            joined.append((start, start + most))
            start += most
        joined.append((start, end))
    return joined


def hear(
    model: Model,
    samples: Samples,
    request: Request,
    *,
    spoken: float,
    whole: bool,
    wanted: Check,
) -> Piece:
    """Return the text of one stretch of sound; `whole` if it is all of an utterance.

    Raises GoneError between two passes of the model once nobody waits any more.
    """
    seconds = len(samples) / RATE
    window = min(FULL_WINDOW, max(model.window, math.ceil(seconds + MARGIN)))
    _go_on(wanted)
    encoded = model.encode(samples, window)
    language = request.language or model.language(encoded, request.languages)
    names: Sequence[str] = request.names_in(language)
    pass_ = _Pass(model, samples, encoded, language, request.beam, wanted)
    best = pass_.best(bias.prompt(names, language))
    short = whole and seconds <= LONGEST_COMMAND
    if names and not bias.named(best.text, names):
        best, names = _without_names(pass_, best, names, short=short)
    text = texts.tidy(texts.cut_loops(best.text), language)
    if _is_nothing(best, text, language, spoken):
        return Piece(text="", language=language, raw="")
    command = None
    if short:
        phrases = request.phrases.get(language, ())
        command = snap(text, phrases, language, pass_.likelihood)
    return Piece(text=command or text, language=language, raw=text, names=names)


def _without_names(
    pass_: "_Pass", best: Heard, names: Sequence[str], *, short: bool
) -> tuple[Heard, Sequence[str]]:
    """Return what was heard if none of the names was, or one nearly was.

    Names that were told and not said only bend the other words, so these are heard anew.
    """
    told = bias.prompt(names, pass_.language)
    mended = bias.mend(
        best.text, names, pass_.language, lambda said: pass_.likelihood(said, told)
    )
    if mended is not None:
        return replace(best, text=mended), names
    return (pass_.best("") if short else best), ()


class _Pass:
    """One stretch of sound before the model."""

    def __init__(
        self,
        model: Model,
        samples: Samples,
        encoded: Encoded,
        language: str,
        beam: int,
        wanted: Check,
    ) -> None:
        self._model = model
        self._samples = samples
        self._encoded = encoded
        self._beam = beam
        self._wanted = wanted
        self._seconds = len(samples) / RATE
        self.language = language

    def likelihood(self, text: str, told: str = "") -> float:
        """Return how likely the sound is this text."""
        _go_on(self._wanted)
        return self._model.likelihood(self._encoded, self.language, text, told)

    def best(self, told: str) -> Heard:
        """Decode; again with more room, then warmer, where the result is doubtful."""
        first = self._decode(told)
        if told and (bias.leaked(first.text, told) or self._doubtful(first)):
            told = ""
            first = self._decode(told)
        if not self._doubtful(first):
            return first
        tries = [first]
        if self._encoded.frames < FULL_WINDOW * FRAMES:
            _go_on(self._wanted)
            self._encoded = self._model.encode(self._samples, FULL_WINDOW)
            tries.append(self._decode(told))
            if not self._doubtful(tries[-1]):
                return tries[-1]
        tries.append(self._decode(told, WARMER))
        return max(tries, key=lambda heard: (not self._runs_on(heard), heard.score))

    def _decode(self, told: str, temperature: float = 0.0) -> Heard:
        _go_on(self._wanted)
        most = int(self._seconds * TOKENS_A_SECOND) + TOKENS_MORE
        return self._model.decode(
            self._encoded,
            self.language,
            beam=self._beam,
            most_tokens=min(most, MOST_TOKENS),
            prompt=told,
            temperature=temperature,
        )

    def _runs_on(self, heard: Heard) -> bool:
        return texts.loops(heard.text) or texts.too_fast(heard.text, self._seconds)

    def _doubtful(self, heard: Heard) -> bool:
        if self._runs_on(heard):
            return True
        return heard.score < UNLIKELY and len(heard.tokens) > FEW_TOKENS


def _go_on(wanted: Check) -> None:
    if not wanted():
        raise GoneError


def _is_nothing(heard: Heard, text: str, language: str, spoken: float) -> bool:
    """Tell whether the text was made up: nobody spoke, says the model or the gate."""
    if not texts.bare(text):
        return True
    if heard.silent > LIKELY_SILENT and heard.score < UNLIKELY:
        return True
    doubt = heard.silent > IN_DOUBT or heard.score < UNLIKELY or spoken < IN_DOUBT
    return doubt and texts.is_phantom(text, language)
