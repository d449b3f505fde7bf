"""Where somebody speaks: the gate before the model.

A model that is given silence makes up words, and takes its time for that. Silero's
network, which faster-whisper brings along, tells speech from other sounds for about one
hundredth of the cost, and hears the sound while it comes in.
"""

from pathlib import Path

import numpy as np
import onnxruntime
from faster_whisper.utils import get_assets_path

from .sound import RATE, Samples

FRAME = 512
FRAME_SECONDS = FRAME / RATE
CONTEXT = 64
AT_ONCE = 3
"""Frames that are looked at together: each call has its price."""
SPEECH = 0.5
STILL_SPEECH = 0.35
"""Once somebody speaks, this much is enough to go on."""
SHORTEST = 3
"""Frames in a row from which on it is speech: a click is shorter."""


class Detector:
    """Silero's network, shared by all streams."""

    def __init__(self) -> None:
        """Load the network: a blocking call."""
        options = onnxruntime.SessionOptions()
        options.inter_op_num_threads = 1
        options.intra_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(_network()), options, providers=["CPUExecutionProvider"]
        )

    def run(
        self, frames: Samples, state: tuple[Samples, Samples]
    ) -> tuple[Samples, tuple[Samples, Samples]]:
        """Return how likely each frame is speech, and the state after the last."""
        heard, first, second = self._session.run(
            None, {"input": frames, "h": state[0], "c": state[1]}
        )
        return heard.reshape(-1), (first, second)


def _network() -> Path:
    found = sorted(Path(get_assets_path()).glob("silero_vad_v*.onnx"))
    if not found:
        message = "faster-whisper came without its voice activity network."
        raise FileNotFoundError(message)
    return found[-1]


class Voice:
    """Where somebody speaks in one utterance, followed while it comes in."""

    def __init__(self, detector: Detector) -> None:
        """Begin with nothing heard."""
        self._detector = detector
        blank = np.zeros((1, 1, 128), np.float32)
        self._state = (blank, blank)
        self._rest = np.zeros(0, np.float32)
        self._context = np.zeros(CONTEXT, np.float32)
        self._run = 0
        self._speaking = False
        self.frames = 0
        self.turns: list[tuple[int, int]] = []
        """First and last frame but one of each stretch of speech."""

    def feed(self, samples: Samples) -> None:
        """Listen to more of the utterance."""
        samples = np.concatenate([self._rest, samples])
        if len(samples) < AT_ONCE * FRAME:
            self._rest = samples
            return
        self._run_frames(samples)

    def _run_frames(self, samples: Samples) -> None:
        count = len(samples) // FRAME
        self._rest = samples[count * FRAME :]
        frames = samples[: count * FRAME].reshape(count, FRAME)
        before = np.concatenate([self._context[None], frames[:-1, -CONTEXT:]])
        heard, self._state = self._detector.run(
            np.concatenate([before, frames], axis=1), self._state
        )
        self._context = frames[-1, -CONTEXT:]
        for likely in heard:
            self._note(float(likely))

    def finish(self) -> None:
        """Listen to the torn last frame too."""
        if len(self._rest):
            torn = np.zeros(-len(self._rest) % FRAME, np.float32)
            self._run_frames(np.concatenate([self._rest, torn]))

    def _note(self, likely: float) -> None:
        speech = likely >= (STILL_SPEECH if self._speaking else SPEECH)
        self._run = self._run + 1 if speech else 0
        self.frames += 1
        if self._speaking and speech:
            self.turns[-1] = (self.turns[-1][0], self.frames)
        elif self._run >= SHORTEST:
            self._speaking = True
            self.turns.append((self.frames - self._run, self.frames))
        elif not speech:
            self._speaking = False

    @property
    def silence(self) -> float:
        """Seconds since somebody spoke last; all of it if nobody did."""
        last = self.turns[-1][1] if self.turns else 0
        return (self.frames - last) * FRAME_SECONDS

    def spoken(self) -> float:
        """Return the seconds of speech."""
        return sum(end - start for start, end in self.turns) * FRAME_SECONDS
