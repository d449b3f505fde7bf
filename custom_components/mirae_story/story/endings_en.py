"""How English tells plainly that somebody dies or goes away for good, and how it only seems to."""

import re
from collections.abc import Iterable

from .masks import NAME, OTHER, Masked

_TITLED = r"(?:,\s(?:the|a|an|his|her|their|who|whose|old|very|still|with|so|at|in|on|by|after|when|as)\b[^,;.]{0,80},)?"
_KIND = r"(?:\s(?:the|of the)\s[\w' -]{1,30}?)?"
_ADVERB = (
    r"(?:\s(?:had|has|have|then|there|also|at last|finally|just|quietly|peacefully|gently|softly|suddenly|slowly|sadly|"
    r"already|simply|too|both|all|indeed|that (?:night|day|morning|evening|afternoon)|in the night|"
    r"in (?:his|her|their) sleep|one (?:night|day|morning|evening)|"
    r"(?!(?:nearly|hardly|barely|scarcely|possibly|probably|supposedly|reportedly|only|practically|virtually)\b)\w+ly))*"
)
_COMPANY = rf"(?:(?:,\s{OTHER})*,?\s(?:and|with)\s(?:{OTHER}|(?:the|his|her)\s\w+))?"
_DEAD = (
    r"dead\b(?!\s(?:tired|set|certain|sure|right|wrong|serious|asleep|calm|quiet|still\b|on\s(?:his|her|their|time|target|cue)|to\sthe|last|ahead|centre|center|beat|keen|"
    r"against|easy|good|slow|silent|weight|heat|end|ringer|reckoning|simple|straight|level|scared|worried|curious|hungry|bored|jealous|proud))"
)
_FADES = r"(?:down|away|out|off)\b(?!\s(?:there|here|in|on|at|among|amid|from|beyond|under|where|the\scoast)\b)"
"""What a fire or a voice does; with a place after it, it is where somebody dies."""
_DIED = (
    rf"(?:died(?!\s{_FADES})"
    r"(?!\s(?:laughing|a little|a (?:thousand|hundred|million)|inside|again and again|of|from|with)\b)"
    r"|died\s(?:of|from|with)\s(?!(?:\w+\s)?(?:laugh\w*|boredom|curiosity|embarrassment|shame|envy|jealousy|happiness|"
    r"joy|excitement|impatience|fright|curious\w*|hunger for|longing to)\b)"
    r"|pass(?:ed|es)\saway|dies(?!\s(?:down|away|out|of (?:laugh|bore|cur))\w*)"
    r"|perished|drowned(?=\s*(?:[.,;:!?]|$|in\sthe\s(?:sea|river|lake|storm|water|wave|flood|pond|deep|cold)|at sea|that|and was))"
    r"|(?:was|were|got)\skilled(?!\stime)|lost\s(?:his|her|their)\s(?:life|lives)"
    r"|(?:breathed|took|drew|gave)\s(?:his|her|their|its|the|one)\s(?:very\s)?last(?:\sbreath)?(?=\s*(?:[.,;:!?]|$|and|as|in|on|at|with|before|while|beside|under|just|when|that|there))"
    rf"|(?:was|were|is|lay|lies)\s(?:now\s|already\s|quite\s|truly\s|really\s)?{_DEAD}"
    r"|passed\son\s(?=peacefully\b|in\s(?:his|her|their)\s(?:sleep|bed)\b|in\sthe\snight\b|surrounded\sby\b)"
    r"|(?<=peacefully\s)passed\son(?=\s*(?:[.,;!]|$)|\s(?:at|in|that|before|with)\b)"
    r"|(?:did\snot|didn't|never)\ssurvive(?:d)?"
    r"|(?:departed|left)\sthis\s(?:life|world)(?!\sfor a))"
)
_APPOSED = rf"\b(?:the|a|an|his|her|their|our)\s[\w' -]{{1,30}},\s{NAME},"
_DEATH = re.compile(
    rf"{NAME}(?:'s\s(?:heart\s(?:had\s)?stopped\sbeating|life\s(?:had\s)?(?:ended|was over)|death\scame))"
    rf"|(?:{NAME}{_KIND}{_COMPANY}{_TITLED}|{_APPOSED}){_ADVERB}\s{_DIED}"
    rf"|\b(?:found|saw|discovered)\s(?:(?:old|poor|dear|little)\s)?{NAME}(?:\s(?:lying|sitting|there|cold|cold\sand|\w+ly))*,?\s{_DEAD}"
    rf"|\b(?:death|the end)\s(?:had\s)?(?:came|come)\s(?:\w+\s){{0,2}}(?:for|to)\s{NAME}",
    re.IGNORECASE,
)
_CHAINED = re.compile(
    rf"{NAME}{_KIND}{_TITLED}\s(?P<between>[^;.]{{1,100}}?),?\s(?:and|then)\s(?:then\s|there\s|at last\s|\w+ly\s)*{_DIED}",
    re.IGNORECASE,
)
_BY_PRONOUN = re.compile(
    rf"{NAME}{_TITLED}\s(?P<between>[^.;:—–]{{1,80}}?)(?:\s?[;:—–]\s?|,\s(?:and|but|for)\s)(?:(?:then|soon|at\slast|in\sthe\s(?:end|night)|(?:at|before|by)\s(?:dawn|morning|noon|night)|that\s(?:night|day|evening|morning)|\w+ly),?\s)?(?:he|she){_ADVERB}\s{_DIED}",
    re.IGNORECASE,
)
_RIVAL = re.compile(
    rf"{OTHER}|\b(?:he|she|who|whose|him|whom|another|somebody|someone|thought|told|said|dreamed|dreamt|heard|knew|feared|imagined|pretended|played|read|sang|wrote|like)\b"
    r"|\b(?:a|an|the|his|her|their|this|that|some|no|old|one)\s(?!(?:\w+\s)?(?:eyes|bed|chair|sleep|head|breath|hands?|face|pillow|blankets?|fire|window|door|"
    r"night|morning|dawn|evening|day|week|month|year|while|sun|stars?|storm|sea|snow|ice|fever|cough|cold|illness|winter|spring|summer|autumn|house|tower|roof|ladder|"
    r"boat|ship|river|water|lake|last|end|bench|garden|stove|lamp)\b)\w+",
    re.IGNORECASE,
)
"""Somebody else whom a following pronoun may mean, or words about words."""
_OTHER_SUBJECT = re.compile(
    rf"{OTHER}|\b(?:he|she|it|they|we|you|I|who|which|that|whose|until|till|before|because|if)\b"
    r"|\band\s(?:the|his|her|its|a|an|their)\s\w+\s*$",
    re.IGNORECASE,
)
_HUGGED = re.compile(
    rf"\b(?:\w+ed|gave|told|took|held|shook|to|at|with|for|from|of|by|beside|near|behind|after)\s{OTHER}(?:\sand\s{OTHER})?",
    re.IGNORECASE,
)
"""Somebody to whom the member does something: he is not the one who goes on to do the next thing."""
_GOVERNS = re.compile(
    r"\b(?:if|unless|as if|as though|nearly|almost|will|shall|would|could|might|may|never|not|nobody said|whether|until the day|lest|seemed|looked)\b",
    re.IGNORECASE,
)
"""What makes unreal only the clause it stands in."""
_CONDITION = re.compile(r"\b(?:if|unless)\b", re.IGNORECASE)
_REPORTS = re.compile(
    r"\b(?:wish\w*|fear\w*|thought|think\w*|believ\w*|rumou?rs?|joke\w*|lied|(?:lies?|lying)(?!\s(?:dead|still|there|in|on|under|beside|at)\b)|afraid|worried|told|was said|heard|"
    r"claim\w*|whisper\w*\s(?:that|of)|wrote|wonder\w*|said|shout\w*|sang)\b",
    re.IGNORECASE,
)
"""What somebody only says or thinks, over a comma too."""
_FRAMES = re.compile(
    r"\b(?:imagin\w*|suppos\w*|pretend\w*|dream\w*|act(?:ed|ing)|stage|stor(?:y|ies) (?:of|about|in which)|tale|legend|song|game|"
    r"play(?:s|ed|ing)?(?:,|\s(?:that|at|dead|make|pretend|being|it was|(?:the|a)\s(?:part|role|game))\b)|(?:a|the|his|her|their|our|this)\s(?:\w+\s)?plays?\b(?!\s(?:was|were|had)?\s?(?:over|ended|finished))(?!\son\sthe\s(?:radio|wireless|television))|"
    r"the day|remember\w*|years? (?:ago|before)|long ago)\b",
    re.IGNORECASE,
)
"""What a whole sentence stands in."""
_SIDE_CLAUSE = re.compile(
    r"(?:^|(?<=[;:,]\s)|(?<=\band\s))(?:before|(?:even\s)?if(?![^,]*\b(?:true|truth|right|correct|mistaken|believed?|wrong)\b)|when|while|as(?!\s(?:if|though)\b)|until|till|after|"
    r"although|though|because|since|once|where|by the time)\b[^,;:]*,\s",
    re.IGNORECASE,
)
"""A clause of its own that is closed before the next begins."""
_BEFORE_CLAUSE = re.compile(
    r"^.*(?:[;:—–]\s?|,\s(?:and|but|so|yet|for)\s(?!(?:that|if|how|whether|what|why|maybe|perhaps)\b))"
)
_BEFORE_SENTENCE = re.compile(r"^.*;\s")
_WITHIN_UNREAL = re.compile(
    r"\b(?:in|on|of|during|for|at the end of)\s(?:the|a|an|his|her|their|this|that|our|my)\s(?:\w+\s){0,2}(?:dreams?|nightmare|play|stage|game|"
    r"stor(?:y|ies)|tale|scene|song|act|book|film|movie|puppet show|show|charade|make-believe|pantomime|poem|legend|part)\b"
    r"|\b(?:pretend\w*|dream(?:ed|t|s|ing)|make-believe|only joking|in a game|laugh\w* (?:himself|herself|themselves)|"
    r"(?:years?|winters?|summers?|months?) ago|long ago|last (?:year|winter|summer|spring|autumn)|every (?:night|evening) (?:in|on))\b"
    rf"|,\s(?:they|he|she|we|everyone|everybody|{OTHER})\s(?:all\s)?(?:thought|believed|feared|supposed|imagined)\b",
    re.IGNORECASE,
)
_DEATH_WORD = re.compile(
    r"\b(?:die[sd]?|dying|dead|death|drown\w*|kill\w*|pass(?:ed|es)? away|perish\w*|last breath|lost (?:his|her) life)\b",
    re.IGNORECASE,
)
_IDIOM = re.compile(
    r"\b(?:(?:to|of|the) (?:dead|death)\b(?! of (?:him|her))|dead (?:tired|set|certain|sure|right|wrong|serious|asleep|calm|quiet|end|ahead|to the world|on (?:his|her|their|time|target|cue))|"
    r"(?:scared|bored|frozen|tired|worried|tickled|starved) to death|dying (?:to|for|of)|died? (?:down|out|away|off|laughing|"
    r"(?:of|from|with) (?:\w+ )?(?:laugh\w*|boredom|curiosity|embarrassment|shame|joy|excitement))|kill(?:ed|ing)? time|to die for)\b",
    re.IGNORECASE,
)
_EUPHEMISM = re.compile(
    r"\b(?:(?:became|become|turned into|was now|is now)\s(?:a|the|one of the)\s(?:\w+\s){0,2}(?:star|stars|angel|light|wind)|"
    r"(?:last|final|long|longest)\s(?:\w+\s)?(?:journey|voyage|road|sleep|rest|flight)|"
    r"(?:did not|didn't|never|not)\s(?:wake|woke|waking|open)\b|"
    r"gone\s(?:where|to\s(?:the\sstars|heaven|a better place|sleep for ever))|went\s(?:where|to\s(?:the\sstars|heaven|a better place))|"
    r"slip(?:ped)? away|faded? away|passed on|(?:closed|shut)\s(?:his|her|their)\seyes|fell asleep for|"
    r"no longer (?:with us|breathing|breathed|moved)|stopped breathing|was no more|is no more|grew (?:very )?(?:still|quiet|cold)|"
    r"lay (?:very )?still|for the last time|beyond the (?:stars|sky|sea|hills)|joined the stars|crossed (?:over|the rainbow)|"
    r"went out like|left us|said (?:his|her) last)\b",
    re.IGNORECASE,
)
_PLAY = re.compile(
    r"\b(?:the|a|an|their|his|her|our|school|puppet|shadow)\s(?:\w+\s){0,2}(?:play|pantomime|puppet show|theatre|theater|performance|rehearsal|drama|tragedy)\b"
    r"(?!\s(?:was|were|is|had)?\s?(?:over|ended|finished))(?!\son\sthe\s(?:radio|wireless|television))|"
    r"\b(?:on (?:the )?stage|the curtain|audience|played the part|play the part|in the role|the role of|make-believe|"
    r"(?:played|playing|pretended|pretending|pretend) (?:at |to be |that )|charades|a game of (?:pirates|knights|make-believe|pretend)|actors?|actress)\b",
    re.IGNORECASE,
)
_ABOUT_A_PLAY = re.compile(
    r"\b(?:spoke of|spoke about|talk\w* (?:of|about)|remember\w*|posters?|tickets?|had seen|they saw in|last (?:spring|summer|autumn|winter|week|month|year))\b",
    re.IGNORECASE,
)
_PLAY_OVER = re.compile(
    r"\b(?:that (?:night|evening)|in the night|later that|(?:the )?next (?:day|morning|evening)|towards? (?:morning|evening|midnight|dawn)|"
    r"after the (?:play|show|performance|game)|(?:play|show|game|performance|it) (?:was|were|had) (?:over|ended|finished)|the curtain (?:fell|came down)|"
    r"went home|bowed|applau\w+|took off (?:the|their|his|her) costumes?)\b",
    re.IGNORECASE,
)
_WITH_OTHERS = re.compile(
    rf"(?:{OTHER}(?:,\s{OTHER})*,?\sand\s){NAME}(?!')|{NAME}(?:,\s{OTHER})*,?\sand\s{OTHER}(?!')"
)
_UNDONE = re.compile(
    r"\b(?:(?:only|just|all|nothing but|merely)\s(?:been\s)?(?:a|an|the)?\s?(?:bad\s|silly\s|strange\s)?(?:dream|nightmare|game|joke|play|story|trick)|"
    r"(?:wasn't|was not|were not|isn't|not)\s(?:really\s|actually\s)?dead|(?:was|is|were|still|are)\s(?:quite\s|still\s|very much\s)?(?:alive|breathing)|"
    r"came? back to life|only (?:sleeping|asleep|pretending|resting|joking|playing)|just (?:sleeping|asleep|pretending|resting)|"
    r"woke up with a start)\b",
    re.IGNORECASE,
)

