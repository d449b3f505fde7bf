"""How the word lists of this package are written down: as text, for people to read."""

import tomllib
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "data"


def word_list(text: str) -> tuple[str, ...]:
    """Return the words of a text, longest first, each once."""
    return tuple(
        sorted(dict.fromkeys(text.split()), key=lambda word: (-len(word), word))
    )


def word_file(name: str) -> dict[str, Any]:
    """Return what stands in a file of word lists.

    Called while a module is imported, which Home Assistant does outside of its event loop.
    """
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
