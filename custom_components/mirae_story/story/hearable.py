"""Whether a told text from elsewhere may be read aloud: the part of the gate that no cast can change."""

from .chatter import has_markup
from .masks import found_in, mask, spellings
from .model import Cast, Character, Language
from .names import visible
from .safety import is_unsafe
from .sentences import sentences

_NOBODY = Character(name="", role="")


class Hearing:
    """Reads texts of one story as the gate reads sentences."""

    def __init__(self, cast: Cast, language: Language) -> None:
        """Know the names, which are no words."""
        self._names = spellings(cast)
        self._language = language

    def may_hear(self, text: str) -> bool:
        """Tell whether a text is free of markup and of what no child should hear at bedtime."""
        before = ("", "")
        for sentence in sentences(text, self._language):
            if has_markup(sentence):
                return False
            plain = visible(sentence)
            signed = mask(plain, found_in(plain, self._names), _NOBODY).signed
            readings = {signed, plain} if self._language is Language.JA else {signed}
            told = "\n".join(before)
            if any(is_unsafe(each, self._language, told) for each in readings):
                return False
            before = (before[1], signed)
        return True
