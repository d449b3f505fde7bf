"""Talk about the memory, from what is said to what is stored."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from custom_components.mirae_story.memory.lines import (
    ENGLISH,
    JAPANESE,
    lines,
    quoted,
    spoken_date,
    topic_as_said,
)
from custom_components.mirae_story.memory.model import Found, Turn
from custom_components.mirae_story.memory.talk import Access, Bar, Heard, MemoryTalk

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


class Notebook:
    """A memory of a few turns, searched word by word."""

    def __init__(self):
        self.held = []
        self.superseded = {}

    async def remember(self, turn):
        stored = replace(turn, turn_id=len(self.held) + 1)
        self.held.append(stored)
        return stored

    async def turns(self, workspace, *, before=None, limit=50):
        return self.held[::-1][:limit]

    async def matching(self, workspace, *, text=None, since=None, until=None):
        return [t for t in self.held if text is None or text in t.question]

    async def recall(self, workspace, query, *, now, rules):
        words = query.replace("の", " ").split()
        return [
            Found(
                turn=turn,
                score=1,
                vector=0,
                text=1,
                fade=1,
                superseded_by=self.superseded.get(turn.turn_id),
            )
            for turn in self.held
            if any(word in turn.question for word in words)
        ]

    async def forget(self, workspace, turn_ids):
        before = len(self.held)
        self.held = [turn for turn in self.held if turn.turn_id not in turn_ids]
        return before - len(self.held)

    async def pin(self, workspace, turn_id, pinned):
        at = next(i for i, turn in enumerate(self.held) if turn.turn_id == turn_id)
        self.held[at] = replace(self.held[at], pinned=pinned)
        return self.held[at]

    def questions(self):
        return [turn.question for turn in self.held]


class Room:
    """Somebody who talks about the memory."""

    def __init__(self, language="en"):
        self.notebook = Notebook()
        self.moment = NOW
        self.talk = MemoryTalk(self.notebook, "tama", lambda: self.moment)
        self.language = language
        self.access = Access()

    def heard(self, text, conversation="one"):
        return Heard(
            text=text,
            language=self.language,
            conversation=conversation,
            access=self.access,
            speaker="Ken",
        )

    async def say(self, text, conversation="one"):
        return await self.talk.respond(self.heard(text, conversation))

    async def had(self, question, answer="", days=0):
        return await self.notebook.remember(
            Turn(
                workspace="tama",
                question=question,
                answer=answer,
                at=self.moment - timedelta(days=days),
            )
        )


@pytest.fixture
def room():
    return Room()


@pytest.fixture
def heya():
    return Room("ja")


async def test_other_talk_is_left_to_the_agent(room):
    assert await room.say("How are you?") is None
    assert await room.say("yes") is None


async def test_remember_a_fact(room):
    answer = await room.say("Remember that my locker code is 1234")
    assert answer.text == ENGLISH.remembered
    (turn,) = room.notebook.held
    assert turn.question == "my locker code is 1234"
    assert (turn.pinned, turn.speaker, turn.at) == (True, "Ken", NOW)
    assert turn.workspace == "tama"


async def test_forget_what_was_just_remembered(room):
    await room.had("I like tea", days=2)
    await room.say("Remember that I like coffee")
    answer = await room.say("forget that")
    assert (answer.text, answer.forgot) == (ENGLISH.forgotten_one, True)
    assert room.notebook.questions() == ["I like tea"]
    assert (await room.say("forget that")).text == ENGLISH.nothing_to_forget


async def test_remember_that_keeps_the_last_turn(room):
    await room.had("old")
    await room.talk.keep(room.heard("The key is under the pot"), "I see.")
    assert (await room.say("remember that")).text == ENGLISH.pinned
    assert [turn.pinned for turn in room.notebook.held] == [False, True]
    assert room.notebook.held[1].speaker == "Ken"


async def test_only_what_was_said_and_may_be_kept_is_kept(room):
    await room.talk.keep(room.heard("Thanks for watching!"), "You are welcome.")
    room.access = Access(write=Bar.TEMPORARY)
    await room.talk.keep(room.heard("I like tea"), "I see.")
    assert room.notebook.held == []


async def test_who_knows_nothing_may_leave_it_to_the_agent(room):
    room.talk.owns_nothing = False
    assert await room.say("what do you remember about the dragon?") is None


async def test_remember_that_without_anything_said_asks_back(room):
    await room.had("old", days=1)
    answer = await room.say("remember that")
    assert (answer.text, answer.asks) == (ENGLISH.what_to_remember, True)


async def test_that_is_the_newest_turn_of_just_now_in_another_room(room):
    await room.had("I broke the cup")
    answer = await room.say("forget that", "another")
    assert answer.forgot
    assert room.notebook.held == []


async def test_that_grows_old(room):
    await room.say("remember that I like tea")
    room.moment += timedelta(minutes=11)
    assert (await room.say("forget that")).text == ENGLISH.nothing_to_forget
    assert len(room.notebook.held) == 1


async def test_recall_a_topic(room):
    await room.had("Is my dog called Pochi?", "Yes, Pochi.", days=1)
    await room.had("my dog likes snow", "How nice.", days=40)
    await room.had("my dog is 3", days=400)
    await room.had("my dog sleeps", ENGLISH.remembered)
    answer = await room.say("What do you remember about my dog?")
    assert answer.text == (
        "This is what I remember about your dog. Yesterday you said: “Is my dog called Pochi?”"
        " I answered: “Yes, Pochi.” On 22 October you said: “my dog likes snow”"
        " On 27 October 2025 you said: “my dog is 3” And 1 more."
    )
    assert not answer.forgot


async def test_what_was_corrected_is_not_told(room):
    await room.had("my code is 1")
    await room.had("my code is 2")
    room.notebook.superseded = {1: 2}
    answer = await room.say("what do you remember about my code")
    assert "“my code is 2”" in answer.text
    assert "is 1" not in answer.text


async def test_recall_everything(room):
    assert (await room.say("what do you remember?")).text == ENGLISH.nothing_at_all
    await room.had("I like tea")
    assert (
        "Today you said: “I like tea”"
        in (await room.say("what do you remember about me?")).text
    )


async def test_recall_nothing(room):
    answer = await room.say("what do you remember about my dog")
    assert answer.text == "I remember nothing about your dog."


async def test_what_may_not_be_said_aloud_is_not_said(room):
    room.talk.speakable = lambda text: "blood" not in text
    await room.had("the blood test is at 9")
    await room.had("is the test hard?", "There will be blood.")
    answer = await room.say("what do you remember about test")
    assert "blood" not in answer.text
    assert "is the test hard?" in answer.text


async def test_forget_several_recalled_only_after_a_yes(room):
    await room.had("my dog is big")
    await room.had("my dog is old")
    await room.say("what do you remember about my dog")
    answer = await room.say("forget that")
    assert answer.asks
    assert answer.text == "That was 2 things. Shall I forget all of them?"
    assert len(room.notebook.held) == 2
    done = await room.say("yes please")
    assert (done.text, done.forgot) == ("I have forgotten 2 things.", True)
    assert room.notebook.held == []


async def test_forget_a_topic(room):
    await room.had("the dentist is nice")
    await room.had("I like tea")
    answer = await room.say("forget what I said about the dentist")
    assert answer.text == ENGLISH.forgotten_one
    assert room.notebook.questions() == ["I like tea"]
    answer = await room.say("forget what I said about the dentist")
    assert answer.text == "I remember nothing about the dentist."


async def test_forget_a_topic_with_several_turns_asks(room):
    await room.had("the dentist is nice")
    await room.had("the dentist is at 3")
    answer = await room.say("forget everything about the dentist")
    assert answer.text.startswith("I remember 2 things about the dentist.")
    assert (await room.say("no")).text == ENGLISH.kept
    assert len(room.notebook.held) == 2
    assert await room.say("yes") is None


async def test_a_vague_topic_is_never_forgotten_unasked(room):
    await room.had("our dentist is nice")
    answer = await room.say("forget what I said about a dentist")
    assert answer.asks
    assert "may be about a dentist" in answer.text
    await room.say("sure")
    assert room.notebook.held == []


async def test_forget_everything(room):
    assert (await room.say("forget everything")).text == ENGLISH.nothing_at_all
    await room.had("I like tea")
    answer = await room.say("forget everything")
    assert (answer.asks, len(room.notebook.held)) == (True, 1)
    assert (await room.say("yes")).forgot
    assert room.notebook.held == []


async def test_a_question_expires(room):
    await room.had("I like tea")
    await room.say("forget everything")
    room.moment += timedelta(minutes=3)
    assert await room.say("yes") is None
    assert room.notebook.held


async def test_something_else_drops_the_question(room):
    await room.had("I like tea")
    await room.say("forget everything")
    assert await room.say("what time is it?") is None
    assert await room.say("yes") is None
    assert room.notebook.held


async def test_only_who_was_asked_can_agree(room):
    await room.had("I like tea")
    await room.say("forget everything")
    assert await room.say("yes", "another") is None
    room.access = Access(forget=Bar.NOT_HERE)
    assert (await room.say("yes")).text == ENGLISH.forget_not_here
    assert room.notebook.held


async def test_what_is_gone_meanwhile_is_not_counted(room):
    await room.had("I like tea")
    await room.say("forget everything")
    room.notebook.held.clear()
    assert (await room.say("yes")).text == ENGLISH.nothing_to_forget


@pytest.mark.parametrize(
    ("bar", "read", "write", "forget"),
    [
        (Bar.OFF, ENGLISH.off, ENGLISH.off, ENGLISH.off),
        (Bar.TEMPORARY, ENGLISH.temporary, ENGLISH.temporary, ENGLISH.temporary),
        (Bar.NOT_YOURS, ENGLISH.not_yours, ENGLISH.not_yours, ENGLISH.not_yours),
        (Bar.NOT_HERE, ENGLISH.read_not_here, None, ENGLISH.forget_not_here),
    ],
)
async def test_who_may_not(room, bar, read, write, forget):
    await room.had("I like tea")
    room.access = Access(read=bar, write=bar if write else None, forget=bar)
    assert (await room.say("what do you remember?")).text == read
    assert (await room.say("forget that")).text == forget
    assert (await room.say("forget what I said about tea")).text == forget
    if write:
        assert (await room.say("remember that I like cake")).text == write
    assert room.notebook.questions() == ["I like tea"]


async def test_in_japanese(heya):
    answer = await heya.say("ポチは雪が好きだよって覚えておいて")
    assert answer.text == JAPANESE.remembered
    await heya.had("ポチは何が好き？", "雪が好きです。", days=1)
    told = await heya.say("ポチのこと、覚えてる？")
    assert told.text == (
        "ポチについては、こんなことを覚えています。今日、「ポチは雪が好きだよ」と聞きました。"
        "きのう、「ポチは何が好き？」と聞きました。わたしは、「雪が好きです。」と答えました。"
    )
    asked = await heya.say("ポチについて言ったことは忘れて")
    assert (
        asked.text
        == "ポチについては、2個のことを覚えています。全部忘れてもいいですか。"
    )
    done = await heya.say("はい、お願いします")
    assert done.text == "はい、2個のことを忘れました。"
    assert heya.notebook.held == []


async def test_only_so_many_conversations_are_kept_in_mind(room):
    await room.say("remember that I like tea", "first")
    for number in range(70):
        await room.say("hello", f"c{number}")
    assert len(room.talk._conversations) == 64


def test_dates_and_quotes():
    today = NOW.date()
    assert spoken_date(today, today, "ja-JP") == "今日"
    assert spoken_date(today - timedelta(28), today, "ja") == "11月3日に"
    assert spoken_date(today - timedelta(365), today, "ja") == "2025年12月1日に"
    assert spoken_date(today + timedelta(1), today, "en") == "On 2 December"
    assert quoted("a long sentence that goes on", 12, "en") == "“a long…”"
    assert quoted("x" * 30, 10, "en") == f"“{'x' * 10}…”"
    assert quoted("「はい」\nと言った", 40, "ja") == "「はい と言った」"
    assert topic_as_said("I like {count}") == "you like {count}"
    assert lines("fr") is ENGLISH
