"""Deciding by voice what waits for a person: one question at a time, plain answers alone, journaled like the action."""

from dataclasses import replace
from datetime import timedelta

import pytest

from custom_components.mirae_story.story.asks import Ask, AskKind, understand
from custom_components.mirae_story.story.deciding import QUESTION_LASTS, Deciding
from custom_components.mirae_story.story.dialogue import respond
from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    Language,
    Status,
)
from custom_components.mirae_story.story.replay import DECIDED, EDITED
from tests.story.saga import crew
from tests.story.test_desk import desk_of, journaled, waiting
from tests.story.test_story import database, model, world  # noqa: F401

ASKS = """
What needs deciding?
what needs to be decided
is there anything to decide
Is there something to decide in the story?
what do I have to decide?
what's pending?
what is undecided
are there any decisions for me
決めることはある？
何か決めることはありますか
お話で決めることはありますか。
まだ決まっていないことはある？
決まってないことはありますか
何を決めればいい？
確認待ちはありますか
""".strip().splitlines()
NO_ASKS = """
What did Theo decide?
decide
Who decided that?
決めた
何に決めたの
決まったよ
what is Theo waiting for
""".strip().splitlines()
YES = """
yes
Yes, please.
yeah
Yes, she did.
he has
that's right
of course
はい
うん
はい、いなくなりました。
亡くなりました
その通りです
""".strip().splitlines()
NO = """
no
Nope!
No, he didn't.
she stayed
That's not true.
いいえ
ううん
まだいます
いいえ、亡くなっていません。
違います
""".strip().splitlines()
NOT_NOW = ["not now", "never mind", "tomorrow", "大丈夫", "今日はいい", "いらない"]


@pytest.fixture
async def story(world):  # noqa: F811
    return await waiting(world)


@pytest.fixture
def deciding(world, story):  # noqa: F811
    return Deciding(story, desk_of(story), world.clock)


async def say(deciding, text, conversation="a"):
    """Return what is said, and whether it asks back; None if it is not about deciding."""
    cast = deciding._story.state.cast
    reply = await deciding.respond(understand(text, "en", cast), conversation)
    if reply is None:
        return None
    return "".join([piece async for piece in reply.pieces]), reply.asks


async def let_wait(world, story, *members):  # noqa: F811
    """Let these members be in the cast, with what waits for them."""
    cast = story.state.cast
    for member in members:
        known = cast.named(member.name) is not None
        cast = cast.with_member(member) if known else Cast((*cast.members, member))
    state = story.state.advanced(cast=cast)
    await world.journal.add_edit(EDITED, {}, state, world.clock())
    story.state = state


