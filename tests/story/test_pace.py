"""What is said when a model falls silent, by a clock that jumps."""

import asyncio

import pytest

from benchmarks.bedtime.silence import longest_gap
from custom_components.mirae_story.servers.sentences import Sentences
from custom_components.mirae_story.story.ending import bridge
from custom_components.mirae_story.story.errors import ServerUnreachableError
from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.length import speech_s
from custom_components.mirae_story.story.model import HouseRules, Language
from custom_components.mirae_story.story.pace import (
    PAUSES_S,
    STALLED_S,
    Pace,
)
from custom_components.mirae_story.story.prompt import prose_messages
from custom_components.mirae_story.story.recap import plain_recap
from custom_components.mirae_story.story.teller import Teller, Writer
from custom_components.mirae_story.story.telling import Telling
from tests.living_home import PROSE, PROSE_JA
from tests.story.fakes import ScriptedModel
from tests.story.tales import sea_story
from tests.virtual_time import run_in_virtual_time

RULES = HouseRules(minutes=0.5)
PROSES = {Language.EN: PROSE, Language.JA: PROSE_JA}
A_TOKEN = {Language.EN: 4, Language.JA: 1}
"""Characters of a token, at the least."""
BOTH = pytest.mark.parametrize("language", Language)


class SlowModel(ScriptedModel):
    """Says a text token by token; `stops_after` so many characters it is silent for ever."""

    def __init__(self, text, *, first_s, tokens_per_s, a_token, stops_after=None):
        super().__init__()
        self.text, self.first_s, self.pause_s = text, first_s, 1 / tokens_per_s
        self.a_token, self.stops_after = a_token, stops_after

    async def stream_text(self, messages, sampling):
        self.prose_calls.append(list(messages))
        await asyncio.sleep(self.first_s)
        for start in range(0, len(self.text), self.a_token):
            if self.stops_after is not None and start >= self.stops_after:
                await asyncio.Event().wait()
            yield self.text[start : start + self.a_token]
            await asyncio.sleep(self.pause_s)


class Night:
    """One night with somebody who listens, or nobody."""

    def __init__(self, language, *models, listened=True):
        self.state = sea_story(language=language)
        self.language = language
        self.telling = Telling(4)
        self.models = list(models)
        self.listened = listened
        self.heard, self.failures = [], []

    @property
    def bridges(self):
        """The bridges that were heard."""
        lines = {bridge(self.state, 4, used).strip() for used in range(3)}
        return [text.strip() for _, text in self.heard if text.strip() in lines]

    @property
    def gap_s(self):
        return longest_gap(self.heard, self.language, asked_at=self.began)

    def writer(self):
        """A writer over the models, one after the other."""
        night = self

        class Servers(ScriptedModel):
            def stream_text(self, messages, sampling):
                return night.models[0].stream_text(messages, sampling)

        def move_on(_):
            if len(self.models) > 1:
                del self.models[0]
                return True
            return False

        return Writer(server=Servers(), on_error=self.failures.append, move_on=move_on)

    async def listen(self):
        clock = asyncio.get_running_loop().time
        async for text in self.telling.listen():
            self.heard.append((clock(), text))

    async def tell(self):
        self.began = asyncio.get_running_loop().time()
        listening = asyncio.create_task(self.listen()) if self.listened else None
        await asyncio.sleep(0)
        self.telling.say(plain_recap(self.state))
        teller = Teller(
            self.writer(),
            Sentences,
            state=self.state,
            rules=RULES,
            gate=Gate(self.state.cast, self.language, RULES),
            telling=self.telling,
        )
        prose = await teller.write(prose_messages(self.state, [], RULES))
        self.telling.finish()
        if listening is not None:
            await listening
        return prose


def told(monkeypatch, language, *models, listened=True):
    """Tell a night; return it, its prose and how long it took."""
    night = Night(language, *models, listened=listened)
    prose, seconds = run_in_virtual_time(monkeypatch, night.tell)
    return night, prose, seconds


def model(language, **how):
    how = {"first_s": 15, "tokens_per_s": 6} | how
    return SlowModel(PROSES[language], a_token=A_TOKEN[language], **how)


