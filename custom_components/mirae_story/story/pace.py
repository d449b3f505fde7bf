"""How long what was said takes to speak, and what is said when the voice would fall silent for long.

Nobody tells how far a voice has come. So it is reckoned by the rate of bedtime reading, from the moment at which the
text was handed out. A bridge is one short sentence of the code's own. It is heard like the others, and so it stands in
the told night, but nothing is made of it: the model does not see it, and no recap is.
"""

from collections.abc import Callable
from time import monotonic

from .errors import ServerSlowError
from .length import speech_s
from .model import Language

PAUSES_S = (3.0, 5.0, 7.5)
"""Seconds of silence before the first, second and third bridge of a night ..."""
STALLED_S = 20.0
"""... and from which on a model counts as lost once they are used up: satellites give up after thirty."""
ANEW_S = 10.0
"""What a server that takes over has for its first sentence, if it was silent for long already."""
LOOK_S = 5.0
"""How often is looked whether somebody listens, while nobody does."""


class Pace:
    """How far a voice has come."""

    def __init__(self, language: Language) -> None:
        """Begin with nothing to say."""
        self._language = language
        self._silent_at = monotonic()

    def said(self, text: str) -> None:
        """Note what was handed out to be spoken now."""
        begins = max(self._silent_at, monotonic())
        self._silent_at = begins + speech_s(text, self._language)

    @property
    def silence_s(self) -> float:
        """Seconds since there is nothing left to say; below zero while there is."""
        return monotonic() - self._silent_at


class Bridges:
    """Says a short sentence when it was silent for long, a few times a night."""

    def __init__(
        self, pace: Pace, *, listened: Callable[[], bool], say: Callable[[int], None]
    ) -> None:
        """Watch a pace; `say` is called with the number of the bridge, from zero, while somebody has `listened`."""
        self._pace = pace
        self._listened = listened
        self._say = say
        self._used = 0
        self._more_until = 0.0

    def take_over(self) -> None:
        """Have a little more patience: another server was asked."""
        self._more_until = monotonic() + ANEW_S

    def due_s(self) -> float:
        """Return the seconds until something is to be done."""
        if not self._listened():
            return LOOK_S
        if self._used < len(PAUSES_S):
            return PAUSES_S[self._used] - self._pace.silence_s
        left = self._more_until - monotonic()
        return max(left, STALLED_S - self._pace.silence_s)

    def bridge(self) -> None:
        """Say the next one if it is due; raise ServerSlowError when all are said and it was silent for too long."""
        if self.due_s() > 0:
            return
        if self._used == len(PAUSES_S):
            raise ServerSlowError
        self._used += 1
        self._say(self._used - 1)
