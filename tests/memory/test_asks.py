"""What is about the memory, and what only sounds like it."""

import random
import re
import time
from pathlib import Path

import pytest

from custom_components.mirae_story.memory.asks import (
    MemoryAsk,
    MemoryAskKind,
    agrees,
    plain,
    to_forget,
    to_remember,
    understand,
)

REMEMBER = {
    "remember that my locker code is 1234": "my locker code is 1234",
    "Please remember that Tama likes tuna.": "Tama likes tuna",
    "Can you remember that I am allergic to nuts?": "I am allergic to nuts",
    "Could you please remember that we leave at eight?": "we leave at eight",
    "I want you to remember that my teacher is Ms. Sato": "my teacher is Ms. Sato",
    "Don't forget that grandma comes on Sunday": "grandma comes on Sunday",
    "don’t forget that the key is under the pot, please": "the key is under the pot",
    "Hey, remember: my birthday is in May": "my birthday is in May",
    "Remember I like tea": "I like tea",
    "Remember the code of my bike lock, it's 4829": "the code of my bike lock, it's 4829",
    "Remember this: the key is under the pot": "the key is under the pot",
    "Keep in mind that Papa does not eat fish.": "Papa does not eat fish",
    "Make a note that the bins go out on Friday": "the bins go out on Friday",
    "My code is 77, remember that": "My code is 77",
    "I'm seven now. Please remember that.": "I'm seven now",
    "please remember my name is Emma": "my name is Emma",
    "I want you to remember something: I like teal": "I like teal",
    "remember for later that we need eggs": "we need eggs",
    "remember that": "",
    "Please remember this.": "",
    "僕の誕生日は5月だよって覚えておいて": "僕の誕生日は5月だよ",
    "私はお茶が好きだと覚えておいてね": "私はお茶が好きだ",
    "ミナの好きな色は青、覚えておいて": "ミナの好きな色は青",
    "明日は遠足ということを覚えておいてください": "明日は遠足",
    "覚えておいて、合い言葉はひまわりだよ": "合い言葉はひまわりだよ",
    "覚えておいてほしいんだけど、鍵は植木鉢の下にある": "鍵は植木鉢の下にある",
    "ロッカーの番号は一二三四だから覚えといて": "ロッカーの番号は一二三四だ",
    "たまはまぐろがすきっておぼえておいて": "たまはまぐろがすき",
    "たま は まぐろ が すき って おぼえて おいて": "たまはまぐろがすき",
    "猫の名前はタマです。覚えておいてください。": "猫の名前はタマです",
    "明日が遠足なのを覚えておいて": "明日が遠足",
    "わたしはお茶が好きなこと、覚えておいてね": "わたしはお茶が好き",
    "私が犬を飼っていることを覚えておいて": "私が犬を飼っている",
    "パパは魚を食べないって覚えておいてくれる？": "パパは魚を食べない",
    "おばあちゃんは日曜に来るってメモしておいて": "おばあちゃんは日曜に来る",
    "ぼくは七つになったって忘れないでね": "ぼくは七つになった",
    "覚えてほしいことがあるの。私の好きな色は青緑です": "私の好きな色は青緑です",
    "パパが金曜日にいないこと、忘れないで": "パパが金曜日にいない",
    "これを覚えておいて": "",
    "覚えておいて": "",
    "ねえ、おぼえておいてね": "",
}
FORGET_LAST = (
    "forget that",
    "Forget that, please.",
    "Please forget this.",
    "Could you forget what I just said?",
    "Forget what I said",
    "forget the last thing I told you",
    "Please forget the last thing",
    "forget those",
    "Actually, forget all of that",
    "You can forget that now",
    "don't remember that",
    "delete that from your memory",
    "delete what I said",
    "forget I said that",
    "just forget that I said anything",
    "forget that, I was joking",
    "forget what I told you a moment ago",
    "それ忘れて",
    "今のは忘れて",
    "忘れて",
    "忘れてください",
    "わすれてね",
    "今言ったこと、忘れて",
    "さっき話したことは忘れてください",
    "さっき言ったことを消して",
    "やっぱり今の話は忘れてほしい",
    "ぼくが言ったこと忘れて",
    "今のはなかったことにして",
    "それは忘れてもいいよ",
    "あれは忘れてください",
    "いま言ったことは忘れてちょうだい",
)
FORGET_ABOUT = {
    "forget what I said about the dentist": "the dentist",
    "Please forget everything you know about my old school.": "my old school",
    "Forget everything I told you about Leo, please": "Leo",
    "forget all about my birthday": "my birthday",
    "forget that I like tea": "I like tea",
    "forget my address": "my address",
    "delete everything about the garden": "the garden",
    "erase what you remember about Tama from your memory": "Tama",
    "forget everything I said about the dentist yesterday": "the dentist",
    "stop remembering that I like tea": "I like tea",
    "トムについて言ったことを記憶から消して": "トム",
    "トムの記憶を消して": "トム",
    "歯医者について言ったことを忘れて": "歯医者",
    "歯医者のことは忘れて": "歯医者",
    "歯医者の話は忘れてね": "歯医者",
    "さっき言った暗証番号は忘れて": "暗証番号",
    "住所は忘れて": "住所",
    "住所を忘れてください": "住所",
    "私が歯医者について話したことを全部忘れてくれる？": "歯医者",
    "はいしゃ の こと は わすれて": "はいしゃ",
    "学校について覚えていることを消してください": "学校",
    "昨日の喧嘩のことは忘れてね": "喧嘩",
}
FORGET_ALL = (
    "forget everything",
    "Please forget everything you know about me.",
    "forget all you remember",
    "clear your memory",
    "Wipe your whole memory",
    "delete everything you remember",
    "erase all memories",
    "何でも忘れて",
    "forget what I said about me",
    "全部忘れて",
    "私のことは全部忘れて",
    "記憶を全部消して",
    "覚えていることを全部消して",
    "今まで話したことを全部忘れてください",
    "ぼくについて言ったことを忘れて",
)
RECALL = {
    "what do you remember about Tama?": "Tama",
    "What do you still remember about the dentist": "the dentist",
    "hey, what do you remember about my dog?": "my dog",
    "what did I tell you about the dentist": "the dentist",
    "What did I say about school?": "school",
    "do you remember anything about the garden?": "the garden",
    "Do you remember what I said about Leo?": "Leo",
    "tell me what you remember about the garden": "the garden",
    "What do you remember?": "",
    "what do you know about me": "",
    "What do you remember about me?": "",
    "tell me everything you remember": "",
    "tell me what you know about me": "",
    "what have I told you about Leo yesterday?": "Leo",
    "ポチのこと覚えてる？": "ポチ",
    "ポチについて何を覚えていますか": "ポチ",
    "ポチについて、何を覚えてる？": "ポチ",
    "歯医者について覚えていることを教えて": "歯医者",
    "歯医者についてなんて言ったっけ": "歯医者",
    "学校のこと、何か覚えてる？": "学校",
    "学校について、ぼくが言ったこと、覚えてる？": "学校",
    "がっこうのことおぼえてる": "がっこう",
    "私について何を覚えてる？": "",
    "何を覚えてる？": "",
    "覚えていること全部教えて": "",
}
EVERYDAY = (
    "",
    "forget it",
    "Oh, forget about it.",
    "never mind",
    "remember to call grandma",
    "Please remember to take out the bins",
    "don't forget to buy milk",
    "remember the milk",
    "remember when we went to the sea?",
    "Remember that time we went to the beach?",
    "Can you remember that song?",
    "Remember that the sea was blue?",
    "Do you remember that my cat is called Tama?",
    "do you remember me?",
    "I forgot my keys",
    "I can't remember that",
    "Remember, just do it!",
    "Remember that epic goal in the final? He ran so fast.",
    "I always remember that my code is 12",
    "what do you know about black holes",
    "delete that",
    "delete the timer",
    "forget the milk",
    "forget about dinner",
    "Who was the first person to forget that?",
    "turn off the light",
    "x" * 500,
    "電気を消して",
    "今のは消して",
    "傘を忘れないで",
    "傘を忘れて困った",
    "宿題を忘れた",
    "忘れちゃった",
    "忘れ物をした",
    "宿題のことは忘れて遊ぼう",
    "嫌なことは忘れて遊ぼう",
    "嫌なことは忘れて",
    "電話するのを覚えておいて",
    "お母さんに電話するの忘れないで",
    "約束を忘れないで",
    "覚えておいてよかった",
    "ピアノの弾き方を覚えてる",
    "まだ覚えてる？",
    "覚えてる？",
    "忘れてもいい？",
    "忘れてた",
    "もう忘れて寝よう",
    "薬を飲むのを忘れて寝ちゃった",
    "お弁当を忘れないでね",
    "覚えてくれてありがとう",
    "それは覚えておいて損はない",
    "歌を覚えて",
    "don't forget it",
    "who can forget that",
    "just so you remember, dad is away",
    "ママには内緒だよ",
    "ブラックホールについて教えて",
    "お話の続きを聞かせて",
    "今日は何を食べたの",
)


