"""What no child should hear at bedtime: gore, cruelty, sex, drugs, self-harm, contact details.

Judged on one sentence, for some things in the light of the two before it. Lists catch what they know; they do not
make a text safe.
"""

import re
from collections.abc import Iterable

from .model import Language
from .safety_en import CARRIED_EN, UNSAFE_EN
from .safety_ja import CARRIED_JA, UNSAFE_JA


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


_HARM = {Language.EN: _any_of(UNSAFE_EN), Language.JA: _any_of(UNSAFE_JA)}
_CARRIED = {Language.EN: _any_of(CARRIED_EN), Language.JA: _any_of(CARRIED_JA)}
_CONTACT = _any_of(
    (
        r"(?<![\d.])\+?\d{2,4}[-. ]\d{2,4}[-. ]\d{3,4}(?!\d|\.\d)|\(\d{2,4}\)\s?\d{2,4}[- ]\d{3,4}|\b555-\d{4}\b|\b0\d{9,10}\b",
        r"\b\d{1,5}[a-z]? (?:[A-Z][a-z]+ ){1,3}(?:Street|St\.|Road|Rd\.|Avenue|Ave\.|Lane|Drive|Boulevard|Court|Terrace)(?!\w)",
        r"[都道府県][^。]{0,12}[市区町村郡][^。]{0,14}\d|[市区町村][^。]{0,6}\d+-\d+|[0-9一二三四五六七八九十]+丁目(?!の角)|[0-9一二三四五六七八九十]+番地|[一二三四五六七八九十]番[一二三四五六七八九十]+号|\d+丁目|\d+番地|\d番\d+号|〒\s?\d{3}",
        r"[\w.]+@\w+\.\w{2,}",
    )
)
_HAS_CONTACT = re.compile(r"\d\D{0,3}\d|\d+ [A-Z]|@|丁目|〒")


def is_unsafe(text: str, language: Language, before: str = "") -> bool:
    """Tell whether a sentence, read after `before`, must not be spoken.

    Both went through `names.visible`; names may be signs (`masks`).
    """
    if _HAS_CONTACT.search(text) and _CONTACT.search(text):
        return True
    low = text.casefold()
    if _HARM[language].search(low):
        return True
    read = f"{before.casefold()}\n{low}"
    own = len(read) - len(low)
    return any(found.end() > own for found in _CARRIED[language].finditer(read))
