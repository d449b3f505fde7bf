"""What is said about the memory: one value a language, so that no language can lack a line.

Placeholders in braces: `{topic}`, `{count}`, `{date}`, `{said}`, `{answered}`.
"""

from dataclasses import dataclass
from datetime import date

from .asks import plain

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """All that is spoken by code around the memory, in one language."""

    remembered: str
    pinned: str
    what_to_remember: str
    forgotten_one: str
    forgotten_many: str
    nothing_to_forget: str
    nothing_about: str
    nothing_at_all: str
    confirm_about: str
    confirm_maybe: str
    confirm_recalled: str
    confirm_all: str
    kept: str
    about: str
    lately: str
    said: str
    answered: str
    more: str
    temporary: str
    off: str
    read_not_here: str
    forget_not_here: str
    not_yours: str
    trouble: str
    not_heard: str
    which_companion: str
    ask_itself: str
    model_trouble: str
    broke_off: str
    acted: str
    acted_in_vain: str
    quotes: tuple[str, str]


ENGLISH = Lines(
    remembered="I will remember that.",
    pinned="I will keep that in mind.",
    what_to_remember="What shall I remember?",
    forgotten_one="I have forgotten that.",
    forgotten_many="I have forgotten {count} things.",
    nothing_to_forget="There is nothing that I just heard and could forget.",
    nothing_about="I remember nothing about {topic}.",
    nothing_at_all="I do not remember anything yet.",
    confirm_about="I remember {count} things about {topic}. Shall I forget all of them?",
    confirm_maybe="I am not sure, but {count} of the things I remember may be about {topic}. Shall I forget that?",
    confirm_recalled="That was {count} things. Shall I forget all of them?",
    confirm_all="I remember {count} things. Shall I really forget everything?",
    kept="Good, I keep it all.",
    about="This is what I remember about {topic}.",
    lately="This is what I remember, the latest first.",
    said="{date} you said: {said}",
    answered="I answered: {answered}",
    more="And {count} more.",
    temporary="Temporary mode is on: I keep nothing now, and I look nothing up.",
    off="My memory is switched off.",
    read_not_here="I do not tell here what I remember. Please ask me in the app.",
    forget_not_here="I cannot forget anything here. Please do it in the app.",
    not_yours="What I remember belongs to somebody else.",
    trouble="I cannot use my memory just now. Please try again in a little while.",
    not_heard="Sorry, I did not hear that.",
    which_companion="Several companions are listening. Please say it to the one that you mean.",
    ask_itself="I would have to ask you back about that. Please say it to {name} itself.",
    model_trouble="I cannot think just now. Please ask me again in a little while.",
    broke_off="Sorry, I lost the thread. Please ask me again.",
    acted="I have done that.",
    acted_in_vain="I am sorry, that did not work.",
    quotes=("“", "”"),
)
JAPANESE = Lines(
    remembered="わかりました。覚えておきます。",
    pinned="わかりました。今のことを、ずっと覚えておきます。",
    what_to_remember="何を覚えておけばいいですか。",
    forgotten_one="はい、忘れました。",
    forgotten_many="はい、{count}個のことを忘れました。",
    nothing_to_forget="今聞いたことで、忘れるものはありません。",
    nothing_about="{topic}については、何も覚えていません。",
    nothing_at_all="まだ、何も覚えていません。",
    confirm_about="{topic}については、{count}個のことを覚えています。全部忘れてもいいですか。",
    confirm_maybe="はっきりしませんが、{topic}のことかもしれないものを、{count}個覚えています。忘れてもいいですか。",
    confirm_recalled="今のお話は{count}個ありました。全部忘れてもいいですか。",
    confirm_all="{count}個のことを覚えています。本当に全部忘れてもいいですか。",
    kept="わかりました。忘れないで、覚えておきます。",
    about="{topic}については、こんなことを覚えています。",
    lately="新しいものから順に、こんなことを覚えています。",
    said="{date}、{said}と聞きました。",
    answered="わたしは、{answered}と答えました。",
    more="ほかに、あと{count}個あります。",
    temporary="今は一時モードなので、何も覚えませんし、思い出すこともしません。",
    off="覚えるはたらきは、今はオフになっています。",
    read_not_here="覚えていることは、ここではお話しできません。アプリで聞いてくださいね。",
    forget_not_here="ここでは、忘れることができません。アプリでお願いしますね。",
    not_yours="わたしが覚えていることは、ほかの人のものです。",
    trouble="今は、覚えたり思い出したりできません。すこししてから、もう一度言ってくださいね。",
    not_heard="すみません、よく聞こえませんでした。",
    which_companion="話し相手が何人かいます。覚えてほしい相手に、じかに話しかけてください。",
    ask_itself="それは、もう一度たしかめてからにしますね。{name}にじかに話しかけてください。",
    model_trouble="今は、うまく考えられません。すこししてから、もう一度話しかけてくださいね。",
    broke_off="すみません、とちゅうでわからなくなってしまいました。もう一度聞いてくださいね。",
    acted="やっておきました。",
    acted_in_vain="ごめんなさい、うまくいきませんでした。",
    quotes=("「", "」"),
)


def lines(language: str) -> Lines:
    """Return the lines of a language ("ja", "ja-JP", "en" ...); English for one that we do not speak."""
    return JAPANESE if _is_japanese(language) else ENGLISH


def spoken_date(day: date, today: date, language: str) -> str:
    """Return a day as it is said: today, yesterday, else its date, with the year if it is another one."""
    ago = (today - day).days
    if _is_japanese(language):
        if 0 <= ago <= 1:
            return ("今日", "きのう")[ago]
        year = f"{day.year}年" if day.year != today.year else ""
        return f"{year}{day.month}月{day.day}日に"
    if 0 <= ago <= 1:
        return ("Today", "Yesterday")[ago]
    year = f" {day.year}" if day.year != today.year else ""
    return f"On {day.day} {_MONTHS[day.month - 1]}{year}"


def quoted(text: str, longest: int, language: str) -> str:
    """Return a text in quotation marks, on one line, cut at a word or mark when it is too long."""
    words = " ".join(text.split())
    if len(words) > longest:
        cut = words[:longest]
        at = max(cut.rfind(mark) for mark in " 、。,.")
        words = f"{cut[: at if at >= longest // 2 else longest].rstrip()}…"
    opening, closing = lines(language).quotes
    for mark in "「」":
        words = words.replace(mark, "")
    return f"{opening}{words}{closing}"


def topic_as_said(about: str) -> str:
    """Return a topic in the mouth of the one who answers: "my cat" is "your cat" then."""
    said = plain(about)
    for mine, yours in (("my ", "your "), ("our ", "your "), ("i ", "you ")):
        if said.casefold().startswith(mine):
            return yours + said[len(mine) :]
    return said


def _is_japanese(language: str) -> bool:
    return language.partition("-")[0].casefold() == "ja"
