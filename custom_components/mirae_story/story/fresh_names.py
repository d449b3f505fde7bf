"""Names for newcomers, chosen by code: left alone, models call everybody Elara, Luna or ルナ."""

from hashlib import sha256
from itertools import islice

from .model import Cast, Language
from .names import fold, names_of, near_variant, occurs
from .newcomers_en import NAMES_EN
from .newcomers_ja import NAMES_JA

NAMES = {Language.EN: NAMES_EN, Language.JA: NAMES_JA}
FAVOURITES = {
    Language.EN: frozenset({
        "elara", "elias", "elian", "elena", "mara", "lila", "lily", "luna", "finn", "thorne",
        "whiskers", "oliver", "leo", "max", "bella", "aria", "kael", "lyra", "nova", "ember",
        "orion", "sarah", "emily", "timmy", "jack", "tom", "rosie", "milo", "felix", "willow",
    }),
    Language.JA: frozenset({
        "ルナ", "リリィ", "リリー", "エララ", "エリアス", "ソラ", "レオ", "ミミ", "アリア",
        "ノア", "ハルト", "ユキ", "モモ", "ポポ", "チビ", "シロ", "クロ", "マロン",
    }),
}  # fmt: skip
"""Names that models give again and again, folded; a story with one of them is offered other ones."""
OFFERED = 4
"""Names that are offered for one night."""


def has_favourites(cast: Cast, recent: str, language: Language) -> bool:
    """Tell whether a newcomer, or somebody in the text of recent nights, bears one of the models' worn-out names."""
    came = [member for member in cast.members if member.joined > 1]
    own = {fold(name) for member in cast.members for name in names_of(member)}
    theirs = {fold(name) for member in came for name in names_of(member)}
    heard = (name for name in FAVOURITES[language] - own if occurs(name, recent))
    return bool(theirs & FAVOURITES[language]) or any(heard)


def fresh_names(
    story_id: str, night: int, cast: Cast, language: Language
) -> tuple[str, ...]:
    """Return names for who may come on this night: the same for the same story, night and cast.

    None is a name or an alias in the cast, or differs from one by a single letter. A story has its own order, and
    takes up a name again only after all others.
    """
    taken = {fold(name) for member in cast.members for name in names_of(member)}
    order = sorted(
        NAMES[language], key=lambda name: sha256(f"{story_id}:{name}".encode()).digest()
    )
    start = night * OFFERED % len(order)
    free = (
        name
        for name in (*order[start:], *order[:start])
        if fold(name) not in taken
        and not any(near_variant(name, other) for other in taken)
    )
    return tuple(islice(free, OFFERED))
