"""Answers made by code from what is true: the state first, then a told passage, else "the story has not told us"."""

import re
from collections.abc import Sequence
from itertools import pairwise

from .content import content_words
from .model import Cast, Character, Episode, Language, Status, StoryState
from .names import Ambiguous, fold, resolve
from .phrases import phrases
from .phrases.deciding import DECIDING
from .phrases.shape import AnswerPhrases
from .phrases.wording import (
    fill,
    introduced,
    listed,
    one_line,
    opening_sentences,
    spoken,
    whole_sentences,
)
from .sentences import sentences

_LONGEST_RECAP = 200
_LONGEST_SUMMARY = 600
_LONGEST_QUOTE = 240
_NIGHTS = 5
_AWAY = 3


def answer_who(state: StoryState) -> str:
    """Return who is in the story now, each with the role, and who went away lately."""
    language = state.reference.language
    words = _words(language)
    lines = [words.who, *(introduced(m, language) for m in state.cast.on_stage)]
    gone = sorted(
        (m for m in state.cast.members if m.status is Status.DEPARTED),
        key=lambda member: -member.since,
    )
    if gone:
        away = listed([member.name for member in gone[:_AWAY]], language)
        lines.append(fill(words.who_away, names=away))
    return spoken(lines, language).strip()


def answer_is_with(state: StoryState, who: Character | str) -> str:
    """Return whether somebody is still in the story, and since when not."""
    language = state.reference.language
    words = _words(language)
    member = resolve(who, state.cast) if isinstance(who, str) else who
    if member is None:
        return words.not_told
    if isinstance(member, Ambiguous):
        either = [one.name for one in member.characters]
        return fill(words.several, names=listed(either, language, either=True))
    answer = fill(
        _whereabouts(member, words), name=member.name, night=str(member.since)
    )
    if not member.on_stage or not member.role:
        return answer
    return spoken([answer, introduced(member, language)], language).strip()


def _whereabouts(member: Character, words: AnswerPhrases) -> str:
    if member.protagonist:
        return words.is_hero
    if member.status is Status.DEAD:
        return words.dead
    if member.status is Status.DEPARTED:
        return words.departed
    return words.still_there if member.on_stage else words.undecided


def answer_last(state: StoryState, episodes: Sequence[Episode]) -> str:
    """Return what happened last time, from the last of the told nights (oldest first)."""
    language = state.reference.language
    words = _words(language)
    recap = episodes[-1].recap if episodes else ""
    told = opening_sentences(recap or state.situation.text, language, _LONGEST_RECAP)
    if state.night == 0 or not told:
        return words.nothing_yet
    return spoken([words.last, told], language).strip()


def answer_so_far(state: StoryState, episodes: Sequence[Episode]) -> str:
    """Return the story so far: the running summary, or the recaps of the last nights."""
    language = state.reference.language
    words = _words(language)
    recaps = [episode.recap for episode in episodes[-_NIGHTS:]]
    source = state.reference.summary or " ".join(
        sentence for recap in recaps for sentence in whole_sentences(recap, language)
    )
    told = opening_sentences(source, language, _LONGEST_SUMMARY)
    if not told:
        return answer_last(state, episodes)
    return spoken([words.so_far, told], language).strip()


