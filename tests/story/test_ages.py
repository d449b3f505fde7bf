"""What is too much for some ages is fine for others; what is unsafe for everybody is so at every age."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.model import HouseRules, Language
from custom_components.mirae_story.story.safety import HARMS, harm_in, is_unsafe
from custom_components.mirae_story.story.staging import gate_for
from custom_components.mirae_story.story.wishes import is_fit

from .crews import crew
from .saga import saga

EN, JA = Language.EN, Language.JA


@pytest.mark.parametrize(
    ("language", "text", "under"),
    [
        (EN, "Something cold and bony closed its fingers, and bony fingers gripped her ankle.", 6),
        (EN, "I will eat you, growled the troll.", 6),
        (EN, "A thing with too many teeth sat in the wardrobe.", 6),
        (EN, "The children played with matches in the barn.", 13),
        (EN, "She put a fork into the socket.", 13),
        (EN, "The inspector lit up over a glass of wine.", 16),
        (JA, "ベッドの下から手がのびて、足首をつかみました。", 6),
        (JA, "おまえを食べてやる、とトロルがうなりました。", 6),
        (JA, "二人は納屋でマッチで遊びました。", 13),
        (JA, "フォークをコンセントにさしました。", 13),
    ],
)  # fmt: skip
def test_a_band_ends_at_its_age(language, text, under):
    low = text.casefold()
    assert is_unsafe(low, language, age=4)
    assert is_unsafe(low, language, age=under - 1)
    assert not is_unsafe(low, language, age=under)
    assert is_unsafe(low, language), "of an unknown age everything is refused"


@pytest.mark.parametrize("age", [2, 6, 12, 16, 99])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "The man stabbed the guard in the back."),
        (EN, "The pirate shot the captain with his pistol."),
        (EN, "She wanted to kill herself."),
        (EN, "Black people are stupid, he shouted."),
        (EN, "Call me at 555-0199."),
        (JA, "男は番人の背中をナイフで刺しました。"),
        (JA, "女の子は自殺したいと思いました。"),
        (JA, "外国人はみんなうそつきだ、と男は言いました。"),
        (JA, "電話番号は、ゼロサンの、五五五五の、一二三四だよ。"),
    ],
)
def test_some_things_are_for_nobody(language, text, age):
    assert is_unsafe(text, language, age=age)


@pytest.mark.parametrize("language", Language)
def test_every_list_has_its_bands(language):
    bands = {harm.name: harm.under for harm in HARMS[language]}
    assert bands["fright"] < bands["imitation"] < bands["gore"]


@pytest.mark.parametrize(("age", "refused"), [(4, True), (12, False)])
def test_the_gate_knows_the_age(age, refused):
    gate = Gate(crew(EN), EN, HouseRules(), age=age)
    assert bool(gate.check_line('"I will eat you," growled the troll.')) is refused


def test_a_night_is_set_up_for_the_storys_own_age():
    state = saga(EN)
    gate = gate_for(state, HouseRules(), [], "")
    told = "The children played with matches."
    assert bool(gate.check_line(told)) is (state.reference.audience_age < 13)


def test_a_wish_is_judged_by_age_as_well():
    wish = "a ghost that says I will eat you"
    assert not is_fit(wish)
    assert is_fit(wish, age=12)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "They all slept together in a tree."),
        (EN, "The bears slept together in one big bed of leaves."),
        (EN, "The kitten under the bed reached out with one soft paw and touched her ankle."),
        (EN, "She whipped the cream until it stood up in soft peaks."),
        (EN, "Put the fork beside the plate and see what is for dinner, said the mouse."),
        (EN, "The wolf wanted to eat the pancakes, all of them."),
        (EN, "The chimney began to smoke behind the shed."),
        (JA, "ベッドの下から子ねこの手がのびてきて、足首をちょんとさわりました。"),
        (JA, "男の子は花びらを一枚ずつとって笑いました。"),
        (JA, "白い粉をこねて、丸いパンを作りました。"),
        (JA, "袋にりんごをつめて、子犬といっしょに海へ行きました。"),
    ],
)  # fmt: skip
def test_harmless_neighbours_pass_for_the_smallest(language, text):
    assert harm_in(text.casefold(), language, age=2) is None
