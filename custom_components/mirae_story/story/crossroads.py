"""A choice that the listener has before the night begins, out of what is open in the story: made by code.

Two friends who are there, or where the protagonist goes from here. What is chosen is a wish like every other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from .choice import Chosen, choice
from .gate import Gate
from .model import Episode, HouseRules, Language, StoryState
from .phrases.wording import fill, friends
from .spoken import bare
from .staging import gate_for, lead_for

_LONGEST_WISH = 200


_KANA = {"ひだり": "左", "みぎ": "右", "さき": "先"}
"""What a speech-to-text may write in place of the answers."""


@dataclass(frozen=True, slots=True)
class _Words:
    """What is asked in one language."""

    friends: str
    wish: str
    ways: tuple[tuple[str, tuple[str, str], tuple[str, str]], ...]
    """Question, what is said of each way, and what is wished for then."""


_WORDS: Mapping[Language, _Words] = {
    Language.EN: _Words(
        friends="Who shall be the one to find something tonight: {first} or {second}?",
        wish="{first} finds something",
        ways=(
            (
                "Shall {hero} go left or right from here?",
                ("left", "right"),
                ("the way to the left", "the way to the right"),
            ),
            (
                "Shall {hero} stay here a little, or go on?",
                ("stay", "go on"),
                ("staying in this place for a while", "going on to a new place"),
            ),
        ),
    ),
    Language.JA: _Words(
        friends="今夜、何かを見つけるのはどちらかな。{first}、それとも{second}？",
        wish="{first}が何かを見つける",
        ways=(
            (
                "ここから{hero}は、左と右、どちらへ行く？",
                ("左", "右"),
                ("左の道", "右の道"),
            ),
            (
                "{hero}はもう少しここにいる？それとも先へ行く？",
                ("ここ", "先"),
                ("もう少しここにいること", "先へ行って新しい場所に着くこと"),
            ),
        ),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossroads:
    """A question with two answers."""

    question: str
    answers: tuple[str, str]
    wishes: tuple[str, str]

    def wish(self, said: str) -> str:
        """Return the wish that an answer makes: one of the two, none, or what was said in place of them."""
        spelled = said
        for kana, kanji in _KANA.items():
            spelled = spelled.replace(kana, kanji)
        chosen = choice(spelled, self.answers)
        if isinstance(chosen, int):
            return self.wishes[chosen]
        if chosen is Chosen.NONE:
            return ""
        return bare(said)[:_LONGEST_WISH]


def led_in(
    state: StoryState, rules: HouseRules, episodes: Sequence[Episode], now: datetime
) -> tuple[str, Crossroads | None]:
    """Return the recap of the next night, and the choice after it."""
    gate = gate_for(state, rules, episodes, "")
    return lead_for(state, rules, gate, episodes, now), crossroads(state, gate)


def crossroads(state: StoryState, gate: Gate) -> Crossroads | None:
    """Return the choice of the next night; another kind from night to night, none where the gate refuses it."""
    words = _WORDS[state.reference.language]
    kinds = [_way(state, way) for way in words.ways]
    others = [friend.name for friend in friends(state.cast)][:2]
    if len(others) == 2:  # noqa: PLR2004 - a choice has two answers
        first, second = others
        kinds.append(
            Crossroads(
                question=fill(words.friends, first=first, second=second),
                answers=(first, second),
                wishes=(fill(words.wish, first=first), fill(words.wish, first=second)),
            )
        )
    found = kinds[state.night % len(kinds)]
    return None if gate.check_line(found.question) else found


def _way(
    state: StoryState, way: tuple[str, tuple[str, str], tuple[str, str]]
) -> Crossroads:
    question, answers, wishes = way
    hero = state.cast.protagonist.name
    return Crossroads(
        question=fill(question, hero=hero), answers=answers, wishes=wishes
    )
