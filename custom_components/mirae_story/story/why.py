"""Why a decision is what it is, as a sentence about this story: "Elda died on night 8, so Elda cannot join."."""

from collections.abc import Mapping
from dataclasses import dataclass

from .model import Cast, Change, Character, Decision, Language, Outcome, Reason, Status
from .phrases.wording import fill, one_line

_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """Placeholders: name, hero, night (of the decision), since (of the character's last change), and these parts."""

    told: Mapping[Change, str]
    whether: Mapping[Change, str]
    cannot: Mapping[Change, str]
    did_not: Mapping[Change, str]
    already: Mapping[Status, str]
    instead: str
    """Where nobody dies: what took the place of a death."""
    reasons: Mapping[Reason, str]


_EN = _Words(
    told={
        Change.JOINED: "{name} joined on night {night}",
        Change.RETURNED: "{name} came back on night {night}",
        Change.LEFT: "{name} left on night {night}",
        Change.DIED: "{name} died on night {night}",
    },
    whether={
        Change.JOINED: "A person decides whether {name} joined on night {night}",
        Change.RETURNED: "A person decides whether {name} came back on night {night}",
        Change.LEFT: "A person decides whether {name} left on night {night}",
        Change.DIED: "A person decides whether {name} died on night {night}",
    },
    cannot={
        Change.JOINED: "cannot join",
        Change.RETURNED: "cannot come back",
        Change.LEFT: "cannot leave",
        Change.DIED: "cannot die",
    },
    did_not={
        Change.JOINED: "did not join",
        Change.RETURNED: "did not come back",
        Change.LEFT: "did not leave",
        Change.DIED: "did not die",
    },
    already={
        Status.ACTIVE: "{name} is in the story already, so nothing changed.",
        Status.DEPARTED: "{name} has been away since night {since}, so nothing changed.",
        Status.DEAD: "{name} died on night {since}, so nothing changed.",
    },
    instead="Nobody dies in this story, as the family wishes, so {name} left on night {night} instead.",
    reasons={
        Reason.TOLD_IN_PROSE: "{told}: the story tells it.",
        Reason.PROTAGONIST_STAYS: "{name} is the protagonist and always in the story, so {name} {cannot}.",
        Reason.PROTAGONIST_REPLACED: "{hero} is the protagonist, and nobody takes {hero}'s place, so {name} {did_not}.",
        Reason.NEAR_PROTAGONIST_NAME: "“{name}” is almost the protagonist's name, {hero}, and probably a slip, so nothing changed.",
        Reason.DEAD_IS_FINAL: "{name} died on night {since}, so {name} {cannot}.",
        Reason.NOT_IN_PROSE: "Night {night} does not name {name}, so {name} {did_not}.",
        Reason.UNKNOWN_CHARACTER: "Nobody named “{name}” is in the story, so nothing changed.",
        Reason.AMBIGUOUS_NAME: "“{name}” fits more than one character, so nothing changed.",
        Reason.NOT_A_NAME: "“{name}” is not a name, so nothing changed.",
        Reason.CAST_FULL: "There were as many characters as the family allows, so {name} {did_not} on night {night}.",
        Reason.ONE_CHANGE_A_NIGHT: "Something else happened to {name} on night {night}, so {name} {did_not}.",
        Reason.WAITS_FOR_PERSON: "An earlier change of {name} still waited for a person's decision, so {name} {did_not}.",
        Reason.DEATH_NEEDS_PERSON: "{whether}: the family wants to be asked before somebody dies.",
        Reason.DEATH_NOT_PLAIN: "{whether}: the story does not tell it plainly.",
        Reason.DEATH_NOT_REAL: "It was only a dream, a play, a figure of speech or an idea, so {name} {did_not}.",
        Reason.DEATH_FORBIDDEN: "Nobody dies in this story, as the family wishes, so {name} {did_not}.",
        Reason.ALIVE_AFTERWARDS: "{name} is alive later in night {night}, so {name} {did_not}.",
        Reason.NOTES_REPAIRED: "{whether}: the model's notes were damaged.",
        Reason.MANY_EXITS: "{whether}: too many would be gone in one night.",
        Reason.LEFT_OUT_OF_NOTES: "{whether}: the story tells it, but the model's notes left it out.",
    },
)