_PLACE = rf"(?:\s(?:{OTHER}(?:'s\s\w+)?|them|us|home|(?:the|their|his|her|our|this|that)\s(?:\w+\s){{0,2}}\w+|[A-Z]\w+))?"
_WENT = (
    r"(?:left|moved|went|gone|sailed|flew|flown|rode|walked|travelled|traveled|departed|set (?:off|out|sail)|drove|marched|swam|hopped|"
    r"vanished|disappeared|emigrated|stayed behind|returned|drifted|rolled|ran|climbed|slipped)"
)
_FOR_GOOD = (
    r"(?:for good(?!\s(?:measure|luck|reason))|for ?ever(?!\s(?:and ever happy))|forevermore|never (?:to (?:return|come back|be seen again)|(?:came|come|returned|return|coming|returning) (?:back|home|again)?)|"
    r"and (?:did not|didn't|would not|wouldn't|never) (?:come|came|return|returned)(?: back| home| again)?(?!\s(?:until|till|before|for))|"
    r"with no (?:thought|plan) of (?:returning|coming back)|once and for all|for the rest of (?:his|her|their) (?:life|lives|days))"
)
_WHOM = (
    rf"(?:{OTHER}(?:(?:,\s|,?\sand\s){OTHER})*|(?:all of\s)?(?:them|us|her|him)(?:\sall)?|everyone|everybody|"
    r"(?:the|his|her|their)\s(?:\w+\s)?(?:others|crew|friends?|family|children|village|town|city|island|ship|forest|valley|house|home|garden))"
)
_FAREWELL_FORMS = (
    rf"(?:"
    rf"{_WENT}(?!\s(?:\w+\s){{1,4}}behind\b){_PLACE}[^;.]{{0,70}}?,?\s{_FOR_GOOD}"
    r"|moved\s(?:away|out)\b(?!\sfrom\s(?:the\s(?:fire|window|door|edge|wall)|him|her|them))|moved\s(?:to|into|in with|back to|north|south|east|west|across|over)\s[^;.]{1,60}?\s(?:to\s(?:live\b(?!\sout)|stay|settle)|permanently)"
    r"|went\s(?:away\s|off\s|back\s)?to\slive\b|(?:was|were|is)\sgone\s(?:for ?(?:good|ever))"
    r"|(?:would|will|'ll|could)\s(?:never|not)\s(?:ever\s)?(?:come back|return|be back|sail with (?:them|us) again)(?!\s(?:until|till|before|for|to bed|from|so|empty|without|that))"
    r"|never\s(?:came|returned|come)(?:\sback|\shome|\sagain)*(?=\s*(?:[.,;!]|$)|\sto\s(?!bed))"
    r"|(?:(?:is|was|are|were)\s(?:not|never)|isn't|wasn't)\s(?:ever\s)?(?:(?:coming|going\sto\scome)\s(?:back|home)|returning)(?:\sagain)?(?=\s*(?:[.,;:!—–]|$)|\sto\s(?!bed\b|the\stable\b))"
    rf"|said\s(?:a\s)?(?:last\s|final\s)?(?:goodbye|farewell)\s(?:to\s{_WHOM}\s)?for ?(?:ever|good)|said (?:a|his|her|their) (?:last|final) (?:goodbye|farewell)"
    r"|settled\s(?:down\s)?(?:there|in|at)\s[^;.]{0,50}?for ?(?:good|ever)"
    r")"
)
_ALONE = rf"(?<!{OTHER}\sand\s)(?<!{OTHER},\sand\s)(?<!{OTHER}\swith\s)"
"""Members named together go on together: nobody leaves the others."""
_FAREWELL = re.compile(
    rf"(?:{_ALONE}{NAME}{_KIND}(?:,?\s(?:and|with)\s(?:the|his|her)\s\w+)?{_TITLED}|{_APPOSED}){_ADVERB}\s{_FAREWELL_FORMS}",
    re.IGNORECASE,
)
_CHAINED_FAREWELL = re.compile(
    rf"{_ALONE}{NAME}{_KIND}{_TITLED}\s(?P<between>[^;.]{{1,100}}?),?\s(?:and|then)\s(?:then\s|at last\s|\w+ly\s)*{_FAREWELL_FORMS}",
    re.IGNORECASE,
)
_PARTED = re.compile(
    rf"\b(?:it was|they said|that was|this was)\s(?:\w+\s){{0,2}}(?:goodbye|farewell)\s(?:\w+\s){{0,3}}for ?(?:ever|good)\b[^;.]{{0,40}}{NAME}"
    rf"|\b(?:goodbye|farewell|parted|parting)\b[^;.]{{0,40}}{NAME}[^;.]{{0,30}}for ?(?:ever|good)\b"
    rf"|\bthe last (?:that )?(?:anyone|anybody|they|she|he|the \w+|{OTHER}) (?:ever )?(?:saw|heard|would (?:ever )?(?:see|hear)) of {NAME}(?!'|\s(?:that|for|until|till|before)\b)",
    re.IGNORECASE,
)
_SAYS_FOR_GOOD = re.compile(
    r"\bI(?:'m| am|'ll| will| shall)\s(?:\w+\s){0,3}(?:leav\w+|go\w*|mov\w+|stay\w*)[^.!?]{0,40}(?:for ?(?:good|ever)|not com\w+ back)"
    r"|\bI(?:'m| am|'ll| will| shall| won't)?\s?(?:never|not|won't)\s(?:ever\s|be\s)?(?:com(?:e|ing) back|return\w*)(?!\s(?:until|till|before|for|without))"
    r"|\b(?:goodbye|farewell)(?: for)? ?(?:for ?ever|for good)",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    rf"\b(?:to|at|with|for|of|beside|behind|near|over|around|under|about|from|on|upon|towards?|without|by|laid|placed|wrapped|buried|"
    rf"covered|carried|kissed|hugged|held|put|washed|dressed|lifted|loved|missed|mourned|let|found|brought|took|kept|gave|told|"
    rf"embraced|stroked|called|named|remembered)\s{NAME}",
    re.IGNORECASE,
)
_COMES_BACK = re.compile(
    rf"{NAME}(?!')(?:,[^,.]{{1,60}},)?\s(?:(?!never|not|would|could|might|had not)\w+\s){{0,3}}(?:came|comes|was|is)\s(?:back|home|again)\b(?!\sto\s(?:her|his|their) mind)"
    rf"|{NAME}\s(?:had\s)?returned\b",
    re.IGNORECASE,
)
_GOING = re.compile(
    rf"{NAME}\s(?:\w+\s){{0,2}}(?:waved|wave|looked back|turned (?:around|round|back)|grew smaller|disappeared|vanished|was out of sight|"
    rf"blew|called back|called out|lifted|did not look|didn't look|smiled|promised|hugged|kissed|took|packed|walked|rode|sailed)",
    re.IGNORECASE,
)
_GOES = re.compile(
    rf"{NAME}[^;.]{{0,120}}?\b(?:left|went|walked|sailed|rode|flew|drove|departed|disappeared|vanished|climbed|waved)\b",
    re.IGNORECASE,
)
_PARTING = re.compile(
    r"\b(?:good-?bye|farewell|left|leav(?:es?|ing)|gone|away|depart\w*|vanish\w*|disappear\w*|no more|for ever|forever)\b",
    re.IGNORECASE,
)


