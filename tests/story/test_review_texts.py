"""Texts of the notes that would make something untrue come true in the next prompt."""

import pytest

from custom_components.mirae_story.story.model import Status

from .test_continuity import CALM, D, judge


@pytest.mark.parametrize(
    "text",
    [
        "Mina died in the storm and Theo is the captain now.",
        "Mina is dead.",
        "In the morning Mina left the ship for good.",
        "Theo lies dead on the deck.",
        "He stabbed him and blood ran down the wall.",
    ],
)
def test_no_text_of_the_notes_sends_away_who_is_here_or_is_unfit_to_be_read(text):
    result = judge(summary=text, recap=text, situation=text)
    assert not result.summary_from_notes
    assert not result.recap_from_notes
    assert not result.situation_from_notes
    assert result.summary == "Old summary."


def test_texts_may_tell_of_who_died_or_left_tonight():
    prose = f"{CALM} That night Theo died quietly in his sleep. Mina wept."
    text = "Theo died in his sleep, and Mina wept for him."
    result = judge(("Theo", D), prose=prose, summary=text, recap=text)
    assert result.cast.named("Theo").status is Status.DEAD
    assert result.summary_from_notes
    assert result.recap_from_notes
