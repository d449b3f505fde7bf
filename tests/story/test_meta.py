"""The model talking about its answer, and markup; and prose that only looks like it."""

import pytest

from custom_components.mirae_story.story.gate import Gate
from custom_components.mirae_story.story.meta import has_markup, is_chatter
from custom_components.mirae_story.story.model import HouseRules, Language

from .crews import crew

NO_STORY = [
    (Language.EN, "Here's the next part of the story:"),
    (Language.EN, "I hope you enjoyed this story!"),
    (Language.EN, "As an AI, I cannot die."),
    (Language.EN, "Sure, here is the story."),
    (Language.EN, "Let me know if you would like me to change it."),
    (Language.EN, "Note: this story is suitable for children."),
    (Language.EN, "The user wants a bedtime story."),
    (Language.EN, "Okay, so I need to write a bedtime story about Mina."),
    (Language.JA, "以下は、今夜のお話です。"),
    (Language.JA, "承知しました。"),
    (Language.JA, "いかがでしたか？"),
    (Language.JA, "続きを書きます。"),
    (Language.JA, "AIとして、お答えします。"),
    (Language.JA, "ご希望があれば、お知らせください。"),
    (Language.JA, "今夜のお話はここまでです。"),
    (Language.EN, "[Scene: the deck at night]"),
    (Language.JA, "ナレーター：夜が来た。"),
    (Language.EN, "(Word count: 350)"),
    (Language.EN, "In tonight's episode, Mina finds a map."),
    (Language.EN, "I need to keep it gentle and avoid scary things in the story."),
    (Language.EN, '{"joined": []}'),
    (Language.JA, "【効果音】波の音"),
    (Language.EN, "Lady: 406, no more than 4 words to complete the sentence."),
    (Language.EN, "Otto: 351, not enough information to add to this."),
    (Language.EN, "The last part ended with Otto, the florist."),
    (Language.EN, "I love you. (laughs)"),
    (Language.EN, "*sighs* It is late."),
]
PROSE = [
    (
        Language.EN,
        "Sure enough, the fog lifted. Of course, Lulu knew better. Okay, thought Theo, here goes.",
    ),
    (
        Language.EN,
        '"Sure! Here is the story," said Theo. "Let me know if you like it."',
    ),
    (Language.EN, "Here is what happened next. The gull told a story about the moon."),
    (Language.EN, "Mina read the title: The Sea. She noted it: three shells."),
    (Language.EN, "This story begins with a button. It was red."),
    (Language.EN, "Great! The boat was whole again. Certainly, it would float."),
    (Language.EN, 'She thought (not for the first time) of home. "Mina?" "Yes?"'),
    (
        Language.EN,
        "Once upon a time there was a captain named Mina. Mina loved the sea. One day Mina found a map.",
    ),
    (Language.EN, "Tina was a fish. The fish was called Mona."),
    (Language.EN, "A girl named Nina waved to Mina. Nina laughed."),
    (Language.EN, "Mine is bigger, said the crab. Mint tea was ready."),
    (Language.EN, "Mina's friend was a gull. Minas was a town."),
    (Language.EN, "Please, let me know if you see the whale, the gull had said."),
    (Language.EN, "The note said: come at noon."),
    (Language.EN, "He had no words to finish with, and no more than a song."),
    (Language.EN, "The last part of the path ended at a gate. Theo laughs (softly)."),
    (Language.EN, "I can write it in the sand, thought Theo."),
    (
        Language.EN,
        "The end of the story was the best part. The user of the lamp was Lulu.",
    ),
    (Language.EN, "Now the story was done, and Mina closed the book."),
    (Language.EN, "In this chapter of her diary Mina drew a whale."),
    (Language.EN, "Part of the story was true."),
    (Language.JA, "「はい、承知しました」と、テオは言った。"),
    (Language.JA, "それは、こんなお話です。"),
    (Language.JA, "今夜の星は、とても明るい。ミイラのような雲が出た。"),
    (Language.JA, "ミナミの島では、ミカンがとれる。"),
    (Language.JA, "ミカという女の子が、手をふった。"),
    (Language.JA, "みんなは、たき火をかこんでお話をした。"),
    (Language.JA, "ミナは「つづきは、また明日」と言った。"),
    (Language.JA, "もちろん、ルルは知っていた。"),
    (Language.JA, "（やった！）と、ミナは思った。"),
    (Language.JA, "「楽しんでいただけたかな」とふくろうは笑った。"),
    (Language.JA, "リナは魚だった。"),
    (Language.JA, "ミナさんは、にっこりした。"),
]


# What a small model says when a request confuses it.
NO_STORY = (
    *NO_STORY,
    *(
        (Language.EN, text)
        for text in (
            "I'm afraid you've strayed from the topic I was trying to set.",
            "I'll do my best to help by bringing it back.",
            "Now write a new version of the last part.",
            "Here's the rewritten text:",
            "You can choose one of the names to tell tomorrow's part.",
            "The story ends with a sentence.",
            "The first sentence is over.",
            "I will be playing the role of Naila.",
            "If you wish, I can help you write the next part.",
            "What a beautiful way to start your story.",
            "I'd love for you to share this with my readers.",
            "P.S. The ship is blue.",
            "Q: Where is the ship?",
            "The last nights, oldest first: the ship sailed.",
            "When someone new comes, choose a name: Otto.",
            "The Last Night: a ship came.",
        )
    ),
    (Language.JA, "話題から外れてしまいました。"),
    (Language.JA, "わたしが船長の役を演じます。"),
    (Language.JA, "質問：船はどこですか。"),
)
PROSE = (
    *PROSE,
    (Language.EN, "Now the ship turned home. She told them the last part of the song."),
    (Language.EN, "They chose one of the lamps. The next part of the way was steep."),
    (Language.JA, "最後の夜、みんなは歌を歌った。次の部屋には灯りがあった。"),
)


@pytest.mark.parametrize(("language", "text"), NO_STORY)
def test_no_story(language, text):
    gate = Gate(crew(language), language, HouseRules())
    found = {violation.code for violation in gate.check_line(text)}
    assert found & {"meta_text", "markup"}


@pytest.mark.parametrize(("language", "text"), PROSE)
def test_prose(language, text):
    gate = Gate(crew(language), language, HouseRules())
    found = {str(violation) for violation in gate.check_prose(text)}
    assert found <= {"too_short", "protagonist_missing"}


def test_assent_is_chatter_only_as_the_first_words():
    assert is_chatter("Sure!", first=True)
    assert not is_chatter("Sure!", first=False)
    assert not is_chatter('"Sure!" said Theo.', first=True)
    assert not has_markup("2 < 3 (so they say)")
