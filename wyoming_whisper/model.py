"""Whisper's weights: found, checked to be whole, and asked for one thing at a time."""

import json
import math
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from faster_whisper import WhisperModel
from faster_whisper.tokenizer import Tokenizer
from faster_whisper.utils import download_model

from .errors import ModelError
from .sound import RATE, Samples

FULL_WINDOW = 30.0
FRAMES = 100
"""Frames of the spectrum in a second."""
NEEDED = ("config.json", "model.bin", "tokenizer.json")
VOCABULARIES = ("vocabulary.json", "vocabulary.txt")
MEASURED_FILE = "wyoming-whisper.json"
SIZES = {384: "tiny", 512: "base", 768: "small", 1024: "medium", 1280: "large"}
"""Whisper's sizes by the width of their encoders."""
MEASURED_WINDOWS = {"base": 10.0}
"""Smallest windows; a model that was never measured gets the full one."""
PROMPT_TOKENS = 100
FEW_CORES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What one pass of the decoder made of the sound."""

    tokens: tuple[int, ...]
    text: str
    score: float
    """Mean log-probability of a token."""
    silent: float
    """Probability that there is no speech."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """Sound as the encoder left it."""

    features: Any
    frames: int


class Model:
    """One loaded model; its methods block, and one thread at a time may call them."""

    def __init__(
        self,
        folder: Path,
        name: str,
        compute_type: str,
        threads: int,
        *,
        exact: bool = False,
    ) -> None:
        """Load the model, with at most (or exactly) that many threads: a blocking call.

        Raises ModelError.
        """
        check_whole(folder, name)
        self.name = name
        self.folder = folder
        try:
            self._whisper = WhisperModel(
                str(folder),
                device="cpu",
                compute_type=compute_type,
                cpu_threads=(
                    threads if exact else best_threads(threads, stored(folder, name))
                ),
                num_workers=1,
                local_files_only=True,
            )
        except (RuntimeError, ValueError, OSError) as err:
            message = f"The model {name} in {folder} could not be loaded: {err}"
            raise ModelError(message) from err
        self.multilingual = bool(self._whisper.model.is_multilingual)
        self._tokenizers: dict[str, Tokenizer] = {}
        blank = self.encode(np.zeros(RATE, np.float32), 1.0)
        size = SIZES.get(blank.features.shape[-1], "unknown")
        self.size = size if self.multilingual else f"{size}.en"
        self.window = self._stored_window()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the model knows."""
        return tuple(self._whisper.supported_languages)

    def encode(self, samples: Samples, window: float) -> Encoded:
        """Encode sound in a window of that many seconds."""
        frames = round(min(window, FULL_WINDOW) * FRAMES)
        samples = samples[: int(FULL_WINDOW * RATE)]
        spectrum = self._whisper.feature_extractor(samples)[:, :frames]
        spectrum = np.pad(spectrum, ((0, 0), (0, frames - spectrum.shape[1])))
        return Encoded(features=self._whisper.encode(spectrum), frames=frames)

    def language(self, encoded: Encoded, among: Sequence[str]) -> str:
        """Return which of these languages is spoken."""
        ranked = self._whisper.model.detect_language(encoded.features)[0]
        likely = {token[2:-2]: probability for token, probability in ranked}
        return max(among, key=lambda language: likely.get(language, 0.0))

    def decode(
        self,
        encoded: Encoded,
        language: str,
        *,
        beam: int,
        most_tokens: int,
        prompt: str = "",
        temperature: float = 0.0,
    ) -> Heard:
        """Turn encoded sound into text."""
        tokenizer = self._tokenizer(language)
        start = [
            *_told(tokenizer, prompt),
            *tokenizer.sot_sequence,
            tokenizer.no_timestamps,
        ]
        sampling: dict[str, Any] = (
            {"beam_size": 1, "sampling_topk": 0, "sampling_temperature": temperature}
            if temperature
            else {"beam_size": beam}
        )
        result = self._whisper.model.generate(
            encoded.features,
            [start],
            max_length=min(len(start) + most_tokens, 448),
            return_scores=True,
            return_no_speech_prob=True,
            suppress_tokens=[-1],
            **sampling,
        )[0]
        tokens = tuple(result.sequences_ids[0])
        # The sum is the decoder's score times its length, without the closing token.
        return Heard(
            tokens=tokens,
            text=tokenizer.decode(list(tokens)).strip(),
            score=result.scores[0] * len(tokens) / (len(tokens) + 1),
            silent=result.no_speech_prob,
        )

    def likelihood(
        self, encoded: Encoded, language: str, text: str, prompt: str = ""
    ) -> float:
        """Return the log-probability that the sound, as it begins, is this text."""
        tokenizer = self._tokenizer(language)
        tokens = tokenizer.encode(text if language in UNSPACED else " " + text)
        start = [*_told(tokenizer, prompt), *tokenizer.sot_sequence]
        aligned = self._whisper.model.align(
            encoded.features, start, [tokens], encoded.frames
        )[0]
        return sum(math.log(max(p, 1e-9)) for p in aligned.text_token_probs)

    def _tokenizer(self, language: str) -> Tokenizer:
        if language not in self._tokenizers:
            self._tokenizers[language] = Tokenizer(
                self._whisper.hf_tokenizer,
                self.multilingual,
                task="transcribe" if self.multilingual else None,
                language=language if self.multilingual else None,
            )
        return self._tokenizers[language]

    def _stored_window(self) -> float:
        """Return the smallest window: measured for this model, known, or the full one."""
        window = stored(self.folder, self.name).get("window")
        if isinstance(window, int | float) and 1 <= window <= FULL_WINDOW:
            return float(window)
        return MEASURED_WINDOWS.get(self.size, FULL_WINDOW)


