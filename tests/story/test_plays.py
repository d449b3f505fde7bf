"""A death in a play is none, and a play ends."""

import pytest

from custom_components.mirae_story.story.evidence import Told, death_of

from .partings import told


@pytest.mark.parametrize(
    ("name", "prose"),
    [
        (
            "Otto",
            "They gave a play. The play was over at nine. Otto died in the night.",
        ),
        ("Otto", "On stage Otto was a king. That night Otto died in his sleep."),
        ("Otto", "Nora talked about a play. Otto passed away at noon."),
        ("健太", "学校で劇があった。劇が終わった。健太は息を引きとった。"),
        ("健太", "そらは芝居のポスターを見た。健太は死んでしまった。"),
        ("健太", "鬼ごっこをした。その夜、健太は死んでしまった。"),
    ],
)
def test_a_play_does_not_last_all_night(name, prose):
    assert told(death_of, name, prose) is Told.PLAIN


@pytest.mark.parametrize(
    ("name", "prose"),
    [
        ("Otto", "They gave a play. Otto was a king. Otto died with a sigh."),
        ("健太", "学校で劇があった。健太は王さまだった。健太は死んでしまった。"),
    ],
)
def test_a_play_goes_on_until_it_ends(name, prose):
    assert told(death_of, name, prose) is not Told.PLAIN
