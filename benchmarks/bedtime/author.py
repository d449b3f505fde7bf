"""An author of plausible nights who knows what happened in them.

Each night is drawn from templates: an opening, scenes with friends on stage, memories of the dead and the departed,
dreams, idioms, plays; and between them who joins, leaves, dies or returns tonight.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from custom_components.mirae_story.story.length import length_of, wanted_length
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    DeathPolicy,
    HouseRules,
    Language,
    Outcome,
    Status,
    StoryState,
)
from custom_components.mirae_story.story.names import near_variant

from .people import WORDS, capital, places_of, with_article, written

type Passage = tuple[str, ...]

_OPENINGS_REMEMBERED = 20
_PARAGRAPH = 5
_EVENTS = (
    (Change.JOINED, 0.3),
    (Change.RETURNED, 0.25),
    (Change.LEFT, 0.16),
    (Change.DIED, 0.12),
)
_SOFT, _OMITTED = 0.2, 0.2
_STAY = 2
"""So many friends stay on stage at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """One change that the night tells, and what must become of it."""

    name: str
    change: Change
    outcome: Outcome
    role: str = ""
    told: tuple[str, ...] = ()
    """The sentences that tell it."""
    noted: bool = True
    """Whether the notes tell of it."""

    @property
    def key(self) -> tuple[str, Change, Outcome]:
        """Return what is compared with a decision."""
        return (self.name, self.change, self.outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """One night as its author meant it."""

    paragraphs: tuple[tuple[Passage, ...], ...]
    """Each of passages, of which none may be torn."""
    language: Language
    gold: tuple[Gold, ...] = ()
    play: Passage = ()
    played_dead: str = ""
    """Who only seems to die tonight: in a play or a dream."""
    place: str = ""

    @property
    def sentences(self) -> Passage:
        """Return all sentences in their order."""
        return tuple(
            sentence
            for paragraph in self.paragraphs
            for passage in paragraph
            for sentence in passage
        )

    @property
    def text(self) -> str:
        """Return the prose."""
        return joined(self.paragraphs, self.language)

    def heard(self, prose: str) -> tuple[Gold, ...]:
        """Return the changes that are told in what was heard of the night."""
        return tuple(gold for gold in self.gold if stands_in(gold.told, prose))


def stands_in(passage: Passage, prose: str) -> bool:
    """Tell whether all of a passage stands in a text, marks and blanks aside."""
    letters = _letters(prose)
    return all(_letters(each) in letters for each in passage)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def joined(paragraphs: Iterable[Iterable[Passage]], language: Language) -> str:
    """Return paragraphs as prose."""
    gap = "" if language is Language.JA else " "
    return "\n\n".join(
        gap.join(sentence for passage in paragraph for sentence in passage)
        for paragraph in paragraphs
    )


@dataclass(slots=True, kw_only=True)
class _Draft:
    """A night while it is written."""

    hero: str
    here: list[Character]
    dead: list[Character]
    departed: list[Character]
    waiting: list[Character]
    said: set[str] = field(default_factory=set)
    passages: list[Passage] = field(default_factory=list)
    gold: list[Gold] = field(default_factory=list)
    play: Passage = ()
    played_dead: str = ""


class Author:
    """Writes the nights of one story."""

    def __init__(self, language: Language, genre: str, rng: Random) -> None:
        """Keep what all nights of a story share."""
        self.language = language
        self.words = WORDS[language]
        self.world = self.words.GENRES[genre]
        self._rng = rng
        self._openings: list[str] = []

    def cast(self) -> tuple[Character, list[Character]]:
        """Return a protagonist and the friends of the first night."""
        rng = self._rng
        hero = rng.choice(self.words.HEROES)
        names = rng.sample(self._free_names(hero, ()), 3)
        nickname = rng.choice(self.words.NICKNAMES)
        friends = [
            Character(name=name, role=rng.choice(self.world["roles"]), aliases=aliases)
            for name, aliases in zip(names, ((nickname,), (), ()), strict=True)
        ]
        role = self.world["role"]
        return Character(name=hero, role=role, protagonist=True), friends

    def night(
        self, state: StoryState, rules: HouseRules, *, after: Sequence[Night] = ()
    ) -> Night:
        """Write the night after this state; in a second draft nobody comes or goes, and who went is gone."""
        cast, rng = state.cast, self._rng
        touched = {gold.name for draft in after for gold in draft.gold}
        draft = _Draft(
            hero=cast.protagonist.name,
            here=[
                m for m in cast.on_stage if not m.protagonist and m.name not in touched
            ],
            dead=[m for m in cast.members if m.status is Status.DEAD],
            departed=[
                m
                for m in cast.members
                if m.status is Status.DEPARTED
                and m.pending is None
                and m.name not in touched
            ],
            said={sentence for draft in after for sentence in draft.sentences},
            waiting=[m for m in cast.off_stage if m.pending is not None],
        )
        place = rng.choice(self.world["places"])
        wanted = wanted_length(rules.minutes, self.language)
        draft.passages.append((self._opening(draft, place),))
        events = [
            change for change, share in _EVENTS if not after and rng.random() < share
        ]
        rng.shuffle(events)
        while True:
            told = " ".join(sentence for each in draft.passages for sentence in each)
            if length_of(told, self.language) >= wanted and not events:
                break
            if events and rng.random() < 0.3:  # noqa: PLR2004 - a share
                self._event(draft, events.pop(), state, rules)
            else:
                self._scene(draft)
        draft.passages.append(self._fill((rng.choice(self.words.ENDINGS),), draft))
        return Night(
            paragraphs=_paragraphs(draft.passages),
            language=self.language,
            gold=tuple(draft.gold),
            play=draft.play,
            played_dead=draft.played_dead,
            place=place,
        )

    # Scenes --------------------------------------------------------------------------------------------

    def _opening(self, draft: _Draft, place: str) -> str:
        fresh = [each for each in self.words.OPENINGS if each not in self._openings]
        template = self._rng.choice(fresh)
        self._openings = [*self._openings, template][-_OPENINGS_REMEMBERED:]
        return self._fill((template,), draft, p=place)[0]

    def _scene(self, draft: _Draft) -> None:
        """Add a scene that is new tonight and needs nobody who is not there."""
        words, rng = self.words, self._rng
        actions = [(each,) for each in words.ACTIONS]
        idioms = [(each,) for each in words.IDIOMS]
        kinds = [actions, actions, actions, words.DIALOGUES, idioms, words.ERRANDS]
        if draft.dead or draft.departed or draft.waiting:
            kinds += [words.MEMORIES, words.LETTERS, words.DREAMS]
        if draft.dead:
            kinds.append(words.GRAVES)
        if not draft.played_dead and len(draft.here) > 1:
            kinds.append(words.PLAYS)
        kind = rng.choice(kinds)
        passage = rng.choice(kind)
        wanted = places_of(passage)
        if len(draft.here) < (2 if "g" in wanted else "f" in wanted):
            return
        filled = self._fill(passage, draft)
        if draft.said & set(filled):
            return
        if kind is words.PLAYS:
            draft.play, draft.played_dead = filled, self._last["f"]
        self._add(draft, filled)

    def _add(self, draft: _Draft, passage: Passage) -> None:
        draft.said |= set(passage)
        draft.passages.append(passage)

    def _fill(self, passage: Sequence[str], draft: _Draft, **given: str) -> Passage:
        """Fill the places of a passage, the same in all its sentences."""
        rng, language = self._rng, self.language
        here = rng.sample(draft.here, min(2, len(draft.here)))
        away = [*draft.dead, *draft.departed, *draft.waiting]
        values = {
            "h": draft.hero,
            "p": rng.choice(self.world["places"]),
            "t": rng.choice(self.world["things"]),
            "k": rng.choice(self.world["creatures"]),
        }
        values |= {key: m.name for key, m in zip("fg", here, strict=False)}
        if away:
            values["o"] = written(rng.choice(away), language, rng)
        if draft.dead:
            values["d"] = written(rng.choice(draft.dead), language, rng)
        values |= given
        self._last = values
        return tuple(capital(each.format(**values)) for each in passage)

    # Events --------------------------------------------------------------------------------------------

    def _event(
        self, draft: _Draft, change: Change, state: StoryState, rules: HouseRules
    ) -> None:
        """Tell one change if it is possible tonight."""
        touched = {gold.name for gold in draft.gold}
        active = len(state.cast.active) + sum(
            gold.change in {Change.JOINED, Change.RETURNED} for gold in draft.gold
        )
        mortal = [m for m in draft.here if m.name not in touched]
        if change in {Change.LEFT, Change.DIED}:
            nobody_dies = rules.death_policy is DeathPolicy.NEVER
            if len(draft.here) > _STAY and mortal and draft.played_dead == "":
                leave = change is Change.LEFT or nobody_dies
                self._exit(draft, self._rng.choice(mortal), rules, leave=leave)
        elif active < rules.max_active:
            if change is Change.JOINED:
                self._join(draft, state.cast)
            elif draft.departed:
                self._return(draft, self._rng.choice(draft.departed))

    def _join(self, draft: _Draft, cast: Cast) -> None:
        rng = self._rng
        taken = [n for m in cast.members for n in (m.name, *m.aliases)]
        taken += [gold.name for gold in draft.gold]
        names = self._free_names(cast.protagonist.name, taken)
        role = rng.choice(self.world["roles"])
        if not names:
            return
        name = rng.choice(names)
        given = {"n": name, "r": role, "ar": with_article(role)}
        told = self._fill(_passage(rng, self.words.JOINS), draft, **given)
        self._add(draft, told)
        draft.here.append(Character(name=name, role=role))
        draft.gold.append(
            Gold(
                name=name,
                change=Change.JOINED,
                outcome=Outcome.ACCEPTED,
                role=role,
                told=told,
            )
        )

    def _return(self, draft: _Draft, member: Character) -> None:
        passage = _passage(self._rng, self.words.RETURNS)
        told = self._fill(passage, draft, x=member.name)
        self._add(draft, told)
        draft.departed.remove(member)
        draft.here.append(member)
        draft.gold.append(
            Gold(
                name=member.name,
                change=Change.RETURNED,
                outcome=Outcome.ACCEPTED,
                told=told,
            )
        )

    def _exit(
        self, draft: _Draft, member: Character, rules: HouseRules, *, leave: bool
    ) -> None:
        rng, words = self._rng, self.words
        soft, noted = rng.random() < _SOFT, rng.random() >= _OMITTED
        if leave:
            passages = words.SOFT_LEAVES if soft and noted else words.LEAVES
            accepted = noted
        else:
            passages = words.SOFT_DEATHS if soft and noted else words.DEATHS
            allowed = rules.death_policy is DeathPolicy.ALLOW
            accepted = noted and allowed and not soft
        passage = _passage(rng, passages)
        draft.here.remove(member)
        told = self._fill(passage, draft, f=member.name)
        self._add(draft, told)
        draft.gold.append(
            Gold(
                name=member.name,
                change=Change.LEFT if leave else Change.DIED,
                outcome=Outcome.ACCEPTED if accepted else Outcome.PENDING,
                told=told,
                noted=noted,
            )
        )

    def _free_names(self, hero: str, taken: Iterable[str]) -> list[str]:
        used = set(taken)
        return [
            name
            for name in self.words.NAMES
            if name not in used and not near_variant(name, hero)
        ]


def _passage(rng: Random, passages: Sequence[str | Passage]) -> Passage:
    chosen = rng.choice(passages)
    return (chosen,) if isinstance(chosen, str) else chosen


def _paragraphs(passages: Iterable[Passage]) -> tuple[tuple[Passage, ...], ...]:
    """Return the passages in paragraphs of some sentences; none is torn."""
    paragraphs: list[tuple[Passage, ...]] = []
    open_one: tuple[Passage, ...] = ()
    for passage in passages:
        open_one = (*open_one, passage)
        if sum(map(len, open_one)) >= _PARAGRAPH:
            paragraphs.append(open_one)
            open_one = ()
    return (*paragraphs, open_one) if open_one else tuple(paragraphs)
