"""Echoes: what a wish or a situation recalls, marked as a memory."""

from dataclasses import replace

import pytest

from custom_components.mirae_story.story.echoes import LONGEST, echoes
from custom_components.mirae_story.story.lookback import look_back
from custom_components.mirae_story.story.model import Language, Situation

from .saga import saga

OLD = {
    1: "Mina sailed. The glass whale sang under the bridge. Theo listened.",
    2: "Mina slept. Elda hid a silver key in the clock. All was calm.",
    3: "ミナは眠りました。エルダは銀の鍵を時計にかくしました。みんな休みました。",
    4: "Mina counted clouds.",
    5: "Mina baked bread.",
    6: "Theo read a map.",
}


class Journal:
    def __init__(self, told=OLD):
        self.told, self.asked = told, []

    async def recalled(self, story_id, words, *, before):
        self.asked.append(before)
        return look_back(((n, p) for n, p in self.told.items() if n < before), words)


def at(night=20, situation="", language=Language.EN):
    state = saga(language, night=20)
    return replace(state, night=night, situation=Situation(text=situation, night=night))


async def test_a_wish_brings_back_what_was_told():
    found = await echoes(Journal(), at(), "the whale, please")
    assert found == (
        "From night 1, long past, only a memory: The glass whale sang under the bridge.",
    )


async def test_a_japanese_wish_too():
    found = await echoes(Journal(), at(language=Language.JA), "銀の鍵のお話")
    assert len(found) == 1
    assert found[0].startswith("ずっと前の第3夜のこと。ただの思い出: ")
    assert "エルダは銀の鍵を時計にかくしました。" in found[0]


async def test_a_situation_must_recall_more_than_one_word():
    recalled = await echoes(Journal(), at(situation="They find a silver key."), "")
    assert [echo.partition(": ")[2] for echo in recalled] == [
        "Elda hid a silver key in the clock."
    ]
    assert await echoes(Journal(), at(situation="They see a key."), "") == ()


async def test_words_of_two_sentences_belong_together():
    found = await echoes(Journal(), at(), "Theo listened to the whale")
    assert found[0].endswith("The glass whale sang under the bridge. Theo listened.")


async def test_at_most_two():
    told = {n: f"A whale came on day {n}." for n in range(1, 6)}
    told |= dict.fromkeys(range(6, 12), "Calm.")
    assert len(await echoes(Journal(told), at(), "a whale")) == 2


async def test_the_last_seven_nights_are_no_echoes():
    journal = Journal()
    await echoes(journal, at(), "the whale")
    assert journal.asked == [14]


@pytest.mark.parametrize(("night", "wish"), [(7, "whale"), (20, ""), (20, "the")])
async def test_nothing_old_or_nothing_asked(night, wish):
    journal = Journal()
    assert await echoes(journal, at(night), wish) == ()
    assert journal.asked == []


async def test_a_passage_too_long_for_the_prompt_is_none():
    told = {1: "The whale " + "swam on and " * 40 + "slept.", 2: "Calm.", 3: "Calm."}
    assert len(told[1]) > LONGEST
    assert await echoes(Journal(told), at(), "whale") == ()
