"""Whether what is said to a story's agent is about the home around it, and not about the story.

A lamp may be called after the child after whom the hero is called: so what names a thing of the home is about the
home, unless it asks of what was. A question that names the story, or somebody in it, is about the story, and so is one
that a told night answers.
"""

import re
from collections.abc import Iterable

from .asks import Ask, AskKind
from .model import StoryState
from .names import fold, names_of, visible
from .scripts import is_japanese

_STORY = re.compile(
    r"\b(?:story|stories|tale|tales|chapter|episode|protagonist|hero|heroine)\b"
    r"|お話|おはなし|物語|ものがたり|主人公",
    re.IGNORECASE,
)
_FOR_STORY = re.compile(
    r"\b(?:continue|go on|carry on|keep going)\b|\b(?:in|into|to|of|with) (?:the|our|my|a) (?:story|tale)\b"
    r"|続き|つづき|続け|つづけ|(?:お話|おはなし|物語|ものがたり)(?:の中)?[にへ]",
    re.IGNORECASE,
)
"""What makes a wish plainly one for the story."""
_QUESTION = re.compile(
    r"\b(?:who|whom|whose|what|where|why)\b"
    r"|^\W*(?:and |but |so )?(?:which|when|how|is|are|was|were|do|does|did|has|have|had)\b|[?？]\s*$"
    r"|何|なに|誰|だれ|どこ|いつ|なぜ|どうして|どんな|(?:か|かな|かしら|っけ|の)[。.\s]*$",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^\W*(?:can|could|will|would) (?:you|we|i)\b(?!.*\b(?:who|whom|whose|what|where|why)\b)"
    r"|[てで](?:くれ|もらえ|もらい|いただけ|ほしい|ください)",
    re.IGNORECASE,
)
"""Asks for something to be done, in the form of a question."""
_OF_WHAT_WAS = re.compile(
    r"\b(?:was|were|did|had|used to)\b"
    r"|(?:た|だ|でした|ました)(?:っけ|のですか|んですか|のかな|のか|の|か|かな)?[。.?？\s]*$",
    re.IGNORECASE,
)


def is_about_home(
    ask: Ask, state: StoryState, things: Iterable[str], *, is_told_of: bool
) -> bool:
    """Tell whether an utterance is about the home.

    `things` are the names of what there is in the home; `is_told_of`: a told night answers it.
    """
    said = visible(ask.text)
    folded = fold(said)
    ours = {fold(name) for each in state.cast.members for name in names_of(each)}
    names = {fold(visible(thing)) for thing in things}
    # A name that is somebody's in the story names no thing: "Mina" is Mina, "Mina's lamp" is a lamp.
    names_a_thing = _any_stands_in(names - ours, folded)
    if ask.kind is not AskKind.OTHER:
        # 「リストに卵を入れて」 sounds like a wish for the story, and is none.
        return bool(ask.wish) and names_a_thing and not _FOR_STORY.search(said)
    if not _QUESTION.search(said) or _REQUEST.search(said):
        return True
    if is_told_of and (not names_a_thing or _OF_WHAT_WAS.search(said)):
        return False
    named = _STORY.search(said) or _any_stands_in({*ours, fold(state.title)}, folded)
    return names_a_thing or not named


def _any_stands_in(names: Iterable[str], said: str) -> bool:
    return any(_stands_in(name, said) for name in names if name)


def _stands_in(name: str, said: str) -> bool:
    """Tell whether a name stands in what was said, both folded; what is Japanese has no borders between words."""
    if any(map(is_japanese, name)):
        return len(name) > 1 and name in said
    return re.search(rf"(?<!\w){re.escape(name)}s?(?!\w)", said) is not None
