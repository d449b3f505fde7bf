from time import monotonic

import pytest

from custom_components.mirae_story.story.asks import AskKind, understand
from custom_components.mirae_story.story.model import Language

from .saga import crew

CONTINUE_EN = """
continue
continue the story
Continue the story, please.
Please continue the story!
Could you continue our story?
can you please continue the bedtime story
go on
Go on, please
carry on with the story
keep going
keep reading
read on
Hey, tell me a story
tell us the next part
Tell us what happens next!
what happens next?
What's next?
and then?
I want to hear the story
I'd like to hear the next chapter
we want a bedtime story
let's hear the story
It's time for the story
bedtime story please
story time
next episode
the next part, please
read me my bedtime story
play the next episode
start the story
tell tonight's story
more
more of the story
continue where we left off
go on from where we stopped
okay, go on then
Good evening, tell me the story
resume
the story please mum
""".strip().splitlines()

CONTINUE_JA = (
    """
続き
続き。
続きは？
続きを聞かせて
続きを聞かせて。
続きを聞かせてください
つづきをきかせて
つずきをきかせて
続きを聴かせて
続きを読んで
続きを話して
つづきよんで
続き お願い
続きをお願いします
続きを聞かせてくれる？
続きを聞かせてくれませんか
続きが聞きたい
続きがききたいな
お話の続きを聞かせて
おはなしのつづきをきかせて
物語の続きを読んでください
今夜の続きを聞かせて
今夜のお話を聞かせて
今日のお話をして
お話して
お話を聞かせて
おはなしきかせて
お話を始めて
お話の時間だよ
寝る前のお話をして
続けて
続けてください
つづけて
もっと聞かせて
次のお話を聞かせて
それからどうなったの？
それで、続きは？
ねえ、続きを聞かせて
じゃあ、続きをおねがい
早く続き聞かせてよ
この先どうなるの
その先は
""".strip()
    .replace("それで、続きは？", "さて、続きは？")
    .splitlines()
)

OTHER = """
continue the music
play the next song
turn on the light
what is the weather tomorrow
tell me a joke
who is the president of France
what time is it
set a timer for five minutes
is the oven still on
how do you stop a ship
why did the whale sneeze
the story of my life is hard to believe they said
音楽の続きを聞かせて
宿題の続きをして
映画の続きを見せて
電気をつけて
明日の天気は
くじらはなぜくしゃみをしたの
鍵は何色
タイマーを五分にして
?!
、。
""".strip().splitlines()

