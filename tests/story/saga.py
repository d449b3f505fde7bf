"""A long story in both languages, for what code says and asks."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from custom_components.mirae_story.story.model import (
    Cast,
    Change,
    Character,
    Episode,
    Language,
    Reference,
    Situation,
    Status,
    StoryState,
)

FIRST_EVENING = date(2026, 1, 1)


def crew(language=Language.EN):
    """Captain, navigator and cat on stage; one waits for a decision, one is away, one is dead."""
    japanese = language is Language.JA

    def member(name, role, **more):
        return Character(
            name=name[japanese], role=role[japanese], joined=1, **{"since": 1, **more}
        )

    return Cast(
        (
            member(("Mina", "ミナ"), ("captain", "船長"), protagonist=True),
            member(
                ("Theo", "テオ"),
                ("navigator", "航海士"),
                aliases=(("Compass",), ("らしんばん",))[japanese],
            ),
            member(("Lulu", "ルル"), ("ship's cat", "船ねこ"), since=3),
            member(("Bo", "ボー"), ("a turtle", "亀"), since=9, pending=Change.LEFT),
            member(
                ("Garo", "ガロ"), ("cook", "料理人"), since=5, status=Status.DEPARTED
            ),
            member(
                ("Elda", "エルダ"),
                ("fortune teller", "占い師"),
                since=8,
                status=Status.DEAD,
            ),
        )
    )


def saga(language=Language.EN, night=12, **changes):
    """Return the state after so many nights."""
    japanese = language is Language.JA
    state = StoryState(
        story_id="01JDEMO0000000000000000000",
        title=("The Paper Lanterns", "ちょうちんの海")[japanese],
        revision=1 + 2 * night,
        night=night,
        reference=Reference(
            language=language,
            genre="adventure_at_sea",
            premise=(
                "A small ship carries lost things back to their islands",
                "小さな船が、なくした物を島から島へとどけます",
            )[japanese],
            audience_age=6,
            summary=(
                "Mina found a map. The ship is following a line of paper lanterns.",
                "ミナは地図を見つけた。船は、紙のちょうちんの列をたどっている。",
            )[japanese],
        ),
        cast=crew(language),
        situation=Situation(
            text=(
                "Mina is folding the sails in a quiet harbour.",
                "ミナは、しずかな港で帆をたたんでいる",
            )[japanese],
            night=night,
        ),
    )
    return replace(state, **changes)


def of_genre(state, genre, **changes):
    """Return the state with another genre."""
    return replace(state, reference=replace(state.reference, genre=genre, **changes))


def alone(state):
    """Return the state with nobody on stage but the protagonist."""
    return replace(state, cast=Cast((state.cast.protagonist,)))


def told(night, recap, prose="", *, language=Language.EN):
    """Return a told night."""
    default = (
        "Mina sat on the deck. Theo sang.",
        "ミナは甲板にすわった。テオは歌った。",
    )
    return Episode(
        story_id="01JDEMO0000000000000000000",
        night=night,
        title="",
        recap=recap,
        lead="",
        prose=prose or default[language is Language.JA],
        told_on=FIRST_EVENING + timedelta(days=night - 1),
        told_at=datetime(2026, 1, 1, 19, tzinfo=UTC) + timedelta(days=night - 1),
    )
