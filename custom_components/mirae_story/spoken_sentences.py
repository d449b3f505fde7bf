"""What anybody in the house may say to any agent to reach the story, as templates of Home Assistant's matcher.

The templates are data (`spoken/*.json`, read by `story/spoken.py`). A sentence that matches cannot be declined, so
that only those are here which name the story; what is said without naming it is understood by the story's own agent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from hassil.recognize import RecognizeResult

from .story.spoken import FOLDER, bare, read_templates


class Wanted(StrEnum):
    """What a sentence asks for."""

    TELL_AGAIN = "tell_again"
    ONE_MORE = "one_more"
    NEW_STORY = "new_story"
    STOP = "stop_story"
    WHO = "who"
    RECAP = "recap"
    IS_WITH = "is_with"
    CONTINUE = "continue"
    CONTINUE_WISH = "continue_wish"


type Templates = Mapping[str, Wanted]
"""Templates in the order in which they are tried, each with what it asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One sentence, matched."""

    wanted: Wanted
    wish: str = ""
    name: str = ""


def load_templates(languages: Iterable[str]) -> Templates:
    """Read the templates of these languages from their files: a blocking call."""
    return {
        template: Wanted(wanted)
        for language in languages
        for wanted, template in read_templates(language)
    }


def spoken_languages() -> list[str]:
    """Return the languages that there are templates for: a blocking call."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def read_match(templates: Templates, template: str, slots: Mapping[str, str]) -> Said:
    """Return what a matched template, with the text of its wildcards, asks for."""
    return Said(
        wanted=templates[template],
        wish=bare(slots.get("wish", "")),
        name=bare(slots.get("name", "")),
    )


def read_result(templates: Templates, match: RecognizeResult) -> Said:
    """Return what Home Assistant's match of one of the templates asks for."""
    sentence = match.intent_sentence
    template = sentence.text if sentence is not None else None
    if template is None:
        message = "a sentence trigger matched without its template"
        raise ValueError(message)
    slots = {name: str(entity.value) for name, entity in match.entities.items()}
    return read_match(templates, template, slots)
