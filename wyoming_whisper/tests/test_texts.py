"""Tidy text, loops, phantoms, languages, lists, how alike words sound."""

import os

import pytest
from wyoming_whisper import bias, texts
from wyoming_whisper.errors import UnsupportedLanguageError
from wyoming_whisper.languages import choose, fold
from wyoming_whisper.lists import Lines
from wyoming_whisper.phrases import Phrase, snap
from wyoming_whisper.sounds import apart, drawn, letters_apart


@pytest.mark.parametrize("written", ["ja", "JA", "ja-JP", "ja_JP", " ja "])
def test_languages_are_folded(written):
    assert fold(written) == "ja"
    assert choose(written, ("en", "ja")) == "ja"


def test_languages_are_chosen_among_those_served():
    assert choose(None, ("en", "ja")) is None
    assert choose("", ("en", "ja")) is None
    assert choose("auto", ("en",)) == "en"
    for wrong in ("xx", "de", "x" * 1000, 5, ["ja"]):
        with pytest.raises(UnsupportedLanguageError) as refused:
            choose(wrong, ("en", "ja"))
        assert len(str(refused.value)) < 120


def test_text_is_tidied():
    assert texts.tidy(" Turn  on\nthe lamp. ", "en") == "Turn on the lamp."
    assert texts.tidy("そうだ。 あのね 100 円", "ja") == "そうだ。あのね 100 円"
    assert texts.bare("ルナ、「行こう」！") == "るな行こう"


def test_loops_are_told_and_cut():
    lamp = "turn on the living room lamp "
    assert texts.loops(lamp * 2)
    assert texts.loops("止めて止めて")
    assert texts.loops("ご視聴ありがとうございました。" * 5)
    assert not texts.loops("He was not an ill disposed young man.")
    assert not texts.loops("ポポ")
    assert texts.cut_loops("はい。はい。はい。はい。はい。") == "はい。"
    assert texts.cut_loops("no, no, no!") == "no, no, no!"
    assert texts.too_fast("a" * 100, 2)
    assert not texts.too_fast("a" * 100, 5)


def test_phantoms_are_known_by_language():
    assert texts.is_phantom("ご視聴ありがとうございました。", "ja")
    assert texts.is_phantom(" Thank you for watching!", "en")
    assert not texts.is_phantom("Thank you for the story", "en")
    assert not texts.is_phantom("Danke", "de")


def test_names_are_cleaned():
    names = ["ルナ", "るな", " Po\npo ", "", "。", "x" * 40, 5, None, "<|endoftext|>"]
    assert bias.clean(names) == ["ルナ", "Po po", "endoftext"]
    assert len(bias.clean(f"name {n}" for n in range(100))) == bias.MOST_NAMES


def test_names_of_a_cast_file_are_those_a_language_can_say():
    lines = ["ルナ\tLuna", "小春", "Popo\tポポ"]
    assert bias.from_lines(lines, "ja") == ["ルナ", "小春", "Popo"]
    assert bias.from_lines(lines, "en") == ["Luna", "Popo"]
    assert bias.prompt(["ルナ", "ポポ"], "ja") == "ルナ、ポポ。"
    assert bias.prompt(["Luna", "Popo"], "en") == "Luna, Popo."
    assert bias.prompt([], "en") == ""


def test_a_list_that_is_said_back_is_a_leak():
    assert bias.leaked("ルナ、ポポ。", "ルナ、ポポ、ガルガル。")
    assert not bias.leaked("ルナ", "ルナ、ポポ。")
    assert not bias.leaked("Where did Luna, Popo and I go", "Luna, Popo.")


def test_a_name_that_was_nearly_heard_is_mended_if_the_sound_agrees():
    names = ["Zephyrine", "みみまる"]
    heard = "Tell me about Mephyrine."
    mended = "Tell me about Zephyrine."
    likely = {heard: -5.0, mended: -6.5}
    assert bias.mend(heard, names, "en", likely.__getitem__) == mended
    likely[mended] = -9.0
    assert bias.mend(heard, names, "en", likely.__getitem__) is None
    assert bias.mend("みみかるはどこ", names, "ja", lambda _: 0.0) == "みみまるはどこ"
    assert bias.mend("A leopard", ["Luna"], "en", lambda _: 0.0) is None


def test_lists_are_read_again_when_they_change(tmp_path, caplog):
    path = tmp_path / "cast.txt"
    lines = Lines(path)
    assert lines.read() == []
    assert "could not be read" in caplog.text
    path.write_bytes("\ufeff# the cast\nルナ\tLuna\n\nPopo \n".encode())
    assert lines.read() == ["ルナ\tLuna", "Popo"]
    path.write_bytes(b"\xff\xfe broken")
    os.utime(path, (1, 1))
    assert lines.read() == ["ルナ\tLuna", "Popo"]
    path.write_text("Zephyrine\n", "utf-8")
    assert lines.read() == ["Zephyrine"]


def test_how_alike_kana_sound():
    assert apart("けーじ", "けーじ") == 0
    assert apart("けえじ", "ぺえじ") == pytest.approx(0.3)
    assert apart("いえ", "いいえ") == pytest.approx(0.5)
    assert apart("おはな", "おはなし") == 1
    assert apart("花", "話") == 1
    assert apart("か", "き") == pytest.approx(0.5)
    assert apart("か", "も") == 1
    assert drawn("ぺーじー") == "ぺえじい"
    assert letters_apart("kitten", "sitting") == 3


JA = [Phrase.read(line) for line in texts.read_words("phrases", "ja")]
EN = [Phrase.read(line) for line in texts.read_words("phrases", "en")]


def test_what_is_a_command_is_written_as_one():
    def never(_):
        raise AssertionError

    assert snap("Continue the story!", EN, "en", never) == "continue the story"
    assert snap("つづきを、きかせて。", JA, "ja", never) == "続きを聞かせて"
    assert snap("", JA, "ja", never) is None
    assert snap("明日の天気を教えてください", JA, "ja", never) is None


@pytest.mark.parametrize(
    ("heard", "language", "more", "becomes"),
    [
        ("前のケージ", "ja", 2.6, "前のページ"),
        ("続きを効かせて", "ja", 0.5, "続きを聞かせて"),
        ("いいね", "ja", 3.5, "いいえ"),
        ("いいね", "ja", 6.8, None),
        ("お花を止めて", "ja", 2.2, None),
        ("続きを聞かせないで", "ja", 0.0, None),
        ("次のページを破った", "ja", -1.0, None),
        ("Stop this story.", "en", 0.0, "stop the story"),
        ("Sell it again.", "en", 1.7, None),
        ("next page please turn it", "en", -2.0, None),
    ],
)
def test_what_is_nearly_a_command_needs_the_sound(heard, language, more, becomes):
    def likelihood(text):
        return -1.5 if text == heard else -1.5 - more if near(text) else -20.0

    def near(text):
        return texts.bare(text) == texts.bare(becomes or wanted)

    wanted = {
        "いいね": "いいえ",
        "お花を止めて": "お話を止めて",
        "続きを聞かせないで": "続きを聞かせて",
        "次のページを破った": "次のページ",
        "Sell it again.": "tell it again",
        "next page please turn it": "next page",
    }.get(heard, "")
    phrases = JA if language == "ja" else EN
    assert snap(heard, phrases, language, likelihood) == becomes
