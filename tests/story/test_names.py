"""Names: folding, resolving, occurrence, what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_components.mirae_story.story.model import Cast, Character, Language
from custom_components.mirae_story.story.names import (
    Ambiguous,
    bare,
    first_position,
    fold,
    is_group_of,
    is_name,
    is_nobody,
    named,
    near_variant,
    occurs,
    other_names,
    resolve,
    stored_name,
    visible,
)

CAST = Cast(
    (
        Character(name="Mina", role="captain", protagonist=True),
        Character(name="Theo", role="bell ringer", aliases=("Ding",)),
        Character(name="ミナ", role="航海士"),
        Character(name="はな", role="パン職人", aliases=("じいちゃん",)),
        Character(name="健太", role="村の医者", aliases=("じいちゃん", "おたん")),
        Character(name="O'Malley", role="cat"),
        Character(name="くまさん", role="大工"),
        Character(name="Theo Brown", role="baker"),
    )
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ﾎﾟﾙｶ", "ポルカ"),
        ("ハ\u309aン", "パン"),
        ("ハ゜ン", "パン"),
        ("ＭＩＮＡ", "mina"),
        ("Mi\u200bna\ufe0f", "Mina"),
        ("  Tide \u3000 Witch ", "tide witch"),
        ("キャプテン･ガンツ", "キャプテン・ガンツ"),
        ("O’Malley", "o'malley"),
        ("「ミナ」", "ミナ"),
        ('"Mina"', "Mina"),
        ("Mina\ud83d", "Mina"),
    ],
)
def test_spellings_of_one_name_fold_alike(one, other):
    assert fold(one) == fold(other)


def test_different_kana_stay_different():
    assert len({fold("みな"), fold("ミナ"), fold("ミーナ"), fold("美奈")}) == 4


def test_a_stored_name_keeps_its_case_and_titles():
    assert stored_name(" キャプテン・ｶﾞﾝﾂ ") == "キャプテン・ガンツ"
    assert stored_name("Captain Gantz") == "Captain Gantz"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("mina", "Mina"),
        ("MINA", "Mina"),
        ("Captain Mina", "Mina"),
        ("the old captain mina", "Mina"),
        ("Mina the captain", "Mina"),
        ("Mina, the Captain", "Mina"),
        ("Mina (captain)", "Mina"),
        ("Dr. Theo", "Theo"),
        ("old Mr. Theo", "Theo"),
        ("Theo-san", "Theo"),
        ("Theo Jr.", "Theo"),
        ("bell ringer Theo", "Theo"),
        ("Uncle Ding", "Theo"),
        ("Theo Brown", "Theo Brown"),
        ("ミナ船長さん", "ミナ"),
        ("キャプテン・ミナ", "ミナ"),
        ("航海士のミナ", "ミナ"),
        ("航海士ミナ", "ミナ"),
        ("小さなはなちゃん", "はな"),
        ("健太先生", "健太"),
        ("健太(村の医者)", "健太"),
        ("くまさん", "くまさん"),
        ("O’MALLEY", "O'Malley"),
    ],
)
def test_a_name_resolves_with_titles_taken_off(name, found):
    member = resolve(name, CAST)

    assert isinstance(member, Character)
    assert member.name == found


@pytest.mark.parametrize(
    "name",
    [
        "Min",
        "Minato",
        "Theodora",
        "The",
        "Captain",
        "Captain Gantz",
        "キャプテン・ガンツ",
        "船長",
        "くま",
        "baker Theo",
        "",
        "  ",
        "x" * 300,
        "テオのおじいさん",
    ],
)
def test_an_unknown_name_resolves_to_nobody(name):
    assert resolve(name, CAST) is None


def test_an_alias_of_two_is_ambiguous():
    found = resolve("じいちゃん", CAST)

    assert isinstance(found, Ambiguous)
    assert [member.name for member in found.characters] == ["はな", "健太"]


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Pip", Language.EN),
        ("Captain Gantz", Language.EN),
        ("Will", Language.EN),
        ("R2-D2", Language.EN),
        ("The Tide Witch", Language.EN),
        ("Grandma", Language.EN),
        ("Mr. O'Malley", Language.EN),
        ("キャプテン・ガンツ", Language.JA),
        ("ジャン＝ピエール", Language.JA),
        ("くまさん", Language.JA),
        ("おばあさん", Language.JA),
        ("さくら", Language.JA),
        ("あ" * 30, Language.JA),
    ],
)
def test_names(name, language):
    assert is_name(name, language)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "he",
        "Everyone",
        "nobody",
        "None.",
        "N/A",
        "no new characters",
        "a fox",
        "two sailors",
        "the captain",
        "Captain",
        "Mina and Theo",
        "Tom & Jerry",
        "彼",
        "みんな",
        "なし",
        "誰も",
        "だれも来ませんでした",
        "ケンタたち",
        "船長",
        "男の子",
        "あ" * 31,
        "x" * 300,
        "Pip\nRex",
        "**Pip**",
        "<b>Rex</b>",
        "{{ x }}",
        "[Pip]",
        "Pip: robin",
        "https://x",
        "42",
        "Pip 🙂",
        "…",
        "ミナは笑った。",
    ],
)
def test_no_names(name):
    assert not is_name(name, Language.JA)


def test_words_for_nobody():
    assert is_nobody("(none)")
    assert is_nobody("特になし")
    assert not is_nobody("Nora")


@pytest.mark.parametrize(
    "text",
    [
        "ミナとロボ",
        "健太ら",
        "Mina, Rex",
        "Mina with Rex",
        "ミナ・健太",
        "Theo's family",
    ],
)
def test_groups_of_known_members(text):
    assert is_group_of(text, CAST)


@pytest.mark.parametrize("text", ["さとし", "ミナ・ロッサ", "Rex with Pip", "さくら"])
def test_no_groups(text):
    assert not is_group_of(text, CAST)


@pytest.mark.parametrize(
    ("name", "prose"),
    [
        ("Theo", "Theo's hat blew away."),
        ("Theo", "“Come,” said Theo."),
        ("Theo", "THEO! called Mina"),
        ("mina", "There was Mina."),
        ("MINA", "There was Mina."),
        ("Theo", "Theo-like and brave"),
        ("Tide Witch", "the Tide\nWitch sang"),
        ("ミナ", "ミナは笑った"),
        ("ミナ", "ミナ船長が来た"),
        ("ミナ", "キャプテンミナが来た"),
        ("ミナ", "「ミナ！」と呼んだ"),
        ("ﾎﾟﾙｶ", "ポルカが来た"),
        ("健太", "健太くんが走った"),
        ("健太", "健太先生が走った"),
        ("健太", "今日健太が走った"),
        ("健太", "船長健太が走った"),
        ("はな", "はなさんは、みなとへ行った"),
        ("はな", "きょうははなが来た"),
        ("はな", "はなたちは歌った"),
        ("みな", "みなとテオが来た"),
    ],
)
def test_a_name_occurs(name, prose):
    assert occurs(name, prose)


@pytest.mark.parametrize(
    ("name", "prose"),
    [
        ("Theo", "Theodora sang."),
        ("Theo", "Theo2 beeped"),
        ("Anna", "Anna-Lena sang"),
        ("Lena", "ANNA-Lena sang"),
        ("Rose", "a rose bloomed"),
        ("ミナ", "ミナトは笑った"),
        ("ミナ", "ミナーと呼んだ"),
        ("ミナ", "アミナは笑った"),
        ("健太", "健太郎が走った"),
        ("健太", "王健太が走った".replace("王", "山")),
        ("健太", "健太王国の人"),
        ("はな", "はなしをした"),
        ("みな", "みなとに着いた"),
        ("さくら", "さくらんぼを食べた"),
        ("Pip", ""),
        ("", "Pip"),
    ],
)
def test_a_name_does_not_occur(name, prose):
    assert not occurs(name, prose)


def test_a_name_inside_another_known_name_does_not_occur():
    assert not occurs("Theo", "Theo Brown baked.", ["Theo Brown"])
    assert occurs("Theo", "Theo Brown baked, and Theo ate.", ["Theo Brown"])
    assert not occurs("くま", "くまさんが来た", ["くまさん"])


def test_positions_are_counted_in_the_visible_prose():
    assert first_position("Theo", "Then Theo came") == 5
    assert first_position("Pip", "Then Theo came") is None


def test_a_member_is_named_by_an_alias():
    theo = CAST.named("Theo")

    assert named(theo, "Ding rang.", CAST)
    assert not named(theo, "Theo Brown baked.", CAST)
    assert "Theo" not in other_names(theo, CAST)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ミナ", "ミーナ"), ("Odile", "Odille"), ("Mina", "Nina"), ("Theo", "Teo")],
)
def test_near_variants(one, other):
    assert near_variant(one, other)
    assert near_variant(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mina", "mina"),
        ("Mina", "Lulu"),
        ("Mina", "Mian"),
        ("花", "月"),
        ("Al", "Alba"),
    ],
)
def test_no_near_variants(one, other):
    assert not near_variant(one, other)


def test_a_bare_name_has_no_titles():
    assert bare("ミーナ船長さん") == "ミーナ"
    assert bare("Old Captain Minna") == "minna"
    assert bare("Pip") == "pip"


@given(st.text(max_size=80))
def test_folding_twice_changes_nothing(text):
    once = visible(text)

    assert visible(once) == once


@given(st.text(max_size=40), st.text(max_size=80))
def test_no_text_is_too_odd(name, prose):
    resolve(name, CAST)
    is_name(name, Language.JA)
    is_group_of(name, CAST)
    near_variant(name, prose)
    assert occurs(name, prose) in {True, False}
