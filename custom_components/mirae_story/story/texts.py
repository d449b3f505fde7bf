"""Which of the model's texts on a night may stand: summary, situation, recap, title (contract rule 13)."""

import re

from .chatter import has_markup, is_meta
from .languages import speaks
from .model import Cast, Language, Status
from .names import fold
from .presence import acts, is_present
from .scripts import is_japanese
from .sentences import is_complete

MAX_SUMMARY = 1_200
MAX_RECAP = 200
MAX_TITLE = 60
MAX_ROLE = 60
_UNENDED_JA = re.compile(
    r"(?:まし|でし|だっ|てい|でい)た$|(?:ます|です|ません|ている|でいる)$"
)
_NOT_IN_LINE = re.compile(r"[<>{}\[\]|\\`*_#]")


def is_good_summary(text: str, cast: Cast, language: Language) -> bool:
    """Tell whether a summary may replace the old one. `cast` is the one before tonight."""
    text = text.strip()
    if len(text) > MAX_SUMMARY or not _is_prose(text, language):
        return False
    ended = is_complete(text) or (
        language is Language.JA and bool(_UNENDED_JA.search(text))
    )
    dead = (member for member in cast.members if member.status is Status.DEAD)
    return ended and not any(acts(member, text, cast, language) for member in dead)


def is_good_situation(text: str, previous: str, cast: Cast, language: Language) -> bool:
    """Tell whether a situation may stand. `cast` is the one after tonight."""
    text = text.strip()
    if len(text) > MAX_SUMMARY or not _is_prose(text, language):
        return False
    if fold(text) == fold(previous):
        return False
    return not any(is_present(m, text, cast, language) for m in cast.off_stage)


def is_good_recap(
    text: str, cast: Cast, returned: set[str], language: Language
) -> bool:
    """Tell whether a recap may stand. `cast` is the one before tonight; who returned tonight may act."""
    text = text.strip()
    if len(text) > MAX_RECAP or not _is_prose(text, language):
        return False
    if len(text.splitlines()) > 1:
        return False
    gone = (member for member in cast.off_stage if member.name not in returned)
    return not any(acts(member, text, cast, language) for member in gone)


def usable_title(text: str, language: Language) -> str:
    """Return a title if it may stand, else nothing: the night's number is shown then."""
    title = text.strip().strip("「」『』“”\"'")
    fits = 0 < len(title) <= MAX_TITLE and len(title.splitlines()) == 1
    if not fits or is_meta(title) or has_markup(title) or _NOT_IN_LINE.search(title):
        return ""
    foreign = language is Language.EN and any(map(is_japanese, title))
    return "" if foreign else title


def usable_role(text: str) -> str:
    """Return a newcomer's role if it may be stored, else nothing."""
    role = " ".join(text.split())
    one_line = len(text.strip().splitlines()) == 1
    if not one_line or len(role) > MAX_ROLE or _NOT_IN_LINE.search(role):
        return ""
    return "" if is_meta(role) or has_markup(role) else role


def _is_prose(text: str, language: Language) -> bool:
    return bool(text) and not (
        is_meta(text) or has_markup(text) or not speaks(text, language)
    )