@BOTH
def test_reading_aloud_takes_as_long_as_it_takes(language):
    text = {Language.EN: "moon " * 350, Language.JA: "月" * 900}[language]
    assert speech_s(text, language) == pytest.approx(150)
    assert Pace(language).silence_s == pytest.approx(0, abs=0.1)


@BOTH
def test_a_late_first_word_is_bridged(monkeypatch, language):
    night, prose, _ = told(monkeypatch, language, model(language))
    assert night.gap_s <= 8
    assert 1 <= len(night.bridges) <= 3
    assert len(set(night.bridges)) == len(night.bridges)
    assert not prose.calm_ending


@BOTH
def test_a_fast_model_needs_no_bridge(monkeypatch, language):
    fast = model(language, first_s=1, tokens_per_s=20)
    night, prose, _ = told(monkeypatch, language, fast)
    assert night.bridges == []
    assert prose.text == prose.written == PROSES[language]


@BOTH
def test_bridges_are_heard_and_kept_but_are_no_part_of_the_tale(monkeypatch, language):
    night, prose, _ = told(monkeypatch, language, model(language))
    assert all(line in prose.text for line in night.bridges)
    assert prose.written == PROSES[language]


@BOTH
def test_a_model_that_stalls_for_good_is_closed_for(monkeypatch, language):
    silent = model(language, first_s=1, stops_after=60)
    night, prose, seconds = told(monkeypatch, language, silent)
    assert prose.calm_ending
    assert len(night.bridges) == 3
    assert night.gap_s <= STALLED_S + 0.1
    assert seconds < 90
    assert [error.key for error in night.failures] == ["server_slow"]


def test_after_bridges_alone_a_whole_calm_night_is_told(monkeypatch):
    silent = model(Language.EN, first_s=1000)
    night, prose, _ = told(monkeypatch, Language.EN, silent)
    assert len(night.bridges) == 3
    assert len(prose.text.split()) > 60
    assert prose.written == ""


@BOTH
def test_a_stalled_night_moves_to_the_next_server(monkeypatch, language):
    silent = model(language, first_s=1, stops_after=60)
    text = PROSES[language]
    rest = SlowModel(text[len(text) // 3 :], first_s=1, tokens_per_s=20, a_token=4)
    night, prose, _ = told(monkeypatch, language, silent, rest)
    assert not prose.calm_ending
    assert text[-30:] in prose.text
    (request,) = rest.prose_calls
    assert prose.written[:20] in request[-2].content
    assert all(line not in request[-2].content for line in night.bridges)


def test_a_server_that_is_gone_at_the_start_is_passed_over(monkeypatch):
    gone = ScriptedModel(prose=[ServerUnreachableError(url="http://gone")])
    next_one = model(Language.EN, first_s=1, tokens_per_s=20)
    night, prose, _ = told(monkeypatch, Language.EN, gone, next_one)
    assert prose.text == PROSE
    assert len(next_one.prose_calls[0]) == 2
    assert [error.key for error in night.failures] == ["server_unreachable"]


def test_one_token_a_second_is_slow_but_no_dead_silence(monkeypatch):
    slow = model(Language.EN, tokens_per_s=1)
    night, _, _ = told(monkeypatch, Language.EN, slow)
    assert night.gap_s <= STALLED_S + 0.1
    assert len(night.bridges) == len(PAUSES_S)


def test_where_nobody_listens_nothing_is_bridged(monkeypatch):
    late = model(Language.EN, first_s=200)
    night, prose, _ = told(monkeypatch, Language.EN, late, listened=False)
    assert prose.text == PROSE
    assert prose.seconds > 200
    assert not night.failures


def test_a_bridge_that_the_gate_refuses_is_not_said(monkeypatch):
    monkeypatch.setattr(
        "custom_components.mirae_story.story.teller.bridge",
        lambda *_: "Elda laughed and poured tea. ",
    )
    night, prose, _ = told(monkeypatch, Language.EN, model(Language.EN))
    assert "Elda" not in "".join(text for _, text in night.heard)
    assert prose.text == PROSE
