"""What people say to their story in English, as patterns for a whole utterance without punctuation."""

import re

from .hearing import AskKind, Hearing, whole
from .spoken import read_patterns

_STORY = (
    r"(?:(?:the|our|my|your|this|that|a|another nice|some|tonights|todays|mirae)\s)?"
    r"(?:(?:next|bedtime|never ending|neverending|night|evening|good|little)\s){0,3}"
    r"(?:story|stories|tale|story time|storytime|story book|storybook)"
)
_NEXT = (
    rf"(?:(?:the\s|tonights\s)?(?:next\s)?(?:part|episode|chapter|bit)(?: of (?:it|{_STORY}))?"
    r"|(?:the\s)?next (?:one|night)"
    rf"|(?:the\s)?rest(?: of (?:it|{_STORY}))?"
    rf"|(?:some\s)?more(?: of (?:it|{_STORY}))?|more {_STORY}|what (?:happens|happened|comes|came|is|will happen|is going to happen) (?:next|then|after that)"
    rf"|whats next|how (?:it|{_STORY}) goes on|what they do next)"
)
_GO_ON = (
    r"(?:(?:continue|go on|go ahead|carry on|keep (?:going|reading|telling|on)|proceed|resume|read on|tell on|move on)"
    rf"(?: with| reading| telling)?(?: (?:it|{_NEXT}|{_STORY}))?"
    r"(?: (?:from )?where we (?:left off|left it|stopped|were))?"
    r"|pick up where we (?:left off|stopped))"
)
_TELL = (
    r"(?:(?:tell|read|play|start|begin|give|have|get|hear|listen to|know|find out)"
    rf"(?: to)?(?: me| us| the (?:children|kids))?(?: with)? (?:{_NEXT}|{_STORY}))"
)
_CONTINUE = rf"(?:{_GO_ON}|{_TELL}|{_NEXT}|{_STORY}|and then|then what|what then|(?:time for|ready for) {_STORY})"
_IN_IT = rf"(?: (?:in it|in|too|as well|to it|(?:in|into|to|of) {_STORY})){{0,3}}"
_THEM = (
    r"(?:them|us|everyone|everybody|the others|her|him|the crew|the family|the group)"
)
_NAME = r"(?P<name>.+?)"


