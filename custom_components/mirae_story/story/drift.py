"""A name that is nearly the protagonist's: the model forgot how it is spelled."""

import re
from collections.abc import Iterable

from .masks import Spelling
from .model import Cast, Language
from .names import fold, near_variant

_EN_WORD = re.compile(r"(?<![\w'-])[A-Z][\w'-]*[^\W\d_](?<!'s)")
_JA_WORD = re.compile(
    r"[ァ-ヶー]+|[一-龯々]+|[ぁ-んー]{2,}?(?=(?:さん|ちゃん|くん)|[はがをもにと、])"
)
_INTRODUCED = re.compile(
    r"(?:named|called|name was|name is|sister|brother|cousin|friend|twin)\s+(?:of \w+\s+|was\s+)?$"
    r"|(?:という|っていう|と(?:名の|呼ばれ))",
    re.IGNORECASE,
)
_NEW_JA = re.compile(r"^(?:という|っていう|と名の|と呼ばれ|って名)")
_ACTS_EN = re.compile(r"^(?:'s)?,?\s+(?!and\b|or\b|of\b)[a-z]")
_ACTS_JA = re.compile(r"^(?:さん|ちゃん|くん|船長|隊長)?(?:は|が|も|の|に|を|と|、)")


class DriftSigns:
    """Looks for variants of one protagonist's name that belong to nobody."""

    def __init__(
        self, cast: Cast, language: Language, known: Iterable[Spelling]
    ) -> None:
        """Prepare what is compared."""
        hero = cast.protagonist
        self._names = tuple(
            name for name in (hero.name, *hero.aliases) if len(name) > 1
        )
        self._role = fold(hero.role)
        self._known = frozenset(
            part
            for spelling in known
            for part in (fold(spelling.text), *fold(spelling.text).split())
        )
        self._japanese = language is Language.JA
        self._cache: dict[str, str | None] = {}

    def variant(self, narrated: str, *, named: bool) -> str | None:
        """Return a variant that this sentence (`names.visible`) uses as the protagonist; `named`: it has the real name."""
        pattern = _JA_WORD if self._japanese else _EN_WORD
        for match in pattern.finditer(narrated):
            original = self._original(match[0])
            if original and self._is_meant(narrated, match, original, named=named):
                return match[0]
        return None

    def _original(self, word: str) -> str | None:
        """Return the name of the protagonist that this word is nearly."""
        if word not in self._cache:
            key = fold(word)
            self._cache[word] = (
                None
                if key in self._known
                else next((n for n in self._names if near_variant(n, word)), None)
            )
        return self._cache[word]

    def _is_meant(
        self, text: str, match: re.Match[str], original: str, *, named: bool
    ) -> bool:
        before, after = text[: match.start()], text[match.end() :]
        if _INTRODUCED.search(before) or _NEW_JA.match(after):
            return False
        if self._has_role(before, after):
            return True
        if named or not _is_slip(fold(original), fold(match[0])):
            return False
        acts = _ACTS_JA if self._japanese else _ACTS_EN
        return acts.match(after) is not None

    def _has_role(self, before: str, after: str) -> bool:
        """Tell whether the protagonist's role stands beside the word."""
        near = fold(after[: len(self._role) + 8]) if after else ""
        head = fold(before[-len(self._role) - 2 :]) if before else ""
        return bool(self._role) and (
            head.rstrip().endswith(self._role)
            or re.match(rf",?\s*(?:the\s+)?{re.escape(self._role)}", near) is not None
        )


def _is_slip(original: str, word: str) -> bool:
    """Tell whether the difference is a slip of spelling and no other person's name.

    A letter doubled, dropped or made long is; another first letter or, in a short name, another letter is not.
    """
    if original[0] != word[0]:
        return False
    return len(original) != len(word) or len(original) > len("Bram")
