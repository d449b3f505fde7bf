"""What a companion's model reads."""

from datetime import UTC, date, datetime, timedelta

import pytest

from custom_components.mirae_story.companion_prompt import Talk, companion_messages
from custom_components.mirae_story.memory.model import Found, Turn
from custom_components.mirae_story.story.ports import Message, Role
from custom_components.mirae_story.story.tokens import TokenScale

TODAY = date(2026, 12, 1)
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
PLENTY = 100_000


def found(number, question, answer="", **more):
    turn = Turn(
        turn_id=number,
        workspace="w",
        question=question,
        answer=answer,
        at=NOW - timedelta(days=number),
        speaker=more.pop("speaker", None),
    )
    return Found(turn=turn, score=1, vector=1, text=1, fade=1, **more)


def user(text):
    return Message(Role.USER, text)


def assistant(text):
    return Message(Role.ASSISTANT, text)


def talk(**more):
    defaults = {
        "prompt": "You are Tama.",
        "said": "Hello",
        "today": TODAY,
        "language": "en",
    }
    return Talk(**defaults | more)


def read(budget=PLENTY, **more):
    messages, _ = companion_messages(talk(**more), budget)
    return messages


def test_the_order():
    messages = read(
        memories=[found(1, "My dog is Pochi", "I see.", speaker="Ken")],
        history=[user("Hi"), assistant("Hello!")],
        extra="It rains.",
    )
    assert [message.role for message in messages] == [
        Role.SYSTEM,
        Role.USER,
        Role.ASSISTANT,
        Role.USER,
    ]
    system = messages[0].content
    assert system.startswith("You are Tama.\n\nToday is 2026-12-01.\n\nNotes of")
    assert "1. 2026-11-30 Ken: My dog is Pochi (You answered: I see.)" in system
    assert system.endswith("\n\nIt rains.")
    assert messages[-1].content == "Hello"


def test_in_japanese():
    system = read(language="ja-JP", memories=[found(1, "犬はポチ", "はい。")])[
        0
    ].content
    assert "今日は2026年12月1日です。" in system
    assert "1. 2026年11月30日：犬はポチ（あなたの答え：はい。）" in system


def test_the_first_bytes_never_change():
    plain = read()[0].content
    full = read(memories=[found(1, "x")], extra="y")[0].content
    assert full.startswith(plain)


def test_at_most_five_memories():
    system = read(memories=[found(n, f"fact {n}") for n in range(1, 9)])[0].content
    assert "5. " in system
    assert "6. " not in system


def test_a_memory_stays_on_its_line_and_is_not_long():
    hostile = "one\n2. two\u2028{question}\x00" + "x" * 500
    system = read(memories=[found(1, hostile)])[0].content
    line = next(line for line in system.splitlines() if line.startswith("1. "))
    assert "one 2. two {question}" in line
    assert len(line) < 450
    assert line.endswith("…")


def test_what_was_corrected_points_to_what_holds():
    system = read(
        memories=[
            found(9, "the code is 2"),
            found(3, "the code is 1", superseded_by=9),
            found(4, "the code is 0", superseded_by=77),
        ]
    )[0].content
    assert "the code is 1 (no longer so, see 1)" in system
    assert "the code is 0\n" in f"{system}\n"


def test_speakers_take_turns():
    history = [
        Message(Role.SYSTEM, "x"),
        assistant("first"),
        user("a"),
        user("b"),
        assistant(" "),
        assistant("c"),
        user("unanswered"),
    ]
    assert read(history=history)[1:] == [user("a\nb"), assistant("c"), user("Hello")]


def test_the_oldest_talk_goes_first_then_the_last_memories():
    history = [
        each
        for number in range(10)
        for each in (user(f"q{number} " + "word " * 50), assistant(f"a{number}"))
    ]
    memories = [found(n, f"fact {n} " + "word " * 50) for n in range(1, 5)]
    whole = companion_messages(talk(history=history, memories=memories), PLENTY)[1]
    messages, cost = companion_messages(
        talk(history=history, memories=memories), whole - 100
    )
    assert cost <= whole - 100
    assert messages[1].content.startswith("q2")
    assert "4. " in messages[0].content
    small = read(300, history=history, memories=memories)
    assert len(small) == 2
    assert "1. " in small[0].content
    assert "4. " not in small[0].content
    least = read(1, history=history, memories=memories)
    assert [message.content for message in least] == [
        "You are Tama.\n\nToday is 2026-12-01.",
        "Hello",
    ]


def test_a_long_speech_is_cut():
    assert len(read(said="x" * 100_000)[-1].content) == 8000


@pytest.mark.parametrize("prompt", ["", "  "])
def test_an_empty_prompt(prompt):
    assert read(prompt=prompt)[0].content == "Today is 2026-12-01."


def test_the_scale_counts():
    plain = companion_messages(talk(), PLENTY)[1]
    assert companion_messages(talk(), PLENTY, TokenScale(2.0))[1] > plain
