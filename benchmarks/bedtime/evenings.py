"""One story of the bench, told night after night through the real story, teller, gate, validator and journal."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from custom_components.mirae_story.servers.repair import repair_json
from custom_components.mirae_story.servers.sentences import Sentences
from custom_components.mirae_story.store.database import Database
from custom_components.mirae_story.store.journal import SqliteJournal
from custom_components.mirae_story.story.ending import (
    calm_ending,
    closing,
    entrance,
)
from custom_components.mirae_story.story.length import length_of
from custom_components.mirae_story.story.model import (
    Change,
    Decision,
    Episode,
    HouseRules,
    Language,
    Outcome,
    Reference,
    Status,
    StoryState,
)
from custom_components.mirae_story.story.ports import Journal, ModelServer, Sampling
from custom_components.mirae_story.story.replay import EDITED
from custom_components.mirae_story.story.sentences import sentences
from custom_components.mirae_story.story.state import begin_state
from custom_components.mirae_story.story.story import Happening, Story, Surroundings
from custom_components.mirae_story.story.teller import Writer

from .author import Author, Gold
from .ledger import Ledger
from .model import AuthorModel
from .people import WORDS, drawing
from .real import RealModel
from .standins import LooseJournal
from .villain import Planted, Wrong

FIRST_EVENING = datetime(2026, 1, 1, 20, tzinfo=UTC)
PATIENCE_S = 900
"""Seconds that a real server may think: a slow machine is no fault of the model."""
_DECIDED_AFTER = 4
"""Nights after which a person decides what waits."""


@dataclass(slots=True, kw_only=True)
class Told:
    """What came of one night."""

    number: int
    lost: bool = False
    retold: bool = False
    calm_ending: bool = False
    planted: tuple[Planted, ...] = ()
    heard: tuple[Planted, ...] = ()
    gold: tuple[Gold, ...] = ()
    decisions: tuple[Decision, ...] = ()
    prose: str = ""
    length: int = 0
    length_by_code: int = 0


@dataclass(slots=True, kw_only=True)
class Tale:
    """What came of one story."""

    language: Language
    nights: list[Told] = field(default_factory=list)
    state_violations: Counter[str] = field(default_factory=Counter)
    sentences: int = 0
    tokens: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One story to be told."""

    number: int
    seed: int
    nights: int
    language: Language
    rules: HouseRules
    hostile: bool = False
    server: ModelServer | None = None
    """A real server; without one an author writes."""
    sampling: Sampling = field(default_factory=Sampling)
    """How a real server is asked for prose."""
    notes: bool = True
    """Whether a real server is asked for notes as well."""

    @property
    def genre(self) -> str:
        """Return the story's genre: each story another one."""
        genres = list(WORDS[self.language].GENRES)
        return str(genres[self.number // 2 % len(genres)])


class _States:
    """The store of a bench keeps nothing: the journal is looked at."""

    async def save(self, state: StoryState) -> None:
        """Keep nothing."""


class Evenings:
    """Tells the nights of one plan."""

    def __init__(self, plan: Plan, database: Database | None) -> None:
        """Tell into this database; without one into a journal that refuses nothing."""
        self._plan = plan
        self._journal: Journal = (
            LooseJournal() if database is None else SqliteJournal(database)
        )
        self._rng = drawing(plan.seed, plan.number, "person")
        self._now = FIRST_EVENING
        self._tasks: list[asyncio.Task[None]] = []
        self._author = Author(
            plan.language, plan.genre, drawing(plan.seed, plan.number, "author")
        )
        self._prose: dict[int, str] = {}
        self.tale = Tale(language=plan.language)

    async def tell_all(self) -> Tale:
        """Tell every night, and compare the journal with what was told at the end.

        Raises `ServerError` when a real server does not do what it is asked.
        """
        story, model = await self._begin()
        ledger = Ledger(story.state, self._plan.rules)
        real = model if isinstance(model, RealModel) else None
        for _ in range(self._plan.nights):
            self.tale.nights.append(await self._night(story, model, ledger))
            if real is not None and real.fault is not None:
                # Nights without a model are told by code, and would say nothing of it.
                raise real.fault
            await self._decide(story)
            ledger.accept(story.state)
            self._now += timedelta(days=1)
        self.tale.state_violations = ledger.violations
        await self._compare(story)
        self.tale.sentences = model.sentences
        self.tale.tokens.update(model.tokens)
        return self.tale

    async def _begin(self) -> tuple[Story, AuthorModel | RealModel]:
        plan = self._plan
        hero, friends = self._author.cast()
        words = WORDS[plan.language]
        state = begin_state(
            story_id=f"bench{plan.number}",
            title=words.NOTE_TEXTS["titles"][0],
            reference=Reference(
                language=plan.language,
                genre=plan.genre,
                premise=words.GENRES[plan.genre]["premise"],
                audience_age=6,
            ),
            protagonist=hero,
            first_cast=friends,
        )
        await self._journal.begin(state, self._now)
        around = Surroundings(
            journal=self._journal,
            states=_States(),
            cutter=Sentences,
            repair=repair_json,
            now=lambda: self._now,
            spawn=self._spawn,
            notify=_unheard,
            retry_after_s=(0, 0),
        )
        story = Story(state, plan.rules, None, around)
        model: AuthorModel | RealModel
        if plan.server is None:
            rng = drawing(plan.seed, plan.number, "model")
            model = AuthorModel(
                self._author,
                lambda: story.state,
                plan.rules,
                rng,
                hostile=plan.hostile,
            )
        else:
            model = RealModel(plan.server, plan.language, notes=plan.notes)
        story.writer = Writer(server=model, prose=plan.sampling, patience_s=PATIENCE_S)
        return story, model

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.append(task)
        return task

    async def _night(
        self, story: Story, model: AuthorModel | RealModel, ledger: Ledger
    ) -> Told:
        """Tell one night with its notes; count what was heard and stored."""
        author = model if isinstance(model, AuthorModel) else None
        if author is not None:
            author.begin_night()
        before = story.state
        telling = story.tell()
        await telling.ended()
        while self._tasks:
            await self._tasks.pop()
        ledger.follow(story.state)
        told = Told(number=telling.night)
        if author is not None:
            told.planted = tuple(author.planted)
            told.heard = tuple(p for p in author.planted if p.heard_in(telling.text))
        episode = await self._journal.episode(story.state.story_id, telling.night)
        if not telling.stored or episode is None:
            told.lost = True
            return told
        self._prose[telling.night] = episode.prose
        told.retold = episode.retellings > 0
        told.calm_ending = episode.calm_ending
        told.decisions = episode.decisions
        told.prose = episode.prose
        told.length = length_of(episode.prose, self._plan.language)
        told.length_by_code = _by_code(episode, before)
        if author is not None:
            told.gold = author.drafts[0].heard(episode.prose)
        return told

    async def _decide(self, story: Story) -> None:
        """Decide, as a person does after some nights, what waits: half of it happened."""
        state = story.state
        waiting = [
            m
            for m in state.cast.members
            if m.pending is not None
            and state.night % _DECIDED_AFTER == 0
            and not m.protagonist
        ]
        if not waiting:
            return
        cast = state.cast
        for member in waiting:
            status, since = member.status, member.since
            if self._rng.random() < 0.5:  # noqa: PLR2004 - a half
                died = member.pending is Change.DIED
                status = Status.DEAD if died else Status.DEPARTED
                since = state.night
            decided = replace(member, pending=None, status=status, since=since)
            cast = cast.with_member(decided)
        after = state.advanced(cast=cast)
        await self._journal.add_edit(EDITED, {}, after, self._now)
        story.state = after

    async def _compare(self, story: Story) -> None:
        """Count what the journal knows otherwise than the story."""
        story_id = story.state.story_id
        if await self._journal.state(story_id) != story.state:
            self.tale.state_violations["journal_differs"] += 1
        if isinstance(self._journal, SqliteJournal):
            replayed = await self._journal.replay(story_id)
            if replayed != story.state:
                self.tale.state_violations["replay_differs"] += 1
        for episode in await self._journal.episodes(story_id):
            if self._prose.get(episode.night) != episode.prose:
                self.tale.state_violations["night_rewritten"] += 1


def _by_code(episode: Episode, before: StoryState) -> int:
    """Return how much of a night's prose was written by code."""
    language = before.reference.language
    night = episode.night
    prose = " ".join(episode.prose.split())
    lines = list(sentences(calm_ending(before, prose="", night=night), language))
    settles = sentences(closing(before, night=night), language)[0].strip()
    # Whom an ending names depends on who is there at last; its first sentence names the protagonist alone.
    told, end, rest = prose.rpartition(settles)
    if not end:
        told, rest = rest, ""
    lines.append(entrance(before, night=night))
    led = [line.strip() for line in lines if line.strip() in told]
    return sum(length_of(text, language) for text in (*led, end, rest))


def _unheard(what: Happening, night: int) -> None:
    del what, night


def spoken_kinds(nights: list[Told]) -> Counter[Wrong]:
    """Return how many planted sentences of each kind were heard."""
    return Counter(planted.kind for night in nights for planted in night.heard)


def accepted(decisions: tuple[Decision, ...]) -> set[tuple[str, Change, Outcome]]:
    """Return the changes that took effect or wait."""
    return {
        (each.name, each.change, each.outcome)
        for each in decisions
        if each.outcome is not Outcome.REJECTED
    }