@pytest.mark.parametrize(("text", "fact"), REMEMBER.items())
def test_what_to_remember(text, fact):
    assert understand(text) == MemoryAsk(MemoryAskKind.REMEMBER, fact)


@pytest.mark.parametrize("text", FORGET_LAST)
def test_forget_that(text):
    assert understand(text) == MemoryAsk(MemoryAskKind.FORGET_LAST)


@pytest.mark.parametrize(("text", "topic"), FORGET_ABOUT.items())
def test_forget_what_was_said_about_something(text, topic):
    assert understand(text) == MemoryAsk(MemoryAskKind.FORGET_ABOUT, topic)


@pytest.mark.parametrize("text", FORGET_ALL)
def test_forget_everything(text):
    assert understand(text) == MemoryAsk(MemoryAskKind.FORGET_ALL)


@pytest.mark.parametrize(("text", "topic"), RECALL.items())
def test_what_do_you_remember(text, topic):
    assert understand(text) == MemoryAsk(MemoryAskKind.RECALL, topic)


@pytest.mark.parametrize("text", EVERYDAY)
def test_everyday_talk_is_not_about_the_memory(text):
    assert understand(text) is None


def test_a_topic_of_half_a_page_is_none():
    assert understand(f"what do you remember about {'a very ' * 20}old dog") is None


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Yes, please.",
        "OK, go ahead",
        "Sure!",
        "forget them all",
        "do it",
        "はい",
        "うん、いいよ",
        "はい、お願いします。",
        "全部忘れて",
        "いいですよ",
        "ＯＫ",
    ],
)
def test_yes(text):
    assert agrees(text) is True


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "No, don't!",
        "wait",
        "better not",
        "keep them",
        "no thanks",
        "いいえ",
        "やっぱりやめて",
        "いいです",
        "だめ",
        "忘れないで",
        "大丈夫です",
    ],
)
def test_no(text):
    assert agrees(text) is False


