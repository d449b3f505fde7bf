"""What tonight's prose plainly tells of deaths and farewells (contract rules 5 and 15).

A sentence counts that names the character and states it; a dream, a play, a lie, a condition, an idiom or a memory
does not, nor does what a later action of the character refutes. The signs are fixed words of each language.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from . import endings_en, endings_ja, stage_en, stage_ja
from .masks import NAME, OTHER, Masked, Span, found_in, mask, spellings
from .model import Cast, Character, Language
from .names import mentioned, visible
from .sentences import sentences


class Told(StrEnum):
    """How a text tells of an end."""

    PLAIN = "plain"
    NOT_TOLD = "not_told"
    NOT_REAL = "not_real"
    """Only in a dream, a play, a lie, a condition or an idiom."""
    THERE_AFTERWARDS = "there_afterwards"
    """The character acts afterwards, or is there at the end."""


_ENDINGS = {Language.EN: endings_en, Language.JA: endings_ja}
_STAGES = {Language.EN: stage_en, Language.JA: stage_ja}


@dataclass(frozen=True, slots=True)
class _View:
    """One sentence as seen from a character, and in what frame it stands."""

    sentence: Masked
    dreamed: bool
    played: bool


def tells_death(sentence: Masked, language: Language) -> bool:
    """Tell whether one sentence plainly says that the member dies, outside every dream and play."""
    return bool(_ENDINGS[language].tells_death(sentence))


def tells_farewell(sentence: Masked, language: Language) -> bool:
    """Tell whether one sentence plainly says that the member goes away for good."""
    return bool(_ENDINGS[language].tells_farewell(sentence))


def death_of(who: Character, prose: str, cast: Cast, language: Language) -> Told:
    """Return how the prose tells of this character's death."""
    views = _views(who, prose, cast, language)
    endings = _ENDINGS[language]
    last = _last_plain(views, endings.tells_death)
    if last is not None:
        return _unless_refuted(views, last, language)
    hints = [at for at, view in enumerate(views) if endings.hints_death(view.sentence)]
    soft = [at for at, view in enumerate(views) if endings.is_euphemism(view.sentence)]
    after = max(soft or hints[:1] or [_last_third(views)])
    if _is_there(views, after, language):
        return Told.THERE_AFTERWARDS
    if hints and not soft and all(_is_unreal(views[at], language) for at in hints):
        return Told.NOT_REAL
    return Told.NOT_TOLD


def farewell_of(who: Character, prose: str, cast: Cast, language: Language) -> Told:
    """Return how the prose tells of this character's going away for good."""
    views = _views(who, prose, cast, language)
    last = _last_plain(views, _ENDINGS[language].tells_farewell)
    if last is None:
        return Told.NOT_TOLD
    return _unless_refuted(views, last, language, going=True)


def surely_there(prose: str, cast: Cast, language: Language) -> tuple[Character, ...]:
    """Return who is on stage and of whom the prose says nothing that might be a death or a farewell.

    For lines that code makes after it: they may not name anybody who may just have gone.
    """
    return tuple(
        who
        for who in cast.on_stage
        if not any(
            _may_go(view.sentence, language)
            for view in _views(who, prose, cast, language)
        )
    )


def sends_away(who: Character, text: str, cast: Cast, language: Language) -> bool:
    """Tell whether a text plainly says anywhere that this character is dead or gone for good."""
    return any(
        tells_death(view.sentence, language) or tells_farewell(view.sentence, language)
        for view in _views(who, text, cast, language)
    )


def _may_go(sentence: Masked, language: Language) -> bool:
    endings = _ENDINGS[language]
    return endings.may_part(sentence) or any(
        sign(sentence)
        for sign in (
            endings.tells_farewell,
            endings.tells_death,
            endings.hints_death,
            endings.is_euphemism,
        )
    )


