"""How long a night is, in the unit of its language: words in English, characters in Japanese.

Source of the rates: bedtime reading of about 140 words or 360 characters a minute (design: 2½ minutes are
about 350 English words or 900 Japanese characters).
"""

from .model import Language

WORDS_A_MINUTE = 140
CHARACTERS_A_MINUTE = 360


def wanted_length(minutes: float, language: Language) -> int:
    """Return the length of so many minutes of speech, in words (en) or characters (ja)."""
    rate = CHARACTERS_A_MINUTE if language is Language.JA else WORDS_A_MINUTE
    return max(1, round(minutes * rate))


def length_of(text: str, language: Language) -> int:
    """Return the length of a text, in words (en) or characters without blanks (ja)."""
    words = text.split()
    return sum(map(len, words)) if language is Language.JA else len(words)


def speech_s(text: str, language: Language) -> float:
    """Return how many seconds a text lasts when it is read aloud at bedtime."""
    return length_of(text, language) / wanted_length(1, language) * 60
