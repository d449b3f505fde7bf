"""What is said while a person decides by voice what waits for a decision. Placeholder: name."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..hearing import Patterns, whole
from ..model import Change, Language, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidingPhrases:
    """The lines of one language, and the answers that only fit these questions."""

    questions: Mapping[Change, str]
    outcomes: Mapping[Status, str]
    """What a member is once that is decided."""
    nothing: str
    done: str
    settled: str
    """Somebody else decided in the meantime."""
    busy: str
    later: str
    elsewhere: str
    """Something waits, and may not be decided by this voice."""
    affirms: Patterns
    denies: Patterns


_YES = "(?:yes|yeah|yep|yup|aye|of course|certainly)"
_NO = "(?:no|nope|nah)"
_HAI = "(?:はい|うん|ええ|そう(?:です)?)(?:よ|ね)?"
_IIE = "(?:いいえ|いや|ううん|ノー)(?:です)?(?:よ|ね)?"
"""Plain answers alone: "not now" or 「大丈夫」 decides nothing."""

DECIDING: Mapping[Language, DecidingPhrases] = {
    Language.EN: DecidingPhrases(
        questions={
            Change.LEFT: "Did {name} leave the story for good? Yes or no?",
            Change.DIED: "Did {name} die in the story? Yes or no?",
        },
        outcomes={
            Status.ACTIVE: "All right: {name} stays in the story.",
            Status.DEPARTED: "All right: {name} has left the story.",
            Status.DEAD: "All right: {name} has died in the story.",
        },
        nothing="Nothing needs deciding.",
        done="That was all.",
        settled="That has been decided already.",
        busy="A night is being told just now. Please ask me again when it is over.",
        later="All right, that can wait.",
        elsewhere="Something in the story needs deciding. A parent can do that in Home Assistant, "
        "on the dashboard or with the action for deciding.",
        affirms=whole(
            rf"{_YES}(?: please)?|(?:{_YES} )?(?:he|she|it|they) (?:did|has|have|left|died)",
            rf"(?:{_YES} )?(?:that is|thats) (?:right|true|so|correct)|right|correct|exactly",
        ),
        denies=whole(
            rf"{_NO}|(?:{_NO} )?(?:he|she|it|they) (?:didnt|did not|hasnt|has not|havent|have not|stays?|stayed)",
            rf"(?:{_NO} )?(?:that is|thats|it is|its) (?:wrong|not (?:right|true|so|correct))|wrong",
        ),
    ),
    Language.JA: DecidingPhrases(
        questions={
            Change.LEFT: "{name}は、お話からもうずっといなくなりましたか。「はい」か「いいえ」で答えてください。",
            Change.DIED: "{name}は、お話の中で亡くなりましたか。「はい」か「いいえ」で答えてください。",
        },
        outcomes={
            Status.ACTIVE: "わかりました。{name}は、これからもお話にいます。",
            Status.DEPARTED: "わかりました。{name}は、お話からいなくなりました。",
            Status.DEAD: "わかりました。{name}は、お話の中で亡くなりました。",
        },
        nothing="今、決めることはありません。",
        done="これで全部です。",
        settled="それは、もう決まっています。",
        busy="今はお話の途中です。終わったら、もう一度聞いてください。",
        later="わかりました。また今度にしましょう。",
        elsewhere="お話に、まだ決まっていないことがあります。おうちの方が、Home Assistantのダッシュボードか、決めるためのアクションで決められます。",
        affirms=whole(
            rf"{_HAI}|(?:{_HAI})?(?:いなくな(?:った|りました)|(?:亡|な)くな(?:った|りました)|(?:死|し)(?:んだ|にました)"
            r"|(?:去|さ)(?:った|りました)|その(?:通|とお)り(?:です)?)(?:よ|ね)?",
        ),
        denies=whole(
            rf"{_IIE}|(?:{_IIE})?(?:まだ|ずっと)?(?:い(?:る|ます)|(?:いなくなって|(?:亡|な)くなって|(?:死|し)んで|(?:去|さ)って)い?(?:ない|ません)"
            r"|(?:違|ちが)(?:う|います))(?:よ|ね)?",
        ),
    ),
}
