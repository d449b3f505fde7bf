"""What can be wrong with a text, and how that is put to the model."""

from dataclasses import dataclass, field
from enum import StrEnum

from .model import Cast, Character, Language, Status


class ViolationCode(StrEnum):
    """One rule of the gate."""

    DEAD_ACTS = "dead_acts"
    DEPARTED_PRESENT = "departed_present"
    PROTAGONIST_MISSING = "protagonist_missing"
    NAME_DRIFT = "name_drift"
    WRONG_LANGUAGE = "wrong_language"
    REPEATED_OPENING = "repeated_opening"
    TOO_SHORT = "too_short"
    TRUNCATED = "truncated"
    META_TEXT = "meta_text"
    MARKUP = "markup"
    UNSAFE = "unsafe"
    PROTAGONIST_EXITS = "protagonist_exits"
    DEATH_TOLD = "death_told"
    GENRE_DRIFT = "genre_drift"


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that is wrong. `name` is a canonical name, or the variant of a drifted one."""

    code: ViolationCode
    name: str | None = None
    sentence: str = field(default="", compare=False)
    """The first sentence that shows it; empty where the whole text does."""

    def __str__(self) -> str:
        """Return `code` or `code:name`."""
        return self.code.value if self.name is None else f"{self.code}:{self.name}"


_EN = {
    ViolationCode.DEAD_ACTS: "{name} died on night {since} and can neither act nor speak.",
    ViolationCode.DEPARTED_PRESENT: "{name} is not with the others any more and must not appear.",
    ViolationCode.PROTAGONIST_MISSING: "{hero} must be in the story, under that name.",
    ViolationCode.NAME_DRIFT: "The main character's name is {hero}, never {name}.",
    ViolationCode.WRONG_LANGUAGE: "Write in English only.",
    ViolationCode.REPEATED_OPENING: "Begin in another way: a recent night began like that.",
    ViolationCode.TOO_SHORT: "Tell more: that was too short.",
    ViolationCode.TRUNCATED: "Finish the last sentence.",
    ViolationCode.META_TEXT: "Write the story alone, nothing about your answer.",
    ViolationCode.MARKUP: "Write plain sentences, with no code and no stage directions.",
    ViolationCode.UNSAFE: "Keep it gentle: nothing violent, cruel or dangerous, no phone numbers or addresses.",
    ViolationCode.PROTAGONIST_EXITS: "{hero} stays in the story, alive and there.",
    ViolationCode.DEATH_TOLD: "Nobody dies in this story: {name} stays alive.",
    ViolationCode.GENRE_DRIFT: "Stay in the story's own world.",
}
_JA = {
    ViolationCode.DEAD_ACTS: "{name}は第{since}夜に亡くなったので、動いたり話したりできません。",
    ViolationCode.DEPARTED_PRESENT: "{name}は今はみんなといっしょにいないので、登場できません。",
    ViolationCode.PROTAGONIST_MISSING: "{hero}を、その名前のまま登場させてください。",
    ViolationCode.NAME_DRIFT: "主人公の名前は{hero}です。{name}ではありません。",
    ViolationCode.WRONG_LANGUAGE: "日本語だけで書いてください。",
    ViolationCode.REPEATED_OPENING: "最近の夜と同じ始まりです。別の文で始めてください。",
    ViolationCode.TOO_SHORT: "短すぎます。もっと語ってください。",
    ViolationCode.TRUNCATED: "最後の文を終わりまで書いてください。",
    ViolationCode.META_TEXT: "物語だけを書き、返事や説明は書かないでください。",
    ViolationCode.MARKUP: "ふつうの文だけで書き、記号やト書きは使わないでください。",
    ViolationCode.UNSAFE: "やさしい話にしてください。暴力、いじわる、危険なこと、電話番号や住所は書かないでください。",
    ViolationCode.PROTAGONIST_EXITS: "{hero}は生きていて、ずっと物語の中にいます。",
    ViolationCode.DEATH_TOLD: "この物語ではだれも死にません。{name}は生きています。",
    ViolationCode.GENRE_DRIFT: "この物語の世界から外れないでください。",
}
_WAITING = {
    Language.EN: "{name} may have left: {name} must not appear until that is decided.",
    Language.JA: "{name}はいなくなったかもしれないので、決まるまで登場できません。",
}


def explain(violation: Violation, cast: Cast, language: Language) -> str:
    """Return one line that tells the model what was wrong."""
    member = cast.named(violation.name or "")
    texts = _EN if language is Language.EN else _JA
    text = texts[violation.code]
    if violation.code is ViolationCode.DEPARTED_PRESENT and _waits(member):
        text = _WAITING[language]
    return text.format(
        name=violation.name,
        since=member.since if member else 0,
        hero=cast.protagonist.name,
    )


def _waits(member: Character | None) -> bool:
    return member is not None and member.status is Status.ACTIVE
