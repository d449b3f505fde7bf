"""Signs in English that somebody is there now, or is only spoken of."""

import re

from .masks import NAME, OTHER, QUOTE, Masked
from .wordlist import word_list

_VERBS = word_list("""
    said told came went gave took made saw sat stood ran held led let put brought bought thought found felt
    fell flew drew drove ate drank woke slept spoke sang swam shook shone threw caught crept wept kept knelt
    built cut hit lit lay rose rode rang read set shut slid spun spread swung swept wore won bent began blew
    bit broke chose clung dug heard hid hung leapt leant met sent sold sprang stuck struck understood wound
    got did fed paid swore tore stole says tells asks comes goes gives takes sits stands runs smiles laughs
    nods looks calls waves holds hands brings sings walks whispers answers shouts jumps turns opens leans
    helps waits claps points plays dances reads pours stirs strode sped fled laid lent wrung burst slung shot
    split flung froze spat thrust withdrew overtook overheard forgot cast bound undid
    """)
_NO_ACT = (
    r"(?:used to|died|passed away|loved|liked|lived|believed|named|needed|wanted|wished|buried|belonged|"
    r"disappeared|vanished|departed|moved away|sailed away|left)\b"
)
_SPEAKS = (
    r"(?:said|says|asked|asks|cried|called|whispered|shouted|answered|replied|murmured|laughed|giggled|sighed|"
    r"added|yawned|smiled|exclaimed|muttered|hummed|sang|agreed|explained|announced|gasped|croaked|"
    r"begged|grumbled|warned|continued|chuckled|promised|nodded)"
)
_ADVERB = (
    r"(?:(?:\w+ly|just|then|still|only|also|both|all|now|even|too|soon|at once|himself|herself|alone|"
    r"slowly|again)\s+)*"
)
_NO_VERB = (
    r"(?:has|does|is|was|loves|likes|lives|knows|needs|wants|always|sometimes|perhaps|across|besides|\w+wards|this|"
    r"upstairs|downstairs|stories|songs|his|hers|us)\b"
)
_ACT = (
    rf"(?!{_NO_ACT})(?:{'|'.join(_VERBS)}|\w{{2,}}ed|(?!{_NO_VERB})\w{{3,}}s|(?:couldn't|could not|could hardly) (?:believe|wait|help|stop|sleep)|"
    r"had (?:just|already|now|been \w+ing|(?:only )?(?:just )?begun to|started to)(?!\s(?:died|gone|left|been|passed|moved))(?=\s\w)|"
    r"had (?:a|an|the|her|his) [^,;.]{1,30} in (?:her|his) (?:hands?|arms|lap)|"
    r"has (?:a|an|some) (?:\w+ ){1,2}(?:for (?:them|us|her|him|you|me|everybody|everyone|all|tonight|today|\ue001)|to (?:tell|show|give|share))|"
    r"had (?:a|an|the) (?:\w+ )?(?:cold|cough|headache|hiccups|giggles|nap|rest|bath|idea|plan) (?:and|but|too|again|now|tonight|today)|"
    r"has (?:just |already |now )?(?!left|gone|died|been|passed|become|moved|travelled|vanished|disappeared|always|taught|given)(?:\w{2,}ed|made|brought|come|found|told|cut|put|set|lit|built|caught|drawn|eaten|woken)|"
    r"(?:will|is going to) (?!always|never|live|be (?:remembered|missed)|not)\w+)\b"
)
ACTS = re.compile(rf"^,?\s+{_ADVERB}{_ACT}", re.IGNORECASE)
"""What follows a name that does something."""
_IS = (
    r"(?:was|were|is|are)\s+(?!(?:not|never|no|gone|dead|missing|far|away)\b)(?:\w+ly\s+|just\s+|still\s+|also\s+|already\s+)*"
    r"(?:(?!missing|nothing|something|anything|everything)\w+ing\b|there\b|here\b|back\b|awake\b|asleep\b|ready\b|"
    r"busy\b|already\b|beside\b|behind\b|next to\b|on (?:deck|board|the)\b|at (?:the|her|his)\b|"
    r"in (?:the|her|his) (?:kitchen|galley|garden|room|doorway|chair|bed|boat|shop|corner|house|cabin)\b)"
)
_LED_BY = r"(?:next to|close to|in front of|on top of|opposite|at the end of|at the foot of|in the middle of|without|behind|from|with|under|underneath|inside|in|on|at|across|over|through|near|beside|before|after|below|above|against|around|into|out of|up|down|between|along)"
_LEAD_IN = (
    rf"^\W*(?:soon|later|finally|at last|at once|instead|meanwhile|outside|inside|upstairs|downstairs|here|once more|"
    rf"(?:a|an|one|two|some|several|many|no more than a|not a) [\w ]{{1,24}}? later|quick as \w+(?: \w+)?|{_LED_BY} (?:him|her|them|it|us|me)(?: all)?|(?:(?:out|up|down|over|back|far out|high up|deep down) )?{_LED_BY} (?:the|a|an|her|his|their|its|every|one|that|this)\s(?:(?!\w+ed\b|\w+ing\b|lay\b|hung\b|stood\b|was\b|were\b|is\b|had\b)\w+\s){{0,4}}?(?!\w+ed\b|lay\b|hung\b|stood\b|was\b|were\b)\w+)\s+"
)
"""Words before the first name of a sentence that have no verb: what follows is its subject."""
_COMPANY = rf"(?:(?:,\s*{OTHER})*,?\s+and\s+(?:{OTHER}|(?:the|her|his|their)\s+\w+(?:\s\w+)?)(?:'s\s+\w+)?)?"
_ASIDE = r"(?:,\s[^,.;]{1,60},|\sthe\s(?:\w+\s)?\w+(?=\s))?"
_MAIN = (
    rf"(?:^|[,;:\-—–.!?({QUOTE}]\s*|,\swhere\s+|\b(?:and|but|then|so|while|when|as|even|only|just|because|until|or|now|there|suddenly|again|today|"
    rf"tonight|(?:that|this|one|the next|next|in the|at|after|before|all) (?:\w+ )?(?:night|evening|morning|afternoon|day|moment|"
    rf"hour|week|o'clock|supper|breakfast|lunch|dinner|dawn|dusk|noon|midnight)|both|after|before|nor|yet|which is why|{OTHER}|\w+ly)\s+)"
)
_SUBJECT = re.compile(
    rf"(?:{_MAIN}|{_LEAD_IN}){NAME}(?:'s ghost|'s spirit)?{_COMPANY}{_ASIDE}\s+{_ADVERB}(?:{_ACT}|{_IS})",
    re.IGNORECASE,
)
_SPEAKER = re.compile(
    rf"{QUOTE},?\s*(?:\w+ly\s)?(?!reminded|belonged|named|wrote)(?:\w{{2,}}ed|\w{{3,}}s|said|came|sang|spoke|went|began)\s(?:(?:a|an|the|our|their|dear|good|old|poor)\s(?:\w+\s){{0,2}})?{NAME}(?!'|\s(?:had|has|once|used)\b)"
    rf"|\b(?:nobody|no one|everybody|everyone|none of them|all of them)\s{_ACT}\s(?:\w+er|more \w+|less \w+)\sthan {NAME}(?!'|\s(?:had|used|did|ever|once|could))"
    rf"|\bwhere {NAME}\s+(?:was|were|is|are)\s(?!(?:buried|born|laid)\b)(?:\w+ly\s)?\w+ing\b"
    rf"|(?<!\bwas )(?<!\bwere )(?<!\bis )(?<!\bare )(?<!\bbeen )(?<!\bthe )\b(?!called){_SPEAKS}\s+{NAME}(?!')|(?<!\w )\bcalled\s+{NAME}(?!')|(?:^|[.!?]\s){NAME}:\s"
    rf"|\b(?:came|comes|stood|stands|sat|sits|lay|walked|ran|flew|hopped|stepped|appeared|there was|there is|here is)\s+"
    rf"(?:up\s|out\s|in\s|by\s)?(?:{OTHER},?\s(?:and\s)?)*{NAME}(?!')"
    rf"|^\W*(?:out|in|up|down|off|over|along|from|through|behind|under|into|around)\b(?: \w+){{0,6}}? (?!had|was|were){_ACT}\s+{NAME}(?!'|\s+(?:had|has|once)\b)"
    rf"|\b(?:the|every|any|only) (?:first|last|next|one|loudest|other)\b[^,;.]{{0,24}}\b(?:was|is) {NAME}(?=[,.!])(?!, who (?:had|once))"
    rf"|\b(?:even|including) {NAME}[,.!]|\bwith (?:the help of {NAME}(?!')|{NAME}'s help)"
    rf"|\b(?:it|there) (?:was|is) {NAME}(?!'|\s+who\s+(?:had|once|taught|always)|\s+(?:had|once))"
    rf"|\bthe (?:\w+ )?(?:ghost|spirit|shade) of {NAME}\s{_ADVERB}(?:{_ACT}|{_IS})"
    rf"|^\W*(?:up|down|there|here|on|in|under|at|behind|beside|by|near|next to|among|between)\b(?:(?!grave|tomb|stone|picture|photo|portrait|painting|frame|page|book|letter|heart|mind|thoughts|list|song|far|away|had)[^;:.{QUOTE}]){{1,60}}\b(?:was|were|is) (?:{OTHER},?\s(?:and\s)?)*{NAME}(?=[.,;!]|\s(?:with|in|on|and|at)\b|\s\w+ing\b)"
    rf"|{NAME} (?:was not|wasn't) (?:really )?dead\b|{NAME} was (?:still )?alive (?:after all|again|and well)\b"
    rf"|,\s(?:and )?{NAME},? (?:(?:the )?(?:loudest|most|first|last|least)|too|as well|among them)(?: of all)?(?=[.,;!])"
    rf"|\b(?:everyone|everybody|all of (?:them|us)|they all|the (?:whole )?crew|the friends) (?:was|were|sat|stood|had come|came)\b[^.;:—–{QUOTE}]*[:—–]\s(?:(?!without|except|but\b|save\b)[^.;:])*(?<!except )(?<!without )(?<!'s ){NAME}(?=[.,;!]|\sand)",
    re.IGNORECASE,
)
_NOT_BEFORE = r"(?<!had )(?<!have )(?<!has )(?<!'d )(?<!never )(?<!\bto )(?<!would )(?<!could )(?<!not )"
_MET = re.compile(
    rf"\b{_NOT_BEFORE}(?:(?:hugg|kiss|ask|follow|greet|join|tickl|carri|pull|push|chas|hand|pass|offer|show|teas|nudg|"
    rf"lift|embrac|cuddl|interrupt|help|watch)ed|told|gave|met|saw|woke|fed|led|caught|held)\s+"
    rf"(?:{OTHER},?\s(?:and\s)?)*{NAME}(?!')"
    rf"|\b{_NOT_BEFORE}(?:said|turned|ran|spoke|whispered|called|waved|listened|walked|talked|looked|smiled|nodded|"
    rf"winked|grinned|pointed|shouted|(?:gave|handed|passed|showed|offered)\s(?:\w+\s){{1,4}})"
    rf"\s*(?:over\s|up\s|back\s)?(?:to|at|towards?)\s+{NAME}(?!')"
    rf"|\b{_NOT_BEFORE}(?:bumped|ran|walked|crashed|stumbled) (?:right )?into {NAME}(?!')|\bwith {NAME} \w{{2,}}ing\b"
    rf"|\b{_NOT_BEFORE}(?:made|let|helped) {NAME} (?:laugh|smile|jump|blush|giggle|sneeze|cough|blink|yawn|cry|stop|turn|look|go|come|sit|try|hold|have|in|up|down|out|onto|into)\b"
    rf"|\b{_NOT_BEFORE}(?:gave|handed|passed|tossed|threw|rolled|kicked|offered|showed|held out|brought|fetched|poured|served|fed|lent|carried)\s[^.;!?]{{1,60}}?\bto\s{NAME}(?!')"
    rf"|\b{_NOT_BEFORE}(?!listened)\w{{2,}}ed\s(?:\w+\s)?(?:up|over|across|back|down|round|out|straight|closer|nearer)\s(?:to|towards?)\s{NAME}(?!')"
    rf"|\b{_NOT_BEFORE}(?:poured|ladled|spooned|buttered|dished up)\s[^.;!?]{{1,40}}?\bfor (?:{OTHER},?\s(?:and\s)?)*{NAME}(?!')"
    rf"|\b{_NOT_BEFORE}(?:cut|sliced|served|fetched|warmed|brought|peeled|baked|cooked|made)\s[^.;!?]{{1,40}}?\bfor (?:{OTHER},?\s(?:and\s)?)+{NAME}(?!')"
    rf"|\b{_NOT_BEFORE}(?:tugged|pulled|plucked|tugs|pulls) (?:\w+ )?(?:at|on) {NAME}'s (?:\w+ )?(?:aprons?|sleeves?|skirts?|coat|cloak|hem|jacket|trousers|shawl|dress|ears?|beard|braids?|hair)\b"
    rf"|\b{_NOT_BEFORE}(?:found|saw|met|caught|spotted|noticed|heard)\s+{NAME}\s+(?:(?:in|on|at|under|behind|beside|near) (?:the|her|his|a)\b(?! (?:picture|photo|dream|book|letter|story))|\w+ing\b|asleep|awake)"
    rf"|\bwith (?:{OTHER},?\s(?:and\s)?)*{NAME} (?:(?:right|close|just) )?(?:at|by|beside|behind|before|in front of|next to|on) (?:them|us|(?:her|his|their|its|\ue001's) (?:side|heels|elbow|shoulder|back|arm|lap|tail))\b"
    rf"|\b{_ACT}[^,;.]{{0,50}}\b(?:with|beside|next to|behind|alongside|in front of|between)\s+(?:{OTHER},?\s(?:and\s)?)*{NAME}(?!')",
    re.IGNORECASE,
)
_BODY = re.compile(
    rf"{NAME}'s\s+(?:\w+\s){{0,2}}(?:voice|hands?|eyes?|face|smile|arms?|lap|shoulders?|fingers?|laugh|laughter|lips|"
    rf"head|feet|cheeks?|ghost|spirit|turn|knees?|nose|mouth|paws?|wings?|tail|ears|beak|whiskers|tears|footsteps|snoring|singing|humming|"
    rf"back(?!\s(?:yard|door|room|garden|pocket)))\b(?!-)"
    rf"|\b(?:voice|laugh|footsteps|face|hand) (?:\w+ ){{0,3}}(?:was|were) {NAME}'s(?!\s(?!and\b|at\b)\w)|\bvoice, and it was {NAME}'s(?!\s(?!and\b|at\b)\w)"
    rf"|\b(?:into|at|heard|saw|took|held|touched|in|on|against) the (?:\w+\s){{0,2}}(?:voice|hands?|eyes|face|arms?|lap|shoulder|laugh|footsteps) of (?:old |dear )?{NAME}(?!')",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    rf"{NAME}(?:'s| is| are)\s+(?:\w+ly\s)?(?:here|coming|back|calling|hungry|ready|asleep|awake|standing|sitting|"
    rf"crying|cooking|on deck)\b|\bhere (?:comes|is) {NAME}",
    re.IGNORECASE,
)