def best_threads(most: int, measured: dict[str, Any]) -> int:
    """Return how many threads to use of those allowed (0: one for each core).

    The decoder's steps are small: on two cores, two threads wait for one another more
    than they help, up to four times as long when anything else runs.
    """
    cores = os.cpu_count() or 1
    threads = min(most or cores, cores)
    fastest = measured.get("threads")
    if measured.get("cores") == cores and isinstance(fastest, int):
        return max(1, min(threads, fastest))
    return threads if cores > FEW_CORES else 1


def stored(folder: Path, name: str) -> dict[str, Any]:
    """Return what was measured for a model, if it was."""
    for path in window_files(folder, name):
        try:
            measured = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(measured, dict):
            return measured
    return {}


def _told(tokenizer: Tokenizer, prompt: str) -> list[int]:
    """Return the tokens of what the model is told to have come before."""
    if not prompt:
        return []
    return [tokenizer.sot_prev, *tokenizer.encode(" " + prompt)[:PROMPT_TOKENS]]


UNSPACED = frozenset({"ja", "zh", "yue", "th", "lo", "my", "km", "bo"})
"""Languages that are written without blanks between words."""


def window_files(folder: Path, name: str) -> Iterator[Path]:
    """Yield where what is measured may be kept: with the model, else at home."""
    yield folder / MEASURED_FILE
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    yield state / "wyoming-whisper" / f"{name.replace('/', '--')}.json"


def find(name: str, *, offline: bool) -> Path:
    """Return the folder of a model: given as such, in the hub's cache, or downloaded.

    Raises ModelError if there is none.
    """
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder
    if os.sep in name and (name.startswith((".", "~", os.sep))):
        message = f"There is no model folder {folder}."
        raise ModelError(message)
    for local in (True, False):
        if not local and offline:
            break
        try:
            return Path(download_model(name, local_files_only=local))
        except ValueError as err:
            raise ModelError(str(err)) from err
        except Exception as err:  # noqa: BLE001 - the hub client raises what it likes
            reason = err
    message = (
        f"The model {name} is not on this machine"
        f"{'' if offline else ' and could not be downloaded'} ({reason}). "
        "Put its folder here and name that as the model."
    )
    raise ModelError(message)


def check_whole(folder: Path, name: str) -> None:
    """Raise ModelError unless every part of the model is there, whole."""
    missing = [part for part in NEEDED if not (folder / part).is_file()]
    if not any((folder / part).is_file() for part in VOCABULARIES):
        missing.append(VOCABULARIES[0])
    if missing:
        message = f"The model {name} in {folder} is not complete: no {missing[0]}."
        raise ModelError(message)
    weights = folder / "model.bin"
    size = weights.stat().st_size
    try:
        with weights.open("rb") as file:
            wanted = _weights_size(file, size)
    except (struct.error, UnicodeDecodeError):
        wanted = None
    if wanted is None or wanted > size:
        message = (
            f"The model {name} in {folder} is not complete: its model.bin has "
            f"{size:,} bytes{f', {wanted:,} were announced' if wanted else ''}. "
            "Remove the folder and fetch the model again."
        )
        raise ModelError(message)


def _weights_size(file: BinaryIO, size: int) -> int | None:
    """Return how far the weights reach that the file announces; None if unreadable."""

    def number(form: str) -> int:
        values: tuple[int] = struct.unpack(form, file.read(struct.calcsize(form)))
        return values[0]

    number("<I")  # version of the format
    file.read(number("<H"))  # name of the architecture
    number("<I")  # its revision
    reached = 0
    for _ in range(number("<I")):
        file.read(number("<H"))
        file.seek(4 * number("<B"), os.SEEK_CUR)
        number("<B")
        length = number("<I")
        reached = file.tell() + length
        if reached > size:
            return reached
        file.seek(reached)
    return reached or None
