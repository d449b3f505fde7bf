"""Text as it leaves the server: tidy, without loops, without a video's farewells."""

import re
import unicodedata
import zlib
from pathlib import Path

from .languages import fold

WORDS = Path(__file__).parent / "words"
LOOP_RATIO = 2.0
"""Text that compresses better says the same again and again."""
MOST_CHARACTERS = 30.0
"""Characters a second that no mouth exceeds."""
SHORTEST_LOOP = 2
_JAPANESE = r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
_BLANKS = re.compile(rf"(?<={_JAPANESE})\s+(?={_JAPANESE})")
_SAID_OVER = re.compile(r"(.{2,}?)(?:[\s、。,.!?！？]*\1){3,}", re.DOTALL)


def tidy(text: str, language: str) -> str:
    """Return the text on one line, and Japanese without blanks."""
    text = " ".join(text.split())
    if fold(language) == "ja":
        text = _BLANKS.sub("", text)
    return text


def bare(text: str) -> str:
    """Return only what is spoken of the text: no marks, no case, one kind of kana."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(
        _hiragana(character)
        for character in folded
        if unicodedata.category(character)[0] in "LNM"
    )


def _hiragana(character: str) -> str:
    return chr(ord(character) - 0x60) if "ァ" <= character <= "ヶ" else character


def loops(text: str) -> bool:
    """Tell whether the text says the same again and again."""
    raw = text.encode()
    if len(raw) / len(zlib.compress(raw)) > LOOP_RATIO:
        return True
    spoken = bare(text)
    half = len(spoken) // 2
    return len(spoken) >= 2 * SHORTEST_LOOP and any(
        spoken[:length] * (len(spoken) // length) == spoken
        for length in range(SHORTEST_LOOP, half + 1)
        if len(spoken) % length == 0
    )


def cut_loops(text: str) -> str:
    """Return the text with what is said four times or more said once."""
    return _SAID_OVER.sub(r"\1", text)


def too_fast(text: str, seconds: float) -> bool:
    """Tell whether nobody could say as much in this time."""
    return len(text) > MOST_CHARACTERS * max(seconds, 1.0)


def read_words(kind: str, language: str) -> list[str]:
    """Return the lines of one of the word lists that come with the server."""
    path = WORDS / f"{kind}_{language}.txt"
    if not path.is_file():
        return []
    lines = path.read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


_phantoms: dict[str, frozenset[str]] = {}


def is_phantom(text: str, language: str) -> bool:
    """Tell whether the text is one that Whisper is known to hear in silence."""
    if language not in _phantoms:
        known = read_words("phantoms", language)
        _phantoms[language] = frozenset(map(bare, known))
    return bare(text) in _phantoms[language]
