"""What the model is asked: Reference, Cast and Situation, in the story's language, within a budget.

What changes least comes first, byte for byte the same in every call of a night, so that a server can keep
it; the request comes last. Code prints the cast after the summary, and so has the last word on who may
appear. What people and models wrote goes in as `material`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .fresh_names import fresh_names, has_favourites
from .length import wanted_length
from .material import labelled, material, paragraphs
from .model import (
    Cast,
    Character,
    DeathPolicy,
    HouseRules,
    Language,
    Reference,
    Status,
    StoryState,
)
from .names import named
from .phrases import phrases
from .phrases.shape import PromptPhrases
from .phrases.wording import fill, listed, whole_sentences, with_role
from .ports import Message, Role
from .tokens import UNCORRECTED, TokenScale, estimate_tokens
from .wishes import out_of_place

__all__ = (
    "Background",
    "Part",
    "Prompt",
    "estimate_tokens",
    "more_messages",
    "notes_messages",
    "prose_messages",
    "retell_messages",
)

PROMPT_BUDGET = 3000
"""Tokens that a prompt may cost where the user set nothing else."""
_MESSAGE_TOKENS = 6
"""What a chat template adds to a message."""
_RECAPS = 7
_OFF_STAGE, _OFF_STAGE_COLLAPSED, _JUST_LEFT = 10, 4, 2
_LONGEST_NIGHT = {Language.EN: 16, Language.JA: 2}
"""Characters of prose that are read for the notes, for each word (en) or character (ja) that was wanted."""
_PREMISE, _SUMMARY, _BOOK, _LINE, _WISH, _NAME = 600, 1200, 1200, 300, 200, 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """What of long ago goes into the prompt: the book, its last chapters, echoes (passages of told nights)."""

    book: str = ""
    chapters: tuple[str, ...] = ()
    echoes: tuple[str, ...] = ()


NO_BACKGROUND = Background()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One of the three parts of a prompt, for people who want to see what the model reads."""

    name: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A request for tonight's prose."""

    messages: tuple[Message, ...]
    estimated_tokens: int
    parts: tuple[Part, ...]
    language: Language
    hero: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Material:
    """What may be shortened when the budget is small."""

    recaps: tuple[str, ...]
    echoes: tuple[str, ...]
    chapters: tuple[str, ...]
    summary: tuple[str, ...]
    """Its sentences; none where it says no more than the last chapter."""
    book: str
    situation: str
    wish: str
    wished: tuple[Character, ...]
    """Departed ones whom the wish asks for."""
    away: tuple[Character, ...]
    """Everybody else off stage, whom the model must be warned of first at the front."""
    most_away: int = _OFF_STAGE
    foreign: tuple[str, ...] = ()
    """Words of the wish that are foreign to the genre."""
    softer: bool = False


def prose_messages(
    state: StoryState,
    recaps: Sequence[tuple[int, str]],
    rules: HouseRules,
    *,
    wish: str = "",
    budget: int = PROMPT_BUDGET,
    background: Background = NO_BACKGROUND,
    softer: bool = False,
    scale: TokenScale = UNCORRECTED,
) -> Prompt:
    """Return the request for the night after `state.night`.

    `softer` asks for a gentler night than usual. `recaps` are (night, recap), oldest first; the last seven are used. Over the budget go, in this order:
    recaps from the oldest on, echoes, chapters, the summary from its start on, the list of those who left
    long ago, the book, the last recap. Rules, protagonist and who left last are never dropped.
    """
    system = _rules(state.reference, state.cast, rules)
    gentle = softer or state.night < state.gentle_until
    gathered = _gathered(state, recaps, background, wish, rules.foreign_words)
    whole = replace(gathered, softer=gentle)
    for shorter in _ever_shorter(whole):
        parts = _parts(state, rules, shorter)
        prompt = _assembled(state, system, parts, scale)
        if prompt.estimated_tokens <= budget:
            break
    return prompt


def retell_messages(
    prompt: Prompt, good_prose: str, reasons: Sequence[str]
) -> tuple[Message, ...]:
    """Return the request to go on from the last good sentence, avoiding what was wrong."""
    words = phrases(prompt.language).prompt
    gap = "" if prompt.language is Language.JA else " "
    why = fill(words.mistake, reasons=gap.join(reasons))
    how = words.resume if good_prose.strip() else words.start_over
    return _continued(prompt, good_prose, f"{why}\n{how}")


def more_messages(
    prompt: Prompt, good_prose: str, *, protagonist_named: bool
) -> tuple[Message, ...]:
    """Return the request to go on, because the night is too short or the protagonist was not in it yet."""
    words = phrases(prompt.language).prompt
    hero = "" if protagonist_named else fill(words.name_hero, hero=prompt.hero)
    how = words.more if good_prose.strip() else words.start_over
    return _continued(prompt, good_prose, f"{how}\n{hero}".strip())


