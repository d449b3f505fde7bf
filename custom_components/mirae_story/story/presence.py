"""Whether one of the model's texts has somebody there now, as opposed to remembered, dreamed or told of.

A summary or a recap is told shortly and often in the present tense, so here whoever is named counts as there unless
the sentence says otherwise. What hangs on it is only whether the text is used or made by code.
"""

import re
from collections.abc import Iterator

from . import stage_en, stage_ja
from .masks import NAME, OTHER, Masked, found_in, mask, spellings
from .model import Cast, Character, Language
from .names import mentioned, visible
from .sentences import sentences

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
    r"""思い出|思いだ|おもいで|おもいだ|思った|覚え|おぼえ|なつかし|懐かし|(?:昔|むかし)(?!(?:話|ばなし|語り|がたり)を)|かつて|生前|亡き|亡くな|なくなった|死ん|死去|
    お?墓|石碑|慰霊|写真|しゃしん|肖像|の絵|像|手紙|てがみ|日記|夢|ゆめ|形見|かたみ|残した|のこした|遺した|残して|のこして|天国|空の上|
    いたころ|いた頃|生きていた|元気だったころ|だったら|なら[、ば]|ならば|もし|はずだった|話をした|話を(?:する|して)|しのん|偲|
    祈|供え|そなえ|伝説|去年|何年も前|ずっと前|いなくなっ|もういない|いない|会いたい|恋し|さびし|寂し|見まもってくれ|教えてくれた(?:こと|言葉|とおり)
    """,
    re.VERBOSE,
)
_HEIRLOOM = re.compile(
    rf"\b(?:the|an?|her|his|its|their|some|every|old) (?:\w+ ){{1,2}}(?:that|which) {NAME} (?:once )?"
    r"(?:\w+ed|left|gave|made|wrote|built|taught|sewed|wove|knit|told|drew|bought|found|brought|kept|grew)\b",
    re.IGNORECASE,
)
"""A thing that somebody made or left behind (`the scissors that Rosa left her`)."""
_ACTS = {
    Language.EN: re.compile(
        r"(?<!\bfrom )(?<!\babout )(?<!\bof )(?<!\bwithout )(?<!\bfor )(?<!\blike )(?<!\bnamed )(?<!\bcalled )"
        r"(?<!\bafter )(?<!\bsince )(?<!\buntil )(?<!\bunlike )(?<!\bto )(?<!\bwith )(?<!\bbeside )"
        rf"{NAME}(?!'|-|$)(?=[^.]*\w)|\b(?:and|by|says|said)\s{NAME}(?!')",
        re.IGNORECASE,
    ),
    Language.JA: re.compile(rf"{NAME}(?:たち)?(?:は|が|も|と|や|、|って|「)"),
}
_ACCOMPANIES = {
    Language.EN: re.compile(
        rf"\b(?:with|beside|near|next to|by|behind)\s(?:{OTHER},?\s(?:and\s)?)*{NAME}(?!')",
        re.IGNORECASE,
    ),
    Language.JA: re.compile(
        rf"{NAME}(?:の(?:そば|となり|隣|横|前|ひざ|手|声|うで)|に(?!.*手をふ)|を(?!.*(?:待|さが|探|思)))"
    ),
}


def acts(who: Character, text: str, cast: Cast, language: Language) -> bool:
    """Tell whether a text has this character do or say something now."""
    views = _views(who, text, cast, language)
    return any(_acts_in(sentence, language) for sentence in views)


def is_present(who: Character, text: str, cast: Cast, language: Language) -> bool:
    """Tell whether a text has this character there now: acting, or in another's company."""
    return any(
        _acts_in(sentence, language)
        or _stands(sentence, _ACCOMPANIES[language], language)
        for sentence in _views(who, text, cast, language)
    )


def _views(
    who: Character, text: str, cast: Cast, language: Language
) -> Iterator[Masked]:
    """Yield the sentences that name somebody."""
    if not mentioned(Cast((who,)), text).members:
        return
    known = spellings(mentioned(cast, text))
    for sentence in sentences(text, language):
        plain = visible(sentence)
        view = mask(plain, found_in(plain, known), who)
        if NAME in view.narrated:
            yield view


def _acts_in(sentence: Masked, language: Language) -> bool:
    stage = stage_ja if language is Language.JA else stage_en
    return _stands(sentence, _ACTS[language], language) or stage.is_present(
        sentence, framed=False
    )


def _stands(sentence: Masked, sign: re.Pattern[str], language: Language) -> bool:
    """Tell whether a sign stands in a sentence that is about now."""
    remote = _REMOTE_JA if language is Language.JA else _REMOTE_EN
    told = sentence.narrated
    if remote.search(told) is not None:
        return False
    japanese = language is Language.JA
    if not japanese:
        told = _HEIRLOOM.sub("", told)
    return any(
        not (japanese and stage_ja.is_past_deed(told[found.start() + 1 :]))
        for found in sign.finditer(told)
    )
