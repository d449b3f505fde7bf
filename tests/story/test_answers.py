from dataclasses import replace

import pytest

from custom_components.mirae_story.story.answers import (
    already_told,
    answer_from_passages,
    answer_is_with,
    answer_last,
    answer_so_far,
    answer_who,
    comfort,
    good_night,
    not_told,
    nothing_to_stop,
    one_more_offer,
    one_more_refused,
    server_trouble,
    stopped,
    which_story,
)
from custom_components.mirae_story.story.content import content_words
from custom_components.mirae_story.story.model import (
    Cast,
    Character,
    Language,
    Situation,
    Status,
)

from .saga import alone, of_genre, saga, told

BOTH = pytest.mark.parametrize("language", list(Language))
NIGHTS = [
    told(
        4,
        "x",
        "Behind the blue door sat a whale. The whale sneezed because of the pepper. Theo laughed.",
    ),
    told(
        7,
        "y",
        '"The key is in the teapot," said Lulu. Mina poured the tea. A key fell into the cup with “a clink”.',
    ),
]
NIGHTS_JA = [
    told(
        4,
        "x",
        "青い戸のむこうに、くじらがいた。くじらはコショウのせいで、くしゃみをした。テオは笑った。",
        language=Language.JA,
    ),
    told(
        7,
        "y",
        "「鍵はティーポットの中だよ。」とルルが言った。ミナはお茶をついだ。",
        language=Language.JA,
    ),
]


def test_who_names_roles_and_who_is_away():
    assert answer_who(saga()) == (
        "Let me tell you who is in the story. Mina is the captain. Theo is the navigator. "
        "Lulu is the ship's cat. Away at the moment: Garo."
    )
    assert answer_who(saga(Language.JA)).splitlines() == [
        "お話に出てくるのは、このみんなです。",
        "ミナは、船長です。",
        "テオは、航海士です。",
        "ルルは、船ねこです。",
        "ガロは旅立っていて、今はいません。",
    ]


@BOTH
def test_who_says_nothing_of_the_dead_the_undecided_or_nobody(language):
    text = answer_who(saga(language))
    assert saga(language).cast.members[3].name not in text.replace("Bo", "Bo")
    assert saga(language).cast.members[5].name not in text
    assert len(answer_who(alone(saga(language)))) < len(text)


@pytest.mark.parametrize(
    ("who", "answer"),
    [
        ("Mina", "Of course. Mina is always there"),
        ("Captain Mina", "Of course. Mina is always there"),
        ("Theo", "Yes, Theo is still there. Theo is the navigator."),
        ("Compass", "Yes, Theo is still there."),
        ("Garo", "No. Garo went away on night 5,"),
        ("Elda", "Elda died on night 8."),
        ("Bo", "The story has not decided yet"),
        ("the dragon", "The story has not told us that."),
    ],
)
def test_is_with_is_true_to_the_state(who, answer):
    assert answer_is_with(saga(), who).startswith(answer)


@pytest.mark.parametrize(
    ("who", "answer"),
    [
        ("ミナ船長", "もちろんです。\nミナは主人公"),
        ("テオ", "はい、テオは今もいっしょにいます。\nテオは、航海士です。"),
        ("ガロさん", "いいえ。ガロは第5夜に旅立って"),
        ("エルダ", "エルダは、第8夜に亡くなりました。"),
        ("ボー", "ボーがこれからどうなるのか、お話はまだ決めていません。"),
        ("ドラゴン", "それは、まだお話に出てきていません。"),
    ],
)
def test_is_with_in_japanese(who, answer):
    assert answer_is_with(saga(Language.JA), who).startswith(answer)


def test_is_with_takes_a_character_too():
    state = saga()
    friend = replace(state.cast.members[1], role="")
    assert answer_is_with(state, friend) == "Yes, Theo is still there."


@BOTH
def test_is_with_asks_back_when_two_are_meant(language):
    hero = saga(language).cast.protagonist
    twins = [
        Character(name=name, role="", aliases=("Twin",)) for name in ("Pon", "Pom")
    ]
    text = answer_is_with(saga(language, cast=Cast((hero, *twins))), "Twin")
    assert "Pon" in text
    assert "Pom" in text


@BOTH
def test_last_is_the_recap_of_the_last_night(language):
    state = saga(language)
    text = answer_last(state, [told(11, "Old."), told(12, "Mina found a key")])
    assert "Mina found a key" in text
    assert "Old." not in text
    assert state.situation.text in answer_last(state, [])
    begun = saga(language, 0, situation=Situation(text="", night=0))
    assert answer_last(begun, []) == answer_so_far(of_genre(begun, "x", summary=""), [])