def notes_messages(
    state: StoryState, prose: str, rules: HouseRules, *, simple: bool = False
) -> tuple[Message, ...]:
    """Return the request for the notes on tonight's prose; if `simple`, for plain lines instead of JSON."""
    language = state.reference.language
    words = phrases(language).prompt
    most = _LONGEST_NIGHT[language] * wanted_length(rules.minutes, language)
    hero = material(state.cast.protagonist.name, language, _NAME)
    known = _known(state, words, plain=simple)
    task = words.notes_task_simple if simple else words.notes_task
    summary = material(state.reference.summary, language, _SUMMARY)
    request = paragraphs(
        labelled(words.notes_cast, known),
        _filled(words.notes_summary, summary),
        fill(words.notes_prose, text=material(prose, language, most)),
        fill(task, hero=hero),
    )
    role = words.notes_role_simple if simple else words.notes_role
    return (Message(Role.SYSTEM, role), Message(Role.USER, request))


# The three parts ---------------------------------------------------------------------------------------


def _rules(reference: Reference, cast: Cast, rules: HouseRules) -> str:
    """Return the system message: nothing in it changes from night to night."""
    language = reference.language
    words = phrases(language).prompt
    hero = cast.protagonist
    never = rules.death_policy is DeathPolicy.NEVER
    genre = words.genres.get(reference.genre) or material(
        reference.genre, language, _LINE
    )
    own = tuple(material(word, language, _NAME) for word in rules.foreign_words)
    return fill(
        words.rules,
        genre=genre,
        own=_named(words.not_here, own, language),
        premise=material(reference.premise, language, _PREMISE),
        age=str(reference.audience_age),
        style=next(
            (style for upto, style in words.styles if reference.audience_age <= upto),
            words.styles[-1][1],
        ),
        who=material(with_role(hero, language), language, 2 * _NAME),
        hero=material(hero.name, language, _NAME),
        death=words.nobody_dies if never else words.death_gently,
        length=_length(rules, language),
    )


def _length(rules: HouseRules, language: Language) -> str:
    number = wanted_length(rules.minutes, language)
    return fill(phrases(language).prompt.length, number=str(number))


def _gathered(
    state: StoryState,
    recaps: Sequence[tuple[int, str]],
    background: Background,
    wish: str,
    own: tuple[str, ...],
) -> _Material:
    language = state.reference.language

    def lines(texts: Sequence[str]) -> tuple[str, ...]:
        plain = (material(text, language, _LINE) for text in texts)
        return tuple(line for line in plain if line)

    summary = material(state.reference.summary, language, _SUMMARY)
    situation = material(state.situation.text, language, _LINE)
    wanted = material(wish, language, _WISH)
    wished = tuple(
        member
        for member in state.cast.off_stage
        if member.status is Status.DEPARTED and named(member, wanted, state.cast)
    )
    told, echoes = (
        lines([recap for _, recap in recaps[-_RECAPS:]]),
        lines(background.echoes[:2]),
    )
    chapters = lines(background.chapters[-3:])
    if summary in chapters:
        summary = ""
    heard = " ".join((summary, situation, wanted, *told, *echoes))
    return _Material(
        recaps=told,
        echoes=echoes,
        chapters=chapters,
        summary=tuple(whole_sentences(summary, language)),
        book=material(background.book, language, _BOOK),
        situation=situation,
        wish=wanted,
        wished=wished,
        away=_warned_of(state.cast, wished, heard),
        foreign=out_of_place(wanted, state, own),
    )


def _ever_shorter(whole: _Material) -> Iterator[_Material]:
    """Yield the material, then with one more thing left out each time."""
    yield whole
    while len(whole.recaps) > 1:
        yield (whole := replace(whole, recaps=whole.recaps[1:]))
    while whole.echoes:
        yield (whole := replace(whole, echoes=whole.echoes[:-1]))
    while whole.chapters:
        yield (whole := replace(whole, chapters=whole.chapters[1:]))
    while whole.summary:
        yield (whole := replace(whole, summary=whole.summary[1:]))
    yield (whole := replace(whole, most_away=_OFF_STAGE_COLLAPSED))
    yield (whole := replace(whole, book=""))
    yield replace(whole, recaps=())


def _parts(
    state: StoryState, rules: HouseRules, source: _Material
) -> tuple[str, str, str]:
    """Return what of Reference changes with the nights, then Cast, then Situation with the request."""
    language = state.reference.language
    words = phrases(language).prompt
    gap = "" if language is Language.JA else " "
    reference = paragraphs(
        _filled(words.book, source.book),
        labelled(words.chapters, source.chapters),
        _filled(words.summary, gap.join(source.summary)),
        labelled(words.recaps, source.recaps),
    )
    tonight = paragraphs(
        _filled(words.situation, source.situation),
        labelled(words.echoes, source.echoes),
        _filled(words.wish, source.wish),
        _named(words.out_of_place, source.foreign, language),
        _named(words.newcomers, _newcomers(state, source), language),
        words.softer if source.softer else "",
        fill(
            words.go_on if state.night else words.begin,
            hero=material(state.cast.protagonist.name, language, _NAME),
            length=_length(rules, language),
        ),
    )
    return reference, _cast(state, source), tonight