def _views(who: Character, prose: str, cast: Cast, language: Language) -> list[_View]:
    """Return the prose's sentences as seen from `who`, who need not be in the cast yet."""
    if not mentioned(Cast((who,)), prose).members:
        return []
    known = cast if cast.named(who.name) else cast.with_member(who)
    stage, endings = _STAGES[language], _ENDINGS[language]
    masked = [
        _apart(mask(text, found, who), found, known, endings.in_company)
        for text, found in _read(prose, known, language)
    ]
    views: list[_View] = []
    dreaming = playing = False
    for at, sentence in enumerate(masked):
        if dreaming and stage.wakes(sentence.narrated):
            dreaming = False
        # A dream out of which nobody wakes is over with its sentence.
        dreaming = dreaming or (
            stage.opens_dream(sentence.narrated)
            and any(stage.wakes(each.narrated) for each in masked[at + 1 :])
        )
        over = endings.ends_play(sentence.narrated)
        playing = endings.opens_play(sentence.narrated) or (playing and not over)
        views.append(_View(sentence, dreaming, playing))
        playing = playing and not over
    return views


def _apart(
    sentence: Masked,
    found: Iterable[Span],
    cast: Cast,
    in_company: Callable[[str], str],
) -> Masked:
    """Return a sentence with the member alone; where the protagonist goes along, nobody leaves the story."""
    if any(owner == cast.protagonist.name for _, _, owner in found):
        return sentence
    return replace(sentence, narrated=in_company(sentence.narrated))


@lru_cache(maxsize=4)
def _read(
    prose: str, cast: Cast, language: Language
) -> tuple[tuple[str, list[Span]], ...]:
    """Return the sentences and the names in each; one night is read for every member."""
    known = spellings(mentioned(cast, prose))
    texts = (visible(each) for each in sentences(prose, language))
    return tuple((text, found_in(text, known)) for text in texts)


def _last_plain(views: list[_View], tells: Callable[[Masked], bool]) -> int | None:
    plain = [
        at
        for at, view in enumerate(views)
        if not view.dreamed and not view.played and tells(view.sentence)
    ]
    return plain[-1] if plain else None


def _unless_refuted(
    views: list[_View], at: int, language: Language, *, going: bool = False
) -> Told:
    """Return `PLAIN` unless a later sentence takes back what sentence `at` says.

    With `going`, waving and walking on are still part of the farewell.
    """
    if any(_takes_back(view.sentence, language) for view in views[at + 1 :]):
        return Told.NOT_REAL
    there = _is_there(views, at, language, going=going)
    return Told.THERE_AFTERWARDS if there else Told.PLAIN


def _takes_back(sentence: Masked, language: Language) -> bool:
    """Tell whether a sentence says that nothing happened: of this character or of nobody by name."""
    named_other = OTHER in sentence.narrated and NAME not in sentence.narrated
    return not named_other and _ENDINGS[language].undoes(sentence.narrated)


def _is_there(
    views: list[_View], after: int, language: Language, *, going: bool = False
) -> bool:
    """Tell whether the character does something, or comes back, in a sentence after this one."""
    return any(
        _does_something(view, language)
        and not (going and _ENDINGS[language].is_going(view.sentence.narrated))
        for view in views[after + 1 :]
    )


def _does_something(view: _View, language: Language) -> bool:
    endings = _ENDINGS[language]
    if view.dreamed or endings.is_euphemism(view.sentence):
        return False
    narrated = endings.subject_only(view.sentence.narrated)
    seen = replace(view.sentence, narrated=narrated, quoted=())
    return bool(
        endings.comes_back(narrated) or _STAGES[language].is_present(seen, framed=False)
    )


def _is_unreal(view: _View, language: Language) -> bool:
    """Tell whether a sentence speaks of a death only in a dream, a play, a condition or an idiom."""
    return (
        view.dreamed or view.played or _ENDINGS[language].is_unreal_death(view.sentence)
    )


def _last_third(views: list[_View]) -> int:
    return len(views) - max(2, -(-len(views) // 3)) - 1
