"""Whether what is said to a story's agent is about the home around it, and not about the story.

A lamp may be called after the child after whom the hero is called: so what names a thing of the home is about the
home, unless it asks of what was. What names the story, or somebody in it, is about the story.
"""

import re
from collections.abc import Iterable

from .model import StoryState
from .names import fold, names_of, visible
from .scripts import is_japanese

_STORY = re.compile(
    r"\b(?:story|stories|tale|tales|chapter|episode|protagonist|hero|heroine)\b"
    r"|お話|おはなし|物語|ものがたり|主人公",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"^\W*(?:and |but |so )?(?:who|whom|whose|what|which|where|when|why|how|is|are|was|were|do|does|did|has|have|had"
    r"|can|could|will|would)\b|[?？]\s*$|(?:か|かな|かしら|っけ|の)[。.\s]*$",
    re.IGNORECASE,
)
_OF_WHAT_WAS = re.compile(
    r"\b(?:was|were|did|had|used to)\b"
    r"|(?:た|だ|でした|ました)(?:っけ|のですか|んですか|のかな|のか|の|か|かな)?[。.?？\s]*$",
    re.IGNORECASE,
)


def is_about_home(
    text: str, state: StoryState, things: Iterable[str], *, is_told_of: bool
) -> bool:
    """Tell whether an utterance, which means nothing else to the story, is about the home.

    `things` are the names of what there is in the home; `is_told_of`: a told night answers it.
    """
    said = visible(text)
    folded = fold(said)
    asks = _QUESTION.search(said) is not None
    if asks and is_told_of and _OF_WHAT_WAS.search(said):
        return False
    ours = {fold(name) for each in state.cast.members for name in names_of(each)}
    names = {fold(visible(thing)) for thing in things}
    # A name that is somebody's in the story names no thing: "Mina" is Mina, "Mina's lamp" is a lamp.
    if _any_stands_in(names - ours, folded):
        return True
    if _STORY.search(said) or _any_stands_in({*ours, fold(state.title)}, folded):
        return False
    return not (asks and is_told_of)


def _any_stands_in(names: Iterable[str], said: str) -> bool:
    return any(_stands_in(name, said) for name in names if name)


def _stands_in(name: str, said: str) -> bool:
    """Tell whether a name stands in what was said, both folded; what is Japanese has no borders between words."""
    if any(map(is_japanese, name)):
        return len(name) > 1 and name in said
    return re.search(rf"(?<!\w){re.escape(name)}s?(?!\w)", said) is not None
