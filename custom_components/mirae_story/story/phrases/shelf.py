"""What is said around a night that stands on the shelf, or does not. Placeholders: wish, night, title."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..model import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfPhrases:
    """The lines of one language."""

    promise: str
    promise_plain: str
    """Where the wish itself is better not repeated."""
    loved: str
    loved_plain: str
    """Where the night has no title."""
    title: str
    """What a night is called before its notes have named it."""


SHELF: Mapping[Language, ShelfPhrases] = {
    Language.EN: ShelfPhrases(
        promise="I will keep your wish for tomorrow night: “{wish}”.",
        promise_plain="I will keep your wish for tomorrow night.",
        loved="The next part of our story is not ready yet. So tonight we listen once more to night {night}, "
        "“{title}”, which we know and love.",
        loved_plain="The next part of our story is not ready yet. So tonight we listen once more to night {night}, "
        "which we know and love.",
        title="Night {night}",
    ),
    Language.JA: ShelfPhrases(
        promise="「{wish}」というお願いは、あしたの夜のお話にとっておきますね。",
        promise_plain="そのお願いは、あしたの夜のお話にとっておきますね。",
        loved="お話の続きは、まだできあがっていません。だから今夜は、みんなが大好きな第{night}夜のお話、"
        "「{title}」を、もう一度いっしょに聞きましょう。",
        loved_plain="お話の続きは、まだできあがっていません。だから今夜は、みんなが大好きな第{night}夜のお話を、"
        "もう一度いっしょに、ゆっくりと聞きましょう。",
        title="第{night}夜",
    ),
}


def working_title(night: int, language: Language) -> str:
    """Return what a night is called that is not told yet."""
    return SHELF[language].title.format(night=night)
