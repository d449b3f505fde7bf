"""What all connections share: the model, the gate, the queue, the lists."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import listening, texts
from .errors import ModelError, TooLongError
from .listening import Piece, Request
from .lists import Lines
from .memory import give_back
from .model import Model, find
from .options import Options
from .phrases import Phrase
from .sound import RATE, Format, Samples, Stream
from .turns import Turns
from .voice import Detector, Voice

_LOGGER = logging.getLogger(__name__)


class Utterance:
    """The sound of one utterance, as it comes in."""

    def __init__(self, form: Format, detector: Detector, most_seconds: float) -> None:
        """Begin to take sound."""
        self._stream = Stream(form)
        self._most = int(most_seconds * RATE)
        self._samples: list[Samples] = []
        self.voice = Voice(detector)
        self.count = 0
        self.began = time.monotonic()

    def feed(self, payload: bytes) -> None:
        """Take more sound. Raises TooLongError."""
        self._take(self._stream.feed(payload))

    def reform(self, form: Format) -> None:
        """Go on in another form, if it is another."""
        if form != self._stream.form:
            self._take(self._stream.finish())
            self._stream = Stream(form)

    def finish(self) -> None:
        """Take what is left."""
        self._take(self._stream.finish())
        self.voice.finish()

    def samples(self) -> Samples:
        """Return all of the sound up to now."""
        if len(self._samples) > 1:
            self._samples = [np.concatenate(self._samples)]
        return self._samples[0] if self._samples else np.zeros(0, np.float32)

    @property
    def live(self) -> bool:
        """Whether the sound comes about as fast as somebody speaks."""
        elapsed = time.monotonic() - self.began
        return self.count / RATE <= elapsed * 1.5 + 0.5

    def _take(self, samples: Samples) -> None:
        self.count += len(samples)
        if self.count > self._most:
            message = f"An utterance may last {self._most / RATE:g} seconds here."
            raise TooLongError(message)
        if len(samples):
            self._samples.append(samples)
            self.voice.feed(samples)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an utterance was heard as."""

    text: str
    language: str | None
    raw: str = ""
    names: Sequence[str] = ()


class Wanted:
    """Whether anybody still waits for an answer; read by the model's thread."""

    def __init__(self) -> None:
        """Begin with somebody waiting."""
        self.still = True

    def __call__(self) -> bool:
        """Tell whether to go on."""
        return self.still


class Ear:
    """Everything that hears, loaded once."""

    def __init__(self, options: Options) -> None:
        """Load the model and warm it: a blocking call of seconds. Raises ModelError."""
        self.options = options
        folder = find(options.model, offline=options.offline)
        name = folder.name if Path(options.model).is_dir() else options.model
        self.model = Model(folder, name, options.compute_type, options.threads)
        known = self.model.languages
        self.languages = tuple(
            language for language in options.served if language in known
        )
        if not self.languages:
            message = (
                f"The model {name} knows none of the languages "
                f"{', '.join(options.served)}."
            )
            raise ModelError(message)
        self.detector = Detector()
        self.turns = Turns(options.most_waiting, give_back)
        self._cast = Lines(Path(options.cast)) if options.cast else None
        self._own = Lines(Path(options.phrases)) if options.phrases else None
        self._built_in = {
            language: tuple(map(Phrase.read, texts.read_words("phrases", language)))
            for language in self.languages
        }
        self._warm()

    def utterance(self, form: Format) -> Utterance:
        """Return an utterance to fill with sound."""
        return Utterance(form, self.detector, self.options.most_seconds)

    def request(self, language: str | None, names: Sequence[str] | None) -> Request:
        """Return how an utterance is to be heard, with the lists as they are now."""
        return Request(
            language=language,
            languages=self.languages,
            names=names,
            cast=self._cast.read() if self._cast else (),
            phrases=self._phrases(),
            beam=self.options.beam_size,
        )

    def _phrases(self) -> dict[str, Sequence[Phrase]]:
        if not self.options.snap:
            return {}
        if self._own is None:
            return dict(self._built_in)
        own = list(map(Phrase.read, self._own.read()))
        japanese = [phrase for phrase in own if not phrase.text.isascii()]
        others = [phrase for phrase in own if phrase.text.isascii()]
        return {
            language: japanese if language == "ja" else others
            for language in self.languages
        }

    async def hear(
        self, utterance: Utterance, request: Request, host: str, wanted: Wanted
    ) -> Answer:
        """Return what was said. Raises BusyError."""
        samples, voice = utterance.samples(), utterance.voice
        parts = listening.pieces(voice, len(samples))
        spoken, heard = voice.spoken(), list[Piece]()
        language = request.language
        try:
            for start, end in parts:
                stretch = samples[start:end]
                piece = await self.turns.do(
                    host,
                    lambda stretch=stretch: listening.hear(  # type: ignore[misc]
                        self.model,
                        stretch,
                        request,
                        spoken=spoken,
                        whole=len(parts) == 1,
                        wanted=wanted,
                    ),
                    begun=bool(heard),
                )
                heard.append(piece)
        except BaseException:
            wanted.still = False
            raise
        if heard:
            language = heard[0].language
        joint = "" if language == "ja" else " "
        return Answer(
            text=joint.join(piece.text for piece in heard if piece.text),
            language=language,
            raw=joint.join(piece.raw for piece in heard if piece.raw),
            names=next((piece.names for piece in heard if piece.names), ()),
        )

    def _warm(self) -> None:
        """Decode some noise, so that the first speaker waits no longer than others."""
        noise = np.random.default_rng(0).normal(0, 0.01, RATE).astype(np.float32)
        Voice(self.detector).feed(noise)
        encoded = self.model.encode(noise, self.model.window)
        self.model.decode(
            encoded, self.languages[0], beam=self.options.beam_size, most_tokens=8
        )
        del encoded
        give_back()  # loading needs more than what is loaded