def _newcomers(state: StoryState, source: _Material) -> tuple[str, ...]:
    """Return names to choose from where the model's own are worn out; else it is asked for nothing more."""
    language = state.reference.language
    if not has_favourites(state.cast, "\n".join(source.recaps), language):
        return ()
    return fresh_names(state.story_id, state.night + 1, state.cast, language)


def _named(template: str, names: Sequence[str], language: Language) -> str:
    """Return a line with names or words in it, or nothing for none."""
    listing = ", " if language is Language.EN else "、"
    return fill(template, names=listing.join(names)) if names else ""


def _filled(template: str, text: str) -> str:
    """Return a labelled text, or nothing for an empty one."""
    return fill(template, text=text) if text else ""


def _assembled(
    state: StoryState, system: str, parts: tuple[str, str, str], scale: TokenScale
) -> Prompt:
    reference, cast, situation = parts
    language = state.reference.language
    user = paragraphs(reference, cast, situation)
    messages = (Message(Role.SYSTEM, system), Message(Role.USER, user))
    shown = {
        "reference": paragraphs(system, reference),
        "cast": cast,
        "situation": situation,
    }
    tokens = sum(
        estimate_tokens(message.content, scale) + _MESSAGE_TOKENS
        for message in messages
    )
    return Prompt(
        messages=messages,
        estimated_tokens=tokens,
        parts=tuple(
            Part(name=name, text=text, tokens=estimate_tokens(text, scale))
            for name, text in shown.items()
        ),
        language=language,
        hero=material(state.cast.protagonist.name, language, _NAME),
    )


# The cast ----------------------------------------------------------------------------------------------


def _cast(state: StoryState, source: _Material) -> str:
    """Return who may appear tonight, then who may not."""
    language = state.reference.language
    words = phrases(language).prompt
    allowed = [_role_line(member, language) for member in state.cast.on_stage]
    allowed += [_noted(member, words.may_return, language) for member in source.wished]
    shown = _first(source.away, source.most_away)
    barred = [_noted(member, _whereabouts(member, words), language) for member in shown]
    if len(shown) < len(source.away):
        barred.append(words.others_away)
    return paragraphs(labelled(words.cast, allowed), labelled(words.off_stage, barred))


def _warned_of(
    cast: Cast, wished: Sequence[Character], heard: str
) -> tuple[Character, ...]:
    """Return those off stage in the order in which the model must be warned of them.

    First who waits for a decision, then the last two who left, then who is mentioned in the prompt (the
    model would take them up), then the others, the latest first.
    """
    away = [member for member in cast.off_stage if member not in wished]
    latest = sorted(away, key=lambda member: -member.since)
    pending = [member for member in latest if member.pending is not None]
    gone = [member for member in latest if member.pending is None]
    older = sorted(gone[_JUST_LEFT:], key=lambda member: not named(member, heard, cast))
    return (*pending, *gone[:_JUST_LEFT], *older)


def _first(away: Sequence[Character], most: int) -> Sequence[Character]:
    """Return the first `most` who left, and all who wait for a decision."""
    pending = sum(member.pending is not None for member in away)
    return away[: pending + most]


def _whereabouts(member: Character, words: PromptPhrases) -> str:
    if member.pending is not None:
        return words.undecided
    return words.dead if member.status is Status.DEAD else words.away


def _role_line(member: Character, language: Language) -> str:
    """Return a cast line: name, role, aliases, and who is the main character."""
    words = phrases(language).prompt
    notes = [words.main_role] if member.protagonist else []
    aliases = [material(alias, language, _NAME) for alias in member.aliases]
    if aliases:
        notes.append(fill(words.also, names=listed(aliases, language)))
    name = material(member.name, language, _NAME)
    role = material(member.role, language, _NAME)
    line = f"{name}: {role}" if role else name
    return f"{line} ({', '.join(notes)})" if notes else line


def _noted(member: Character, note: str, language: Language) -> str:
    return f"{material(member.name, language, _NAME)} ({note})"


def _known(state: StoryState, words: PromptPhrases, *, plain: bool) -> list[str]:
    """Return the known characters for the notes; only the names if `plain`."""
    language = state.reference.language
    away = _first(_warned_of(state.cast, (), ""), _OFF_STAGE)
    if plain:
        members = (*state.cast.on_stage, *away)
        return [material(member.name, language, _NAME) for member in members]
    return [
        *(_role_line(member, language) for member in state.cast.on_stage),
        *(_noted(member, _whereabouts(member, words), language) for member in away),
    ]


# What follows a first request --------------------------------------------------------------------------


def _continued(prompt: Prompt, told: str, request: str) -> tuple[Message, ...]:
    """Return the prompt, what was told so far, and the new request.

    Roles always alternate: many chat templates refuse two messages of the same role in a row.
    """
    if told.strip():
        said = Message(Role.ASSISTANT, told)
        return (*prompt.messages, said, Message(Role.USER, request))
    *before, last = prompt.messages
    return (*before, Message(last.role, paragraphs(last.content, request)))