KINDS = {
    AskKind.ONE_MORE: """
one more
just one more, please
one more story
more story please
can we have one more?
another one
tell me another story
one more part please
もうひとつ
もう一つ
もっとお話して
もう一話
もう一話聞かせて
もうひとつお話して
あと一つだけ
もう一つ読んでください
おかわり
""",
    AskKind.TELL_AGAIN: """
again
Tell it again!
tell that again please
read tonight's story again
can you repeat that
repeat the story
once more
I want to hear it again
from the beginning please
start over
tell me yesterday's story
もう一度
もういちど
もう一度聞かせて
もういっかい読んで
もう一回お話しして
最初から話して
はじめから聞かせて
さっきのお話をもう一度
今夜のお話をもう一度聞かせて
昨日のお話を聞かせて
同じお話がいい
くり返して
""",
    AskKind.STOP: """
stop
Stop!
stop it
please stop the story
stop reading
that's enough
enough
pause
be quiet
quiet please
the end
no more
止めて
やめて
とめてください
ストップ
もういい
もういいよ
おしまい
終わり
終わりにして
お話を止めて
静かにして
今日はここまで
""",
    AskKind.WHO: """
who is in the story?
Who's in the story
who is in it
who are the characters
who is there
who's with them
tell me who is in the story
list the characters
the cast
誰が出てくるの？
だれが出てくるの
お話に誰がいる？
だれがいるの
登場人物は？
登場人物を教えて
誰と誰が出てくる
仲間は誰
""",
    AskKind.RECAP_LAST: """
what happened last time
What happened last night?
what happened yesterday
tell me what happened last time
where were we?
where did we stop
where did we leave off
remind me what happened
recap
what did we hear last night
what happened in the last episode
前回どうなった？
前回はどうなったの
昨日はどんなお話だった？
きのうどうなったの
前回のお話は？
前回のあらすじ
前回のあらすじを教えて
ゆうべは何があったの
どこまで話したっけ
どこまで聞いた？
この前はどうなったんだっけ
""",
    AskKind.RECAP_ALL: """
what happened so far
what has happened so far?
the story so far
tell me the story so far
sum up the story
summary please
what is the story about
これまでのお話は
これまでのお話を教えて
今までのあらすじを聞かせて
いままでなにがあったの
ここまでのまとめ
あらすじを教えて
お話をまとめて
""",
    AskKind.YES: """
yes
Yes, please!
yeah
sure
okay
of course
please do
はい
うん
はい、お願いします
いいよ
お願い
もちろん
""",
    AskKind.NO: """
no
No, thank you.
nope
not tonight
never mind
いいえ
ううん
いらない
大丈夫です
また今度
""",
    AskKind.GOOD_NIGHT: """
good night
Goodnight!
good night Mina
sleep well
I'm going to sleep
see you tomorrow
おやすみ
おやすみなさい
もう寝るね
また明日
ねむい
""",
    AskKind.TOO_SCARY: """
too scary
that's too scary
it is scary
this is a bit too scary for me
I'm scared
I am afraid of the dark
it scares me
make it less scary
こわい
怖いよ
怖すぎる
ちょっとこわい
こわくなってきた
怖くて眠れない
怖くないお話にして
""",
}

WISHES = {
    "continue the story with a dragon": "a dragon",
    "Continue the story, with a dragon please": "a dragon",
    "go on, but with Captain Bo in it": "Captain Bo",
    "tell me a story about a very small whale": "a very small whale",
    "tonight with a dragon": "a dragon",
    "with a dragon": "a dragon",
    "continue the story and add a friendly robot": "a friendly robot",
    "add a dragon to the story": "a dragon",
    "put a balloon in the story and continue": "a balloon",
    "can there be a dragon in the story tonight?": "a dragon",
    "I want a dragon in the story": "a dragon",
    "続きを聞かせて、ドラゴンも出して": "ドラゴン",
    "続きを聞かせてドラゴンも出して": "ドラゴン",
    "ドラゴンを出して": "ドラゴン",
    "ドラゴンも登場させてください": "ドラゴン",
    "ドラゴンが出てくるお話を聞かせて": "ドラゴン",
    "今夜は小さなドラゴンが出る続きがいい": "小さなドラゴン",
    "くじらのお話をして": "くじら",
    "今夜はドラゴンがいい": "ドラゴン",
    "今夜はドラゴンも一緒に": "ドラゴン",
    "ドラゴンに出てきてほしい": "ドラゴン",
    "続きを聞かせて、かめも出して": "かめ",
    "ドラゴンを出して、続きを聞かせて": "ドラゴン",
}

IS_WITH = {
    "Is Elda still with them?": "Elda",
    "is Theo still there": "Theo",
    "is Garo still in the story": "Garo",
    "is captain Mina there": "captain Mina",
    "is Elda dead": "Elda",
    "Is Garo coming": "",
    "where is Lulu?": "Lulu",
    "Where's Garo now": "Garo",
    "what happened to Elda": "Elda",
    "what became of Bo": "Bo",
    "did Elda die?": "Elda",
    "has Garo come back": "Garo",
    "will Garo come back": "Garo",
    "who is Theo": "Theo",
    "is ルル still there": "ルル",
    "エルダはまだいる？": "エルダ",
    "まだガロはいるの": "ガロ",
    "ガロはもういないの？": "ガロ",
    "テオはどこ": "テオ",
    "テオ船長はどこにいるの": "テオ船長",
    "ルルちゃんはまだいっしょ？": "ルルちゃん",
    "エルダはどうなったの": "エルダ",
    "エルダは死んじゃったの？": "エルダ",
    "ガロは帰ってきた？": "ガロ",
    "ねえ、ボーは今も元気？": "ボー",
    "ミナって誰": "ミナ",
    "ドラゴンはまだいる": "",
    "is the dragon still there": "",
}