@BOTH
def test_so_far_is_the_summary_or_the_last_recaps(language):
    state = saga(language)
    first = state.reference.summary.split("。")[0].split(".")[0]
    assert first in answer_so_far(state, [])
    young = of_genre(state, "x", summary="")
    episodes = [told(night, f"Recap {night}") for night in range(6, 13)]
    text = answer_so_far(young, episodes)
    assert "Recap 8" in text
    assert "Recap 12" in text
    assert "Recap 7" not in text


@pytest.mark.parametrize(
    ("question", "night", "part"),
    [
        ("Why did the whale sneeze?", 4, "The whale sneezed because of the pepper."),
        ("What was behind the blue door?", 4, "Behind the blue door sat a whale."),
        ("where is the key with the teapot", 7, "The key is in the teapot"),
    ],
)
def test_a_told_passage_answers(question, night, part):
    answer = answer_from_passages(question, NIGHTS, Language.EN)
    assert answer is not None
    assert answer.startswith(f"On night {night} we heard this.")
    assert part in answer
    assert answer.count(".") <= 4
    assert answer.count("“") == answer.count("”") == 1


@pytest.mark.parametrize(
    ("question", "night", "part"),
    [
        ("くじらはなぜくしゃみをしたの？", 4, "くしゃみをした"),
        ("鍵はどこ？", 7, "鍵はティーポットの中だよ"),
        ("青い戸のむこうには何がいた", 4, "青い戸のむこうに、くじらがいた。"),
    ],
)
def test_a_told_passage_answers_in_japanese(question, night, part):
    answer = answer_from_passages(question, NIGHTS_JA, Language.JA)
    assert answer is not None
    assert answer.startswith(f"第{night}夜")
    assert part in answer
    assert answer.count("「") == answer.count("」") == 1


@pytest.mark.parametrize(
    "question",
    [
        "what is the weather tomorrow",
        "why did the dragon sneeze",
        "who?",
        "where is the ale",
        "",
        "what colour was the whale and the elephant",
    ],
)
def test_what_was_not_told_is_not_made_up(question):
    assert answer_from_passages(question, NIGHTS, Language.EN) is None
    assert answer_from_passages(question, [], Language.EN) is None


def test_a_passage_takes_the_next_sentence_if_it_is_about_it_too():
    answer = answer_from_passages(
        "did the whale behind the door sneeze at the pepper", NIGHTS, Language.EN
    )
    assert answer is not None
    assert "sat a whale. The whale sneezed" in answer
    assert "Theo" not in answer


def test_content_words_are_what_a_passage_must_have():
    assert content_words("Why did the whales sneeze in Mina's story?") == [
        "whale",
        "sneeze",
        "mina",
    ]
    assert content_words("ドラゴンの名前は何？") == ["ドラゴン"]
    assert content_words("くじらはなぜくしゃみをしたの？") == ["くじら", "くしゃみ"]
    assert content_words("誰が来た") == []
    assert content_words("きのこはどこ？") == ["きのこ"]
    assert content_words("はこのなかには、なにがあるの") == [
        "はこ",
        "なか",
    ]
    assert content_words("Were the ponies eating boxes of grass?") == [
        "pon",
        "eating",
        "box",
        "grass",
    ]


@BOTH
def test_fixed_lines_are_short_and_whole(language):
    state = saga(language)
    lines = [
        already_told(state),
        one_more_offer(state),
        one_more_refused(state),
        nothing_to_stop(state),
        stopped(state),
        good_night(state),
        comfort(state),
        not_told(language),
        server_trouble(language),
    ]
    assert len(set(lines)) == len(lines)
    for line in lines:
        assert "{" not in line
        assert line[-1] in "。.?"
        assert len(line) < 160
    offers = lines[:3]
    assert all(line.endswith(("?", "か。")) for line in offers)


@BOTH
def test_many_who_left_are_named_in_part(language):
    hero = saga(language).cast.protagonist
    gone = [
        Character(name=f"N{night}", role="", status=Status.DEPARTED, since=night)
        for night in range(1, 9)
    ]
    text = answer_who(saga(language, cast=Cast((hero, *gone))))
    assert "N8" in text
    assert "N6" in text
    assert "N5" not in text


@pytest.mark.parametrize("language", list(Language))
def test_which_story_is_asked_by_title(language):
    asked = which_story(["Foxes", "Stars"], language)
    assert "Foxes" in asked
    assert "Stars" in asked
    assert which_story([], language) not in {"", asked}
