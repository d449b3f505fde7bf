"""What the readme says one can say is understood, in both languages."""

import re
from pathlib import Path

import pytest

from custom_components.mirae_story.story.asks import AskKind, understand
from custom_components.mirae_story.story.model import Cast, Character

ROOT = Path(__file__).parents[2]
KINDS = [
    {AskKind.CONTINUE},
    {AskKind.CONTINUE},
    {AskKind.ONE_MORE},
    {AskKind.TELL_AGAIN},
    {AskKind.WHO, AskKind.IS_WITH},
    {AskKind.RECAP_LAST, AskKind.RECAP_ALL},
    {AskKind.STOP, AskKind.GOOD_NIGHT},
]
"""What each row of the table is about."""


@pytest.mark.parametrize(
    ("readme", "language", "pip", "title"),
    [
        ("README.md", "en", "Pip", "| you say |"),
        ("README.ja.md", "ja", "ピップ", "| 話しかける言葉 |"),
    ],
)
def test_every_example_is_understood(readme: str, language: str, pip: str, title: str):
    table = (ROOT / readme).read_text("utf-8").partition(title)[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    cast = Cast(
        members=(
            Character(name="Nell", role="captain", protagonist=True),
            Character(name=pip, role="lookout"),
        )
    )
    assert len(cells) == len(KINDS)
    for cell, kinds in zip(cells, KINDS, strict=True):
        said = re.findall(r'["「](.+?)["」]', cell)
        assert said
        heard = {words: understand(words, language, cast) for words in said}
        assert {ask.kind for ask in heard.values()} == kinds, heard
    wishing = re.findall(r'["「](.+?)["」]', cells[1])
    assert all(understand(words, language, cast).wish for words in wishing)
