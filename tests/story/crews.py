"""A crew and a shop with members departed and dead, in both languages; the first is the protagonist."""

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
_SHOP_EN = (
    ("Odile", "clockmaker", Status.ACTIVE, ()),
    ("Bram", "bell ringer", Status.ACTIVE, ("Ding",)),
    ("Sable", "owl messenger", Status.DEPARTED, ()),
    ("Corin", "old clockmaker", Status.DEAD, ("Old Tick",)),
)
_SHOP_JA = (
    ("はな", "パン職人", Status.ACTIVE, ()),
    ("もく", "雲の見習い", Status.ACTIVE, ()),
    ("風丸", "風の運び屋", Status.DEPARTED, ()),
    ("源じい", "粉ひき", Status.DEAD, ("げんさん",)),
    ("さくら", "花屋", Status.DEAD, ()),
)


def crew(language, *more):
    rows = _JA if language is Language.JA else _EN
    return Cast((*_members(rows), *more))


def shop(language):
    rows = _SHOP_JA if language is Language.JA else _SHOP_EN
    return Cast(tuple(_members(rows)))


def _members(rows):
    return (
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
