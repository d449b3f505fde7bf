"""A newer value stands before the one that it corrects."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from custom_components.mirae_story.memory.corrections import (
    MOST_READ,
    settle_corrections,
)
from custom_components.mirae_story.memory.model import Found, Turn
from custom_components.mirae_story.memory.text import (
    query_terms,
    term_weights,
    turn_tokens,
)

FIRST = datetime(2026, 10, 1, 12, tzinfo=UTC)
UNLIKE = (
    (2, "Rain fell upon the roof"),
    (3, "Grandma knits a green scarf"),
    (4, "Cherries taste sour"),
    (5, "Ships whistle by night"),
)


def found(*said):
    """Return turns in the order of their scores; each text begins with its day."""
    made = []
    for place, (day, question, *answer) in enumerate(said):
        turn = Turn(
            turn_id=day,
            workspace="home",
            question=question,
            answer=answer[0] if answer else "OK.",
            at=FIRST + timedelta(days=day),
        )
        score = 0.9 - 0.05 * place
        made.append(Found(turn=turn, score=score, vector=score, text=0.5, fade=1))
    return made


def settled(question, *said, limit=5):
    some = found(*said)
    held = [set(turn_tokens(one.turn)) for one in some]
    weights = term_weights(
        query_terms(question), lambda term: sum(term in one for one in held), 200
    )
    return settle_corrections(some, weights, limit)


def order(*args, **more):
    return [one.turn.turn_id for one in settled(*args, **more)]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "When is the swimming lesson?",
            "The swimming lesson is on Wednesdays at four",
            "The swimming lesson moved to Saturday",
        ),
        (
            "What is the Wi-Fi password?",
            "The Wi-Fi password is harbor58",
            "The Wi-Fi password is lagoon77",
        ),
        (
            "Where are we going at New Year?",
            "At New Year we are going to Izu",
            "It's not Izu, it's Atami",
        ),
        (
            "What is the network in the attic called?",
            "The network in the attic is called owl",
            "It's not owl anymore, it's badger up there",
        ),
        (
            "Where is the anniversary dinner?",
            "The anniversary dinner is at the Lantern",
            "The Lantern is closed that week, so I booked Sakura instead",
        ),
        (
            "記念日の夕食はどこで？",
            "記念日の夕食は4月2日にランタンで",
            "ランタンはその週休みだから、代わりにさくらを予約した",
        ),
        (
            "水泳教室は何曜日？",
            "水泳教室は水曜の4時から",
            "水泳、来週から土曜にかわることにしたよ",
        ),
        ("年末の旅行はどこ？", "年末の旅行は伊豆だよ", "伊豆じゃなくて熱海になったよ"),
        ("猫の名前は？", "猫の名前はタマ", "猫の名前はやっぱりミケにした"),
        ("お風呂は何度？", "お風呂は41度にして", "お風呂は39度にしてね、熱すぎた"),
    ],
)
def test_the_newer_value_stands_first(question, old, new):
    assert order(question, (1, old), (9, new)) == [9, 1]
    assert order(question, (9, new), (1, old)) == [9, 1]
    (first, second) = settled(question, (1, old), (9, new))
    assert (first.superseded_by, second.superseded_by) == (None, 9)


def test_the_answer_half_corrects_too():
    assert order(
        "How much is the allowance?",
        (1, "The allowance is 500 yen"),
        (9, "What is the allowance?", "The allowance is 700 yen now."),
    ) == [9, 1]


def test_chains_end_with_the_newest():
    assert order(
        "When is the trip?",
        (1, "The trip is on Monday"),
        (5, "The trip moved to Tuesday"),
        (9, "The trip moved to Friday"),
    ) == [9, 5, 1]


def test_the_older_one_is_never_put_before_the_newer():
    assert order(
        "What is the password?",
        (9, "The password is b"),
        (1, "Actually the password is a"),
    ) == [9, 1]


def test_of_another_topic_is_no_correction():
    some = settled(
        "When is the dentist?",
        (1, "The dentist is on Monday"),
        (9, "We moved the sofa to the other wall"),
    )
    assert [one.turn.turn_id for one in some] == [1, 9]
    assert some[0].superseded_by is None


def test_a_plain_correction_comes_in_from_outside():
    others = [(day, f"Rain number {day} and a lamp") for day in (2, 3, 4, 5)]
    new = (9, "The swimming lesson was changed to Saturday at ten")
    old = (1, "The swimming lesson is on Wednesdays at four")
    assert order("When is the swimming lesson?", old, *others, new)[:2] == [9, 1]


def test_what_is_only_alike_does_not_come_in():
    others = [(day, f"Rain number {day} and a lamp") for day in (2, 3, 4, 5)]
    new = (9, "A lesson in swimming with dolphins would be a dream of mine some day")
    old = (1, "The swimming lesson is on Wednesdays at four")
    assert 9 not in order("When is the swimming lesson?", old, *others, new)


def test_an_essay_does_not_come_in():
    others = [(day, f"Rain number {day} and a lamp") for day in (2, 3, 4, 5)]
    new = (9, "The swimming lesson was changed to Saturday. " + "So it is. " * 50)
    old = (1, "The swimming lesson is on Wednesdays at four")
    assert 9 not in order("When is the swimming lesson?", old, *others, new)


def test_what_stands_in_for_a_value_comes_in_from_outside():
    others = [(day, f"Rain number {day} and a lamp") for day in (2, 3, 4, 5)]
    new = (9, "The Lantern is closed that week, so I booked Sakura instead")
    old = (1, "The anniversary dinner is at the Lantern")
    assert order("Where is the anniversary dinner?", old, *others, new)[:2] == [9, 1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("夕食はランタンにした", "歯が痛いから代わりに薬にした"),
        ("The dinner is at the Lantern", "I will have the blue scarf instead"),
    ],
)
def test_neither_endings_nor_what_is_asked_name_a_value(old, new):
    others = [(day, f"Rain number {day} and a lamp") for day in (2, 3, 4, 5)]
    assert 9 not in order("Where is dinner? 夕食は？", (1, old), *others, (9, new))


def test_who_spoke_names_no_value():
    some = found(
        (1, "The dinner is at the Lantern"),
        *UNLIKE,
        (9, "I will have the blue scarf instead"),
    )
    some = [replace(one, turn=replace(one.turn, speaker="Rin")) for one in some]
    kept = settle_corrections(some, {"dinner": 4.0}, 5)
    assert [one.turn.turn_id for one in kept] == [1, 2, 3, 4, 5]


def test_what_comes_in_never_takes_the_place_of_what_it_corrects():
    new = (9, "The swimming lesson was changed to Saturday at ten")
    old = (1, "The swimming lesson is on Wednesdays at four")
    asked = "When is the swimming lesson?"
    assert order(asked, *UNLIKE, old, new) == [2, 3, 4, 9, 1]
    assert order(asked, old, new, limit=1) == [9]


def test_nothing_is_lost_or_doubled():
    some = [
        (day, f"The password of door {day} is {day}, it changed") for day in range(1, 9)
    ]
    ids = order("What is the password of the door?", *some, limit=8)
    assert sorted(ids) == list(range(1, 9))
    assert settle_corrections([], {}, 5) == []


def test_without_common_terms_like_turns_settle_it():
    """A question in another language shares no word with either."""
    assert order(
        "自転車の鍵は？",
        (1, "The bike lock is 4829"),
        (9, "The bike lock is new: 7315"),
    ) == [9, 1]


def test_an_endless_turn_is_read_as_far_as_it_goes():
    whole = "No, my dog is Pochi, not Hachi. "
    near = (9, "No, my dog is Pochi, not Hachi. " + "We walk. " * 9)
    far = (9, "We walk. " * MOST_READ + whole)
    old = (1, "My dog is Hachi")
    assert settled("What is my dog called?", old, near)[1].superseded_by == 9
    assert settled("What is my dog called?", old, far)[0].superseded_by is None


def test_a_word_of_change_and_another_value_need_less_topic():
    question = "Which day does grandpa see someone about his knee?"
    old = (1, "I get my knee looked at on Thursdays, says grandpa")
    assert order(question, old, (9, "Grandpa's doctor is only in on Mondays now")) == [
        9,
        1,
    ]


@pytest.mark.parametrize(("speaker", "expected"), [("Rin", [9, 1]), ("Mio", [1, 9])])
def test_by_the_same_person_least_topic_is_enough(speaker, expected):
    some = found(
        (1, "Play “Blue Wind”, it is my favorite song of all"),
        (9, "These days “Night Station” is my number one song to dance"),
    )
    some = [
        replace(one, turn=replace(one.turn, speaker=who))
        for one, who in zip(some, ("Rin", speaker), strict=True)
    ]
    weights = {"rin": 2.0, "favorit": 4.0, "song": 1.0}
    settled = settle_corrections(some, weights, 5)
    assert [one.turn.turn_id for one in settled] == expected
