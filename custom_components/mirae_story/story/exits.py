"""Whether a sentence plainly tells that somebody dies now, or goes away for good.

Only what is narrated counts, as happening: no dream, play, wish, condition, idiom or memory, and nobody's words.
"""

import re

from . import evidence
from .masks import NAME, OTHER, QUOTE, Masked
from .model import Language

_EN_DIES = re.compile(
    rf"{NAME}\s+(?:\w+ly\s+|just\s+|then\s+|had\s+|(?!(?:saw|knew|heard|dreamed|wept|cried|thought|found|said|told|feared|mourned|missed|remembered)\b)\w+(?:\s[^.;,{OTHER}]{{1,40}})?\s(?:and|then)\s(?:then\s|so\s|soon\s|was found\s)?){{0,3}}(?:died|dies|passed away|passes away|perished|drowned|(?:is|was|lay|fell|has been|were) (?:dead|killed|slain)|was struck dead|"
    rf"breathed (?:her|his|its) last|drew (?:her|his|its) last breath|never woke(?: up)? again|closed (?:her|his|its) eyes "
    rf"(?:for ?ever|for the last time|and never)|left this (?:world|life)|gave up the ghost|starved|froze to death)\b"
    rf"|{NAME}'s (?:heart (?:had )?stopped|life (?:ended|was over)|death)\b|{NAME}\s[^.;{OTHER}]{{0,50}}\b(?:never woke(?: up)? again|breathed (?:her|his|its) last)\b|\b(?:killed|drowned|buried|murdered) {NAME}(?!')|{NAME}(?:'s \w+)?,? (?:for|because|since) (?:she|he) (?:was dead|had (?:died|passed away))\b"
    rf"|\b(?:found|saw) {NAME}\s+(?:lying\s)?(?:\w+ly\s)?dead\b|{NAME} (?:lay|sat) (?:still\s)?[^.;{OTHER}]{{0,30}}, dead\b",
    re.IGNORECASE,
)
_EN_HARMLESS = re.compile(
    r"\b(?:died|dying|dies) (?:laughing|down|away|out|of (?:laughter|laughing|boredom|embarrassment|shame|curiosity|joy|envy))"
    r"|\bdead (?:tired|asleep|calm|certain|sure|serious|set|right|wrong|silent|still|on (?:her|his) feet|to the world|heat)"
    r"|\b(?:killed|kill) time|\b(?:nearly|almost|never|not|hardly|could have|as good as|half) (?:died|dead|drowned|killed)|\bto death\b",
    re.IGNORECASE,
)
_EN_LEAVES = re.compile(
    rf"{NAME}\s(?![^.;]*(?<!never )\bcame back\b(?! again))[^.;{OTHER}]{{0,60}}(?<!never )(?<!not )\b(?:left|leaves|went|goes|moved|sailed|departed|travelled|walked|rode|flew|gone|vanished|disappeared|"
    rf"said (?:goodbye|farewell)(?! to the (?!crew|others|children|friends)))\b[^.;]{{0,60}}\b(?:for good|for ?ever|never (?:to )?(?:come|came|return|returned|be seen|seen)|never (?:\w+ )?(?:again|came back|"
    rf"returned)|would (?:never|not) (?:come back|return)|was never seen|did not come back|to live (?:there|with|in)|not coming back)\b"
    rf"|{NAME}\s[^.;{OTHER}]{{0,30}}\bmoved (?:away|to)\b[^.;]{{0,50}}\b(?:to live|for good|for ?ever|never|and did not)\b"
    rf"|{NAME} (?:was never seen again|(?:would |will )?never (?:ever )?(?:came (?:back|home)|come (?:back|home)|return(?:ed)?)(?=[.,;!]|$| again| to (?:the|her|his)))",
    re.IGNORECASE,
)
_EN_UNREAL = re.compile(
    r"\b(?:dream\w*|nightmare|imagin\w*|pretend\w*|play(?:ed|ing)? (?:dead|the part)|in the (?:play|game|story|tale|book|song|puppet show)|on (?:the )?stage|"
    r"if|unless|as if|as though|would have|might|could|wonder(?:ed|s)?|fear(?:ed|s)?|afraid|thought that|believed that|"
    rf"for a moment|remember\w*|years? ago|long ago|last (?:year|winter|summer|spring|autumn|month)|since|(?:years?|months?|weeks?|days?|long|shortly|just) before|before (?=[^.;,]{{0,30}}{NAME}|(?:she|he|they) (?:died|left|went))|"
    r"anniversary|wish\w*|promis\w+|swore)\b",
    re.IGNORECASE,
)
_COMPANY = re.compile(
    rf"{NAME}(?:,? (?:and|with)\b|, {OTHER})|{OTHER},? and {NAME}|\b(?:they|the crew|everyone|everybody|the friends) (?:all )?(?:left|sailed|went|moved)",
    re.IGNORECASE,
)
_JA_DIES = re.compile(
    rf"{NAME}(?:は|が|も)[^。{OTHER}]{{0,40}}(?:死(?:んだ|にました|んでしま|んでい(?:た|ま|る(?:の|。|$))|に、|去)|亡くな(?:った|り(?:まし|、)|って)|なくなりました|息を(?:引き取|ひきと)|"
    rf"息(?:が|は)?(?:絶え|たえ)|永眠|(?:二度と|にどと)[^。]{{0,10}}(?:目を?(?:さま|覚ま|あけ|開け)|起き)|この世を去|天に召され|命を落と|命がつき|命が尽き|帰らぬ人|溺れ死|おぼれ死|殺され)"
    rf"|{NAME}の(?:心臓が、?[^。]{{0,8}}(?:止ま|とま)|命が(?:つき|尽き|終わ))",
)
_JA_HARMLESS = re.compile(
    r"死ぬ(?:かと|ほど|ところ|気で)|死に(?:そう|ものぐるい|かけ)|死んだ(?:よう|みたい|ふり|まね)|死んで(?:は)?い(?:な|ま)せ?ん?(?:い|く|か)|死ななか|必死|死角|決死"
)
_JA_LEAVES = re.compile(
    rf"{NAME}(?:は|が|も)[^。{OTHER}]{{0,60}}(?:(?:引っ越し|引っこし|ひっこし)て(?:い|行|しま|ゆ)|もう(?:二度と|にどと)?[^。]{{0,14}}(?:戻ら|もどら|帰ら|かえら)(?:な|ぬ|ず)|"
    rf"(?:二度と|にどと)[^。]{{0,16}}(?:戻ら|もどら|帰ら|かえら|現れ|姿を見せ|会え|あえ)|永遠に[^。]{{0,12}}(?:去|別れ|旅立|いなくな|帰ら)|永遠の別れ|"
    rf"それきり[^。]{{0,14}}(?:戻|もど|帰|かえ)[らっ]|(?:もう|二度と|それきり)[^。]{{0,14}}(?:帰って|かえって|もどって|戻って)(?:は)?(?:こな|来な|きませ|来ませ)|(?:引っ越し|引っこし|ひっこし)(?:まし)?た|(?:戻|もど|帰)って(?:くる|来る)ことは)"
)
_JA_UNREAL = re.compile(
    r"夢|ゆめ|お?芝居|劇|ごっこ|げき|もし|ふりを|まねを|かと(?:思|心配)|と思い(?:こ|込)|と思っていた|つもりで|かもしれ|だろうか|(?:ない|た|いる)(?:よう|みたい)に|のではないか|のかな|"
    r"昔|むかし|かつて|去年|おととし|年前|ころ|頃|のだった|思い出|ちょうど今|お?墓|命日|たら|なら(?!な)|れば|ないで|と約束|と言い伝え|お話の中|物語の中|本の中|絵本"
)
_JA_COMPANY = re.compile(
    rf"{NAME}(?:たち|達|ら|と{OTHER}|、{OTHER})|{OTHER}と{NAME}|みんなで|みんなは"
)
_FROM_A_PLACE = re.compile(
    r"\b(?:goodbye|farewell)\s(?:to|from)\s(?:the|his|her|their|this|that)\s(?:\w+\s)?"
    r"(?:village|town|city|island|forest|valley|house|home|garden|coast|shore|bay|harbou?r|land|place)\b"
    r"|(?:村|町|街|島|森|谷|家|庭|浜|港|国|岸)(?:に|とは?|へ)(?:も)?(?:永遠の|最後の)?(?:お)?(?:別れ|さよなら|さようなら)",
    re.IGNORECASE,
)
"""The protagonist leaves many places for good, and the story goes along."""


