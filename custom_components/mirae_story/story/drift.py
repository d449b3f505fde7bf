"""A name that is nearly the protagonist's: the model forgot how it is spelled."""

import re
from collections.abc import Iterable

from .masks import Spelling
from .model import Cast, Language
from .names import fold, near_variant
from .stage_en import ACTS
from .words import COMMON_WORDS

_EN_WORD = re.compile(r"(?<![\w'-])[A-Z][\w'-]*[^\W\d_](?<!'s)")
_JA_WORD = re.compile(
    r"[ァ-ヶー]+|[一-龯々]+ー?|(?<![一-龯々ァ-ヶー])[ぁ-んー]{2,}?(?=(?:さん|ちゃん|くん)|[はがをもにと、])"
)
_INTRODUCED = re.compile(
    r"(?:named|called|name (?:was|is)|(?:sister|brother|cousin|friend|twin|girl|boy|cat|dog),?)\s+$",
    re.IGNORECASE,
)
_NEW = re.compile(
    r"^,? (?:was|is) (?:a|an|the|his|her|their)\b|^,? (?:a|an) \w+"
    r"|^(?:という|っていう|と名の|と呼ばれ|って名)|^(?:は|が)[^。]{0,14}(?:だった|でした|です|という)"
)
_FOLLOWS_EN = re.compile(r"^(?:'s)?,?\s+(?!and\b|or\b|of\b)[a-z]")
_DOES_EN = re.compile(r"^'s\s+\w|^,?\s+(?:was|is)\s\w+ing\b|^\s+had\s\w+")
_HONOURED = re.compile(r"さん|ちゃん|くん")
_CALLED_EN = re.compile(r"(?:,\s+|[\"“])([A-Z][\w'-]*[^\W\d_])(?=[!?,.][^\w]*)")
_FOLLOWS_JA = re.compile(r"^(?:さん|ちゃん|くん|船長|隊長)?(?:は|が|も|の|に|を|と|、)")
_SAYS = re.compile(
    r"\b(?:said|asked|cried|called|whispered|shouted|answered|replied|murmured|laughed)\s+$"
)
_LEADS_JA = re.compile(r"^(?:さん|ちゃん|くん)?(?:は|が|も)")
_DOES_JA = re.compile(r"^(?:は|が|も)[^。]*を[^。]*(?:た|る|だ)(?:。|$)")
_LONG_KANA = 3
"""Kana of a name whose variants are rarely words."""
_DRAWN_OUT = frozenset("ーっッァィゥェォぁぃぅぇぉあいうえおんンh")
"""Letters that make a sound longer and no other name."""
_VOWELS = frozenset("aeiou")
_SOUNDS = str.maketrans("zyckqjw", "sikkkyv")
"""Letters that sound like others."""


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
        self._drawn = tuple(
            f"{name[:at]}ー{name[at:]}"
            for name in self._names
            if _is_hiragana(name)
            for at in range(1, len(name) + 1)
        )
        """Variants that no word hides: hiragana have no bounds."""
        self._cache: dict[str, str | None] = {}

    def variant(self, narrated: str, *, named: bool, before: bool) -> str | None:
        """Return a variant that this sentence (`names.visible`) uses as the protagonist.

        `named`: the sentence has the real name; `before`: one before it tonight has.
        """
        for word in self._drawn:
            at = narrated.find(word)
            if at >= 0 and _FOLLOWS_JA.match(narrated[at + len(word) :]):
                return word
        pattern = _JA_WORD if self._japanese else _EN_WORD
        for match in pattern.finditer(narrated):
            original = self._original(match[0])
            if original is None or not self._may_be_name(match[0], narrated, match):
                continue
            apart = named and self._stands_apart(original, narrated, match)
            if apart and not self._has_role(narrated, match):
                continue
            if self._is_meant(narrated, match, original, before=before):
                return match[0]
        return None

    def _may_be_name(self, word: str, text: str, match: re.Match[str]) -> bool:
        """Tell whether a word is no other word: one in hiragana is a name only beside a role or an honorific."""
        if not _is_hiragana(word):
            return True
        return (
            self._has_role(text, match)
            or _HONOURED.match(text[match.end() :]) is not None
            or self._is_subject(word, text, match)
        )

    def _is_subject(self, word: str, text: str, match: re.Match[str]) -> bool:
        """Tell whether a long word in hiragana that is no common one begins a clause and does something."""
        return (
            len(word) >= _LONG_KANA
            and word not in COMMON_WORDS
            and any(len(word) == len(n) and word[0] == n[0] for n in self._names)
            and (not match.start() or text[match.start() - 1] in "、。」!? ")
            and _DOES_JA.match(text[match.end() :]) is not None
        )

    def called(self, quotations: Iterable[str]) -> str | None:
        """Return a variant by which somebody is called in what is said.

        In Japanese a name is drawn out where it is called (`ミナー！`), which is no variant.
        """
        if self._japanese:
            return None
        for words in quotations:
            for match in _CALLED_EN.finditer(f'"{words}'):
                original = self._original(match[1])
                if original and _is_slip(fold(original), fold(match[1])):
                    return match[1]
        return None

    def _stands_apart(self, original: str, text: str, match: re.Match[str]) -> bool:
        """Tell whether the real name is in the sentence, and not only as a part of this word."""
        return original not in match[0] or original in text.replace(match[0], " ")

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
        self, text: str, match: re.Match[str], original: str, *, before: bool
    ) -> bool:
        head, tail = text[: match.start()], text[match.end() :]
        if _INTRODUCED.search(head) or _NEW.match(tail):
            return False
        if self._has_role(text, match):
            return True
        slip = _is_slip(fold(original), fold(match[0]))
        if before and not slip:
            return False
        if self._japanese:
            return (_FOLLOWS_JA if slip else _LEADS_JA).match(tail) is not None
        signs = [ACTS]
        if slip:
            words = _vowels_differ(fold(original), fold(match[0]))
            signs.append(_DOES_EN if words else _FOLLOWS_EN)
        says = slip and _SAYS.search(head) is not None
        return says or any(sign.match(tail) for sign in signs)

    def _has_role(self, text: str, match: re.Match[str]) -> bool:
        """Tell whether the protagonist's role stands beside the word."""
        if not self._role:
            return False
        size = len(self._role)
        head = fold(text[max(0, match.start() - size - 2) : match.start()])
        tail = fold(text[match.end() : match.end() + size + 8])
        return head.removesuffix("の").rstrip().endswith(self._role) or (
            re.match(rf",?\s*(?:the\s+)?{re.escape(self._role)}", tail) is not None
        )