@pytest.mark.parametrize("text", ASKS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_asking_what_waits_is_understood(text, language):
    assert understand(text, language, crew(Language.EN)).kind is AskKind.DECIDE


@pytest.mark.parametrize("text", NO_ASKS)
def test_other_talk_of_deciding_is_none(text):
    assert understand(text, "en", crew(Language.EN)).kind is not AskKind.DECIDE


async def test_what_waits_is_asked_and_decided(world, story, deciding):  # noqa: F811
    assert await say(deciding, "What needs deciding?") == (
        "Did Theo leave the story for good? Yes or no?",
        True,
    )
    assert await say(deciding, "yes") == (
        "All right: Theo has left the story. That was all.",
        False,
    )
    assert story.state.cast.named("Theo").status is Status.DEPARTED
    assert (await journaled(world, story))[-1] == DECIDED
    assert await say(deciding, "yes") is None
    assert await say(deciding, "what needs deciding") == (
        "Nothing needs deciding.",
        False,
    )


@pytest.mark.parametrize("answer", YES)
async def test_plain_agreement_decides(story, deciding, answer):
    await say(deciding, "what needs deciding")
    await say(deciding, answer)
    assert story.state.cast.named("Theo").status is Status.DEPARTED


@pytest.mark.parametrize("answer", NO)
async def test_plain_denial_decides(story, deciding, answer):
    await say(deciding, "what needs deciding")
    assert (await say(deciding, answer))[0].startswith("All right: Theo stays")
    assert story.state.cast.named("Theo").on_stage


@pytest.mark.parametrize("answer", NOT_NOW)
async def test_putting_it_off_decides_nothing(story, deciding, answer):
    await say(deciding, "what needs deciding")
    assert await say(deciding, answer) == ("All right, that can wait.", False)
    assert story.state.cast.named("Theo").pending is Change.LEFT
    assert await say(deciding, "yes") is None


async def test_one_after_the_other(world, story, deciding):  # noqa: F811
    otto = Character(name="Otto", role="cook", joined=1, since=1, pending=Change.DIED)
    await let_wait(world, story, otto)
    assert (await say(deciding, "what needs deciding"))[0].startswith("Did Theo leave")
    assert await say(deciding, "no") == (
        "All right: Theo stays in the story. Did Otto die in the story? Yes or no?",
        True,
    )
    await say(deciding, "yes")
    assert story.state.cast.named("Theo").pending is None
    assert story.state.cast.named("Otto").status is Status.DEAD


async def test_a_death_is_asked_as_one(world, story, deciding):  # noqa: F811
    theo = story.state.cast.named("Theo")
    await let_wait(world, story, replace(theo, pending=Change.DIED))
    assert (await say(deciding, "what's pending"))[0] == (
        "Did Theo die in the story? Yes or no?"
    )
    assert (await say(deciding, "yes"))[0].startswith("All right: Theo has died")
    assert story.state.cast.named("Theo").status is Status.DEAD


async def test_other_talk_ends_the_question(story, deciding):
    await say(deciding, "what needs deciding")
    assert await say(deciding, "who is in the story?") is None
    assert await say(deciding, "yes") is None
    assert story.state.cast.named("Theo").pending is Change.LEFT


async def test_another_conversation_answers_nothing(story, deciding):
    await say(deciding, "what needs deciding", "a")
    assert await say(deciding, "yes", "b") is None
    assert story.state.cast.named("Theo").pending is Change.LEFT
    assert await say(deciding, "yes", "a") is not None


async def test_a_question_expires(world, story, deciding):  # noqa: F811
    await say(deciding, "what needs deciding")
    world.clock.moment += QUESTION_LASTS + timedelta(seconds=1)
    assert await say(deciding, "yes") is None
    assert story.state.cast.named("Theo").pending is Change.LEFT


async def test_what_was_decided_elsewhere_is_not_decided_again(story, deciding):
    await say(deciding, "what needs deciding")
    await desk_of(story).decide("Theo", accept=False)
    assert await say(deciding, "yes") == (
        "That has been decided already. That was all.",
        False,
    )
    assert story.state.cast.named("Theo").on_stage


async def test_what_is_decided_elsewhere_at_the_same_moment(
    story, deciding, monkeypatch
):
    await say(deciding, "what needs deciding")
    decide = deciding._desk.decide

    async def twice(name, *, accept):
        await decide(name, accept=accept)
        return await decide(name, accept=accept)

    monkeypatch.setattr(deciding._desk, "decide", twice)
    assert (await say(deciding, "yes"))[0].startswith("That has been decided already.")


async def test_nothing_is_decided_while_a_night_is_told(world, story, deciding):  # noqa: F811
    world.clock.next_evening()
    await say(deciding, "what needs deciding")
    telling = story.tell()
    text, asks = await say(deciding, "yes")
    assert text.startswith("A night is being told just now.")
    assert not asks
    await telling.ended()
    await world.rest()
    assert story.state.cast.named("Theo").pending is Change.LEFT


async def test_japanese_stories_ask_in_japanese(world):  # noqa: F811
    story = await waiting(world)
    reference = replace(story.state.reference, language=Language.JA)
    story.state = replace(story.state, reference=reference)
    deciding = Deciding(story, desk_of(story), world.clock)
    ask = Ask(kind=AskKind.DECIDE, text="決めることはある？")
    reply = await deciding.respond(ask, "a")
    text = "".join([piece async for piece in reply.pieces])
    assert text.startswith("Theoは、お話からもうずっといなくなりましたか。")
    assert reply.asks


async def test_who_may_not_decide_hears_where_parents_do(story):
    reply = await respond(story, "what needs deciding?", "en")
    text = "".join([piece async for piece in reply.pieces])
    assert "A parent can do that" in text
    assert "Theo" not in text
    await desk_of(story).decide("Theo", accept=True)
    reply = await respond(story, "決めることはある？", "ja")
    assert [piece async for piece in reply.pieces] == ["Nothing needs deciding."]