_JA = _Words(
    told={
        Change.JOINED: "{name}は第{night}夜に仲間に加わりました",
        Change.RETURNED: "{name}は第{night}夜にもどってきました",
        Change.LEFT: "{name}は第{night}夜に去りました",
        Change.DIED: "{name}は第{night}夜に亡くなりました",
    },
    whether={
        Change.JOINED: "{name}が第{night}夜に加わったかどうかは、家族が決めます",
        Change.RETURNED: "{name}が第{night}夜にもどったかどうかは、家族が決めます",
        Change.LEFT: "{name}が第{night}夜に去ったかどうかは、家族が決めます",
        Change.DIED: "{name}が第{night}夜に亡くなったかどうかは、家族が決めます",
    },
    cannot={
        Change.JOINED: "仲間に加わることはできません",
        Change.RETURNED: "もどることはできません",
        Change.LEFT: "去ることはありません",
        Change.DIED: "亡くなることはありません",
    },
    did_not={
        Change.JOINED: "加わらなかったことになっています",
        Change.RETURNED: "もどらなかったことになっています",
        Change.LEFT: "去らなかったことになっています",
        Change.DIED: "亡くならなかったことになっています",
    },
    already={
        Status.ACTIVE: "{name}はもうお話の中にいるので、何も変わりません。",
        Status.DEPARTED: "{name}は第{since}夜に去っているので、何も変わりません。",
        Status.DEAD: "{name}は第{since}夜に亡くなっているので、何も変わりません。",
    },
    instead="このお話ではだれも亡くならない決まりなので、{name}は第{night}夜に去ったことになっています。",
    reasons={
        Reason.TOLD_IN_PROSE: "{told}。お話の中で語られています。",
        Reason.PROTAGONIST_STAYS: "{name}は主人公で、いつもお話の中にいるので、{cannot}。",
        Reason.PROTAGONIST_REPLACED: "主人公は{hero}で、だれとも入れ替わらないので、{name}は{did_not}。",
        Reason.NEAR_PROTAGONIST_NAME: "「{name}」は主人公の名前「{hero}」とほとんど同じで、書き間違いと思われるため、何も変わりません。",
        Reason.DEAD_IS_FINAL: "{name}は第{since}夜に亡くなったので、{cannot}。",
        Reason.NOT_IN_PROSE: "第{night}夜のお話に{name}の名前が出てこないので、{did_not}。",
        Reason.UNKNOWN_CHARACTER: "「{name}」という登場人物はいないので、何も変わりません。",
        Reason.AMBIGUOUS_NAME: "「{name}」に当てはまる登場人物が二人以上いるので、何も変わりません。",
        Reason.NOT_A_NAME: "「{name}」は名前ではないので、何も変わりません。",
        Reason.CAST_FULL: "登場人物が上限の人数に達していたので、{name}は第{night}夜には{did_not}。",
        Reason.ONE_CHANGE_A_NIGHT: "{name}には第{night}夜に別の変化があったので、{did_not}。",
        Reason.WAITS_FOR_PERSON: "{name}の前の変化がまだ確認待ちだったので、{did_not}。",
        Reason.DEATH_NEEDS_PERSON: "{whether}。だれかが亡くなるときは、先に確認する決まりです。",
        Reason.DEATH_NOT_PLAIN: "{whether}。お話の中ではっきり語られていません。",
        Reason.DEATH_NOT_REAL: "夢や劇、たとえ、もしもの話の中のことだったので、{name}は{did_not}。",
        Reason.DEATH_FORBIDDEN: "このお話ではだれも亡くならない決まりなので、{name}は{did_not}。",
        Reason.ALIVE_AFTERWARDS: "{name}は第{night}夜の、あとの場面で生きているので、{did_not}。",
        Reason.NOTES_REPAIRED: "{whether}。モデルのメモが壊れていました。",
        Reason.MANY_EXITS: "{whether}。ひと晩に去る登場人物が多すぎました。",
        Reason.LEFT_OUT_OF_NOTES: "{whether}。お話では語られましたが、モデルのメモにありませんでした。",
    },
)

_WORDS: Mapping[Language, _Words] = {Language.EN: _EN, Language.JA: _JA}


def explain_decision(decision: Decision, cast: Cast, language: Language) -> str:
    """Return a sentence on why the decision is what it is; `cast` is that of the story now."""
    words, member = _WORDS[language], _member(decision.name, cast)
    values = {
        "name": one_line(decision.name)[:_LONGEST_NAME],
        "hero": cast.protagonist.name,
        "night": str(decision.night),
        "since": str(decision.night if member is None else member.since),
    }
    parts = {
        "told": fill(words.told[decision.change], **values),
        "whether": fill(words.whether[decision.change], **values),
        "cannot": words.cannot[decision.proposed],
        "did_not": words.did_not[decision.proposed],
    }
    return fill(_template(decision, member, words), **values, **parts)


def _template(decision: Decision, member: Character | None, words: _Words) -> str:
    if decision.reason is Reason.ALREADY_SO:
        return words.already[Status.ACTIVE if member is None else member.status]
    spared = decision.outcome is not Outcome.REJECTED
    if decision.reason is Reason.DEATH_FORBIDDEN and spared:
        return words.instead
    return words.reasons[decision.reason]


def _member(name: str, cast: Cast) -> Character | None:
    """Return who has this name now, or had it before a renaming."""
    return cast.named(name) or next(
        (member for member in cast.members if name in member.aliases), None
    )
