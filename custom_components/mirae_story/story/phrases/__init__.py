"""What the code itself says, as data: English and Japanese are equals."""

from collections.abc import Mapping

from ..model import Language
from .en import ENGLISH
from .ja import JAPANESE
from .shape import Phrases

_ALL: Mapping[Language, Phrases] = {Language.EN: ENGLISH, Language.JA: JAPANESE}


def phrases(language: Language) -> Phrases:
    """Return the phrases of a language."""
    return _ALL[language]