def may_part(sentence: Masked) -> bool:
    """Tell whether the sentence names the member and has any word of parting at all."""
    return NAME in sentence.narrated and bool(_PARTING.search(sentence.narrated))


def tells_death(sentence: Masked) -> bool:
    """Tell whether the narration plainly says that the member dies or is dead."""
    text = sentence.narrated
    if _tells(text, (_DEATH,), _CHAINED):
        return True
    return any(
        not _RIVAL.search(found["between"]) and _is_real(text, found.start())
        for found in _BY_PRONOUN.finditer(subject_only(text))
    )


def tells_farewell(sentence: Masked) -> bool:
    """Tell whether the sentence plainly says that the member goes away for good."""
    text = sentence.narrated
    if _tells(text, (_FAREWELL, _PARTED), _CHAINED_FAREWELL):
        return True
    says = any(_SAYS_FOR_GOOD.search(quote) for quote in sentence.quoted)
    return says and bool(_GOES.search(text)) and not _WITHIN_UNREAL.search(text)


def _tells(
    text: str, plain: Iterable[re.Pattern[str]], chained: re.Pattern[str]
) -> bool:
    """Tell whether a sign stands in a text as something that happens."""
    found = [each for pattern in plain for each in pattern.finditer(text)]
    found += [
        each
        for each in chained.finditer(text)
        if not _OTHER_SUBJECT.search(_HUGGED.sub("", each["between"]))
    ]
    return any(_is_real(text, each.start()) for each in found)


