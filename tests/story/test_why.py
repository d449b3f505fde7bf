"""Each decision can be explained, for every reason, in both languages."""

import pytest

from custom_components.mirae_story.story.model import (
    Change,
    Decision,
    Language,
    Outcome,
    Reason,
)
from custom_components.mirae_story.story.why import explain_decision

from .tales import SEA_CAST, SEA_CAST_JA


def decision(reason, name="Elda", change=Change.JOINED, **more):
    return Decision(
        name=name,
        proposed=more.pop("proposed", change),
        change=change,
        outcome=more.pop("outcome", Outcome.REJECTED),
        reason=reason,
        night=9,
    )


@pytest.mark.parametrize("change", list(Change))
@pytest.mark.parametrize("outcome", list(Outcome))
@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("language", list(Language))
def test_every_decision_has_a_sentence(reason, outcome, change, language):
    japanese = language is Language.JA
    cast = SEA_CAST_JA if japanese else SEA_CAST
    name = "テオ" if japanese else "Theo"
    why = explain_decision(
        decision(reason, name, change, outcome=outcome), cast, language
    )
    assert name in why or "nobody" in why.lower() or "だれも" in why or "夢" in why
    assert "{" not in why
    assert why.endswith("。" if japanese else ".")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            decision(Reason.DEAD_IS_FINAL),
            "Elda died on night 3, so Elda cannot join.",
        ),
        (
            decision(Reason.TOLD_IN_PROSE, "Garo", Change.LEFT),
            "Garo left on night 9: the story tells it.",
        ),
        (
            decision(Reason.ALREADY_SO, "Garo", Change.LEFT),
            "Garo has been away since night 2, so nothing changed.",
        ),
        (
            decision(Reason.ALREADY_SO, "Mina"),
            "Mina is in the story already, so nothing changed.",
        ),
        (
            decision(Reason.LEFT_OUT_OF_NOTES, "Theo", Change.DIED),
            (
                "A person decides whether Theo died on night 9: the story tells it, but the"
                " model's notes left it out."
            ),
        ),
        (
            decision(
                Reason.DEATH_FORBIDDEN,
                "Theo",
                Change.LEFT,
                proposed=Change.DIED,
                outcome=Outcome.ACCEPTED,
            ),
            (
                "Nobody dies in this story, as the family wishes, so Theo left on night 9"
                " instead."
            ),
        ),
        (
            decision(Reason.NEAR_PROTAGONIST_NAME, "Minna"),
            (
                "“Minna” is almost the protagonist's name, Mina, and probably a slip, so"
                " nothing changed."
            ),
        ),
    ],
)
def test_what_is_said_in_english(given, why):
    assert explain_decision(given, SEA_CAST, Language.EN) == why


def test_what_is_said_in_japanese():
    given = decision(Reason.DEAD_IS_FINAL, "エルダ")
    assert (
        explain_decision(given, SEA_CAST_JA, Language.JA)
        == "エルダは第3夜に亡くなったので、仲間に加わることはできません。"
    )


def test_a_name_of_before_a_renaming_is_known():
    from dataclasses import replace  # noqa: PLC0415

    elda = replace(SEA_CAST.named("Elda"), name="Eldarine", aliases=("Elda",))
    cast = type(SEA_CAST)((*SEA_CAST.members[:3], elda))
    why = explain_decision(decision(Reason.DEAD_IS_FINAL), cast, Language.EN)
    assert why == "Elda died on night 3, so Elda cannot join."


def test_what_a_model_wrote_as_a_name_stays_one_short_line():
    odd = "A\nB" + "x" * 500 + "{hero}"
    why = explain_decision(decision(Reason.NOT_A_NAME, odd), SEA_CAST, Language.EN)
    assert "\n" not in why
    assert len(why) < 120