def both():
    """A cast with the names of both languages."""
    english, japanese = crew(Language.EN), crew(Language.JA)
    return type(english)((*english.members, *japanese.members))


def heard(text, title=""):
    language = "en" if text.isascii() else "ja"
    return understand(text, language, both(), title=title)


@pytest.mark.parametrize("text", CONTINUE_EN + CONTINUE_JA)
def test_continue_is_understood(text):
    ask = heard(text)
    assert (ask.kind, ask.wish) == (AskKind.CONTINUE, "")
    assert ask.text == text


def test_there_are_enough_ways_to_ask():
    assert min(len(CONTINUE_EN), len(CONTINUE_JA)) >= 25


@pytest.mark.parametrize("text", OTHER)
def test_other_talk_is_not_taken_for_a_request(text):
    assert heard(text).kind is AskKind.OTHER


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (kind, text)
        for kind, texts in KINDS.items()
        for text in texts.strip().splitlines()
    ],
)
def test_each_kind_is_understood(kind, text):
    assert heard(text).kind is kind


@pytest.mark.parametrize(("text", "wish"), WISHES.items())
def test_a_wish_is_heard(text, wish):
    ask = heard(text)
    assert (ask.kind, ask.wish) == (AskKind.CONTINUE, wish)


@pytest.mark.parametrize(("text", "name"), IS_WITH.items())
def test_a_question_about_somebody_is_understood(text, name):
    ask = heard(text)
    assert ask.kind is (AskKind.IS_WITH if name else AskKind.OTHER)
    assert ask.name == name


@pytest.mark.parametrize("language", ["en", "ja", "en-GB", "de", "*", ""])
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("continue the story", AskKind.CONTINUE),
        ("続きを聞かせて", AskKind.CONTINUE),
        ("ストップ", AskKind.STOP),
    ],
)
def test_the_language_of_the_house_does_not_matter(text, kind, language):
    assert understand(text, language, crew()).kind is kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The Paper Lanterns, please", AskKind.OTHER),
        ("continue The Paper Lanterns", AskKind.CONTINUE),
        ("tell me the paper lanterns", AskKind.CONTINUE),
        ("Mina's story please", AskKind.CONTINUE),
        ("tell me Mina's story", AskKind.CONTINUE),
        ("continue The Green Cup", AskKind.OTHER),
    ],
)
def test_a_story_is_known_by_title_and_people(text, kind):
    assert heard(text, "The Paper Lanterns").kind is kind


def test_a_japanese_story_is_known_by_title_and_people():
    assert (
        heard("ちょうちんの海の続きを聞かせて", "ちょうちんの海").kind
        is AskKind.CONTINUE
    )
    assert heard("ミナのお話の続きを聞かせて").kind is AskKind.CONTINUE
    assert heard("ミナの続きを聞かせて").kind is AskKind.CONTINUE
    assert heard("ちょうちんの海の続きを聞かせて").kind is AskKind.OTHER


@pytest.mark.parametrize("text", ["", " ", "x" * 301, "続き" * 200, "please", "ねえ"])
def test_nothing_sensible_is_other_talk_or_an_answer(text):
    assert heard(text).kind in {AskKind.OTHER, AskKind.YES}


@pytest.mark.parametrize(
    "piece",
    [
        "tell me ",
        "のお話",
        "please ",
        "one more ",
        "もう",
        "今夜は",
        "だよ",
        "続きを聞かせてだよ",
        "stop that story ",
        "is that with that ",
        "まだ今も",
        "と",
        "a ",
        "with the story in ",
        "ドラゴンが出るお話を",
        "good night ",
    ],
)
def test_hostile_length_takes_no_time(piece):
    text = (piece * 300)[:299] + "x"
    started = monotonic()
    assert heard(text).kind in set(AskKind)
    assert monotonic() - started < 1
