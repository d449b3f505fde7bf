"""Sentences that name the story, as data (`spoken/*.json`): templates of named rules, and the same as patterns.

Home Assistant's matcher is given the templates; the story's own agent reads them as patterns, so that both
understand the same.
"""

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .names import visible

FOLDER = Path(__file__).parent.parent / "spoken"
NEW_STORY = "new_story"
"""What a sentence wants that no story's own agent can give."""
_RULE = re.compile(r"<(\w+)>")
_GAP = "~"
"""In Japanese templates: where a comma or a blank may be heard, or not."""
_FRONTS = ("<before>",)
_BACKS = ("<after>", "<tail>")
"""Most templates begin and end with these rules; in patterns they stand once for many."""
_TOKEN = re.compile(
    r"\{(?P<slot>\w+)\}|(?P<mark>[\[\]()|])|(?P<blank> +)|(?P<text>[^\[\](){}| ]+)"
)
_TITLE = "{title}"
_UNSPEAKABLE = re.compile(r"[^\w\s'’ー・]")
"""Marks that nobody says; some of them would be syntax in a template."""
_MARKS = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}
_POLITE = re.compile(
    r"^[\s、,]+"
    r"|(?:[\s,]+(?:please|pretty please|thank you|thanks|tonight|today|mom|mum|mommy|mummy|dad|daddy|now|for (?:me|us)"
    r"|in (?:it|the story)|this time|again))+$"
    r"|[\s、,。.!?！？]+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """What one kind of request sounds like, with groups `wish` or `name` where it has them."""

    wanted: str
    pattern: re.Pattern[str]


def read_templates(language: str) -> list[tuple[str, str]]:
    """Return what is wanted and the template, in the order of trying: a blocking call."""
    rules, sentences = _read(language)
    return [
        (wanted, _filled(template, rules))
        for wanted, templates in sentences.items()
        for template in templates
    ]


def read_named(language: str) -> list[str]:
    """Return the templates that ask for a story by name, to be given to `titled`: a blocking call."""
    data = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return [_filled(template, data["rules"]) for template in data["named"]]


def titled(templates: Sequence[str], title: str) -> list[str]:
    """Return the templates that ask for the story of this title; none where it has nothing that can be said."""
    words = " ".join(_UNSPEAKABLE.sub(" ", visible(title)).split())
    return [template.replace(_TITLE, words) for template in templates if words]


def read_patterns(language: str) -> tuple[Sentences, ...]:
    """Return the templates as patterns of whole utterances, in the same order: a blocking call."""
    rules, sentences = _read(language)
    return tuple(
        Sentences(wanted=wanted, pattern=pattern)
        for wanted, templates in sentences.items()
        for pattern in _patterns(templates, rules)
    )


def bare(text: str) -> str:
    """Return a wildcard's text without the polite words and marks around it."""
    text = text.strip()
    while (shorter := _POLITE.sub("", text)) != text and shorter:
        text = shorter
    return text


def _read(language: str) -> tuple[Mapping[str, str], Mapping[str, list[str]]]:
    data = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return data["rules"], data["sentences"]


def _filled(template: str, rules: Mapping[str, str]) -> str:
    """Put the rules' own text in their places: Home Assistant's triggers know no rules."""
    while (found := _RULE.search(template)) is not None:
        template = template.replace(found[0], rules[found[1]])
    return template.replace(_GAP, rules.get(_GAP, _GAP))


def _patterns(
    templates: list[str], rules: Mapping[str, str]
) -> Iterator[re.Pattern[str]]:
    parts = [_parts(template) for template in templates]
    for (front, back, _), group in itertools.groupby(parts, lambda part: part[1:]):
        wholes = "|".join(_pattern(_filled(core, rules)) for core, *_ in group)
        ends = [_pattern(_filled(end, rules)) for end in (front, back)]
        yield re.compile(rf"{ends[0]}\s*(?:{wholes})\s*{ends[1]}\s*", re.IGNORECASE)


def _parts(template: str) -> tuple[str, str, str, str]:
    """Return core, front and back, and what keeps templates with a wildcard apart."""
    front = next(filter(template.startswith, _FRONTS), "")
    back = next(filter(template.endswith, _BACKS), "")
    core = template.removeprefix(front).removesuffix(back)
    return core, front, back, core if "{" in core else ""


def _pattern(template: str) -> str:
    return "".join(map(_token, _TOKEN.finditer(template)))


def _token(token: re.Match[str]) -> str:
    if token["slot"]:
        return f"(?P<{token['slot']}>.+?)"
    if token["blank"]:
        return r"\s*\b"
    return _MARKS.get(token["mark"] or "", "") or re.escape(token["text"])