_FRAME = re.compile(
    r"\bin (?:the|an?|this|that|her|his|their) (?:\w+ )?(?:photo|photograph|picture|painting|portrait|drawing|film|video|recording|tapestry|letter|diary)s?\b(?! ?(?:box|room|shop|book))"
    r"|\b(?:long ago|(?:years?|months?|weeks?|nights?|winters?|summers?) (?:ago|before)|once upon|in the old days|"
    r"in those days|back then|when (?:she|he|they|\ue000) (?:was|were) (?:still |once )?(?:alive|young|little|small|with them|a )|"
    r"before (?:she|he|\ue000) (?:died|left|went away|passed)|last (?:year|winter|summer|spring|autumn|month)|"
    r"in (?:her|his|the|a|their|that|my|this) (?:\w+ )?dreams?|(?<!\ue000 )dream(?:ed|t|s|ing)?\b|in (?:her|his|their|my) "
    r"(?:mind|memory|memories|heart|thoughts|head)|used to|legends?|in (?:loving )?memory|"
    r"no longer|far away|back home|at home in|in (?:her|his) (?:own )?(?:village|letter))\b|^\W*once,?\s",
    re.IGNORECASE,
)
_GOVERNS = re.compile(
    r"\b(?:as if|as though|if only|pretend\w*|remember\w*|recall\w*|imagin\w*|reminded|thought (?:of|about)|thinking (?:of|about)|miss(?:ed|es|ing)|"
    r"memor(?:y|ies)|stor(?:y|ies)|tales?|wish(?:ed|es)?|wonder(?:ed|s)?|what would|"
    r"(?:letter|note|card|postcard|picture|portrait|painting|photo|photograph|drawing|statue|carving|song|grave|tapestry|mural|mosaic|film|video|recording|poster|coin|window|page|book|poem)s? "
    r"(?:of|from|by|about|showing|where|in which|that (?:showed|said)|show(?:ed|s)|said|told)|"
    r"(?:as|like|the way) (?:it|they|she|he|things|everything)(?: always| often)? (?:did|had|was|were)(?: back)? when|like when|(?:the|those|on) (?:days|times|nights|evenings|mornings|summers|winters) when|"
    r"wrote|written|if|unless|whether)\b",
    re.IGNORECASE,
)
_BREAKS = re.compile(r"[;:—–]|,\s(?:and|but|so|while|then)\b|\bthen\b", re.IGNORECASE)
_RESTING = re.compile(
    r"\b(?:grave|graves|gravestone|headstone|tomb|stone|sky|stars?|heaven|portrait|picture|painting|photo|photograph|"
    r"statue|drawing|wind|waves|letter|diary|memory|memories|candle)\b",
    re.IGNORECASE,
)
_HABIT = re.compile(
    rf"{NAME}\s+(?:had|has|'d|would|always|often|never|once|sometimes|usually|could)\b|{NAME}'d\b"
    rf"|\b(?:had|would|must|might|could)\b[^,;.]{{0,40}}\b{NAME}",
    re.IGNORECASE,
)

