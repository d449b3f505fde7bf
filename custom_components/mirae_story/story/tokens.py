"""How many tokens a text will cost, before a server can tell: estimated per script, corrected by reports."""

import re
from dataclasses import dataclass
from math import ceil

_ASCII_A_TOKEN = 4
_LATIN_A_TOKEN = 2
_BEYOND_LATIN = re.compile("[^\x00-\u024f]+")
_SMALLEST, _LARGEST = 0.5, 3.0


@dataclass(frozen=True, slots=True)
class TokenScale:
    """How a model's own count compares with the estimate."""

    factor: float = 1.0

    def corrected(self, estimated: int, reported: int | None) -> TokenScale:
        """Return the scale half way to what a server reported for a prompt estimated with this scale."""
        if estimated <= 0 or not reported or reported < 0:
            return self
        target = self.factor * reported / estimated
        halfway = (self.factor + target) / 2
        return TokenScale(min(max(halfway, _SMALLEST), _LARGEST))


UNCORRECTED = TokenScale()


def estimate_tokens(text: str, scale: TokenScale = UNCORRECTED) -> int:
    """Return about how many tokens a text costs: four ASCII characters a token, one of kana or kanji."""
    ascii_count = len(text.encode("ascii", "ignore"))
    latin_count = len(_BEYOND_LATIN.sub("", text)) - ascii_count
    others = len(text) - ascii_count - latin_count
    plain = ascii_count / _ASCII_A_TOKEN + latin_count / _LATIN_A_TOKEN + others
    return ceil(plain * scale.factor)
