"""Clips with what is said in them, and how far a transcript is from that."""

import re
import unicodedata
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SPELT_OUT = {"mr": "mister", "mrs": "missis", "dr": "doctor", "10": "ten", "1": "one"}
DIGITS = str.maketrans("0123456789", "〇一二三四五六七八九")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """Raw sound and its form."""

    audio: bytes
    rate: int
    width: int
    channels: int

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return len(self.audio) / (self.rate * self.width * self.channels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """One recording."""

    name: str
    lang: str
    text: str
    sound: Sound


@dataclass(frozen=True, slots=True)
class Errors:
    """How many characters or words are wrong, of how many."""

    wrong: int
    of: int


def read_wav(path: Path) -> Sound:
    """Read a WAV file."""
    with wave.open(str(path), "rb") as file:
        return Sound(
            audio=file.readframes(file.getnframes()),
            rate=file.getframerate(),
            width=file.getsampwidth(),
            channels=file.getnchannels(),
        )


def read_manifest(path: Path) -> list[Clip]:
    """Read `file<TAB>language<TAB>transcript` lines; raises ValueError for others."""
    clips = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 3:  # noqa: PLR2004
            message = f"{path}, line {number}: not file, language, transcript"
            raise ValueError(message)
        name, lang, text = columns
        clips.append(
            Clip(name=name, lang=lang, text=text, sound=read_wav(path.parent / name))
        )
    return clips


def units(text: str, lang: str) -> Sequence[str]:
    """Return the characters (Japanese) or words that count."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if lang == "ja":
        spoken = "".join(c for c in folded if unicodedata.category(c)[0] in "LNM")
        return [
            chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c
            for c in spoken.translate(DIGITS)
        ]
    words = re.sub(r"[^\w' ]+", " ", folded).replace("'", "").split()
    return [SPELT_OUT.get(word, word) for word in words]


def errors(heard: str, clip: Clip) -> Errors:
    """Count what differs from what was said."""
    said, got = units(clip.text, clip.lang), units(heard, clip.lang)
    row = list(range(len(said) + 1))
    for index, mine in enumerate(got, 1):
        last, row[0] = row[0], index
        for place, theirs in enumerate(said, 1):
            last, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, last + (mine != theirs)),
            )
    return Errors(row[-1], len(said))
