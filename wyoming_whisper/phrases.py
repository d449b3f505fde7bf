"""Known commands: what was nearly heard as one becomes one, if the sound agrees.

Two judges must agree. The letters (in Japanese the kana, by how alike they sound) say
which phrase is near; then the model says how likely the sound is that phrase, compared
with what it heard. The nearer in sound, the more the model may have preferred its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .sounds import apart, drawn, letters_apart
from .texts import bare

MOST_DIFFERENT = 0.6
"""Share of the letters that may differ at all."""
SHORTEST = 3
"""Letters that a phrase needs to be reached from something that is not it."""
MOST_TRIED = 3
LEAST_LIKELY = -9.0
ALIKE, PER_SOUND = 5.5, 3.6
"""How much likelier its own hearing may be, in nats; less for each sound that differs."""
SPELT = 1.2
"""The same for languages whose letters say little about their sounds."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A known command, as it is to be written and as it is read."""

    text: str
    reading: str

    @classmethod
    def read(cls, line: str) -> "Phrase":
        """Read it from a line of a phrase file."""
        text, _, reading = line.partition("\t")
        return cls(text=text.strip(), reading=reading.strip() or text.strip())

    def written(self, language: str) -> str:
        """Return the phrase as the model would write it."""
        if language == "ja":
            return self.text
        return f"{self.text[:1].upper()}{self.text[1:]}."


def snap(
    text: str,
    phrases: Sequence[Phrase],
    language: str,
    likelihood: Callable[[str], float],
) -> str | None:
    """Return the command that the text stands for; None if it is not one."""
    spoken = bare(text)
    if not spoken:
        return None
    for phrase in phrases:
        if spoken in {bare(phrase.text), bare(phrase.reading)}:
            return phrase.text
    near = sorted(
        (share, index)
        for index, phrase in enumerate(phrases)
        if (share := _share(spoken, phrase)) <= MOST_DIFFERENT
    )[:MOST_TRIED]
    if not near:
        return None
    heard = likelihood(text)
    best = None
    for _, index in near:
        phrase = phrases[index]
        likely = likelihood(phrase.written(language))
        lead = likely - heard + _allowed(spoken, phrase, language)
        if likely >= LEAST_LIKELY and lead >= 0 and (best is None or lead > best[0]):
            best = (lead, phrase.text)
    return best[1] if best else None


def _share(spoken: str, phrase: Phrase) -> float:
    """Return which share of the letters differs; 1 for what says more than the phrase.

    A phrase is always likely where the sound goes on after it, so that the model cannot
    judge this: words that were heard beyond the phrase rule it out.
    """
    text = bare(phrase.text)
    if len(text) < SHORTEST or text in spoken or len(spoken) > len(text) + 2:
        return 1.0
    return min(
        letters_apart(spoken, form) / max(len(spoken), len(form))
        for form in {text, bare(phrase.reading)}
    )


def _allowed(spoken: str, phrase: Phrase, language: str) -> float:
    """Return how much likelier the model may find what it heard itself."""
    if language != "ja":
        return SPELT
    differ = min(
        apart(drawn(spoken), drawn(form))
        for form in (bare(phrase.text), bare(phrase.reading))
    )
    shortest = len(bare(phrase.text)) + 1 >= len(spoken)
    return max(ALIKE - PER_SOUND * differ, 0.0 if shortest else -PER_SOUND)
