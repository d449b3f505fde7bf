"""How English speaks of the memory: patterns for a whole utterance, without marks at its ends."""

import re

from .phrasebook import MemoryAskKind, Phrasebook, spoken

_BEFORE = (
    r"(?:(?:hey|hi|hello|oh|ah|um+|uh+|er+m*|well|so|ok(?:ay)?|alright|all right|right|please|now|and|but|then|also"
    r"|actually|sorry|no|yes|yeah|wait|hold on|mirae|computer|assistant|just|quick(?:ly)?)[\s,.;:!-]+)*"
)
_ASKED = (
    r"(?:(?P<asked>(?:can|could|would|will) you(?: please)?(?: (?:just|also|try to))*"
    r"|(?:i(?:'d| would)? (?:really )?(?:want|like|need)|i would like|i'd like) you(?: please)? to"
    r"|you (?:can|may|should|must|could|might)(?: (?:just|also|now|please))*"
    r"|(?:try|be sure|make sure) to|do)[\s,]+)?(?:(?:please|also|just)\s)*"
)
_WHEN = r"(?:\s(?:yesterday|today|earlier|before|just now|this (?:morning|evening|afternoon)|last (?:night|week|time)|the other day))?"
_AFTER = (
    r"(?:[\s,.;:!-]+(?:please|for me|for us|for later|for now|now|again|thank you|thanks|ok(?:ay)?|mirae|will you"
    r"|would you|can you|could you|if you (?:can|could|would|like|please)))*"
)
_TOPIC = r"(?P<about>.+?)"
_NO_THING = (
    r"(?!(?:time|times|day|night|song|movie|film|book|story|guy|man|woman|girl|boy|game|place|trip|one|summer|winter"
    r"|evening|morning|week|year|word|name|number|dream)\b)"
)
"""After "remember that": a thing that was there, not something to keep in mind."""
_KEEP = (
    r"(?:remember|memori[sz]e|keep in (?:mind|memory)|bear in mind|make a note|take a note|(?:make a )?mental note"
    r"|note(?: down)?|(?:do not|don't|dont|never)(?: ever)? forget)"
)
_STATED = (
    r"(?:is|isn't|are|aren't|am|was|were|has|have|had|will|won't|can|can't|cannot|must|should|does|doesn't|don't"
    r"|likes?|loves?|hates?|prefers?|lives?|works?|wants?|needs?|goes|go|eats?|drinks?|plays?|means?|starts?|begins?"
    r"|ends?|comes?|takes?|gets?|got|sleeps?|wears?|speaks?|owns?|keeps?|reads?)"
)
_STATEMENT = (
    r"(?P<about>(?:(?:i|we|he|she|they|it)(?:'(?:m|re|s|ve|d|ll))\b.+?"
    rf"|(?!(?:to|when|how|what|where|who|whom|why|if|me|him|us|them|that|this|the (?:time|times|day|days|night|nights|last|first))\b)"
    rf"(?:\S+\s){{1,10}}?(?:{_STATED}|it's|he's|she's|they're|that's)\b.+?))"
)
_WE = r"(?:i|we)(?:'ve| have)?(?: (?:ever|just|once|have|had))*"
_TOLD = (
    rf"(?:{_WE} (?:said|say|told you|tell you|mentioned|talked|spoke|asked(?: you)?)"
    r"|you(?: (?:still|have|ever|just))* (?:know|remember|heard|learned|learnt|recall|stored|saved|noted|were told))"
)
_ABOUT = r"(?:\s(?:to you|you))?\s(?:about|of|on|regarding|concerning)\s"
_LATELY = r"(?:\s(?:just now|right now|a moment ago|before|earlier|last))?"
_THAT = (
    r"(?:that|this|those|these|them|all (?:of )?(?:that|this|those)|(?:that|this) (?:one|thing|again|last (?:one|bit|thing))"
    r"|(?:the |my )?(?:last|previous) (?:one|thing|things|bit|turn|question|answer|sentence|message|two|few things)"
    rf"(?: (?:that )?{_TOLD})?"
    rf"|(?:what|whatever|everything|anything)\s(?:{_WE} (?:said|told you|mentioned|asked(?: you)?)|you (?:just |have just )?(?:heard|said|told me|answered))"
    r"(?:\s(?:just now|right now|a moment ago|last))?"
    r"|(?:that|what) (?:i|we) (?:just )?(?:said|told you)(?: that)?(?: just now| a moment ago)?)"
)
_JOKE = r"(?:[\s,.;:!-]+(?:i was (?:just |only )?(?:joking|kidding)|(?:it|that)(?:'s| is| was) (?:not true|wrong|a joke)))?"
_FORGET = r"(?:forget|unremember|don't remember|do not remember|stop remembering)"
_ERASE = r"(?:delete|erase|remove|clear|wipe|drop|throw away)"
_MEMORY = r"(?:\s(?:from|out of)\s(?:your |the )?(?:memory|memories|mind))"

