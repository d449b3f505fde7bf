"""How long a listener hears nothing, reckoned from what was handed to the voice and when."""

from collections.abc import Iterable

from custom_components.mirae_story.story.length import speech_s
from custom_components.mirae_story.story.model import Language


def longest_gap(
    heard: Iterable[tuple[float, str]], language: Language, *, asked_at: float
) -> float:
    """Return the longest time with nothing left to say, from the request to the last text, in seconds.

    `heard` are texts with the moment at which the voice got them. They are spoken at 350 English words or 900
    Japanese characters in 2½ minutes.
    """
    silent_at, longest = asked_at, 0.0
    for moment, text in heard:
        longest = max(longest, moment - silent_at)
        silent_at = max(silent_at, moment) + speech_s(text, language)
    return longest