def _is_real(text: str, start: int) -> bool:
    return not (_is_governed(text[:start]) or _WITHIN_UNREAL.search(text))


def _is_governed(before: str) -> bool:
    """Tell whether what stands before a clause makes it a condition, a fear, a report or a play."""
    if _FRAMES.search(before):
        return True
    own = _SIDE_CLAUSE.sub("", before)
    if _REPORTS.search(_BEFORE_SENTENCE.sub("", own)):
        return True
    return _GOVERNS.search(_BEFORE_CLAUSE.sub("", own)) is not None


def hints_death(sentence: Masked) -> bool:
    """Tell whether the sentence speaks of a death together with the member, in whatever way."""
    if NAME in sentence.narrated and _DEATH_WORD.search(sentence.narrated):
        return True
    about = (NAME in sentence.narrated, *(NAME in quote for quote in sentence.quoted))
    return any(about) and any(_DEATH_WORD.search(quote) for quote in sentence.quoted)


def is_unreal_death(sentence: Masked) -> bool:
    """Tell whether a death that the sentence speaks of is only feared, wished, played, or a way of speaking."""
    parts = (sentence.narrated, *sentence.quoted)
    return any(
        _is_governed(part[: found.start()])
        or _CONDITION.search(part, 0, found.start())
        or _REPORTS.search(part)
        or _FRAMES.search(part)
        or _WITHIN_UNREAL.search(part)
        or _IDIOM.search(part)
        for part in parts
        for found in _DEATH_WORD.finditer(part)
    )


