"""A model server that writes like a scripted author, chunk by chunk, plausibly or with hostile intent."""

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from random import Random
from typing import Any

from custom_components.mirae_story.story.model import HouseRules, Status, StoryState
from custom_components.mirae_story.story.ports import (
    CallReport,
    Health,
    Message,
    ModelInfo,
    Sampling,
)
from custom_components.mirae_story.story.tokens import estimate_tokens

from .author import Author, Night
from .people import WORDS, WRONGS
from .scribe import hostile_notes, right_notes
from .villain import Planted, spoil

_HOSTILE_SHARE = 0.5
_LINE = "line"
"""The key under which the line of a chapter is asked for."""


class AuthorModel:
    """Answers every call of one story; `hostile` plants wrong sentences and notes in half of all drafts."""

    def __init__(
        self,
        author: Author,
        state: Callable[[], StoryState],
        rules: HouseRules,
        rng: Random,
        *,
        hostile: bool,
    ) -> None:
        """Write for the story whose state this is."""
        self._author, self._state, self._rules = author, state, rules
        self._rng, self._hostile = rng, hostile
        self.drafts: list[Night] = []
        """What was written tonight, the newest last."""
        self.planted: list[Planted] = []
        self.sentences = 0
        """How many sentences were written in all."""
        self.tokens = {"prompt": 0, "reply": 0}
        self.reports: Sequence[CallReport] = ()
        self._hero = state().cast.protagonist.name

    def begin_night(self) -> None:
        """Forget what was written last night."""
        self.drafts.clear()
        self.planted.clear()

    async def stream_text(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[str]:
        """Yield a night; every further call of the night draws anew, without another coming and going."""
        del sampling
        self._count(messages)
        state = self._state()
        night = self._author.night(state, self._rules, after=self.drafts)
        text = night.text
        self.drafts.append(night)
        self.sentences += len(night.sentences)
        if self._hostile and self._rng.random() < _HOSTILE_SHARE:
            touched = {gold.name for draft in self.drafts for gold in draft.gold}
            text, planted = spoil(
                night, state, self._rules, self._hero, touched, self._rng
            )
            self.planted += planted
            self.sentences += len(planted)
        at = 0
        while at < len(text):
            size = self._rng.randint(2, 40)
            self.tokens["reply"] += estimate_tokens(text[at : at + size])
            yield text[at : at + size]
            at += size

    async def ask_json(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        sampling: Sampling,
    ) -> str:
        """Return notes on tonight's first draft, or a line for a chapter."""
        del sampling
        self._count(messages)
        if _LINE in schema.get("properties", {}):
            return self._line()
        hostile = self._hostile and self._rng.random() < _HOSTILE_SHARE
        write = hostile_notes if hostile else right_notes
        prose = messages[-1].content
        raw = write(self.drafts[0], prose, self._state(), self._rng)
        self.tokens["reply"] += estimate_tokens(raw[:4000])
        return raw

    def _line(self) -> str:
        """Return a chapter's line; a hostile model lets one of the dead act in it."""
        words = WORDS[self._author.language]
        cast = self._state().cast
        dead = [m.name for m in cast.members if m.status is Status.DEAD]
        if self._hostile and dead:
            acts = WRONGS[self._author.language].PRESENT[0]
            return json.dumps({_LINE: acts.format(o=dead[0], h=self._hero)})
        place = self._rng.choice(self._author.world["places"])
        line = words.NOTE_TEXTS["summary"].format(h=self._hero, p=place)
        return json.dumps({_LINE: line}, ensure_ascii=False)

    async def complete(
        self, prompt: str, sampling: Sampling, suffix: str = ""
    ) -> AsyncGenerator[str]:
        """Yield nothing: no night is completed."""
        del sampling, suffix
        yield prompt[:0]

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return no meaning."""
        return [[0.0] for _ in texts]

    async def list_models(self) -> list[ModelInfo]:
        """Return no list."""
        return []

    async def check(self) -> Health:
        """Return that all is well."""
        return Health(version=None, models=())

    def _count(self, messages: Sequence[Message]) -> None:
        self.tokens["prompt"] += sum(estimate_tokens(each.content) for each in messages)
