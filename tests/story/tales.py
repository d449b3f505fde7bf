"""Stories that the tests tell."""

from custom_components.mirae_story.story.model import (
    Cast,
    Character,
    Language,
    Reference,
    Situation,
    Status,
    StoryState,
)

SEA_CAST = Cast(
    (
        Character(name="Mina", role="captain", protagonist=True),
        Character(name="Theo", role="navigator", joined=1, since=1),
        Character(name="Garo", role="cook", status=Status.DEPARTED, joined=1, since=2),
        Character(
            name="Elda", role="fortune teller", status=Status.DEAD, joined=1, since=3
        ),
    )
)
SEA_CAST_JA = Cast(
    (
        Character(name="ミナ", role="船長", protagonist=True),
        Character(name="テオ", role="航海士", joined=1, since=1),
        Character(
            name="ガロ", role="料理人", status=Status.DEPARTED, joined=1, since=2
        ),
        Character(name="エルダ", role="占い師", status=Status.DEAD, joined=1, since=3),
    )
)


def sea_story(night=3, language=Language.EN, cast=None):
    """A sea story after so many nights; before the first, everybody is aboard."""
    japanese = language is Language.JA
    members = (cast or (SEA_CAST_JA if japanese else SEA_CAST)).members
    if night == 0:
        members = members[:2]
    return StoryState(
        story_id="01JDEMO0000000000000000000",
        title="星の船" if japanese else "The Star Ship",
        revision=1 + 2 * night,
        night=night,
        reference=Reference(
            language=language,
            genre="adventure_at_sea",
            premise=(
                "小さな船が島から島へ旅をする。"
                if japanese
                else "A small ship sails from island to island."
            ),
            audience_age=6,
            summary="",
        ),
        cast=Cast(members),
        situation=Situation(
            text=(
                "船は静かな入り江で休んでいる。"
                if japanese
                else "The ship rests in a quiet bay."
            ),
            night=night,
        ),
    )
