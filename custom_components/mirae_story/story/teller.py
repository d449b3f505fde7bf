"""How the prose of one night is written, checked and handed on, sentence by sentence.

The model only proposes: what does not pass the gate is never said. The model is stopped there and asked
to go on from the last good sentence, at most twice from the same one; after that, and whenever the model is
gone, code closes the evening calmly. A model that finds no beginning is given one, and where half a night
went by without its protagonist, code leads them in.
"""

import logging
from asyncio import CancelledError
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from time import monotonic

from .clean import Cleaner
from .ending import bridge, calm_ending, closing, entrance, opener
from .errors import ReplyCutOffError, ServerError
from .evidence import surely_there
from .faults import is_cancelled_by_us, log_fault
from .gate import Gate, Ruling, Violation, explain
from .length import length_of, wanted_length
from .listening import Patience, heard
from .model import Cast, HouseRules, Language, StoryState
from .names import fold
from .openings import first_sentence, is_repeated, last_sentence
from .pace import Bridges, Pace
from .ports import Message, ModelServer, Sampling, SentenceCutter
from .prompt import Prompt, more_messages, retell_messages
from .sentences import is_complete
from .telling import Telling

_LOGGER = logging.getLogger(__name__)

MAX_RETELLINGS = 2
"""How often the model may try anew from the same sentence ..."""
MOST_RETELLINGS = 6
"""... and in one night."""
MAX_GOING_ON = 2
ENOUGH = 1.3
"""Share of the wanted length at which a model that does not come to an end is stopped."""
LOOP = 3
"""So many sentences in a row that were said before tonight are a loop."""
LOOP_LENGTH = 12
"""Characters from which a sentence said twice counts as repeated ("Yes." may come again)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """The model that writes a story, and how it is asked."""

    server: ModelServer
    prose: Sampling = field(default_factory=Sampling)
    notes: Sampling = field(default_factory=Sampling)
    context_tokens: int = 8192
    patience_s: float = 300
    """Seconds without a sentence that can be said, after which the model counts as lost."""
    on_error: Callable[[ServerError], None] = lambda _: None
    """Hears of a server that failed, so that the family can be told."""
    begin: Callable[[], None] = lambda: None
    """Hears that a night begins."""
    move_on: Callable[[ServerError], bool] = lambda _: False
    """Hears of the same; tells whether another server takes over from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """What was told after the lead."""

    text: str
    written: str
    """What of it the model wrote: without an ending made by code."""
    calm_ending: bool
    """Whether code had to end the night in the model's place."""
    retellings: int
    seconds: float
    stopped: bool = False


class _End(Enum):
    """How one stretch of the model's writing ended."""

    COMPLETE = auto()
    CUT_OFF = auto()
    ENOUGH = auto()
    ALONE = auto()
    """Half a night went by without the protagonist."""
    REFUSED = auto()
    FAILED = auto()
    MOVED = auto()
    """The server failed, and another one takes over."""
    STOPPED = auto()


_AT_AN_END = frozenset({_End.COMPLETE, _End.CUT_OFF, _End.ENOUGH, _End.ALONE})


