"""How small the encoder's window may be for a model, and how many threads serve it best.

A short window makes a command several times faster, but some models repeat themselves in
it. So each model's smallest window is measured: the first from which on clips are heard
as well as in the full window, and nothing has to be heard again.
"""

import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from . import texts
from .ear import Ear
from .errors import EarError
from .model import FULL_WINDOW, Model, window_files
from .probing import CLIPS, read_wav
from .sound import Samples
from .sounds import letters_apart

CANDIDATES = (8.0, 10.0, 12.0, 15.0, 20.0, FULL_WINDOW)
AS_WELL = 0.02
"""Share of the letters that may be wrong beyond what the full window gets wrong."""
ROUNDS = 3

Clip = tuple[Samples, str, str]


def calibrate(ear: Ear, manifest: str) -> int:
    """Measure and store; return the exit status. Raises EarError for bad clips."""
    clips = _read(ear, Path(manifest) if manifest else CLIPS / "manifest.tsv")
    window = _smallest_window(ear, clips)
    threads = _fastest_threads(ear, clips[0])
    measured = {"window": window, "threads": threads, "cores": os.cpu_count()}
    path = _store(ear.model, measured)
    sys.stdout.write(
        f"{ear.model.name}: smallest window {window:g} s, {threads} threads; "
        f"kept in {path}.\n"
    )
    ear.turns.close()
    return 0


def _read(ear: Ear, manifest: Path) -> list[Clip]:
    clips = []
    for line in manifest.read_text("utf-8").splitlines():
        columns = line.split("\t")
        if line.startswith("#") or len(columns) != 3:  # noqa: PLR2004
            continue
        name, language, text = columns
        if language not in ear.languages:
            continue
        sound, form = read_wav(manifest.parent / name)
        utterance = ear.utterance(form)
        utterance.feed(sound)
        utterance.finish()
        clips.append((utterance.samples(), language, text))
    if not clips:
        message = f"{manifest} has no clips in {', '.join(ear.languages)}."
        raise EarError(message)
    return clips


def _smallest_window(ear: Ear, clips: list[Clip]) -> float:
    wrong = {window: _wrong(ear, clips, window) for window in reversed(CANDIDATES)}
    smallest = FULL_WINDOW
    for window in reversed(CANDIDATES):
        sys.stdout.write(f"window {window:4g} s: {wrong[window]:.1%} wrong\n")
        if wrong[window] > wrong[FULL_WINDOW] + AS_WELL:
            break
        smallest = window
    return smallest


def _wrong(ear: Ear, clips: list[Clip], window: float) -> float:
    """Return the share of letters that are wrong; what repeats itself is all wrong."""
    wrong = letters = 0.0
    for samples, language, text in clips:
        heard = ear.model.decode(
            ear.model.encode(samples, window),
            language,
            beam=ear.options.beam_size,
            most_tokens=100,
        )
        said = texts.bare(text)
        letters += len(said)
        if texts.loops(heard.text):
            wrong += len(said)
        else:
            wrong += min(len(said), letters_apart(texts.bare(heard.text), said))
    return wrong / letters


def _fastest_threads(ear: Ear, clip: Clip) -> int:
    cores = os.cpu_count() or 1
    most = min(ear.options.threads or cores, cores)
    took = {}
    for threads in sorted({1, max(1, most // 2), most}):
        model = Model(
            ear.model.folder,
            ear.model.name,
            ear.options.compute_type,
            threads,
            exact=True,
        )
        took[threads] = min(_took(model, clip, ear) for _ in range(ROUNDS))
        sys.stdout.write(f"{threads} threads: {took[threads]:.2f} s\n")
    return min(took, key=lambda threads: took[threads])


def _took(model: Model, clip: Clip, ear: Ear) -> float:
    began = time.monotonic()
    encoded = model.encode(clip[0], model.window)
    model.decode(encoded, clip[1], beam=ear.options.beam_size, most_tokens=100)
    return time.monotonic() - began


def _store(model: Model, measured: Mapping[str, object]) -> Path:
    text = json.dumps(measured) + "\n"
    for path in window_files(model.folder, model.name):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        except OSError:
            continue
        return path
    message = f"What was measured could not be kept: {text.strip()}"
    raise EarError(message)
