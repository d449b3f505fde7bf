"""A crew with one member departed and one dead, in both languages."""

from custom_components.mirae_story.story.model import (
    Cast,
    Character,
    Language,
    Status,
)

_EN = (
    ("Mina", "captain", Status.ACTIVE, ()),
    ("Theo", "navigator", Status.ACTIVE, ()),
    ("Lulu", "ship's cat", Status.ACTIVE, ()),
    ("Garo", "cook", Status.DEPARTED, ()),
    ("Elda", "fortune teller", Status.DEAD, ("Tide Witch",)),
)
_JA = (
    ("ミナ", "船長", Status.ACTIVE, ()),
    ("テオ", "航海士", Status.ACTIVE, ()),
    ("ルル", "船ねこ", Status.ACTIVE, ()),
    ("ガロ", "料理人", Status.DEPARTED, ()),
    ("エルダ", "占い師", Status.DEAD, ("潮の魔女",)),
)


def crew(language, *more):
    rows = _JA if language is Language.JA else _EN
    members = (
        Character(
            name=name,
            role=role,
            protagonist=name == rows[0][0],
            aliases=aliases,
            status=status,
            since=1 if status is Status.ACTIVE else 8,
        )
        for name, role, status, aliases in rows
    )
    return Cast((*members, *more))
