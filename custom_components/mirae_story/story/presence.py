"""Whether a text has somebody acting or present now, as opposed to being remembered, dreamed or told of.

Judged sentence by sentence and by words alone. Both directions can err; what hangs on it is only whether a text of
the model is used or made by code.
"""

import re
from collections.abc import Iterator

from .model import Cast, Character, Language
from .names import names_of, other_names, positions, visible
from .sentences import narration, sentences

_REMOTE_EN = re.compile(
    r"""\b(?:remember\w*|memor(?:y|ies|ial)|recall\w*|reminisc\w*|recollect\w*|grave\w*|tomb\w*|buried|burial|funeral|
    headstone|portraits?|paintings?|pictures?|photos?|photographs?|drawings?|statues?|letters?|diar(?:y|ies)|journals?|
    notes?|wrote|written|dream\w*|once|used\ to|years?\ ago|long\ ago|in\ the\ old\ days|before\ (?:she|he|they)\ died|
    when\ (?:she|he)\ was\ (?:alive|young|little|still)|while\ (?:she|he)\ (?:lived|was\ alive)|late|in\ heaven|
    would\ have|would've|if\ only|had\ (?:always\ |once\ |often\ |never\ )?\w+(?:ed|en|wn|ght|ne|ft|ld|de|id)|
    mourn\w*|miss(?:es|ed|ing)?|die[sd]?|dying|dead|death|passed\ away|gone|legac(?:y|ies)|legend|
    honou?r\w*|stor(?:y|ies)\ (?:of|about)|thought\ (?:of|about)|thinks?\ (?:of|about)|spoke\ of|talk\w*\ (?:of|about)|
    stone|keepsake|belonged|no\ longer|without|never\ (?:again|came|comes)|left\ behind)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_REMOTE_JA = re.compile(
    r"""思い出|思いだ|おもいで|おもいだ|思った|覚え|おぼえ|なつかし|懐かし|昔|むかし|かつて|生前|亡き|亡くな|なくなった|死ん|死去|
    お?墓|石碑|慰霊|写真|しゃしん|肖像|の絵|像|手紙|てがみ|日記|夢|ゆめ|形見|かたみ|残した|のこした|遺した|残して|のこして|天国|空の上|
    いたころ|いた頃|生きていた|元気だったころ|だったら|なら[、ば]|ならば|もし|はずだった|話をした|話を(?:する|して)|しのん|偲|
    祈|供え|そなえ|伝説|去年|何年も前|ずっと前|いなくなっ|もういない|いない|会いたい|恋し|さびし|寂し|見まもってくれ|教えてくれた(?:こと|言葉|とおり)
    """,
    re.VERBOSE,
)
_AWAY_EN = re.compile(
    r"\b(?:from|about|of|without|for|like|named|called|after|since|until|unlike|to)(?: (?:the|old|dear|late|captain|"
    r"grandma|grandpa|uncle|aunt|mr|mrs|miss|dr)\.?)*$",
    re.IGNORECASE,
)
_NOT_ACTING_EN = re.compile(r"(?:'s?\b|’s?\b|-)")
_ACTS_JA = re.compile(
    r"(?:[一-龠々]{1,3}|さん|ちゃん|くん|さま|せんちょう|おばあさん|おじいさん|先生)?(?:は|が|も|と|や|たち|、|たちは|って|「|から(?=.*(?:もら|教わ)))"
)


def acts(who: Character, text: str, cast: Cast, language: Language) -> bool:
    """Tell whether a text has this character do or say something now."""
    return any(
        _acts_in(sentence, at, name, language)
        for sentence, at, name in _mentions(who, text, cast, language)
    )


def is_present(who: Character, text: str, cast: Cast, language: Language) -> bool:
    """Tell whether a text has this character there now: acting, or in another's company."""
    return any(
        _acts_in(sentence, at, name, language)
        or _accompanies(sentence, at, name, language)
        for sentence, at, name in _mentions(who, text, cast, language)
    )


def _mentions(
    who: Character, text: str, cast: Cast, language: Language
) -> Iterator[tuple[str, int, str]]:
    """Yield sentences that name somebody as of now, with the place and the name."""
    remote = _REMOTE_JA if language is Language.JA else _REMOTE_EN
    known = other_names(who, cast)
    for sentence in sentences(text, language):
        told = visible(narration(sentence, "「」"))
        if remote.search(told):
            continue
        for name in names_of(who):
            for at in positions(name, told, known):
                yield told, at, visible(name)


def _acts_in(sentence: str, at: int, name: str, language: Language) -> bool:
    head, tail = sentence[:at], sentence[at + len(name) :]
    if language is Language.JA:
        return bool(_ACTS_JA.match(tail))
    if _NOT_ACTING_EN.match(tail) or _AWAY_EN.search(head.rstrip()):
        return False
    return not re.search(r"\bwith(?: \w+){0,2} ?$", head) and bool(
        re.match(r"[\s,—-]*\w", tail) or re.search(r"\bby ?$", head) or head
    )


def _accompanies(sentence: str, at: int, name: str, language: Language) -> bool:
    head, tail = sentence[:at], sentence[at + len(name) :]
    if language is Language.JA:
        return bool(
            re.match(
                r"(?:[一-龠々]{1,3}|さん|ちゃん|くん|さま)?(?:の(?:そば|となり|隣|横|前|ひざ|手|声|うで)|に(?!.*手をふ)|を(?!.*(?:待|さが|探|思)))",
                tail,
            )
        )
    return not _NOT_ACTING_EN.match(tail) and bool(
        re.search(r"\b(?:with|beside|near|next to|by|behind|and)(?: \w+){0,2} ?$", head)
    )