ENGLISH = Phrasebook(
    patterns=(
        *spoken(
            MemoryAskKind.FORGET_ABOUT,
            rf"{_FORGET}\s(?:(?:everything|anything|all|whatever|the things?|what|all the things)\s)(?:that\s)?{_TOLD}{_ABOUT}{_TOPIC}{_MEMORY}?",
            rf"{_FORGET}\s(?:everything|anything|all|all of it|all that there is)\s(?:about|on|regarding|concerning)\s{_TOPIC}",
            rf"{_FORGET}\sthat\s(?!{_WE} (?:said|told you|mentioned|asked)\s(?:that|this|it|anything|something))(?!(?:one|thing|again|last|please|now|for|(?:{_WE}|you)\s(?:said|told|just|heard))\b){_TOPIC}",
            rf"{_FORGET}\s(?P<about>(?:my|our)\s(?!last|previous).+?)",
            rf"{_ERASE}\s(?:everything|anything|all|whatever|what|the things?)(?:\s(?:that\s)?{_TOLD})?{_ABOUT}{_TOPIC}{_MEMORY}?",
            rf"{_ERASE}\s(?:the\s)?(?:memory|memories){_ABOUT}{_TOPIC}",
            before=_BEFORE + _ASKED,
            after=_WHEN + _AFTER,
        ),
        *spoken(
            MemoryAskKind.FORGET_ALL,
            rf"{_FORGET}\s(?:everything|it all|all(?: of it)?)(?:\s(?:that\s)?{_TOLD})?{_LATELY}",
            rf"{_ERASE}\s(?:all|(?:all )?(?:of )?(?:your|my|our|the))\s(?:whole |entire |complete )?(?:memory|memories)",
            rf"{_ERASE}\s(?:everything|all)(?:\s(?:that\s)?you (?:know|remember)|{_MEMORY})",
            before=_BEFORE + _ASKED,
            after=_AFTER,
        ),
        *spoken(
            MemoryAskKind.FORGET_LAST,
            rf"{_FORGET}\s(?:about\s(?=that|this))?{_THAT}{_MEMORY}?{_JOKE}",
            rf"{_FORGET}\s(?:that\s)?{_WE} (?:said|told you|mentioned|asked)\s(?:that|this|it|anything|something)",
            rf"{_ERASE}\s{_THAT}{_MEMORY}",
            rf"{_ERASE}\s(?:what|whatever)\s{_WE} (?:said|told you)(?: just now)?",
            before=_BEFORE + _ASKED,
            after=_AFTER,
        ),
        *spoken(
            MemoryAskKind.RECALL,
            rf"what(?: else| all)?\s(?:do|can|did)\s(?:you|we)\s(?:still\s|really\s|actually\s)?(?:remember|recall){_ABOUT}{_TOPIC}",
            r"what(?: else| all)?\s(?:do|can)\syou\s(?:still\s)?(?:remember|recall)(?P<about>)",
            rf"what(?: all)?\s(?:do|can)\syou\s(?:still\s)?know{_ABOUT}(?P<about>me|us|my family|our family|myself)",
            rf"(?:tell|show)\s(?:me|us)\s(?:what|everything|all)\s(?:that\s)?you know{_ABOUT}(?P<about>me|us|my family|our family|myself)",
            rf"what(?: all)?\s(?:did|have|had)\s(?:i|we)\s(?:ever\s|just\s|already\s)*(?:say|said|tell you|told you|mention|mentioned){_ABOUT}{_TOPIC}",
            rf"(?:do|can)\syou\s(?:still\s)?(?:remember|recall)\s(?:anything|something|everything|what\s{_TOLD}){_ABOUT}{_TOPIC}",
            rf"(?:(?:tell|show)(?:\s(?:me|us))?|say|list|repeat)\s(?:what|everything|all|anything)\s(?:that\s)?you(?:\sstill)?\s(?:remember|recall)(?:{_ABOUT}{_TOPIC})?",
            rf"(?:tell|show)\s(?:me|us)\swhat\s{_WE} (?:said|told you|mentioned){_ABOUT}{_TOPIC}",
            before=_BEFORE + r"(?:(?:can|could|would|will) you (?:please )?)?",
            after=_WHEN + _AFTER + r"(?:\s(?:so far|until now|up to now|right now))?",
        ),
        *spoken(
            MemoryAskKind.REMEMBER,
            rf"{_KEEP}(?:[\s,:]+(?:this|the following|for (?:me|us|later|the future)|please|forever|always|well))*[\s,:]+that[\s,:]+{_NO_THING}(?P<about>\S+\s[^?]+?)",
            rf"{_KEEP}\s(?:this|the following|something|one thing)\s*[,:.;-]\s*{_TOPIC}",
            rf"{_KEEP}[\s,:]+{_STATEMENT}",
            rf"{_KEEP}\s(?:this|that)(?:\s(?:one|well|forever|always))?(?P<about>)",
            before=_BEFORE + _ASKED,
            after=_AFTER,
        ),
        *spoken(
            MemoryAskKind.REMEMBER,
            rf"{_TOPIC}\s*[,.;:!-]\s*(?:and\s)?(?:(?:please|can you|could you|so|now)[\s,]+)*(?:remember|memori[sz]e|keep in mind|note"
            r"|(?:do not|don't|dont|never) forget)\s(?:that|this|it)",
            after=_AFTER,
        ),
    ),
    never=re.compile(
        rf"{_BEFORE}(?:(?:just )?forget (?:about )?it|never ?mind|remember to\b.*|(?:do not|don't|dont|never) forget to\b.*"
        r"|(?:i|we|he|she|they|you) (?:forget|forgot|remember|remembered|can't|cannot|don't|do not|didn't|always|never|will|still)\b.*)",
        re.IGNORECASE,
    ),
    everything=frozenset(
        ("me", "us", "myself", "my life", "my family", "our family", "all of us")
    )
    | {"everything", "ourselves"},
    may_ask=False,
    yes=re.compile(
        r"(?:(?:yes|yeah|yep|yup|aye|sure|ok|okay|please|please do|do it|do that|go ahead|of course|certainly|absolutely|definitely"
        r"|right|that's right|correct|forget (?:it|them|that|those|everything)|forget (?:it |them )?all(?: of (?:it|them))?|all of (?:it|them)"
        r"|delete (?:it|them)|all right|alright|fine|you (?:may|can|should)|i am sure|i'm sure|mhm|uh huh)[\s,.;:!-]*)+",
        re.IGNORECASE,
    ),
    no=re.compile(
        r"(?:(?:no|nope|nah|no thanks|no thank you|don't|do not|please don't|don't do (?:it|that)|don't forget.*|stop|cancel|wait|keep (?:it|them|that|everything)"
        r"|never ?mind|better not|rather not|i'd rather not|leave (?:it|them)|not (?:now|yet|all|really)|forget it not|hold on|please|oh)[\s,.;:!-]*)+",
        re.IGNORECASE,
    ),
)