class Teller:
    """Writes the prose of one night into a telling."""

    def __init__(
        self,
        writer: Writer | None,
        cutter: Callable[[Language], SentenceCutter],
        *,
        state: StoryState,
        rules: HouseRules,
        gate: Gate,
        telling: Telling,
        recent: Sequence[str] = (),
    ) -> None:
        """Keep what one night needs; without a writer the code tells alone. `recent` is the prose of the last nights."""
        self._writer = writer
        self._cutter = cutter
        self._state = state
        self._gate = gate
        self._telling = telling
        self._language = state.reference.language
        self._wanted = wanted_length(rules.minutes, self._language)
        self._said: list[str] = []
        self._tale: list[str] = []
        self._pace = Pace(self._language)
        self._bridges = Bridges(
            self._pace, listened=lambda: telling.is_heard, say=self._say_bridge
        )
        self._heard: set[str] = set()
        self._repeats = 0
        self._violations: tuple[Violation, ...] = ()
        self._endings = [last_sentence(each, self._language) for each in recent]
        self._close_kept_back = False
        self._patience = Patience(0)

    @property
    def text(self) -> str:
        """The prose that was said so far."""
        return "".join(self._said).strip()

    @property
    def tale(self) -> str:
        """The same without bridges: what the night is about."""
        return "".join(self._tale).strip()

    @property
    def half_told(self) -> bool:
        """Whether half of the wanted length was said: from there on a stopped night counts as told."""
        return length_of(self.tale, self._language) * 2 >= self._wanted

    async def write(self, prompt: Prompt) -> Prose:
        """Tell the night; whatever the model, its server or our own code does, the night comes to a calm end."""
        started = monotonic()
        self._pace.said(self._telling.text)
        if self._writer is not None:
            self._writer.begin()
        try:
            end, retellings = await self._write(prompt)
        except (Exception, CancelledError) as err:
            if is_cancelled_by_us(err):
                raise
            # A listener waits: a fault of ours may cost the model's words, never the evening.
            log_fault(_LOGGER, f"Night {self._telling.night} broke off", err)
            end, retellings = _End.FAILED, 0
        calm = end in {_End.REFUSED, _End.FAILED} or not self._whole()
        written = self.tale
        if end is not _End.STOPPED:
            self._close(end, calm=calm)
        return Prose(
            text=self.text,
            written=written,
            calm_ending=calm and end is not _End.STOPPED,
            retellings=retellings,
            seconds=monotonic() - started,
            stopped=end is _End.STOPPED,
        )

    async def _write(self, prompt: Prompt) -> tuple[_End, int]:
        messages: Sequence[Message] = prompt.messages
        retellings = tries = going_on = 0
        while True:
            before = len(self._said)
            end = await self._stream(messages)
            tries = tries if len(self._said) == before else 0
            if end is _End.REFUSED:
                if tries == MAX_RETELLINGS or retellings == MOST_RETELLINGS:
                    return end, retellings
                tries, retellings = tries + 1, retellings + 1
                messages = self._retell(prompt, last=tries == MAX_RETELLINGS)
            elif end is _End.MOVED:
                messages = self._take_over(prompt)
            elif end in _AT_AN_END and not self._whole():
                if going_on == MAX_GOING_ON:
                    return end, retellings
                going_on += 1
                messages = self._go_on(prompt, last=going_on == MAX_GOING_ON)
            else:
                return end, retellings

    def _take_over(self, prompt: Prompt) -> Sequence[Message]:
        """Return the request to a server that takes over after the last good sentence."""
        self._bridges.take_over()
        if not self.tale:
            return prompt.messages
        named = self._gate.protagonist_named
        return more_messages(prompt, self.tale, protagonist_named=named)

    def _go_on(self, prompt: Prompt, *, last: bool) -> Sequence[Message]:
        """Return the request to go on; a protagonist who is still missing comes in first."""
        named = self._gate.protagonist_named
        if self.half_told and not named:
            self._lead_in(entrance(self._state, night=self._telling.night))
        self._begin_for(last=last)
        return more_messages(prompt, self.tale, protagonist_named=named)

    def _retell(self, prompt: Prompt, *, last: bool) -> Sequence[Message]:
        reasons = [
            explain(violation, self._state.cast, self._language)
            for violation in self._violations
        ]
        self._gate.restart()
        self._begin_for(last=last)
        return retell_messages(prompt, self.tale, reasons)

    def _begin_for(self, *, last: bool) -> None:
        """Give a model that finds no beginning its first sentence, before its last try."""
        if last and not self.tale:
            self._lead_in(opener(self._state, night=self._telling.night))

    def _lead_in(self, sentence: str) -> None:
        """Say a sentence of the code's own; a reply of the model begins after it."""
        self._refused(self._gate.offer(sentence))
        self._gate.restart()

    def _whole(self) -> bool:
        """Whether what was said is a night: long enough, and the protagonist was in it."""
        return self.half_told and self._gate.protagonist_named

    async def _stream(self, messages: Sequence[Message]) -> _End:
        """Ask the model once, and say what may be said of its reply."""
        if self._writer is None:
            return _End.FAILED
        cleaner, cutter = Cleaner(), self._cutter(self._language)
        try:
            end = await self._hear(self._writer, messages, cleaner, cutter)
        except ReplyCutOffError:
            return self._settle(_End.CUT_OFF)
        except ServerError as err:
            _LOGGER.warning("The model server failed while telling: %s", err)
            self._writer.on_error(err)
            moved = self._writer.move_on(err)
            return self._settle(_End.MOVED if moved else _End.FAILED)
        return end or self._offer_rest(
            [
                *cutter.push(cleaner.finish()),
                *cutter.finish(),
            ]
        )

    async def _hear(
        self,
        writer: Writer,
        messages: Sequence[Message],
        cleaner: Cleaner,
        cutter: SentenceCutter,
    ) -> _End | None:
        """Offer the sentences as they come; return how the stretch ends, if not by the end of the reply."""
        self._patience = Patience(writer.patience_s, self._bridges)
        stream = writer.server.stream_text(messages, writer.prose)
        chunks = heard(stream, self._telling.stopping, self._patience)
        async with aclosing(stream), aclosing(chunks):
            async for chunk in chunks:
                end = self._offer(cutter.push(cleaner.push(chunk)))
                if end is not None:
                    return end
        return _End.STOPPED if self._telling.stop_asked else None

    def _offer_rest(self, tail: Sequence[str]) -> _End:
        """Offer what came after the last whole sentence; a piece of a sentence is dropped."""
        whole = [sentence for sentence in tail if is_complete(sentence)]
        end = self._offer(whole)
        if end is not None:
            return end
        return self._settle(_End.COMPLETE if len(tail) == len(whole) else _End.CUT_OFF)

    def _offer(self, sentences: Sequence[str]) -> _End | None:
        """Say what the gate lets through; return how the stretch ends, if it does."""
        for sentence in sentences:
            if self._is_repeated(sentence):
                if self._repeats == LOOP:
                    return self._settle(_End.COMPLETE)
                continue
            if self._is_known_close(sentence):
                continue
            if self._refused(self._gate.offer(sentence)):
                return _End.REFUSED
            if length_of(self.tale, self._language) >= ENOUGH * self._wanted:
                return self._settle(_End.ENOUGH)
            if self.half_told and not self._gate.protagonist_named:
                return self._settle(_End.ALONE)
        return None

    def _is_repeated(self, sentence: str) -> bool:
        """Tell whether this was said before tonight: small models fall into loops."""
        key = fold(sentence)
        repeated = key in self._heard and len(key) >= LOOP_LENGTH
        self._repeats = self._repeats + 1 if repeated else 0
        return repeated

    def _is_known_close(self, sentence: str) -> bool:
        """Tell whether a recent night closed with this: it is not said, and if nothing follows, code closes instead."""
        self._close_kept_back = self.half_told and any(
            is_repeated(first_sentence(sentence, self._language), each)
            for each in self._endings
        )
        return self._close_kept_back

    def _settle(self, end: _End) -> _End:
        """Say or refuse what the gate still held back, now that no sentence follows."""
        return _End.REFUSED if self._refused(self._gate.settle()) else end

    def _refused(self, ruling: Ruling) -> bool:
        for sentence in ruling.released:
            self._heard.add(fold(sentence))
            self._say(sentence, " " if self._language is Language.EN else "")
        self._violations = ruling.violations
        return bool(ruling.violations)

    def _close(self, end: _End, *, calm: bool) -> None:
        """End the night with the code's own words where the model did not."""
        night = self._telling.night
        if calm:
            text = calm_ending(self._company(), prose=self.tale, night=night)
            self._say(text, "\n")
        elif end in {_End.CUT_OFF, _End.ENOUGH} or self._close_kept_back:
            self._say(closing(self._company(), night=night), "\n")

    def _company(self) -> StoryState:
        """Return the state with those alone whom an ending may name: tonight's prose may have let somebody go."""
        there = surely_there(self.tale, self._state.cast, self._language)
        hero = self._state.cast.protagonist
        others = [member for member in there if not member.protagonist]
        return replace(self._state, cast=Cast((hero, *others)))

    def _say(self, text: str, gap: str) -> None:
        """Say a passage, set off by `gap` from one that ends without a blank."""
        _join(self._tale, text, gap)
        self._hand_out(text, gap)
        self._patience.renew()

    def _say_bridge(self, used: int) -> None:
        """Say a short sentence of the code's own, while the model is silent."""
        text = bridge(self._state, self._telling.night, used)
        if self._gate.check_line(text):
            _LOGGER.warning("A bridge was not said: the gate refused it")
            return
        self._hand_out(text, " " if self._language is Language.EN else "")

    def _hand_out(self, text: str, gap: str) -> None:
        piece = _join(self._said, text, gap)
        self._pace.said(piece)
        self._telling.say(piece)


def _join(pieces: list[str], text: str, gap: str) -> str:
    """Add a text to the pieces, set off by `gap` from one that ends without a blank; return it with that."""
    if pieces and not pieces[-1][-1:].isspace():
        text = gap + text
    pieces.append(text)
    return text
