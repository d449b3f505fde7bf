"""Casts in which somebody dies or leaves, for the tests of what prose plainly tells of it."""

from custom_components.mirae_story.story.evidence import Told
from custom_components.mirae_story.story.model import Cast, Character, Language

EN = Cast(
    (
        Character(name="Nora", role="gardener", protagonist=True),
        Character(name="Pip", role="robin", aliases=("Redbreast",)),
        Character(name="Otto", role="beekeeper"),
        Character(name="Uncle Finn", role="postman"),
    )
)
JA = Cast(
    (
        Character(name="そら", role="花屋", protagonist=True),
        Character(name="ゲンさん", role="大工", aliases=("ゲン",)),
        Character(name="モモ", role="うさぎ"),
        Character(name="健太", role="パン屋"),
    )
)
MORE_EN = Cast(
    (
        Character(name="Wren", role="tailor", protagonist=True),
        Character(name="Basil", role="fox"),
        Character(name="Grandpa Moe", role="fisherman"),
        Character(name="Ivy", role="mole", aliases=("Digger",)),
    )
)
MORE_JA = Cast(
    (
        Character(name="アキ", role="郵便屋", protagonist=True),
        Character(name="ゴロウ", role="くま"),
        Character(name="すず", role="ねずみ"),
        Character(name="トキ婆", role="織り手", aliases=("婆さま",)),
    )
)
CASTS = (
    (EN, Language.EN),
    (MORE_EN, Language.EN),
    (JA, Language.JA),
    (MORE_JA, Language.JA),
)
REFUTED = {Told.NOT_REAL, Told.THERE_AFTERWARDS}


def told(find, who, prose):
    cast, language = next(each for each in CASTS if each[0].named(who))
    return find(cast.named(who), prose, cast, language)
