"""What speech recognition hears in silence: closing words of videos, and utterances in which nothing is said.

Whisper learned from subtitles, so noise becomes "Thanks for watching!" or 「ご視聴ありがとうございました」. Nobody
said it, so nobody is remembered by it.
"""

import re

from .asks import plain

_NOTHING = re.compile(
    r"(?:\W|_|\[[^\]]{0,40}\]|\([^)]{0,40}\)|\*[^*]{0,40}\*|♪[^♪]*♪?|u+h+|u+m+|h+m+|m+h*m+|e+r+m*|a+h+|o+h+|んー*|うーん*|えー+と?|あー+|えっと|ふーん)+",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[\W_]+")


def _folded(text: str) -> str:
    return _MARKS.sub("", plain(text)).casefold()


_PHANTOMS = frozenset(
    _folded(line)
    for line in """
    ご視聴ありがとうございました
    ご視聴ありがとうございます
    ご清聴ありがとうございました
    ご覧いただきありがとうございました
    ご覧いただきありがとうございます
    最後までご視聴ありがとうございました
    最後までご視聴いただきありがとうございました
    最後までご視聴いただきありがとうございます
    最後まで見てくれてありがとう
    最後まで見てくださってありがとうございます
    最後までご覧いただきありがとうございます
    ご視聴いただきありがとうございました
    ご視聴いただきありがとうございます
    ご視聴頂きありがとうございました
    本日はご覧いただきありがとうございます
    チャンネル登録お願いします
    チャンネル登録をお願いします
    チャンネル登録よろしくお願いします
    チャンネル登録をよろしくお願いいたします
    チャンネル登録と高評価をお願いします
    チャンネル登録高評価よろしくお願いします
    高評価とチャンネル登録よろしくお願いします
    高評価チャンネル登録よろしくお願いします
    ご視聴ありがとうございましたチャンネル登録をお願いします
    また次の動画でお会いしましょう
    次の動画でお会いしましょう
    また次回の動画でお会いしましょう
    それではまた次の動画でお会いしましょう
    それではまた次回お会いしましょう
    次回もお楽しみに
    字幕視聴ありがとうございました
    字幕by h.
    字幕はAmara.orgコミュニティによって作成されました
    Thanks for watching
    Thank you for watching
    Thank you so much for watching
    Thank you very much for watching
    Thanks for watching and I'll see you in the next video
    Thank you for watching and see you in the next video
    Thanks for watching see you next time
    Thank you for watching please subscribe
    Thanks for watching don't forget to like and subscribe
    Please subscribe
    Please subscribe to my channel
    Please like and subscribe
    Like and subscribe
    Don't forget to subscribe
    Don't forget to like and subscribe
    Subscribe to my channel
    I'll see you in the next video
    I'll see you next time
    See you in the next video
    See you in the next one
    We'll be right back
    Subtitles by the Amara.org community
    Subtitles by Amara.org
    Transcribed by otter.ai
    Transcription by CastingWords
    Thanks for listening
    Thank you for listening
    Copyright WDR
    """.splitlines()
    if line.strip()
)
_THIN = frozenset(
    _folded(line)
    for line in """
    ありがとうございました
    ありがとうございます
    ありがとう
    おやすみなさい
    お疲れ様でした
    はい
    うん
    Thank you
    Thank you very much
    Thank you so much
    Thanks
    Bye
    Bye bye
    You
    Yeah
    Okay
    So
    The
    Oh
    I'm sorry
    """.splitlines()
    if line.strip()
)


def is_phantom(text: str) -> bool:
    """Tell whether an utterance is empty, or known to be heard where nobody spoke."""
    said = plain(text)
    return (
        _NOTHING.fullmatch(said) is not None
        or not _MARKS.sub("", said)
        or (_once(_folded(said)) in _PHANTOMS)
    )


def is_worth_keeping(text: str) -> bool:
    """Tell whether there is something to remember: no phantom, and not only words that are often one."""
    return not is_phantom(text) and _once(_folded(text)) not in _THIN


def _once(folded: str) -> str:
    """Return what is said again and again, once: a recogniser that dreams repeats itself."""
    repeated = re.fullmatch(r"(.{2,}?)\1+", folded)
    return repeated[1] if repeated else folded