_SPOKE_AND = re.compile(
    rf"(?<={QUOTE}) ?,? ?\w+ {NAME},? (?:and|then|and then) (?:then )?(?:she|he)\b",
    re.IGNORECASE,
)
"""The speaker, of whom the sentence goes on to tell (`said Mina, and she moved away`)."""


def tells_death(sentence: Masked, language: Language) -> bool:
    """Tell whether the member dies now: by the signs here, or by what counts as evidence after the night."""
    text = sentence.narrated
    if language is Language.JA:
        dies = _plain(_JA_DIES, text, _JA_HARMLESS, _JA_UNREAL)
    else:
        dies = _plain(_EN_DIES, text, _EN_HARMLESS, _EN_UNREAL)
    return dies or evidence.tells_death(sentence, language)


def tells_leaving(sentence: Masked, language: Language) -> bool:
    """Tell whether the member goes away for good, alone."""
    text = _SPOKE_AND.sub(NAME, sentence.narrated)
    company = _JA_COMPANY if language is Language.JA else _COMPANY
    if company.search(text) or _FROM_A_PLACE.search(text):
        return False
    if language is Language.JA:
        leaves = _plain(_JA_LEAVES, text, _JA_UNREAL)
    else:
        leaves = _plain(_EN_LEAVES, text, _EN_UNREAL)
    return leaves or evidence.tells_farewell(sentence, language)


def _plain(told: re.Pattern[str], text: str, *exceptions: re.Pattern[str]) -> bool:
    return told.search(text) is not None and not any(
        exception.search(text) for exception in exceptions
    )