def is_euphemism(sentence: Masked) -> bool:
    """Tell whether the sentence may speak of the member's death without saying so."""
    return NAME in sentence.narrated and bool(_EUPHEMISM.search(sentence.narrated))


def opens_play(narrated: str) -> bool:
    """Tell whether a play or a game of make-believe may begin here; to talk about one begins none."""
    return bool(_PLAY.search(narrated)) and not _ABOUT_A_PLAY.search(narrated)


def ends_play(narrated: str) -> bool:
    """Tell whether a play or game is over with, or before, this sentence."""
    return _PLAY_OVER.search(narrated) is not None


def in_company(narrated: str) -> str:
    """Return the narration with the member alone where others are named along with him."""
    return _WITH_OTHERS.sub(NAME, narrated)


def undoes(narrated: str) -> bool:
    """Tell whether the sentence says that what went before was not so, or that somebody lives after all."""
    return _UNDONE.search(narrated) is not None


def subject_only(narrated: str) -> str:
    """Return the narration with the member's sign only where something is said of what he does."""
    return _OBJECT.sub(lambda found: found[0].replace(NAME, OTHER), narrated)


def comes_back(narrated: str) -> bool:
    """Tell whether the narration says that the member comes back."""
    return _COMES_BACK.search(narrated) is not None


def is_going(narrated: str) -> bool:
    """Tell whether what the member does is only part of going away."""
    return _GOING.search(narrated) is not None