_DREAM = re.compile(
    r"(?<!had )(?<!had often )(?<!had always )(?<!had once )\bdream(?:ed|t)?\b|\b(?:dreams|dreaming|in (?:her|his|the|a|their) dreams?)\b",
    re.IGNORECASE,
)
_WAKES = re.compile(
    r"\b(?:woke|wakes|awoke|wakened|awake|opened (?:her|his|their) eyes)\b",
    re.IGNORECASE,
)
_LOOKS_BACK = re.compile(
    r"\b(?:long ago|years ago|remember(?:ed|s)? (?:the|that|how|when|a|one)|told (?:\w+ )?(?:the|a|an old) (?:story|tale|legend)|"
    r"the (?:story|tale|legend) (?:of|says|said|goes|went)|the letter (?:said|began|told)|in those days|back then)\b",
    re.IGNORECASE,
)
_TALE = re.compile(
    r"\b(?:told (?:\w+ )?(?:the|a|an old) (?:story|tale|legend)|the (?:story|tale|legend) (?:of|says|said|goes|went))\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"^\W*(?:now|then|suddenly|just then|at that moment|that evening|tonight|today|when (?:she|he|the (?:story|song)) (?:had )?"
    r"(?:finished|ended|looked up))\b|\b(?:suddenly|just then|at that very moment|there was a knock)\b",
    re.IGNORECASE,
)

_LEFT = re.compile(
    rf"{NAME}\s+(?:had\s+)?(?:left (?:for|them|the (?:crew|ship|village|town|valley))|went (?:home|away|back to)|moved|sailed away|said goodbye|"
    rf"waved goodbye|departed|travelled on|stayed behind|lives?\b|lived\b|was (?:far|away|gone|home))",
    re.IGNORECASE,
)
_RETURN = re.compile(
    r"\b(?:(?:came|come|comes|is|was|are|were|be|been|am|'m|'s|coming|have|has|had come)\s(?:\w+\s)?back\b(?! to sleep| to bed)|"
    r"return(?:ed|s|ing)?\b|home again|home at last|home from|rejoin(?:ed|s)?|reunion|reunited|(?:come|came|comes) to (?:visit|see|stay)|"
    r"(?:(?<=, )|(?<=now )|(?<=just )|(?<=here )|(?<=safely ))back (?:from|at|in|on|again|with)\b|(?:had |has |have )?(?:come|came) (?:home|again))",
    re.IGNORECASE,
)
_WELCOME = re.compile(
    r"\b(?:welcome (?:back|home)|i(?:'m| am) (?:back|home)|i(?:'ve| have) (?:come|returned)|(?:you(?:'re| are)|you came) back|"
    r"good to (?:have|see) you (?:back|again)|missed you\b|(?:i|we)(?:'ve| have)? (?:so )?missed (?:your|this|the)\b|it(?:'s| is| has been|'s been) (?:so |such a |been )?(?:long|ages)|how long are you staying)\b",
    re.IGNORECASE,
)
_SOMEBODY_BACK = re.compile(
    rf"\b(?:(?:he|she)(?=\s(?:had|was|is|has)\b|\s\w+\sback\b(?!\s(?:from|with|into|to the|in with))|\sreturned\s*[.!])|who|someone|somebody|man|woman|boy|girl|friend|figure|stranger|visitor|travell?er|voice|face|"
    rf"(?:their|dear|our) (?:\w+ )?friend|(?:the|their|our|his|her) old \w+(?=\s(?:had (?:returned|come)|(?:is|was) back)))\b[^,;.{OTHER}]{{0,40}}(?:{_RETURN.pattern})",
    re.IGNORECASE,
)
_SAYS_BACK = re.compile(
    rf"\b(?:i|you|we|he|she)\b[^.!?]{{0,40}}(?:{_RETURN.pattern})", re.IGNORECASE
)

_CLAUSES = re.compile(
    r"[,;:.!?—–]\s|\b(?:and|but|so|while|when|as|then|before|after)\s"
)
_ANOTHER = re.compile(
    rf"{OTHER}|\b(?:the|a|an)\s(?!(?:\w+\s){{0,3}}(?:man|woman|boy|girl|friend|figure|stranger|visitor|travell?er|voice|face|one|person|knight|dear)\b)\w+|\bit\b|\bthey\b",
    re.IGNORECASE,
)
"""Somebody or something else that comes back in a clause."""
_FROM_AFAR = re.compile(
    r"\b(?:on|over|down|through) (?:the|her|his|their) (?:tele)?phone\b|\bon the other end of the line\b|\bvideo call\b|\bover the radio\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    rf"{NAME}(?:'s)? (?:Lane|Street|Road|Square|Bridge|Bay|Island|Isle|Hill|House|Hall|Park|Point|Cove|Harbou?r|Inn|Café|School|Garden|Day|Prize)\b"
)
"""What bears the member's name."""
_LATER = re.compile(r"\b(?:will|shall|would|going to)\b|'ll\b", re.IGNORECASE)


def is_present(sentence: Masked, *, framed: bool) -> bool:
    """Tell whether the member acts, speaks or is met in this sentence."""
    if any(_QUOTED.search(quote) for quote in sentence.quoted):
        return True
    text = _PLACE.sub("a place", sentence.narrated)
    if framed or NAME not in text or _FRAME.search(text):
        return False
    met = [*_SUBJECT.finditer(text), *_SPEAKER.finditer(text)]
    if any(not _is_governed(text, found.start(), found.end()) for found in met):
        return True
    if _HABIT.search(text) or _RESTING.search(text):
        return False
    touched = [*_MET.finditer(text), *_BODY.finditer(text)]
    return any(not _is_governed(text, found.start(), found.end()) for found in touched)


def _is_governed(text: str, start: int, end: int) -> bool:
    """Tell whether what stands here is only remembered, wished, told of."""
    name = text.find(NAME, start, end)
    return any(
        _BREAKS.search(text, found.end(), name) is None
        for found in _GOVERNS.finditer(text, 0, name)
    )


def opens_dream(narrated: str) -> bool:
    """Tell whether the next sentences may be a dream."""
    return _DREAM.search(narrated) is not None and not wakes(narrated)


def wakes(narrated: str) -> bool:
    """Tell whether a dream ends here."""
    return _WAKES.search(narrated) is not None


def looks_back(narrated: str) -> bool:
    """Tell whether the next sentences may be memory or a tale."""
    return _LOOKS_BACK.search(narrated) is not None and "used to" not in narrated


def tells_tale(narrated: str) -> bool:
    """Tell whether what a look back opens is a tale, which may be of anybody."""
    return _TALE.search(narrated) is not None


def is_now(narrated: str) -> bool:
    """Tell whether the telling comes back to the present."""
    return _NOW.search(narrated) is not None


def leaves(sentence: Masked) -> bool:
    """Tell whether the sentence only says that the member has left, or is elsewhere."""
    return _LEFT.search(sentence.narrated) is not None


def returns(sentence: Masked) -> bool:
    """Tell whether the sentence says that the member comes back."""
    text = sentence.narrated
    parts = (text, *sentence.quoted)
    if any(_WELCOME.search(part) and not _is_anothers(part) for part in parts):
        return True
    if NAME in "".join(parts):
        return any(_comes_back(part) for part in parts)
    if _SOMEBODY_BACK.search(text) is not None:
        return True
    return OTHER not in text and any(
        _SAYS_BACK.search(quote) and not _LATER.search(quote)
        for quote in sentence.quoted
    )


def _is_anothers(part: str) -> bool:
    """Tell whether words of welcome are said to another member."""
    return OTHER in part and NAME not in part


def _comes_back(text: str) -> bool:
    """Tell whether a text has the member, or nobody else, come back."""
    for found in _RETURN.finditer(text):
        clause = _CLAUSES.split(text[: found.start()])[-1]
        if NAME in clause or not _ANOTHER.search(clause):
            return True
    return False


def calls_from_afar(narrated: str) -> bool:
    """Tell whether somebody is only heard or seen from another place."""
    return _FROM_AFAR.search(narrated) is not None