_BEFORE = re.compile(
    r"(?:hey|hi|hello|oh|um+|uh+|er+m*|well|so|ok(?:ay)?|please|pretty please|mirae|mum|mom|mummy|mommy|dad|daddy"
    r"|now|and|alright|all right|right|yes|yeah|no|but|quick|quickly|just"
    r"|good (?:evening|morning|day)"
    r"|(?:can|could|would|will|may|might|shall|do) (?:you|we|i)(?: please)?(?: just)?(?: (?:like|want) to)?"
    r"|(?:i|we)(?:d| would)? (?:really )?(?:want|wanna|like|love|wish)(?: you)?(?: to)?"
    r"|lets|let us|its time (?:to|for)|it is time (?:to|for)|it is|its|be so kind and"
    r"|tell (?:me|us)(?= (?:what|who|where|how|if|about what)\b))\s",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s(?:please|pretty please|now|right now|then|tonight|today|this (?:evening|time)|for (?:me|us)|thank you|thanks"
    r"|mirae|mum|mom|mummy|mommy|dad|daddy|okay|ok|will you|would you|can you|could you|shall we|if you (?:like|can|please)"
    r"|a (?:little )?bit|a little)",
    re.IGNORECASE,
)

_STOP = whole(
    rf"(?:stop|pause|end|finish|cancel|quit)(?: (?:it|that|this|here|there|now|reading|talking|telling|speaking|playing|{_STORY})){{0,4}}",
    rf"(?:thats|that is|it is|its) (?:enough|all|it)|enough|no more(?: {_STORY})?|(?:the )?end",
    r"(?:be )?(?:quiet|silent)|silence|hush|shush|shut up|stop it there",
)
_GOOD_NIGHT = whole(
    r"(?:good ?night|night night|nighty night|nighty|sleep (?:well|tight)|sweet dreams)(?: .{1,20})?",
    r"(?:i am|im) (?:going to (?:bed|sleep)|sleepy|tired|falling asleep)|see you tomorrow|until tomorrow",
)
_TOO_SCARY = whole(
    r"(?:(?:that|this|it|the story)(?:s| is| was|'s)? )?(?:a bit |much |really |very |so |way |too )*(?:scary|frightening|spooky)(?: for me)?",
    r"(?:i am|im|i was) (?:a bit |really |very |so |too )*(?:scared|afraid|frightened)(?: of .{1,30})?",
    r"(?:it|that|this|the story) (?:scares|frightens) me|(?:make it|tell it) (?:less scary|nicer|gentler)|not so scary",
)
_TELL_AGAIN = whole(
    r"(?:(?:tell|read|play|say|hear|listen to|repeat|do)(?: me| us)? )?"
    r"(?:it|that|this|(?:the |that |this |tonights |last nights |yesterdays )(?:(?:last|same) )?(?:story|tale|part|episode|chapter|one|night))"
    r" (?:again|once more|one more time|once again|over(?: again)?|from the (?:start|beginning|top))",
    r"(?:tell |read |play )?(?:again|once more|one more time|once again)|(?:the )?same (?:story|one)(?: again)?",
    r"(?:tell|read|play)(?: me| us)? (?:last nights|yesterdays|the last|the same) (?:story|tale|part|episode|chapter|one)",
    rf"(?:start over|start again|from the (?:start|beginning|top)|repeat(?: (?:it|that|this|{_STORY}))?)",
)
_ONE_MORE = whole(
    r"(?:(?:tell|read|give|have|hear|play)(?: me| us)? )?(?:just )?(?:one more|another)"
    r"(?: (?:one|story|tale|part|episode|chapter|night|bit))?",
)
_NEW = r"(?:(?:completely|whole|brand|totally) )?(?:new|brand new|different)"
_NEW_STORY = whole(
    r"(?:(?:start|begin|make|make up|tell|read|create|have|hear|open|get)(?: (?:me|us))?(?: with)? )?"
    rf"(?:an? |another |some |the )?{_NEW} (?:\w+ )?(?:story|tale|stories)",
    r"(?:switch|change|go) (?:over )?to (?:an? |another )?(?:other |new |different )?(?:story|tale)|change the (?:story|tale)",
    r"(?:start|begin|create|make up|choose|pick) another (?:story|tale)",
)
_RECAP_LAST = whole(
    rf"what (?:happened|was it about|was {_STORY} about) "
    r"(?:the )?(?:last (?:time|night|evening|week)|yesterday|before|earlier|previously|the other (?:day|night)"
    r"|in the last (?:part|episode|story|night|chapter|one))",
    r"what did we (?:hear|read) (?:last (?:time|night)|yesterday|before)|what was the last (?:part|episode|story|night) about",
    r"where (?:were|are|did) we(?: (?:stop|end|leave off|left off|stay))?(?: (?:last (?:time|night)|yesterday))?",
    rf"(?:remind|help) (?:me|us)(?: (?:what happened(?: last (?:time|night))?|where we (?:were|left off|stopped)|of {_STORY}))?",
    rf"(?:a |give (?:me|us) a )?(?:quick |short )?recap|how did (?:it|{_STORY}) end(?: last (?:time|night)| yesterday)?",
)
_RECAP_ALL = whole(
    rf"what(?: has)? happened (?:so far|until now|up to now|till now)|what happened in {_STORY}(?: so far)?",
    r"(?:(?:tell|give)(?: me| us)? |what is |whats )?(?:the )?(?:whole )?(?:story|tale) so far",
    rf"(?:sum up|summari[sz]e|recap)(?: (?:it|everything|{_STORY}))(?: so far)?|(?:(?:a |the )?summary)(?: of (?:it|{_STORY}))?",
    rf"what(?:s| is) (?:it|{_STORY}) (?:all )?about",
)
_DECIDE = whole(
    r"(?:what|who|is there anything|is there something|anything|whats there|what is there)(?: (?:that|which))?(?: still| else)?"
    r" (?:needs?(?: to be)?|must be|has to be|waits? to be|is waiting to be|to be|to|is there to|do (?:i|we) (?:need|have) to)"
    rf" (?:decid(?:ed?|ing)|a decision)(?: (?:on|about|in|for) (?:it|{_STORY}))?",
    r"(?:what|whats|is anything|what is) (?:still )?(?:undecided|pending|open to decide|waiting for (?:a decision|me|us))",
    r"(?:are there|do you have) (?:any |some )?(?:open |pending )?(?:decisions|questions for (?:me|us|a parent))(?: to make| for (?:me|us))?",
)
_WHO_ASKED = whole(
    rf"(?:who(?:s| is| are)?|who all is) (?:all )?(?:in|appears in|plays in|comes up in) (?:it|there|{_STORY})(?: now| so far| still)?",
    rf"who(?:s| is| are)(?: (?:all|still))? (?:there|here|in|with {_THEM}|left|who|on board)(?: now)?",
    rf"who are (?:they|the (?:characters|people|friends|heroes)(?: (?:in|of) (?:it|{_STORY}))?)",
    rf"(?:list|name|what are|tell me|tell me about) (?:all )?(?:the )?(?:cast|characters|friends)(?: (?:in|of) (?:it|{_STORY}))?|the (?:cast|characters)",
)
_IS_WITH = whole(
    rf"(?:is|are|was) {_NAME}(?: (?:still|also|even|not|now))*(?: (?:with .{{1,30}}|there|here|around|alive|dead|gone|away|back|okay|ok|well|missing"
    rf"|part of .{{1,30}}|in (?:it|{_STORY})|on (?:board|the .{{1,20}})))(?: (?:still|now|yet|too|again|anymore|any more))*",
    rf"(?:where|how|who)(?:s| is|'s) {_NAME}(?: (?:now|at the moment|today))?",
    rf"what(?: has)? (?:happened|became|become) (?:to|of|with) {_NAME}",
    rf"(?:did|has|have|will|does) {_NAME}(?: (?:still|already|really|ever))* (?:die|died|leave|left|gone|go away|gone away|come back|came back|return|returned|live|disappear|disappeared)(?: (?:back|now|away|yet|again))?",
)
_CONTINUE_ASKED = whole(_CONTINUE)
_WISHES = whole(
    rf"{_TELL}(?: please)? of (?P<wish>.+?)",
    rf"{_CONTINUE}(?: (?:and|but))?(?: please)? (?:with|about|starring|featuring|(?:and )?(?:put|add|include|bring(?: in)?|let there be)(?: in)?)"
    rf" (?P<wish>.+?){_IN_IT}",
    rf"(?:add|put|include|bring(?: in)?) (?P<wish>.+?)(?: (?:in it|in|too|(?:in|into|to) (?:it|{_STORY})))+(?: and {_CONTINUE})?",
    rf"(?:can |could |may |let )?there (?:be|should be|must be) (?P<wish>.+?){_IN_IT}",
    rf"(?P<wish>(?:an?|some|the|my|our|one|two|three|lots of|many) .+?) in (?:it|{_STORY})",
    r"(?:with|about) (?P<wish>.+)",
    r"tonight (?:with|about) (?P<wish>.+)",
)
_OWNED = whole(
    r"(?:continue|go on|carry on|keep going|tell|read|play|start|hear)(?: (?:me|us))?(?: with)? (?P<name>.+?)(?:s (?:story|tale))?",
    r"(?P<name>.+?)(?:s (?:story|tale))",
)
_YES = whole(
    r"(?:yes|yeah|yep|yup|aye|sure|ok|okay|of course|certainly|absolutely|please do|do it|do|all ?right|fine|mhm|uh huh|i do|please)(?: (?:yes|sure|please|do))*",
)
_NO = whole(
    r"(?:no|nope|nah|no thanks|no thank you|not (?:now|today|tonight)|never ?mind|nothing|rather not|another time|maybe tomorrow|tomorrow)",
)

ENGLISH = Hearing(
    spoken=read_patterns("en"),
    last_time=re.compile(
        r"last|yesterday|before|earlier|stop|left off|leave off|end(?:ed)?\b|where|missed|how did",
        re.IGNORECASE,
    ),
    marks=re.compile(r"[^\w\s'-]+|(?<!\w)-|-(?!\w)"),
    gap=" ",
    before=_BEFORE,
    after=_AFTER,
    plain={
        AskKind.STOP: _STOP,
        AskKind.GOOD_NIGHT: _GOOD_NIGHT,
        AskKind.TOO_SCARY: _TOO_SCARY,
        AskKind.TELL_AGAIN: _TELL_AGAIN,
        AskKind.NEW_STORY: _NEW_STORY,
        AskKind.ONE_MORE: _ONE_MORE,
        AskKind.RECAP_LAST: _RECAP_LAST,
        AskKind.RECAP_ALL: _RECAP_ALL,
        AskKind.DECIDE: _DECIDE,
        AskKind.WHO: _WHO_ASKED,
        AskKind.YES: _YES,
        AskKind.NO: _NO,
        AskKind.CONTINUE: _CONTINUE_ASKED,
    },
    is_with=_IS_WITH,
    owned=_OWNED,
    wishes=_WISHES,
)