def answer_from_passages(
    question: str, episodes: Sequence[Episode], language: Language
) -> str | None:
    """Return at most two sentences, told in these nights, that have what the question is about; None if none has.

    One or two such words must all be there, of more at least two thirds.
    """
    wanted = content_words(question)
    needed = max(min(len(wanted), 2), -(-2 * len(wanted) // 3))
    best: tuple[int, int, str] = (0, 0, "")
    for episode in episodes:
        for passage, score in _scored(episode, wanted, language):
            best = max(best, (score, episode.night, passage))
    score, night, passage = best
    if not wanted or score < needed:
        return None
    return fill(
        _words(language).passage, night=str(night), text=_quoted(passage, language)
    )


def _scored(
    episode: Episode, wanted: Sequence[str], language: Language
) -> list[tuple[str, int]]:
    """Return each told sentence, with the next one where that is about it too, and how many words fit."""
    told = [s for s in sentences(episode.prose, language) if len(s) <= _LONGEST_QUOTE]
    hits = [
        {word for word in wanted if _stands_in(word, sentence)} for sentence in told
    ]
    gap = "" if language is Language.JA else " "
    found = [(sentence, len(hit)) for sentence, hit in zip(told, hits, strict=True)]
    for at, (one, other) in enumerate(pairwise(hits)):
        if one and other - one:
            found.append((told[at] + gap + told[at + 1], len(one | other)))
    return found


def _stands_in(word: str, sentence: str) -> bool:
    """Tell whether a word begins in a sentence: a key is not in a monkey."""
    start = r"\b" if word.isascii() else ""
    return re.search(start + re.escape(word), fold(sentence)) is not None


def _quoted(passage: str, language: Language) -> str:
    """Return a passage as it can stand in quotation marks."""
    words = phrases(language).prompt
    for outer, inner in zip(words.quote, words.inner_quote, strict=True):
        passage = passage.replace(outer, inner)
    return one_line(passage)


def not_told(language: Language) -> str:
    """Return that the story has not told this."""
    return _words(language).not_told


def answer_decide(state: StoryState) -> str:
    """Return whether a change waits for a person, and where a parent decides it."""
    words = DECIDING[state.reference.language]
    waits = any(member.pending is not None for member in state.cast.members)
    return words.elsewhere if waits else words.nothing


def already_told(state: StoryState) -> str:
    """Return that tonight's night is told, with the offer to tell it again."""
    return _words(state.reference.language).already_told


def one_more_offer(state: StoryState) -> str:
    """Return that a night was told, that one more may be asked for, and the offer to tell it again."""
    return _words(state.reference.language).one_more_offer


def new_story_refused(state: StoryState) -> str:
    """Return that a parent can begin a new story, and that this one goes on."""
    return _words(state.reference.language).new_story_refused


def which_story(titles: Sequence[str], language: Language) -> str:
    """Return which stories the home has, or that there is none."""
    words = _words(language)
    if not titles:
        return words.no_story
    return words.which_story.format(titles=_joined(titles, words))


def other_stories(titles: Sequence[str], language: Language, *, new: bool) -> str:
    """Return which other stories can be told, and with `new` that another can be begun."""
    words = _words(language)
    told = words.other_stories.format(titles=_joined(titles, words))
    if not new:
        return told
    gap = "" if language is Language.JA else " "
    return f"{told}{gap}{words.or_a_new_one}"


def ask_by_name(language: Language) -> str:
    """Return how a story is asked for by its name."""
    return _words(language).ask_by_name


def which_one(language: Language) -> str:
    """Return the question which story is meant."""
    return _words(language).which_one


def what_next(language: Language) -> str:
    """Return the question that follows an offer."""
    return _words(language).yes_or_no


def _joined(titles: Sequence[str], words: AnswerPhrases) -> str:
    quoted = [words.title_quoted.format(title=title) for title in titles]
    return words.title_join.join(quoted)


def one_more_refused(state: StoryState) -> str:
    """Return that there is no more tonight, with the offer to tell the last night again."""
    return _words(state.reference.language).one_more_refused


def nothing_to_stop(state: StoryState) -> str:
    """Return that nothing is being told."""
    return _with_hero(_words(state.reference.language).nothing_to_stop, state.cast)


def stopped(state: StoryState) -> str:
    """Return that the telling ends here."""
    return _with_hero(_words(state.reference.language).stopped, state.cast)


def good_night(state: StoryState) -> str:
    """Return a good night."""
    return _with_hero(_words(state.reference.language).good_night, state.cast)


def comfort(state: StoryState) -> str:
    """Return what helps somebody for whom it was too scary."""
    return _with_hero(_words(state.reference.language).comfort, state.cast)


def server_trouble(language: Language) -> str:
    """Return that the story cannot be told at the moment, without a word that frightens."""
    return _words(language).server_trouble


def _words(language: Language) -> AnswerPhrases:
    return phrases(language).answers


def _with_hero(template: str, cast: Cast) -> str:
    return fill(template, hero=cast.protagonist.name)