def _is_slip(original: str, word: str) -> bool:
    """Tell whether the difference is a slip of spelling and no other person's name.

    A letter doubled or drawn out, a vowel lost, added or changed, or any letter lost or changed inside a longer name.
    """
    if original[0] != word[0]:
        return False
    if _vowels_differ(original, word) or _sounds_alike(original, word):
        return True
    if len(word) <= len(original):
        return len(original) > (len("Mina") if original.isascii() else len("ミナ"))
    at = next(
        (i for i, (a, b) in enumerate(zip(original, word, strict=False)) if a != b),
        len(original),
    )
    added = word[at]
    return (
        added in _DRAWN_OUT
        or added in word[max(0, at - 1) : at] + word[at + 1 : at + 2]
    )


def _vowels_differ(original: str, word: str) -> bool:
    """Tell whether only vowels make the difference: a word that is no name may differ so too (`Mine`)."""
    return _without_vowels(original) == _without_vowels(word)


def _sounds_alike(original: str, word: str) -> bool:
    """Tell whether the names are written apart and said alike (`Ines`, `Inez`)."""
    return original.translate(_SOUNDS) == word.translate(_SOUNDS)


def _without_vowels(name: str) -> str:
    """Return a Latin name's first letter and its consonants; nothing else loses a letter."""
    return name[0] + "".join(char for char in name[1:] if char not in _VOWELS)


def _is_hiragana(name: str) -> bool:
    return all("ぁ" <= char <= "ん" for char in name)