@pytest.mark.parametrize(
    "text", ["", "what?", "yes but only the last one", "どれのこと", "はいしゃ"]
)
def test_neither_yes_nor_no(text):
    assert agrees(text) is None


def test_plain_text():
    assert plain(" ｔｅａ\u200b  don’t \n go! ") == "tea don't go"
    assert plain("たま は ねこ。 です") == "たまはねこ。です"
    assert plain("\ud83d") == ""


def test_no_utterance_takes_long():
    draw = random.Random(4)
    english = [
        "please",
        "remember",
        "that",
        "i",
        "you",
        "told",
        "forget",
        "what",
        "all",
        "about",
        "memory",
        "do",
    ]
    japanese = [
        "覚えておいて",
        "忘れて",
        "私が",
        "のこと",
        "について",
        "話した",
        "を",
        "は",
        "全部",
        "今の",
        "何を",
        "、",
        "ね",
    ]
    for words, gap in ((english, " "), (japanese, "")):
        for _ in range(200):
            text = gap.join(draw.choices(words, k=90))
            before = time.process_time()
            understand(text)
            agrees(text)
            assert time.process_time() - before < 1


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("docs/memory.md", "| you say |"),
        ("README.ja.md", "| 話しかける言葉（話し相手に） |"),
    ],
)
def test_what_the_pages_say_one_can_say_is_understood(page, title):
    text = (Path(__file__).parents[2] / page).read_text()
    rows = text.partition(title)[2].partition("\n\n")[0].splitlines()[2:]
    assert len(rows) >= 5
    for row in rows:
        said = re.findall(r'["「](.+?)["」]', row.split("|")[1])
        assert said
        assert all(understand(words) for words in said), row


@pytest.mark.parametrize(
    ("about", "ask"),
    [
        ("", (MemoryAskKind.FORGET_LAST, "")),
        (" 。 ", (MemoryAskKind.FORGET_LAST, "")),
        ("“the  locker”", (MemoryAskKind.FORGET_ABOUT, "the locker")),
        ("Everything", (MemoryAskKind.FORGET_ALL, "")),
        ("「鍵」", (MemoryAskKind.FORGET_ABOUT, "鍵")),
        ("全部", (MemoryAskKind.FORGET_ALL, "")),
    ],
)
def test_what_is_named_by_itself(about, ask):
    assert to_forget(about) == MemoryAsk(*ask)


def test_a_fact_named_by_itself():
    ask = MemoryAsk(MemoryAskKind.REMEMBER, "the code is 1234")
    assert to_remember("the code is 1234.") == ask
