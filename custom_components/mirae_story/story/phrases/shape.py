"""The shape of what the code itself says: one value a language, so that no language can lack a line.

Placeholders in braces are filled by `wording.fill`. Every tuple holds alternatives that are taken in turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Gap(StrEnum):
    """How long ago the last night was told."""

    SAME_EVENING = "same_evening"
    LAST_NIGHT = "last_night"
    DAYS = "days"
    WEEK = "week"
    MONTHS = "months"
    UNKNOWN = "unknown"


class Scenery(StrEnum):
    """What kind of place a story plays in; genres in the family's own words are `ANYWHERE`."""

    SEA = "sea"
    FOREST = "forest"
    TALE = "tale"
    SPACE = "space"
    TOWN = "town"
    ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecapPhrases:
    """Lines of the recap and the opening. Placeholders: title, hero, friends."""

    leads: Mapping[Gap, tuple[str, ...]]
    further_back: tuple[str, ...]
    """Said before the recap of the night before last."""
    then: tuple[str, ...]
    """Said before the recap of the last night when the one before was told too."""
    now: tuple[str, ...]
    """Said before the situation."""
    together: tuple[str, ...]
    alone: tuple[str, ...]
    start: tuple[str, ...]
    plain: str
    """The lead when only names on stage may be said."""
    opening: str
    hero: str
    opening_end: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingPhrases:
    """Lines that end a night calmly. Placeholders: hero, friends."""

    settle: tuple[str, ...]
    together: tuple[str, ...]
    alone: tuple[str, ...]
    places: Mapping[Scenery, tuple[str, ...]]
    openers: tuple[str, ...]
    scenes: Mapping[Scenery, tuple[str, ...]]
    bridges: tuple[str, ...]
    entrances: tuple[str, ...]
    """How a protagonist who was not in the night so far comes into it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptPhrases:
    """Wording of the requests to the model, in the story's language."""

    rules: str
    """Placeholders: genre, own, premise, age, style, who, hero, length, death."""
    genres: Mapping[str, str]
    styles: tuple[tuple[int, str], ...]
    """Upper age of the audience, and how to write for it."""
    not_here: str
    """Words that the family wants never, a line of the rules. Placeholder: names."""
    nobody_dies: str
    death_gently: str
    length: str
    book: str
    chapters: str
    summary: str
    recaps: str
    cast: str
    main_role: str
    also: str
    off_stage: str
    away: str
    dead: str
    undecided: str
    others_away: str
    may_return: str
    situation: str
    echoes: str
    echo: str
    """One passage of a night long told. Placeholders: night, text."""
    wish: str
    out_of_place: str
    """Words of the wish that are foreign to the genre. Placeholder: names."""
    newcomers: str
    """Placeholder: names."""
    softer: str
    begin: str
    go_on: str
    mistake: str
    resume: str
    start_over: str
    more: str
    name_hero: str
    notes_role: str
    notes_cast: str
    notes_summary: str
    notes_prose: str
    notes_task: str
    notes_role_simple: str
    notes_task_simple: str
    """In lines, as `note_lines` reads them."""
    line_role: str
    line_recaps: str
    line_chapter: str
    line_chapters: str
    line_book: str
    quote: tuple[str, str]
    inner_quote: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPhrases:
    """Answers to questions about the story. Placeholders: hero, name, names, role, night, title, text."""

    who: str
    who_away: str
    still_there: str
    is_hero: str
    departed: str
    dead: str
    undecided: str
    several: str
    last: str
    so_far: str
    nothing_yet: str
    not_told: str
    passage: str
    already_told: str
    one_more_offer: str
    one_more_refused: str
    new_story_refused: str
    which_story: str
    ask_by_name: str
    """Said where nobody can ask back."""
    other_stories: str
    """Placeholder: titles."""
    or_a_new_one: str
    which_one: str
    yes_or_no: str
    no_story: str
    title_quoted: str
    title_join: str
    nothing_to_stop: str
    server_trouble: str
    good_night: str
    stopped: str
    comfort: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """All that code says in one language."""

    comma: str
    """Between the names of a list ..."""
    last_comma: str
    """... and before its last one."""
    or_comma: str
    all_others: str
    role_of: str
    """A character with the role. Placeholders: name, role."""
    member_is: str
    """The same as a sentence."""
    member: str
    """A sentence on a character without a role."""
    recap: RecapPhrases
    ending: EndingPhrases
    prompt: PromptPhrases
    answers: AnswerPhrases
